"""Counts a finished match: adds it to the log of results and updates the standings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, select, update

from ...competition.ladder.rating import START, Skill, shown
from ...competition.ladder.standing import Standing, fold
from ...protocol.messages import RatingChange
from ..database.sql_dialect import upsert
from ..schema.platform import FINISHED, matches, seats, standing_days, standings
from . import result_log
from .result_log import SeatResult

DAY_MS = 86_400_000

Ladder = tuple[str, str, str]  # game, preset, pool

STANDING = (
    standings.c.mu,
    standings.c.sigma,
    standings.c.wins,
    standings.c.draws,
    standings.c.losses,
    standings.c.last,
    standings.c.last_ms,
)

# Statements for every match are built once: building them takes longer than running them.
_match = select(*(matches.c[name] for name in ("game", "edition", "pool", "line", "rated", "state", "ended_ms"))).where(
    matches.c.id == bindparam("match_id")
)
_sitting = (
    select(seats.c.player_id, seats.c.place, seats.c.left)
    .where(seats.c.match_id == bindparam("match_id"))
    .order_by(seats.c.seat)
)
_known = select(standings.c.player_id, *STANDING).where(
    standings.c.game == bindparam("game"),
    standings.c.preset == bindparam("preset"),
    standings.c.pool == bindparam("pool"),
    standings.c.player_id.in_(bindparam("player_ids", expanding=True)),
)
_beside = update(seats).where(seats.c.match_id == bindparam("of_match"), seats.c.seat == bindparam("of_seat"))


def count(connection: Connection, match_id: int) -> list[RatingChange]:
    """Count a match that has just finished; returns the changed ratings by seat, as they are shown.

    Only rated matches count, and only if no player has two seats. Nothing counts twice.
    """
    match = connection.execute(_match, {"match_id": match_id}).one()
    sitting = connection.execute(_sitting, {"match_id": match_id}).all()
    ids = [seat.player_id for seat in sitting]
    if not match.rated or match.state != FINISHED or len(set(ids)) < len(ids) or len(ids) < 2:
        return []
    if result_log.contains(connection, match_id):
        return changes_of(connection, match_id)
    ladder = (match.game, match.edition, match.pool)
    ended = [SeatResult(seat.player_id, seat.place, seat.left) for seat in sitting]
    result_log.append(
        connection,
        match_id,
        game=match.game,
        preset=match.edition,
        pool=match.pool,
        line=match.line,
        at_ms=match.ended_ms,
        seats=ended,
    )
    known = standings_of(connection, ladder, ids)
    before = [known.get(player_id) for player_id in ids]
    after = fold(before, [seat.place for seat in ended], match.ended_ms)
    write_standings(connection, {(*ladder, player_id): one for player_id, one in zip(ids, after, strict=True)})
    write_days(
        connection,
        {(*ladder, player_id, day_of(one)): (match_id, one) for player_id, one in zip(ids, after, strict=True)},
    )
    write_seats(connection, seat_rows(match_id, before, after))
    return [
        RatingChange(seat, shown(skill_of(old)), shown(new.skill))
        for seat, (old, new) in enumerate(zip(before, after, strict=True), 1)
    ]


def changes_of(connection: Connection, match_id: int) -> list[RatingChange]:
    """What a match that has counted changed."""
    rows = connection.execute(
        select(seats.c.seat, seats.c.mu_before, seats.c.sigma_before, seats.c.mu_after, seats.c.sigma_after)
        .where(seats.c.match_id == match_id, seats.c.mu_after.is_not(None))
        .order_by(seats.c.seat)
    )
    return [RatingChange(row[0], shown(Skill(row[1], row[2])), shown(Skill(row[3], row[4]))) for row in rows]


# Reading


def standing_of(row: Sequence[Any]) -> Standing:
    """From the columns of STANDING."""
    return Standing(Skill(row[0], row[1]), *row[2:7])


def standings_of(connection: Connection, ladder: Ladder, player_ids: Iterable[int]) -> dict[int, Standing]:
    """The standings of some players in one ladder; players without one are missing."""
    game, preset, pool = ladder
    asked = {"game": game, "preset": preset, "pool": pool, "player_ids": list(player_ids)}
    rows = connection.execute(_known, asked)
    return {row[0]: standing_of(row[1:]) for row in rows}


def skills_of(
    connection: Connection, game: str, preset: str, player_ids: Iterable[int]
) -> dict[tuple[int, str], Standing]:
    """The standings of some players in all pools, by player and pool."""
    rows = connection.execute(
        select(standings.c.player_id, standings.c.pool, *STANDING).where(
            standings.c.game == game, standings.c.preset == preset, standings.c.player_id.in_(list(player_ids))
        )
    )
    return {(row[0], row[1]): standing_of(row[2:]) for row in rows}


def in_ladder(table: Any, ladder: Ladder) -> Any:
    game, preset, pool = ladder
    return (table.c.game == game) & (table.c.preset == preset) & (table.c.pool == pool)


# Writing: for counting and for recomputing


def day_of(standing: Standing) -> int:
    return standing.last_ms // DAY_MS


def skill_of(standing: Standing | None) -> Skill:
    return START if standing is None else standing.skill


def standing_values(standing: Standing) -> dict[str, Any]:
    return {
        "mu": standing.skill.mu,
        "sigma": standing.skill.sigma,
        "wins": standing.wins,
        "draws": standing.draws,
        "losses": standing.losses,
        "last": standing.last,
        "last_ms": standing.last_ms,
    }


def write_standings(connection: Connection, rows: Mapping[tuple[str, str, str, int], Standing]) -> None:
    _write(
        connection,
        standings,
        [
            {"game": game, "preset": preset, "pool": pool, "player_id": player_id} | standing_values(standing)
            for (game, preset, pool, player_id), standing in rows.items()
        ],
    )


def write_days(connection: Connection, rows: Mapping[tuple[str, str, str, int, int], tuple[int, Standing]]) -> None:
    _write(
        connection,
        standing_days,
        [
            {
                "game": game,
                "preset": preset,
                "pool": pool,
                "player_id": player_id,
                "day": day,
                "match_id": match_id,
                "at_ms": standing.last_ms,
                "mu": standing.skill.mu,
                "sigma": standing.skill.sigma,
            }
            for (game, preset, pool, player_id, day), (match_id, standing) in rows.items()
        ],
    )


def _write(connection: Connection, table: Any, rows: list[dict[str, Any]]) -> None:
    """Insert rows; where the keys exist already, update all other columns."""
    if not rows:
        return
    made = _upserts.get((connection.dialect.name, table.name))
    if made is None:
        insert = upsert(connection, table)
        moved = {column.name: insert.excluded[column.name] for column in table.c if not column.primary_key}
        made = insert.on_conflict_do_update(index_elements=list(table.primary_key), set_=moved)
        _upserts[connection.dialect.name, table.name] = made
    connection.execute(made, rows)


_upserts: dict[tuple[str, str], Any] = {}  # by dialect and table


def seat_rows(match_id: int, before: Sequence[Standing | None], after: Sequence[Standing]) -> list[dict[str, Any]]:
    """The ratings to store with the seats of a match, for `write_seats`."""
    return [
        {
            "of_match": match_id,
            "of_seat": seat,
            "mu_before": skill_of(old).mu,
            "sigma_before": skill_of(old).sigma,
            "mu_after": new.skill.mu,
            "sigma_after": new.skill.sigma,
        }
        for seat, (old, new) in enumerate(zip(before, after, strict=True), 1)
    ]


def write_seats(connection: Connection, rows: list[dict[str, Any]]) -> None:
    """Store ratings with the seats of matches; all rows have the same columns."""
    if rows:
        connection.execute(_beside, rows)
