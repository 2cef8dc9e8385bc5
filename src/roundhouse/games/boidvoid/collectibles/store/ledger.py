"""The ledger of collectibles: lines are added and read, never changed. BOI-251"""

from typing import Any

from sqlalchemy import Connection, Select, insert, or_, select

from .....store.database.sql_dialect import storable
from .....store.schema.platform import players
from ..api import LedgerLine
from ..ledger_replay import Entry
from .schema import collectibles, ledger, templates

ID_MAX = 2**63 - 1


def note(
    connection: Connection,
    kind: str,
    item_id: int,
    giver_id: int | None,
    taker_id: int | None,
    *,
    game: str = "",
    turn: int = 0,
    now_ms: int,
) -> None:
    """Add a line, in the same transaction as the change it is about."""
    connection.execute(
        insert(ledger).values(
            at_ms=now_ms, kind=kind, item_id=item_id, giver_id=giver_id, taker_id=taker_id, game=game, turn=turn
        )
    )


def lines(
    connection: Connection,
    *,
    before: int | None = None,
    limit: int = 100,
    item: int | None = None,
    player_id: int | None = None,
    kind: str = "",
    template: str = "",
    game: str = "",
) -> list[LedgerLine]:
    """The newest lines first, from the one before number `before` on; only those that match all given arguments."""
    if not (storable(template) and storable(game)):
        return []
    query = _query()
    if before is not None:
        query = query.where(ledger.c.id < before)
    if item is not None:
        query = query.where(ledger.c.item_id == item)
    if player_id is not None:
        query = query.where(or_(ledger.c.giver_id == player_id, ledger.c.taker_id == player_id))
    for column, wanted in ((ledger.c.kind, kind), (templates.c.key, template), (ledger.c.game, game)):
        if wanted:
            query = query.where(column == wanted)
    rows = connection.execute(query.order_by(ledger.c.id.desc()).limit(limit))
    return [LedgerLine(**(row._asdict() | {"giver": row.giver or "", "taker": row.taker or ""})) for row in rows]


def entries(connection: Connection) -> list[Entry]:
    """The whole ledger in its order."""
    columns = (ledger.c.kind, ledger.c.item_id, ledger.c.giver_id, ledger.c.taker_id, ledger.c.game)
    return [Entry(*row) for row in connection.execute(select(*columns).order_by(ledger.c.id))]


def _query() -> Select[Any]:
    giver, taker = players.alias("giver"), players.alias("taker")
    return (
        select(
            ledger.c.id,
            ledger.c.at_ms,
            ledger.c.kind,
            ledger.c.item_id.label("item"),
            templates.c.key.label("template"),
            collectibles.c.mint_number,
            giver.c.name.label("giver"),
            taker.c.name.label("taker"),
            ledger.c.game,
            ledger.c.turn,
        )
        .join(collectibles, collectibles.c.id == ledger.c.item_id)
        .join(templates, templates.c.id == collectibles.c.template_id)
        .outerjoin(giver, giver.c.id == ledger.c.giver_id)
        .outerjoin(taker, taker.c.id == ledger.c.taker_id)
    )
