"""The fields of an observation with their bounds, for observations as fractions; `arrays.py` says what they mean."""

from ....rl.scales import FieldTable, bounded
from ..rules import tables as t
from ..rules.observation import ENEMIES, OBSERVED_DIGS
from .arrays import (
    CELL_COLUMNS,
    DIG_COLUMNS,
    ENEMY_COLUMNS,
    GAME_COLUMNS,
    PLAYER_COLUMNS,
    TOWER_COLUMNS,
    UNIT_COLUMNS,
)

PLACE = {"x": 60, "y": 60}
ENERGY = {"energy": 200, "maximum": 200}
WORN = {"sword": 3, "armour": 3}
GAME = {
    "round": 100, "rounds left": 100, "seats": 4, "seat": 4, "turn of": 4, "width": 60, "height": 60, "gold": 1000,
    "requests left": 1000, **dict.fromkeys([f"{kind} level" for kind in t.KIND_NAMES], 3),
}  # fmt: skip
POINTS = dict.fromkeys(["points", *(f"points for {name}" for name in t.SOURCE_NAMES)], 1000)
AMOUNTS = dict.fromkeys(t.RESOURCE_NAMES, 40)


def tables(shape: tuple[int, ...]) -> list[FieldTable]:
    unit = {**PLACE, **ENERGY, **WORN, **AMOUNTS, "retaliation": 200, "cutoff": 200, "spent": 200, "frozen": 5}
    cell = {
        "sight": 2, "buried types": 127, "resources": 40, "items": 5, "tower of": 4, "tower level": 3,
        "tower energy": 500, "trap of": 4, "own units": 5, "enemy units": 5,
    }  # fmt: skip
    return [
        bounded("game", 1, GAME_COLUMNS, GAME),
        bounded("players", t.SEATS_MAX, PLAYER_COLUMNS, {"seat": 4, "kills": 20, **POINTS}),
        bounded("units", t.UNITS_MAX, UNIT_COLUMNS, unit),
        bounded("enemies", ENEMIES, ENEMY_COLUMNS, {**PLACE, **ENERGY, **WORN, "frozen": 5, "id": 500}),
        bounded("towers", t.TOWERS_OWN, TOWER_COLUMNS, {**PLACE, "level": 3, "energy": 500}),
        bounded("digs", OBSERVED_DIGS, DIG_COLUMNS, {**PLACE, "round": 100, **AMOUNTS}),
        bounded("cells", t.SMALL_CELLS, CELL_COLUMNS, cell),
    ]
