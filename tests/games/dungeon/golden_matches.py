"""The golden matches of the Dungeon: every preset, item and refusal, every change by an organiser and every end."""

from functools import partial
from typing import Any

from tests.golden import Play, random_orders, script

from roundhouse.games.dungeon import GAME
from roundhouse.games.dungeon.notation import read_action
from roundhouse.games.dungeon.rules import tables as t

legal = partial(random_orders, GAME)
SMALL: dict[str, Any] = {"map_side": 5, "stations_per_player": 1, "desert_factor": 2}


def setup(seats: int, seed: int, preset: str = "standard", **settings: Any) -> Any:
    names = [f"player {n}" for n in range(1, seats + 1)]
    return GAME.setup(names, seed=seed, preset=preset, settings={**SMALL, **settings})


def scripted(*orders: str) -> Play:
    """`1 r3 move 0,1` is an order of seat 1, `tick` a tick, `1 leaves` a lost connection, `1 row 99 ...` a row, and
    `change 0 20` what an organiser alters."""

    def act(match: Any, word: str, action: str) -> None:
        if word == "change":
            match.change([int(number) for number in action.split()])
        elif action.startswith("row "):
            match.act(int(word), [int(number) for number in action.split()[1:]])
        else:
            match.act(int(word), GAME.row_of(read_action(action, match.state), match.state))

    return script(orders, t.CONNECTION_LOST, act)


MATCHES: dict[str, tuple[str, Any, Play]] = {
    "standard": (
        "ten rounds of random orders",
        setup(3, 11, start_robots=2, start_money=900, max_rounds=10),
        legal(11),
    ),
    "msd-2022": (
        "the preset whose events everybody hears",
        setup(2, 5, "msd-2022", start_robots=2, max_rounds=6),
        legal(5),
    ),
    "msd-2023": (
        "the preset with trade and robots anywhere",
        setup(2, 3, "msd-2023", start_robots=1, max_rounds=8),
        legal(3),
    ),
    "items": (
        "all items, in fights and out of them",
        setup(2, 2, start_robots=3, start_money=3000, trade_anywhere=True, max_rounds=5),
        scripted(
            "1 r1 buy ROCKET",
            "1 r2 buy NUKE",
            "1 r3 buy SELF_DESTRUCTION",
            "2 r4 buy LONG_RANGE_BOMBARDMENT",
            "2 r5 buy WORMHOLE",
            "2 r6 buy REPAIR_SWARM",
            "1 buy 1 ROBOT",
            "tick",
            "1 r1 use ROCKET r4",
            "1 r2 buy HEALTH",
            "1 r7 block",
            "2 r4 battle r1",
            "2 r5 use WORMHOLE",
            "2 r6 use REPAIR_SWARM",
            "tick",
            "1 r1 battle r4",  # too late: it is destroyed by then
            "1 r2 use NUKE 3,0",
            "1 r3 use SELF_DESTRUCTION r3",
            "2 r4 use LONG_RANGE_BOMBARDMENT 4,0",
            "2 r5 mine",
            "2 r6 sell",
            "tick",
            "2 r5 use ROCKET r5",
            "2 buy 2 ROBOT",
            "2 buy 99 ROBOT",
            "tick",
            "2 r5 regenerate",
            "tick",
        ),
    ),
    "organiser": (
        "every refusal and every change; one leaves, and the organiser ends the game",
        setup(3, 4, start_robots=1, patch_amount=40),
        scripted(
            "1 r2 mine",
            "1 row 99 1 -1 -1 -1",
            "1 row 1 1 -3 -1 -1",
            "1 row 8 -1 -1 1 1",
            "1 r1 regenerate",
            "1 r1 withdraw",
            "change 0 1",
            "change 1 5",
            "change 2 5",
            "change 4 -2",
            "change 9 1",
            "change 0 20",
            "change 1 3000",
            "change 2 1",
            "change 4 9",
            "change 4 19",
            "tick",
            "1 leaves",
            "1 r1 mine",
            "2 r2 block",
            "change 3 -1",
            "tick",
            "2 done",
            "change 3 -1",
        ),
    ),
    "deserted": (
        "all but one have left",
        setup(2, 1, start_robots=1),
        scripted("2 r2 regenerate", "1 done", "2 leaves", "tick"),
    ),
    "nobody": ("nobody can afford a robot", setup(2, 1, start_money=99), scripted("1 buy 1 ROBOT", "tick")),
}
