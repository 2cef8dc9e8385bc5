"""The log of results: every match that counts, in the order it counted. Lines are added to it and never changed."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, bindparam, func, insert, select

from ..schema.platform import matches, players, results

BATCH = 500  # results read at a time


class SeatResult(Struct, frozen=True, array_like=True):
    """How a match ended for a seat: who sat there, its place, and why it left before the end, or ""."""

    player_id: int
    place: int
    left: str


class CountedResult(Struct, frozen=True):
    """A line of the log."""

    id: int
    match_id: int
    game: str
    preset: str
    pool: str
    line: bool
    at_ms: int
    seats: tuple[SeatResult, ...]


_FIELDS = CountedResult.__struct_fields__
_COLUMNS = tuple(results.c[field] for field in _FIELDS)
_insert = insert(results).returning(results.c.id)
_found = select(results.c.id).where(results.c.match_id == bindparam("match_id"))
_decode = msgspec.msgpack.Decoder(tuple[SeatResult, ...]).decode
_encode = msgspec.json.Encoder().encode


def append(
    connection: Connection,
    match_id: int,
    *,
    game: str,
    preset: str,
    pool: str,
    line: bool,
    at_ms: int,
    seats: Sequence[SeatResult],
) -> int:
    """Add a match to the log, at most once."""
    values = {"match_id": match_id, "game": game, "preset": preset, "pool": pool, "line": line, "at_ms": at_ms}
    made = connection.execute(_insert, values | {"seats": msgspec.msgpack.encode(seats)})
    return int(made.scalar_one())


def contains(connection: Connection, match_id: int) -> bool:
    return connection.execute(_found, {"match_id": match_id}).first() is not None


def length(connection: Connection, after: int = 0) -> int:
    query = select(func.count()).select_from(results).where(results.c.id > after)
    return int(connection.execute(query).scalar_one())


def batches(connection: Connection, after: int = 0) -> Iterator[list[CountedResult]]:
    """The log in its order, in batches, from after this result's number on."""
    while True:
        query = select(*_COLUMNS).where(results.c.id > after).order_by(results.c.id).limit(BATCH)
        found = [_counted(row) for row in connection.execute(query)]
        if not found:
            return
        yield found
        after = found[-1].id


def _counted(row: Any) -> CountedResult:
    return CountedResult(*(*row[:-1], _decode(row[-1])))


def lines(connection: Connection, after: int = 0) -> Iterator[bytes]:
    """The log for export: one JSON object per line, with names instead of ids."""
    for batch in batches(connection, after):
        yield from page(connection, batch)


def page(connection: Connection, batch: Sequence[CountedResult]) -> list[bytes]:
    """Some results as lines. The key of a match that is not listed is secret, so it is left empty."""
    known = {
        row.id: row
        for row in connection.execute(
            select(matches.c.id, matches.c.number, matches.c.key, matches.c.listed).where(
                matches.c.id.in_([counted.match_id for counted in batch])
            )
        )
    }
    ids = {seat.player_id for counted in batch for seat in counted.seats}
    names = {
        row.id: row
        for row in connection.execute(select(players.c.id, players.c.name, players.c.kind).where(players.c.id.in_(ids)))
    }
    return [_encode(_line(counted, known[counted.match_id], names)) + b"\n" for counted in batch]


def _line(counted: CountedResult, match: Any, names: dict[int, Any]) -> dict[str, Any]:
    return {
        "result": counted.id,
        "at_ms": counted.at_ms,
        "match": match.key if match.listed else "",
        "number": match.number,
        "game": counted.game,
        "preset": counted.preset,
        "pool": counted.pool,
        "line": counted.line,
        "seats": [
            {
                "seat": number,
                "name": names[seat.player_id].name,
                "kind": names[seat.player_id].kind,
                "place": seat.place,
                "left": seat.left,
            }
            for number, seat in enumerate(counted.seats, 1)
        ],
    }
