"""What the teams of a match say among themselves, and the marks of their captains."""

from sqlalchemy import Connection, delete, func, insert, select

from ..protocol.api.teams import NewTeamMark, TeamLine, TeamMark
from .database.sql_dialect import upsert
from .schema.teams import team_lines, team_marks

LINES_KEPT = 500  # of a team; older ones are forgotten
MARKS_MAX = 100  # of a team


class TeamFullError(Exception):
    """A team has as many marks as it may have."""


def say(connection: Connection, match_id: int, team: int, seat: int, name: str, text: str, now_ms: int) -> TeamLine:
    made = insert(team_lines).values(match_id=match_id, team=team, seat=seat, name=name, at_ms=now_ms, text=text)
    number: int = connection.execute(made.returning(team_lines.c.id)).scalar_one()
    theirs = (team_lines.c.match_id == match_id) & (team_lines.c.team == team)
    oldest = select(team_lines.c.id).where(theirs).order_by(team_lines.c.id.desc()).offset(LINES_KEPT).limit(1)
    connection.execute(delete(team_lines).where(theirs, team_lines.c.id <= oldest.scalar_subquery()))
    return TeamLine(number, now_ms, name, seat, text)


def lines(connection: Connection, match_id: int, team: int, limit: int) -> list[TeamLine]:
    """The newest, oldest first."""
    c = team_lines.c
    rows = connection.execute(
        select(c.id, c.at_ms, c.name, c.seat, c.text)
        .where(c.match_id == match_id, c.team == team)
        .order_by(c.id.desc())
        .limit(limit)
    )
    return [TeamLine(*row) for row in rows][::-1]


def mark(connection: Connection, match_id: int, team: int, name: str, wanted: NewTeamMark, now_ms: int) -> TeamMark:
    """Put a mark on a tile; replaces one that is there already. Raises TeamFullError."""
    c = team_marks.c
    others = (c.match_id == match_id) & (c.team == team) & ((c.x != wanted.x) | (c.y != wanted.y))
    if int(connection.execute(select(func.count()).select_from(team_marks).where(others)).scalar_one()) >= MARKS_MAX:
        raise TeamFullError
    made = upsert(connection, team_marks).values(
        match_id=match_id, team=team, x=wanted.x, y=wanted.y, kind=wanted.kind, note=wanted.note, name=name,
        at_ms=now_ms,
    )  # fmt: skip
    moved = {key: made.excluded[key] for key in ("kind", "note", "name", "at_ms")}
    made = made.on_conflict_do_update(index_elements=["match_id", "team", "x", "y"], set_=moved)
    number: int = connection.execute(made.returning(c.id)).scalar_one()
    return TeamMark(number, now_ms, name, wanted.x, wanted.y, wanted.kind, wanted.note)


def marks(connection: Connection, match_id: int, team: int) -> list[TeamMark]:
    c = team_marks.c
    rows = connection.execute(
        select(c.id, c.at_ms, c.name, c.x, c.y, c.kind, c.note)
        .where(c.match_id == match_id, c.team == team)
        .order_by(c.id)
    )
    return [TeamMark(*row) for row in rows]


def unmark(connection: Connection, match_id: int, team: int, mark_id: int) -> bool:
    c = team_marks.c
    gone = delete(team_marks).where(c.id == mark_id, c.match_id == match_id, c.team == team)
    return connection.execute(gone).rowcount > 0
