"""Players of the original Microservice Dungeon, their games, and how much of a game their brokers have confirmed."""

import secrets
from uuid import UUID

from msgspec import Struct
from sqlalchemy import Connection, delete, insert, or_, select, update

from ....store.database.sql_dialect import upsert
from ....store.players import Player, create, select_players
from ....store.schema.platform import players, tokens, wire_games, wire_players, wire_sent, wire_spaces
from ....store.sessions import hash_of

NAMED = "wire"  # what the tokens are called that these programs get
TOKENS_MAX = 10  # of one player; older ones end
SAME_NAMES_MAX = 100  # accounts of the same player of name spaces of the same name, one after the other


class Space(Struct, frozen=True):
    """A name space: players, games and messages of its own. `key` is what its address and its names at the broker begin
    with; whoever knows it may do everything there. Without a key it is the one that everybody shares. DUN-260"""

    key: str = ""
    name: str = ""
    created_ms: int = 0

    @property
    def path(self) -> str:
        """What comes before every path of REST."""
        return f"/spaces/{self.key}" if self.key else ""

    @property
    def prefix(self) -> str:
        """What comes before the name of every exchange, queue and topic."""
        return f"{self.key}." if self.key else ""


SHARED = Space()


class WirePlayer(Struct, frozen=True):
    """A registered program: the account it plays with, and what it is called outside."""

    player: Player
    uuid: str
    email: str
    name: str


class KeptGame(Struct, frozen=True):
    uuid: str
    content: bytes
    created_ms: int
    delivered: bool


def register(
    connection: Connection, space: Space, *, name: str, email: str, uuid: str, now_ms: int
) -> WirePlayer | None:
    """A new player with an account of its own; None if the name or the address is taken."""
    here = select(wire_players.c.player_id).where(wire_players.c.space == space.key)
    same = here.where(or_(wire_players.c.email == email, wire_players.c.name == name))
    if connection.execute(same).first() is not None:
        return None
    for account in account_names(space, name):
        player, made = create(connection, name=account, kind="bot", now_ms=now_ms)
        if made:
            values = {"player_id": player.id, "uuid": uuid, "email": email, "space": space.key}
            connection.execute(insert(wire_players).values(**values, name=name if space.key else ""))
            return WirePlayer(player, uuid, email, name)
    return None


def account_names(space: Space, name: str) -> list[str]:
    """What the account of a player may be called: like the player where everybody shares the names; else the name
    space is named too, and where another of that name was there before, a number."""
    if not space.key:
        return [name]
    first = f"{name} ({space.name})"
    return [first, *(f"{first} {number}" for number in range(2, SAME_NAMES_MAX))]


def give_token(connection: Connection, player_id: int, now_ms: int) -> str:
    """A new token in the form of a UUID; the database knows only its hash, and the newest few."""
    token = str(UUID(bytes=secrets.token_bytes(16), version=4))
    made = insert(tokens).values(hash=hash_of(token), player_id=player_id, name=NAMED, created_ms=now_ms)
    connection.execute(made)
    theirs = select(tokens.c.id).where(tokens.c.player_id == player_id, tokens.c.name == NAMED)
    newest = connection.execute(theirs.order_by(tokens.c.id.desc()).limit(TOKENS_MAX)).scalars().all()
    connection.execute(delete(tokens).where(tokens.c.id.in_(theirs), tokens.c.id.not_in(newest)))
    return token


def all_players(connection: Connection, space: str = "") -> list[WirePlayer]:
    """Everybody who is registered in a name space, in that order; games may know of players that are blocked by now."""
    rows = connection.execute(
        select_players()
        .add_columns(wire_players.c.uuid, wire_players.c.email, wire_players.c.name)
        .join(wire_players, wire_players.c.player_id == players.c.id)
        .where(wire_players.c.space == space)
        .order_by(players.c.id)
    )
    found = []
    for row in rows:
        *columns, uuid, email, name = row
        player = Player(*columns)
        found.append(WirePlayer(player, uuid, email, name or player.name))
    return found


def all_spaces(connection: Connection) -> list[Space]:
    """Oldest first."""
    columns = (wire_spaces.c.key, wire_spaces.c.name, wire_spaces.c.created_ms)
    return [Space(*row) for row in connection.execute(select(*columns).order_by(wire_spaces.c.created_ms, columns[1]))]


def keep_space(connection: Connection, space: Space) -> None:
    made = insert(wire_spaces).values(key=space.key, name=space.name, created_ms=space.created_ms)
    connection.execute(made)


def remove_space(connection: Connection, space: Space) -> None:
    """Its players are known no more; their accounts stay, because matches name them."""
    connection.execute(delete(wire_players).where(wire_players.c.space == space.key))
    connection.execute(delete(wire_spaces).where(wire_spaces.c.key == space.key))


def keep_game(connection: Connection, uuid: str, content: bytes, created_ms: int) -> None:
    made = upsert(connection, wire_games).values(uuid=uuid, content=content, created_ms=created_ms)
    connection.execute(
        made.on_conflict_do_update(index_elements=[wire_games.c.uuid], set_={"content": made.excluded.content})
    )


def undelivered(connection: Connection) -> list[KeptGame]:
    """Games that are not over, or of which somebody has still to be told; oldest first."""
    rows = connection.execute(
        select(wire_games).where(~wire_games.c.delivered).order_by(wire_games.c.created_ms, wire_games.c.uuid)
    )
    return [KeptGame(*row) for row in rows]


def delivered(connection: Connection, uuid: str) -> None:
    connection.execute(update(wire_games).where(wire_games.c.uuid == uuid).values(delivered=True))


def confirm(connection: Connection, uuid: str, player_id: int, confirmed: int) -> None:
    """So many messages of a game have arrived."""
    made = upsert(connection, wire_sent).values(uuid=uuid, player_id=player_id, confirmed=confirmed)
    connection.execute(
        made.on_conflict_do_update(
            index_elements=[wire_sent.c.uuid, wire_sent.c.player_id], set_={"confirmed": made.excluded.confirmed}
        )
    )


def confirmed(connection: Connection, uuid: str) -> dict[int, int]:
    """How many of a game's messages have arrived, by player."""
    rows = connection.execute(select(wire_sent.c.player_id, wire_sent.c.confirmed).where(wire_sent.c.uuid == uuid))
    return {row.player_id: row.confirmed for row in rows}
