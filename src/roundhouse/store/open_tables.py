"""Tables that wait for players, stored so that they survive a restart."""

from msgspec import Struct
from sqlalchemy import Connection, delete, select

from .database.sql_dialect import upsert
from .schema.platform import open_tables


class OpenTable(Struct, frozen=True):
    key: str
    content: bytes
    opened_ms: int


def keep(connection: Connection, key: str, content: bytes, opened_ms: int) -> None:
    """Store a table; replaces its earlier version."""
    made = upsert(connection, open_tables).values(key=key, content=content, opened_ms=opened_ms)
    connection.execute(
        made.on_conflict_do_update(index_elements=[open_tables.c.key], set_={"content": made.excluded.content})
    )


def drop(connection: Connection, key: str) -> None:
    connection.execute(delete(open_tables).where(open_tables.c.key == key))


def all(connection: Connection) -> list[OpenTable]:
    """Oldest first."""
    rows = connection.execute(
        select(open_tables.c.key, open_tables.c.content, open_tables.c.opened_ms).order_by(
            open_tables.c.opened_ms, open_tables.c.key
        )
    )
    return [OpenTable(*row) for row in rows]
