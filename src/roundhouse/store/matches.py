"""Matches: begun, logged entry by entry, finished with ratings in the same transaction, and restored after a crash."""

from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select, update

from ..core.entries import Entry
from ..core.game import Result, Setup
from . import players
from .database import Row
from .tables import ABANDONED, FINISHED, RUNNING, entries, matches, seats

Rate = Callable[[Sequence[float]], list[float]]  # ratings before, by seat -> what the match changes


class Begun(Struct, frozen=True):
    id: int
    number: int


class Stored(Struct, frozen=True):
    """A match as it is in the database, with whoever sits in it by seat."""

    id: int
    number: int
    edition: str
    state: str
    setup: Setup
    player_ids: tuple[int, ...]
    record: bytes | None


# Entries as rows


def row_of(match_id: int, step: int, entry: Entry) -> Row:
    numbers = entry.row
    if any(numbers):
        end = len(numbers)
        while not numbers[end - 1]:
            end -= 1
        packed = msgspec.msgpack.encode(numbers[:end])
    else:
        packed = b""
    return match_id, step, entry.kind, entry.seat, packed, entry.at_ms


def entry_of(kind: int, seat: int, numbers: bytes, at_ms: int, width: int) -> Entry:
    """The entry of a row; an action's row gets back the zeros at its end."""
    row: tuple[int, ...] = msgspec.msgpack.decode(numbers, type=tuple[int, ...]) if numbers else ()
    return Entry(kind, seat, row + (0,) * (width - len(row)) if width else row, at_ms)


def entries_of(connection: Connection, match_id: int, width: Callable[[int], int]) -> list[Entry]:
    """The log of a running match. `width` says how many numbers an entry of a kind has."""
    columns = select(entries.c.kind, entries.c.seat, entries.c.numbers, entries.c.at_ms)
    rows = connection.execute(columns.where(entries.c.match_id == match_id).order_by(entries.c.step))
    return [entry_of(kind, seat, numbers, at_ms, width(kind)) for kind, seat, numbers, at_ms in rows]


# The life of a match


def begin(
    connection: Connection, setup: Setup, player_ids: Sequence[int], *, edition: str, start_elo: float, now_ms: int
) -> Begun:
    """Number the match and note who sits where. GOO-102"""
    newest = connection.execute(select(func.max(matches.c.number)).where(matches.c.game == setup.game)).scalar()
    number = (newest or 0) + 1
    made = insert(matches).values(
        game=setup.game,
        number=number,
        edition=edition,
        setup=msgspec.msgpack.encode(setup),
        state=RUNNING,
        started_ms=now_ms,
    )
    match_id = connection.execute(made.returning(matches.c.id)).scalar_one()
    for seat, player_id in enumerate(player_ids, 1):
        connection.execute(insert(seats).values(match_id=match_id, seat=seat, player_id=player_id))
        players.note_start(connection, player_id, setup.game, edition, number=number, start_elo=start_elo)
    return Begun(match_id, number)


def finish(
    connection: Connection, match_id: int, result: Result, *, reason: str, rate: Rate, now_ms: int
) -> list[float]:
    """Result and ratings together; returns the changes by seat. A match that is over already is left as it is."""
    game, edition, state = connection.execute(
        select(matches.c.game, matches.c.edition, matches.c.state).where(matches.c.id == match_id)
    ).one()
    rows = connection.execute(
        select(seats.c.player_id, seats.c.elo_change).where(seats.c.match_id == match_id).order_by(seats.c.seat)
    ).all()
    if state != RUNNING:
        return [float(change or 0.0) for _, change in rows]
    before = [players.rating(connection, player_id, game, edition) or 0.0 for player_id, _ in rows]
    changes = rate(before)
    places = {place.seat: place.place for place in result.places}
    for seat, ((player_id, _), elo, change) in enumerate(zip(rows, before, changes, strict=True), 1):
        players.add_result(connection, player_id, game, edition, change)
        connection.execute(
            update(seats)
            .where(seats.c.match_id == match_id, seats.c.seat == seat)
            .values(place=places[seat], elo_before=elo, elo_change=change)
        )
    connection.execute(
        update(matches)
        .where(matches.c.id == match_id)
        .values(state=FINISHED, result=msgspec.msgpack.encode(result), reason=reason, ended_ms=now_ms)
    )
    return changes


def abandon(connection: Connection, match_id: int, *, reason: str, now_ms: int) -> None:
    """Close a match that cannot go on. It does not count."""
    connection.execute(
        update(matches)
        .where(matches.c.id == match_id, matches.c.state == RUNNING)
        .values(state=ABANDONED, reason=reason, ended_ms=now_ms)
    )


def archive(connection: Connection, match_id: int, record: bytes) -> None:
    """Put the compressed record in the place of the entries."""
    connection.execute(update(matches).where(matches.c.id == match_id).values(record=record))
    connection.execute(delete(entries).where(entries.c.match_id == match_id))


# Finding matches


def _stored(connection: Connection, row: tuple[int, int, str, str, bytes, bytes | None]) -> Stored:
    match_id, number, edition, state, setup, record = row
    sitting = connection.execute(select(seats.c.player_id).where(seats.c.match_id == match_id).order_by(seats.c.seat))
    return Stored(
        match_id,
        number,
        edition,
        state,
        msgspec.msgpack.decode(setup, type=Setup),
        tuple(int(player_id) for player_id in sitting.scalars()),
        record,
    )


_COLUMNS = (matches.c.id, matches.c.number, matches.c.edition, matches.c.state, matches.c.setup, matches.c.record)


def setup_of(connection: Connection, match_id: int) -> Setup:
    packed = connection.execute(select(matches.c.setup).where(matches.c.id == match_id)).scalar_one()
    return msgspec.msgpack.decode(packed, type=Setup)


def by_number(connection: Connection, game: str, number: int) -> Stored | None:
    row = connection.execute(select(*_COLUMNS).where(matches.c.game == game, matches.c.number == number)).first()
    return _stored(connection, row) if row else None


def running(connection: Connection, game: str) -> list[Stored]:
    rows = connection.execute(
        select(*_COLUMNS).where(matches.c.game == game, matches.c.state == RUNNING).order_by(matches.c.number)
    ).all()
    return [_stored(connection, row) for row in rows]


def unarchived(connection: Connection, game: str) -> list[Stored]:
    """Matches that are over but still have their entries as rows."""
    rows = connection.execute(
        select(*_COLUMNS).where(matches.c.game == game, matches.c.state != RUNNING, matches.c.record.is_(None))
    ).all()
    return [_stored(connection, row) for row in rows]
