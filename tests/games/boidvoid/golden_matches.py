"""The golden matches of BoidVoid: sealed and live turns, every order and refusal, every end."""

import json
from functools import partial
from typing import Any

from tests.golden import Play, random_orders, script

from roundhouse.games.boidvoid import GAME
from roundhouse.games.boidvoid.notation import read_action
from roundhouse.games.boidvoid.rules import tables as t

legal = partial(random_orders, GAME)


def setup(seed: int, preset: str = "standard", **settings: Any) -> Any:
    return GAME.setup(seed=seed, preset=preset, settings=settings)


def scripted(*orders: str) -> Play:
    """`1: 1 move 3,4` is an order of seat 1, `tick` a tick, `2 leaves` a seat that resigns, `1 row 99 1` a row, and
    `change 1 4 0` what an organiser alters."""

    def act(match: Any, word: str, rest: str) -> None:
        if word == "change":
            numbers = [int(number) for number in rest.split()]
            match.change(numbers + [0] * (t.CHANGE_WIDTH - len(numbers)))
        elif rest.startswith("row "):
            numbers = [int(number) for number in rest.split()[1:]]
            match.act(int(word), numbers + [0] * (t.WIDTH - len(numbers)))
        else:
            match.act(int(word[:-1]), GAME.row_of(read_action(rest), match.state))

    return script(orders, t.RESIGNED, act)


def field(width: int, height: int, homes: list[list[int]], **more: dict[str, Any]) -> str:
    """A map of clear tiles; `t3_4` says what the tile 3,4 has besides."""
    tiles = [{"x": x, "y": y, "type": "clear"} | more.get(f"t{x}_{y}", {}) for y in range(height) for x in range(width)]
    return json.dumps({"name": "field", "width": width, "height": max(5, height), "homes": homes, "tiles": tiles})


WORKSHOP = field(
    8, 6, [[1, 1], [6, 4]], t3_0={"obstacle": "black_hole"}, t4_2={"poi": "space_oasis"}, t7_0={"npc": "space_pirate"}
)
STRIP = field(5, 1, [[0, 0], [4, 0]])
DEADLY = {
    "ships_per_team": 1, "capture_turns": 1, "enemy_capture_factor": 1, "ap_start": 24, "turn_mode": "live",
    "starting_inventory": (), "spaceship": {"attack": 900, "range": 9, "ap_recharge": 24, "respawn_turns": 50},
    "mothership": {"health": 1, "attack": 0, "respawn_turns": 50},
}  # fmt: skip
WORKSHOP_RULES = {
    "map": WORKSHOP, "turn_mode": "live", "ap_start": 24, "swarm_max_ships": 2, "boost_slots": 1,
    "superstructure_max_level": 1,
    "starting_inventory": ("ss-relay", "boost-overcharge", "boost-plating", "ss-bastion", "ss-relay", "ship-standard"),
}  # fmt: skip
FIRST_TURN = (
    "1 row 99", "1: 2 move 3,1", "1: 7 capture", "1: 1 path 3,3", "1: 1 move 3,0", "1: 1 move 2,0", "1: 1 move 7,5",
    "1: 1 capture", "1: 1 cancel", "1: 1 build 9", "1: 1 spawn 1,2", "1: 1 battery 99", "1: 1 attack 5",
    "1: 1 attack 2", "1: 1 attack 99", "1: 1 swarm_join 50", "1: 1 swarm_leave 2,1", "1: 1 battery 80",
    "1: 1 boost 1 burn 1", "1: 1 boost 2 stake 1", "1: 1 build 0", "1: 1 swarm_create",
    "2: 2 move 3,1", "2: 2 capture", "2: 2 move 2,0",
    "3: 3 automode on", "3: 3 move 0,2", "3: 3 automode off", "3: 3 move 0,3", "3: 3 build 0", "3: 3 swarm_create",
    "3: 3 move 0,4",
    *["change 3 3 4 0"] * 11, "4: 4 build 6", "4: 4 attack 3", "4: 4 boost 2 stake", "4: done", "4: 4 battery 30",
    "5: 5 detonate", "5: 5 move 6,2", "5: 5 spawn 6,3", "change 0 5 250000", "change 2 5 1", "tick",
)  # fmt: skip
LATER_TURNS = (
    "5: 5 spawn 6,3", "5: 5 equip 5", "1: 1 build 4", "1: 1 swarm_join 10", "2: 2 cancel", "1: 7 move 0,2",
    "4: 4 unstake 2", "4: 4 path 4,3 4,2", "4: 4 capture", "tick",
    "1: 1 build 3", "1: 1 build 4", "2: 2 move 1,3", "2: 2 swarm_join 10", "1: 1 move 1,2", "1: 1 swarm_join 10",
    "1: 10 move 0,4", "1: 10 attack 8", "tick",
    "2: 2 swarm_leave 1,4", "1: 7 detonate", "1: 1 move 3,2", "1: 1 capture", "1: 1 attack 4", "6: 6 automode on",
    "tick", "tick", "change 1", "tick", "1: 1 capture",
)  # fmt: skip
KILL = ("1: 1 attack 2", "tick", "1: 1 attack 4", "tick")
MATCHES: dict[str, tuple[str, Any, Play]] = {
    "sealed": ("random play of two teams", setup(1, turn_limit=9, map_radius=4), legal(1)),
    "three": ("random play of three teams", setup(2, "three", turn_limit=7, map_radius=4), legal(2)),
    "workshop": (
        "every order and every refusal, live, until the season ends",
        setup(3, "crew", **WORKSHOP_RULES),
        scripted(*FIRST_TURN, *LATER_TURNS),
    ),
    "restart": (
        "sealed orders that are given anew, refused and carried out; a team resigns",
        setup(4, "crew", map=WORKSHOP, ap_start=24),
        scripted(
            "1: 1 move 1,2", "1: restart", "1: 1 move 3,1", "1: 1 capture", "1: done", "1: 1 cancel", "2: 2 attack 9",
            "4: 4 move 4,3", "tick", "1: 1 cancel", "tick", "4 leaves", "5 leaves", "6 leaves",
        ),
    ),
    "all": (
        "one team takes every tile",
        setup(5, "crew", map=STRIP, **DEADLY),
        scripted(
            *KILL, "1: 1 move 2,0", "1: 1 capture", "tick", "1: 1 move 3,0", "1: 1 capture", "tick", "1: 1 move 4,0",
            "1: 1 capture", "tick",
        ),
    ),
    "last": (
        "one team loses everything, a tile stays free",
        setup(6, "crew", map=STRIP, **DEADLY),
        scripted(
            *KILL, "1: 1 move 3,0", "1: 1 capture", "tick", "1: 1 move 4,0", "1: 1 capture", "tick", "2: 2 capture",
        ),
    ),
}  # fmt: skip
