"""Who plays whom next, among the players who wait."""

from collections.abc import Iterator, Sequence
from heapq import nsmallest
from typing import Any, Protocol, TypeVar

from .rating import PLACEMENT, START, Skill, information
from .standing import pool_of


class Draws(Protocol):
    """The two random functions a pairing needs; `random.Random` has both."""

    def randrange(self, stop: int, /) -> int: ...

    def gauss(self, mu: float, sigma: float) -> float: ...


class Waiting(Protocol):
    """A waiting player: the rating decides the rank, `since` which of two equals comes first."""

    @property
    def rating(self) -> float: ...

    @property
    def since(self) -> float: ...


W = TypeVar("W", bound=Waiting)


def pairs(waiting: Sequence[W], draws: Draws, *, sigma: float) -> Iterator[tuple[W, W]]:
    """Pairs of players of similar rank, until fewer than two remain; in each the higher rank comes first.

    One is drawn uniformly, the other normally around it. GOO-097, GOO-098, GOO-099
    """
    ranked = sorted(waiting, key=lambda player: (player.rating, player.since))
    while len(ranked) >= 2:
        first = draws.randrange(len(ranked))
        second = first
        while second == first:
            drawn = int(draws.gauss(first, sigma))  # cut toward zero
            second = max(0, min(len(ranked) - 1, drawn))
        low, high = sorted((first, second))
        higher = ranked.pop(high)
        lower = ranked.pop(low)
        yield higher, lower


# Matches that tell most about the ratings


class Candidate(Protocol):
    """A player who waits for a rated match. Those of one `party` (a person and all their bots) never meet."""

    @property
    def party(self) -> int: ...

    @property
    def kind(self) -> str: ...

    @property
    def since(self) -> float: ...

    @property
    def matches(self) -> int: ...

    def skill(self, pool: str, /) -> Skill: ...

    def met(self, other: Any, /) -> float:
        """How much these two have met lately: 0 not at all, 1 in their last match."""


C = TypeVar("C", bound=Candidate)

REPEATED = 0.5  # pairs that have met more than this lately wait a while for others
NEAREST = 16  # opponents that are considered for each
DAMPING = 4.0  # a pair that has just met counts as telling five times less


def matchups(
    waiting: Sequence[C],
    draws: Draws,
    *,
    now: float,
    seats: int = 2,
    placement: int = PLACEMENT,
    patience_s: float = 0.0,
    mixed_after_s: float = 0.0,
) -> list[tuple[C, ...]]:
    """Groups of `seats` players, seats drawn at random; every player who can be paired is.

    Newcomers come first, then the least known and those who have waited longest. Each gets the opponents about whom the
    match tells most: little known, of similar skill, not met lately. Two who have just met wait up to `patience_s` for
    others; players of different kinds meet when one of them has waited `mixed_after_s`.
    """
    drawn = _shuffled(waiting, draws)  # so that the order among equals is random
    left = sorted(drawn, key=lambda one: _urgency(one, now, placement), reverse=True)
    may = _Rules(now, patience_s, mixed_after_s)
    found: list[list[C]] = []
    blocked: list[C] = []
    while left:
        group = [left.pop(0)]
        while len(group) < seats:
            open_to = [other for other in left if all(may.meet(one, other) for one in group)]
            if not open_to:
                break
            best = max(_near(group[0], open_to), key=lambda other: sum(worth(one, other) for one in group))
            group.append(best)
            left.remove(best)
        if len(group) == seats:
            found.append(group)
        else:  # no group for the first one; the others may still find each other
            blocked.append(group[0])
            left = group[1:] + left
    if seats == 2:
        _exchange(found, blocked, may)
    return [tuple(_shuffled(group, draws)) for group in found]


def worth(one: Candidate, other: Candidate) -> float:
    """How much a match of these two would tell, less if they have met lately."""
    pool = pool_of((one.kind, other.kind))
    return information(one.skill(pool), other.skill(pool)) / (1.0 + DAMPING * one.met(other))


def _near(one: C, others: list[C]) -> list[C]:
    """Those of similar skill: comparing all would take long and change little."""
    if len(others) <= NEAREST:
        return others
    own = _own_skill(one).mu
    return nsmallest(NEAREST, others, key=lambda other: abs(_own_skill(other).mu - own))


def _own_skill(one: Candidate) -> Skill:
    return one.skill(pool_of((one.kind,)))


class _Rules:
    """Who may meet whom now."""

    def __init__(self, now: float, patience_s: float, mixed_after_s: float) -> None:
        self.now = now
        self.patience_s = patience_s
        self.mixed_after_s = mixed_after_s

    def meet(self, one: Candidate, other: Candidate) -> bool:
        if one.party == other.party:
            return False
        waited = self.now - min(one.since, other.since)
        if one.kind != other.kind and waited < self.mixed_after_s:
            return False
        return waited >= self.patience_s or one.met(other) <= REPEATED


def _urgency(one: Candidate, now: float, placement: int) -> float:
    """Newcomers first, then the least known; every second of waiting adds to it, so that nobody waits for ever."""
    newcomer = START.sigma if one.matches < placement else 0.0
    return newcomer + _own_skill(one).sigma + (now - one.since)


def _exchange(found: list[list[C]], blocked: list[C], may: _Rules) -> None:
    """Pair two who may not meet each other with the members of a pair that is taken apart, if that is possible."""
    while len(blocked) >= 2:
        one, two = blocked[0], blocked[1]
        for pair in found:
            for first, second in (pair, pair[::-1]):
                if may.meet(one, first) and may.meet(two, second):
                    found.remove(pair)
                    found += [[one, first], [two, second]]
                    del blocked[:2]
                    break
            else:
                continue
            break
        else:
            del blocked[0]


def _shuffled(items: Sequence[C], draws: Draws) -> list[C]:
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = draws.randrange(last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed
