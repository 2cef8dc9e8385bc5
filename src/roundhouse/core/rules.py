"""`@rules` and what rule functions may call besides each other.

What is defined here is what rules mean when they are interpreted; `core.native` knows these functions by name and has
its own C for them, except for `emit` and `next_event`, which are rules themselves.
"""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from .schema import Grid, clone, i2, i4, struct, u1

F = TypeVar("F", bound=Callable[..., Any])
_M64 = (1 << 64) - 1


@struct
class Event:
    """Something that happened: a kind of the game's table, whom it concerns, and two numbers."""

    kind: u1
    who: u1
    a: i2
    b: i4


# Marks


def rules(function: F) -> F:
    """Mark a rule: Python that also becomes C."""
    return function


def entry(function: F) -> F:
    """Mark a rule that Python calls on arrays. Its annotations say all types, in the words of `entry_types`."""
    function.is_entry = True  # type: ignore[attr-defined]
    return function


def inlined(function: F) -> F:
    """Mark a rule whose code the C compiler is to put into its callers. For rules that run every round or more often
    and are so short that a call costs more than the rule. Every caller takes longer to build, so not for rare or long
    ones."""
    return function


# Random numbers


def mix64(z: int) -> int:
    """splitmix64's mixing step."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _M64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _M64
    return z ^ (z >> 31)


def draw(key: int, n: int) -> int:
    """The n-th number of a stream, 64 bits. Streams have no state, so nothing has to be saved."""
    return mix64((key + 0x9E3779B97F4A7C15 * (n + 1)) & _M64)


def stream(seed: int, purpose: int) -> int:
    """The key of the stream that one named draw of the rules takes its numbers from."""
    return mix64(seed & _M64 ^ mix64(purpose))


def below(u: int, n: int) -> int:
    """A drawn number as one of 0 .. n-1."""
    return ((u >> 32) * n) >> 32


# Flags


def ones(flags: Any) -> int:
    """How many flags of a row of bytes are set. Each is 0 or 1."""
    return sum(flags[k] for k in range(len(flags)))


def nth_one(flags: Any, n: int) -> int:
    """The index of the n-th flag that is set, counted from 0; as many as there are flags, if fewer are set."""
    for k in range(len(flags)):
        if flags[k] != 0:
            if n == 0:
                return k
            n -= 1
    return len(flags)


# States and arrays


def copy_into(s: Any, i: int, t: Any, j: int) -> None:
    """Put a copy of state t[j] at s[i]."""
    s[i] = clone(t[j])


def row(length: int) -> Any:
    """Whole numbers to fill, all 0."""
    return [0] * length


def grid(height: int, width: int) -> Any:
    """The same in two dimensions."""
    return Grid([[0] * width for _ in range(height)])


# Events


@rules
def emit(g: Any, kind: int, who: int, a: int, b: int) -> None:
    """Note an event of this step in the state's ring; when the ring is full it is only counted."""
    n = g.event_count
    if n >= len(g.events):
        g.events_lost += 1
        return
    event = g.events[n]
    event.kind = kind
    event.who = who
    event.a = a
    event.b = b
    g.event_count = n + 1


@inlined
def next_event(g: Any) -> int:
    """Take the next free row of the state's ring, for games whose events have other columns than `Event`; the caller
    fills in the row. Returns its index, or -1 when the ring is full: then the event is only counted."""
    n: int = g.event_count
    if n >= len(g.events):
        g.events_lost += 1
        return -1
    g.event_count = n + 1
    return n


__all__ = [
    "Annotated",
    "Event",
    "below",
    "copy_into",
    "draw",
    "emit",
    "entry",
    "grid",
    "inlined",
    "mix64",
    "next_event",
    "nth_one",
    "ones",
    "row",
    "rules",
    "stream",
]
