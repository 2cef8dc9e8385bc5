"""Time and chance as matches and services use them: what they need of an event loop and of `random.Random`, and the
clock on the wall. Tests pass their own."""

import time
from collections.abc import Callable
from typing import Any, Protocol

MOMENT_S = 0.001  # long enough for the event loop to read what has arrived in its sockets


class Timers(Protocol):
    """What is needed of an event loop; every `asyncio` loop has it."""

    def time(self) -> float: ...

    def call_soon(self, callback: Callable[..., object], /) -> Any: ...

    def call_later(self, delay: float, callback: Callable[..., object], /) -> Any: ...


class Randomness(Protocol):
    """The draws of a matchmaker; `random.Random` has them."""

    def randrange(self, stop: int, /) -> int: ...

    def gauss(self, mu: float, sigma: float) -> float: ...

    def random(self) -> float: ...

    def getrandbits(self, k: int, /) -> int: ...


def exact_wall_ms() -> float:
    return time.time() * 1000


def wall_ms() -> int:
    return round(exact_wall_ms())
