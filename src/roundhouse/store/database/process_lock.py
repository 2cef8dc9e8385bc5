"""One server per database: a lock that the system takes back when its holder dies, however it dies."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import ColumnElement, Connection, func, select

from .sql_dialect import POSTGRESQL, SERVING
from .engine import StoreError, told

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


def hold(connection: Connection) -> Callable[[], None]:
    """Take the lock of the connection's database; returns what gives it back after closing. Raises StoreError.

    In PostgreSQL the lock hangs on this very connection: if it is lost, whoever writes through it is out as well.
    """
    if connection.dialect.name != POSTGRESQL:
        return _hold_file(Path(str(connection.engine.url.database)))
    with connection.begin():
        _ask(connection, func.pg_try_advisory_lock)
    return lambda: None  # closing the connection does it


def share(connection: Connection) -> None:
    """Take the lock together with others who share the database; whoever wants it alone is refused. Raises StoreError.

    It hangs on the connection, like the lock of one who is alone.
    """
    if connection.dialect.name != POSTGRESQL:
        raise StoreError("several servers can share a PostgreSQL database only, not an SQLite file")
    with connection.begin():
        _ask(connection, func.pg_try_advisory_lock_shared)


@contextmanager
def borrow(connection: Connection) -> Iterator[None]:
    """Have the lock until the end of the transaction that is going on. Raises StoreError."""
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
        os.close(file)  # the file itself stays: removing it could take the lock from under somebody's feet

    return give_back


def _lock(file: int) -> None:
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    import msvcrt

    os.lseek(file, 1 << 20, os.SEEK_SET)  # far from the number of the process, which others may read
    msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    os.lseek(file, 0, os.SEEK_SET)
