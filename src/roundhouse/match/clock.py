"""Deadlines and time banks: the only part of a match that deals with time, and even here time is an argument."""

from collections.abc import Iterable

from msgspec import Struct


class Budget(Struct, frozen=True, omit_defaults=True):
    """What a seat is told with every turn. None means that there is no limit."""

    last_cost_ms: int = 0
    window_ms: int | None = None
    bank_ms: int = 0


class Clock:
    """Windows for the seats that are waited for, each `window_ms` long, and a bank per seat to draw on afterwards."""

    def __init__(self, seats: int, *, window_ms: int | None, bank_ms: int = 0) -> None:
        self.window_ms = window_ms
        self._bank_ms = dict.fromkeys(range(1, seats + 1), bank_ms)
        self._last_cost_ms = dict.fromkeys(range(1, seats + 1), 0)
        self._opened_ms: dict[int, int] = {}
        self._paused_ms: int | None = None

    def open(self, seats: Iterable[int], now_ms: int) -> None:
        """Start the windows of these seats, unless they run already."""
        now_ms = self._now(now_ms)
        for seat in seats:
            self._opened_ms.setdefault(seat, now_ms)

    def close(self, seat: int, now_ms: int) -> None:
        """A seat has answered: note what it cost and take what went beyond the window from its bank."""
        opened_ms = self._opened_ms.pop(seat, None)
        if opened_ms is None:
            return
        cost_ms = self._now(now_ms) - opened_ms
        self._last_cost_ms[seat] = cost_ms
        if self.window_ms is not None and cost_ms > self.window_ms:
            self._bank_ms[seat] = max(0, self._bank_ms[seat] - (cost_ms - self.window_ms))

    def close_all(self, now_ms: int) -> None:
        for seat in tuple(self._opened_ms):
            self.close(seat, now_ms)

    def pause(self, now_ms: int) -> None:
        """Stand still for an outage."""
        if self._paused_ms is None:
            self._paused_ms = now_ms

    def resume(self, now_ms: int) -> None:
        if self._paused_ms is not None:
            lost_ms = now_ms - self._paused_ms
            self._opened_ms = {seat: opened_ms + lost_ms for seat, opened_ms in self._opened_ms.items()}
            self._paused_ms = None

    def deadline_ms(self, seat: int) -> int | None:
        """When this seat's time is over, or None if it has no window or no limit."""
        if self.window_ms is None or seat not in self._opened_ms:
            return None
        return self._opened_ms[seat] + self.window_ms + self._bank_ms[seat]

    def next_deadline_ms(self) -> int | None:
        deadlines = [deadline for seat in self._opened_ms if (deadline := self.deadline_ms(seat)) is not None]
        return min(deadlines) if deadlines and self._paused_ms is None else None

    def expired(self, now_ms: int) -> list[int]:
        """The seats whose time is over, by seat."""
        late = []
        for seat in sorted(self._opened_ms):
            deadline_ms = self.deadline_ms(seat)
            # At the deadline is too late, so that a tie never depends on scheduling.
            if deadline_ms is not None and self._now(now_ms) >= deadline_ms:
                late.append(seat)
        return late

    def budget(self, seat: int) -> Budget:
        return Budget(self._last_cost_ms[seat], self.window_ms, self._bank_ms[seat])

    def _now(self, now_ms: int) -> int:
        return now_ms if self._paused_ms is None else self._paused_ms
