"""The controls of BoidVoid without a browser: what is possible, what it costs and how orders run, as the rules say."""

import json
from random import Random
from typing import Any

import msgspec
import pytest
from tests.web.node import Script

from roundhouse.core.entries import enter, order, tick
from roundhouse.games.boidvoid import GAME
from roundhouse.games.boidvoid.rules import tables as t
from roundhouse.games.boidvoid.rules.phases.orders import check_order, orderer
from roundhouse.games.boidvoid.rules.phases.stats import field
from roundhouse.games.boidvoid.rules.phases.tile_work import capture_needed
from roundhouse.games.boidvoid.rules.phases.turns import execute_all
from roundhouse.games.boidvoid.view import commanded_by

pytestmark = pytest.mark.slow
ITEMS = (
    "ss-relay", "ss-bastion", "ss-beacon", "boost-overcharge", "boost-thrusters", "boost-optics", "boost-hull",
    "boost-yard", "ship-standard", "mothership-standard",
)  # fmt: skip


ask = Script("boidvoid_play.ts")


def teardown_module() -> None:
    ask.close()


class Table:
    """A game, and what the controls of seat 1 are given."""

    def __init__(self, seed: int = 1, **settings: Any) -> None:
        chosen = {"seat_model": "team", "starting_inventory": ITEMS, "ap_start": 6} | settings
        self.setup = GAME.setup(["ann", "ben"], seed=seed, settings=chosen)
        self.g = GAME.start(self.setup)

    def given(self, seat: int = 1) -> list[Any]:
        view = json.loads(msgspec.json.encode(GAME.view(self.g, seat, ["ann", "ben"])))
        return [view, json.loads(msgspec.json.encode(GAME.settings_of(self.setup)))]

    def row(self, action: dict[str, Any]) -> list[int]:
        return GAME.row_of(msgspec.convert(action, GAME.actions), self.g)

    def code(self, action: dict[str, Any], seat: int = 1) -> str:
        """The refusal that the rules give to an order that is carried out now, or nothing."""
        row = self.row(action)
        return t.ERROR_NAMES[check_order(self.g, orderer(self.g, seat, row), row)]

    def do(self, action: dict[str, Any], seat: int = 1) -> None:
        enter(GAME.rules, self.g, order(seat, self.row(action)))

    def next_turn(self) -> None:
        enter(GAME.rules, self.g, tick())

    def units(self, seat: int) -> list[int]:
        """What a seat commands, as its view says, without the rest of the view."""
        players = [n for n in range(self.g.player_count) if self.g.players[n].seat == seat]
        return commanded_by(self.g, self.g.seat_team[seat], players)


def some_order(table: Table, seat: int, rng: Random) -> dict[str, Any]:
    """Any order, good or bad, mostly near enough to be interesting."""
    g = table.g
    unit = rng.choice([*table.units(seat), rng.randint(1, g.unit_count)])
    at = g.units[unit - 1].tile if unit <= g.unit_count else g.swarms[0].tile
    home = g.team_list[seat].home
    x, y = (at if at >= 0 else home) % g.side, (at if at >= 0 else home) // g.side
    near = [x + rng.randint(-2, 2), y + rng.randint(-2, 2)]
    swarms = [swarm.serial for swarm in g.swarms[: g.swarm_count]]
    structures = [one.serial for one in g.structures[: g.structure_count]]
    kind = rng.choice([*t.ACTION_NAMES[1:-1], "move", "move", "capture", "spawn", "swarm_join", "swarm_leave"])
    made: dict[str, Any] = {"type": kind, "unit": unit}
    if kind == "move":
        made |= {"to": near} | ({"partial": True} if rng.random() < 0.4 else {})
    elif kind in ("spawn", "swarm_leave"):
        made |= {"tile": near}
    elif kind == "battery":
        made |= {"attack": rng.choice([5, 10, 40, 90, 95])}
    elif kind == "attack":
        made |= {"target": rng.choice([*range(1, g.unit_count + 1), *swarms, *structures, 900])}
    elif kind == "swarm_join":
        made |= {"swarm": rng.choice([*swarms, 900])}
    elif kind == "automode":
        made |= {"on": rng.random() < 0.3}
    elif kind in ("build", "unstake", "equip"):
        made |= {"item": rng.randrange(len(ITEMS) + 1)}
    elif kind == "boost":
        target = rng.choice([0, unit, *swarms, *structures, g.player_count + seat])
        made |= {"item": rng.randrange(len(ITEMS)), "mode": rng.choice(["burn", "stake"]), "target": target}
    return made


def played(seed: int, turns: int, **settings: Any) -> Table:
    """A game in which a lot has happened."""
    table, rng = Table(seed, turn_mode="live", capture_turns=1, **settings), Random(seed)
    for _ in range(turns):
        for seat in (1, 2):
            for _ in range(14):
                wish = some_order(table, seat, rng)
                if wish["type"] == "detonate" and rng.random() < 0.85:
                    continue
                if table.code(wish, seat) == "":
                    table.do(wish, seat)
        if table.g.reason == 0:
            table.next_turn()
    return table


SETTINGS = ({}, {"superstructure_radius": 1, "actions_per_turn": 2}, {"swarm_max_ships": 2, "ships_per_team": 4})


@pytest.mark.rule("BOI-290")
@pytest.mark.parametrize("settings", SETTINGS)
def test_what_is_offered_is_what_the_rules_allow(settings):
    """Every order, good or bad, gets the code that the rules would give it."""
    calls, expected = [], []
    for seed in (1, 2):
        table, rng = played(seed, 3 + 3 * seed, **settings), Random(seed)
        wishes = [some_order(table, 1, rng) for _ in range(120)]
        calls.append(("codes", table.given(), wishes))
        expected.append([(wish, table.code(wish)) for wish in wishes])
    met = set()
    for answers, wanted in zip(ask(*calls), expected, strict=True):
        for said, (wish, code) in zip(answers, wanted, strict=True):
            assert said == code, wish
            met.add(code)
    assert len(met) >= 10, met  # refusals of many kinds were seen


@pytest.mark.rule("BOI-290")
def test_reach_and_targets_are_those_of_the_view():
    for seed in (1, 2):
        table = played(seed, 4 + seed)
        given = table.given()
        view = given[0]
        for mine, choice in zip(ask(("choices", given))[0], view["you"]["choices"], strict=True):
            assert mine["unit"] == choice["unit"]
            if "move" in choice["may"] or not choice["reach"]:
                reach = sorted([spot["x"], spot["y"], spot["cost"]] for spot in choice["reach"])
                locked = choice["state"] in ("capturing", "in_swarm")
                auto = next(unit["automode"] for unit in view["units"] if unit["id"] == choice["unit"])
                assert reach == ([] if locked or auto else sorted(mine["reach"]))
            assert sorted(mine["targets"]) == sorted(choice["targets"])
            for spot in mine["spawn"]:
                assert table.code({"type": "spawn", "unit": mine["unit"], "tile": spot}) == ""
            for spot in mine["leave"]:
                assert table.code({"type": "swarm_leave", "unit": mine["unit"], "tile": spot}) == ""


@pytest.mark.rule("BOI-289")
def test_bonuses_and_turns_of_capture_are_those_of_the_rules():
    for radius in (0, 1):
        table = Table(3, superstructure_radius=radius, turn_mode="live", tile_weights=(20, 20, 20, 20, 20))
        for ship, item in ((1, 0), (2, 1), (3, 2)):
            table.do({"type": "build", "unit": ship, "item": item})
        for _ in range(4):
            table.next_turn()
        g = table.g
        assert g.structure_count == 3
        tiles = [tile for tile in range(g.side * g.side) if g.tile_kind[tile]]
        for team, answer in ((team, ask(("ground", table.given(), team))[0]) for team in (1, 2)):
            for tile, said in zip(tiles, answer, strict=True):
                fields = [field(g, tile, team, which, -1) for which in range(t.FIELDS)]
                assert said == [*fields, capture_needed(g, tile, team)], tile


@pytest.mark.parametrize("settings", SETTINGS)
def test_orders_of_a_turn_run_as_they_are_drawn(settings):
    """Where nobody interferes, what is shown for a sealed turn is what the rules do with it."""
    for seed in (1, 2, 3):
        past, rng = played(seed, 2 + seed, **settings), Random(seed + 50)
        g = past.g
        g.live = 0
        wishes = []
        while len(wishes) < 9:
            wish = some_order(past, 1, rng)
            new_swarm = wish["type"] == "swarm_join" and wish["swarm"] == 900
            own = wish["unit"] in past.units(1)
            if own and not new_swarm and wish["type"] not in ("attack", "detonate"):
                wishes.append(wish)
        given = past.given()
        for wish in wishes:
            past.do(wish)
        # what the seat sees of its own orders is what the page would send
        assert len(past.given()[0]["you"]["orders"]) == len(wishes)
        said = ask(("after", given, wishes))[0]
        g.event_count = 0
        execute_all(g)
        rejected = sorted(row.b for row in g.events[: g.event_count] if row.kind == t.ACTION_REJECTED)
        assert sorted(code for code in said["codes"] if code) == sorted(t.ERROR_NAMES[code] for code in rejected)
        for unit in said["units"]:
            real = g.units[unit["id"] - 1]
            where = [real.tile % g.side, real.tile // g.side] if real.tile >= 0 else None
            mates = [n + 1 for n in range(g.player_count) if real.swarm and g.units[n].swarm == real.swarm]
            job = [t.JOB_NAMES[real.job], real.needed] if real.job else None
            assert (unit["at"], unit["ap"], unit["mates"], unit["job"]) == (where, real.ap, mates, job), unit
            assert (unit["automode"], unit["acted"]) == (bool(real.automode), real.acted)
            if unit["id"] <= g.player_count:
                assert unit["ratio"] == g.players[unit["id"] - 1].ratio
        for player, states in said["items"].items():
            held = g.players[int(player) - 1].item_states
            words = ("", "free", "staked", "gone", "equipped")
            assert states == [words[state] for state in held if state]


def test_a_way_is_the_one_that_the_rules_take_with_the_cost_of_every_step():
    table = played(2, 8)
    given = table.given()
    wanted = [(choice["unit"], goal) for choice in given[0]["you"]["choices"] for goal in choice["reach"][::5]]
    assert len(wanted) > 5
    found = ask(*(("way", given, unit, [goal["x"], goal["y"]]) for unit, goal in wanted))
    for (unit, goal), way in zip(wanted, found, strict=True):
        to = [goal["x"], goal["y"]]
        assert way["cost"] == sum(way["costs"]) == goal["cost"]
        assert (way["path"][-1], way["turns"]) == (to, 1)
        # the rules take the same one
        assert (
            check_order(table.g, orderer(table.g, 1, row := table.row({"type": "move", "unit": unit, "to": to})), row)
            == 0
        )
        tiles = table.g.path[: table.g.path_length]
        assert way["path"] == [[tile % table.g.side, tile // table.g.side] for tile in tiles]


def test_a_long_way_goes_on_in_the_next_turns_and_captures_at_its_end():
    table = Table(1, npc_per_team=0, obstacle_percent=0, poi_per_team=0, tile_weights=(100, 0, 0, 0, 0))
    given = table.given()
    start = next(unit for unit in given[0]["units"] if unit["id"] == 1)
    goal = [start["x"] + 6, start["y"]]
    found = ask(("way", given, 1, goal))[0]
    assert (found["cost"], found["turns"]) == (18, 2)  # 6 at the start and 9 every turn: 15, then 24
    wish = [[1, {"kind": "goto", "to": goal, "capture": True}]]
    turns = 0
    for _ in range(3):
        turns += 1
        told = ask(("tell", table.given(), [], wish))[0]
        for one in told["orders"]:
            table.do(one)
        ship = table.g.units[0]
        if told["ended"]:
            assert told["ended"] == [{"unit": 1, "why": "arrived"}]
            assert [one["type"] for one in told["orders"]] == ["move", "capture"]
            break
        assert [one["type"] for one in told["orders"]] == ["move"]
        table.do({"type": "done"})
        table.do({"type": "done"}, 2)
        table.next_turn()
    assert turns == 2
    table.next_turn()
    ship = table.g.units[0]
    assert [ship.tile % table.g.side, ship.tile // table.g.side] == goal
    assert ship.job == t.CAPTURING


def test_several_ships_expand_to_tiles_of_their_own():
    table = Table(4)
    before = table.g.tiles_owned[1]
    wish = [[unit, {"kind": "expand"}] for unit in (1, 2, 3)]
    for _ in range(6):
        told = ask(("tell", table.given(), [], wish))[0]
        assert told["ended"] == []
        goals = [tuple(one["to"]) for one in told["orders"] if one["type"] == "move"]
        assert len(goals) == len(set(goals))
        for one in told["orders"]:
            table.do(one)
        table.next_turn()
    assert table.g.tiles_owned[1] >= before + 5


def test_orders_are_repeated_while_they_are_possible():
    table = Table(4)
    dial = {"type": "battery", "unit": 1, "attack": 70}
    wish = [[1, {"kind": "repeat", "orders": [dial]}]]
    told = ask(("tell", table.given(), [], wish))[0]
    assert (told["orders"], told["ended"]) == ([dial], [])
    # what was told otherwise is left alone, and who is busy waits
    assert ask(("tell", table.given(), [{"type": "swarm_create", "unit": 1}], wish))[0]["orders"] == []
    table.g.units[0].job = t.CAPTURING
    assert ask(("tell", table.given(), [], wish))[0] == {"orders": [], "ended": []}


def test_the_same_tile_for_several_ships():
    table = Table(4, npc_per_team=0, obstacle_percent=0, poi_per_team=0, tile_weights=(100, 0, 0, 0, 0))
    told = ask(("gather", table.given(), [1, 2, 3], [4, 5]))[0]
    assert [one["unit"] for one in told["orders"]] == [1, 2, 3]
    for one in told["orders"]:
        table.do(one)
    execute_all(table.g)
    tiles = [table.g.units[n].tile for n in range(3)]
    assert len(set(tiles)) == 3
