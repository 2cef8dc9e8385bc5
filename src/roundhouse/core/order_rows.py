"""How actions become rows of numbers, as tables: Python makes rows by them, and pages get the same tables.

A game's `actions.ROWS` has a line for each kind of action: the numbers of its row in their order, of which each is a
number that is always there, or a `Column` that says which field of the action it is made of. What is missing at the end
is 0.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

NUMBER_MAX = 2**31 - 1


class Column(Struct, frozen=True, omit_defaults=True):
    """A field of an action in a row. With `names` its value is a name, and the number its place among them, or `other`
    for a name that is not there; else it is a number, and one that is too large for a row the largest. With `count` it
    is a list of so many, and a list of another length is all `other`. With `amounts` it says how many there are of each
    of the names."""

    field: str
    names: tuple[str | None, ...] = ()
    other: int = -1
    count: int = 0
    amounts: bool = False

    @property
    def width(self) -> int:
        return len(self.names) if self.amounts else self.count or 1


Line = tuple["int | Column", ...]


class OrderRows:
    """The rows of a game's actions; `lines` are by their messages."""

    def __init__(self, width: int, lines: Mapping[type[Struct], Line]) -> None:
        self.width = width
        self.lines = dict(lines)
        self._places = {kind: _places(kind, line) for kind, line in lines.items()}

    def row_of(self, action: Struct) -> list[int]:
        made: list[int] = []
        for column, value in self._places[type(action)]:
            if column is None:
                made.append(value)
            else:
                made += numbers(column, getattr(action, value))
        return made + [0] * (self.width - len(made))

    def described(self) -> dict[str, list[Any]]:
        """By the types of the actions, for pages."""
        return {str(kind.__struct_config__.tag): list(line) for kind, line in self.lines.items()}


def _places(kind: type[Struct], line: Line) -> list[tuple[Column | None, Any]]:
    unknown = [one.field for one in line if isinstance(one, Column) and one.field not in kind.__struct_fields__]
    if unknown:
        raise TypeError(f"{kind.__name__} has no field {unknown[0]}")
    return [(one, one.field) if isinstance(one, Column) else (None, one) for one in line]


def numbers(column: Column, value: Any) -> list[int]:
    """What one field gives."""
    if column.amounts:
        return [value.get(name, 0) for name in column.names]
    if not column.count:
        return [_number(column, value)]
    given: Sequence[Any] = value
    if len(given) != column.count:
        return [column.other] * column.count
    return [_number(column, one) for one in given]


def _number(column: Column, value: Any) -> int:
    if column.names:
        return column.names.index(value) if value in column.names else column.other
    return clipped(int(value))


def clipped(number: int) -> int:
    return max(-NUMBER_MAX, min(NUMBER_MAX, number))
