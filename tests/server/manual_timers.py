"""Time in the hands of a test, in place of that of an event loop."""

import heapq
import itertools


class ManualTimers:
    """Time that passes when the test says so."""

    def __init__(self):
        self.now = 1000.0
        self._due = []
        self._count = itertools.count()

    def time(self):
        return self.now

    def call_soon(self, callback):
        return self.call_later(0, callback)

    def call_later(self, delay, callback):
        handle = Handle(callback)
        heapq.heappush(self._due, (self.now + delay, next(self._count), handle))
        return handle

    def advance(self, seconds=0.0):
        """Let time pass; what falls due meanwhile happens at its moment."""
        end = self.now + seconds
        while self._due and self._due[0][0] <= end + 1e-9:
            at, _, handle = heapq.heappop(self._due)
            self.now = max(self.now, at)
            if not handle.cancelled:
                handle.callback()
        self.now = end


class Handle:
    def __init__(self, callback):
        self.callback = callback
        self.cancelled = False

    def cancel(self):
        self.cancelled = True
