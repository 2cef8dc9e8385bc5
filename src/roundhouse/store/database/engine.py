"""Finds out which database is meant and makes engines for it: SQLite by a path, PostgreSQL by an address."""

import importlib.util
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from .sql_dialect import POSTGRESQL, SQLITE

WRITING = "roundhouse_writing"  # execution option of a connection that is going to write
READERS = 8  # connections that are kept open for reading
READERS_MAX = 40

# A database server that disappears silently is noticed after about a minute.
_POSTGRESQL = {
    "application_name": "roundhouse",
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
}


class StoreError(RuntimeError):
    """The database cannot be used; the message says why and what to do."""


class TakenOverError(RuntimeError):
    """Another process has taken the match over; this write had an older epoch."""

    def __init__(self, match_id: int, epoch: int) -> None:
        super().__init__(f"match {match_id} was taken over by another process")
        self.match_id = match_id
        self.epoch = epoch


class NotLeaderError(RuntimeError):
    """Another process is the leader now."""


def url_of(where: Path | str) -> URL:
    """The address of a database, given as one or as the path of an SQLite file. Raises StoreError."""
    if isinstance(where, Path) or "://" not in where:
        return URL.create(SQLITE, database=str(where))
    try:
        url = make_url(where)
    except (ArgumentError, ValueError):
        raise StoreError(
            "The address of the database cannot be read; it looks like postgresql://user@host/name"
        ) from None
    name = url.drivername.partition("+")[0]
    if name == SQLITE:
        if url.database in (None, "", ":memory:"):
            raise StoreError("An SQLite database needs a file: sqlite:///path/to/roundhouse.db")
        return url.set(drivername=SQLITE)
    if name in (POSTGRESQL, "postgres"):
        if importlib.util.find_spec("psycopg") is None:
            raise StoreError("PostgreSQL needs one more package: pip install 'roundhouse-arena[postgres]'")
        return url.set(drivername="postgresql+psycopg")
    raise StoreError(f"{name} databases are not supported: choose SQLite or PostgreSQL")


def told(url: URL) -> str:
    """The name of a database for messages: without its password."""
    return str(url.database) if url.drivername == SQLITE else url.render_as_string(hide_password=True)


def make_engine(url: URL) -> Engine:
    """An engine; nothing is opened yet."""
    if url.drivername != SQLITE:
        return create_engine(
            url,
            connect_args={name: value for name, value in _POSTGRESQL.items() if name not in url.query},
            pool_size=READERS,
            max_overflow=READERS_MAX - READERS,
            pool_pre_ping=True,
        )
    engine = create_engine(url, connect_args={"timeout": 30}, pool_size=READERS, max_overflow=READERS_MAX - READERS)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # we begin transactions ourselves, also for changes of tables
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")  # a commit that returns is on the disk
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin(connection: Connection) -> None:
    """A connection that is going to write takes the lock at the beginning: later SQLite would fail instead of
    waiting."""
    writing = connection.get_execution_options().get(WRITING, False)
    connection.connection.driver_connection.execute("BEGIN IMMEDIATE" if writing else "BEGIN")  # type: ignore[union-attr]
