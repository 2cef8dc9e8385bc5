"""Figures and achievements: a log of what finished matches counted, and what follows from it for their players."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, bindparam, func, insert, select

from ...core.figures import Achievement, Counted, Sum, Tally, Unlocking, fold
from ...protocol.messages import Unlocked
from ..database.sql_dialect import upsert
from ..schema.platform import feats, figures, matches, seats, unlocked

BATCH = 500  # matches read at a time

Achievements = Mapping[str, Sequence[Achievement]]  # by game
TallyKey = tuple[int, str]  # player and game


class SeatFigures(Struct, frozen=True, array_like=True):
    """A seat of a match: who sat there, why it left before the end or "", and its figures that are not 0."""

    player_id: int
    left: str
    figures: dict[str, int]


class FigureLine(Struct, frozen=True):
    """A line of the log. `origin_id` is the first in the chain of matches that this one plays on from, or the match
    itself."""

    id: int
    match_id: int
    origin_id: int
    game: str
    counts: bool
    at_ms: int
    seats: tuple[SeatFigures, ...]


_COLUMNS = tuple(figures.c[field] for field in FigureLine.__struct_fields__)
_decode = msgspec.msgpack.Decoder(tuple[SeatFigures, ...]).decode
_decode_sums = msgspec.msgpack.Decoder(dict[str, Sum]).decode
_played = select(matches.c.game, matches.c.fork_of, matches.c.ended_ms).where(matches.c.id == bindparam("match_id"))
_sitting = (
    select(seats.c.player_id, seats.c.left).where(seats.c.match_id == bindparam("match_id")).order_by(seats.c.seat)
)
_logged = select(*_COLUMNS).where(figures.c.match_id == bindparam("match_id"))
_insert = insert(figures).returning(figures.c.id)


# A match is over


def append(connection: Connection, match_id: int, counted: Sequence[Mapping[str, int]]) -> FigureLine | None:
    """Log the figures of a match that has just finished, by seat; None if they are logged already."""
    if connection.execute(_logged, {"match_id": match_id}).first() is not None:
        return None
    played = connection.execute(_played, {"match_id": match_id}).one()
    sitting = connection.execute(_sitting, {"match_id": match_id}).all()
    line = FigureLine(
        id=0,
        match_id=match_id,
        origin_id=match_id,
        game=played.game,
        counts=True,
        at_ms=played.ended_ms,
        seats=tuple(
            SeatFigures(seat.player_id, seat.left, {key: number for key, number in numbers.items() if number})
            for seat, numbers in zip(sitting, counted, strict=True)
        ),
    )
    if played.fork_of is not None:
        line = _played_on(connection, line, played.fork_of)
    values = msgspec.structs.asdict(line) | {"seats": msgspec.msgpack.encode(line.seats)}
    del values["id"]
    return msgspec.structs.replace(line, id=int(connection.execute(_insert, values).scalar_one()))


def _played_on(connection: Connection, line: FigureLine, fork_of: int | None) -> FigureLine:
    """What was counted up to a fork is counted in both matches, so only one of them counts: the first to finish, and
    only if everybody has the same seat as before. RAL-178 RAL-241"""
    sitting = [seat.player_id for seat in line.seats]
    same = True
    origin_id = line.match_id
    while fork_of is not None:
        origin_id = fork_of
        before = [row.player_id for row in connection.execute(_sitting, {"match_id": origin_id})]
        same = same and before == sitting
        fork_of = connection.execute(_played, {"match_id": origin_id}).one().fork_of
    again = select(figures.c.id).where(figures.c.origin_id == origin_id, figures.c.counts).limit(1)
    counts = same and connection.execute(again).first() is None
    return msgspec.structs.replace(line, origin_id=origin_id, counts=counts)


def count(connection: Connection, line: FigureLine, achievements: Sequence[Achievement]) -> list[Unlocked]:
    """Add a line of the log to the tallies of its players; returns what it unlocked, by seat."""
    if not line.counts:
        return []
    ids = {seat.player_id for seat in line.seats}
    before = tallies(connection, game=line.game, player_ids=ids)
    after, new = folded(before, line, achievements)
    write(connection, before, after)
    return new


def folded(
    before: Mapping[TallyKey, Tally], line: FigureLine, achievements: Sequence[Achievement]
) -> tuple[dict[TallyKey, Tally], list[Unlocked]]:
    """The tallies of a match's players after it, and what it unlocked."""
    counted: dict[int, list[Counted]] = {}
    for number, seat in enumerate(line.seats, 1):
        counted.setdefault(seat.player_id, []).append(Counted(number, not seat.left, seat.figures))
    after: dict[TallyKey, Tally] = {}
    new: list[Unlocked] = []
    for player_id, theirs in counted.items():
        key = (player_id, line.game)
        after[key], found = fold(before.get(key, Tally()), theirs, achievements, line.match_id, line.at_ms)
        new += [Unlocked(seat, achievement) for seat, achievement in found]
    return after, sorted(new, key=lambda one: one.seat)


def write(connection: Connection, before: Mapping[TallyKey, Tally], after: Mapping[TallyKey, Tally]) -> None:
    """Store tallies. What `before` has unlocked is stored already."""
    if not after:
        return
    made = upsert(connection, feats)
    moved = {name: made.excluded[name] for name in ("matches", "figures")}
    rows = [
        {
            "player_id": player_id,
            "game": game,
            "matches": tally.matches,
            "figures": msgspec.msgpack.encode(tally.figures),
        }
        for (player_id, game), tally in after.items()
    ]
    connection.execute(made.on_conflict_do_update(index_elements=list(feats.primary_key), set_=moved), rows)
    opened = [
        {"player_id": player_id, "game": game, "achievement": key, "match_id": one.match, "at_ms": one.at_ms}
        for (player_id, game), tally in after.items()
        for key, one in tally.unlocked.items()
        if key not in before.get((player_id, game), Tally()).unlocked
    ]
    if opened:
        connection.execute(insert(unlocked), opened)


# Looking


def tallies(
    connection: Connection, *, game: str | None = None, player_ids: Iterable[int] | None = None
) -> dict[TallyKey, Tally]:
    """What players have counted so far; of one game, of some players, or all."""
    found = select(feats.c.player_id, feats.c.game, feats.c.matches, feats.c.figures)
    opened = select(
        unlocked.c.player_id, unlocked.c.game, unlocked.c.achievement, unlocked.c.match_id, unlocked.c.at_ms
    )
    if game is not None:
        found, opened = found.where(feats.c.game == game), opened.where(unlocked.c.game == game)
    if player_ids is not None:
        ids = list(player_ids)
        found, opened = found.where(feats.c.player_id.in_(ids)), opened.where(unlocked.c.player_id.in_(ids))
    keys: dict[TallyKey, dict[str, Unlocking]] = {}
    for row in connection.execute(opened):
        keys.setdefault((row[0], row[1]), {})[row[2]] = Unlocking(row[3], row[4])
    made = {
        (row[0], row[1]): Tally(row[2], _decode_sums(row[3]), keys.pop((row[0], row[1]), {}))
        for row in connection.execute(found)
    }
    return made | {key: Tally(unlocked=opened_ones) for key, opened_ones in keys.items()}


def of_matches(connection: Connection, match_ids: Iterable[int]) -> dict[int, list[dict[str, int]]]:
    """What matches counted, by seat, zeros left out; matches without figures are missing."""
    query = select(figures.c.match_id, figures.c.seats).where(figures.c.match_id.in_(list(match_ids)))
    return {row[0]: [seat.figures for seat in _decode(row[1])] for row in connection.execute(query)}


def batches(connection: Connection, after: int = 0) -> Iterator[list[FigureLine]]:
    """The log in its order, in batches, from after this line number on."""
    while True:
        query = select(*_COLUMNS).where(figures.c.id > after).order_by(figures.c.id).limit(BATCH)
        found = [FigureLine(*(*row[:-1], _decode(row[-1]))) for row in connection.execute(query)]
        if not found:
            return
        yield found
        after = found[-1].id


def length(connection: Connection) -> int:
    return int(connection.execute(select(func.count()).select_from(figures)).scalar_one())
