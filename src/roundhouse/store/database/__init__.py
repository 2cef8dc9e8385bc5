"""Opens a database, upgrades its tables, and offers the one way to write to it."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DBAPIError

from . import migrate, process_lock
from .engine import WRITING, StoreError, make_engine, told, url_of
from .sql_dialect import POSTGRESQL, SQLITE
from .writer import Done, Row, Writer

__all__ = ["FILE", "Database", "Done", "Row", "StoreError"]

T = TypeVar("T")
FILE = "roundhouse.db"

# Whatever the settings of the PostgreSQL server are: an order that was acknowledged is on its disk.
_DURABLE = """
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'
"""


def lasting(connection: Connection) -> None:
    """Whatever the settings of the PostgreSQL server are: what is committed on this connection is on its disk."""
    connection.exec_driver_sql(_DURABLE)
    connection.exec_driver_sql("SET SESSION statement_timeout = 0")


def anybody(connection: Connection) -> None:
    """The check of a database with one server: no other process can write."""


class Database:
    """Reads go through `engine` from any thread; every write goes through the writer, in the order it was given.

    `where` is the path of an SQLite file or the address of a database. A server opens it with `alone`: a second server
    is refused then, while the commands of administrators may still use it.

    `append` is for the entries of running matches: their `done` are called once they are durable, through the function
    that `deliver` was given (an event loop's `call_soon_threadsafe`).
    """

    def __init__(self, where: Path | str, *, alone: bool = False) -> None:
        self.url = url_of(where)
        self.kind = self.url.get_backend_name()
        self.path = Path(str(self.url.database)) if self.kind == SQLITE else None
        self._give_back: Callable[[], None] = lambda: None
        self._connection: Connection | None = None
        self.engine = make_engine(self.url)
        try:
            if self.path is not None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = self.engine.connect().execution_options(**{WRITING: True})
            self._open(self._connection, alone)
        except DBAPIError as error:
            self._shut()
            said = str(error.orig).strip()
            if self.kind == SQLITE:
                raise StoreError(f"{self} cannot be opened as a database: {said}") from None
            raise StoreError(f"{self} cannot be reached or used: {said}") from None
        except BaseException:
            self._shut()
            raise
        self._writer = self._make_writer(self._connection)
        self._put = self._writer.put

    def __str__(self) -> str:
        return told(self.url)

    def _make_writer(self, connection: Connection) -> Writer:
        return Writer(connection)

    def _open(self, connection: Connection, alone: bool) -> None:
        if alone:
            self._give_back = process_lock.hold(connection)
        migrate.up_to_date(connection, alone=alone)
        if self.kind == POSTGRESQL:
            with connection.begin():
                lasting(connection)

    def deliver(self, call: Callable[..., object], failure: Callable[[BaseException], None]) -> None:
        """Set how results are passed to their thread, and what is called when nothing can be written any more."""
        self._writer.call = call
        self._writer.failure = failure

    def watch(self, around: Callable[[Callable[[], None], int], None]) -> None:
        """Set a function for measuring: `around` is called with the work of one commit and its number of entries, and
        runs it."""
        self._writer.around = around

    def append(self, row: Row, done: Done | None = None) -> None:
        """Write an entry of a running match."""
        self._put((row, done))

    def submit(self, write: Callable[[Connection], T]) -> Future[T]:
        """Run a function on the writer's thread in a transaction; the future is done when it is durable."""
        future: Future[T] = Future()
        self._put((write, future))
        return future

    def flush(self) -> None:
        """Wait until everything given so far is written, or has failed."""
        self._writer.flush()

    def close(self) -> None:
        """Write all that was given, then end."""
        self._writer.close()
        self._shut()

    def _shut(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self.engine.dispose()
        self._give_back()

    # Where several servers share a database, only one of them may write about a match; see `cluster_database`.

    def holding(self, match_id: int) -> Callable[[Connection], None]:
        """A check to call first in a transaction about a running match; raises if another process has taken the match
        over."""
        return anybody

    def leading(self) -> Callable[[Connection], None]:
        """The same for what only the leader does, such as beginning a match."""
        return anybody

    # For the administrator's page

    def size(self) -> int:
        """Bytes on disk."""
        if self.path is not None:
            files = (self.path.with_name(self.path.name + end) for end in ("", "-wal"))
            return sum(file.stat().st_size for file in files if file.exists())
        with self.engine.connect() as connection:
            return int(connection.execute(select(func.pg_database_size(func.current_database()))).scalar_one())

    def version(self) -> str:
        """Product and version of the database, such as PostgreSQL 15.4."""
        if self.kind == SQLITE:
            return f"SQLite {sqlite3.sqlite_version}"
        return f"PostgreSQL {'.'.join(map(str, self.engine.dialect.server_version_info or ()))}"
