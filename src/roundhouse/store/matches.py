"""Matches: begun, finished together with their ratings in one transaction, archived, and searched."""

import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Row, delete, exists, func, insert, select, update

from ..core.entries import Entry
from ..core.game import Result, Setup
from ..protocol.api.platform import SeatAccount
from . import line_elo, players
from .database.sql_dialect import NUMBER_MAX, fitting, storable
from .entries import entries_of as entries_of
from .entries import failings_of as failings_of
from .entries import log as log
from .entries import row_of as row_of
from .schema.platform import ABANDONED, FINISHED, RUNNING, entries, matches, seats

START_ELO = 1000.0
KEY_BYTES = 9  # random bytes in a match's key, which is then 12 characters long

Rate = Callable[[Sequence[float]], list[float]]  # Elo before, by seat -> what the match changes
Count = Callable[[Connection, int], list[Any]]  # counts a finished match in its ladder; returns the changed ratings


class Begun(Struct, frozen=True):
    id: int
    number: int
    key: str


class Finished(Struct, frozen=True):
    """What a match changed: the Elo by seat (zeros where it does not count), and what the ladder said."""

    elo_changes: list[float]
    ratings: list[Any]


class Stored(Struct, frozen=True):
    """A match as stored, with its players by seat."""

    id: int
    key: str
    game: str
    number: int
    edition: str
    setup: Setup
    state: str
    line: bool
    rated: bool
    listed: bool
    pool: str
    options: bytes | None
    fork_of: int | None
    fork_step: int
    host_id: int | None
    result: Result | None
    reason: str | None
    started_ms: int
    ended_ms: int | None
    player_ids: tuple[int, ...]


class Seat(Struct, frozen=True):
    """A seat of a match; place, points and ratings are None while the match runs."""

    match_id: int
    seat: int
    player_id: int
    place: int | None
    points: int | None
    left: str
    refusals: int
    elo_before: float | None
    elo_change: float | None
    mu_before: float | None
    sigma_before: float | None
    mu_after: float | None
    sigma_after: float | None
    account: SeatAccount | None = None


# The life of a match


def new_key() -> str:
    """Unguessable, and never mistaken for an option on a command line."""
    while True:
        key = secrets.token_urlsafe(KEY_BYTES)
        # the last character: so that a link at the end of a sentence stays whole
        if key[0] not in "-_" and key[-1] not in "-_":
            return key


def begin(
    connection: Connection,
    setup: Setup,
    player_ids: Sequence[int],
    *,
    options: bytes | None = None,
    line: bool,
    rated: bool,
    listed: bool = True,
    pool: str,
    fork_of: int | None = None,
    fork_step: int = 0,
    host_id: int | None = None,
    entries: Sequence[Entry] = (),
    start_elo: float = START_ELO,
    now_ms: int,
) -> Begun:
    """Number a match, store who sits where, and log the entries it begins with. GOO-102"""
    newest = connection.execute(select(func.max(matches.c.number)).where(matches.c.game == setup.game)).scalar()
    number, key = (newest or 0) + 1, new_key()
    made = insert(matches).values(
        key=key,
        game=setup.game,
        number=number,
        edition=setup.preset,
        setup=msgspec.msgpack.encode(setup),
        state=RUNNING,
        line=line,
        rated=rated,
        listed=listed,
        pool=pool,
        options=options,
        fork_of=fork_of,
        fork_step=fork_step,
        host_id=host_id,
        started_ms=now_ms,
    )
    match_id = connection.execute(made.returning(matches.c.id)).scalar_one()
    sitting = [{"match_id": match_id, "seat": seat, "player_id": who} for seat, who in enumerate(player_ids, 1)]
    connection.execute(insert(seats), sitting)
    if line:
        for player_id in player_ids:
            line_elo.note_start(connection, player_id, setup.game, setup.preset, number=number, start_elo=start_elo)
    if entries:
        log(connection, [row_of(match_id, step, entry) for step, entry in enumerate(entries, 1)])
    return Begun(match_id, number, key)


def finish(
    connection: Connection,
    match_id: int,
    result: Result,
    *,
    reason: str,
    left: Sequence[str] = (),
    refusals: Sequence[int] = (),
    accounts: Sequence[SeatAccount] = (),
    now_ms: int,
    elo: Rate | None = None,
    count: Count | None = None,
) -> Finished:
    """Store result and ratings together. `left` (why a seat left, or "") and `refusals` are by seat.

    A match that is over already is not changed, and one that is not rated changes no ratings.
    """
    game, edition, state, rated = connection.execute(
        select(matches.c.game, matches.c.edition, matches.c.state, matches.c.rated).where(matches.c.id == match_id)
    ).one()
    rows = connection.execute(
        select(seats.c.player_id, seats.c.elo_change).where(seats.c.match_id == match_id).order_by(seats.c.seat)
    ).all()
    if state != RUNNING:
        return Finished([float(change or 0.0) for _, change in rows], [])
    ends: list[dict[str, Any]] = [{} for _ in rows]
    for place in result.places:
        ends[place.seat - 1].update(place=place.place, points=place.points)
    for end, why in zip(ends, left, strict=False):
        end["left"] = fitting(seats.c.left, why)
    for end, refused in zip(ends, refusals, strict=False):
        end["refusals"] = refused
    for end, account in zip(ends, accounts, strict=False):
        end["account"] = msgspec.msgpack.encode(account)
    changes = [0.0] * len(rows)
    if elo is not None and rated:
        before = [line_elo.rating(connection, player_id, game, edition) or 0.0 for player_id, _ in rows]
        changes = elo(before)
        for end, (player_id, _), was, change in zip(ends, rows, before, changes, strict=True):
            line_elo.add_result(connection, player_id, game, edition, change)
            end.update(elo_before=was, elo_change=change)
    for seat, end in enumerate(ends, 1):
        if end:
            connection.execute(update(seats).where(seats.c.match_id == match_id, seats.c.seat == seat).values(**end))
    connection.execute(
        update(matches)
        .where(matches.c.id == match_id)
        .values(
            state=FINISHED,
            result=msgspec.msgpack.encode(result),
            reason=fitting(matches.c.reason, reason),
            ended_ms=now_ms,
        )
    )
    return Finished(changes, count(connection, match_id) if count is not None and rated else [])


def abandon(connection: Connection, match_id: int, *, reason: str, now_ms: int) -> None:
    """Close a match that cannot go on. It does not count."""
    connection.execute(
        update(matches)
        .where(matches.c.id == match_id, matches.c.state == RUNNING)
        .values(state=ABANDONED, reason=fitting(matches.c.reason, reason), ended_ms=now_ms)
    )


def archive(connection: Connection, match_id: int, record: bytes) -> None:
    """Replace the entries by the compressed record, unless another process was first."""
    mine = update(matches).where(matches.c.id == match_id, matches.c.record.is_(None)).values(record=record)
    if connection.execute(mine).rowcount:
        connection.execute(delete(entries).where(entries.c.match_id == match_id))


def keep_analysis(connection: Connection, match_id: int, analysis: bytes) -> None:
    connection.execute(update(matches).where(matches.c.id == match_id).values(analysis=analysis))


# Finding matches

_COLUMNS = tuple(matches.c[field] for field in Stored.__struct_fields__ if field != "player_ids")


def _stored(connection: Connection, rows: Sequence[Row[Any]]) -> list[Stored]:
    sitting: dict[int, list[int]] = {row.id: [] for row in rows}
    if rows:
        found = connection.execute(
            select(seats.c.match_id, seats.c.player_id)
            .where(seats.c.match_id.in_(sitting))
            .order_by(seats.c.match_id, seats.c.seat)
        )
        for match_id, player_id in found:
            sitting[match_id].append(player_id)
    made = []
    for row in rows:
        values = row._asdict()
        values["setup"] = msgspec.msgpack.decode(row.setup, type=Setup)
        values["result"] = None if row.result is None else msgspec.msgpack.decode(row.result, type=Result)
        made.append(Stored(**values, player_ids=tuple(sitting[row.id])))
    return made


def _one(connection: Connection, condition: Any) -> Stored | None:
    row = connection.execute(select(*_COLUMNS).where(condition)).first()
    return None if row is None else _stored(connection, [row])[0]


def by_id(connection: Connection, match_id: int) -> Stored | None:
    return _one(connection, matches.c.id == match_id)


def by_key(connection: Connection, key: str) -> Stored | None:
    return _one(connection, matches.c.key == key) if storable(key) else None


def by_number(connection: Connection, game: str, number: int) -> Stored | None:
    if not 0 < number <= NUMBER_MAX or not storable(game):
        return None
    return _one(connection, (matches.c.game == game) & (matches.c.number == number))


def keys_of(connection: Connection, match_ids: Iterable[int], *, unlisted: bool = True) -> dict[int, str]:
    query = select(matches.c.id, matches.c.key).where(matches.c.id.in_(set(match_ids)))
    return {row.id: row.key for row in connection.execute(query if unlisted else query.where(matches.c.listed))}


def running(connection: Connection, game: str | None = None, *, line: bool | None = None) -> list[Stored]:
    """Matches that are not over, of the line server or of all others, in the order of their start."""
    query = select(*_COLUMNS).where(matches.c.state == RUNNING).order_by(matches.c.id)
    if game is not None:
        query = query.where(matches.c.game == game)
    if line is not None:
        query = query.where(matches.c.line == line)
    return _stored(connection, connection.execute(query).all())


def unarchived(connection: Connection, game: str | None = None) -> list[Stored]:
    """Matches that are over but still have their entries as rows."""
    query = select(*_COLUMNS).where(matches.c.state != RUNNING, matches.c.record.is_(None)).order_by(matches.c.id)
    if game is not None:
        query = query.where(matches.c.game == game)
    return _stored(connection, connection.execute(query).all())


def unanalysed(connection: Connection, limit: int) -> list[int]:
    """The newest finished matches that have a record but no analysis."""
    query = select(matches.c.id).where(
        matches.c.state == FINISHED, matches.c.record.is_not(None), matches.c.analysis.is_(None)
    )
    return list(connection.execute(query.order_by(matches.c.id.desc()).limit(limit)).scalars())


def page(
    connection: Connection,
    *,
    live: bool | None = None,
    game: str | None = None,
    player: int | str | None = None,
    before: str | None = None,
    limit: int = 20,
    unlisted: bool = False,
) -> list[Stored]:
    """The newest matches first, from the one before `before` on; unlisted ones only when asked for."""
    if not all(storable(text) for text in (game, player, before) if isinstance(text, str)):
        return []
    query = select(*_COLUMNS).limit(limit)
    if live:  # few matches run, so they are selected first
        now = matches.alias("now")
        query = query.where(matches.c.id.in_(select(now.c.id).where(now.c.state == RUNNING)))
    elif live is not None:
        query = query.where(matches.c.state != RUNNING)
    if game is not None:
        query = query.where(matches.c.game == game)
    if not unlisted:
        query = query.where(matches.c.listed)
    if isinstance(player, str):
        found = players.find(connection, player)
        if found is None:
            return []
        player = found.id
    number = matches.c.id
    if player is not None and live:
        query = query.where(exists().where(seats.c.match_id == number, seats.c.player_id == player))
    elif player is not None and game is not None:
        query = query.where(number.in_(select(seats.c.match_id).where(seats.c.player_id == player)))
    # by the player's newest seats; a player with several seats in a match counts once, by the first
    elif player is not None:
        number, earlier = seats.c.match_id, seats.alias("earlier")
        first = ~exists().where(
            earlier.c.match_id == number, earlier.c.player_id == player, earlier.c.seat < seats.c.seat
        )
        query = query.join(seats, number == matches.c.id).where(seats.c.player_id == player, first)
    if before is not None:
        query = query.where(number < select(matches.c.id).where(matches.c.key == before).scalar_subquery())
    return _stored(connection, connection.execute(query.order_by(number.desc())).all())


def seats_of(connection: Connection, match_ids: Iterable[int]) -> dict[int, list[Seat]]:
    """The seats of matches, in order."""
    made: dict[int, list[Seat]] = {match_id: [] for match_id in match_ids}
    columns = (seats.c[field] for field in Seat.__struct_fields__)
    query = select(*columns).where(seats.c.match_id.in_(made)).order_by(seats.c.match_id, seats.c.seat)
    for row in connection.execute(query):
        known = dict(row._mapping)
        if (packed := known.pop("account")) is not None:
            known["account"] = msgspec.msgpack.decode(packed, type=SeatAccount)
        made[row.match_id].append(Seat(**known))
    return made


def counts_of(connection: Connection, player_ids: Iterable[int]) -> dict[int, int]:
    """How many matches players have begun."""
    made = dict.fromkeys(player_ids, 0)
    query = select(seats.c.player_id, func.count()).where(seats.c.player_id.in_(made)).group_by(seats.c.player_id)
    made.update((player_id, count) for player_id, count in connection.execute(query))
    return made


# Large columns are read separately


def setup_of(connection: Connection, match_id: int) -> Setup:
    packed = connection.execute(select(matches.c.setup).where(matches.c.id == match_id)).scalar_one()
    return msgspec.msgpack.decode(packed, type=Setup)


def record_of(connection: Connection, match_id: int) -> bytes | None:
    return connection.execute(select(matches.c.record).where(matches.c.id == match_id)).scalar()


def analysis_of(connection: Connection, match_id: int) -> bytes | None:
    return connection.execute(select(matches.c.analysis).where(matches.c.id == match_id)).scalar()
