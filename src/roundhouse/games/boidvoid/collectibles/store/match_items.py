"""Collectibles in running games: which items a game has, and what happened to them there.

A game knows an item by its player and a slot. An item in the inventory of a running game is in use until the game is
over, so that its owner cannot give away what the game may still burn. BOI-248, BOI-250, BOI-251
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update

from .....store.database.sql_dialect import upsert
from ..kinds import USED_IN_GAMES
from .items import put_out
from .ledger import note
from .schema import collectibles, game_items, game_ledgers, templates

State = Literal["free", "staked", "equipped", "gone"]
_USES = {"free": "game", "staked": "staked", "equipped": "equipped"}
_BEGINS = {"staked": "stake", "equipped": "equip"}
_ENDS = {"staked": "unstake", "equipped": "unequip"}


class Slot(Struct, frozen=True):
    """An item as the game has it; `unit` is where it is staked."""

    state: State
    unit: int = 0


class Taken(Struct, frozen=True):
    """An item to be added to a game."""

    item: int
    template: str
    burnable: bool


class _Row(Struct, frozen=True, kw_only=True):
    player: int
    slot: int
    item_id: int
    unit: int
    owner_id: int | None
    use: str


def take_in(
    connection: Connection,
    game: str,
    player: int,
    owner_id: int,
    *,
    held: int,
    room: int,
    known: Sequence[str],
    turn: int = 0,
    now_ms: int,
) -> list[Taken]:
    """The items to add to a player's inventory in a game: first those that were noted but did not arrive (the game
    holds `held`), then free items that the rules know, lowest numbers first, while there is room. With the inventory
    after that, a second call returns nothing. Items of a player who was replaced return to their owner; their slots
    stay in the game."""
    if _followed(connection, game)[1]:
        return []
    for row in _rows(connection, game):
        if row.player == player and row.owner_id not in (None, owner_id):
            _part(connection, row, game, arrived=row.slot < held, turn=turn, now_ms=now_ms)
    rows = connection.execute(
        select(game_items.c.item_id)
        .where(game_items.c.game == game, game_items.c.player == player)
        .order_by(game_items.c.slot)
    )
    items = list(rows.scalars())
    free = connection.execute(
        select(collectibles.c.id)
        .join(templates, templates.c.id == collectibles.c.template_id)
        .where(
            collectibles.c.owner_id == owner_id,
            collectibles.c.use == "",
            templates.c.kind.in_(USED_IN_GAMES),
            templates.c.key.in_(known),
        )
        .order_by(collectibles.c.id)
        .limit(max(0, room - len(items)))
        .with_for_update(of=collectibles)
    )
    for item_id in list(free.scalars()):
        connection.execute(insert(game_items).values(game=game, player=player, slot=len(items), item_id=item_id))
        connection.execute(update(collectibles).where(collectibles.c.id == item_id).values(use="game"))
        items.append(item_id)
    return _taken(connection, items[held:])


def follow(
    connection: Connection,
    game: str,
    step: int,
    slots: Mapping[int, Sequence[Slot]],
    *,
    turn: int,
    over: bool = False,
    now_ms: int,
) -> int:
    """Update the ledger to the state of a game after a step; `slots` are those of its players, by their numbers. A step
    that was followed already changes nothing. Returns the number of items that changed."""
    before, ended = _followed(connection, game)
    if ended or step < before or (step == before and not over):
        return 0
    count = 0
    for row in _rows(connection, game):
        held = slots.get(row.player, ())
        slot = held[row.slot] if row.slot < len(held) else Slot("free")
        count += _move(connection, row, slot, game, turn, over, now_ms)
    if over:
        connection.execute(delete(game_items).where(game_items.c.game == game))
    made = upsert(connection, game_ledgers).values(game=game, step=step, over=over)
    values = {"step": step, "over": over}
    connection.execute(made.on_conflict_do_update(index_elements=[game_ledgers.c.game], set_=values))
    return count


def give_back(connection: Connection, game: str, *, turn: int = 0, now_ms: int) -> int:
    """A game is broken off: items that it has not burnt return to their owners. BOI-160"""
    slots: dict[int, list[Slot]] = {}
    for row in _rows(connection, game):
        slots.setdefault(row.player, []).append(Slot("gone") if row.owner_id is None else Slot("free"))
    return follow(connection, game, _followed(connection, game)[0], slots, turn=turn, over=True, now_ms=now_ms)


def open_games(connection: Connection) -> list[str]:
    """The keys of the games that hold items of players."""
    return list(connection.execute(select(game_items.c.game).distinct().order_by(game_items.c.game)).scalars())


def _part(connection: Connection, row: _Row, game: str, *, arrived: bool, turn: int, now_ms: int) -> None:
    """A player was replaced: what the game uses up from now on is no longer their item. BOI-298"""
    if row.use in _ENDS:
        note(connection, _ENDS[row.use], row.item_id, row.owner_id, row.owner_id, game=game, turn=turn, now_ms=now_ms)
    connection.execute(update(collectibles).where(collectibles.c.id == row.item_id).values(use=""))
    mine = game_items.c.item_id == row.item_id
    if arrived:  # its slot stays taken
        connection.execute(update(game_items).where(mine).values(item_id=None, unit=0))
    else:
        connection.execute(delete(game_items).where(mine))


def _move(connection: Connection, row: _Row, slot: Slot, game: str, turn: int, over: bool, now_ms: int) -> bool:
    """Bring one item to its new state, with a line for everything that happened to it. BOI-159, BOI-160, BOI-249"""
    if row.owner_id is None:
        return False  # burnt already
    owner, item = row.owner_id, row.item_id

    def tell(kind: str) -> None:
        note(connection, kind, item, owner, owner, game=game, turn=turn, now_ms=now_ms)

    changed = (_USES.get(slot.state), slot.unit) != (row.use, row.unit)
    if changed and row.use in _ENDS:
        tell(_ENDS[row.use])
    if slot.state == "gone":
        put_out(connection, item, owner, game=game, turn=turn, now_ms=now_ms)
        return True
    if changed and slot.state in _BEGINS:
        tell(_BEGINS[slot.state])
    if over and slot.state in _ENDS:
        tell(_ENDS[slot.state])
    if changed or over:
        use = "" if over else _USES[slot.state]
        connection.execute(update(collectibles).where(collectibles.c.id == item).values(use=use))
        connection.execute(update(game_items).where(game_items.c.item_id == item).values(unit=slot.unit))
    return changed or (over and slot.state in _ENDS)


def _followed(connection: Connection, game: str) -> tuple[int, bool]:
    """How far the ledger has followed a game, and whether that was its end."""
    query = select(game_ledgers.c.step, game_ledgers.c.over).where(game_ledgers.c.game == game).with_for_update()
    row = connection.execute(query).first()
    return (-1, False) if row is None else (row.step, row.over)


def _rows(connection: Connection, game: str) -> list[_Row]:
    columns: tuple[Any, ...] = (
        game_items.c.player, game_items.c.slot, game_items.c.item_id, game_items.c.unit, collectibles.c.owner_id,
        collectibles.c.use,
    )  # fmt: skip
    query = (
        select(*columns)
        .join(collectibles, collectibles.c.id == game_items.c.item_id)
        .where(game_items.c.game == game)
        .order_by(game_items.c.player, game_items.c.slot)
    )
    return [_Row(**row._asdict()) for row in connection.execute(query)]


def _taken(connection: Connection, item_ids: Sequence[int]) -> list[Taken]:
    """In the order of the slots."""
    rows = connection.execute(
        select(collectibles.c.id, templates.c.key, templates.c.burnable)
        .join(templates, templates.c.id == collectibles.c.template_id)
        .where(collectibles.c.id.in_(item_ids))
    )
    found = {row.id: Taken(row.id, row.key, row.burnable) for row in rows}
    return [found[item_id] for item_id in item_ids]
