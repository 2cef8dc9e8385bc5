"""The entry points that batches call, for all games: this source is executed once for every game, with the names below
taken from the game's rules. `core.native.entry_modules` does that; this file itself is never imported."""

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, cast

from .entry_types import Cube, Records, Row, Table
from .rules import copy_into, draw, entry, rules
from .schema import Grid, i8, struct, u8

if TYPE_CHECKING:  # the game's own
    State: TypeAlias = Any
    Observations: TypeAlias = Any
    act = check = leave = observe = result = sample = tick = void = waiting = cast(Any, None)
    COUNTS = LEAVES = SEATS = TURNS = WIDTH = cast(Any, None)


@struct
class Scratch:
    """What the entry points write on: each thread brings its own."""

    owing: Annotated[list[i8], SEATS]
    action: Annotated[list[i8], WIDTH]
    places: Annotated[Grid[i8], SEATS, 2]


@entry
def enter_order(s: Records[State], i: int, seat: int, action: Row[i8]) -> None:
    act(s[i], seat, action)


@entry
def enter_void(s: Records[State], i: int, seat: int, action: Row[i8]) -> None:
    void(s[i], seat, action)


@entry
def enter_leave(s: Records[State], i: int, seat: int, reason: int) -> None:
    leave(s[i], seat, reason)


@entry
def enter_tick(s: Records[State], i: int) -> None:
    tick(s[i])


@entry
def waited(s: Records[State], i: int, out: Row[i8]) -> int:
    """Who is waited for: out[seat] is 1 or 0. Returns how many there are."""
    for seat in range(len(out)):
        out[seat] = 0
    count: int = waiting(s[i], out)
    return count


@entry
def drawn(s: Records[State], i: int, seat: int, key: u8, n: int, action: Row[i8]) -> None:
    """A random legal action of one seat that is waited for."""
    sample(s[i], seat, key, n, action)


@entry
def checked(s: Records[State], i: int, seat: int, action: Row[i8]) -> int:
    code: int = check(s[i], seat, action)
    return code


@entry
def finished(s: Records[State], i: int, out: Table[i8]) -> int:
    code: int = result(s[i], out)
    return code


@entry
def observed(s: Records[State], seat: int, out: Observations, lo: int, hi: int) -> None:
    """What one seat sees of every match from lo up to hi."""
    for i in range(lo, hi):
        observe(s[i], seat, out[i])


@rules
def random_round(g: Any, key: int, n: int, work: Any) -> int:
    """Everyone who is waited for takes random legal actions, then the tick. Returns the number of the next draw."""
    while waiting(g, work.owing) > 0:
        for seat in range(1, len(work.owing)):
            if work.owing[seat]:
                work.owing[seat] = 0
                sample(g, seat, key, n, work.action)
                act(g, seat, work.action)
                n += 1
    tick(g)
    return n


@entry
def rollout(
    s: Records[State], start: Records[State], rounds: int, key: u8, lo: int, hi: int, scratch: Records[Scratch]
) -> int:
    """Random rounds, match by match; a match that is over starts again. Returns how many ended."""
    work = scratch[0]
    clear(work)
    ended = 0
    for i in range(lo, hi):
        own = draw(key, i)
        n = 0
        for _ in range(rounds):
            n = random_round(s[i], own, n, work)
            if result(s[i], work.places) != 0:
                copy_into(s, i, start, i)
                ended += 1
    return ended


@entry
def rollout_by_round(
    s: Records[State],
    start: Records[State],
    rounds: int,
    key: u8,
    draws: Row[i8],
    lo: int,
    hi: int,
    scratch: Records[Scratch],
) -> int:
    """The same, round by round over all matches, as a trainer steps them."""
    work = scratch[0]
    clear(work)
    ended = 0
    for _ in range(rounds):
        for i in range(lo, hi):
            draws[i] = random_round(s[i], draw(key, i), draws[i], work)
            if result(s[i], work.places) != 0:
                copy_into(s, i, start, i)
                ended += 1
    return ended


@entry
def playout(
    s: Records[State], rounds: int, key: u8, out: Table[i8], lo: int, hi: int, scratch: Records[Scratch]
) -> None:
    """Random rounds until a match is over, at most so many; out[i, seat] gets the points, or -1 if it still runs."""
    work = scratch[0]
    for i in range(lo, hi):
        clear(work)
        own = draw(key, i)
        n = 0
        left = rounds
        while left > 0 and result(s[i], work.places) == 0:
            n = random_round(s[i], own, n, work)
            left -= 1
        over = result(s[i], work.places) != 0
        for seat in range(len(work.owing)):
            out[i, seat] = work.places[seat, 1] if over else -1


@entry
def step(
    s: Records[State],
    actions: Cube[i8],
    verdicts: Table[i8],
    rewards: Table[i8],
    lo: int,
    hi: int,
    scratch: Records[Scratch],
) -> None:
    """One round from given actions[i, seat]: each is judged as in a live match, then the tick; where seats have turns
    of many actions, one action of the seat whose turn it is, and the tick when the turn has ended. A match that is over
    and a seat that is not waited for are left alone. verdicts[i, seat] is 0 or the code of the refusal.
    rewards[i, seat] is what `result` gives once the match is over, else 0."""
    work = scratch[0]
    for i in range(lo, hi):
        clear(work)
        for seat in range(len(work.owing)):
            verdicts[i, seat] = 0
        if result(s[i], work.places) == 0:
            waiting(s[i], work.owing)
            for seat in range(1, len(work.owing)):
                if work.owing[seat]:
                    given = actions[i, seat]
                    for k in range(WIDTH):
                        work.action[k] = given[k]
                    verdicts[i, seat] = judge(s[i], seat, work.action)
            if not TURNS or waiting(s[i], work.owing) == 0:
                tick(s[i])
        over = result(s[i], work.places) != 0
        for seat in range(len(work.owing)):
            rewards[i, seat] = work.places[seat, 1] if over else 0


@entry
def sampled(s: Records[State], key: u8, n: int, out: Cube[i8], lo: int, hi: int, scratch: Records[Scratch]) -> None:
    """A random legal action of everyone who is waited for into out[i, seat], zeros for the others; n tells the draws of
    one round from those of another."""
    work = scratch[0]
    for i in range(lo, hi):
        clear(work)
        waiting(s[i], work.owing)
        for seat in range(1, len(work.owing)):
            action = out[i, seat]
            for k in range(WIDTH):
                action[k] = 0
            if work.owing[seat]:
                sample(s[i], seat, draw(key, i), n * len(work.owing) + seat, action)


@rules
def judge(g: Any, seat: int, action: Any) -> int:
    """Check an action and enter what its verdict makes of it. Returns the code of the refusal, or 0."""
    code: int = check(g, seat, action)
    if code == 0:
        act(g, seat, action)
    elif LEAVES[code] != 0:
        leave(g, seat, LEAVES[code])
    elif COUNTS[code] != 0:
        void(g, seat, action)
    return code


@rules
def clear(work: Any) -> None:
    """Forget the match before, which may have had more seats."""
    for seat in range(len(work.owing)):
        work.owing[seat] = 0
        work.places[seat, 0] = 0
        work.places[seat, 1] = 0


@entry
def copy_states(s: Records[State], t: Records[State], lo: int, hi: int) -> None:
    """Copies of t's matches into s."""
    for i in range(lo, hi):
        copy_into(s, i, t, i)
