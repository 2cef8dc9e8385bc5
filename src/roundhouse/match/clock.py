"""Deadlines and time banks: the only part of a match that deals with time. It reads no clock: the time is an
argument."""

from collections.abc import Callable, Iterable

from msgspec import Struct


class Budget(Struct, frozen=True, omit_defaults=True):
    """What a seat is told with every turn, measured by the server. None means that there is no limit.

    `left_ms` is all that remains for this turn when it is sent, window and bank together. The window begins in
    `starts_ms`, until then people are shown what happened; that time is part of what is left.
    """

    last_cost_ms: int = 0
    window_ms: int | None = None
    bank_ms: int = 0
    left_ms: int | None = None
    starts_ms: int = 0


class Clock:
    """Windows for the seats that are waited for, each `window_ms` long, and a bank per seat to draw on afterwards.
    Before a window there may be `lead_ms` that cost nothing.

    A seat in `unhurried` has its own time for an answer instead, and its bank is not used. While such a seat is waited
    for no other seat's time runs out, because the rules move on for all seats at once. `closed` is called with the cost
    of every answer."""

    def __init__(self, seats: int, *, window_ms: int | None, bank_ms: int = 0) -> None:
        self.window_ms = window_ms
        self.lead_ms = 0
        self._bank_ms = dict.fromkeys(range(1, seats + 1), bank_ms)
        self._last_cost_ms = dict.fromkeys(range(1, seats + 1), 0)
        self._opened_ms: dict[int, int] = {}
        self._paused_ms: int | None = None
        self.unhurried: dict[int, int] = {}
        self.closed: Callable[[int, int], None] | None = None

    def open(self, seats: Iterable[int], now_ms: int) -> None:
        """Start the windows of these seats, unless they run already."""
        if self._paused_ms is not None:
            now_ms = self._paused_ms
        opened_ms = self._opened_ms
        for seat in seats:
            if seat not in opened_ms:
                opened_ms[seat] = now_ms

    def close(self, seat: int, now_ms: int) -> None:
        """A seat has answered: note what it cost and take what went beyond the window from its bank."""
        opened_ms = self._opened_ms.pop(seat, None)
        if opened_ms is None:
            return
        # written out in plain steps, because this runs with every answer
        cost_ms = (now_ms if self._paused_ms is None else self._paused_ms) - opened_ms - self.lead_ms
        if cost_ms < 0:
            cost_ms = 0
        self._last_cost_ms[seat] = cost_ms
        if self.closed is not None:
            self.closed(seat, cost_ms)
        if self.window_ms is not None and cost_ms > self.window_ms and seat not in self.unhurried:
            self._bank_ms[seat] = max(0, self._bank_ms[seat] - (cost_ms - self.window_ms))

    def close_all(self, now_ms: int) -> None:
        for seat in tuple(self._opened_ms):
            self.close(seat, now_ms)

    def begin(self, now_ms: int) -> None:
        """The lead time of the open windows ends now."""
        for seat, opened_ms in self._opened_ms.items():
            self._opened_ms[seat] = min(opened_ms + self.lead_ms, self._now(now_ms))
        self.lead_ms = 0

    def pause(self, now_ms: int) -> None:
        """Stop all time until `resume`, for an outage."""
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
        if seat in self.unhurried:
            return self._opened_ms[seat] + self.lead_ms + self.unhurried[seat]
        return self._opened_ms[seat] + self.lead_ms + self.window_ms + self._bank_ms[seat]

    def next_deadline_ms(self) -> int | None:
        deadlines = [deadline for seat in self._hurried() if (deadline := self.deadline_ms(seat)) is not None]
        return min(deadlines) if deadlines and self._paused_ms is None else None

    def expired(self, now_ms: int) -> list[int]:
        """The seats whose time is over, by seat."""
        late = []
        for seat in sorted(self._hurried()):
            deadline_ms = self.deadline_ms(seat)
            # At the deadline is too late, so that a tie never depends on scheduling.
            if deadline_ms is not None and self._now(now_ms) >= deadline_ms:
                late.append(seat)
        return late

    def _hurried(self) -> Iterable[int]:
        """The seats whose deadlines count: only the unhurried ones while one of them is waited for."""
        if not self.unhurried:
            return self._opened_ms
        return [seat for seat in self._opened_ms if seat in self.unhurried] or self._opened_ms

    def forget(self) -> None:
        """Drop the windows that run, as after an outage: they are opened anew. Banks stay."""
        self._opened_ms.clear()

    def budget(self, seat: int, now_ms: int | None = None) -> Budget:
        """What a seat is told. With the time it says what is left: all of it for a window that is yet to be opened."""
        return Budget(
            self._last_cost_ms[seat],
            self.window_ms,
            self._bank_ms[seat],
            None if now_ms is None else self.left_ms(seat, now_ms),
            0 if now_ms is None else self.starts_ms(seat, now_ms),
        )

    def whole_ms(self, seat: int) -> int | None:
        """All the time a seat has for an answer: lead, window and bank. None without a limit."""
        if self.window_ms is None:
            return None
        return self.lead_ms + self.unhurried.get(seat, self.window_ms + self._bank_ms[seat])

    def left_ms(self, seat: int, now_ms: int) -> int | None:
        """What remains of that."""
        whole_ms = self.whole_ms(seat)
        if whole_ms is None or seat not in self._opened_ms:
            return whole_ms
        return max(0, self._opened_ms[seat] + whole_ms - self._now(now_ms))

    def starts_ms(self, seat: int, now_ms: int) -> int:
        """How long it is until the window of a seat begins."""
        if not self.lead_ms or seat not in self._opened_ms:
            return self.lead_ms
        return max(0, self._opened_ms[seat] + self.lead_ms - self._now(now_ms))

    def _now(self, now_ms: int) -> int:
        return now_ms if self._paused_ms is None else self._paused_ms
