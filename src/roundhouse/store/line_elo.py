"""The Elo ratings of the line server, by player, game and edition. Ladders have their own ratings (`store.ladder`)."""

from sqlalchemy import Connection, select

from .database.sql_dialect import upsert
from .schema.platform import ratings


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
    """Store that a player's newest match has begun; the first one also creates the rating."""
    fresh = upsert(connection, ratings).values(
        player_id=player_id, game=game, edition=edition, elo=start_elo, games=0, last_number=number
    )
    connection.execute(
        fresh.on_conflict_do_update(index_elements=list(ratings.primary_key), set_={"last_number": number})
    )


def add_result(connection: Connection, player_id: int, game: str, edition: str, change: float) -> None:
    """Add the result of a rated match."""
    connection.execute(
        ratings.update()
        .where(ratings.c.player_id == player_id, ratings.c.game == game, ratings.c.edition == edition)
        .values(elo=ratings.c.elo + change, games=ratings.c.games + 1)
    )
