"""Opens the database and owns the one thread that writes to it."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, insert
from sqlalchemy.exc import DatabaseError

from . import tables

T = TypeVar("T")
FILE = "roundhouse.db"
BATCH_MAX = 2000  # entries in one commit

Row = tuple[int, int, int, int, bytes, int]  # match_id, step, kind, seat, numbers, at_ms
Done = Callable[[], None]


class StoreError(RuntimeError):
    """The database cannot be used; the message says why and what to do."""


class Database:
    """Reads go through `engine` from any thread; every write goes through the writer, in the order it was given.

    `append` is for the entries of running matches: whatever has gathered while the last commit ran is committed
    together, and only then are their `done` called, through what `deliver` was given (an event loop's
    `call_soon_threadsafe`).
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.engine = open_engine(self.path)
        self._call: Callable[..., object] = lambda function, *arguments: function(*arguments)
        self._failure: Callable[[BaseException], None] = lambda error: None
        self._queue: SimpleQueue[Any] = SimpleQueue()
        self._insert = str(insert(tables.entries).compile(self.engine))
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

    def deliver(self, call: Callable[..., object], failure: Callable[[BaseException], None]) -> None:
        """Say how answers reach their thread, and what is called when entries could not be written."""
        self._call = call
        self._failure = failure

    def append(self, row: Row, done: Done | None = None) -> None:
        """Write an entry of a running match."""
        self._queue.put((row, done))

    def submit(self, write: Callable[[Connection], T]) -> Future[T]:
        """Run a function in a transaction of its own on the writer's thread."""
        future: Future[T] = Future()
        self._queue.put((write, future))
        return future

    def close(self) -> None:
        """Write all that was given, then end."""
        if self._thread.is_alive():
            self._queue.put(None)
            self._thread.join()
        self.engine.dispose()

    def _write(self) -> None:
        take = self._queue.get
        waiting: Any = None
        with self.engine.connect() as connection:
            while True:
                item = waiting or take()
                waiting = None
                if item is None:
                    return
                what, then = item
                if callable(what):
                    self._run(connection, what, then)
                    continue
                rows, called = [what], [then]
                while not self._queue.empty() and len(rows) < BATCH_MAX:
                    waiting = take()
                    if waiting is None:
                        self._queue.put(None)  # the end comes after this batch
                        break
                    what, then = waiting
                    if callable(what):
                        break
                    rows.append(what)
                    called.append(then)
                    waiting = None
                self._commit(connection, rows, [done for done in called if done is not None])

    def _commit(self, connection: Connection, rows: Sequence[Row], called: list[Done]) -> None:
        try:
            with connection.begin():
                connection.exec_driver_sql(self._insert, list(rows))
        except Exception as error:
            self._call(self._failure, error)
            return
        if called:
            self._call(run_all, called)

    @staticmethod
    def _run(connection: Connection, write: Callable[[Connection], Any], future: Future[Any]) -> None:
        try:
            with connection.begin():
                made = write(connection)
        except BaseException as error:
            future.set_exception(error)
        else:
            future.set_result(made)


def run_all(called: list[Done]) -> None:
    for done in called:
        done()


def open_engine(path: Path) -> Engine:
    """An engine on a database with our tables; makes them in a new file. Raises StoreError."""
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 30})
    event.listen(engine, "connect", _pragmas)
    try:
        with engine.begin() as connection:
            found = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
            if found > tables.VERSION:
                raise StoreError(
                    f"{path} was written by a newer Roundhouse (tables {found}, this one knows {tables.VERSION}). "
                    "Start that version, or choose another data folder."
                )
            if found == 0:
                tables.metadata.create_all(connection)
                connection.exec_driver_sql(f"PRAGMA user_version = {tables.VERSION}")
    except DatabaseError as error:
        engine.dispose()
        raise StoreError(f"{path} cannot be opened as a database: {error.orig}") from None
    except StoreError:
        engine.dispose()
        raise
    return engine


def _pragmas(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = NORMAL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()
