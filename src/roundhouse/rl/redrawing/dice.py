"""Draws one after the other."""

from collections.abc import Sequence
from typing import Any, TypeVar

from ...core.rules import below, draw

T = TypeVar("T")


class Dice:
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
