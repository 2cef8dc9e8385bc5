"""The line server's ranking and lists of matches: the best players, a player's place, the newest matches."""

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Select, func, or_, select

from ....store.database.sql_dialect import NUMBER_MAX
from ....store.schema.platform import FINISHED, matches, players, ratings, seats


class Standing(Struct, frozen=True):
    player_id: int
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
    key: str
    before: tuple[float | None, ...]  # the ratings


def ranking(connection: Connection, game: str, edition: str, *, first: int, count: int) -> list[Standing]:
    """Players by falling rating from a place on, places from 0."""
    rows = connection.execute(
        _ranked(game, edition).order_by(ratings.c.elo.desc(), players.c.id).offset(first).limit(count)
    )
    return [Standing(*row) for row in rows]


def size(connection: Connection, game: str, edition: str) -> int:
    """How many players are in the ranking."""
    query = select(func.count()).select_from(ratings).where(ratings.c.game == game, ratings.c.edition == edition)
    return int(connection.execute(query).scalar_one())


def counts(connection: Connection, game: str, edition: str) -> tuple[int, int]:
    """How many ratings there are, and results in them; other figures mean that something has begun or ended."""
    query = select(func.count(), func.coalesce(func.sum(ratings.c.games), 0), func.max(ratings.c.last_number)).where(
        ratings.c.game == game, ratings.c.edition == edition
    )
    _, results, newest = connection.execute(query).one()
    return int(results), int(newest or 0)


def curve(connection: Connection, game: str, edition: str, player_id: int, *, count: int) -> list[tuple[int, float]]:
    """When the newest games of a player ended, and the rating after each, oldest first."""
    rows = connection.execute(
        select(matches.c.ended_ms, seats.c.elo_before + seats.c.elo_change)
        .join(matches, matches.c.id == seats.c.match_id)
        .where(seats.c.player_id == player_id, seats.c.elo_change.is_not(None), *_on_the_line(game, edition))
        .order_by(seats.c.match_id.desc())
        .limit(count)
    ).all()
    return [(int(ended_ms), float(elo)) for ended_ms, elo in reversed(rows)]


def place(connection: Connection, game: str, edition: str, name: str) -> int | None:
    """A player's place in the ranking, from 1; None for one who has not played."""
    found = standing(connection, game, edition, name)
    return None if found is None else found[0]


def standing(connection: Connection, game: str, edition: str, name: str) -> tuple[int, float] | None:
    """A player's place in the ranking and rating."""
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
    return int(count) + 1, float(elo)


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
        select(matches.c.id, matches.c.number, matches.c.state, matches.c.ended_ms, matches.c.key)
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
        select(
            matches.c.id, matches.c.number, matches.c.state, matches.c.ended_ms, matches.c.key, matches.c.edition
        ).where(matches.c.game == game, matches.c.number == number, matches.c.line)
    ).first()
    return (_played(connection, *row[:5]), str(row[5])) if row else None


def _played(connection: Connection, match_id: int, number: int, state: str, ended_ms: int | None, key: str) -> Played:
    sitting = connection.execute(
        select(players.c.name, seats.c.elo_change, seats.c.elo_before)
        .join(players, players.c.id == seats.c.player_id)
        .where(seats.c.match_id == match_id)
        .order_by(seats.c.seat)
    ).all()
    names, changes, before = zip(*sitting, strict=True)
    return Played(number, state, names, changes, ended_ms, key, before)


def _on_the_line(game: str, edition: str) -> tuple[ColumnElement[bool], ...]:
    """Others are played elsewhere and may be private; these are found by their number."""
    return matches.c.game == game, matches.c.edition == edition, matches.c.line


def _ranked(game: str, edition: str) -> Select[int, str, float, int]:
    return (
        select(players.c.id, players.c.name, ratings.c.elo, ratings.c.last_number)
        .join(players, players.c.id == ratings.c.player_id)
        .where(ratings.c.game == game, ratings.c.edition == edition)
    )


def _matches_of(name: str) -> Select[int]:
    return select(seats.c.match_id).join(players, players.c.id == seats.c.player_id).where(players.c.name == name)
