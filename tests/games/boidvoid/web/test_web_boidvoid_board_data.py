"""The BoidVoid board's data without a browser: the geometry of hexes, who is where, and a turn as a film."""

import json
import math
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from tests.games.boidvoid.web.board import HEIGHT, WIDTH, BoidvoidBoard, everything
from tests.web.node import Script

from roundhouse.games.boidvoid import GAME
from roundhouse.games.boidvoid.actions import Automode, Build, Capture, Detonate, SwarmCreate, UseBoost
from roundhouse.games.boidvoid.bots.simple import Random, seen
from roundhouse.games.boidvoid.rules.hexes import NOWHERE, distance, neighbour
from roundhouse.match.frames import frames
from roundhouse.match.record import read
from roundhouse.sdk.local_match import play

pytestmark = pytest.mark.slow
SIZE = {"w": 900, "h": 700}


ask = Script("boidvoid.ts")


def teardown_module() -> None:
    ask.close()


class Busy(Random):
    """Builds and forms swarms first; then captures what it can, and otherwise anything may happen."""

    def act(self, turn: Any) -> list[Any]:
        view = seen(turn.view)
        assert view.you
        first = view.you.players[0]
        if view.turn == 1:
            return [Build(unit=first, item=0), SwarmCreate(unit=first + 1), Automode(unit=first + 2, on=True)]
        if view.turn == 2:
            return [UseBoost(unit=first, item=1, mode="burn")]
        if view.turn == 4:
            return [Automode(unit=first + 2, on=False), Detonate(unit=first + 2)]
        stay = {choice.unit for choice in view.you.choices if "capture" in choice.may}
        others = [order for order in super().act(turn) if getattr(order, "unit", 0) not in stay]
        return [*(Capture(unit=unit) for unit in stay), *others]


@pytest.fixture(scope="module")
def turns(tmp_path_factory):
    """A short match with one of everything, turn by turn: the view before, what happened, the view after."""
    file = tmp_path_factory.mktemp("film") / "match.rhr"
    settings = {"map": everything(), "turn_limit": 18, "ap_start": 12, "npc_aggro": 20, "seat_model": "team"}
    play("boidvoid", [Busy(seed=1), Busy(seed=2)], seed=4, settings=settings, out=file, timeout=False)
    shown = json.loads(msgspec.json.encode(frames(read(file), 0)))
    made = [{"before": a["view"], "events": b["events"], "after": b["view"]} for a, b in pairwise(shown)]
    kinds = {event["type"] for one in made for event in one["events"]}
    assert {"moved", "npc_moved", "combat", "destroyed", "capture_started", "tile_captured", "turn_ended"} <= kinds
    assert {"built", "boost_applied", "swarm_created", "swarm_joined", "detonated"} <= kinds
    return made


@pytest.mark.rule("BOI-027", "BOI-028", "BOI-029")
def test_tiles_are_neighbours_and_apart_as_the_rules_have_it():
    g = GAME.start(GAME.setup(seed=1, settings={"map_radius": 6}))
    spots = [{"x": n % g.side, "y": n // g.side} for n in range(g.side * g.side)]
    some = spots[::7]
    around, apart, plane = ask(["around", spots], ["apart", [[a, b] for a in some for b in some]], ["plane", spots])

    def inside(x: int, y: int) -> bool:
        return 0 <= x < g.side and 0 <= y < g.side

    for n, near in enumerate(around):
        expected = [neighbour(g, n, way) for way in range(6)]
        assert [y * g.side + x if inside(x, y) else NOWHERE for x, y in near] == expected
    numbers = [spot["y"] * g.side + spot["x"] for spot in some]
    assert apart == [distance(g, a, b) for a in numbers for b in numbers]
    # in the picture neighbours are all equally far, and the first one lies to the right
    for n, near in enumerate(around):
        assert plane[n] == pytest.approx(BoidvoidBoard.flat(n % g.side, n // g.side))
        for way, (x, y) in enumerate(near):
            if inside(x, y):
                a, b = plane[n], plane[y * g.side + x]
                assert math.dist(a, b) == pytest.approx(math.sqrt(3))
                assert math.atan2(b[1] - a[1], b[0] - a[0]) % math.tau == pytest.approx(way * math.pi / 3 % math.tau)
    for dx, dy in ((0, 0), (0.8, 0), (-0.8, 0), (0.35, 0.7), (-0.35, -0.7)):
        assert ask(["found", spots, dx, dy])[0] == spots


@pytest.mark.rule("BOI-288")
def test_every_tile_and_unit_has_its_place_on_the_board(turns):
    view = turns[3]["after"]
    ids = [f"tile:{tile['x']},{tile['y']}" for tile in view["tiles"]]
    flying = [unit for unit in view["units"] if unit["x"] is not None and not unit["swarm"]]
    near = {"zoom": 2, "x": 0.25, "y": 0.3}
    pieces, grid, some, far, part, small = ask(
        ["pieces", view, SIZE],
        ["grid", view, SIZE, view["tiles"]],
        ["pieces", view, {**SIZE, "look": near}],
        ["place", view, {**SIZE, "look": near}, ids[-1]],
        ["grid", view, {**SIZE, "look": near}, view["tiles"]],
        ["small", view, {**SIZE, "look": near}],
    )
    assert [piece["id"] for piece in pieces if piece["stop"]] == ids
    tops = [piece["id"] for piece in pieces if piece.get("top")]
    things = [one["id"] for one in view["structures"]] + [unit["id"] for unit in flying]
    assert tops == [f"unit:{one}" for one in things]
    for x, y in grid["middles"]:
        assert grid["u"] * 0.8 < x < SIZE["w"] - grid["u"] * 0.8
        assert grid["u"] * 0.9 < y < SIZE["h"] - grid["u"] * 0.9
    # nearer: twice as large, what is far away is no piece but can still be found
    assert part["u"] == pytest.approx(2 * grid["u"])
    assert len(some) < len(pieces)
    assert ids[-1] not in {piece["id"] for piece in some}
    assert (far["x"], far["y"]) == pytest.approx(tuple(part["middles"][-1]))
    # about seven tiles across at the nearest
    assert SIZE["w"] / (grid["u"] * grid["nearest"] * math.sqrt(3)) == pytest.approx(7, abs=1.5)
    # the small map: its corners are those of the whole
    (left, up), (right, down) = ((look["x"], look["y"]) for look in small["looks"][:2])
    assert left == pytest.approx(1 - right, abs=0.01)
    assert up == pytest.approx(1 - down, abs=0.01)
    assert small["x"] + small["w"] <= SIZE["w"]


@pytest.mark.rule("BOI-288")
def test_who_plays_on_a_phone_begins_at_the_own_units_and_hits_them():
    phone = {"w": 356, "h": 290}
    state = GAME.start(GAME.setup(["ann", "bob"], seed=5, settings={"map_radius": 15}))
    mine, everybody = (json.loads(msgspec.json.encode(GAME.view(state, n, ["ann", "bob"]))) for n in (1, 0))
    look, nothing = ask(["first", mine, phone], ["first", everybody, phone])
    assert nothing is None  # who watches begins with the whole
    near, pieces = ask(["grid", mine, phone | {"look": look}, []], ["pieces", mine, phone | {"look": look}])
    assert 36 <= near["u"] * math.sqrt(3) <= 60
    own = [one for one in pieces if one["id"] in {f"unit:{unit}" for unit in mine["you"]["units"]}]
    assert len(own) == len(mine["you"]["units"])
    for one in own:
        assert phone["w"] * 0.1 < one["x"] < phone["w"] * 0.9
        assert phone["h"] * 0.1 < one["y"] < phone["h"] * 0.9


@pytest.mark.rule("BOI-288")
def test_owners_units_and_swarms_are_those_of_the_view(turns):
    for turn in turns[::4]:
        view = turn["after"]
        [world] = ask(["world", view])
        owned = {tile["y"] * view["side"] + tile["x"]: tile["owner"] for tile in view["tiles"] if tile.get("owner")}
        assert dict(map(tuple, world["owners"])) == owned
        alone = [unit for unit in view["units"] if unit["x"] is not None and not unit["swarm"]]
        assert [unit["id"] for unit in world["units"]] == [unit["id"] for unit in alone]
        for shown, unit in zip(world["units"], alone, strict=True):
            assert shown["count"] == (len(unit["ships"]) if unit["kind"] == "swarm" else 1)
            assert (shown["health"], shown["max"]) == (unit["health"], unit["max_health"])
            known = unit["kind"] in ("spaceship", "swarm")
            assert shown["battery"] == (pytest.approx(unit["battery"] / unit["max_battery"]) if known else None)
    assert len(world["homes"]) == 2
    assert world["tiles"] == WIDTH * HEIGHT - 2


def test_a_turn_lasts_as_long_as_what_happens_in_it(turns):
    for turn in turns:
        [film] = ask(["film", turn["events"]])
        assert film["shown"]
        assert 250 < film["span"] <= 5600.001
        # nobody does two things at once, and a combat waits for both sides
        busy: dict[int, float] = {}
        for beat in film["beats"]:
            event = beat["event"]
            if event["type"] == "combat":
                who = [event["attacker"]["unit"], event["target"]["unit"]]
            else:
                who = [event["unit"]] if "unit" in event else []
            for unit in who:
                assert beat["begins"] >= busy.get(unit, 0) - 1e-6
                busy[unit] = beat["begins"] + beat["lasts"]
        # tiles change hands when everything that was ordered is over
        ends = [b["begins"] for b in film["beats"] if b["event"]["type"] == "tile_captured"]
        moves = [b["begins"] + b["lasts"] for b in film["beats"] if b["event"]["type"] == "moved"]
        if ends and moves and not any(b["event"]["type"] == "automode_changed" for b in film["beats"]):
            assert min(ends) >= max(moves) - 1e-6
        assert film["seen"] == sorted(film["seen"])
        assert film["seen"][-1] == len(turn["events"])


def test_a_film_begins_with_the_view_before_and_ends_with_the_one_after(turns):
    for turn in turns:
        view, before = turn["after"], turn["before"]
        [[start, end]] = ask(["pictures", turn, [0, 0.9999]])
        for picture, now in ((start, before), (end, view)):
            owned = {tile["y"] * now["side"] + tile["x"]: tile["owner"] for tile in now["tiles"] if tile.get("owner")}
            assert dict(map(tuple, picture["owners"])) == owned
            assert [one for one, _ in picture["structures"]] == [one["id"] for one in now["structures"]]
        there = {str(u["id"]): u for u in before["units"] if u["x"] is not None and not u["swarm"]}
        assert set(start["units"]) == set(there)
        for name, unit in there.items():
            assert start["units"][name]["at"] == [unit["x"], unit["y"]]
        after = {str(u["id"]): u for u in view["units"] if u["x"] is not None and not u["swarm"]}
        assert {name for name, one in end["units"].items() if one["seen"] > 0.01} == set(after)
        for name, unit in after.items():
            assert end["units"][name]["at"] == pytest.approx([unit["x"], unit["y"]], abs=0.01)
            assert end["units"][name]["count"] == (len(unit["ships"]) or 1)
            assert end["units"][name]["health"] == pytest.approx(unit["health"], abs=0.5)


def test_ships_go_from_tile_to_tile_and_combats_show_what_was_lost(turns):
    ways = combats = 0
    for turn in turns:
        pictures = ask(["pictures", turn, [n / 60 for n in range(60)]])[0]
        allowed: dict[str, set[tuple[int, int]]] = {}
        for event in turn["events"]:
            if event["type"] in ("moved", "npc_moved"):
                allowed.setdefault(str(event["unit"]), set()).update(map(tuple, [event["start"], *event["path"]]))
        joined = {str(e["unit"]) for e in turn["events"] if e["type"].startswith("swarm") and "unit" in e}
        for name, tiles in allowed.items():
            if name in joined:
                continue
            for picture in pictures:
                at = picture["units"].get(name)
                if at and at["seen"] == 1:
                    x, y = at["at"]
                    ways += 1
                    assert any(abs(x - tx) <= 1 and abs(y - ty) <= 1 for tx, ty in tiles)
        told = {spark["text"] for picture in pictures for spark in picture["sparks"] if spark["kind"] == "beam"}
        for event in turn["events"]:
            if event["type"] == "combat":
                lost = round(event["target"]["health_lost"], 1)
                assert (f"\u2212{lost:g}" if lost else "0") in told
                combats += 1
    assert ways > 100
    assert combats > 2


def test_who_wants_no_motion_sees_where_things_arrive(turns):
    turn = next(turn for turn in turns if any(event["type"] == "moved" for event in turn["events"]))
    pictures = ask(["pictures", turn, [n / 20 for n in range(20)], True])[0]
    assert all(x == int(x) and y == int(y) for p in pictures for x, y in (one["at"] for one in p["units"].values()))


def test_trails_and_pieces_are_told_by_their_names(turns):
    turn = next(turn for turn in turns if any(event["type"] == "moved" for event in turn["events"]))
    event = next(event for event in turn["events"] if event["type"] == "moved")
    trails, tile, unit, none, spot = ask(
        ["trails", [event, {**event, "start": event["path"][-1], "path": [[0, 1]]}]],
        ["piece", "tile:3,12"],
        ["piece", "unit:14"],
        ["piece", "cell:1,1"],
        ["tileOfPiece", turn["after"], "tile:3,2"],
    )
    assert trails == [
        {
            "team": event["team"],
            "unit": event["unit"],
            "tiles": [{"x": x, "y": y} for x, y in [event["start"], *event["path"], [0, 1]]],
        }
    ]
    assert tile == {"kind": "tile", "x": 3, "y": 12}
    assert unit == {"kind": "unit", "unit": 14}
    assert none is None
    assert spot == {"x": 3, "y": 2}
