"""Seasons, their games with seats and turns, and what power sources said of their players."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Literal

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Row, delete, func, insert, select, update

from .....store.database.sql_dialect import NUMBER_MAX, fitting, upsert
from .....store.schema.platform import matches, seats
from ..calendar import Season
from .schema import season_games, season_power, season_seats, seasons

REGISTERED, ACTIVE, SEASON_ENDED = "registered", "active", "ended"
DRAFT, RUNNING, PAUSED, ENDED = "draft", "running", "paused", "ended"

Role = Literal["leader", "vice_leader", "trooper"]


class Seat(Struct, frozen=True):
    """A player of a season's game; `number` is counted from 1 through all teams."""

    number: int
    team: int
    place: int
    role: Role
    player_id: int


class SeasonGame(Struct, frozen=True, kw_only=True):
    """`season_state` belongs to its season; `match` is the key of its match."""

    id: int
    season_id: int
    season_name: str
    season_state: Literal["registered", "active", "ended"]
    name: str
    settings: dict[str, Any]
    state: Literal["draft", "running", "paused", "ended"]
    match_id: int | None
    match: str
    turn_no: int
    due_ms: int | None
    left_ms: int | None
    seats: tuple[Seat, ...]

    @property
    def available(self) -> bool:
        """Whether its turns end by themselves. BOI-237"""
        return self.state == RUNNING and self.season_state == ACTIVE and self.due_ms is not None

    @property
    def teams(self) -> list[list[Seat]]:
        made: list[list[Seat]] = [[] for _ in range(max((seat.team for seat in self.seats), default=0))]
        for seat in self.seats:
            made[seat.team - 1].append(seat)
        return made


class Power(Struct, frozen=True):
    """What a power source said last of a player; `stake` is the newest that is known."""

    number: int
    due_ms: int
    asked_ms: int
    stake: int | None
    code: str


# Seasons


def all_seasons(connection: Connection) -> list[Season]:
    """By their start."""
    query = select(*seasons.c).order_by(seasons.c.start, seasons.c.id)
    return [
        Season(
            id=row.id,
            name=row.name,
            start=date.fromisoformat(row.start),
            end=date.fromisoformat(row.end),
            state=row.state,
        )
        for row in connection.execute(query)
    ]


def game_counts(connection: Connection) -> dict[int, int]:
    """How many games seasons have."""
    query = select(season_games.c.season_id, func.count().label("games")).group_by(season_games.c.season_id)
    return {row.season_id: row.games for row in connection.execute(query)}


def register(connection: Connection, name: str, start: date, end: date) -> int:
    values = {"name": fitting(seasons.c.name, name), "start": start.isoformat(), "end": end.isoformat()}
    made = insert(seasons).values(**values, state=REGISTERED).returning(seasons.c.id)
    return int(connection.execute(made).scalar_one())


def change_season(connection: Connection, season_id: int, name: str, start: date, end: date) -> None:
    values = {"name": fitting(seasons.c.name, name), "start": start.isoformat(), "end": end.isoformat()}
    connection.execute(update(seasons).where(seasons.c.id == season_id).values(**values))


def set_season_state(connection: Connection, season_id: int, state: str) -> None:
    connection.execute(update(seasons).where(seasons.c.id == season_id).values(state=state))


# Games

_GAME = (
    *season_games.c,
    seasons.c.name.label("season_name"),
    seasons.c.state.label("season_state"),
    matches.c.key.label("match"),
)
_JOINED = season_games.join(seasons, seasons.c.id == season_games.c.season_id).outerjoin(
    matches, matches.c.id == season_games.c.match_id
)


def games(
    connection: Connection,
    *,
    season_id: int | None = None,
    states: Iterable[str] | None = None,
    player_id: int | None = None,
) -> list[SeasonGame]:
    """In the order in which they were made."""
    query = select(*_GAME).select_from(_JOINED).order_by(season_games.c.id)
    if season_id is not None:
        query = query.where(season_games.c.season_id == season_id)
    if states is not None:
        query = query.where(season_games.c.state.in_(tuple(states)))
    if player_id is not None:
        theirs = select(season_seats.c.game_id).where(season_seats.c.player_id == player_id)
        query = query.where(season_games.c.id.in_(theirs))
    return _made(connection, connection.execute(query).all())


def game(connection: Connection, game_id: int) -> SeasonGame | None:
    if not 0 < game_id <= NUMBER_MAX:
        return None
    rows = connection.execute(select(*_GAME).select_from(_JOINED).where(season_games.c.id == game_id)).all()
    return next(iter(_made(connection, rows)), None)


def game_of_match(connection: Connection, match_id: int) -> SeasonGame | None:
    rows = connection.execute(select(*_GAME).select_from(_JOINED).where(season_games.c.match_id == match_id)).all()
    return next(iter(_made(connection, rows)), None)


def _made(connection: Connection, rows: Sequence[Row[Any]]) -> list[SeasonGame]:
    sitting: dict[int, list[Seat]] = {row.id: [] for row in rows}
    if rows:
        columns = (season_seats.c.game_id, *(season_seats.c[name] for name in Seat.__struct_fields__))
        query = select(*columns).where(season_seats.c.game_id.in_(sitting))
        for game_id, *values in connection.execute(query.order_by(season_seats.c.game_id, season_seats.c.number)):
            sitting[game_id].append(Seat(*values))
    made = []
    for row in rows:
        fields = row._asdict()
        fields["settings"] = msgspec.msgpack.decode(row.settings)
        fields["match"] = row.match or ""
        made.append(SeasonGame(**fields, seats=tuple(sitting[row.id])))
    return made


def add_game(
    connection: Connection, season_id: int, name: str, settings: Mapping[str, Any], sitting: Sequence[Seat]
) -> int:
    made = insert(season_games).values(
        season_id=season_id,
        name=fitting(season_games.c.name, name),
        settings=msgspec.msgpack.encode(settings),
        state=DRAFT,
    )
    game_id = int(connection.execute(made.returning(season_games.c.id)).scalar_one())
    _seat(connection, game_id, sitting)
    return game_id


def change_draft(
    connection: Connection, game_id: int, name: str, settings: Mapping[str, Any], sitting: Sequence[Seat]
) -> bool:
    """Change a draft; returns whether it was still one. BOI-297"""
    change = update(season_games).where(season_games.c.id == game_id, season_games.c.state == DRAFT)
    packed = msgspec.msgpack.encode(settings)
    if not connection.execute(change.values(name=fitting(season_games.c.name, name), settings=packed)).rowcount:
        return False
    connection.execute(delete(season_seats).where(season_seats.c.game_id == game_id))
    _seat(connection, game_id, sitting)
    return True


def drop_draft(connection: Connection, game_id: int) -> bool:
    """Delete a draft; returns whether it was still one."""
    draft = select(season_games.c.id).where(season_games.c.id == game_id, season_games.c.state == DRAFT)
    if connection.execute(draft).scalar() is None:
        return False
    for table in (season_seats, season_power):
        connection.execute(delete(table).where(table.c.game_id == game_id))
    connection.execute(delete(season_games).where(season_games.c.id == game_id))
    return True


def _seat(connection: Connection, game_id: int, sitting: Sequence[Seat]) -> None:
    rows = [{"game_id": game_id} | msgspec.structs.asdict(seat) for seat in sitting]
    connection.execute(insert(season_seats), rows)


def change_game(connection: Connection, game_id: int, **columns: Any) -> None:
    """State, match, turn and its time."""
    connection.execute(update(season_games).where(season_games.c.id == game_id).values(**columns))


def set_role(connection: Connection, game_id: int, number: int, role: str) -> None:
    seat = (season_seats.c.game_id == game_id) & (season_seats.c.number == number)
    connection.execute(update(season_seats).where(seat).values(role=role))


def replace(connection: Connection, known: SeasonGame, number: int, player_id: int, setup: bytes) -> None:
    """Give a seat to another account, in the game and in its match, whose packed setup names players. BOI-298"""
    seat = (season_seats.c.game_id == known.id) & (season_seats.c.number == number)
    connection.execute(update(season_seats).where(seat).values(player_id=player_id))
    theirs = (seats.c.match_id == known.match_id) & (seats.c.seat == number)
    connection.execute(update(seats).where(theirs).values(player_id=player_id))
    connection.execute(update(matches).where(matches.c.id == known.match_id).values(setup=setup))


# Results


def results(connection: Connection, season_id: int) -> list[tuple[int, list[tuple[int, int, int, int]]]]:
    """Of the games that have a result: the game's id, and (player, team, place, tiles) of each of its players."""
    query = (
        select(season_games.c.id, season_seats.c.team, seats.c.player_id, seats.c.place, seats.c.points)
        .select_from(
            season_games.join(season_seats, season_seats.c.game_id == season_games.c.id).join(
                seats, (seats.c.match_id == season_games.c.match_id) & (seats.c.seat == season_seats.c.number)
            )
        )
        .where(season_games.c.season_id == season_id, seats.c.place.is_not(None))
        .order_by(season_games.c.id, season_seats.c.number)
    )
    made: dict[int, list[tuple[int, int, int, int]]] = {}
    for game_id, team, player_id, place, points in connection.execute(query):
        made.setdefault(game_id, []).append((player_id, team, place, points))
    return list(made.items())


# Power


def power_of(connection: Connection, game_id: int) -> dict[int, Power]:
    """By the player's number."""
    columns = (season_power.c[name] for name in Power.__struct_fields__)
    query = select(*columns).where(season_power.c.game_id == game_id).order_by(season_power.c.number)
    return {row.number: Power(*row) for row in connection.execute(query)}


def note_power(connection: Connection, game_id: int, answers: Iterable[Power]) -> None:
    """Store answers; where there was none the last known stake stays."""
    for answer in answers:
        made = upsert(connection, season_power).values(game_id=game_id, **msgspec.structs.asdict(answer))
        moved = {name: made.excluded[name] for name in ("due_ms", "asked_ms", "code")}
        moved["stake"] = func.coalesce(made.excluded.stake, season_power.c.stake)
        connection.execute(made.on_conflict_do_update(index_elements=["game_id", "number"], set_=moved))
