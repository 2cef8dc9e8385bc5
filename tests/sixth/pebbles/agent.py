"""Pebbles for agents."""

from collections.abc import Iterator
from typing import Any

from roundhouse.core.game import Setup
from roundhouse.mcp.event_lines import plain

from .actions import Take, row_of
from .rules.contract import check
from .state_from_view import seen, state_from_view

BOT = "random"
ENDS = ""
FORMS = "take COUNT"
LEGEND = "The number of pebbles in the heap, the most that may be taken in a turn, and the seat whose turn it is."
EXAMPLES: tuple[dict[str, Any], ...] = ({"type": "take", "count": 2},)


def board(view: Any, setup: Setup) -> str:
    known = seen(view)
    return f"{known.pebbles} pebbles, take 1 to {known.most}, turn of seat {known.turn or 'nobody'}"


def happened(event: Any, view: Any) -> str:
    return plain(event, view)


def orders(view: Any, setup: Setup, seat: int) -> Iterator[Take]:
    known = seen(view)
    for count in range(1, min(known.most, known.pebbles) + 1):
        if code(view, setup, seat, Take(count)) == 0:
            yield Take(count)


def code(view: Any, setup: Setup, seat: int, action: Take) -> int:
    """What the rules say of the state that is seen."""
    g = state_from_view(view, setup)
    return int(check(g, seat, row_of(action, g)))


def read(text: str, view: Any) -> Take:
    word, _, count = text.strip().partition(" ")
    if word != "take" or not count.strip().isdecimal():
        raise ValueError(f"{text[:40]!r} is no order; an order is {FORMS}.")
    return Take(int(count))


def write(action: Take, view: Any) -> str:
    return f"take {action.count}"


def named(action: dict[str, Any], view: Any) -> dict[str, Any]:
    """Nothing here has an id."""
    return action
