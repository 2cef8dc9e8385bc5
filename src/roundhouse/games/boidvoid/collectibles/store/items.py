"""What players own. Each function is one transaction of the writer; every change is also written to the ledger. BOI-241
to BOI-253"""

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Select, case, delete, insert, select, update

from .....store.database.sql_dialect import upsert
from .....store.schema.platform import players
from ..kinds import Kind
from ..permissions import (
    Held,
    ItemError,
    check_avatar,
    check_burn,
    check_mint,
    check_points,
    check_transfer,
    no_such_item,
)
from .ledger import note
from .schema import avatars, collectibles, game_items, stakes, templates

START_POINTS = 10_000  # stake points of a player who was not given any


class Item(Struct, frozen=True, kw_only=True):
    """`owner` is empty once it is burnt."""

    id: int
    template_id: int
    template: str
    name: str
    collection: str
    kind: Kind
    mint_number: int
    owner: str
    transferable: bool
    burnable: bool
    data: dict[str, Any]
    use: str
    game: str
    unit: int
    minted_ms: int
    burnt_ms: int | None


class Stake(Struct, frozen=True):
    points: int = START_POINTS
    staked: int = 0


# Changing


def mint(connection: Connection, key: str, owner_id: int, count: int, now_ms: int) -> list[Item]:
    """Mint items of a template for a player, with the next mint numbers. Raises ItemError. BOI-242, BOI-299"""
    row = connection.execute(
        select(templates.c.id, templates.c.kind, templates.c.minted, templates.c.max_supply)
        .where(templates.c.key == key)
        .with_for_update()  # other mints wait until these numbers are taken
    ).first()
    if row is None:
        raise ItemError("no_template", "template", f"There is no template {key!r}.", "BOI-242")
    check_mint(row.kind, row.minted, count, row.max_supply)
    made = []
    for number in range(row.minted + 1, row.minted + count + 1):
        new = insert(collectibles).values(template_id=row.id, mint_number=number, owner_id=owner_id, minted_ms=now_ms)
        item_id = connection.execute(new.returning(collectibles.c.id)).scalar_one()
        note(connection, "mint", item_id, None, owner_id, now_ms=now_ms)
        made.append(item_id)
    connection.execute(update(templates).where(templates.c.id == row.id).values(minted=row.minted + count))
    rows = connection.execute(_items().where(collectibles.c.id.in_(made)).order_by(collectibles.c.id))
    return [_item(one) for one in rows]


def transfer(connection: Connection, item_id: int, giver_id: int, taker_id: int, now_ms: int) -> Item:
    """Raises ItemError. BOI-248"""
    check_transfer(_held(connection, item_id), giver_id)
    _hide(connection, item_id)
    connection.execute(update(collectibles).where(collectibles.c.id == item_id).values(owner_id=taker_id))
    note(connection, "transfer", item_id, giver_id, taker_id, now_ms=now_ms)
    return _known(connection, item_id)


def burn(connection: Connection, item_id: int, owner_id: int, now_ms: int) -> Item:
    """Raises ItemError. BOI-249"""
    check_burn(_held(connection, item_id), owner_id)
    put_out(connection, item_id, owner_id, now_ms=now_ms)
    return _known(connection, item_id)


def put_out(connection: Connection, item_id: int, owner_id: int, *, game: str = "", turn: int = 0, now_ms: int) -> None:
    """Burn an item; only its number stays taken."""
    _hide(connection, item_id)
    gone = {"owner_id": None, "use": "", "burnt_ms": now_ms}
    connection.execute(update(collectibles).where(collectibles.c.id == item_id).values(gone))
    note(connection, "burn", item_id, owner_id, None, game=game, turn=turn, now_ms=now_ms)


def choose_avatar(connection: Connection, player_id: int, item_id: int | None) -> Item | None:
    """Set the avatar that a player shows; None: none. Raises ItemError. BOI-164, BOI-252"""
    if item_id is not None:
        if _held(connection, item_id).owner_id != player_id:
            raise no_such_item()
        check_avatar(_known(connection, item_id).kind)
    connection.execute(delete(avatars).where(avatars.c.player_id == player_id))
    if item_id is None:
        return None
    connection.execute(insert(avatars).values(player_id=player_id, item_id=item_id))
    return _known(connection, item_id)


def _hide(connection: Connection, item_id: int) -> None:
    """An avatar that is given away or burnt is not shown any more."""
    connection.execute(delete(avatars).where(avatars.c.item_id == item_id))


def _held(connection: Connection, item_id: int) -> Held:
    """An item, locked until the end of the transaction. Raises ItemError."""
    columns = (collectibles.c.owner_id, collectibles.c.use, collectibles.c.template_id)
    row = connection.execute(select(*columns).where(collectibles.c.id == item_id).with_for_update()).first()
    if row is None or row.owner_id is None:
        raise no_such_item()
    allowed = (templates.c.transferable, templates.c.burnable)
    transferable, burnable = connection.execute(select(*allowed).where(templates.c.id == row.template_id)).one()
    return Held(owner_id=row.owner_id, transferable=transferable, burnable=burnable, use=row.use)


def _known(connection: Connection, item_id: int) -> Item:
    return _item(connection.execute(_items().where(collectibles.c.id == item_id)).one())


# Finding


def by_id(connection: Connection, item_id: int) -> Item | None:
    row = connection.execute(_items().where(collectibles.c.id == item_id)).first()
    return None if row is None else _item(row)


def of_player(connection: Connection, player_id: int, *, after: int = 0, limit: int | None = None) -> list[Item]:
    """What a player owns, the oldest first, from after an item's number on."""
    query = _items().where(collectibles.c.owner_id == player_id, collectibles.c.id > after)
    return [_item(row) for row in connection.execute(query.order_by(collectibles.c.id).limit(limit))]


def avatar_of(connection: Connection, player_id: int) -> Item | None:
    """BOI-252"""
    row = connection.execute(_items().where(avatars.c.player_id == player_id)).first()
    return None if row is None else _item(row)


def _items() -> Select[Any]:
    shown = case((collectibles.c.use != "", collectibles.c.use), (avatars.c.item_id.is_not(None), "avatar"), else_="")
    return (
        select(
            collectibles.c.id,
            templates.c.id.label("template_id"),
            templates.c.key.label("template"),
            templates.c.name,
            templates.c.collection,
            templates.c.kind,
            collectibles.c.mint_number,
            players.c.name.label("owner"),
            templates.c.transferable,
            templates.c.burnable,
            templates.c.data,
            shown.label("use"),
            game_items.c.game,
            game_items.c.unit,
            collectibles.c.minted_ms,
            collectibles.c.burnt_ms,
        )
        .join(templates, templates.c.id == collectibles.c.template_id)
        .outerjoin(players, players.c.id == collectibles.c.owner_id)
        .outerjoin(avatars, avatars.c.item_id == collectibles.c.id)
        .outerjoin(game_items, game_items.c.item_id == collectibles.c.id)
    )


def _item(row: Any) -> Item:
    used = row.use in ("game", "staked", "equipped")
    return Item(
        **row._asdict()
        | {
            "owner": row.owner or "",
            "data": msgspec.msgpack.decode(row.data),
            "game": row.game if used else "",
            "unit": row.unit if used else 0,
        }
    )


# Stake points. BOI-085


def stake_of(connection: Connection, player_id: int) -> Stake:
    row = connection.execute(select(stakes.c.points, stakes.c.staked).where(stakes.c.player_id == player_id)).first()
    return Stake() if row is None else Stake(row.points, row.staked)


def stake(connection: Connection, player_id: int, staked: int) -> Stake:
    """Set how many of a player's points are staked. Raises ItemError."""
    known = stake_of(connection, player_id)
    check_points(known.points, staked)
    return _set_stake(connection, player_id, Stake(known.points, staked))


def give_points(connection: Connection, player_id: int, points: int) -> Stake:
    """Set how many points a player has; the staked ones are limited to these."""
    return _set_stake(connection, player_id, Stake(points, min(points, stake_of(connection, player_id).staked)))


def _set_stake(connection: Connection, player_id: int, new: Stake) -> Stake:
    made = upsert(connection, stakes).values(player_id=player_id, points=new.points, staked=new.staked)
    values = {"points": new.points, "staked": new.staked}
    connection.execute(made.on_conflict_do_update(index_elements=[stakes.c.player_id], set_=values))
    return new
