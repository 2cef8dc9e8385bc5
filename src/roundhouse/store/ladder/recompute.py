"""Recomputes all ratings from the log of results, and reports what was different."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, delete, select

from ...competition.ladder import elo
from ...competition.ladder.standing import Standing, fold
from ..database.sql_dialect import POSTGRESQL, upsert
from ..schema.platform import ratings, seats, standing_days, standings
from ..schema.platform import results as log
from . import result_log as results
from .counting import STANDING, Ladder, day_of, seat_rows, standing_of, write_days, write_seats, write_standings
from .result_log import CountedResult

StandingKey = tuple[str, str, str, int]  # game, preset, pool, player
DayKey = tuple[str, str, str, int, int]  # and the day
EloKey = tuple[int, str, str]  # player, game, edition

SKILLS = ("mu_before", "sigma_before", "mu_after", "sigma_after")
ELO = ("elo_before", "elo_change")


class LadderReport(Struct, frozen=True):
    """How many results there are, and how many rows differed from what follows from them."""

    results: int
    standings: int
    days: int
    seats: int
    elos: int

    @property
    def same(self) -> bool:
        return not (self.standings or self.days or self.seats or self.elos)


class LadderRecompute:
    """The ladders as far as the log has been read. Reading writes nothing, so it can be done while a server runs."""

    def __init__(self, *, start_elo: float, elo_k: float) -> None:
        self.length = 0
        self.last = 0  # the number of the newest result that was read
        self.standings: dict[Ladder, dict[int, Standing]] = {}
        self.days: dict[DayKey, tuple[int, Standing]] = {}
        self.elos: dict[EloKey, tuple[float, int]] = {}
        self.wrong_skills: list[dict[str, Any]] = []  # rows for `write_seats`
        self.wrong_elos: list[dict[str, Any]] = []
        self.start_elo = start_elo
        self._k = elo_k

    def read(self, connection: Connection, progress: Callable[[int], None] = lambda count: None) -> None:
        """Read on to the end of the log; `progress` is called with the number of results read."""
        for batch in results.batches(connection, self.last):
            noted = _noted(connection, batch)
            for counted in batch:
                self._compare(self._skills(counted), noted, self.wrong_skills)
                if counted.line:
                    self._compare(self._elo(counted), noted, self.wrong_elos)
            self.last = batch[-1].id
            self.length += len(batch)
            progress(len(batch))

    def _skills(self, counted: CountedResult) -> list[dict[str, Any]]:
        ladder = (counted.game, counted.preset, counted.pool)
        known = self.standings.setdefault(ladder, {})
        ids = [seat.player_id for seat in counted.seats]
        before = [known.get(player_id) for player_id in ids]
        after = fold(before, [seat.place for seat in counted.seats], counted.at_ms)
        for player_id, standing in zip(ids, after, strict=True):
            known[player_id] = standing
            self.days[(*ladder, player_id, day_of(standing))] = (counted.match_id, standing)
        return seat_rows(counted.match_id, before, after)

    def _elo(self, counted: CountedResult) -> list[dict[str, Any]]:
        keys = [(seat.player_id, counted.game, counted.preset) for seat in counted.seats]
        before = [self.elos.get(key, (self.start_elo, 0)) for key in keys]
        changes = elo.changes([rating for rating, _ in before], [seat.place for seat in counted.seats], k=self._k)
        for key, (rating, games), change in zip(keys, before, changes, strict=True):
            self.elos[key] = (rating + change, games + 1)
        return [
            {"of_match": counted.match_id, "of_seat": seat, "elo_before": rating, "elo_change": change}
            for seat, ((rating, _), change) in enumerate(zip(before, changes, strict=True), 1)
        ]

    @staticmethod
    def _compare(
        rows: Iterable[dict[str, Any]], noted: dict[tuple[int, int], Any], wrong: list[dict[str, Any]]
    ) -> None:
        for row in rows:
            stored = noted.get((row["of_match"], row["of_seat"]))
            if stored is not None and any(row[column] != stored[column] for column in row if column in stored):
                wrong.append(row)


def _noted(connection: Connection, batch: list[CountedResult]) -> dict[tuple[int, int], Any]:
    """The ratings that are stored with the seats of some matches."""
    rows = connection.execute(
        select(seats.c.match_id, seats.c.seat, *(seats.c[name] for name in (*SKILLS, *ELO))).where(
            seats.c.match_id.in_([counted.match_id for counted in batch])
        )
    )
    return {(row["match_id"], row["seat"]): row for row in rows.mappings()}


def recompute(
    connection: Connection,
    *,
    start_elo: float,
    elo_k: float,
    folding: LadderRecompute | None = None,
    write: bool = True,
) -> LadderReport:
    """Compare all ratings with the log, and correct those that differ. Needs its own transaction.

    A `folding` that has read most of the log before makes the transaction short.
    """
    if connection.dialect.name == POSTGRESQL:  # in SQLite there is only one writer anyway
        connection.exec_driver_sql("LOCK TABLE results, standings, standing_days, ratings IN EXCLUSIVE MODE")
    folding = folding or LadderRecompute(start_elo=start_elo, elo_k=elo_k)
    folding.read(connection)
    report = LadderReport(
        folding.length,
        _put_right_standings(connection, folding, write),
        _put_right_days(connection, folding, write),
        len(folding.wrong_skills),
        _put_right_elos(connection, folding, write) + len(folding.wrong_elos),
    )
    if write:
        write_seats(connection, folding.wrong_skills)
        write_seats(connection, folding.wrong_elos)
    return report


def catch_up(connection: Connection, *, start_elo: float, elo_k: float) -> LadderReport | None:
    """Compute the ladders if there are results but no ladders yet, as after an upgrade from a version without
    ladders."""
    return recompute(connection, start_elo=start_elo, elo_k=elo_k) if never_computed(connection) else None


def never_computed(connection: Connection) -> bool:
    """Whether the first result has not been counted in any ladder."""
    first = select(log.c.match_id).order_by(log.c.id).limit(1).scalar_subquery()
    query = select(seats.c.seat).where(seats.c.match_id == first, seats.c.mu_after.is_(None))
    return connection.execute(query.limit(1)).first() is not None


def _put_right_standings(connection: Connection, folding: LadderRecompute, write: bool) -> int:
    table = standings
    columns = (table.c.game, table.c.preset, table.c.pool, table.c.player_id)
    stored: dict[StandingKey, Standing] = {
        (row[0], row[1], row[2], row[3]): standing_of(row[4:])
        for row in connection.execute(select(*columns, *STANDING))
    }
    wanted = {
        (*ladder, player): one for ladder, players in folding.standings.items() for player, one in players.items()
    }
    changed = {key: standing for key, standing in wanted.items() if stored.get(key) != standing}
    extra = [key for key in stored if key not in wanted]
    if write:
        for game, preset, pool, player_id in extra:
            connection.execute(
                delete(table).where(
                    table.c.game == game,
                    table.c.preset == preset,
                    table.c.pool == pool,
                    table.c.player_id == player_id,
                )
            )
        write_standings(connection, changed)
    return len(changed) + len(extra)


def _put_right_days(connection: Connection, folding: LadderRecompute, write: bool) -> int:
    table = standing_days
    columns = [table.c.game, table.c.preset, table.c.pool, table.c.player_id, table.c.day]
    values = [table.c.match_id, table.c.at_ms, table.c.mu, table.c.sigma]
    stored = {tuple(row[:5]): tuple(row[5:]) for row in connection.execute(select(*columns, *values))}
    changed = {
        key: (match_id, standing)
        for key, (match_id, standing) in folding.days.items()
        if stored.get(key) != (match_id, standing.last_ms, standing.skill.mu, standing.skill.sigma)
    }
    extra = [key for key in stored if key not in folding.days]
    if write:
        for key in extra:
            same = [column == value for column, value in zip(columns, key, strict=True)]
            connection.execute(delete(table).where(*same))
        write_days(connection, changed)
    return len(changed) + len(extra)


def _put_right_elos(connection: Connection, folding: LadderRecompute, write: bool) -> int:
    """Rows of players without a result stay: they hold the newest match's number, which is not in the log."""
    rows = connection.execute(
        select(ratings.c.player_id, ratings.c.game, ratings.c.edition, ratings.c.elo, ratings.c.games)
    )
    stored: dict[EloKey, tuple[float, int]] = {(row[0], row[1], row[2]): (row[3], row[4]) for row in rows}
    wanted = dict.fromkeys(stored, (folding.start_elo, 0)) | folding.elos
    changed = {key: value for key, value in wanted.items() if stored.get(key) != value}
    if write and changed:
        fresh = upsert(connection, ratings)
        moved = {column: fresh.excluded[column] for column in ("elo", "games")}
        connection.execute(
            fresh.on_conflict_do_update(index_elements=list(ratings.primary_key), set_=moved),
            [
                {"player_id": player_id, "game": game, "edition": edition, "elo": rating, "games": games}
                for (player_id, game, edition), (rating, games) in changed.items()
            ],
        )
    return len(changed)
