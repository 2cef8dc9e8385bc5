"""How actions advance matches, for all games: this source is executed once for every game, with the names below taken
from its rules and its `learning.actions`. `core.native.entry_modules` does that; this file itself is never imported."""

from typing import TYPE_CHECKING, Any, TypeAlias, cast

from ..core.entry_types import Records, Row, Table
from ..core.rules import below, copy_into, draw, entry, inlined, rules
from ..core.schema import f8, i1, i8, u1, u8

if TYPE_CHECKING:  # the game's own
    State: TypeAlias = Any
    Scratch: TypeAlias = Any
    act = actions = check = gone = legal = result = sample = spell = tick = waiting = worth = cast(Any, None)

NOT_WAITED_FOR = -1  # instead of a refusal's code: the seat had nothing to choose
NO_SUCH_ACTION = -2


@entry
def advance(
    s: Records[State], choices: Table[i8], count: int, codes: Table[i8], since: Row[i8], steps: Row[i8],
    learners: Row[i8], draws: Row[i8], key: u8, limit: int, lo: int, hi: int, scratch: Records[Scratch],
) -> None:  # fmt: skip
    """One step of every match from choices[i, seat]: every seat that is waited for chooses, and when none is left the
    rules move on. learners[i] is the only seat that chooses, or 0 for all; the others then play at random, as the rules
    sample. After `limit` steps without a tick the seats that are still waited for pass. codes[i, seat] is 0, the code
    of a refusal, or one of the two above."""
    work = scratch[0]
    for i in range(lo, hi):
        for seat in range(1, s[i].seats + 1):
            codes[i, seat] = 0
        if result(s[i], work.places) != 0:
            continue
        steps[i] += 1
        since[i] += 1
        waiting(s[i], work.owing)
        for seat in range(1, s[i].seats + 1):
            if learners[i] == 0 or learners[i] == seat:
                choice = choices[i, seat]
                if work.owing[seat] == 0:
                    codes[i, seat] = NOT_WAITED_FOR if choice != 0 else 0
                elif choice < 0 or choice >= count:
                    codes[i, seat] = NO_SUCH_ACTION
                    enter(s[i], seat, 0, work.action)
                else:
                    codes[i, seat] = enter(s[i], seat, choice, work.action)
        if limit > 0 and since[i] >= limit:
            pass_all(s[i], learners[i], work)
        if learners[i] == 0:
            since[i] = move_on(s[i], since[i], work)
        else:
            since[i] = go_on(s[i], since[i], learners[i], draw(key, i), draws, i, work)


@inlined
def move_on(g: Any, since: int, work: Any) -> int:
    """`go_on` where all seats choose: without the array of draws, because passing it costs as much as part of the
    rules."""
    while result(g, work.places) == 0 and waiting(g, work.owing) == 0:
        tick(g)
        since = 0
    return since


@inlined
def enter(g: Any, seat: int, choice: int, row: Any) -> int:
    """An action of a seat that is waited for. Returns 0, or why it is refused; then it counts as a pass."""
    spell(g, seat, choice, row)
    code: int = check(g, seat, row)
    if code != 0 and choice != 0:
        spell(g, seat, 0, row)
    act(g, seat, row)
    return code


@rules
def pass_all(g: Any, learner: int, work: Any) -> None:
    """All seats that could still choose pass until nobody is waited for. Rules may ask for more than one pass."""
    for _ in range(64):
        waiting(g, work.owing)
        asked = 0
        for seat in range(1, g.seats + 1):
            if work.owing[seat] != 0 and (learner == 0 or learner == seat):
                enter(g, seat, 0, work.action)
                asked += 1
        if asked == 0:
            return


@rules
def go_on(g: Any, since: int, learner: int, key: int, draws: Any, i: int, work: Any) -> int:
    """Tick until a seat that chooses is waited for. Returns the steps since the last tick."""
    while result(g, work.places) == 0:
        owing = waiting(g, work.owing)
        if owing == 0:
            tick(g)
            since = 0
            continue
        if learner == 0 or work.owing[learner] != 0 or gone(g, learner):
            return since
        for seat in range(1, g.seats + 1):
            if work.owing[seat] != 0 and seat != learner:
                sample(g, seat, key, draws[i], work.action)
                act(g, seat, work.action)
                draws[i] += 1
    return since


@entry
def begin(
    s: Records[State], pool: Records[State], picks: Row[i8], since: Row[i8], steps: Row[i8], gone_at: Table[i8],
    before: Table[f8], learners: Row[i8], draws: Row[i8], key: u8, shaped: int, lo: int, hi: int,
    scratch: Records[Scratch],
) -> None:  # fmt: skip
    """Restart matches with picks[i] >= 0 from that state of the pool, and advance them to the first choice."""
    work = scratch[0]
    for i in range(lo, hi):
        if picks[i] >= 0:
            copy_into(s, i, pool, picks[i])
            steps[i] = 0
            since[i] = go_on(s[i], 0, learners[i], draw(key, i), draws, i, work)
            for seat in range(1, s[i].seats + 1):
                gone_at[i, seat] = 0
            settle(s[i], gone_at, before, i, shaped)


@rules
def settle(g: Any, gone_at: Any, before: Any, i: int, shaped: int) -> None:
    """Note the margins at the beginning."""
    for seat in range(1, g.seats + 1):
        before[i, seat] = margin(g, seat) if shaped != 0 else 0.0


@entry
def judged(
    s: Records[State], steps: Row[i8], gone_at: Table[i8], before: Table[f8], rewards: Table[f8], over: Row[u1],
    shaped: int, lo: int, hi: int, scratch: Records[Scratch],
) -> None:  # fmt: skip
    """rewards[i, seat] since the last call, over[i], and gone_at[i, seat]: the step in which a seat went out, or 0."""
    work = scratch[0]
    for i in range(lo, hi):
        ended = result(s[i], work.places) != 0
        over[i] = ended
        for seat in range(1, s[i].seats + 1):
            if gone_at[i, seat] == 0 and gone(s[i], seat):
                gone_at[i, seat] = steps[i]
        for seat in range(1, s[i].seats + 1):
            now = before[i, seat]
            if gone_at[i, seat] == 0 or gone_at[i, seat] == steps[i]:
                if ended or gone_at[i, seat] != 0:
                    now = outcome(s[i], seat, gone_at, i, ended, work)
                elif shaped != 0:
                    now = margin(s[i], seat)
            rewards[i, seat] = now - before[i, seat]
            before[i, seat] = now


@entry
def reported(
    seats: int, codes: Table[i8], learners: Row[i8], steps: Row[i8], gone_at: Table[i8], over: Row[u1],
    gains: Table[f8], most: int, rewards: Row[f8], terminated: Row[u1], truncated: Row[u1], refusals: Row[i8],
    again: Row[u1], lo: int, hi: int,
) -> None:  # fmt: skip
    """What the two above found, by row: one row for the learner, or one for every seat in blocks. again[i] is set where
    a match is to be restarted. After `most` steps it is cut off, unless that is 0."""
    n = len(again)
    for i in range(lo, hi):
        cut = most > 0 and steps[i] >= most
        learner = learners[i]
        if learner == 0:
            for seat in range(1, seats + 1):
                row = (seat - 1) * n + i
                rewards[row] = gains[i, seat]
                refusals[row] = codes[i, seat]
                terminated[row] = over[i] != 0
                truncated[row] = cut and over[i] == 0
            again[i] = over[i] != 0 or cut
        else:
            ended = over[i] != 0 or gone_at[i, learner] != 0
            rewards[i] = gains[i, learner]
            refusals[i] = codes[i, learner]
            terminated[i] = ended
            truncated[i] = cut and not ended
            again[i] = ended or cut


@rules
def outcome(g: Any, seat: int, gone_at: Any, i: int, ended: bool, work: Any) -> float:
    """From -1 to 1: the seats that this one is ahead of, less those ahead of it, as a share of all others. A seat that
    is out is behind all that went out later or not at all; among those still in at the end, places decide."""
    balance = 0
    mine = gone_at[i, seat]
    for other in range(1, g.seats + 1):
        if other == seat:
            continue
        theirs = gone_at[i, other]
        if mine != theirs:
            ahead = theirs != 0 and (mine == 0 or mine > theirs)
            balance += 1 if ahead else -1
        elif ended and work.places[seat, 0] != work.places[other, 0]:
            balance += 1 if work.places[seat, 0] < work.places[other, 0] else -1
    share: float = balance / max(1, g.seats - 1)
    return share


@rules
def margin(g: Any, seat: int) -> float:
    """A seat's share of what all have, less an equal share; all margins add up to 0."""
    total = 0
    for other in range(1, g.seats + 1):
        total += worth(g, other)
    if total == 0:
        return 0.0
    share: float = worth(g, seat) / total - 1.0 / g.seats
    return share


@entry
def masked(s: Records[State], seat: int, out: Table[i1], lo: int, hi: int) -> None:
    """The legal actions of one seat in every match from lo up to hi."""
    for i in range(lo, hi):
        legal(s[i], seat, out[i])


@entry
def counted(s: Records[State], i: int) -> int:
    """How many numbered actions there are."""
    count: int = actions(s[i])
    return count


@entry
def spelled(s: Records[State], i: int, seat: int, choice: int, row: Row[i8]) -> None:
    """The row of one action by its number."""
    spell(s[i], seat, choice, row)


@entry
def valued(s: Records[State], i: int, seat: int) -> int:
    """What a seat has, as the reward "margin" counts it."""
    total: int = worth(s[i], seat)
    return total


@entry
def picked(masks: Table[i1], key: u8, n: int, out: Row[i8], lo: int, hi: int) -> None:
    """A random legal action of every row of masks; n must differ from step to step."""
    for i in range(lo, hi):
        flags = masks[i]
        count = 0
        for k in range(len(flags)):
            count += flags[k]
        pick = below(draw(draw(key, i), n), count)
        for k in range(len(flags)):
            if flags[k] != 0:
                if pick == 0:
                    out[i] = k
                    break
                pick -= 1
