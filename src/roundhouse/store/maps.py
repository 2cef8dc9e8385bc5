"""Maps that were installed on this server, beside those that ship with the games."""

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Table, delete, func, select

from ..core.maps import MapCheck
from .database.sql_dialect import fitting, storable, upsert
from .schema.platform import maps, players

MAPS_MAX = 256  # per game. RAL-319


class FullError(Exception):
    """A game has as many installed maps as it may have."""


class Installed(Struct, frozen=True):
    """`author` is the name of the player who installed it; empty: it came from the command line."""

    key: str
    name: str
    text: str
    seats: int
    facts: dict[str, Any]
    author: str
    at_ms: int


_COLUMNS = (maps.c.key, maps.c.name, maps.c.text, maps.c.seats, maps.c.facts, players.c.name, maps.c.at_ms)


def installed(connection: Connection, game: str) -> list[Installed]:
    """All maps of a game, by their keys."""
    query = select(*_COLUMNS).select_from(maps.outerjoin(players)).where(maps.c.game == game).order_by(maps.c.key)
    return [_installed(row) for row in connection.execute(query)]


def keys(connection: Connection, game: str) -> list[str]:
    return list(connection.execute(select(maps.c.key).where(maps.c.game == game).order_by(maps.c.key)).scalars())


def text_of(connection: Connection, game: str, key: str) -> str | None:
    if not storable(key):
        return None
    return connection.execute(select(maps.c.text).where(maps.c.game == game, maps.c.key == key)).scalar()


def install(
    connection: Connection, game: str, text: str, found: MapCheck, *, author_id: int | None, now_ms: int
) -> Installed:
    """Store a map that passed its check; replaces an older one with the same key. Raises FullError. RAL-314 RAL-319"""
    others = select(func.count()).select_from(maps).where(maps.c.game == game, maps.c.key != found.key)
    if int(connection.execute(others).scalar_one()) >= MAPS_MAX:
        raise FullError
    made = upsert(connection, maps).values(values_of(maps, game, text, found, author_id, now_ms))
    moved = {column.name: made.excluded[column.name] for column in maps.c if not column.primary_key}
    connection.execute(made.on_conflict_do_update(index_elements=list(maps.primary_key), set_=moved))
    query = select(*_COLUMNS).select_from(maps.outerjoin(players))
    return _installed(connection.execute(query.where(maps.c.game == game, maps.c.key == found.key)).one())


def values_of(
    table: Table, game: str, text: str, found: MapCheck, author_id: int | None, now_ms: int
) -> dict[str, object]:
    """The row of a map in a table of maps, installed or offered."""
    return {
        "game": game,
        "key": found.key,
        "name": fitting(table.c.name, found.name),
        "text": text,
        "seats": found.seats,
        "facts": msgspec.msgpack.encode(found.facts),
        "author_id": author_id,
        "at_ms": now_ms,
    }


def remove(connection: Connection, game: str, key: str) -> bool:
    """Remove a map; returns whether there was one. Tables and matches that have its text keep it."""
    if not storable(key):
        return False
    return connection.execute(delete(maps).where(maps.c.game == game, maps.c.key == key)).rowcount > 0


def _installed(row: Any) -> Installed:
    key, name, text, seats, facts, author, at_ms = row
    return Installed(key, name, text, seats, msgspec.msgpack.decode(facts), author or "", at_ms)
