"""The picture of a Quest match: terrain and fog, units and what they suffer, what stands and lies there."""

import math
import re

import pytest
from playwright.sync_api import expect
from tests.games.quest.web.board import HEIGHT, RESOURCES, THEMES, WIDTH, stills
from tests.web.board import off, rgb

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def still(visitors, hunt):
    return stills(visitors, hunt)


# Terrain and knowledge


@pytest.mark.rule("QST-143", "QST-004")
@pytest.mark.parametrize("theme", THEMES)
def test_rock_is_told_from_grass_all_over_the_map(still, theme):
    board, picture = still(theme=theme)
    rocks = [(x, y) for y, line in enumerate(board.view["terrain"]) for x, kind in enumerate(line) if kind == "#"]
    assert len(rocks) == 23
    bare = [(x, 2) for x in range(14, 20)] + [(x, 27) for x in range(4, 30)]

    def green(x, y):  # how much greener than blue a cell is: grass is, rock is not
        spots = board.patch(picture, x, y, 0.2)
        return sum(spot[1] - spot[2] for spot in spots) / len(spots)

    assert min(green(*cell) for cell in bare) > max(green(*cell) for cell in rocks)
    # a mass is lit from above: its upper edge is brighter than its lower one
    for x in range(15, 19):
        upper = max(sum(picture.at(*board.spot(x, 3, 0, -0.5 + n / 50))) for n in range(12))
        lower = min(sum(picture.at(*board.spot(x, 4, 0, 0.3 + n / 50))) for n in range(12))
        assert upper > lower + 60


@pytest.mark.rule("QST-143")
@pytest.mark.parametrize("theme", THEMES)
def test_what_is_seen_now_is_bright_what_was_seen_before_dim_and_the_rest_fog(still, hunt, theme):
    frames = hunt[1][1]
    at = next(n for n, frame in enumerate(frames) if n > 4 and frame["view"]["turn_of"] == 2)
    _, truth = still(at, theme=theme)
    board, picture = still(at, seat=1, theme=theme)
    view = board.view
    now = {(cell["x"], cell["y"]) for cell in view["cells"]}
    every = {(x, y) for y in range(HEIGHT) for x in range(WIDTH)}
    never = {(x, y) for x, y in every if view["terrain"][y][x] == "?"}
    # cells on or near which only one of the two pictures has something
    things = [(cell["x"], cell["y"]) for cell in frames[at]["view"]["cells"] + view["remembered"] if len(cell) > 3]
    everything = hunt[1][0][at]["view"]
    things += [(unit["x"], unit["y"]) for team in everything["all"] for unit in team["units"]]
    things += [(cell["x"], cell["y"]) for cell in everything["cells"]] + everything["starts"]
    things += [(x, y) for x, y, *_ in everything["ground"]]
    busy = {(x + dx, y + dy) for x, y in things for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    busy |= {(x, y) for x, y in every for tx, ty, r in ((4, 15, 6), (33, 16, 7)) if max(abs(x - tx), abs(y - ty)) <= r}
    busy |= {(event["x"], event["y"]) for event in hunt[1][0][at]["events"] if event["type"] == "moved"}

    def inside(cells):
        """Cells around which everything is of the same kind, so that no soft edge lies on them."""
        around = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        return [(x, y) for x, y in cells - busy if all((x + dx, y + dy) in cells for dx, dy in around)]

    def change(x, y):
        """How much a cell differs from the one that everybody sees."""
        pairs = zip(board.patch(picture, x, y, 0.3), board.patch(truth, x, y, 0.3), strict=True)
        found = [off(one, other) for one, other in pairs]
        return sum(found) / len(found)

    fresh, known, fog = (inside(now), inside(every - never - now), inside(never))
    assert min(len(fresh), len(known), len(fog)) > 5
    assert max(change(*cell) for cell in fresh) < 4
    assert min(change(*cell) for cell in known) > 7
    light = [sum(board.light(picture, *cell, 0.3) for cell in cells) / len(cells) for cells in (fresh, known, fog)]
    assert light == sorted(light, reverse=True)
    assert light[0] - light[2] > 10

    # one fine line around what is seen
    x, y = next((x, y) for x, y in sorted(now) if y > 1 and (x, y - 1) not in now and (x + 1, y - 1) not in now)
    edge = max if theme == "dark" else min
    line = edge(sum(picture.at(*board.spot(x, y, 0, -0.5 + n / 40))) for n in range(-4, 5))
    beside = edge(sum(picture.at(*board.spot(x, y, 0, 0.1 + n / 40))) for n in range(5))
    assert abs(line - beside) > 60


@pytest.mark.rule("QST-143", "QST-048")
def test_fog_hides_units_that_everybody_sees(still, see, hunt):
    whole, mine = hunt[1][0][0]["view"], hunt[1][1][0]["view"]
    red = THEMES["dark"]["players"][1]
    hidden = [unit for unit in whole["all"][1]["units"] if unit["id"] in (201, 203, 204)]
    board, picture = still()
    for unit in hidden:
        assert board.has(picture, unit["x"], unit["y"], red) > 10, unit["id"]
    assert all(mine["terrain"][unit["y"]][unit["x"]] == "?" for unit in hidden)
    board = see(seat=1)
    picture = board.pixels()
    for unit in hidden:
        assert board.has(picture, unit["x"], unit["y"], red) == 0, unit["id"]
    expect(board.element).to_have_accessible_name(re.compile(r"% of the map is known, \d+ cells are seen now\."))


# Units


@pytest.mark.rule("QST-143")
@pytest.mark.parametrize("theme", THEMES)
def test_units_stand_in_their_cells_in_the_colours_of_their_teams(still, theme):
    board, picture = still(theme=theme)
    for team in board.view["all"]:
        own, other = (board.colours["players"][n] for n in (team["seat"] - 1, 2 - team["seat"]))
        for unit in team["units"]:
            if unit["frozen"] or unit["max_energy"] < 100:
                continue
            assert board.has(picture, unit["x"], unit["y"], own, half=0.4) > 40, unit["id"]
            if unit["id"] != 104:  # an enemy is beside it
                assert board.has(picture, unit["x"], unit["y"], other, half=0.4) == 0


@pytest.mark.rule("QST-143")
@pytest.mark.parametrize("theme", THEMES)
def test_a_ring_shows_energy_and_maximum(still, theme):
    board, picture = still(theme=theme)
    colour = board.colours["players"][0]

    def arc(x, y):
        """How much of the ring around a unit has its full colour, in percent."""
        spots = []
        for n in range(100):
            angle = (n + 0.5) / 100 * 2 * math.pi - math.pi / 2
            near = [
                picture.at(*board.spot(x, y, math.cos(angle) * r, math.sin(angle) * r)) for r in (0.36, 0.38, 0.4, 0.42)
            ]
            spots.append(min(off(one, rgb(colour)) for one in near) < 40)
        return sum(spots)

    assert arc(10, 11) > 85  # 200 of 200
    energy = board.view["all"][0]["units"][1]["energy"]
    assert abs(arc(6, 11) - energy / 2) < 10  # of 200 that a fresh one has
    assert arc(8, 11) < 10  # nothing left
    # and what its maximum allows is a paler part of the ring, with the mark of danger where it ends
    hazard = board.colours["hazard"]
    assert board.has(picture, 6, 11, hazard, 70) > board.has(picture, 10, 11, hazard, 70)


def shielded(frames):
    """The first frame with a shielded unit that is alone in its cell, and the unit."""
    for n, frame in enumerate(frames):
        units = [unit for team in frame["view"]["all"] for unit in team["units"]]
        for unit in units:
            if unit["shield"] and sum((one["x"], one["y"]) == (unit["x"], unit["y"]) for one in units) == 1:
                return n, unit
    raise AssertionError("nobody was shielded")


@pytest.mark.rule("QST-143")
@pytest.mark.parametrize("theme", THEMES)
def test_frozen_shielded_and_armed_units_are_marked(still, see, hunt, theme):
    board, picture = still(theme=theme)
    ink = board.colours["ink"]
    plain = board.has(picture, 34, 24, ink, 100, 0.62)
    assert board.has(picture, 8, 11, ink, 100, 0.62) > plain + 20  # a ring of ice
    assert board.has(picture, 4, 11, ink, 100, 0.62) > plain + 8  # sword and armour
    at, unit = shielded(hunt[1][0])
    board = see(at, theme=theme)
    picture = board.pixels()
    steps = [(dx / 50, -0.55 + dy / 100) for dx in range(-8, 9) for dy in range(-6, 7)]
    above = [picture.at(*board.spot(unit["x"], unit["y"], dx, dy)) for dx, dy in steps]
    assert sum(off(spot, rgb(ink)) < 60 for spot in above) > 8  # a dome over it
    expect(board.page.get_by_role("application")).to_be_visible()
    board.hover(unit["x"], unit["y"])
    expect(board.page.locator(".card")).to_contain_text("cannot be attacked")


@pytest.mark.rule("QST-143", "QST-043", "QST-109")
@pytest.mark.parametrize("theme", THEMES)
def test_towers_have_their_square_and_only_own_traps_are_seen(still, theme):
    board, picture = still(seat=1, theme=theme)
    colour, hazard = board.colours["players"][0], board.colours["hazard"]
    assert board.has(picture, 4, 15, colour, 60) > 60
    # the dashed edge of its reach, five cells away
    along = [4 + n / 10 for n in range(-30, 31)]
    edge = [off(picture.at(*board.spot(x, 20, 0, 0.42 + k / 100)), rgb(colour)) for x in along for k in (0, 4, 8)]
    beyond = [off(picture.at(*board.spot(x, 21, 0, 0.2)), rgb(colour)) for x in along]
    assert min(edge) + 25 < min(beyond)
    assert board.has(picture, 9, 14, hazard, 50) > 12
    assert board.has(picture, 33, 22, hazard, 50) == 0
    whole, picture = still(theme=theme)
    assert whole.has(picture, 33, 22, hazard, 50) > 12


@pytest.mark.rule("QST-143")
@pytest.mark.parametrize("theme", THEMES)
def test_heaps_have_a_sign_for_every_resource(still, theme):
    board, picture = still(theme=theme)
    forms = {name: board.form(picture, 5 + n, 9) for n, name in enumerate(RESOURCES)}
    for name, form in forms.items():
        assert len(form) > 12, name
        for other, its in forms.items():
            if other > name:
                assert len(form ^ its) > 0.25 * len(form | its), (name, other)
