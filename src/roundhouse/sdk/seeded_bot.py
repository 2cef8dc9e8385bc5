"""What the built-in bots of all games share: a seed, and draws that follow from it."""

from secrets import randbits

from ..core.rules import below, draw, stream
from .bot import Bot


class SeededBot(Bot):
    """A bot that is given a seed. Those that draw call `begin_draws` in `start`; equal seeds then play alike, and
    without a seed every match is different."""

    def __init__(self, *, seed: int | None = None) -> None:
        self.seed = seed

    def begin_draws(self, number: int) -> None:
        """Draw from now on from stream `number` of the seed."""
        self.key = stream(randbits(64) if self.seed is None else self.seed, number)
        self.drawn = 0

    def below(self, bound: int) -> int:
        """The next draw, from 0 to bound - 1."""
        self.drawn += 1
        return below(draw(self.key, self.drawn), bound)
