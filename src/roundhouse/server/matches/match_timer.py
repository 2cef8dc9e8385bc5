"""The time of one running match: how long it has been played, when clocks stand still, and its one timer."""

from collections.abc import Callable
from typing import Any

from ...games.spacegoo.server.line_match import MOMENT_S, Timers

EARLY_S = 0.0005  # timers may ring so much too soon
A_LITTLE = 0.001  # so that a millisecond that is over is not lost to rounding


class Timepiece:
    """Playing time stands still while seats are missing through our fault, for as long as the grace lasts.

    `ring` is called at the earliest of the times given to `arm`, or a little earlier: a timer that is left where it is
    costs nothing, one that is moved every round does.
    """

    def __init__(self, timers: Timers, ring: Callable[[], None], *, played_ms: int = 0) -> None:
        self.time = timers.time
        self._timers = timers
        self._ring = ring
        self._began = timers.time() - played_ms / 1000  # so that neither an outage nor a pause shows
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
        """When so much has been played, if nothing comes between."""
        return self._began + playing_ms / 1000

    # The pause

    @property
    def paused(self) -> bool:
        return self._paused_at is not None

    def wait_for(self, seats: set[int], grace_ms: int) -> None:
        """Stand still until these seats are there, too, but no longer than the grace."""
        if not seats or not grace_ms:
            return
        self._missing |= seats
        if self._paused_at is None:
            self._paused_at = self.time()
            self.pause_ends = self._paused_at + grace_ms / 1000
        self.arm(self.pause_ends)

    def arrived(self, seat: int) -> bool:
        """A seat is there. True: it was the last one, and the time goes on."""
        self._missing.discard(seat)
        return self._paused_at is not None and not self._missing and self._resume()

    def patience_over(self) -> bool:
        """True: the grace is over just now, and the time goes on without those who are missing."""
        return self._paused_at is not None and self.time() >= self.pause_ends - EARLY_S and self._resume()

    def _resume(self) -> bool:
        if self._paused_at is not None:
            self._began += self.time() - self._paused_at
            self._paused_at = None
            self._missing.clear()
        return True

    # The timer

    def arm(self, at: float) -> None:
        """Ring at this time at the latest."""
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
