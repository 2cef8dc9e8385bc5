"""A contest in the database: its one row, its changes of phase, its codes and entrants."""

import secrets
from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, func, insert, select, update

from ..database.sql_dialect import NAMING, fitting, storable, upsert, wait_for_lock
from ..schema.contest import event_codes, event_entrants, event_moves, events
from ..schema.platform import players

ONLY = 1  # the id of the contest


class Kept(Struct, frozen=True):
    """The contest as stored. `course` and `plans` are encoded; the server decodes them."""

    toml: str
    course: bytes
    plans: bytes
    stage: int
    settled: bool
    revision: int
    secret: bytes
    made_ms: int


class Move(Struct, frozen=True):
    """A change of phase, by a person or by the schedule (`by` is empty); `was` is the course before."""

    id: int
    at_ms: int
    by: str
    was: bytes
    phase: str
    undone: bool


class Code(Struct, frozen=True):
    """`name` is the player who joined with it, or ""."""

    id: int
    code: str
    team: str
    made_ms: int
    void: bool
    player_id: int | None
    used_ms: int | None
    name: str


class ContestEntrant(Struct, frozen=True):
    """A team, and the bot that plays for it."""

    player_id: int
    bot_id: int
    name: str
    bot: str
    joined_ms: int
    out: bool
    seen_ms: int | None
    rested_ms: int | None
    rested_why: str


_KEPT = tuple(events.c[name] for name in Kept.__struct_fields__)
_MOVE = tuple(event_moves.c[name] for name in Move.__struct_fields__)


# The contest itself


def kept(connection: Connection) -> Kept | None:
    row = connection.execute(select(*_KEPT).where(events.c.id == ONLY)).first()
    return None if row is None else Kept(*row)


def revision(connection: Connection) -> int:
    """Grows with every change; 0 where there is no contest."""
    return connection.execute(select(events.c.revision).where(events.c.id == ONLY)).scalar() or 0


def found(connection: Connection, toml: str, course: bytes, plans: bytes, now_ms: int) -> bool:
    """Create a contest; False if there is one already."""
    made = upsert(connection, events).values(
        id=ONLY, toml=toml, course=course, plans=plans, revision=1, secret=secrets.token_bytes(32), made_ms=now_ms
    )  # fmt: skip
    made = made.on_conflict_do_nothing(index_elements=["id"]).returning(events.c.id)
    return connection.execute(made).first() is not None


def change(connection: Connection, **columns: Any) -> None:
    connection.execute(update(events).where(events.c.id == ONLY).values(revision=events.c.revision + 1, **columns))


def moved(
    connection: Connection, *, was: bytes, course: bytes, phase: str, by: str, now_ms: int, expected: bytes
) -> bool:
    """Enter a phase, unless the stored course is not `expected`: then somebody else has changed it meanwhile."""
    done = connection.execute(
        update(events)
        .where(events.c.id == ONLY, events.c.course == expected)
        .values(course=course, revision=events.c.revision + 1)
    )
    if done.rowcount == 0:
        return False
    line = insert(event_moves).values(at_ms=now_ms, by=fitting(event_moves.c.by, by), was=was, phase=phase)
    connection.execute(line)
    return True


def moves(connection: Connection, limit: int = 50) -> list[Move]:
    """The newest first."""
    return [Move(*row) for row in connection.execute(select(*_MOVE).order_by(event_moves.c.id.desc()).limit(limit))]


def undone(connection: Connection, move_id: int) -> None:
    connection.execute(update(event_moves).where(event_moves.c.id == move_id).values(undone=True))


# Codes


def add_codes(connection: Connection, made: Iterable[tuple[str, str]], now_ms: int) -> int:
    """Add codes, each with the team it is for or ""; returns how many were new. A team has one code."""
    count = 0
    for code, team in made:
        if team and connection.execute(select(event_codes.c.id).where(event_codes.c.team == team)).first():
            continue
        row = upsert(connection, event_codes).values(code=code, team=team, made_ms=now_ms)
        row = row.on_conflict_do_nothing(index_elements=["code"]).returning(event_codes.c.id)
        count += connection.execute(row).first() is not None
    if count:
        change(connection)
    return count


def codes(connection: Connection) -> list[Code]:
    """In the order they were made."""
    c = event_codes.c
    rows = connection.execute(
        select(c.id, c.code, c.team, c.made_ms, c.void, c.player_id, c.used_ms, func.coalesce(players.c.name, ""))
        .outerjoin(players, players.c.id == c.player_id)
        .order_by(c.id)
    )
    return [Code(*row) for row in rows]


def code_of(connection: Connection, code: str) -> Code | None:
    if not storable(code):
        return None
    c = event_codes.c
    row = connection.execute(
        select(c.id, c.code, c.team, c.made_ms, c.void, c.player_id, c.used_ms, func.coalesce(players.c.name, ""))
        .outerjoin(players, players.c.id == c.player_id)
        .where(c.code == code)
    ).first()
    return None if row is None else Code(*row)


def use_code(connection: Connection, code_id: int, player_id: int, now_ms: int) -> bool:
    """Join with a code; False if it is used or void. Of two at the same time the second gets False."""
    wait_for_lock(connection, NAMING)
    c = event_codes.c
    used = (
        update(event_codes)
        .where(c.id == code_id, c.player_id.is_(None), ~c.void)
        .values(player_id=player_id, used_ms=now_ms)
    )
    return connection.execute(used).rowcount > 0


def void_code(connection: Connection, code: str, void: bool) -> bool:
    """Void an unused code, or make it usable again; False if there is no such code."""
    c = event_codes.c
    done = update(event_codes).where(c.code == code, c.player_id.is_(None)).values(void=void)
    if not storable(code) or connection.execute(done).rowcount == 0:
        return False
    change(connection)
    return True


# Entrants


def join(connection: Connection, player_id: int, bot_id: int, now_ms: int) -> None:
    connection.execute(insert(event_entrants).values(player_id=player_id, bot_id=bot_id, joined_ms=now_ms))
    change(connection)


def entrants(connection: Connection) -> list[ContestEntrant]:
    """In the order they joined."""
    team, bot, c = players.alias("team"), players.alias("bot"), event_entrants.c
    rows = connection.execute(
        select(
            c.player_id, c.bot_id, team.c.name, bot.c.name, c.joined_ms, c.out, bot.c.seen_ms, bot.c.rested_ms,
            bot.c.rested_why,
        )
        .join(team, team.c.id == c.player_id)
        .join(bot, bot.c.id == c.bot_id)
        .order_by(c.joined_ms, c.player_id)
    )  # fmt: skip
    return [ContestEntrant(*row) for row in rows]


def set_out(connection: Connection, player_id: int, out: bool) -> None:
    connection.execute(update(event_entrants).where(event_entrants.c.player_id == player_id).values(out=out))
    change(connection)
