"""The entry points of the compiled rules. Written from core/kernels.txt by `make golden`; never edited by hand."""

from typing import Annotated, Any

from ....core.rules import copy_into, draw, rules
from ....core.schema import Grid, i8, struct
from .contract import act, check, leave, observe, result, sample, tick, void, waiting
from .tables import COUNTS, LEAVES, SEATS, TURNS, WIDTH


@struct
class Scratch:
    """What the entry points write on. Part of a record and not an array of its own, because Numba counts references to
    arrays at every call, which costs as much as a round of the fastest game."""

    owing: Annotated[list[i8], SEATS]
    action: Annotated[list[i8], WIDTH]
    places: Annotated[Grid[i8], SEATS, 2]


@rules
def enter_order(s: Any, i: int, seat: int, action: Any) -> None:
    act(s[i], seat, action)


@rules
def enter_void(s: Any, i: int, seat: int, action: Any) -> None:
    void(s[i], seat, action)


@rules
def enter_leave(s: Any, i: int, seat: int, reason: int) -> None:
    leave(s[i], seat, reason)


@rules
def enter_tick(s: Any, i: int) -> None:
    tick(s[i])


@rules
def checked(s: Any, i: int, seat: int, action: Any) -> int:
    return check(s[i], seat, action)


@rules
def finished(s: Any, i: int, out: Any) -> int:
    return result(s[i], out)


@rules
def observed(s: Any, seat: int, out: Any, lo: int, hi: int) -> None:
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


@rules
def rollout(s: Any, start: Any, rounds: int, key: int, lo: int, hi: int, scratch: Any) -> int:
    """Random rounds, match by match; a match that is over starts again. Returns how many ended."""
    work = scratch[0]
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


@rules
def rollout_by_round(s: Any, start: Any, rounds: int, key: int, draws: Any, lo: int, hi: int, scratch: Any) -> int:
    """The same, round by round over all matches, as a trainer steps them."""
    work = scratch[0]
    ended = 0
    for _ in range(rounds):
        for i in range(lo, hi):
            draws[i] = random_round(s[i], draw(key, i), draws[i], work)
            if result(s[i], work.places) != 0:
                copy_into(s, i, start, i)
                ended += 1
    return ended


@rules
def playout(s: Any, rounds: int, key: int, out: Any, lo: int, hi: int, scratch: Any) -> None:
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


@rules
def step(s: Any, actions: Any, verdicts: Any, rewards: Any, lo: int, hi: int, scratch: Any) -> None:
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


@rules
def sampled(s: Any, key: int, n: int, out: Any, lo: int, hi: int, scratch: Any) -> None:
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
    code = check(g, seat, action)
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


@rules
def copy_states(s: Any, t: Any, lo: int, hi: int) -> None:
    """Copies of t's matches into s."""
    for i in range(lo, hi):
        copy_into(s, i, t, i)
