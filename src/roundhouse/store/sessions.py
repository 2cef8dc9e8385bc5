"""Signed-in browsers. The secret signs its holder in as the player; the database stores only its hash."""

import hashlib
import secrets

from sqlalchemy import Connection, delete, insert

from .players import Player, of_row, select_players
from .schema.platform import players, sessions

DAY_MS = 86_400_000


def hash_of(secret: str) -> bytes:
    """Secrets are long and random, so they cannot be guessed and a fast hash is enough."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


def open(connection: Connection, player_id: int, now_ms: int, days: float = 30) -> str:
    """Open a session; returns its secret, which only the browser gets."""
    secret = secrets.token_urlsafe(32)
    connection.execute(
        insert(sessions).values(
            hash=hash_of(secret),
            player_id=player_id,
            created_ms=now_ms,
            expires_ms=now_ms + round(days * DAY_MS),
        )
    )
    return secret


def player_of(connection: Connection, secret: str, now_ms: int) -> Player | None:
    """The player who is signed in; None if the session is over or the player blocked."""
    row = connection.execute(
        select_players()
        .join(sessions, sessions.c.player_id == players.c.id)
        .where(sessions.c.hash == hash_of(secret), sessions.c.expires_ms > now_ms, ~players.c.blocked)
    ).first()
    return None if row is None else of_row(row)


def close(connection: Connection, secret: str) -> None:
    connection.execute(delete(sessions).where(sessions.c.hash == hash_of(secret)))


def close_all(connection: Connection, player_id: int) -> None:
    """Sign a player out everywhere, for example because of a new password."""
    connection.execute(delete(sessions).where(sessions.c.player_id == player_id))


def sweep(connection: Connection, now_ms: int) -> int:
    """Delete sessions that are over; returns how many."""
    return connection.execute(delete(sessions).where(sessions.c.expires_ms <= now_ms)).rowcount
