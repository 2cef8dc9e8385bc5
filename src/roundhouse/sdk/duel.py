"""Whether one bot is better than another: a sequential test over mirrored games that may be looked at after every pair.

The unit is a seed, played once from each seat; its score for the first bot is the mean of both games, from 0 to 1. For
every mean `m` somebody bets against it: of a capital of 1, a fixed share is staked on every seed, at fair odds if `m`
were the truth. The mean over many shares is a capital too, and one that grows beyond 1 / risk happens with at most that
risk if `m` is the truth, whenever one looks (Ville's inequality). Means that no bet has ruled out are the interval.
It holds for any distribution, for few games, and for bots that win everything.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from .series import Pairing, Played, share

SHARES = tuple(n / 40 for n in range(1, 40))  # shares of the largest stake that cannot lose everything
RISK = 0.05  # the probability that the true difference is ever outside the interval
PROBES = 40  # halvings of an interval, finer than any score
FAR = 1 << 24  # pairs; what so many do not settle counts as not to be settled


class DuelTally(Struct, frozen=True):
    """How often each score of a whole pair came up: all that the test uses."""

    counts: tuple[tuple[float, int], ...] = ()

    @property
    def pairs(self) -> int:
        return sum(count for _, count in self.counts)

    @property
    def mean(self) -> float:
        return sum(score * count for score, count in self.counts) / self.pairs if self.counts else 0.5

    def plus(self, score: float) -> "DuelTally":
        known = dict(self.counts)
        known[score] = known.get(score, 0) + 1
        return DuelTally(tuple(sorted(known.items())))


def capital(tally: DuelTally, mean: float, times: float = 1.0) -> float:
    """The logarithm of the capital that 1 has grown to by betting that the true mean is above this one, if everything
    in the tally had happened `times` times."""
    sums = [
        times * sum(count * math.log1p(part * (score / mean - 1)) for score, count in tally.counts) for part in SHARES
    ]
    most = max(sums)
    return most + math.log(sum(math.exp(one - most) for one in sums) / len(sums))


def turned(tally: DuelTally) -> DuelTally:
    """The same pairs, scored for the other bot."""
    return DuelTally(tuple(sorted((1 - score, count) for score, count in tally.counts)))


def lowest(tally: DuelTally, risk: float) -> float:
    """The smallest mean that is not ruled out from above; half of the risk is for each side."""
    if not tally.counts:
        return 0.0
    limit, low, high = math.log(2 / risk), 0.0, tally.mean
    for _ in range(PROBES):
        middle = (low + high) / 2
        if middle > 0 and capital(tally, middle) < limit:
            high = middle
        else:
            low = middle
    return low


def elo(mean: float) -> float:
    """The rating difference that makes a score the expected one."""
    if mean <= 0:
        return -math.inf
    return math.inf if mean >= 1 else 400 * math.log10(mean / (1 - mean))


def expected(difference: float) -> float:
    """The score that a rating difference makes the expected one."""
    return 1 / (1 + 10 ** (-difference / 400))


class DuelVerdict(Struct, frozen=True, kw_only=True):
    """What is known after some games. `better` is 1 or 2; 0 while neither is proven to be. Elo values are those of the
    first bot over the second; infinite ones mean that no game shows a limit."""

    settled: bool
    better: int
    even: bool  # proven to differ by less than what counts
    pairs: int
    score: float
    least: float
    most: float
    more: int | None  # games that would settle it at this rate; None if none will

    @property
    def elo(self) -> float:
        return elo(self.score)

    @property
    def elo_least(self) -> float:
        return elo(self.least)

    @property
    def elo_most(self) -> float:
        return elo(self.most)


def judge(tally: DuelTally, *, difference: float, risk: float = RISK) -> DuelVerdict:
    """The verdict on two bots. A rating difference smaller than `difference` does not matter."""
    least, most = lowest(tally, risk), 1 - lowest(turned(tally), risk)
    better = 1 if least > 0.5 else 2 if most < 0.5 else 0
    even = not better and least > expected(-difference) and most < expected(difference)
    settled = bool(better) or even
    return DuelVerdict(
        settled=settled, better=better, even=even, pairs=tally.pairs, score=tally.mean, least=least, most=most,
        more=0 if settled else _more(tally, difference, risk),
    )  # fmt: skip


def _more(tally: DuelTally, difference: float, risk: float) -> int | None:
    """How many games would settle it if they went on as before."""
    if not tally.counts:
        return None
    limit = math.log(2 / risk)
    up, down = expected(difference), expected(-difference)

    def shown(times: float) -> bool:
        above, below = capital(tally, 0.5, times), capital(turned(tally), 0.5, times)
        if max(above, below) >= limit:
            return True
        return capital(tally, down, times) >= limit and capital(turned(tally), 1 - up, times) >= limit

    low, high = 1.0, 2.0
    while not shown(high):
        low, high = high, 2 * high
        if high * tally.pairs > FAR:
            return None
    for _ in range(PROBES):
        middle = (low + high) / 2
        low, high = (low, middle) if shown(middle) else (middle, high)
    return max(2, 2 * math.ceil((high - 1) * tally.pairs))


def scores(played: Iterable[Played]) -> Iterator[tuple[float, tuple[Played, Played]]]:
    """Whole pairs of a series of two bots, with the score of the first."""
    waiting: Played | None = None
    for one in played:
        if waiting is None:
            waiting = one
            continue
        yield sum(share(game.outcome.result, game.order.index(0) + 1) for game in (waiting, one)) / 2, (waiting, one)
        waiting = None


class Duel(Struct, frozen=True):
    """A finished duel: its tally, its verdict, and all games; also one that the user interrupted."""

    tally: DuelTally
    verdict: DuelVerdict
    played: list[Played]
    broken_off: bool = False


def fight(
    wanted: Sequence[Pairing],
    playing: Callable[[Sequence[Pairing]], Iterator[Played]],
    *,
    difference: float,
    risk: float = RISK,
    told: Callable[[DuelVerdict], None] = lambda verdict: None,
) -> Duel:
    """Play pairs until the verdict is settled, all are played, or somebody presses Ctrl-C."""
    tally, done, broken_off = DuelTally(), list[Played](), False
    verdict = judge(tally, difference=difference, risk=risk)
    games = playing(wanted)
    try:
        for score, pair in scores(games):
            done += pair
            tally = tally.plus(score)
            verdict = judge(tally, difference=difference, risk=risk)
            told(verdict)
            if verdict.settled:
                break
    except KeyboardInterrupt:  # report what is known until now
        broken_off = True
    close = getattr(games, "close", None)
    if close is not None:  # ends the processes that still play
        close()
    return Duel(tally, verdict, done, broken_off)
