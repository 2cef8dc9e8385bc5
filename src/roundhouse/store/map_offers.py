"""Maps that players offer for the games of a season; administrators choose among them. BOI-046"""

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, func, select

from ..core.maps import MapCheck
from .database.sql_dialect import fitting, upsert
from .schema.platform import offers, players

OFFERS_MAX = 20  # of one player


class FullError(Exception):
    """A player has offered as many maps as one may."""


class Offered(Struct, frozen=True):
    id: int
    game: str
    key: str
    name: str
    text: str
    seats: int
    facts: dict[str, Any]
    author: str
    at_ms: int


_COLUMNS = (
    offers.c.id,
    offers.c.game,
    offers.c.key,
    offers.c.name,
    offers.c.text,
    offers.c.seats,
    offers.c.facts,
    players.c.name,
    offers.c.at_ms,
)


def offer(connection: Connection, game: str, text: str, found: MapCheck, *, author_id: int, now_ms: int) -> Offered:
    """Keep a map that was found good; an older one of its author with its key is replaced. Raises FullError."""
    mine = (offers.c.author_id == author_id) & ((offers.c.game != game) | (offers.c.key != found.key))
    if int(connection.execute(select(func.count()).select_from(offers).where(mine)).scalar_one()) >= OFFERS_MAX:
        raise FullError
    made = upsert(connection, offers).values(
        game=game,
        key=found.key,
        name=fitting(offers.c.name, found.name),
        text=text,
        seats=found.seats,
        facts=msgspec.msgpack.encode(found.facts),
        author_id=author_id,
        at_ms=now_ms,
    )
    moved = {name: made.excluded[name] for name in ("name", "text", "seats", "facts", "at_ms")}
    connection.execute(made.on_conflict_do_update(index_elements=["game", "author_id", "key"], set_=moved))
    return _matching(connection, offers.c.game == game, offers.c.author_id == author_id, offers.c.key == found.key)[0]


def offered(connection: Connection, game: str, author_id: int | None = None) -> list[Offered]:
    """What was offered for a game, newest first; of one player, if named."""
    mine = [] if author_id is None else [offers.c.author_id == author_id]
    return _matching(connection, offers.c.game == game, *mine)


def find(connection: Connection, offer_id: int) -> Offered | None:
    found = _matching(connection, offers.c.id == offer_id)
    return found[0] if found else None


def remove(connection: Connection, offer_id: int) -> bool:
    return connection.execute(delete(offers).where(offers.c.id == offer_id)).rowcount > 0


def _matching(connection: Connection, *conditions: Any) -> list[Offered]:
    query = select(*_COLUMNS).select_from(offers.join(players)).where(*conditions).order_by(offers.c.at_ms.desc())
    return [
        Offered(number, game, key, name, text, seats, msgspec.msgpack.decode(facts), author, at_ms)
        for number, game, key, name, text, seats, facts, author, at_ms in connection.execute(query)
    ]
