"""Observations as fractions: every number is divided by the bound of its field, and what lies beyond it is cut off.

The bounds are in `learning/fields.py` of each game, field by field; `fields_of` lists them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.game import Game
from ..core.registry import part


class FieldTable(NamedTuple):
    """A part of an observation: so many rows of the same fields, each with the number that becomes 1."""

    name: str
    rows: int
    fields: tuple[tuple[str, float], ...]


def bounded(
    name: str, rows: int, fields: tuple[str, ...], bounds: Mapping[str, float], usual: float = 1.0
) -> FieldTable:
    """A part whose fields have these bounds, and the usual one where none is named. Raises ValueError for a bound of a
    field that there is not."""
    if unknown := set(bounds) - set(fields):
        raise ValueError(f"{name} has no fields {', '.join(sorted(unknown))}")
    return FieldTable(name, rows, tuple((field, bounds.get(field, usual)) for field in fields))


def fields_of(game: Game, shape: tuple[int, ...]) -> list[FieldTable]:
    """All fields of an observation of this shape in their order, with their bounds. Raises LookupError for a game that
    names none."""
    found = part(game, "learning.fields")
    if found is None:
        raise LookupError(f"{game.name} names no bounds for its observations")
    tables: list[FieldTable] = found.tables(shape)
    return tables


def scale_of(game: Game, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """What each number of an observation is multiplied by."""
    parts: Any = [np.tile([bound for _, bound in one.fields], one.rows) for one in fields_of(game, shape)]
    bounds = np.concatenate(parts)
    if len(bounds) != int(np.prod(shape)):
        raise ValueError(f"{game.name} names bounds for {len(bounds)} numbers, and observations have {np.prod(shape)}")
    scale: NDArray[np.float32] = (1 / bounds).astype(np.float32)
    return scale
