"""Accounts: persons, bots and agents; and the Elo of the line server."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypedDict

from msgspec import Struct
from sqlalchemy import Connection, Row, Select, insert, select, update

from .database.sql_dialect import NAMING, fitting, storable, wait_for_lock
from .schema.platform import players

Kind = Literal["person", "bot", "agent"]
Role = Literal["player", "organiser", "admin"]
HOUSE = "house"  # added to the name of a built-in bot if another account has it already


class Player(Struct, frozen=True):
    """An account. The two hashes are in no `repr`, so that no log shows them."""

    id: int
    name: str
    kind: Kind
    role: Role
    guest: bool
    builtin: bool
    blocked: bool
    owner_id: int | None
    language: str
    rested_ms: int | None
    rested_why: str
    created_ms: int
    seen_ms: int | None
    password: str | None = None
    line_secret: str | None = None

    def __repr__(self) -> str:
        return f"Player({self.id}, {self.name!r}, {self.kind})"


class Card(TypedDict):
    """A player in one line, as others see it."""

    name: str
    kind: Kind
    guest: bool
    builtin: bool


_COLUMNS = tuple(players.c[field] for field in Player.__struct_fields__)
_FIXED = {"id", "name", "folded", "created_ms"}  # these columns never change: other places refer to accounts by them


def select_players() -> Select[Any]:
    """All columns of `Player`; the rows are for `of_row`."""
    return select(*_COLUMNS)


def of_row(row: Row[Any]) -> Player:
    return Player(**row._asdict())


def card(player: Player) -> Card:
    return {"name": player.name, "kind": player.kind, "guest": player.guest, "builtin": player.builtin}


# Finding


def find(connection: Connection, name: str) -> Player | None:
    """The account of a name; if there is none, the one whose name differs only in upper and lower case."""
    if not storable(name):
        return None
    row = connection.execute(select_players().where(players.c.name == name)).first()
    if row is None:
        folded = select_players().where(players.c.folded == name.casefold())
        row = connection.execute(folded.order_by(players.c.id).limit(1)).first()
    return None if row is None else of_row(row)


def by_line(connection: Connection, name: str) -> Player | None:
    """The account of a name in the line protocol. Only quoted names contain capitals; they are separate names among the
    accounts of that protocol (GOO-080), and never mean accounts that were made on the web."""
    found = find(connection, name)
    if found is None or found.name == name or name == name.lower():
        return found
    others = connection.execute(select_players().where(players.c.folded == name.casefold()).order_by(players.c.id))
    return next((other for other in map(of_row, others) if other.line_secret is None or other.owner_id), None)


def by_id(connection: Connection, player_id: int) -> Player | None:
    row = connection.execute(select_players().where(players.c.id == player_id)).first()
    return None if row is None else of_row(row)


def by_ids(connection: Connection, player_ids: Iterable[int]) -> dict[int, Player]:
    rows = connection.execute(select_players().where(players.c.id.in_(set(player_ids))))
    return {row.id: of_row(row) for row in rows}


def household(connection: Connection, player_id: int) -> set[int]:
    """A player, their bots, the bots of those, and so on."""
    found = {player_id}
    newest = {player_id}
    while newest:
        newest = set(connection.scalars(select(players.c.id).where(players.c.owner_id.in_(newest)))) - found
        found |= newest
    return found


def barred(connection: Connection, player: Player) -> bool:
    """Whether a player may not use the server: blocked, or the bot of a blocked player, at any depth."""
    passed = {player.id}
    while not player.blocked and player.owner_id is not None and player.owner_id not in passed:
        passed.add(player.owner_id)
        owner = by_id(connection, player.owner_id)
        if owner is None:
            return False
        player = owner
    return player.blocked


def allowed(connection: Connection, player_id: int) -> Player | None:
    """A player who may use the server; None for one who may not, or who does not exist."""
    player = by_id(connection, player_id)
    return None if player is None or barred(connection, player) else player


def bots_of(connection: Connection, owner_id: int) -> list[Player]:
    rows = connection.execute(select_players().where(players.c.owner_id == owner_id).order_by(players.c.id))
    return [of_row(row) for row in rows]


def search(connection: Connection, query: str, limit: int = 50) -> list[Player]:
    """Players whose name contains the query in any case, by name."""
    if not storable(query):
        return []
    found = select_players().where(players.c.folded.contains(query.casefold(), autoescape=True))
    rows = connection.execute(found.order_by(players.c.folded, players.c.id).limit(limit))
    return [of_row(row) for row in rows]


# Making and changing


def create(
    connection: Connection,
    *,
    name: str,
    kind: Kind = "bot",
    password: str | None = None,
    line_secret: str | None = None,
    owner_id: int | None = None,
    guest: bool = False,
    builtin: bool = False,
    language: str = "",
    role: Role = "player",
    now_ms: int,
    taken: Callable[[Connection, str], Player | None] = find,
) -> tuple[Player, bool]:
    """Make an account. If the name is taken, in upper or lower case, returns the existing account and False."""
    wait_for_lock(connection, NAMING)  # so that nobody else takes the name meanwhile
    known = taken(connection, name)
    if known is not None:
        return known, False
    made = insert(players).values(
        name=name,
        folded=name.casefold(),
        kind=kind,
        password=password,
        line_secret=line_secret,
        owner_id=owner_id,
        guest=guest,
        builtin=builtin,
        language=language,
        role=role,
        created_ms=now_ms,
    )
    return of_row(connection.execute(made.returning(*_COLUMNS)).one()), True


def builtins(connection: Connection, names: Sequence[str], now_ms: int) -> dict[str, Player]:
    """The accounts of the built-in bots, made if missing. Where another account has the name, the bot gets another."""
    return {name: _builtin(connection, name, now_ms) for name in names}


def _builtin(connection: Connection, name: str, now_ms: int) -> Player:
    tried, count = name, 1
    while True:
        player, _ = create(connection, name=tried, builtin=True, language="Python", now_ms=now_ms)
        if player.builtin:
            return player
        tried, count = f"{name} ({HOUSE})" if count == 1 else f"{name} ({HOUSE} {count})", count + 1


def change(connection: Connection, player_id: int, **columns: Any) -> Player | None:
    """Set columns of an account, except those in _FIXED. None: there is no such player."""
    unknown = set(columns) - (set(players.c.keys()) - _FIXED)
    if unknown:
        raise ValueError(f"{', '.join(sorted(unknown))} of a player cannot be changed")
    for name, value in columns.items():
        if isinstance(value, str):
            columns[name] = fitting(players.c[name], value)
    if columns:
        connection.execute(update(players).where(players.c.id == player_id).values(**columns))
    return by_id(connection, player_id)


def seen(connection: Connection, player_id: int, now_ms: int) -> None:
    connection.execute(update(players).where(players.c.id == player_id).values(seen_ms=now_ms))
