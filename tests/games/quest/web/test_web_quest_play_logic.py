"""The controls of Quest without a browser: costs, ways, forecasts, refusals, orders that go on, against the rules."""

import json
from random import Random
from typing import Any

import msgspec
import pytest
from tests.scale import amount, seeds_for
from tests.web.node import Script

from roundhouse.core.entries import enter, order, tick
from roundhouse.games.quest import GAME
from roundhouse.games.quest.rules import tables
from roundhouse.games.quest.settings import Settings

pytestmark = pytest.mark.slow
USUAL = msgspec.to_builtins(Settings())
ask = Script("quest_play.ts")


def teardown_module() -> None:
    ask.close()


class Table:
    """A game on a small map, and what its first player's controls are given."""

    def __init__(
        self, terrain: list[str], units: list[dict[str, Any]], *, settings: dict | None = None, **more
    ) -> None:
        start = {"1": (0, 0), "2": (len(terrain[0]) - 1, len(terrain) - 1)} | more.pop("start", {})
        scenario = {"terrain": terrain, "start": start, "units": units, **more}
        self.setup = GAME.setup(["ann", "ben"], seed=1, settings={"scenario": scenario, **(settings or {})})
        self.g = GAME.start(self.setup)

    def given(self, seat: int = 1) -> list[Any]:
        view = json.loads(msgspec.json.encode(GAME.view(self.g, seat, ["ann", "ben"])))
        return [view, json.loads(msgspec.json.encode(GAME.settings_of(self.setup)))]

    def code(self, action: dict[str, Any], seat: int = 1) -> str:
        """The refusal that the rules give, or nothing."""
        row = GAME.row_of(msgspec.convert(action, GAME.actions), self.g)
        code = GAME.rules.check(self.g, seat, row)
        return GAME.refusal(code).name if code else ""

    def do(self, action: dict[str, Any], seat: int = 1) -> None:
        assert self.code(action, seat) == "", action
        enter(GAME.rules, self.g, order(seat, GAME.row_of(msgspec.convert(action, GAME.actions), self.g)))

    def next_turn(self) -> None:
        enter(GAME.rules, self.g, tick())

    def unit(self, number: int) -> Any:
        seat, k = divmod(number, 100)
        return self.g.units[(seat - 1) * self.g.units_each + k]


def at(unit: int, x: int, y: int, **more: Any) -> dict[str, Any]:
    return {"id": unit, "player": unit // 100, "x": x, "y": y, **more}


MEADOW = ["." * 9] * 9
ENEMY = at(200, 8, 8)


def test_blueprints_and_weights_are_those_of_the_rules():
    (usual, *weights) = ask(["usual"], *(["weight", USUAL, name] for name in tables.THING_NAMES))
    rows = [
        {name: n for name, n in zip(tables.THING_NAMES, row, strict=True) if n}
        for row in tables.USES
    ]  # fmt: skip
    assert [usual[name] for name in tables.BLUEPRINT_NAMES] == [rows[2 * n : 2 * n + 2] for n in range(12)]
    assert weights == [*tables.RESOURCE_WEIGHTS, *tables.ITEM_WEIGHTS]
    own = USUAL | {"blueprints": {"sword1": {"ways": [{"wood": 2}], "weight": 3}}}
    assert ask(["weight", own, "sword1"], ["weight", own, "sword2"]) == [3, 7]


@pytest.mark.rule("QST-145")
def test_worked_examples_of_costs_and_damage():
    weights = (0, 3, 10, 18, 37, 100)
    assert ask(*(["load", USUAL, weight] for weight in weights)) == [20, 21, 24, 27, 34, 60]
    assert ask(
        ["damage", USUAL, 100, 2, 1], ["damage", USUAL, 10, 1, 0], ["damage", USUAL, 1, 0, 3],
        ["damage", USUAL, 114, 3, 0],
        ["enough", USUAL, 113, 2, 1], ["enough", USUAL, 200, 3, 0], ["enough", USUAL, 1, 0, 3],
        ["enough", USUAL | {"level_pct": [25, 50, 100]}, 1, 0, 3],
    ) == [113, 13, 0, 200, 100, 114, 2, None]  # fmt: skip


@pytest.mark.rule("QST-145")
def test_reach_has_the_exact_cost_of_every_cell_over_rock_loads_and_towers():
    terrain = [
        ".........",
        ".###.....",
        "...#.....",
        "...#.....",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
    ]
    units = [at(100, 2, 2, resources={"wood": 10}, energy=130), at(200, 8, 8)]
    table = Table(
        terrain, units,
        towers=[{"player": 2, "x": 8, "y": 3, "level": 1}, {"player": 1, "x": 0, "y": 4, "level": 1}],
        traps=[{"player": 1, "x": 2, "y": 4, "level": 1}],
        settings={"view_radius": 20, "tower_radius": 2, "replenish_keep": 100},
    )  # fmt: skip
    (found,) = ask(["reach", table.given(), 100])
    reach = {(x, y): (cost, steps) for x, y, cost, steps in found}
    # a step costs 24, and 10 more within 2 of the enemy's tower; the own tower stands in the way, the own trap is left
    assert reach[2, 2] == (0, 0)
    assert reach[3, 4] == (24 * 2, 2)
    assert reach[4, 4] == (24 * 3, 3)
    assert reach[5, 3] == (24 * 4, 4)
    assert reach[6, 3] == (24 * 5 + 10, 5)
    assert reach[6, 6] == (24 * 5, 5)
    assert not {(2, 4), (0, 4), (3, 2), (8, 8)} & set(reach)
    # and that is what the rules take
    for (x, y), (cost, steps) in reach.items():
        if steps == 1:
            twin = Table(
                terrain, units,
                towers=[{"player": 2, "x": 8, "y": 3, "level": 1}, {"player": 1, "x": 0, "y": 4, "level": 1}],
                settings={"view_radius": 20, "tower_radius": 2, "replenish_keep": 100},
            )  # fmt: skip
            twin.do({"type": "move", "unit": 100, "to": [x, y]})
            assert twin.unit(100).energy == 130 - cost


@pytest.mark.rule("QST-145")
def test_a_way_costs_what_the_rules_take_for_it_and_as_many_turns():
    rng = Random(5)
    for _ in range(6):
        terrain = ["".join("#" if rng.random() < 0.22 else "." for _ in range(14)) for _ in range(14)]
        terrain[0] = "." + terrain[0][1:]
        terrain[13] = terrain[13][:-1] + "."
        weight = rng.randrange(40)
        more = {"resources": {"stone": weight}} if weight else {}
        table = Table(
            terrain, [at(100, 0, 0, **more), at(200, 13, 13)],
            towers=[{"player": 2, "x": x, "y": y, "level": 2} for x, y in ((7, 7), (9, 6)) if terrain[y][x] == "."],
            settings={"view_radius": 20, "tower_radius": 3, "tower_drain": 1, "replenish_keep": 60},
        )  # fmt: skip
        goal = max(((x, y) for x, y, _, _ in ask(["reach", table.given(), 100])[0]), key=lambda spot: (sum(spot), spot))
        (found,) = ask(["way", table.given(), 100, {"x": goal[0], "y": goal[1]}])
        (costs,) = ask(["reach", table.given(), 100])
        told = next(cost for x, y, cost, _ in costs if (x, y) == goal)
        for x, y in found["way"]:
            table.do({"type": "move", "unit": 100, "to": [x, y]})
        assert (table.unit(100).x, table.unit(100).y) == goal
        assert 200 - table.unit(100).energy == told
        assert found["turns"] == 1


def test_a_long_way_is_told_in_turns_and_unknown_ground_has_none():
    table = Table(["." * 40] * 5, [at(100, 0, 2), at(200, 39, 4)], settings={"view_radius": 20})
    far, fog = ask(["way", table.given(), 100, {"x": 20, "y": 2}], ["way", table.given(), 100, {"x": 30, "y": 2}])
    assert fog is None
    turns = 1
    for x, y in far["way"]:
        if table.code({"type": "move", "unit": 100, "to": [x, y]}) == "energy":
            table.next_turn()
            table.next_turn()
            turns += 1
        table.do({"type": "move", "unit": 100, "to": [x, y]})
    assert far["turns"] == turns > 2


class Foreseen:
    """Random requests on a map that is seen as a whole: what the controls say of them, and what the rules do."""

    def __init__(self, seed: int, requests: int) -> None:
        rng = Random(seed)
        side = 9
        terrain = ["".join("#" if rng.random() < 0.12 else "." for _ in range(side)) for _ in range(side)]
        home = ((1, 1), (side - 2, side - 2))  # opposite each other, as on drawn maps, so that both know both
        terrain = ["".join("." if (x, y) in home else terrain[y][x] for x in range(side)) for y in range(side)]
        free = [(x, y) for y in range(side) for x in range(side) if terrain[y][x] == "."]
        spots = rng.sample(free, 16)
        load = lambda: {rng.choice(tables.RESOURCE_NAMES[:6]): rng.randrange(1, 70) for _ in range(rng.randrange(4))}  # noqa: E731
        units = []
        for n, (x, y) in enumerate(spots[:10]):
            number = (1 + n % 2) * 100 + n // 2
            units.append(at(
                number, x, y, energy=rng.randrange(201),
                resources=load() | ({"wood": 60, "stone": 40} if n < 4 else {}), sword=rng.randrange(4),
                armour=rng.randrange(4), frozen=int(rng.random() < 0.1),
                items={rng.choice(tables.ITEM_NAMES): rng.randrange(1, 3)} if rng.random() < 0.6 else {},
            ))  # fmt: skip
        towers = [{"player": 1 + n % 2, "x": x, "y": y, "level": 1 + n % 3} for n, (x, y) in enumerate(spots[10:14])]
        traps = [{"player": 1 + n % 2, "x": x, "y": y, "level": 1} for n, (x, y) in enumerate(spots[14:16])]
        self.table = Table(
            terrain, units, towers=towers, traps=traps,
            start={"1": home[0], "2": home[1]},
            buried=[{"x": x, "y": y, "resources": {"iron": 9, "wood": 30}} for x, y in free[::3]],
            players={"1": {"gold": rng.choice([0, 150, 900]), "levels": {"sword": rng.randrange(1, 4)}}},
            settings={
                "view_radius": 20, "trap_visible": True, "tower_radius": 2, "max_actions": 100_000,
                "no_build_radius": rng.choice([2, 6]), "craft_cost": rng.choice([0, 30]),
                "carry_limit": rng.choice([60, 100]),
            },
        )  # fmt: skip
        self.calls: list[Any] = []
        self.codes: list[str] = []
        self.spent: list[int] = []
        for _ in range(requests):
            action = self._any(rng)
            self.calls.append(["judged", self.table.given(), [action]])
            code = self.table.code(action)
            self.codes.append(code)
            unit = self.table.unit(action["unit"])
            before = unit.energy
            trapped = code == "" and action["type"] == "move"
            if code == "":
                self.table.do(action)
            # a trap takes all, a death brings all back, a strike back takes more: only the price is foreseen
            odd = (trapped and unit.frozen) or unit.respawned or action["type"] == "attack"
            self.spent.append(-1 if odd else before - unit.energy)
            if rng.random() < 0.04:
                self.table.next_turn()
                self.table.next_turn()

    def _any(self, rng: Random) -> dict[str, Any]:
        mine = rng.randrange(100, 105)
        unit = self.table.unit(mine)
        item = rng.choice(tables.BLUEPRINT_NAMES[:6])
        way = rng.randrange(2)

        def use(name: str) -> dict[str, int]:
            row = tables.USES[2 * tables.BLUEPRINT_NAMES.index(name) + way]
            found = {thing: n for thing, n in zip(tables.THING_NAMES, row, strict=True) if n}
            return found if rng.random() < 0.9 else {"wood": 1}

        trap, tower = rng.choice(("trap1", "trap2")), rng.choice(("tower1", "tower2"))
        near = [int(unit.x) + rng.randrange(-1, 2), int(unit.y) + rng.randrange(-1, 2)]
        return {"unit": mine} | rng.choice([
            {"type": "move", "to": near}, {"type": "move", "to": near}, {"type": "move", "to": near},
            {"type": "move", "to": [rng.randrange(9), rng.randrange(9)]},
            {"type": "attack", "target": rng.choice((200, 202, 101, 250)), "energy": rng.randrange(1, 60)},
            {"type": "attack", "target": rng.randrange(200, 205), "energy": rng.randrange(1, 60)},
            {"type": "dig"}, {"type": "view"},
            {"type": "pickup", "what": {"iron": 9, "wood": rng.choice((30, 31))}},
            {"type": "drop", "what": {rng.choice(tables.THING_NAMES): rng.randrange(1, 4)}},
            {"type": "craft", "item": item, "use": use(item)},
            {"type": "equip", "item": item},
            {"type": "retaliate", "energy": 20, "cutoff": 60},
            {"type": "research", "kind": rng.choice(tables.KIND_NAMES)},
            {"type": "place_trap", "item": trap, "use": use(trap)},
            {"type": "place_tower", "item": tower, "use": use(tower)},
        ])  # fmt: skip


@pytest.mark.rule("QST-145")
def test_what_the_controls_say_of_a_request_is_what_the_rules_do_with_it():
    found = 1, 3  # in these all that is asked for below happens
    played = [Foreseen(seed, 400) for seed in (*found, *seeds_for("requests of Quest", amount(1, 6)))]
    seen = set()
    for one in played:
        for (said,), call, code, spent in zip(ask(*one.calls), one.calls, one.codes, one.spent, strict=True):
            action = call[2][0]
            assert said["code"] == code, (action, said)
            seen.add(code)
            if code == "" and spent >= 0:
                assert said["cost"] == spent, (action, said)
    assert seen >= {
        "", "bad_target", "rock", "tower", "overweight", "energy", "no_target", "friendly", "out_of_reach", "missing",
        "unknown_blueprint", "wrong_ingredients", "occupied", "no_build", "max_level", "gold", "frozen",
    }  # fmt: skip


@pytest.mark.rule("QST-145")
def test_the_forecast_of_an_attack_is_what_it_does():
    rng = Random(3)
    for _ in range(25):
        armour, sword, most = rng.randrange(4), rng.randrange(4), rng.randrange(1, 201)
        energy = rng.randrange(1, 200)
        table = Table(MEADOW, [
            at(100, 4, 4, sword=sword),
            at(200, 5, 4, armour=armour, max_energy=most, energy=rng.randrange(most + 1)),
        ])  # fmt: skip
        (targets, told) = ask(["targets", table.given(), 100], ["strikes", table.given(), 100, 200, energy])
        assert targets == [200]
        table.do({"type": "attack", "unit": 100, "target": 200, "energy": energy})
        enemy = table.unit(200)
        assert told["dies"] == bool(enemy.respawned)
        if not told["dies"]:
            assert (told["max"], told["energy"]) == (enemy.max_energy, enemy.energy)
            assert told["damage"] == most - enemy.max_energy


def test_energy_of_the_next_turn_is_foretold():
    for model in ("logarithmic", "full"):
        units = [at(100 + n, n, 0, energy=n * 21, max_energy=190 - n) for n in range(8)]
        others = [at(200 + n, n, 8) for n in range(8)]
        table = Table(MEADOW, units + others, settings={"replenish_model": model})
        (told,) = ask(["nextTurn", table.given()])
        before = {one: table.unit(one).max_energy for one in range(100, 108)}
        table.next_turn()
        heal = {one: table.unit(one).max_energy - before[one] for one in range(100, 108)}
        assert set(heal.values()) == {5}  # which no forecast knows of: another turn begins with more
        table = Table(MEADOW, units + others, settings={"replenish_model": model, "max_energy_heal": 0})
        table.next_turn()
        table.next_turn()
        assert told == {str(one): table.unit(one).energy for one in range(100, 108)}


@pytest.mark.rule("QST-145")
def test_ways_in_reach_are_marked_and_missing_amounts_said():
    table = Table(
        MEADOW, [at(100, 4, 4, resources={"iron": 10, "stone": 4, "wood": 2, "bronze": 14}), ENEMY],
        surface=[{"x": 4, "y": 4, "resources": {"wood": 5}}],
    )  # fmt: skip
    sword1, sword2 = ask(["ways", table.given(), 100, "sword1"], ["ways", table.given(), 100, "sword2"])
    assert sword1 == [
        {
            "use": {"iron": 10, "stone": 4, "wood": 4},
            "missing": {"wood": 2},
            "ready": False,
            "near": True,
            "points": 54,
        },
        {"use": {"bronze": 14, "wood": 4}, "missing": {"wood": 2}, "ready": False, "near": True, "points": 54},
    ]
    assert sword2[1]["missing"] == {"sword1": 1, "iron": 2, "wood": 4}
    assert sword2[1]["near"] is False
    assert sword2[1]["points"] == 54
    table.do({"type": "pickup", "unit": 100, "what": {"wood": 5}})
    (ready,) = ask(["ways", table.given(), 100, "sword1"])
    assert [one["ready"] for one in ready] == [True, True]
    table.do({"type": "craft", "unit": 100, "item": "sword1", "use": ready[0]["use"]})
    assert table.g.players[1].points == ready[0]["points"]
    assert ask(["prices", table.given()]) == [[200, 200, 100, 50]]


@pytest.mark.rule("QST-145")
def test_what_lies_in_a_cell_is_counted_from_digs_and_pickups():
    table = Table(
        MEADOW, [at(100, 4, 4), ENEMY], buried=[{"x": 4, "y": 4, "resources": {"iron": 12, "wood": 30}}],
        surface=[{"x": 4, "y": 4, "resources": {"iron": 5}}], items=[{"x": 4, "y": 4, "items": {"sword2": 1}}],
    )  # fmt: skip
    here = {"x": 4, "y": 4}
    (before,) = ask(["lies", table.given(), here])
    assert before == {
        "surface": {"iron": 5, "sword2": 1}, "ground": {}, "unknown": ["wood", "iron"], "dug": False,
        "total": {"iron": 5, "sword2": 1},
    }  # fmt: skip
    table.do({"type": "dig", "unit": 100})
    given = table.given()
    (dug,) = ask(["lies", given, here])
    assert (dug["ground"], dug["unknown"]) == ({"wood": 30, "iron": 12}, [])
    assert dug["total"] == {"wood": 30, "iron": 17, "sword2": 1}
    # 10 iron: 5 from the surface, 5 out of the ground
    table.do({"type": "pickup", "unit": 100, "what": {"iron": 10}})
    (ledger,) = ask(["took", given, 100, {}, {"iron": 10}, {"iron": 10}])
    (left,) = ask(["lies", table.given(), here, ledger])
    assert left["total"] == {"wood": 30, "iron": 7, "sword2": 1}
    table.do({"type": "pickup", "unit": 100, "what": left["total"]})
    assert table.unit(100).carried[tables.IRON] == 17
    assert table.unit(100).carried[tables.WOOD] == 30
    # where somebody else was, nothing came of it: the amount is not known any more, until the next dig
    (unsure,) = ask(["took", given, 100, {}, {"wood": 30}, {"wood": 0}])
    (lost,) = ask(["lies", given, here, unsure])
    assert (lost["ground"], lost["unknown"]) == ({"iron": 12}, ["wood"])
    # gone types are not asked for
    (gone,) = ask(["lies", table.given(), here])
    assert gone["total"] == {}


def test_as_much_is_taken_as_can_be_carried_and_gold_always():
    table = Table(MEADOW, [at(100, 4, 4, resources={"stone": 90}), ENEMY])
    assert ask(
        ["fits", table.given(), 100, {"wood": 4, "iron": 9, "gold": 50, "sword1": 1}],
        ["fits", table.given(), 100, {"armour3": 2}],
        ["drops", Table(MEADOW, [at(100, 4, 4, sword=1, items={"sword1": 2}), ENEMY]).given(), 100],
    ) == [{"wood": 4, "iron": 6, "gold": 50}, {}, {"sword1": 3}]


@pytest.mark.rule("QST-145")
def test_gathering_digs_takes_and_goes_on_until_the_unit_is_full():
    spots = {(4, 4): {"iron": 40}, (6, 4): {"wood": 30, "gold": 9}, (5, 7): {"stone": 60}, (8, 0): {"titanium": 5}}
    table = Table(
        MEADOW, [at(100, 4, 4), ENEMY],
        buried=[{"x": x, "y": y, "resources": what} for (x, y), what in spots.items()],
        settings={"unit_energy": 2000, "view_radius": 20, "view_buried_types": True},
    )  # fmt: skip
    task = {"kind": "gather", "home": {"x": 4, "y": 4}}
    ledger: dict[str, Any] = {}
    done = []
    for _ in range(40):
        (said,) = ask(["told", table.given(), 100, task, ledger])
        if "action" not in said:
            break
        action = said["action"]
        given = table.given()
        table.do(action)
        done.append(action["type"])
        if action["type"] == "pickup":
            (ledger,) = ask(["took", given, 100, ledger, action["what"], action["what"]])
    assert said == {"done": "full"}
    assert done == ["dig", "pickup", "move", "move", "dig", "pickup", "move", "move", "move", "dig", "pickup"]
    carried = table.unit(100).carried
    assert (carried[tables.IRON], carried[tables.WOOD], carried[tables.STONE]) == (40, 30, 30)
    assert table.g.players[1].gold == 209
    empty = Table(MEADOW, [at(100, 4, 4), ENEMY])
    assert ask(["told", empty.given(), 100, task]) == [{"done": "empty"}]


@pytest.mark.rule("QST-145")
def test_orders_wait_for_energy_and_stop_where_they_are_impossible():
    walk = {"kind": "walk", "to": {"x": 8, "y": 4}}
    dig = {"kind": "do", "action": {"type": "dig", "unit": 100}}
    hit = {"kind": "do", "action": {"type": "attack", "unit": 100, "target": 200, "energy": 300}}

    def unit(**more: Any) -> list[Any]:
        return Table(MEADOW, [at(100, 4, 4, **more), at(200, 5, 5)], settings={"replenish_keep": 100}).given()

    walled = Table(["." * 9, *(["....#...."] * 8)], [at(100, 3, 4), at(200, 8, 8)], settings={"view_radius": 1})
    assert ask(
        ["told", unit(), 100, walk],
        ["told", unit(energy=19), 100, walk],
        ["told", unit(frozen=2), 100, walk],
        ["told", unit(resources={"stone": 101}), 100, walk],
        ["told", unit(), 100, {"kind": "walk", "to": {"x": 4, "y": 4}}],
        ["told", unit(energy=3), 100, dig],
        ["told", unit(), 100, hit],
        ["told", walled.given(), 100, walk],
        ["ends", unit(), 100, [walk, dig, {"kind": "do", "action": {"type": "move", "unit": 100, "to": [8, 3]}}]],
    ) == [
        {"action": {"type": "move", "unit": 100, "to": [5, 4]}},
        {"wait": "energy"},
        {"wait": "frozen"},
        {"stop": "overweight"},
        {"done": ""},
        {"wait": "energy"},
        {"stop": "energy"},
        {"stop": "no_way"},
        {"x": 8, "y": 3},
    ]


def test_enemies_and_their_towers_that_come_into_sight_are_news():
    near = Table(["." * 20] * 9, [at(100, 4, 4), at(200, 10, 4)], settings={"view_radius": 5})
    before = near.given()
    near.do({"type": "move", "unit": 100, "to": [5, 4]})
    assert ask(["news", before, near.given()], ["news", near.given(), near.given()]) == [
        {"enemies": [200], "towers": 0},
        {"enemies": [], "towers": 0},
    ]
    tower = Table(
        ["." * 20] * 9, [at(100, 4, 4), at(200, 19, 4)], towers=[{"player": 2, "x": 10, "y": 1, "level": 1}],
        settings={"view_radius": 5},
    )  # fmt: skip
    before = tower.given()
    tower.do({"type": "move", "unit": 100, "to": [5, 4]})
    assert ask(["news", before, tower.given()]) == [{"enemies": [], "towers": 1}]
