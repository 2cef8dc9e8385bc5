"""Saved matches: a host can continue them another time, by the name they chose. RAL-237 to RAL-244"""

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Row, Select, delete, func, insert, select, update

from ..core.game import Setup
from .database.sql_dialect import NUMBER_MAX
from .schema.platform import matches, saves

SAVES_MAX = 50  # per host


class SaveRefusedError(ValueError):
    """Why something cannot be saved: `save_exists` or `too_many_saves`."""


class Save(Struct, frozen=True, kw_only=True):
    """A match as it was at the start of a round; `match` is its key. The record itself is read by `record_of`."""

    id: int = 0
    player_id: int
    name: str
    game: str
    match_id: int
    match: str = ""
    round: int
    player_ids: tuple[int, ...]
    setup: Setup
    options: bytes
    at_ms: int


_COLUMNS = tuple(
    saves.c[name]
    for name in ("id", "player_id", "name", "game", "match_id", "round", "players", "setup", "options", "at_ms")
)


def keep(connection: Connection, save: Save, record: bytes, *, overwrite: bool) -> Save:
    """Store a save. Names are the same regardless of case. Raises SaveRefusedError. RAL-239, RAL-240"""
    folded = save.name.casefold()
    mine = saves.c.player_id == save.player_id
    known = connection.execute(select(saves.c.id).where(mine, saves.c.folded == folded)).scalar()
    if known is not None and not overwrite:
        raise SaveRefusedError("save_exists")
    count = connection.execute(select(func.count()).select_from(saves).where(mine)).scalar_one()
    if known is None and count >= SAVES_MAX:
        raise SaveRefusedError("too_many_saves")
    values = {
        "player_id": save.player_id,
        "name": save.name,
        "folded": folded,
        "game": save.game,
        "match_id": save.match_id,
        "round": save.round,
        "players": msgspec.msgpack.encode(save.player_ids),
        "setup": msgspec.msgpack.encode(save.setup),
        "options": save.options,
        "record": record,
        "at_ms": save.at_ms,
    }
    if known is None:
        known = connection.execute(insert(saves).values(values).returning(saves.c.id)).scalar_one()
    else:
        connection.execute(update(saves).where(saves.c.id == known).values(values))
    return msgspec.structs.replace(save, id=known)


def of(connection: Connection, player_id: int, game: str | None = None) -> list[Save]:
    """The saves of a host, the newest first."""
    query = _query().where(saves.c.player_id == player_id)
    if game is not None:
        query = query.where(saves.c.game == game)
    return [_made(row) for row in connection.execute(query.order_by(saves.c.at_ms.desc(), saves.c.id.desc()))]


def by_id(connection: Connection, save_id: int) -> Save | None:
    if not 0 < save_id <= NUMBER_MAX:
        return None
    row = connection.execute(_query().where(saves.c.id == save_id)).first()
    return None if row is None else _made(row)


def record_of(connection: Connection, save_id: int) -> bytes | None:
    return connection.execute(select(saves.c.record).where(saves.c.id == save_id)).scalar()


def drop(connection: Connection, save_id: int) -> None:
    connection.execute(delete(saves).where(saves.c.id == save_id))


def _query() -> Select[Any]:
    return select(*_COLUMNS, matches.c.key).join(matches, matches.c.id == saves.c.match_id)


def _made(row: Row[Any]) -> Save:
    ids = msgspec.msgpack.decode(row.players, type=list[int])
    return Save(
        id=row.id,
        player_id=row.player_id,
        name=row.name,
        game=row.game,
        match_id=row.match_id,
        match=row.key,
        round=row.round,
        player_ids=tuple(ids),
        setup=msgspec.msgpack.decode(row.setup, type=Setup),
        options=row.options,
        at_ms=row.at_ms,
    )
