"""What players are told when they come back: a code that picks the words and values that fill them."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update

from .schema.platform import notices

KEPT = 100  # notices of one player


class Notice(Struct, frozen=True):
    id: int
    at_ms: int
    code: str
    data: dict[str, Any]
    read: bool


def tell(connection: Connection, player_id: int, code: str, data: Mapping[str, Any], now_ms: int) -> int:
    """Leave a notice for a player; the oldest beyond what is kept are forgotten. Returns its number."""
    made = insert(notices).values(player_id=player_id, at_ms=now_ms, code=code, data=msgspec.msgpack.encode(data))
    number: int = connection.execute(made.returning(notices.c.id)).scalar_one()
    theirs = select(notices.c.id).where(notices.c.player_id == player_id)
    oldest = theirs.order_by(notices.c.id.desc()).offset(KEPT).limit(1).scalar_subquery()
    connection.execute(delete(notices).where(notices.c.player_id == player_id, notices.c.id <= oldest))
    return number


def renew(connection: Connection, player_ids: Collection[int], code: str, data: Mapping[str, Any], now_ms: int) -> None:
    """The same notice for several players; where they have not read the one before, it takes its place."""
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
