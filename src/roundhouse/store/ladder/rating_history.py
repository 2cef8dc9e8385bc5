"""How ratings changed: short trends for lists, and histories for charts."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, case, func, or_, select

from ...competition.ladder.rating import START, Skill, shown, uncertainty
from ...protocol.api.platform import RatingHistory, RatingPoint
from ..database.sql_dialect import storable
from ..schema.platform import matches, players, results, seats, standing_days
from .counting import DAY_MS, Ladder, in_ladder

TREND_DAYS = 30
TREND_POINTS = 30
FEW_DAYS = 8  # a player who played on fewer days gets a trend match by match
HISTORY = 200  # newest matches of a history that are shown one by one; before them one point per day
LOOK_BACK = 2000  # at most so many of a player's newest matches are searched
CHOSEN = 8  # players in one chart


class Point(Struct, frozen=True):
    """A rating after a match; the key is empty where the match is not listed."""

    at_ms: int
    skill: Skill
    match: str


BEGINNING = Point(0, START, "")


def trends_of(connection: Connection, ladder: Ladder, player_ids: Sequence[int], now_ms: int) -> dict[int, list[float]]:
    """Ratings of the last days, beginning with the one before them; empty for players who have not played lately."""
    since = now_ms // DAY_MS - TREND_DAYS + 1
    days = _days(connection, ladder, player_ids, since)
    few = [player_id for player_id, points in days.items() if len(points) < FEW_DAYS]
    newest = _newest(connection, ladder, few, points=TREND_POINTS - 1, look_back=TREND_POINTS)
    trends = {}
    for player_id in player_ids:
        points = _joined(days[player_id], newest.get(player_id, []))
        lately = bool(points) and points[-1].at_ms >= since * DAY_MS
        trends[player_id] = [shown(point.skill) for point in points[-TREND_POINTS:]] if lately else []
    return trends


def history(connection: Connection, game: str, preset: str, pool: str, names: Sequence[str]) -> list[RatingHistory]:
    """How the ratings of chosen players changed: recently match by match, before that day by day."""
    ladder = (game, preset, pool)
    chosen = [name for name in names if storable(name)][:CHOSEN]
    if not chosen or not all(map(storable, ladder)):
        return []
    rows = connection.execute(select(players.c.id, players.c.name).where(players.c.name.in_(chosen)))
    known = {row.name: row.id for row in rows}
    days = _days(connection, ladder, known.values(), since=0)
    newest = _newest(connection, ladder, known.values(), points=HISTORY, look_back=LOOK_BACK)
    return [
        RatingHistory(name, [_shown(point) for point in _joined(days[known[name]], newest[known[name]])])
        for name in dict.fromkeys(names)
        if name in known
    ]


def newest_seats(player_id: int, limit: int) -> Any:
    """The seats of a player's newest matches that counted, in any ladder."""
    return (
        select(seats)
        .where(seats.c.player_id == player_id, seats.c.mu_after.is_not(None))
        .order_by(seats.c.match_id.desc())
        .limit(limit)
        .subquery()
    )


def _shown(point: Point) -> RatingPoint:
    return RatingPoint(point.at_ms, shown(point.skill), uncertainty(point.skill), point.match)


def _joined(days: list[Point], newest: list[Point]) -> list[Point]:
    """Points per day, up to where the single matches begin."""
    if not newest:
        return days
    return [point for point in days if point.at_ms < newest[0].at_ms] + newest


def _days(connection: Connection, ladder: Ladder, player_ids: Iterable[int], since: int) -> dict[int, list[Point]]:
    """A point per day since then; the first one is the newest day before, or the initial rating."""
    found: dict[int, list[Point]] = {player_id: [] for player_id in player_ids}
    earlier = standing_days.alias()
    before = (
        select(func.max(earlier.c.day))
        .where(in_ladder(earlier, ladder), earlier.c.player_id == standing_days.c.player_id, earlier.c.day < since)
        .scalar_subquery()
    )
    rows = connection.execute(
        select(
            standing_days.c.player_id,
            standing_days.c.day,
            standing_days.c.at_ms,
            standing_days.c.mu,
            standing_days.c.sigma,
            _key(),
        )
        .join(matches, matches.c.id == standing_days.c.match_id)
        .where(
            in_ladder(standing_days, ladder),
            standing_days.c.player_id.in_(list(found)),
            or_(standing_days.c.day >= since, standing_days.c.day == before),
        )
        .order_by(standing_days.c.player_id, standing_days.c.day)
    )
    for player_id, day, at_ms, mu, sigma, key in rows:
        if not found[player_id] and day >= since > 0:
            found[player_id].append(BEGINNING)
        found[player_id].append(Point(at_ms, Skill(mu, sigma), key))
    return found


def _newest(
    connection: Connection, ladder: Ladder, player_ids: Iterable[int], *, points: int, look_back: int
) -> dict[int, list[Point]]:
    """The newest matches one by one, oldest first."""
    found: dict[int, list[Point]] = {player_id: [] for player_id in player_ids}
    if not found:
        return found
    own = seats.alias()
    oldest = (
        select(own.c.match_id)
        .where(own.c.player_id == players.c.id, own.c.mu_after.is_not(None))
        .order_by(own.c.match_id.desc())
        .offset(look_back - 1)
        .limit(1)
        .scalar_subquery()
    )
    rows = connection.execute(
        select(seats.c.player_id, results.c.at_ms, seats.c.mu_after, seats.c.sigma_after, _key())
        .join_from(players, seats, (seats.c.player_id == players.c.id) & (seats.c.match_id >= func.coalesce(oldest, 0)))
        .join(results, results.c.match_id == seats.c.match_id)
        .join(matches, matches.c.id == seats.c.match_id)
        .where(players.c.id.in_(list(found)), in_ladder(results, ladder))
        .order_by(results.c.id.desc())
    )
    for player_id, at_ms, mu, sigma, key in rows:
        if len(found[player_id]) < points:
            found[player_id].append(Point(at_ms, Skill(mu, sigma), key))
    return {player_id: own[::-1] for player_id, own in found.items()}


def _key() -> Any:
    return case((matches.c.listed, matches.c.key), else_="")
