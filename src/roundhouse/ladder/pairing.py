"""Who plays whom next, among those who wait."""

from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar


class Draws(Protocol):
    """The two draws of a pairing; `random.Random` has both."""

    def randrange(self, stop: int, /) -> int: ...

    def gauss(self, mu: float, sigma: float) -> float: ...


class Waiting(Protocol):
    """Somebody who waits: the rating decides the rank, `since` who of two equals comes first."""

    @property
    def rating(self) -> float: ...

    @property
    def since(self) -> float: ...


W = TypeVar("W", bound=Waiting)


def pairs(waiting: Sequence[W], draws: Draws, *, sigma: float) -> Iterator[tuple[W, W]]:
    """Pairs of players of similar rank, until fewer than two remain; of each the one with the higher rank comes first.

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
