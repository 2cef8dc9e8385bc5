"""The controls of the Dungeon without a browser: ways, standing orders, orders for many, and what is possible now."""

import json
from random import Random
from typing import Any

import msgspec
import pytest
from tests.games.dungeon.web.small_world import planet, robot, world
from tests.scale import amount, seeds_for
from tests.web.node import Script

from roundhouse.core.entries import order, tick
from roundhouse.games import dungeon
from roundhouse.match.replay import Replay

pytestmark = pytest.mark.slow
GAME = dungeon.GAME
ask = Script("dungeon_play.ts")


def teardown_module() -> None:
    ask.close()


def mining(name: str) -> dict[str, Any]:
    return {"type": "mining", "robot": name}


def move(name: str, to: str) -> dict[str, Any]:
    return {"type": "movement", "robot": name, "planet": to}


def rest(name: str) -> dict[str, Any]:
    return {"type": "regeneration", "robot": name}


def sell(name: str) -> dict[str, Any]:
    return {"type": "selling", "robot": name, "resource": None, "quantity": 0}


def test_ways_take_the_fewest_rounds_and_then_the_least_energy():
    here = world(robot("r", "a", energy=2))
    assert ask(
        ["way", here, "a", "e"],
        ["way", here, "b", "g"],
        ["way", here, "b", "d"],
        ["way", here, "e", "a"],
        ["energy", here, "a", "d"],
        ["way", world(planets=[planet("a"), planet("g")]), "a", "g"],
        ["station", here, "c"],
        ["station", here, "f"],
        ["rounds", here, "r", "d"],
    ) == [
        ["a", "b", "c", "d", "e"],
        ["b", "f", "g"],
        ["b", "c", "d"],
        ["e", "d", "c", "b", "a"],  # lanes lead back from a planet that nobody has visited
        4,  # easy, easy, medium
        None,
        "a",  # two steps and three energy, against two steps and five
        "g",
        4,  # two moves, a rest because the medium planet costs two, a move
    ]


def test_a_miner_goes_out_fills_up_sells_and_comes_back():
    order = {"kind": "mine", "at": "c", "rest": 0}
    full, some = {"cargo": {"coal": 20}}, {"cargo": {"coal": 6}}
    assert ask(
        ["stands", world(robot("r", "a")), "r", order],
        ["stands", world(robot("r", "c", **some)), "r", order],
        ["stands", world(robot("r", "c", **full)), "r", order],
        ["stands", world(robot("r", "b", **full)), "r", order],
        ["stands", world(robot("r", "a", **full)), "r", order],
        ["stands", world(robot("r", "c", energy=0)), "r", order],
        ["stands", world(robot("r", "c", energy=7)), "r", order | {"rest": 8}],
        ["stands", world(robot("r", "c", **full), planets=[planet("b"), planet("c")]), "r", order],
    ) == [
        {"command": move("r", "b")},
        {"command": mining("r")},
        {"command": move("r", "b")},
        {"command": move("r", "a")},
        {"command": sell("r")},
        {"command": rest("r")},
        {"command": rest("r")},
        {"command": None, "ended": "no_station"},
    ]


def test_a_miner_that_knows_nothing_to_mine_explores_until_it_does():
    unknown = {"visited": False, "station": None, "resource": None}
    order = {"kind": "mine", "at": "", "rest": 0}
    bare = [planet("a"), planet("b"), planet("c", **unknown), planet("f")]  # the iron of f is too hard
    found = [planet("a"), planet("b"), planet("c"), planet("f")]
    empty = [planet("a"), planet("b"), planet("c", amount=0), planet("d", **unknown)]
    cargo = {"cargo": {"coal": 6}}
    assert ask(
        ["ordered", world(robot("r", "a"), planets=bare), "r"],
        ["ordered", world(robot("r", "c")), "r"],
        ["stands", world(robot("r", "a"), planets=bare), "r", order],
        ["stands", world(robot("r", "b"), planets=bare), "r", order],
        ["stands", world(robot("r", "c"), planets=found), "r", order],
        ["stands", world(robot("r", "a", **cargo), planets=found), "r", order],
        ["stands", world(robot("r", "f"), planets=found), "r", order | {"at": "f"}],
        ["stands", world(robot("r", "c"), planets=empty), "r", order | {"at": "c"}],
        ["stands", world(robot("r", "a"), planets=[planet("a"), planet("b")]), "r", order],
        ["stands", world(robot("r", "a"), planets=[planet("a"), planet("b"), planet("f")]), "r", order],
        ["words", world(robot("r", "a"), planets=bare), order, "en"],
        ["words", world(robot("r", "a"), planets=bare), order, "de"],
    ) == [
        order,
        order | {"at": "c"},
        {"command": move("r", "b")},
        {"command": move("r", "c")},
        {"command": mining("r")},
        {"command": sell("r")},
        {"command": move("r", "b")},
        {"command": move("r", "d")},
        {"command": None, "ended": "no_resource"},
        {"command": None, "ended": "mining_level_too_low"},
        "finds something to mine and sells it",
        "sucht etwas zu schürfen und verkauft es",
    ]


def test_the_next_thing_to_press_is_marked():
    ask_next = lambda given, *told: ["marked", given, *told]  # noqa: E731
    hold = {"r": {"kind": "hold", "rest": 0}}
    assert ask(
        ask_next(world(), {}, {}, 0),
        ask_next(world(), {}, {}, 1),
        ask_next(world(own={"money": 20}), {}, {}, 0),
        ask_next(world(robot("r", "a"), robot("s", "a")), {"r": mining("r")}, {}, 0),
        ask_next(world(robot("r", "a")), {"r": mining("r")}, {}, 0),
        ask_next(world(robot("r", "a")), {}, hold, 0),
    ) == ["buy", "done", "done", "order", "done", "done"]


def test_other_standing_orders_go_on_and_end_by_themselves():
    seen = {"sightings": [{"id": "x", "seat": 2, "planet": "g", "round": 4}]}
    attack = {"type": "battle", "robot": "r", "target": "x"}
    assert ask(
        ["stands", world(robot("r", "a")), "r", {"kind": "goto", "to": "g", "rest": 0}],
        ["stands", world(robot("r", "g")), "r", {"kind": "goto", "to": "g", "rest": 0}],
        ["stands", world(robot("r", "a"), planets=[planet("a"), planet("g")]), "r",
         {"kind": "goto", "to": "g", "rest": 0}],
        ["stands", world(robot("r", "a")), "r", {"kind": "explore", "rest": 0}],
        ["stands", world(robot("r", "a"), planets=[planet("a"), planet("b")]), "r", {"kind": "explore", "rest": 0}],
        ["stands", world(robot("r", "a"), robot("s", "f")), "r", {"kind": "follow", "robot": "s", "rest": 0}],
        ["stands", world(robot("r", "f"), **seen), "r", {"kind": "follow", "robot": "x", "rest": 0}],
        ["stands", world(robot("r", "a")), "r", {"kind": "follow", "robot": "s", "rest": 0}],
        ["stands", world(robot("r", "a", energy=9)), "r", {"kind": "hold", "rest": 0}],
        ["stands", world(robot("r", "a", energy=9)), "r", {"kind": "hold", "rest": 10}],
        ["stands", world(robot("r", "g"), **seen), "r", {"kind": "repeat", "command": attack, "rest": 0}],
        ["stands", world(robot("r", "f"), **seen), "r", {"kind": "repeat", "command": attack, "rest": 0}],
    ) == [
        {"command": move("r", "b")},
        {"command": None, "ended": "arrived"},
        {"command": None, "ended": "no_way"},
        {"command": move("r", "b")},
        {"command": None, "ended": "explored"},
        {"command": move("r", "b")},
        {"command": move("r", "g")},
        {"command": None, "ended": "lost"},
        {"command": None},
        {"command": rest("r")},
        {"command": attack},
        {"command": None, "ended": "target_out_of_reach"},
    ]  # fmt: skip


def test_standing_orders_speak_for_all_but_those_with_a_command_and_explorers_part():
    unknown = [planet(name) for name in "abcdeg"] + [planet("f", visited=False, station=None, resource=None)]
    here = world(robot("p", "b"), robot("q", "b"), robot("r", "c"), robot("s", "g"), planets=unknown)
    explore = {"kind": "explore", "rest": 0}
    (told,) = ask([
        "told", here,
        {"p": explore, "q": explore, "r": explore, "s": {"kind": "goto", "to": "g", "rest": 0}}, ["r"],
    ])  # fmt: skip
    assert told["commands"] == [move("p", "f"), move("q", "c")]
    assert [(one["robot"], one["why"]) for one in told["ended"]] == [("s", "arrived")]


@pytest.mark.rule("DUN-188")
def test_a_wish_for_many_is_obeyed_by_those_that_can_and_the_others_have_their_reasons():
    swarm = [
        robot("p", "c"), robot("q", "c", energy=0), robot("r", "f"), robot("s", "a"), robot("t", "g", energy=1)
    ]  # fmt: skip
    names = [one["id"] for one in swarm]
    here = world(*swarm)
    mined, gone, upgraded, again = ask(
        ["wished", here, names, {"do": "mining"}],
        ["wished", here, names, {"do": "go", "planet": "g"}],
        ["wished", here, names, {"do": "upgrade", "stat": "STORAGE"}, {"s": sell("s")}, 1],
        ["again", here, ["p", "s", "t"], {"p": mining("p"), "s": move("s", "a")}],
    )
    assert mined["commands"] == [mining("p")]
    assert mined["why"] == [
        {"reason": "no_resource", "robots": ["s", "t"]},
        {"reason": "not_enough_energy", "robots": ["q"]},
        {"reason": "mining_level_too_low", "robots": ["r"]},
    ]
    assert (mined["energy"], mined["money"]) == (1, 0)
    # whoever has a long way rests on it; a single step that is too far for the energy is not possible
    assert gone["commands"] == [move("p", "d"), rest("q"), move("r", "g"), move("s", "b")]
    assert dict(gone["standing"]) == {name: {"kind": "goto", "to": "g", "rest": 0} for name in "pqs"}
    assert gone["why"] == [{"reason": "already_there", "robots": ["t"]}]
    # 200, less a robot for 100: two upgrades for 50
    assert [one["robot"] for one in upgraded["commands"]] == ["s", "t"]
    assert upgraded["commands"][0]["article"] == "STORAGE_1"
    assert upgraded["money"] == 100
    assert upgraded["why"] == [{"reason": "not_at_station", "robots": ["p", "q", "r"]}]
    assert again["commands"] == [mining("p")]
    assert again["why"] == [{"reason": "not_neighbour", "robots": ["s"]}, {"reason": "no_command", "robots": ["t"]}]


@pytest.mark.rule("DUN-189")
def test_the_balance_is_told_with_what_pending_orders_cost_and_bring():
    trader = robot("s", "a", cargo={"coal": 4, "iron": 2}, levels={"HEALTH": 2, "MAX_ENERGY": 1})
    here = world(trader, robot("t", "a", cargo={"coal": 1}), robot("u", "c", cargo={"coal": 9}))
    buy = [{"type": "buying", "robot": "t", "article": article, "quantity": 1} for article in ("MINING_1", "NUKE")]
    care = [{"type": "buying", "robot": "s", "article": article, "quantity": 1} for article in ("HEALTH", "ENERGY")]
    assert ask(
        ["money", here, [sell("s"), sell("u"), buy[0]], 2],
        ["money", here, [care[0], buy[1]], 0],
        ["money", here, [care[1]], 0],
        ["robotsFailure", here, 2, 200],
        ["robotsFailure", here, 3, 200],
        ["robotsFailure", here, 126, 10**9],
        ["robotsFailure", here, 0, 200],
    ) == [
        {"balance": 200, "sales": 50, "purchases": 250, "after": 0},
        {"balance": 200, "sales": 0, "purchases": 360, "after": -160},
        {"balance": 200, "sales": 0, "purchases": 150, "after": 50},
        "", "not_enough_money", "robot_limit", "bad_quantity",
    ]  # fmt: skip


@pytest.mark.rule("DUN-188")
def test_lists_are_filtered_searched_sorted_and_grouped():
    here = world(
        robot("idle", "c", cargo={"coal": 20}), robot("told", "a", energy=4, health=3), robot("held", "c"),
        robot("arms", "g", items={"ROCKET": 1}, levels={"MINING": 2}, last={"type": "x", "reason": "no_item"}),
    )  # fmt: skip
    tasks = [{"told": rest("told")}, ["held"]]

    def listed(filter_: str, search: str = "", sort: str = "age") -> list[Any]:
        return ["listed", here, filter_, search, sort, *tasks]

    assert ask(
        listed("all"), listed("idle"), listed("station"), listed("full"), listed("hurt"), listed("tired"),
        listed("armed"), listed("failed"), listed("all", "coal"), listed("all", "rocket"), listed("all", "2·1 idle"),
        listed("all", sort="planet"), listed("all", sort="health"), listed("all", sort="energy"),
        listed("all", sort="cargo"), listed("all", sort="levels"), ["groups", here],
    ) == [
        ["idle", "told", "held", "arms"], ["idle", "arms"], ["told", "arms"], ["idle"], ["told"], ["told"],
        ["arms"], ["arms"], ["idle", "held"], ["arms"], ["idle"],
        ["told", "idle", "held", "arms"], ["told", "idle", "held", "arms"], ["told", "idle", "held", "arms"],
        ["idle", "told", "held", "arms"], ["arms", "idle", "told", "held"],
        [["c", ["idle", "held"]], ["a", ["told"]], ["g", ["arms"]]],
    ]  # fmt: skip


@pytest.mark.rule("DUN-188")
def test_robots_are_chosen_one_by_one_by_range_and_together():
    row = ["a", "b", "c", "d", "e"]
    assert ask(
        ["clicks", row, [["b", {}], ["d", {"range": True}], ["a", {"range": True}]]],
        ["clicks", row, [["b", {}], ["d", {"toggle": True}], ["b", {"toggle": True}], ["c", {}]]],
        ["clicks", row, [["a", {}], ["c", {"toggle": True}], ["e", {"range": True, "toggle": True}]]],
        ["between", row, "d", "b"],
        ["joined", ["a"], ["b", "c"], False],
        ["joined", ["a"], ["b", "c"], True],
        ["joined", ["a", "b", "c"], ["b", "c"], True],
        ["step", row, "b", "ArrowDown"],
        ["step", row, "e", "ArrowDown"],
        ["step", row, "b", "End"],
        ["step", row, "", "ArrowDown"],
    ) == [
        [["b"], ["b", "c", "d"], ["a", "b"]],
        [["b"], ["b", "d"], ["d"], ["c"]],
        [["a"], ["a", "c"], ["a", "c", "d", "e"]],
        ["b", "c", "d"],
        ["b", "c"],
        ["a", "b", "c"],
        ["a"],
        "c", "e", "e", "a",
    ]  # fmt: skip


def test_the_report_names_what_failed_was_won_and_lost():
    here = world(robot("r", "a", last={"type": "movement", "reason": "planet_blocked", "transaction": "t"}))
    base = {"id": "e", "round": 4, "phase": 2, "transaction": None}
    trade = base | {
        "type": "trade", "seat": 1, "kind": "sell", "robot": "r", "success": True, "reason": "", "article": None,
        "quantity": 1, "money": 25, "robots": [], "sold": {}, "prices": {},
    }  # fmt: skip
    bought = trade | {"kind": "buy", "robot": None, "success": False, "reason": "robot_limit", "money": 0}
    hit = base | {
        "type": "fight", "seat": 2, "robot": "x", "success": True, "reason": "", "target": "r", "target_seat": 1,
        "item": "", "health": 4,
    }  # fmt: skip
    lost = base | {"type": "robot_destroyed", "robot": "q", "seat": 1, "planet": "a", "credited": [2]}
    (made,) = ask(["report", here, [trade, bought, hit, lost]])
    assert made["failed"] == [
        {"robot": "", "type": "buying", "reason": "robot_limit"},
        {"robot": "r", "type": "movement", "reason": "planet_blocked"},
    ]
    assert (made["earned"], made["lost"]) == (25, ["q"])
    assert made["hits"] == [{"robot": "r", "by": 2, "from": "x", "item": "", "left": 4}]


class Foreseen:
    """A player alone tries anything; what the controls say of each command, and what comes of it."""

    def __init__(self, seed: int, rounds: int) -> None:
        rng = Random(seed)
        settings = {
            "start_robots": 8, "start_money": 100_000, "max_rounds": rounds + 1, "map_side": 7,
            "health": (30000 - 5, 30000 - 4, 30000 - 3, 30000 - 2, 30000 - 1, 30000),
            "max_energy": (5, 6, 7, 8, 9, 10), "patch_cells": (4, 6, 8, 10, 12),
            "mining_energy": rng.choice(["level", "resource"]),
        }  # fmt: skip
        setup = GAME.setup(["alone"], seed=seed, settings=settings)
        replay = Replay(GAME, setup)
        self.calls: list[Any] = []
        self.reasons: list[list[str]] = []
        self.energies: list[list[int | None]] = []
        for _ in range(rounds):
            view = json.loads(msgspec.json.encode(GAME.view(replay.state, 1, ["", "alone"])))
            commands = [self._any(rng, view, one) for one in view["you"]["robots"]]
            options = msgspec.to_builtins(GAME.settings_of(setup))
            self.calls.append(["judged", [view, options], commands, 10**9])
            for command in commands:
                action = msgspec.convert(command, GAME.actions)
                replay.enter(order(1, GAME.row_of(action, replay.state)))
            before = [one["energy"] for one in view["you"]["robots"]]
            replay.enter(tick())
            robots = GAME.view(replay.state, 1, ["", "alone"]).you.robots
            self.reasons.append([one.last.reason for one in robots])
            plain = ("movement", "battle", "mining", "blocking", "regeneration")
            self.energies.append([
                was - one.energy if command["type"] in plain else None
                for was, one, command in zip(before, robots, commands, strict=True)
            ])  # fmt: skip

    def _any(self, rng: Random, view: dict[str, Any], one: dict[str, Any]) -> dict[str, Any]:
        name, planets = one["id"], [planet["id"] for planet in view["planets"]]
        near = next(planet for planet in view["planets"] if planet["id"] == one["planet"])["neighbours"]
        articles = [article for article in view["market"]["articles"] if article != "ROBOT"]
        items = ("ROCKET", "LONG_RANGE_BOMBARDMENT", "NUKE")
        friend = rng.choice(view["you"]["robots"])["id"]
        item = rng.choice(items)
        return rng.choice([
            {"type": "movement", "robot": name, "planet": rng.choice(planets)},
            {"type": "movement", "robot": name, "planet": rng.choice(list(near.values()))},
            {"type": "movement", "robot": name, "planet": rng.choice(list(near.values()))},
            {"type": "battle", "robot": name, "target": friend},
            {"type": "mining", "robot": name},
            {"type": "regeneration", "robot": name},
            {"type": "selling", "robot": name},
            {"type": "buying", "robot": name, "article": rng.choice(articles)},
            {"type": "buying", "robot": name, "article": rng.choice(articles)},
            {"type": "repairItemUse", "robot": name, "item": "REPAIR_SWARM"},
            {"type": "battleItemUse", "robot": name, "item": item,
             "target": friend if item == "ROCKET" else rng.choice(planets)},
        ])  # fmt: skip


@pytest.mark.rule("DUN-188")
def test_what_the_controls_foresee_is_what_the_rules_do():
    found = 1, 2  # in these all that is asked for below happens
    played = [Foreseen(seed, 60) for seed in (*found, *seeds_for("commands of the Dungeon", amount(1, 6)))]
    seen = set()
    for one in played:
        for answers, call, reasons, energies in zip(ask(*one.calls), one.calls, one.reasons, one.energies, strict=True):
            moving = {each["robot"] for each in call[2] if each["type"] in ("movement", "battle", "battleItemUse")}
            for said, command, reason, spent in zip(answers, call[2], reasons, energies, strict=True):
                # whom others' moves of the same round take away or bring is not foreseen
                aimed = command["type"] == "battle" or command.get("item") == "ROCKET"
                if aimed and {command["robot"], command["target"]} & (moving - {command["robot"]}):
                    continue
                if command["type"] == "repairItemUse" or command.get("article") == "ENERGY":
                    spent = None
                assert said["reason"] == reason, (command, said)
                seen.add(reason)
                if spent is not None and not reason:
                    assert said["energy"] == spent, (command, said)
    assert seen >= {
        "", "not_neighbour", "not_enough_energy", "no_resource", "mining_level_too_low", "not_at_station",
        "cargo_empty", "wrong_level", "target_out_of_reach", "no_item",
    }  # fmt: skip
