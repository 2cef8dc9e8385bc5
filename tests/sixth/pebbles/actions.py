"""What a seat may ask, as a message and as a row of whole numbers."""

from collections.abc import Sequence

from msgspec import Struct

from .rules.state import State
from .rules.tables import COUNT, COUNT_MAX


class Take(Struct, frozen=True, tag="take"):
    """Take so many pebbles from the heap. PEB-003"""

    count: int


Action = Take


def row_of(action: Action, g: State) -> list[int]:
    """Whatever number somebody sends must fit into a row."""
    return [max(-COUNT_MAX, min(COUNT_MAX, action.count))]


def action_of(row: Sequence[int], g: State) -> Action:
    return Take(row[COUNT])
