"""API tokens of players and their bots. A token is shown once; the database stores only its hash."""

import secrets
from collections.abc import Collection

from msgspec import Struct
from sqlalchemy import Connection, delete, insert, or_, select, update

from .database.sql_dialect import NUMBER_MAX
from .players import Player, barred, household, of_row, select_players
from .schema.platform import players, tokens
from .sessions import hash_of

PREFIX = "rh_"  # so that a leaked token is recognised
USED_EVERY_MS = 60_000  # how exact the time of the last use is


class Token(Struct, frozen=True):
    """A token as its owner sees it: `player` is whom it signs in."""

    id: int
    name: str
    player_id: int
    player: str
    created_ms: int
    used_ms: int | None


def make(connection: Connection, player_id: int, name: str, now_ms: int) -> tuple[str, int]:
    """A new token that signs a player in, and its number."""
    token = PREFIX + secrets.token_urlsafe(32)
    made = insert(tokens).values(hash=hash_of(token), player_id=player_id, name=name, created_ms=now_ms)
    return token, connection.execute(made.returning(tokens.c.id)).scalar_one()


def player_of(connection: Connection, token: str) -> Player | None:
    """The player that a token signs in; None if there is no such token, or the player may not use the server."""
    row = connection.execute(
        select_players().join(tokens, tokens.c.player_id == players.c.id).where(tokens.c.hash == hash_of(token))
    ).first()
    player = None if row is None else of_row(row)
    return None if player is None or barred(connection, player) else player


def used(connection: Connection, token: str, now_ms: int) -> None:
    """Store that a token was used; exact enough for its owner to see which tokens are unused."""
    connection.execute(
        update(tokens)
        .where(
            tokens.c.hash == hash_of(token),
            or_(tokens.c.used_ms.is_(None), tokens.c.used_ms <= now_ms - USED_EVERY_MS),
        )
        .values(used_ms=now_ms)
    )


def of_owner(connection: Connection, player_id: int) -> list[Token]:
    """The tokens of a player, of their bots and of the bots of those, oldest first."""
    rows = connection.execute(
        select(tokens.c.id, tokens.c.name, tokens.c.player_id, players.c.name, tokens.c.created_ms, tokens.c.used_ms)
        .join(players, players.c.id == tokens.c.player_id)
        .where(players.c.id.in_(household(connection, player_id)))
        .order_by(tokens.c.id)
    )
    return [Token(*row) for row in rows]


def revoke(connection: Connection, token_id: int, owner_id: int) -> bool:
    """End a token of a player or of one of their bots; False if there is no such token."""
    return taken_back(connection, token_id, owner_id) is not None


def taken_back(connection: Connection, token_id: int, owner_id: int) -> bytes | None:
    """The same; returns the hash of the token, by which connections that used it are found."""
    if not 0 < token_id <= NUMBER_MAX:
        return None
    theirs = household(connection, owner_id)
    ended = delete(tokens).where(tokens.c.id == token_id, tokens.c.player_id.in_(theirs)).returning(tokens.c.hash)
    return connection.execute(ended).scalar_one_or_none()


def revoke_all(connection: Connection, player_ids: Collection[int]) -> None:
    """End all tokens of players, for example because of a new password."""
    connection.execute(delete(tokens).where(tokens.c.player_id.in_(player_ids)))
