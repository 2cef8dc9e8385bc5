"""The map editor's text, tools and picture, without a browser."""

import pytest
from tests.web.node import Script

from roundhouse.games.dungeon.maps import SHIPPED, check, load
from roundhouse.games.dungeon.rules import tables as t

node = Script("dungeon_editor")


def teardown_module():
    node.close()


@pytest.mark.rule("DUN-270")
def test_the_browser_reads_and_writes_maps_as_the_server_does():
    assert node(*(["again", text] for text in SHIPPED.values())) == list(SHIPPED.values())
    first = SHIPPED["first-claim"]
    wrong = (first.replace("1S", "4S"), first.replace("grid:", "map"), first.rsplit("\n", 2)[0], "")
    assert node(*(["again", text] for text in wrong)) == [None] * 4
    (fresh,) = node(["fresh"])
    assert check(fresh.replace("map: ", "map: mine").replace("name: ", "name: Mine")).problems == []


@pytest.mark.rule("DUN-270", "DUN-271")
def test_tools_change_a_planet_and_leave_the_rest():
    text = SHIPPED["first-claim"]
    tools = [("hard", "3S"), ("station", "1S"), ("coal", "1c"), ("nothing", "1."), ("erase", "--")]
    for (_, token), made in zip(tools, node(*(["painted", text, 0, 0, tool] for tool, _ in tools)), strict=True):
        assert made.splitlines()[3].split()[0] == token
        assert made.splitlines()[4:] == text.splitlines()[4:]
    again, larger, smaller = node(
        ["painted", text.replace("1S 1.", "-- 1."), 0, 0, "gold"], ["sized", text, 9], ["sized", text, 5]
    )
    assert again.splitlines()[3].split()[0] == "1g"
    assert [len(one.splitlines()) - 3 for one in (larger, smaller)] == [9, 5]
    assert larger.splitlines()[3].split()[:7] == text.splitlines()[3].split()
    broken = text.replace("1. 2i 3. 3p 3. 2i 1.", "1. -- -- -- -- -- --").replace("1c 2. 2. 3g", "-- 2. 2. 3g")
    (problem,) = check(broken).problems
    assert node(["place", broken, problem.line, problem.column]) == [{"x": 0, "y": 3}]


@pytest.mark.rule("DUN-272")
@pytest.mark.parametrize("key", SHIPPED)
def test_the_picture_shows_the_planets_where_the_game_has_them(key):
    world = load(key)
    (view,) = node(["view", SHIPPED[key]])
    assert view["side"] == world.side
    shown = {one["x"] * world.side + one["y"]: one for one in view["planets"]}
    assert set(shown) == {index for index, gravity in enumerate(world.gravities) if gravity}
    for index, one in shown.items():
        kind = world.kinds[index]
        assert (one["gravity"], one["station"]) == (world.gravities[index], world.stations[index])
        assert one["resource"] == (None if kind == t.NOTHING else t.KIND_NAMES[kind])
        x, y = divmod(index, world.side)
        near = {"NORTH": (x, y + 1), "SOUTH": (x, y - 1), "EAST": (x + 1, y), "WEST": (x - 1, y)}
        there = {way for way, (a, b) in near.items() if shown.get(a * world.side + b) and 0 <= b < world.side}
        assert set(one["neighbours"]) == there
