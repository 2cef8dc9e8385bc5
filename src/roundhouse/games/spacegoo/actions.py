"""What a seat may ask, as messages, and their rows of numbers."""

from collections.abc import Sequence

from msgspec import Struct

from ...core.order_rows import Column, OrderRows
from .rules.state import State
from .rules.tables import KINDS, NOP, SEND, WIDTH


class Nop(Struct, frozen=True, tag="nop"):
    """Do nothing this round. GOO-031"""


class Send(Struct, frozen=True, tag="send"):
    """Launch a fleet from an own planet to another. GOO-032"""

    source: int
    target: int
    ships: tuple[int, int, int]


Action = Nop | Send


ROWS = OrderRows(WIDTH, {Nop: (NOP,), Send: (SEND, Column("source"), Column("target"), Column("ships", count=KINDS))})


def row_of(action: Action, g: State | None = None) -> list[int]:
    """GOO-130. A number too large for a row is taken as the largest: more ships than exist, or no planet."""
    return ROWS.row_of(action)


def action_of(row: Sequence[int], g: State | None = None) -> Action:
    kind, source, target, a, b, c = row
    return Nop() if kind == NOP else Send(source, target, (a, b, c))
