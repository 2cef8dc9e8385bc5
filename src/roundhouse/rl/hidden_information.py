"""Draws anew what a planner must not know: later random draws, and for one seat everything that is hidden from it.

A copy for a seat agrees with all that the seat sees and remembers now: its observation, its mask and its view stay the
same. It is one of the possible positions, not the likeliest: how the others have played so far is not considered.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

from ..core.game import Game
from ..core.registry import part
from ..core.rules import below, draw, mix64, stream

SEED = 2  # the purpose number of its stream
T = TypeVar("T")


def redraw(state: Any, seed: int) -> None:
    """Set another seed for all later draws of the rules. Spacegoo draws nothing after the start."""
    if hasattr(state, "seed"):
        state.seed = mix64(stream(seed, SEED))


def resampled(game: Game, state: Any, seat: int, key: int) -> None:
    """Draw anew what a seat cannot know, in place."""
    hidden = part(game, "learning.hidden")
    if hidden is not None:  # games without it hide nothing
        hidden.draw_hidden(state, seat, key)
    redraw(state, key)


class Dice:
    """A stream of random numbers."""

    def __init__(self, key: int) -> None:
        self._key = key
        self._taken = 0

    def between(self, low: int, high: int) -> int:
        self._taken += 1
        return low + below(draw(self._key, self._taken), max(1, high - low + 1))

    def one_of(self, items: Sequence[T]) -> T:
        return items[self.between(0, len(items) - 1)]

    def shuffle(self, items: list[Any]) -> None:
        for place in range(len(items) - 1, 0, -1):
            other = self.between(0, place)
            items[place], items[other] = items[other], items[place]
