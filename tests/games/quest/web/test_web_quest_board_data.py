"""The Quest board's data without a browser: what is known of cells, who stands where, and a turn as a film."""

import json
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from tests.games.quest.web.board import RESOURCES, scenario
from tests.web.node import Script

from roundhouse.games.quest import GAME
from roundhouse.games.quest.bots.crafter import Crafter
from roundhouse.games.quest.bots.gatherer import Gatherer
from roundhouse.match.frames import frames
from roundhouse.match.record import read
from roundhouse.sdk.local_match import play

pytestmark = pytest.mark.slow
NEVER, BEFORE, NOW = range(3)
SIZE = {"w": 900, "h": 700}
ask = Script("quest.ts")


def teardown_module() -> None:
    ask.close()


def turns(record: Any, seat: int) -> list[dict[str, Any]]:
    """The turns as a seat saw them, 0 for everything: the view before, what happened, the view after."""
    shown = json.loads(msgspec.json.encode(frames(record, seat)))
    return [
        {"before": before["view"], "events": after["events"], "after": after["view"]}
        for before, after in pairwise(shown)
    ]


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """A short match from a position with one of everything."""
    file = tmp_path_factory.mktemp("film") / "match.rhr"
    settings = {"width": 40, "height": 30, "units": 5, "rounds": 12, "turn_ms": 0, "scenario": scenario()}
    play("quest", [Gatherer(), Crafter()], seed=3, settings=settings, out=file, timeout=False)
    return read(file)


@pytest.fixture(scope="module")
def whole(record):
    made = turns(record, 0)
    kinds = {event["type"] for one in made for event in one["events"]}
    assert {"moved", "damage", "died", "respawned", "drained", "picked_up", "turn_start", "turn_end"} <= kinds
    return made


@pytest.fixture(scope="module")
def mine(record):
    return turns(record, 1)


def places(view: dict[str, Any]) -> dict[str, list[int]]:
    """Where the units of all known teams are, by id as text."""
    teams = view.get("all") or [view]
    return {str(unit["id"]): [unit["x"], unit["y"]] for team in teams for unit in team["units"]}


# The three kinds of knowledge


@pytest.mark.rule("QST-143")
def test_cells_are_seen_now_seen_before_or_never_seen(mine, whole):
    for one in mine[::5]:
        view = one["after"]
        (world,) = ask(["world", view])
        now = {(cell["x"], cell["y"]) for cell in view["cells"]}
        counts = [0, 0, 0]
        for y, line in enumerate(view["terrain"]):
            for x, kind in enumerate(line):
                known = world["known"][y * view["width"] + x]
                counts[known] += 1
                assert known == (NOW if (x, y) in now else NEVER if kind == "?" else BEFORE), (x, y)
                assert world["rock"][y * view["width"] + x] == (kind == "#")
        assert all(counts)
    (world,) = ask(["world", whole[-1]["after"]])
    assert world["whole"]
    assert set(world["known"]) == {NOW}


@pytest.mark.rule("QST-143", "QST-048")
def test_who_watches_a_running_match_has_a_map_of_which_nothing_is_known(mine):
    view = mine[3]["after"]
    public = {key: view[key] for key in ("round", "rounds", "rounds_left", "turn_of", "phase", "points", "players")}
    public |= {"player": 0, "width": view["width"], "height": view["height"], "starts": [[], []]}
    public |= {"terrain": ["?" * view["width"]] * view["height"], "cells": [], "remembered": []}
    (world,) = ask(["world", public])
    assert world["hidden"]
    assert world["units"] == world["towers"] == world["lying"] == []


# What stands and lies there


@pytest.mark.rule("QST-143")
def test_every_known_unit_is_there_once_with_its_energy_and_marks(mine, whole):
    for one in mine[::4]:
        view = one["after"]
        (world,) = ask(["world", view])
        seen = {unit["id"]: unit for unit in world["units"]}
        assert len(seen) == len(world["units"])
        foreign = {unit["id"]: unit for cell in view["cells"] for unit in cell.get("units", []) if unit["player"] != 1}
        assert set(seen) == {unit["id"] for unit in view["units"]} | set(foreign)
        for unit in [*view["units"], *foreign.values()]:
            drawn = seen[unit["id"]]
            assert (drawn["energy"], drawn["max"]) == (unit["energy"], unit["max_energy"])
            for mark in ("sword", "armour", "frozen", "shield"):
                assert drawn[mark] == unit[mark]
    (world,) = ask(["world", whole[0]["before"]])
    assert {unit["id"] for unit in world["units"]} == {100, 101, 102, 103, 104, 200, 201, 202, 203, 204}


@pytest.mark.rule("QST-143", "QST-043")
def test_towers_have_their_reach_and_only_own_traps_are_known(mine, whole):
    (world,) = ask(["world", mine[0]["before"]])
    assert [(tower["x"], tower["y"], tower["radius"]) for tower in world["towers"]] == [(4, 15, 5)]
    assert [(trap["x"], trap["y"], trap["level"]) for trap in world["traps"]] == [(9, 14, 2)]
    (world,) = ask(["world", whole[0]["before"]])
    assert {(tower["x"], tower["y"], tower["radius"]) for tower in world["towers"]} == {(4, 15, 5), (33, 16, 6)}
    assert {(trap["x"], trap["y"]) for trap in world["traps"]} == {(9, 14), (33, 22)}


@pytest.mark.rule("QST-143", "QST-042")
def test_heaps_have_amounts_and_what_is_buried_has_them_only_for_who_may_know(mine, whole):
    (world,) = ask(["world", mine[0]["before"]])
    lying = {(here["x"], here["y"]): here for here in world["lying"]}
    for n, name in enumerate(RESOURCES):
        assert lying[5 + n, 9]["surface"] == {name: 10 + n}
        assert lying[5 + n, 6]["buried"] == [name]
        assert lying[5 + n, 6]["amounts"] == {}
    assert lying[13, 9]["items"] == {"sword2": 1}
    assert (20, 20) not in lying
    (world,) = ask(["world", whole[0]["before"]])
    lying = {(here["x"], here["y"]): here for here in world["lying"]}
    assert lying[33, 10]["amounts"] == {"iron": 9, "gold": 20}
    assert lying[20, 20]["surface"] == {"wood": 5, "iron": 7}


@pytest.mark.rule("QST-046")
def test_what_was_dug_up_stays_on_the_map_with_its_round(mine):
    view = next(one["after"] for one in reversed(mine) if one["after"]["dug"])
    (world,) = ask(["world", view])
    newest = {}
    for dig in reversed(view["dug"]):
        newest[dig["x"], dig["y"]] = dig
    told = {(here["x"], here["y"]): here for here in world["lying"] if here["dug"]}
    assert told
    for place, here in told.items():
        assert here["dug"] == newest[place]["round"]
        assert here["amounts"] == newest[place]["resources"]


# The film


@pytest.mark.rule("QST-146")
def test_a_turn_begins_where_units_were_and_ends_where_they_are(whole, mine):
    for steps in (whole, mine):
        films = [one for one in steps if any(event["type"] == "moved" for event in one["events"])]
        assert len(films) > 10
        for one, (first, last) in zip(films, ask(*(["pictures", one, [0, 0.9999]] for one in films)), strict=True):
            for unit, place in places(one["before"]).items():
                assert first["units"][unit]["at"] == pytest.approx(place, abs=0.02)
            for unit, place in places(one["after"]).items():
                assert last["units"][unit]["at"] == pytest.approx(place, abs=0.02)


@pytest.mark.rule("QST-146")
def test_a_unit_does_one_thing_after_the_other_and_others_act_meanwhile(whole):
    busy = max(whole, key=lambda one: sum(event["type"] == "moved" for event in one["events"]))
    (film,) = ask(["film", busy["events"]])
    assert film["shown"]
    last: dict[int, float] = {}
    for beat in film["beats"]:
        if beat["event"]["type"] == "moved":
            assert beat["begins"] >= last.get(beat["event"]["unit"], 0) - 1e-6
            last[beat["event"]["unit"]] = beat["begins"] + beat["lasts"]
    alone = sum(beat["lasts"] for beat in film["beats"])
    assert film["span"] < alone  # side by side it takes less time than one by one
    assert film["span"] <= 6000
    assert film["seen"] == sorted(film["seen"])
    assert film["seen"][-1] == len(busy["events"])


@pytest.mark.rule("QST-146")
def test_units_step_from_cell_to_cell_and_jump_where_no_motion_is_wanted(whole):
    one = max(whole, key=lambda one: sum(event["type"] == "moved" for event in one["events"]))
    parts = [n / 40 for n in range(40)]
    gliding, calm = ask(["pictures", one, parts], ["pictures", one, parts, True])
    poses = [pose for picture in gliding for pose in picture["units"].items()]
    between = {unit for unit, pose in poses if pose["at"] != [*map(round, pose["at"])]}
    assert between
    assert all(pose["at"] == [*map(round, pose["at"])] for picture in calm for pose in picture["units"].values())
    moved = {str(event["unit"]) for event in one["events"] if event["type"] == "moved"}
    assert between <= moved


@pytest.mark.rule("QST-146", "QST-139")
def test_blows_and_deaths_are_shown_with_what_they_did(whole):
    one = next(one for one in whole if any(event["type"] == "died" for event in one["events"]))
    hits = [event["damage"] for event in one["events"] if event["type"] == "damage"]
    dead = [str(event["unit"]) for event in one["events"] if event["type"] == "died"]
    (pictures,) = ask(["pictures", one, [n / 80 for n in range(80)]])
    sparks = [spark for picture in pictures for spark in picture["sparks"]]
    assert {f"\u2212{damage}" for damage in hits} <= {spark["text"] for spark in sparks}
    assert "boom" in {spark["kind"] for spark in sparks}
    for unit in dead:
        seen = [picture["units"].get(unit, {"seen": 0})["seen"] for picture in pictures]
        assert seen[0] == 1
        assert min(seen) < 0.5  # it fades before it is back at home


def test_nothing_moves_where_nothing_happened():
    (film,) = ask(["film", [{"type": "turn_end", "seat": 1, "why": "end_turn"}]])
    assert not film["shown"]


def test_the_way_of_a_unit_is_kept_as_far_as_it_was_seen():
    def moved(unit, to, start):
        event = {"type": "moved", "seat": 2, "unit": unit}
        event |= {"x": to[0], "y": to[1]} if to else {}
        return event | ({"from_x": start[0], "from_y": start[1]} if start else {})

    events = [
        moved(200, (3, 3), None),
        moved(200, (4, 4), (3, 3)),
        moved(200, (5, 4), (4, 4)),
        moved(200, None, (5, 4)),
    ]
    (trails,) = ask(["trails", events])
    assert trails == [{"seat": 2, "unit": 200, "cells": [[3, 3], [4, 4], [5, 4]]}]


# Places


@pytest.mark.rule("QST-144")
def test_the_overview_is_there_when_a_part_is_seen_and_leads_to_every_place(whole):
    view = whole[0]["before"]
    nothing, small = ask(["small", view, SIZE], ["small", view, SIZE | {"look": {"zoom": 2, "x": 0.5, "y": 0.5}}])
    assert nothing is None
    c = min(SIZE["w"] / view["width"], SIZE["h"] / view["height"])
    left, top = (SIZE["w"] - c * view["width"]) / 2 / SIZE["w"], (SIZE["h"] - c * view["height"]) / 2 / SIZE["h"]
    first, last, middle = small["looks"]
    assert (first["x"], first["y"]) == pytest.approx((left, top))
    assert (last["x"], last["y"]) == pytest.approx((1 - left, 1 - top))
    assert (middle["x"], middle["y"]) == pytest.approx((0.5, 0.5))
    assert 0 < small["x"] < small["x"] + small["w"] < SIZE["w"]
    assert 0 < small["y"] < small["y"] + small["h"] < SIZE["h"]


PHONE = {"w": 356, "h": 290}


@pytest.mark.rule("QST-144")
def test_who_plays_on_a_phone_begins_at_the_own_units_and_hits_them():
    """However large the map is: all own units are in the picture, in its middle, and cells are as wide as a finger."""
    for side in (50, 100):
        setup = GAME.setup(["ann", "bob"], seed=5, settings={"width": side, "height": side, "rounds": 40})
        state = GAME.start(setup)
        mine, everybody = (json.loads(msgspec.json.encode(GAME.view(state, n, ["ann", "bob"]))) for n in (1, 0))
        look, nothing = ask(["first", mine, PHONE], ["first", everybody, PHONE])
        assert nothing is None  # who watches begins with the whole
        near, pieces = ask(["grid", mine, PHONE | {"look": look}], ["pieces", mine, PHONE | {"look": look}])
        assert 36 <= near["c"] <= 60
        spots = [(one["x"], one["y"]) for one in pieces["tops"]]
        assert len(spots) == len(mine["units"])
        for x, y in spots:
            assert PHONE["w"] * 0.15 < x < PHONE["w"] * 0.85
            assert PHONE["h"] * 0.25 < y < PHONE["h"] * 0.75


@pytest.mark.rule("QST-144")
def test_where_units_are_far_apart_the_largest_group_is_seen_first(mine):
    view = mine[0]["before"]
    own = view["units"]
    assert len(own) >= 4
    far = view | {"units": [unit | {"x": 38, "y": 27} if unit is own[0] else unit for unit in own]}
    (look,) = ask(["first", far, PHONE])
    (pieces,) = ask(["pieces", far, PHONE | {"look": look}])
    seen = [one for one in pieces["tops"] if 0 < one["x"] < PHONE["w"] and 0 < one["y"] < PHONE["h"]]
    assert len(seen) == len(own) - 1


@pytest.mark.rule("QST-144")
def test_every_cell_and_unit_can_be_picked_also_those_out_of_sight(whole):
    view = whole[0]["before"]
    near = SIZE | {"look": {"zoom": 2, "x": 0.3, "y": 0.3}}
    everything, part, cell = ask(["pieces", view, SIZE], ["pieces", view, near], ["place", view, near, "cell:39,29"])
    assert everything["cells"] == view["width"] * view["height"]
    assert part["cells"] < everything["cells"] / 2
    assert "cell:39,29" not in part["all"]
    assert cell["x"] > SIZE["w"]
    assert cell["y"] > SIZE["h"]
    # two units in one cell of a small map are one stack, near they stand side by side
    stacked = {piece["id"] for piece in everything["tops"]}
    assert {"unit:100", "unit:201"} <= stacked
    assert "unit:202" not in stacked
    spread = {piece["id"] for piece in part["tops"]}
    assert {"unit:201", "unit:202"} <= spread


def test_pieces_tell_what_they_are():
    assert ask(["questPiece", "unit:104"], ["questPiece", "cell:3,12"], ["questPiece", "planet:1"]) == [
        {"kind": "unit", "unit": 104},
        {"kind": "cell", "x": 3, "y": 12},
        None,
    ]
