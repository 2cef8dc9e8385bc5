"""The fields of an observation with their bounds, for observations as fractions; `arrays.py` says what they mean."""

from ....rl.scales import FieldTable, bounded
from .arrays import COLUMNS

CARDS = dict.fromkeys([name for name in COLUMNS if name.startswith(("slot ", "draft ", "hand "))], 84.0)
PLACES = dict.fromkeys([name for name in COLUMNS if name.endswith(("x", "y"))], 16.0)
FACINGS = dict.fromkeys([name for name in COLUMNS if name.endswith("facing")], 3.0)
OTHERS = {
    "seat": 8, "model": 5, "damage": 10, "lives": 5, "ticked": 8, "hand size": 9, "goal": 8, "rounds left": 100,
}  # fmt: skip


def tables(shape: tuple[int, ...]) -> list[FieldTable]:
    return [bounded("robots", shape[0], COLUMNS, {**CARDS, **PLACES, **FACINGS, **OTHERS})]
