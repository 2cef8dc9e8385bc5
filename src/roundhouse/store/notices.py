"""What players are told when they come back: a code that selects the text, and values that fill it."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from ..protocol.api.platform import Notice
from .schema.platform import notices

KEPT = 100  # notices of one player


def tell(connection: Connection, player_id: int, code: str, data: Mapping[str, Any], now_ms: int) -> int:
    """Add a notice for a player and drop the oldest beyond KEPT. Returns its id."""
    made = insert(notices).values(player_id=player_id, at_ms=now_ms, code=code, data=msgspec.msgpack.encode(data))
    number: int = connection.execute(made.returning(notices.c.id)).scalar_one()
    theirs = select(notices.c.id).where(notices.c.player_id == player_id)
    oldest = theirs.order_by(notices.c.id.desc()).offset(KEPT).limit(1).scalar_subquery()
    connection.execute(delete(notices).where(notices.c.player_id == player_id, notices.c.id <= oldest))
    return number


def renew(connection: Connection, player_ids: Collection[int], code: str, data: Mapping[str, Any], now_ms: int) -> None:
    """Add the same notice for several players; replaces one of this code that they have not read."""
    said = msgspec.msgpack.encode(data)
    old = notices.c.player_id.in_(player_ids) & (notices.c.code == code) & (notices.c.data == said) & ~notices.c.read
    connection.execute(delete(notices).where(old))
    for player_id in player_ids:
        tell(connection, player_id, code, data, now_ms)


def of(connection: Connection, player_id: int, limit: int = 50) -> list[Notice]:
    """The newest notices of a player first, read or not."""
    return _list(connection, notices.c.player_id == player_id, limit)


def unread(connection: Connection, player_id: int, limit: int = 50) -> list[Notice]:
    return _list(connection, (notices.c.player_id == player_id) & ~notices.c.read, limit)


def read_all(connection: Connection, player_id: int) -> None:
    connection.execute(update(notices).where(notices.c.player_id == player_id, ~notices.c.read).values(read=True))


def _list(connection: Connection, condition: Any, limit: int) -> list[Notice]:
    rows = connection.execute(
        select(notices.c.id, notices.c.at_ms, notices.c.code, notices.c.data, notices.c.read)
        .where(condition)
        .order_by(notices.c.id.desc())
        .limit(limit)
    )
    return [Notice(number, at_ms, code, msgspec.msgpack.decode(data), read) for number, at_ms, code, data, read in rows]
