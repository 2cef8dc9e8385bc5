"""What can change a match: entries, numbered from 1. They are the record; everything else is computed from them."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

ORDER = 1  # a seat's accepted action
VOID = 2  # an action that does nothing but is recorded and counts against its seat
TICK = 3  # nobody is waited for, or the clock ran out
LEAVE = 4  # a seat resigns, is disqualified, kicked or gone
CHANGE = 5  # an organiser alters the running match

ENTRY_NAMES = {ORDER: "order", VOID: "void", TICK: "tick", LEAVE: "leave", CHANGE: "change"}


class Entry(Struct, frozen=True, gc=False):  # holds only numbers, so the garbage collector need not track logs
    """One input of a match. `row` is the action's row, or the one number of a reason for `leave`."""

    kind: int
    seat: int = 0
    row: tuple[int, ...] = ()
    at_ms: int = 0  # wall-clock offset from the start of the match, for viewers; the rules never see it

    @property
    def name(self) -> str:
        return ENTRY_NAMES[self.kind]


def order(seat: int, row: Sequence[int], at_ms: int = 0) -> Entry:
    return Entry(ORDER, seat, tuple(row), at_ms)


def void(seat: int, row: Sequence[int], at_ms: int = 0) -> Entry:
    return Entry(VOID, seat, tuple(row), at_ms)


def tick(at_ms: int = 0) -> Entry:
    return Entry(TICK, 0, (), at_ms)


def leave(seat: int, reason: int, at_ms: int = 0) -> Entry:
    return Entry(LEAVE, seat, (reason,), at_ms)


def enter(rules: Any, state: Any, entry: Entry) -> None:
    """Apply an entry to a state, whose ring then holds its events. `rules` is the game's module of rules."""
    state.event_count = 0
    state.events_lost = 0
    if entry.kind == TICK:
        rules.tick(state)
    elif entry.kind == ORDER:
        rules.act(state, entry.seat, entry.row)
    elif entry.kind == VOID:
        rules.void(state, entry.seat, entry.row)
    elif entry.kind == LEAVE:
        rules.leave(state, entry.seat, entry.row[0])
    else:
        rules.change(state, entry.row)
