"""What a seat may ask, as messages, and their rows of numbers."""

from collections.abc import Sequence

from msgspec import Struct

from .rules.state import State
from .rules.tables import NOP, NUMBER_MAX, SEND


class Nop(Struct, frozen=True, tag="nop"):
    """Do nothing this round. GOO-031"""


class Send(Struct, frozen=True, tag="send"):
    """Launch a fleet from an own planet to another. GOO-032"""

    source: int
    target: int
    ships: tuple[int, int, int]


Action = Nop | Send


def row_of(action: Action, g: State | None = None) -> list[int]:
    """GOO-130. A number too large for a row is taken as the largest: more ships than exist, or no planet."""
    if isinstance(action, Nop):
        return [NOP, 0, 0, 0, 0, 0]
    return [SEND, *(clipped(n) for n in (action.source, action.target, *action.ships))]


def clipped(number: int) -> int:
    return max(-NUMBER_MAX, min(NUMBER_MAX, number))


def action_of(row: Sequence[int], g: State | None = None) -> Action:
    kind, source, target, a, b, c = row
    return Nop() if kind == NOP else Send(source, target, (a, b, c))
