"""The fields of an observation with their bounds, for observations as fractions; `arrays.py` says what they mean."""

from ....rl.scales import FieldTable, bounded
from ..rules import tables as t
from ..rules.observation import ITEMS_SEEN, STRUCTURES_SEEN, SWARMS_SEEN, TILES_SEEN, UNITS_SEEN
from .arrays import (
    GAME_COLUMNS,
    ITEM_COLUMNS,
    STRUCTURE_COLUMNS,
    SWARM_COLUMNS,
    TEAM_COLUMNS,
    TILE_COLUMNS,
    UNIT_COLUMNS,
)

PLACE = {"x": 32, "y": 32}
STRENGTH = {"health": 30_000, "maximum": 30_000, "attack": 100, "defense": 100, "range": 5}
GAME = {
    "turn": 60, "turns left": 60, "teams": 8, "team": 8, "seats": 8, "seat": 8, "players": 64, "units": 136, "side": 32,
    "tiles": 1024, "first ship": 64,
}  # fmt: skip
TEAM = {"team": 8, "tiles": 100, "ships": 16, "lost": 50, "home x": 32, "home y": 32, "first ship": 64}
UNIT = {
    "kind": 5, "team": 8, "crit chance": 100, "crit value": 100, "template": 20, "swarm": 300, "job": 3,
    "progress": 10, "needed": 10, "action points": 24, "respawn": 10, "orders": 10, "battery": 10_000,
    "maximum battery": 10_000, "ratio": 100, "role": 3,
}  # fmt: skip


def tables(shape: tuple[int, ...]) -> list[FieldTable]:
    swarm = {**PLACE, "id": 300, "team": 8, "ships": 8, "action points": 24, "health": 30_000}
    structure = {**PLACE, **STRENGTH, "id": 300, "team": 8, "template": 20, "level": 5, "builder": 64}
    tile = {"type": 8, "obstacle": 3, "point of importance": 20, "owner": 8, "unit": 300, "structure": 300}
    return [
        bounded("game", 1, GAME_COLUMNS, GAME),
        bounded("teams", t.TEAMS_MAX, TEAM_COLUMNS, TEAM),
        bounded("units", UNITS_SEEN, UNIT_COLUMNS, {**PLACE, **STRENGTH, **UNIT}),
        bounded("swarms", SWARMS_SEEN, SWARM_COLUMNS, swarm),
        bounded("structures", STRUCTURES_SEEN, STRUCTURE_COLUMNS, structure),
        bounded("items", t.MATCH_PLAYERS * ITEMS_SEEN, ITEM_COLUMNS, {"template": 20, "state": 4}),
        bounded("tiles", TILES_SEEN, TILE_COLUMNS, tile),
    ]
