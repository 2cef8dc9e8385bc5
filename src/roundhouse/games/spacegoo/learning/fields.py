"""The fields of an observation with their bounds, for observations as fractions; `arrays.py` says what they mean."""

from ....rl.scales import FieldTable, bounded
from .arrays import COLUMNS

SHIPS = dict.fromkeys([f"{whose}{kind}" for whose in ("ships ", "my fleets ", "their fleets ") for kind in "abc"], 500)
MADE = dict.fromkeys([f"production {kind}" for kind in "abc"], 15)
OTHERS = {
    "production rounds left": 500, "my next landing": 40, "their next landing": 40, "x": 25, "y": 25,
    "rounds left": 500,
}  # fmt: skip


def tables(shape: tuple[int, ...]) -> list[FieldTable]:
    return [bounded("planets", shape[0], COLUMNS, {**SHIPS, **MADE, **OTHERS})]
