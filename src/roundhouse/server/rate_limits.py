"""Limits on requests per address or account, and waiting times after wrong passwords. In memory, bounded in size."""

import asyncio
import ipaddress
import time
from collections import deque
from collections.abc import Callable, Hashable

KEPT_MAX = 50_000  # addresses and names that are remembered at once
BURST_S = 10.0  # after a quiet time a client may send as much at once as the limit allows in this time


class Limiter:
    """Allows a number of requests a minute per key, with room for a burst: a leaky bucket, stored as one number per
    key."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, *, burst_s: float = BURST_S) -> None:
        self._clock = clock
        self._burst_s = burst_s
        self._full_at: dict[Hashable, float] = {}

    def wait_s(self, key: Hashable, per_minute: int) -> float:
        """Count a request. Returns 0 if it is allowed, else the seconds until it would be; then it is not counted."""
        if not per_minute:
            return 0.0
        now = self._clock()
        due = max(self._full_at.get(key, now), now)
        early = due - now - self._burst_s
        if early > 0:
            return early
        if len(self._full_at) >= KEPT_MAX:
            self._forget(now)
        self._full_at[key] = due + 60.0 / per_minute
        return 0.0

    def _forget(self, now: float) -> None:
        self._full_at = {key: due for key, due in self._full_at.items() if due > now}
        for key in list(self._full_at)[: len(self._full_at) - KEPT_MAX // 2]:
            del self._full_at[key]


class Patience:
    """After some failures a key must wait before the next try, twice as long after each failure. Success resets it."""

    def __init__(
        self, *, free: int, longest_s: float, forget_s: float = 900.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.free = free
        self._longest_s = longest_s
        self._forget_s = forget_s
        self._clock = clock
        self._failures: dict[Hashable, tuple[int, float]] = {}  # how often, and when the last time

    def wait_s(self, key: Hashable) -> float:
        """The seconds before the next try is allowed."""
        count, last = self._failures.get(key, (0, 0.0))
        if count < self.free or self._clock() - last > self._forget_s:
            return 0.0
        return max(0.0, last + min(2.0 ** min(count - self.free, 30), self._longest_s) - self._clock())

    def count(self, key: Hashable) -> int:
        """How many recent tries have failed."""
        count, last = self._failures.get(key, (0, 0.0))
        return 0 if self._clock() - last > self._forget_s else count

    def failed(self, key: Hashable) -> None:
        now = self._clock()
        count, last = self._failures.pop(key, (0, now))  # the newest stand last
        self._failures[key] = (1 if now - last > self._forget_s else count + 1, now)
        if len(self._failures) > KEPT_MAX:
            del self._failures[next(iter(self._failures))]

    def succeeded(self, key: Hashable) -> None:
        self._failures.pop(key, None)


class Tries:
    """Bounds the tries of one key that run at the same time to as many as may fail without a waiting time. Further ones
    wait until those are decided: so nobody is refused for being one of many, and guessing in parallel is as slow as
    guessing one after the other."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._under_way: dict[Hashable, int] = {}
        self._waiting: dict[Hashable, deque[asyncio.Future[None]]] = {}

    async def begin(self, key: Hashable) -> float:
        """Returns 0 when the try may start, and then `end` must be called; else the seconds to wait."""
        while self._crowded(key):
            turn = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(key, deque()).append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                self._wake(key)
                raise
        if wait := self._patience.wait_s(key):
            self._wake(key)
            return wait
        self._under_way[key] = self._under_way.get(key, 0) + 1
        return 0.0

    def end(self, key: Hashable, *, failed: bool | None) -> None:
        """Report whether a try succeeded; None if that is unknown."""
        left = self._under_way.pop(key) - 1
        if left:
            self._under_way[key] = left
        if failed:
            self._patience.failed(key)
        elif failed is False:
            self._patience.succeeded(key)
        self._wake(key)

    def _crowded(self, key: Hashable) -> bool:
        under_way = self._under_way.get(key, 0)
        return under_way > 0 and self._patience.count(key) + under_way >= self._patience.free

    def _wake(self, key: Hashable) -> None:
        """Wake the tries that have waited longest, as many as may fit."""
        waiting = self._waiting.pop(key, deque())
        for _ in range(self._patience.free):
            while waiting and waiting[0].done():
                waiting.popleft()
            if waiting:
                waiting.popleft().set_result(None)
        if waiting:
            self._waiting[key] = waiting


def address_key(host: str) -> str:
    """The key of a limit: an address, or the network of an IPv6 address, because one client has very many of those."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host
