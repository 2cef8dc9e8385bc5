"""Plays the entries of recorded games again, for all games: this source is executed once for every game, with the names
below taken from its rules, as `core/kernels.py` is. So one call plays a whole game, whatever has compiled it."""

from typing import TYPE_CHECKING, Any, TypeAlias, cast

from roundhouse.core.entry_types import Records, Row, Table
from roundhouse.core.rules import entry
from roundhouse.core.schema import i8

if TYPE_CHECKING:  # the game's own
    State: TypeAlias = Any
    WIDTH = cast(int, None)
    act = check = leave = tick = void = cast(Any, None)

CHECKED, ORDER, VOID, TICK, LEAVE = 0, 1, 2, 3, 4


@entry
def replay(s: Records[State], i: int, entries: Table[i8], row: Row[i8], codes: Row[i8]) -> int:
    """entries[n] is a kind, a seat, the code that `check` gave, and the row. Returns how many were played; codes[0] is
    the number of the first entry whose check gives another code, or -1."""
    codes[0] = -1
    for n in range(len(entries)):
        kind, seat = entries[n, 0], entries[n, 1]
        s[i].event_count = 0
        s[i].events_lost = 0
        for k in range(WIDTH):
            row[k] = entries[n, 3 + k]
        if kind == TICK:
            tick(s[i])
        elif kind == LEAVE:
            leave(s[i], seat, row[0])
        else:
            if check(s[i], seat, row) != entries[n, 2] and codes[0] < 0:
                codes[0] = n
            if kind == ORDER:
                act(s[i], seat, row)
            elif kind == VOID:
                void(s[i], seat, row)
    return len(entries)
