"""Messages that wait until the entry they tell of is durable."""

from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Outbox:
    """Keeps the order: what was put in for step n is sent when `durable` has reached n."""

    def __init__(self, durable: int = 0) -> None:
        self.durable = durable
        self._waiting: deque[tuple[int, Callable[[Any], object], Any]] = deque()
        self._flushing = False

    def put(self, step: int, call: Callable[[T], object], what: T) -> None:
        self._waiting.append((step, call, what))

    def flush(self) -> None:
        """Send what may be sent."""
        if self._flushing:
            return  # called again from a send below; the outer loop goes on with it
        self._flushing = True
        waiting = self._waiting
        try:
            while waiting and waiting[0][0] <= self.durable:
                _, call, what = waiting.popleft()
                call(what)
        finally:
            self._flushing = False

    def clear(self) -> None:
        self._waiting.clear()
