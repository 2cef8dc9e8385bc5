"""The one thread that writes: everything that was queued since the last commit is committed together."""

import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import nullcontext
from functools import cache, partial
from itertools import chain
from queue import SimpleQueue
from typing import Any

from sqlalchemy import Connection

from ..schema.platform import entries
from .engine import StoreError, told
from .sql_dialect import POSTGRESQL

log = logging.getLogger("roundhouse.store")

ROWS_MAX = 2000  # entries in one commit
WRITES_MAX = 50  # other writes in one commit
STATEMENT_MAX = 64  # entries in one statement of SQLite; a statement is prepared once for each number of rows
# After a commit the thread sleeps, the longer the more entries there were: a commit costs much more than an entry, and
# so does every switch between threads. With few entries, as for a single match, it hardly sleeps.
REST_S = 0.0005  # per entry
REST_MAX_S = 0.003
NICENESS = 10  # of the thread, added to the process's

Row = tuple[int, int, int, int, bytes, int]  # match_id, step, kind, seat, numbers, at_ms
Done = Callable[[], None]
Write = Callable[[Connection], Any]
Group = list[tuple[Write, Future[Any]]]
Made = list[tuple[Future[Any], Any, BaseException | None]]  # the result or the error of each write


class Writer:
    """Takes entries and writes in the order they are given.

    Entries that could not be written would leave a gap in the log of a match. So after the first failure nothing is
    written any more: no entry is acknowledged, every other write fails, and `failure` is called once.
    """

    gives_way = True  # whether the thread gets a low priority, so that play comes first on a busy core

    def __init__(self, connection: Connection) -> None:
        self.call: Callable[..., object] = lambda function, *arguments: function(*arguments)
        self.failure: Callable[[BaseException], None] = lambda error: None
        # called with the work of one commit and its number of entries, and runs it; for measuring
        self.around: Callable[[Callable[[], None], int], None] = lambda work, entries: work()
        self.broken: StoreError | None = None
        self.put: Callable[[tuple[Any, Any]], None]
        self._connection = connection
        self._insert = _many_at_once if connection.dialect.name == POSTGRESQL else _many_in_one
        self._queue: SimpleQueue[tuple[Any, Any]] = SimpleQueue()
        self.put = self._queue.put
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def flush(self) -> None:
        """Wait until everything given so far is written, or has failed."""
        future: Future[None] = Future()
        self.put((None, future))
        future.result()

    def close(self) -> None:
        """Write everything that was given, then end the thread."""
        if self._thread.is_alive():
            self.put((None, None))
            self._thread.join()

    # The thread. An item is (row, done), (write, future), (None, future) to flush or (None, None) to end.

    def _work(self) -> None:
        if self.gives_way:
            give_way()
        take, empty = self._queue.get, self._queue.empty
        item: Any = None
        while True:
            what, then = item or take()
            item = None
            if what is None:
                if then is None:
                    return
                then.set_result(None)
                continue
            writes = callable(what)
            group, most = [(what, then)], WRITES_MAX if writes else ROWS_MAX
            while len(group) < most and not empty():
                item = take()
                if item[0] is None or callable(item[0]) is not writes:
                    break  # entries do not wait for later writes
                group.append(item)
                item = None
            if self.broken is not None:
                self._refuse(group if writes else [])
            elif writes:
                self.around(partial(self._run, group), 0)
            else:
                self.around(partial(self._log, group), len(group))
                time.sleep(min(len(group) * REST_S, REST_MAX_S))

    def _log(self, group: list[tuple[Row, Done | None]]) -> None:
        try:
            with self._connection.begin():
                self._insert(self._connection, [row for row, _ in group])
        except Exception as error:
            self._break(error)
            return
        called = [done for _, done in group if done is not None]
        if called:
            self._tell(run_all, called)

    def _run(self, group: Group) -> None:
        """Each write runs as if in its own transaction; they share one commit."""
        group = [(write, future) for write, future in group if future.set_running_or_notify_cancel()]
        made: Made = []
        try:
            self._transact(group, made)
        except BaseException as error:
            for _, future in group:
                future.set_exception(error)
            if self._cut:
                self._break(error)
            return
        for future, result, failed in made:
            if failed is None:
                future.set_result(result)
            else:
                future.set_exception(failed)

    def _transact(self, group: Group, made: Made) -> None:
        """Do the writes in one transaction, and note the result of each."""
        connection = self._connection
        alone = len(group) == 1
        with connection.begin():
            self._begun(connection)
            for write, future in group:
                try:
                    with nullcontext() if alone else connection.begin_nested():
                        result = write(connection)
                except BaseException as error:
                    if alone or connection.invalidated:
                        raise
                    made.append((future, None, error))
                else:
                    made.append((future, result, None))

    def _begun(self, connection: Connection) -> None:
        """Called when a transaction of writes begins."""

    @property
    def _cut(self) -> bool:
        """Whether the connection is lost."""
        return self._connection.invalidated or self._connection.closed

    def _break(self, error: BaseException) -> None:
        where = told(self._connection.engine.url)
        what = "the connection is lost" if self._cut else "entries could not be written"
        self.broken = StoreError(f"{where}: {what}: {str(getattr(error, 'orig', None) or error).strip()}")
        self.broken.__cause__ = error
        log.error("%s", self.broken)
        self._tell(self.failure, self.broken)

    def _refuse(self, group: Sequence[tuple[Write, Future[Any]]]) -> None:
        for _, future in group:
            if future.set_running_or_notify_cancel():
                future.set_exception(StoreError(str(self.broken)))

    def _tell(self, function: Callable[..., object], *arguments: object) -> None:
        try:
            self.call(function, *arguments)
        except RuntimeError:  # the event loop is closed: nobody waits for it
            log.debug("nobody to tell", exc_info=True)


def give_way() -> None:
    """Lower the thread's priority, so that play comes first on a busy core. Only Linux has priorities of threads;
    elsewhere it would be the whole process's."""
    if sys.platform == "linux":
        usual = os.getpriority(os.PRIO_PROCESS, 0)
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), min(19, usual + NICENESS))


def run_all(called: list[Done]) -> None:
    for done in called:
        done()


# How entries are inserted

_names = ", ".join(entries.c.keys())
_ONE = "(?, ?, ?, ?, ?, ?)"
_MANY = (
    f"INSERT INTO {entries.name} ({_names}) "
    "SELECT * FROM unnest(%b::int[], %b::int[], %b::int[], %b::int[], %b::bytea[], %b::bigint[])"
)


def _many_in_one(connection: Connection, rows: list[Row]) -> None:
    """Few statements with many rows: every statement releases Python's lock and has to get it back."""
    for start in range(0, len(rows), STATEMENT_MAX):
        some = rows[start : start + STATEMENT_MAX]
        connection.exec_driver_sql(_insert_of(len(some)), tuple(chain.from_iterable(some)))


@cache
def _insert_of(count: int) -> str:
    return f"INSERT INTO {entries.name} ({_names}) VALUES {', '.join([_ONE] * count)}"


def _many_at_once(connection: Connection, rows: list[Row]) -> None:
    """One statement with a list per column: one round trip for any number of entries."""
    connection.exec_driver_sql(_MANY, tuple(list(column) for column in zip(*rows, strict=True)))
