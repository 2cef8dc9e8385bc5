"""Accounts and their ratings."""

from msgspec import Struct
from sqlalchemy import Connection, insert, select
from sqlalchemy.dialects.sqlite import insert as upsert

from .tables import players, ratings


class Player(Struct, frozen=True):
    id: int
    name: str
    line_secret: str | None


def find(connection: Connection, name: str) -> Player | None:
    row = connection.execute(
        select(players.c.id, players.c.name, players.c.line_secret).where(players.c.name == name)
    ).first()
    return Player(*row) if row else None


def create(connection: Connection, name: str, line_secret: str, now_ms: int) -> tuple[Player, bool]:
    """Make an account, unless somebody was faster: then the account that is there, and False."""
    known = find(connection, name)
    if known is not None:
        return known, False
    made = insert(players).values(name=name, line_secret=line_secret, created_ms=now_ms)
    return Player(connection.execute(made.returning(players.c.id)).scalar_one(), name, line_secret), True


def rating(connection: Connection, player_id: int, game: str, edition: str) -> float | None:
    """The rating, or None before the first match."""
    return connection.execute(
        select(ratings.c.elo).where(
            ratings.c.player_id == player_id, ratings.c.game == game, ratings.c.edition == edition
        )
    ).scalar()


def note_start(
    connection: Connection, player_id: int, game: str, edition: str, *, number: int, start_elo: float
) -> None:
    """A player's newest match has begun; the first one also makes the rating."""
    fresh = upsert(ratings).values(
        player_id=player_id, game=game, edition=edition, elo=start_elo, games=0, last_number=number
    )
    connection.execute(
        fresh.on_conflict_do_update(index_elements=list(ratings.primary_key), set_={"last_number": number})
    )


def add_result(connection: Connection, player_id: int, game: str, edition: str, change: float) -> None:
    """A rated match is over."""
    connection.execute(
        ratings.update()
        .where(ratings.c.player_id == player_id, ratings.c.game == game, ratings.c.edition == edition)
        .values(elo=ratings.c.elo + change, games=ratings.c.games + 1)
    )
