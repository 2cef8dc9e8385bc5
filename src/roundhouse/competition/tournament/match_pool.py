"""A supervised pool of processes that play: a process that dies is replaced, and its match is played again."""

import time
from collections import deque
from collections.abc import Callable
from multiprocessing.connection import wait
from typing import Any, Generic, TypeVar

from msgspec import Struct

from ...sdk import process_pool

T = TypeVar("T")
R = TypeVar("R")

TRIES = 3  # a match is given up after so many of its processes died


class PoolAnswer(Struct, frozen=True):
    """The result of an item, or why there is none."""

    key: int
    value: Any = None
    lost: str = ""


class Pool(Generic[T, R]):
    """Runs `work` for items in so many processes. Callers choose the keys of items; answers come in any order. A
    process that takes longer than `limit_s` for one item is ended."""

    def __init__(self, work: Callable[[T], R], jobs: int, *, tries: int = TRIES, limit_s: float | None = None) -> None:
        self._work = work
        self._tries = tries
        self._limit_s = limit_s
        self._jobs = jobs
        self._waiting: deque[tuple[int, T]] = deque()
        self._failed: dict[int, int] = {}
        self._processes: dict[Any, Any] = {}  # by their pipes
        self._busy: dict[Any, tuple[int, T, float]] = {}
        self._new: list[PoolAnswer] = []

    @property
    def room(self) -> int:
        """How many more items would begin at once."""
        return max(0, self._jobs - len(self._busy) - len(self._waiting))

    @property
    def playing(self) -> list[int]:
        """The keys of the items in work."""
        return [key for key, _, _ in tuple(self._busy.values())]  # called from another thread as well

    @property
    def pids(self) -> list[int]:
        return [process.pid for process in self._processes.values()]

    def warm(self) -> None:
        """Start all processes now; otherwise each one starts when it is needed."""
        while len(self._processes) < self._jobs:
            connection, process = process_pool.start(self._work)
            self._processes[connection] = process

    def give(self, key: int, item: T) -> None:
        self._waiting.append((key, item))
        self._share_out()

    def wait(self, seconds: float) -> list[PoolAnswer]:
        """Answers that came, at the latest after so many seconds."""
        end = time.monotonic() + seconds
        while not self._new and self._busy and (left := end - time.monotonic()) > 0:
            if self._limit_s is not None:
                left = min(left, 1.0)
            for connection in wait(list(self._busy), left):
                self._listen(connection)
            self._end_the_slow()
            self._share_out()
        answers, self._new = self._new, []
        return answers

    def close(self) -> None:
        for connection, process in self._processes.items():
            process_pool.end(connection, process)
        self._processes.clear()
        self._busy.clear()
        self._waiting.clear()

    def _share_out(self) -> None:
        while self._waiting and len(self._busy) < self._jobs:
            connection = next((one for one in self._processes if one not in self._busy), None)
            if connection is None:
                connection, process = process_pool.start(self._work)
                self._processes[connection] = process
            key, item = self._waiting.popleft()
            self._busy[connection] = (key, item, time.monotonic())
            try:
                connection.send(item)
            except (BrokenPipeError, ConnectionResetError):
                self._bury(connection, "its process ended before it began", blame=False)

    def _listen(self, connection: Any) -> None:
        try:
            fine, value = connection.recv()
        except (EOFError, OSError):
            process = self._processes[connection]
            process.join(process_pool.PATIENCE_S)
            self._bury(connection, f"its process ended in the middle of it ({_end_of(process.exitcode)})")
            return
        key, item, _ = self._busy.pop(connection)
        if fine:
            self._failed.pop(key, None)
            self._new.append(PoolAnswer(key, value))
        else:
            self._retry(key, item, f"{value}")

    def _end_the_slow(self) -> None:
        if self._limit_s is None:
            return
        for connection, (_, _, began) in list(self._busy.items()):
            if time.monotonic() - began > self._limit_s:
                self._bury(connection, f"it took longer than {self._limit_s:g} s")

    def _bury(self, connection: Any, why: str, *, blame: bool = True) -> None:
        """A process is gone or has to be ended; its item is queued again."""
        key, item, _ = self._busy.pop(connection)
        process_pool.end(connection, self._processes.pop(connection))
        if blame:
            self._retry(key, item, why)
        else:
            self._waiting.appendleft((key, item))

    def _retry(self, key: int, item: T, why: str) -> None:
        self._failed[key] = self._failed.get(key, 0) + 1
        if self._failed[key] >= self._tries:
            times = "once" if self._tries == 1 else f"{self._tries} times"
            self._new.append(PoolAnswer(key, lost=f"tried {times}: {why}"))
            del self._failed[key]
        else:
            self._waiting.appendleft((key, item))


def _end_of(exitcode: int | None) -> str:
    if exitcode is None:
        return "nobody knows how"
    return f"killed by signal {-exitcode}" if exitcode < 0 else f"exit status {exitcode}"
