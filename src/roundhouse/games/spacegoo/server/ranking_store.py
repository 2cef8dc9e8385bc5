"""The line server's ranking and lists of matches: the best players, a player's place, the newest matches."""

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Select, func, or_, select

from ....store.database.sql_dialect import NUMBER_MAX
from ....store.schema.platform import FINISHED, matches, players, ratings, seats


class Standing(Struct, frozen=True):
    name: str
    elo: float
    last_number: int | None


class Played(Struct, frozen=True):
    """A match in a list: names and rating changes by seat, None while it runs or when it did not count."""

    number: int
    state: str
    names: tuple[str, ...]
    changes: tuple[float | None, ...]
    ended_ms: int | None


def ranking(connection: Connection, game: str, edition: str, *, first: int, count: int) -> list[Standing]:
    """Players by falling rating from a place on, places from 0."""
    rows = connection.execute(
        _ranked(game, edition).order_by(ratings.c.elo.desc(), players.c.id).offset(first).limit(count)
    )
    return [Standing(*row) for row in rows]


def place(connection: Connection, game: str, edition: str, name: str) -> int | None:
    """A player's place in the ranking, from 1; None for one who has not played."""
    found = connection.execute(
        select(ratings.c.elo, players.c.id)
        .join(players, players.c.id == ratings.c.player_id)
        .where(ratings.c.game == game, ratings.c.edition == edition, players.c.name == name)
    ).first()
    if found is None:
        return None
    elo, player_id = found
    ahead = or_(ratings.c.elo > elo, (ratings.c.elo == elo) & (ratings.c.player_id < player_id))
    count = connection.execute(
        select(func.count()).select_from(ratings).where(ratings.c.game == game, ratings.c.edition == edition, ahead)
    ).scalar_one()
    return int(count) + 1


def match_count(connection: Connection, game: str, edition: str, name: str | None = None) -> int:
    """Matches begun, of everybody or of one player."""
    query = select(func.count()).select_from(matches).where(*_on_the_line(game, edition))
    if name is not None:
        query = query.where(matches.c.id.in_(_matches_of(name)))
    return int(connection.execute(query).scalar_one())


def newest(
    connection: Connection, game: str, edition: str, *, count: int, name: str | None = None, finished: bool = False
) -> list[Played]:
    """The newest matches, of everybody or of one player."""
    query = (
        select(matches.c.id, matches.c.number, matches.c.state, matches.c.ended_ms)
        .where(*_on_the_line(game, edition))
        .order_by(matches.c.number.desc())
        .limit(count)
    )
    if name is not None:
        query = query.where(matches.c.id.in_(_matches_of(name)))
    if finished:
        query = query.where(matches.c.state == FINISHED)
    rows = connection.execute(query).all()
    return [_played(connection, *row) for row in rows]


def played(connection: Connection, game: str, number: int) -> tuple[Played, str] | None:
    """A match and its edition."""
    if not 0 < number <= NUMBER_MAX:
        return None
    row = connection.execute(
        select(matches.c.id, matches.c.number, matches.c.state, matches.c.ended_ms, matches.c.edition).where(
            matches.c.game == game, matches.c.number == number, matches.c.line
        )
    ).first()
    return (_played(connection, row[0], row[1], row[2], row[3]), str(row[4])) if row else None


def _played(connection: Connection, match_id: int, number: int, state: str, ended_ms: int | None) -> Played:
    sitting = connection.execute(
        select(players.c.name, seats.c.elo_change)
        .join(players, players.c.id == seats.c.player_id)
        .where(seats.c.match_id == match_id)
        .order_by(seats.c.seat)
    ).all()
    return Played(number, state, tuple(name for name, _ in sitting), tuple(change for _, change in sitting), ended_ms)


def _on_the_line(game: str, edition: str) -> tuple[ColumnElement[bool], ...]:
    """Others are played elsewhere and may be private; these are found by their number."""
    return matches.c.game == game, matches.c.edition == edition, matches.c.line


def _ranked(game: str, edition: str) -> Select[str, float, int]:
    return (
        select(players.c.name, ratings.c.elo, ratings.c.last_number)
        .join(players, players.c.id == ratings.c.player_id)
        .where(ratings.c.game == game, ratings.c.edition == edition)
    )


def _matches_of(name: str) -> Select[int]:
    return select(seats.c.match_id).join(players, players.c.id == seats.c.player_id).where(players.c.name == name)
