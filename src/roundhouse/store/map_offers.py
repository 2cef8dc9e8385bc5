"""Maps that players offer for the games of a season; administrators choose among them. BOI-046"""

from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, select

from ..core.maps import MapCheck
from ..protocol.api.platform import MapOffer
from .database.sql_dialect import upsert
from .maps import values_of
from .schema.platform import offers, players

OFFERS_MAX = 20  # per player


class OffersFullError(Exception):
    """A player has offered as many maps as one may."""


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


def offer(connection: Connection, game: str, text: str, found: MapCheck, *, author_id: int, now_ms: int) -> MapOffer:
    """Store a map that passed its check; replaces an older one of its author with the same key. Raises
    OffersFullError."""
    mine = (offers.c.author_id == author_id) & ((offers.c.game != game) | (offers.c.key != found.key))
    if int(connection.execute(select(func.count()).select_from(offers).where(mine)).scalar_one()) >= OFFERS_MAX:
        raise OffersFullError
    made = upsert(connection, offers).values(values_of(offers, game, text, found, author_id, now_ms))
    moved = {name: made.excluded[name] for name in ("name", "text", "seats", "facts", "at_ms")}
    connection.execute(made.on_conflict_do_update(index_elements=["game", "author_id", "key"], set_=moved))
    return _matching(connection, offers.c.game == game, offers.c.author_id == author_id, offers.c.key == found.key)[0]


def offered(connection: Connection, game: str, author_id: int | None = None) -> list[MapOffer]:
    """The maps offered for a game, newest first; of one player, if given."""
    mine = [] if author_id is None else [offers.c.author_id == author_id]
    return _matching(connection, offers.c.game == game, *mine)


def find(connection: Connection, offer_id: int) -> MapOffer | None:
    found = _matching(connection, offers.c.id == offer_id)
    return found[0] if found else None


def remove(connection: Connection, offer_id: int) -> bool:
    return connection.execute(delete(offers).where(offers.c.id == offer_id)).rowcount > 0


def _matching(connection: Connection, *conditions: Any) -> list[MapOffer]:
    query = select(*_COLUMNS).select_from(offers.join(players)).where(*conditions).order_by(offers.c.at_ms.desc())
    return [
        MapOffer(number, game, key, name, text, seats, msgspec.msgpack.decode(facts), author, at_ms)
        for number, game, key, name, text, seats, facts, author, at_ms in connection.execute(query)
    ]
