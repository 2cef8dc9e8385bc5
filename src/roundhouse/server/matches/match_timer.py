"""The time of one running match: how long it has been played, when clocks stand still, and its one timer."""

from collections.abc import Callable
from typing import Any

from ..timers import MOMENT_S, Timers

EARLY_S = 0.0005  # timers may fire so much too early
A_LITTLE = 0.001  # so that rounding does not lose a full millisecond


class MatchTimer:
    """Playing time stands still while seats are missing through the server's fault, at most for the grace.

    `ring` is called at the earliest of the times given to `arm`, or a little earlier: leaving a timer in place costs
    nothing, moving it every round does.
    """

    def __init__(self, timers: Timers, ring: Callable[[], None], *, played_ms: int = 0) -> None:
        self.time = timers.time
        self._timers = timers
        self._ring = ring
        self._began = timers.time() - played_ms / 1000  # so that outages and pauses do not count
        self._missing: set[int] = set()
        self._paused_at: float | None = None
        self.pause_ends = 0.0
        self._timer: Any = None
        self._timer_at = 0.0

    def now_ms(self) -> int:
        """Playing time."""
        now = self.time() if self._paused_at is None else self._paused_at
        return int((now - self._began) * 1000 + A_LITTLE)

    def at(self, playing_ms: int) -> float:
        """The loop's time at which so much will have been played, without further pauses."""
        return self._began + playing_ms / 1000

    # The pause

    @property
    def paused(self) -> bool:
        return self._paused_at is not None

    def wait_for(self, seats: set[int], grace_ms: int) -> None:
        """Pause until these seats are connected too, but no longer than the grace."""
        if not seats or not grace_ms:
            return
        self._missing |= seats
        if self._paused_at is None:
            self._paused_at = self.time()
            self.pause_ends = self._paused_at + grace_ms / 1000
        self.arm(self.pause_ends)

    def arrived(self, seat: int) -> bool:
        """A seat is connected. True if it was the last one, and time goes on."""
        self._missing.discard(seat)
        return self._paused_at is not None and not self._missing and self._resume()

    def patience_over(self) -> bool:
        """True if the grace has just ended, and time goes on without the missing seats."""
        return self._paused_at is not None and self.time() >= self.pause_ends - EARLY_S and self._resume()

    def _resume(self) -> bool:
        if self._paused_at is not None:
            self._began += self.time() - self._paused_at
            self._paused_at = None
            self._missing.clear()
        return True

    # The timer

    def arm(self, at: float) -> None:
        """Call `ring` at this time at the latest."""
        if self._timer is not None:
            if self._timer_at <= at:
                return
            self._timer.cancel()
        self._timer_at = at
        self._timer = self._timers.call_later(max(MOMENT_S, at - self.time()), self._rang)

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _rang(self) -> None:
        self._timer = None
        self._ring()
