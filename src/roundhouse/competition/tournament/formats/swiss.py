"""Swiss system: entrants with equal scores meet, and nobody meets the same one again if that can be avoided.

A round is paired from the top. The best unpaired entrant meets one of its own score, the upper half of these against
the lower half, unless the rest could then not be paired without a rematch; that is computed exactly (see `blossom`).
Only when no such pairing exists at all, rematches are allowed. With an odd number the lowest of those with the fewest
byes gets a bye.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import count

from ..meeting import Format, Meeting, ResultsByMatch
from .blossom import perfect

Pair = tuple[int, int]


def rounds_of(format: Format, entrants: int) -> int:
    """As many as it takes to leave one who has beaten everybody, unless the format says how many."""
    return format.rounds or max(1, (entrants - 1).bit_length())


def meetings(format: Format, entrants: int, book: ResultsByMatch) -> list[Meeting]:
    """The meetings of all rounds that can be paired: a round is, as soon as every match of the previous one is over."""
    score, byes, firsts = ([0] * entrants for _ in range(3))
    met: dict[Pair, int] = {}
    made: list[Meeting] = []
    for turn in range(rounds_of(format, entrants)):
        number = turn * ((entrants + 1) // 2)
        pairs, resting = paired(tuple(score), tuple(sorted(met.items())), tuple(byes))
        now = []
        for k, pair in enumerate(pairs):
            seated = seats(pair, firsts, turned=k % 2 == 1)
            firsts[seated[0]] += 1
            met[pair] = met.get(pair, 0) + 1
            now.append(book.meeting(number + k, turn + 1, f"Round {turn + 1}", seated, cycle=turn))
        if resting is not None:
            byes[resting] += 1
            now.append(book.bye(number + len(pairs), turn + 1, resting))
        made += now
        if not all(meeting.done for meeting in now):
            break
        for meeting in now:
            for who, got in zip(meeting.entrants, meeting.scores, strict=True):
                score[who] += got
    return made


def seats(pair: Pair, firsts: Sequence[int], *, turned: bool) -> Pair:
    """The first seat of a meeting goes to the entrant who had it less often; if that is equal, to the better and the
    weaker seed in turn."""
    one, other = firsts[pair[0]], firsts[pair[1]]
    return (pair[1], pair[0]) if other < one or (other == one and turned) else pair


@lru_cache(maxsize=64)  # asked for after every match, and earlier rounds do not change
def paired(
    score: tuple[int, ...], meetings: tuple[tuple[Pair, int], ...], byes: tuple[int, ...]
) -> tuple[tuple[Pair, ...], int | None]:
    """The pairs of a round, each in ascending order, and who has the bye; `meetings` says which pairs met how often."""
    met = dict(meetings)
    order = sorted(range(len(score)), key=lambda who: (-score[who], who))
    for rematches in count():
        for resting in _resting(order, byes):
            rest = [who for who in order if who != resting]
            if _pairable(rest, met, rematches):
                return tuple(_from_the_top(rest, score, met, rematches)), resting
    raise AssertionError("with enough rematches everybody can be paired")


def _resting(order: Sequence[int], byes: Sequence[int]) -> list[int | None]:
    if len(order) % 2 == 0:
        return [None]
    fewest = min(byes)
    return [who for who in reversed(order) if byes[who] == fewest]


def _from_the_top(left: list[int], score: Sequence[int], met: Mapping[Pair, int], rematches: int) -> list[Pair]:
    pairs = []
    while left:
        one = left[0]
        middle = max(1, sum(score[other] == score[one] for other in left) // 2)
        wishes = sorted(
            range(1, len(left)),
            key=lambda at: (_met(met, one, left[at]), score[one] - score[left[at]], abs(at - middle), at),
        )
        for at in wishes:
            if _met(met, one, left[at]) > rematches:
                continue
            rest = [*left[1:at], *left[at + 1 :]]
            if _pairable(rest, met, rematches):
                pairs.append(_pair(one, left[at]))
                left = rest
                break
    return pairs


def _pairable(who: Sequence[int], met: Mapping[Pair, int], rematches: int) -> bool:
    near = [
        [other for other in range(len(who)) if other != one and _met(met, who[one], who[other]) <= rematches]
        for one in range(len(who))
    ]
    return perfect(near)


def _met(met: Mapping[Pair, int], one: int, other: int) -> int:
    return met.get(_pair(one, other), 0)


def _pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)
