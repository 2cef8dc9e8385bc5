"""How often somebody may ask, and how long somebody waits who guesses passwords. Kept in memory, bounded in size."""

import ipaddress
import time
from collections.abc import Callable, Hashable

KEPT_MAX = 50_000  # addresses and names that are remembered at once
BURST_S = 10.0  # whoever was quiet may ask as much at once as the limit allows in this time


class Limiter:
    """So many requests a minute per key, with room for a burst: a bucket that leaks, kept as one number per key."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._full_at: dict[Hashable, float] = {}

    def wait_s(self, key: Hashable, per_minute: int) -> float:
        """Count a request; returns 0 if it may go on, else how many seconds it came too early (it does not count)."""
        if not per_minute:
            return 0.0
        now = self._clock()
        due = max(self._full_at.get(key, now), now)
        early = due - now - BURST_S
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
    """Who failed some times waits before the next try, twice as long after each failure. Success forgets."""

    def __init__(
        self, *, free: int, longest_s: float, forget_s: float = 900.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._free = free
        self._longest_s = longest_s
        self._forget_s = forget_s
        self._clock = clock
        self._failures: dict[Hashable, tuple[int, float]] = {}  # how often, and when the last time

    def wait_s(self, key: Hashable) -> float:
        """How long the next try has to wait."""
        count, last = self._failures.get(key, (0, 0.0))
        if count < self._free or self._clock() - last > self._forget_s:
            return 0.0
        return max(0.0, last + min(2.0 ** min(count - self._free, 30), self._longest_s) - self._clock())

    def failed(self, key: Hashable) -> None:
        now = self._clock()
        count, last = self._failures.pop(key, (0, now))  # the newest stand last
        self._failures[key] = (1 if now - last > self._forget_s else count + 1, now)
        if len(self._failures) > KEPT_MAX:
            del self._failures[next(iter(self._failures))]

    def succeeded(self, key: Hashable) -> None:
        self._failures.pop(key, None)


def address_key(host: str) -> str:
    """Whom a limit is for: an address, or the network of an IPv6 address, of which everybody has very many."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host
