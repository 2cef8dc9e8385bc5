"""Random matches of any game: legal actions, and others that are a little off."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from roundhouse.core import schema
from roundhouse.core.game import Game, SeatSetup, Setup


def models(*names: str) -> list[SeatSetup]:
    return [SeatSetup(f"seat {n}", choice=name) for n, name in enumerate(names, 1)]


def named(count: int) -> list[str]:
    return [f"seat {n}" for n in range(1, count + 1)]


# What is tried of each game: every preset, number of seats and state form
# Two who cannot get away from each other, so that one of them is the last one left
DUEL = {
    "terrain": ["....."] * 5,
    "start": {"1": [0, 0], "2": [4, 4]},
    "units": [
        {"id": 100, "player": 1, "x": 2, "y": 2},
        {"id": 200, "player": 2, "x": 3, "y": 2},
    ],
}
# What builds and boosts of every kind need
BOXES = (
    "ss-relay", "boost-overcharge", "ss-bastion", "boost-hull", "ss-relay", "boost-cell", "boost-thrusters",
    "ss-beacon", "ship-standard", "mothership-standard", "boost-drydock", "boost-yard",
)  # fmt: skip
# A line of tiles and a ship for each team that destroys whatever it hits, so that a team loses everything
STRIP = json.dumps(
    {
        "name": "strip",
        "width": 5,
        "height": 5,
        "homes": [[0, 0], [4, 0]],
        "tiles": [{"x": x, "y": 0, "type": "clear"} for x in range(5)],
    }
)
SETTINGS: dict[str, list[dict[str, Any]]] = {
    "spacegoo": [
        {"preset": "standard"},
        {"preset": "classic"},
        {"preset": "standard", "settings": {"off_lane": "ignore", "max_rounds": 60}},
        {"preset": "standard", "settings": {"players": 4}},
        {"preset": "classic", "settings": {"players": 4, "max_rounds": 80}},
        {"preset": "standard", "settings": {"max_x": 40, "max_y": 9}},
    ],
    "rally": [
        {"names": models("albot", "lazy")},
        {"names": models("tanky", "james", "lazy"), "settings": {"board": "assembly-line", "lives": 0}},
        {"names": models("peach", "james", "albot", "lazy"), "settings": {"board": "oil-cellar", "respawn_damage": 4}},
        {"names": models("lazy", "lazy", "james", "peach", "albot"), "settings": {"board": "scrap-press"}},
        {
            "names": models("albot", "albot", "albot", "albot", "albot", "albot"),
            "settings": {"board": "assembly-line", "checkpoints": 1, "field_laser_pierces": False},
        },
        {"names": models("peach", "peach", "james", "james", "tanky", "lazy", "albot"), "settings": {"max_rounds": 12}},
        {
            "names": models("james", "james", "peach", "peach", "albot", "albot", "lazy", "lazy"),
            "settings": {"board": "oil-cellar", "lives": 9, "start_assignment": "seat"},
        },
        {"names": models("tanky", "tanky"), "settings": {"board": "scrap-press", "checkpoints": 1}},
    ],
    "dungeon": [
        {"settings": {"max_rounds": 60}},
        {"names": named(4), "settings": {"start_robots": 6, "start_money": 5000, "map_side": 6, "max_rounds": 50}},
        {"names": named(1), "settings": {"start_money": 99, "max_rounds": 20}},
        {"names": named(3), "preset": "msd-2022", "settings": {"start_robots": 2, "map_side": 5, "max_rounds": 40}},
        {"names": named(2), "preset": "msd-2023", "settings": {"start_money": 9000, "map_side": 7, "max_rounds": 40}},
        {
            "names": named(9),
            "settings": {
                "start_robots": 3,
                "start_money": 800,
                "map_side": 5,
                "patch_amount": 7,
                "economy_window": 50,
                "block_affects_own": False,
                "respawn_when_wiped": True,
                "station_recharge_multiplier": 3,
                "max_rounds": 70,
            },
        },
        {
            "names": named(5),
            "settings": {
                "start_money": 100_000,
                "robot_price": 10,
                "map_side": 5,
                "patch_amount": 3,
                "economy_scale": "flat",
                "mining_energy": "resource",
                "visibility": "open",
                "max_rounds": 30,
            },
        },
        {"names": named(12), "settings": {"start_robots": 2, "map_side": 8, "max_rounds": 30}},
    ],
    "quest": [
        {"settings": {"scenario": "creek", "rounds": 4}},
        {"settings": {"scenario": DUEL, "rounds": 40, "respawn": False, "move_cost": 300, "max_energy_heal": 0}},
        {"settings": {"scenario": "arena", "rounds": 9, "respawn": False, "unit_energy": 60, "view_radius": 2}},
        {"settings": {"scenario": "first-steps", "rounds": 12, "craft_cost": 1, "move_cost": 3, "trap_visible": True}},
        {"preset": "origin", "settings": {"scenario": "creek", "rounds": 8, "move_cost": 2, "spree_length": 2}},
        {
            "settings": {
                "scenario": "arena",
                "rounds": 10,
                "move_cost": 1,
                "pickup_cost": 0,
                "max_actions": 25,
                "replenish_model": "full",
                "view_buried_types": False,
                "tower_drain": 5,
                "no_build_radius": 0,
                "gold": 900,
            }
        },
        {"settings": {"scenario": "creek", "rounds": 20, "move_cost": 4, "tower_surcharge": 1, "trap_extra": 0}},
        {
            "settings": {
                "scenario": "first-steps",
                "max_actions": 7,
                "replenish_on": "every_turn",
                "spawn_shield": False,
            }
        },
        {"preset": "skirmish", "settings": {"rounds": 6}},
        {"preset": "medium", "settings": {"units": 3, "rounds": 5}},
    ],
    # Live games come last: looking for the way of a move writes on what the rules work with.
    "boidvoid": [
        {
            "settings": {
                "map": STRIP,
                "ships_per_team": 1,
                "turn_limit": 400,
                "actions_per_turn": 10,
                "capture_turns": 1,
                "enemy_capture_factor": 1,
                "capture_needs_mothership": False,
                "spaceship": {"attack": 900, "respawn_turns": 100, "range": 9},
                "mothership": {"health": 1, "attack": 0, "respawn_turns": 100},
            }
        },
        {"settings": {"turn_limit": 16}},
        {"preset": "three", "settings": {"turn_limit": 12, "damage_distribution": "spread", "capture_turns": 1}},
        {
            "preset": "crew",
            "settings": {
                "turn_limit": 14,
                "missed_turns_automode": 1,
                "spaceship": {"swarm_join_turns": 1, "respawn_turns": 2},
                "swarm_max_ships": 2,
                "damage_distribution": "weak_first",
                "starting_inventory": BOXES,
            },
        },
        {
            "settings": {
                "teams": 4,
                "ships_per_team": 2,
                "turn_limit": 15,
                "actions_per_turn": 3,
                "counterattack": False,
                "deplete_battery_on_defense": True,
                "damage_distribution": "random",
                "npc_per_team": 3,
                "npc_aggro": 8,
                "npc_leash": 8,
                "spaceship": {"attack": 60, "health": 40, "respawn_turns": 1},
                "superstructure_radius": 1,
                "starting_inventory": BOXES,
            }
        },
        {"settings": {"map": "first-light", "turn_limit": 20, "mothership_counterattack": False, "boost_slots": 0}},
        {
            "preset": "crew",
            "settings": {
                "turn_mode": "live",
                "turn_limit": 10,
                "superstructure_radius": 2,
                "boost_slots": 4,
                "starting_inventory": BOXES,
            },
        },
        {
            "preset": "crew",
            "settings": {
                "turn_mode": "live",
                "turn_limit": 12,
                "ships_per_team": 2,
                "mothership": {"health": 1, "defense": 0, "respawn_turns": 2},
                "npc": {"attack": 200, "range": 3, "respawn_turns": 1},
                "spaceship": {"attack": 90, "health": 30, "range": 4, "ap_recharge": 24},
                "enemy_capture_factor": 1,
                "capture_turns": 1,
                "boost_stake_percent": 100,
                "initial_spawn": "manual",
                "battery_formula": "linear",
                "starting_inventory": BOXES,
            },
        },
        {
            "preset": "season",
            "settings": {
                "teams": 3,
                "ships_per_team": 9,
                "turn_limit": 9,
                "inventory_mode": "granted",
                "missed_turns_automode": 1,
            },
        },
        {"preset": "season", "settings": {"turn_mode": "sealed", "turn_limit": 8, "map_radius": 16}},
    ],
}


def forms(game: Game) -> set[str]:
    """The state forms of what is tried of a game."""
    return {game.form_of(game.setup(**tried)) for tried in SETTINGS[game.key]}


def setups(game: Game, count: int, *, form: str | None = None, seed: int = 0) -> Iterator[Setup]:
    """So many setups, through all that is tried of the game in turns; of one state form only if asked. A seed
    decides with which to begin; the seeds of the matches follow it."""
    tried = SETTINGS[game.key]
    made = 0
    number = 0
    while made < count:
        setup = game.setup(seed=seed + number, **tried[(seed + number) % len(tried)])
        number += 1
        if form is None or game.form_of(setup) == form:
            made += 1
            yield setup


def legal_row(game: Game, state: Any, seat: int, rng: Random) -> list[int]:
    row = [0] * game.width
    game.rules.sample(state, seat, rng.getrandbits(64), 0, row)
    return row


def odd_row(game: Game, state: Any, seat: int, rng: Random) -> list[int]:
    """A legal row with one number changed, often into one that is not allowed."""
    row = legal_row(game, state, seat, rng)
    place = rng.randrange(game.width)
    row[place] = rng.choice((row[place] - 1, row[place] + 1, -1, 0, 1, 2, rng.randrange(-3, 40), 2**31 - 1))
    return row


def same_bytes(objects: Any, records: Any, game: Game, form: str) -> bool:
    """Whether every object, packed, equals its record in all bytes, and both in what counts."""
    for state, record in zip(objects, records, strict=True):
        if schema.pack(state, form).tobytes() != record.tobytes():
            return False
        if schema.canonical(state) != schema.canonical_record(game.state, record):
            return False
    return True
