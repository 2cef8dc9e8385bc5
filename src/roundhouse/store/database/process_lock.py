"""One server per database: a lock that the system releases when its holder ends, however it ends."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import ColumnElement, Connection, func, select

from .engine import StoreError, told
from .sql_dialect import POSTGRESQL, SERVING

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


def hold(connection: Connection) -> Callable[[], None]:
    """Take the lock of the connection's database; returns a function that releases it after closing. Raises StoreError.

    In PostgreSQL the lock belongs to this connection: if the connection is lost, its writes fail as well.
    """
    if connection.dialect.name != POSTGRESQL:
        return _hold_file(Path(str(connection.engine.url.database)))
    with connection.begin():
        _ask(connection, func.pg_try_advisory_lock)
    return lambda: None  # closing the connection releases it


def share(connection: Connection) -> None:
    """Take the lock together with other servers that share the database; a server that wants it alone is refused.
    Raises StoreError.

    It belongs to the connection, like the lock of `hold`.
    """
    if connection.dialect.name != POSTGRESQL:
        raise StoreError("several servers can share a PostgreSQL database only, not an SQLite file")
    with connection.begin():
        _ask(connection, func.pg_try_advisory_lock_shared)


@contextmanager
def borrow(connection: Connection) -> Iterator[None]:
    """Hold the lock until the end of the current transaction. Raises StoreError."""
    if connection.dialect.name == POSTGRESQL:
        _ask(connection, func.pg_try_advisory_xact_lock)
        yield
        return
    give_back = hold(connection)
    try:
        yield
    finally:
        give_back()


def _ask(connection: Connection, lock: Callable[..., ColumnElement[bool]]) -> None:
    if not connection.execute(select(lock(SERVING, func.hashtext(func.current_schema())))).scalar_one():
        raise StoreError(
            f"{told(connection.engine.url)} is in use by another Roundhouse server. Stop it, or choose another database"
        )


def _hold_file(database: Path) -> Callable[[], None]:
    path = database.with_name(database.name + ".lock")
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        _lock(file)
    except OSError:
        holder = os.read(file, 20).decode("ascii", "replace").strip()
        os.close(file)
        raise StoreError(
            f"{database} is in use by another Roundhouse server{f' (process {holder})' if holder else ''}. "
            "Stop it, or choose another data folder"
        ) from None
    os.ftruncate(file, 0)
    os.write(file, f"{os.getpid()}\n".encode())

    def give_back() -> None:
        os.ftruncate(file, 0)
        os.close(file)  # the file itself stays: removing it could break the lock of another process

    return give_back


def _lock(file: int) -> None:
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    import msvcrt

    os.lseek(file, 1 << 20, os.SEEK_SET)  # a byte far behind the process id in the file, which others may read
    msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    os.lseek(file, 0, os.SEEK_SET)
