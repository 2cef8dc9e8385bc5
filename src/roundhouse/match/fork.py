"""Where another match can begin that plays on from a moment of this one."""

from ..core.entries import TICK, Entry
from .record import Record


def prefix(record: Record, step: int) -> tuple[Entry, ...]:
    """The entries up to the last tick at or before a step. From the end of a match nothing can be played on, so what
    ended it is left out and there is always a round to play."""
    playable = len(record.entries) - (record.result is not None)
    end = max(0, min(step, playable))
    while end and record.entries[end - 1].kind != TICK:
        end -= 1
    return record.entries[:end]
