"""The rate limit of one connection: a burst, and a number of messages a second in the long run."""


class Bucket:
    """A token bucket; time is an argument."""

    __slots__ = ("_at", "burst", "level", "rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self._at = now

    def take(self, now: float) -> float:
        """Take one. Returns the seconds to wait before the next may be taken, 0 if none."""
        self.level = min(self.burst, self.level + (now - self._at) * self.rate) - 1
        self._at = now
        return 0.0 if self.level >= 0 else (1 - self.level) / self.rate

    def give(self) -> None:
        """Allow one more message, because the server asked for it."""
        self.level = min(self.burst, self.level + 1)
