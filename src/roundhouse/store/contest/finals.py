"""The frozen ladder of a contest, and every attempt to play a match of its finals."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select, update

from ..database.sql_dialect import fitting
from ..schema.contest import event_frozen, event_tries
from ..schema.platform import matches
from . import change

RUNNING, OVER, ABSENT, VOID = "running", "over", "absent", "void"


class Frozen(Struct, frozen=True):
    """A line of the frozen ladder; `line` is encoded, the server decodes it."""

    stage: int
    rank: int
    bot_id: int
    seed: int | None
    line: bytes


class EndedFinal(Struct, frozen=True):
    """How an attempt ended, by seat."""

    places: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    left: tuple[str, ...] = ()
    void: str = ""  # why it counts for nobody, such as that both were absent


class Try(Struct, frozen=True):
    """An attempt to play a match of the finals; `key` is the match's, or "", and `match_state` its state."""

    id: int
    stage: int
    fixture: int
    attempt: int
    match_id: int | None
    state: str
    ended: EndedFinal
    why: str
    at_ms: int
    key: str
    match_state: str


# The frozen ladder


def freeze(connection: Connection, stage: int, lines: Iterable[tuple[int, bytes]], *, settled: bool) -> None:
    """Store the table of a stage, best first; replaces the one before."""
    connection.execute(delete(event_frozen).where(event_frozen.c.stage == stage))
    rows = [
        {"stage": stage, "rank": rank, "bot_id": bot_id, "line": line} for rank, (bot_id, line) in enumerate(lines, 1)
    ]
    if rows:
        connection.execute(insert(event_frozen), rows)
    change(connection, settled=settled, stage=stage)


def frozen(connection: Connection, stage: int) -> list[Frozen]:
    columns = (event_frozen.c[name] for name in Frozen.__struct_fields__)
    query = select(*columns).where(event_frozen.c.stage == stage).order_by(event_frozen.c.rank)
    return [Frozen(*row) for row in connection.execute(query)]


def seed(connection: Connection, stage: int, bot_ids: Sequence[int]) -> bool:
    """Store who plays in the finals, best first; False if that is stored already."""
    c = event_frozen.c
    if connection.execute(select(c.rank).where(c.stage == stage, c.seed.is_not(None))).first():
        return False
    for number, bot_id in enumerate(bot_ids, 1):
        connection.execute(update(event_frozen).where(c.stage == stage, c.bot_id == bot_id).values(seed=number))
    change(connection)
    return True


# Attempts


def tries(connection: Connection, stage: int) -> list[Try]:
    """All of a stage, in the order they were begun."""
    c = event_tries.c
    rows = connection.execute(
        select(
            c.id, c.stage, c.fixture, c.attempt, c.match_id, c.state, c.outcome, c.why, c.at_ms,
            func.coalesce(matches.c.key, ""), func.coalesce(matches.c.state, ""),
        )
        .outerjoin(matches, matches.c.id == c.match_id)
        .where(c.stage == stage)
        .order_by(c.id)
    )  # fmt: skip
    return [_try(row) for row in rows]


def begin(
    connection: Connection, stage: int, fixture: int, *, match_id: int | None, ended: EndedFinal | None, now_ms: int
) -> None:
    """Store an attempt. A fixture has at most one that is not void, so that a result counts once."""
    c = event_tries.c
    known = connection.execute(select(c.state, c.attempt).where(c.stage == stage, c.fixture == fixture)).all()
    if any(state != VOID for state, _ in known):
        raise ValueError(f"match {fixture} of the finals was begun before")
    connection.execute(
        insert(event_tries).values(
            stage=stage,
            fixture=fixture,
            attempt=1 + max((attempt for _, attempt in known), default=0),
            match_id=match_id,
            state=RUNNING if ended is None else ABSENT,
            outcome=msgspec.msgpack.encode(ended or EndedFinal()),
            at_ms=now_ms,
        )
    )
    change(connection)


def end(connection: Connection, try_id: int, ended: EndedFinal) -> bool:
    """Store how an attempt ended; False if it had ended before."""
    c = event_tries.c
    done = update(event_tries).where(c.id == try_id, c.state == RUNNING)
    if connection.execute(done.values(state=OVER, outcome=msgspec.msgpack.encode(ended))).rowcount == 0:
        return False
    change(connection)
    return True


def void(connection: Connection, try_ids: Sequence[int], why: str) -> int:
    """Make attempts void, so that their fixtures are played again."""
    c = event_tries.c
    done = update(event_tries).where(c.id.in_(list(try_ids)), c.state != VOID)
    count = connection.execute(done.values(state=VOID, why=fitting(c.why, why))).rowcount
    if count:
        change(connection)
    return int(count)


def reword(connection: Connection, try_ids: Sequence[int], why: str) -> None:
    """Change the reason why these are void."""
    c = event_tries.c
    connection.execute(update(event_tries).where(c.id.in_(list(try_ids))).values(why=fitting(c.why, why)))
    change(connection)


def _try(row: Any) -> Try:
    fields = list(row)
    fields[6] = msgspec.msgpack.decode(row.outcome, type=EndedFinal)
    return Try(*fields)
