"""What a seat may ask, as messages, and their rows of numbers."""

from collections.abc import Sequence

from msgspec import Struct

from ...core.order_rows import Column, OrderRows
from .cards import NAMES, name_of
from .rules import tables as t
from .rules.state import State


class Draft(Struct, frozen=True, tag="draft"):
    """Replace my whole draft: cards like `2@670`, `P` or null by slot. RAL-053"""

    slots: list[str | None]
    power_down: bool = False


class Confirm(Struct, frozen=True, tag="confirm"):
    """My program is as drafted. RAL-059"""


class Program(Struct, frozen=True, tag="program"):
    """Draft and confirm in one, all or nothing. RAL-060"""

    slots: list[str | None]
    power_down: bool = False


class Redeal(Struct, frozen=True, tag="redeal"):
    """Albot's ability: other commands for those dealt. RAL-062"""


class Resign(Struct, frozen=True, tag="resign"):
    """Play this round to its end and be out of the game. RAL-064"""


Action = Draft | Confirm | Program | Redeal | Resign


SLOTS = (Column("slots", names=NAMES, count=t.SLOTS), Column("power_down"))
ROWS = OrderRows(
    t.WIDTH,
    {
        Draft: (t.DRAFT, *SLOTS), Program: (t.PROGRAM, *SLOTS),
        Confirm: (t.CONFIRM,), Redeal: (t.REDEAL,), Resign: (t.RESIGN,),
    },
)  # fmt: skip


def row_of(action: Action, g: State | None = None) -> list[int]:
    """RAL-318. A list that has not five entries, or an entry that is no command, is refused by `check`. RAL-054"""
    return ROWS.row_of(action)


def action_of(row: Sequence[int], g: State | None = None) -> Action:
    kind, *slots, power_down = row
    if kind == t.CONFIRM:
        return Confirm()
    if kind == t.REDEAL:
        return Redeal()
    if kind == t.RESIGN:
        return Resign()
    names = [name_of(card) for card in slots]
    return Draft(names, power_down != 0) if kind == t.DRAFT else Program(names, power_down != 0)
