"""How actions advance matches, for all games: this source is executed once for every game, with the names below taken
from its rules, its `learning.actions` and its `learning.sight`. `core.native.entry_modules` does that; this file itself
is never imported."""

from typing import TYPE_CHECKING, Any, TypeAlias, cast

from ..core.entry_types import Records, Row, Table
from ..core.rules import below, copy_into, draw, entry, inlined, nth_one, ones, rules
from ..core.schema import f8, i1, i8, u1, u8

if TYPE_CHECKING:  # the game's own
    State: TypeAlias = Any
    Scratch: TypeAlias = Any
    Seen: TypeAlias = Any
    Sight: TypeAlias = Any
    Survey: TypeAlias = Any
    act = actions = check = gone = legal = result = sample = spell = tick = waiting = worth = cast(Any, None)
    show = survey = cast(Any, None)

BLOCK = 4  # matches that are stepped, then judged, then looked at: so many stay in the processor's cache

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
    s: Records[State], pool: Records[State], places: Row[i8], picks: Row[i8], since: Row[i8], steps: Row[i8],
    gone_at: Table[i8], before: Table[f8], learners: Row[i8], draws: Row[i8], key: u8, shaped: int,
    scratch: Records[Scratch],
) -> None:  # fmt: skip
    """Restart the matches at some places, each from the state of the pool that is picked, and advance them to the first
    choice."""
    work = scratch[0]
    for k in range(len(places)):
        i = int(places[k])
        copy_into(s, i, pool, picks[k])
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
def asked(s: Records[State], i: int, scratch: Records[Scratch]) -> int:
    """Who has something to choose, into `owing`; returns how many that are."""
    count: int = waiting(s[i], scratch[0].owing)
    return count


@entry
def spelled(s: Records[State], i: int, seat: int, choice: int, out: Row[i8]) -> None:
    """The row of an action."""
    spell(s[i], seat, choice, out)


@entry
def look(
    s: Records[State], seats: int, learners: Row[i8], seen: Seen, masks: Table[i1], sights: Records[Sight],
    common: Records[Survey], lo: int, hi: int,
) -> None:  # fmt: skip
    """Bring observations and masks of all rows of the matches from lo up to hi up to date. sights[row] says what the
    row shows already, so that only what has changed is written."""
    n = len(learners)
    for i in range(lo, hi):
        survey(s[i], common[0])
        learner = learners[i]
        if learner == 0:
            for seat in range(1, seats + 1):
                row = (seat - 1) * n + i
                show(s[i], seat, common[0], seen[row], masks[row], sights[row])
        else:
            show(s[i], learner, common[0], seen[i], masks[i], sights[i])


@entry
def unseen(places: Row[i8], seats: int, learners: Row[i8], sights: Records[Sight], others: Records[Sight]) -> None:
    """The matches at some places are others now: what both sets of arrays show of them does not hold any more."""
    n = len(learners)
    for k in range(len(places)):
        place = int(places[k])
        for seat in range(1, seats + 1 if learners[place] == 0 else 2):
            row = (seat - 1) * n + place
            sights[row].shown = 0
            others[row].shown = 0


@entry
def look_again(
    s: Records[State], places: Row[i8], seats: int, learners: Row[i8], seen: Seen, masks: Table[i1],
    sights: Records[Sight], common: Records[Survey],
) -> None:  # fmt: skip
    """`look` at the matches at some places."""
    for k in range(len(places)):
        look(s, seats, learners, seen, masks, sights, common, places[k], places[k] + 1)


@entry
def stepped(
    s: Records[State], choices: Table[i8], count: int, codes: Table[i8], since: Row[i8], steps: Row[i8],
    learners: Row[i8], draws: Row[i8], key: u8, limit: int, gone_at: Table[i8], before: Table[f8], gains: Table[f8],
    over: Row[u1], shaped: int, seats: int, most: int, rewards: Row[f8], terminated: Row[u1], truncated: Row[u1],
    refusals: Row[i8], again: Row[u1], looks: int, seen: Seen, masks: Table[i1], sights: Records[Sight],
    common: Records[Survey], lo: int, hi: int, scratch: Records[Scratch],
) -> None:  # fmt: skip
    """A whole step of all matches: `advance`, `judged`, `reported`, and where `looks` is not 0 `look`."""
    for first in range(lo, hi, BLOCK):
        last = min(first + BLOCK, hi)
        advance(s, choices, count, codes, since, steps, learners, draws, key, limit, first, last, scratch)
        judged(s, steps, gone_at, before, gains, over, shaped, first, last, scratch)
        reported(
            seats, codes, learners, steps, gone_at, over, gains, most, rewards, terminated, truncated, refusals, again,
            first, last,
        )  # fmt: skip
        if looks != 0:
            look(s, seats, learners, seen, masks, sights, common, first, last)


@entry
def packed(masks: Table[i1], out: Table[u1], lo: int, hi: int) -> None:
    """Masks as bits, the first action in the lowest bit of the first byte."""
    for row in range(lo, hi):
        flags = masks[row]
        bits = out[row]
        whole = len(flags) // 8
        for byte in range(whole):
            at = 8 * byte
            bits[byte] = (
                flags[at] + 2 * flags[at + 1] + 4 * flags[at + 2] + 8 * flags[at + 3] + 16 * flags[at + 4]
                + 32 * flags[at + 5] + 64 * flags[at + 6] + 128 * flags[at + 7] & 255
            )  # fmt: skip
        if whole < len(bits):
            last = 0
            for at in range(8 * whole, len(flags)):
                last += int(flags[at]) << at - 8 * whole
            bits[whole] = last & 255


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
def valued(s: Records[State], i: int, seat: int) -> int:
    """What a seat has, as the reward "margin" counts it."""
    total: int = worth(s[i], seat)
    return total


@entry
def picked(masks: Table[i1], key: u8, n: int, out: Row[i8], lo: int, hi: int) -> None:
    """A random legal action of every row of masks; n must differ from step to step."""
    for i in range(lo, hi):
        flags = masks[i]
        out[i] = nth_one(flags, below(draw(draw(key, i), n), ones(flags)))
