"""What the two kinds of database do differently, and what neither of them can hold."""

from typing import Any

from sqlalchemy import Column, Connection, Table, func, select
from sqlalchemy.dialects import postgresql, sqlite

SQLITE, POSTGRESQL = "sqlite", "postgresql"
NUMBER_MAX = 2**31 - 1  # of an Integer column

# Keys of advisory locks in PostgreSQL; the second key is made from the schema's name, so that schemas do not share
# locks.
SERVING, MIGRATING, NAMING, SHARING = 0x526F, 0x526D, 0x526E, 0x5270


def upsert(connection: Connection, table: Table) -> Any:
    """An insert that may be followed by `on_conflict_do_update` or `on_conflict_do_nothing`."""
    return (postgresql if connection.dialect.name == POSTGRESQL else sqlite).insert(table)


def wait_for_lock(connection: Connection, what: int) -> None:
    """Take a lock until the end of the transaction. In SQLite there is only one writer anyway."""
    if connection.dialect.name == POSTGRESQL:
        connection.execute(select(func.pg_advisory_xact_lock(what, func.hashtext(func.current_schema()))))


def storable(text: str) -> bool:
    """Whether a text can be stored at all; in PostgreSQL even searching for another one is an error."""
    if "\0" in text:
        return False
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        return False
    return True


def fitting(column: Column[Any], text: str) -> str:
    """As much of a text as the column can hold: SQLite would store all of it, PostgreSQL would refuse it."""
    clean = text.encode("utf-8", "replace").decode().replace("\0", "")
    return clean[: getattr(column.type, "length", None)]
