"""Numbered actions: the action k takes k + 1 pebbles. So 0, which counts as the pass, is always legal in a turn."""

from typing import Any

from roundhouse.core.rules import rules

from ..rules.state import State
from ..rules.tables import COUNT


@rules
def actions(g: State) -> int:
    """How many there are."""
    return int(g.most)


@rules
def legal(g: State, seat: int, out: Any) -> None:
    for k in range(len(out)):
        out[k] = k == 0 or (g.turn == seat and g.reason == 0 and k < g.pebbles)


@rules
def spell(g: State, seat: int, choice: int, row: Any) -> None:
    """The row of an action."""
    row[COUNT] = choice + 1


@rules
def gone(g: State, seat: int) -> bool:
    return bool(g.left[seat] != 0)


@rules
def worth(g: State, seat: int) -> int:
    """Nobody has anything before the end."""
    return 0
