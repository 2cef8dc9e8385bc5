"""The golden matches of Quest: both scorings, every action and refusal, every end."""

from functools import partial
from typing import Any

from tests.golden import Play, random_orders

from roundhouse.games.quest import GAME
from roundhouse.games.quest.notation import read_action
from roundhouse.games.quest.rules import tables as t
from roundhouse.protocol.actions import enter_all

legal = partial(random_orders, GAME)


def setup(seats: int, seed: int, preset: str = "standard", **settings: Any) -> Any:
    names = [f"player {n}" for n in range(1, seats + 1)]
    return GAME.setup(names, seed=seed, preset=preset, settings={"players": seats, **settings})


def scripted(*orders: str) -> Play:
    """`100 move 3,4` is an action of the player whose unit it is, `2: resign` one of player 2, `tick` a tick,
    `2 leaves` and `2 returns` a line that is lost and found, `1 row 99 ...` a row, `1 list 100 dig; 100 view` a list
    of actions."""

    def play(match: Any) -> None:
        for order in orders:
            word, _, action = order.partition(" ")
            if order == "tick":
                match.tick()
            elif action in ("leaves", "returns"):
                match.leave(int(word), t.CONNECTION_LOST if action == "leaves" else t.RETURNED)
            elif action.startswith("row "):
                numbers = [int(number) for number in action.split()[1:]]
                match.act(int(word), numbers + [0] * (t.WIDTH - len(numbers)))
            elif action.startswith("list "):
                enter_list(match, int(word), action.removeprefix("list ").split("; "))
            else:
                seat, words = (int(word[:-1]), action) if word.endswith(":") else (int(word[0]), order)
                match.act(seat, GAME.row_of(read_action(words), match.state))

    return play


def enter_list(match: Any, seat: int, words: list[str]) -> None:
    """What is skipped is never tried, so it is noted here."""
    verdicts = enter_all(match, seat, [read_action(one) for one in words], 0)
    for one, verdict in zip(words, verdicts, strict=True):
        if verdict.code == "skipped":
            match.lines.append(f"  -  refused {seat} {one}   [skipped]")


def unit(id_: int, x: int, y: int, **more: Any) -> dict[str, Any]:
    return {"id": id_, "player": id_ // 100, "x": x, "y": y, **more}


WORKSHOP: dict[str, Any] = {
    "terrain": [
        "............",
        "....#.......",
        "....#.......",
        "............",
        "............",
        "............",
        "............",
    ],
    "start": {"1": [1, 1], "2": [7, 5]},
    "units": [
        unit(100, 3, 3, resources={"iron": 40, "stone": 60, "wood": 80, "bronze": 14, "leather": 20}),
        unit(101, 6, 3, sword=1, resources={"stone": 12, "wood": 18}),
        unit(102, 1, 5, resources={"iron": 101}),
        unit(103, 6, 4, energy=30, max_energy=30, resources={"stone": 4}),
        unit(200, 7, 3, energy=90, max_energy=120, armour=1, resources={"iron": 7, "wood": 3}, items={"armour1": 1}),
        unit(201, 7, 4, retaliate={"energy": 40, "cutoff": 40}),
        unit(202, 9, 5, resources={"stone": 62, "wood": 68}),
        unit(203, 10, 6, resources={"iron": 1}),
    ],
    "buried": [{"x": 3, "y": 3, "resources": {"iron": 12, "gold": 30}}, {"x": 6, "y": 3, "resources": {"wood": 30}}],
    "surface": [{"x": 6, "y": 3, "resources": {"iron": 5}}, {"x": 10, "y": 6, "resources": {"iron": 30000}}],
    "items": [{"x": 6, "y": 3, "items": {"sword2": 1}}],
    "traps": [{"player": 1, "x": 8, "y": 5, "level": 1}],
    "players": {"1": {"gold": 1000}, "2": {"gold": 10, "levels": {"armour": 2}}},
}
DUEL: dict[str, Any] = {
    "terrain": ["......", "......", "......", "......", "......"],
    "start": {"1": [0, 0], "2": [5, 4]},
    "units": [unit(100, 2, 2, sword=3), unit(200, 3, 2, energy=40, max_energy=40)],
}
MINED: dict[str, Any] = {
    "terrain": ["." * 26] * 6,
    "start": {"1": [0, 0], "2": [25, 5]},
    "units": [
        unit(100, 0, 1),
        unit(101, 1, 5, resources={"stone": 12, "wood": 18}),
        unit(200, 24, 5),
        unit(201, 25, 5),
    ],
    "traps": [{"player": 1, "x": 2 + n % 24, "y": n // 24, "level": 1} for n in range(128)],
}

MATCHES: dict[str, tuple[str, Any, Play]] = {
    "drawn": (
        "two rounds of random actions on a drawn map",
        setup(2, 11, width=50, height=50, units=3, rounds=2),
        legal(11),
    ),
    "four": (
        "a round of four players who start in the centre",
        setup(4, 5, "large", width=52, height=50, units=2, rounds=1, max_actions=8),
        legal(5),
    ),
    "arena": (
        "eight rounds of random actions at close quarters",
        setup(2, 7, "skirmish", scenario=WORKSHOP, rounds=8, view_radius=3, move_cost=10),
        legal(7),
    ),
    "origin": (
        "the preset of the original: its scoring, its replenishing, visible traps",
        setup(2, 3, "origin", scenario=WORKSHOP, rounds=6, move_weight_pct=2),
        legal(3),
    ),
    "workshop": (
        "every action and every refusal, traps and towers, deaths in both turns, a lost line, a resignation",
        setup(2, 1, scenario=WORKSHOP, rounds=9, max_actions=38),
        scripted(
            "200 view",  # not its turn
            "1 row -1",
            "1 row 2 100 200 0",
            "150 dig",
            "100 move 9,9",
            "101 move 8,3",
            "100 move 4,2",
            "102 move 1,4",
            "100 attack 299 5",
            "100 attack 101 5",
            "100 attack 200 5",
            "101 attack 200 500",
            "100 equip sword1",
            "100 drop titanium 1",
            "100 craft sword2 iron 20 stone 10 wood 10",
            "100 craft sword1 iron 9 stone 4 wood 4",
            "101 craft sword1 bronze 14 wood 4",
            "100 dig",
            "100 pickup iron 13 gold 30",
            "100 craft sword1 bronze 14 wood 4",
            "100 equip sword1",
            "100 retaliate 20 60",
            "100 research trap",
            "100 research trap",
            "100 research trap",
            "101 pickup iron 5 wood 31",
            "101 pickup sword2 1",
            "101 equip sword2",
            "101 drop sword1 1",
            "101 attack 200 100",
            "101 attack 200 7",  # 200 dies
            "101 move 6,4",
            "101 attack 200 1",
            "101 place_trap trap1 stone 12 wood 18",
            "103 attack 201 10",  # which strikes back: 103 dies
            "103 dig",
            "102 drop iron 2",
            "102 move 1,4",
            "102 view",  # the last request of the turn
            "101 view",
            "tick",
            "202 place_trap trap1 stone 12 wood 18",
            "202 place_tower tower1 stone 50 wood 50",
            "202 move 9,4",
            "202 place_tower tower1 stone 50 wood 50",
            "203 drop iron 1",
            "203 move 10,5",
            "203 move 9,4",
            "201 research tower",
            "200 attack 101 160",
            "200 attack 101 40",  # 101 dies
            "203 move 9,6",
            "203 move 8,5",  # a trap
            "203 dig",
            "2: end_turn",
            "202 view",
            "tick",
            "101 move 2,1",
            "tick",  # time is up
            "2 leaves",
            "tick",
            "100 move 4,3",
            "100 place_tower tower1 iron 30 stone 30 wood 30",
            "1: end_turn",
            "tick",
            "2 returns",
            "200 view",
            "2: end_turn",
            "tick",
            "tick",
            "1: resign",
        ),
    ),
    "lists": (
        "a list is carried out in order; what is skipped, and more traps than a player can have",
        setup(2, 1, scenario=MINED, max_actions=9),
        scripted("1 list 100 move 9,9; 101 dig; 100 dig; 101 place_trap trap1 stone 12 wood 18; 101 dig", "1: resign"),
    ),
    "removed": (
        "without re-spawning the last unit is the end",
        setup(2, 1, scenario=DUEL, respawn=False),
        scripted(
            "100 attack 200 10", "tick", "200 move 4,2", "2: end_turn", "tick", "100 move 3,2", "100 attack 200 20"
        ),
    ),
    "nobody": (
        "nobody is connected any more",
        setup(2, 1, scenario=DUEL),
        scripted("100 dig", "1 leaves", "tick", "2 leaves"),
    ),
}
