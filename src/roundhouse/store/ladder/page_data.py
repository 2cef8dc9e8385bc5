"""What pages show of ladders: rows with rank and trend, best and worst opponents, failures."""

from collections.abc import Collection, Sequence
from typing import Any, cast

from msgspec import Struct
from sqlalchemy import Connection, Select, and_, case, func, or_, select

from ...competition.ladder.rating import PLACEMENT, SIGMA_WIDE, provisional, shown, uncertainty
from ...competition.ladder.standing import POINTS_FOR, Standing
from ...protocol.api.platform import (
    Failures,
    LadderKey,
    LadderPage,
    LadderRow,
    Opponent,
    PlayerCard,
    PlayerRating,
    Pool,
)
from ..database.sql_dialect import storable
from ..schema.platform import FINISHED, matches, players, seats, standings
from .counting import DAY_MS, STANDING, Ladder, in_ladder, standing_of
from .rating_history import LOOK_BACK, newest_seats, trends_of

OPPONENTS = 5  # best, and as many worst

_CARD = (players.c.name, players.c.kind, players.c.guest, players.c.builtin)


class _Ranked(Struct, frozen=True):
    player_id: int
    card: PlayerCard
    language: str
    standing: Standing


# Lists


def keys(connection: Connection) -> list[LadderKey]:
    """All ladders that have a player."""
    columns = (standings.c.game, standings.c.preset, standings.c.pool)
    rows = connection.execute(_shown_standings(select(*columns, func.count())).group_by(*columns).order_by(*columns))
    return [LadderKey(*row) for row in rows]


def page(
    connection: Connection,
    game: str,
    preset: str,
    pool: str,
    offset: int = 0,
    limit: int = 50,
    *,
    now_ms: int,
    placement: int = PLACEMENT,
) -> LadderPage:
    """A part of a ladder, from a rank on. Provisional ratings come after all others."""
    ladder = (game, preset, pool)
    if not all(map(storable, ladder)):
        return LadderPage(_key(ladder, 0), [], 0)
    total = size(connection, ladder)
    query = _ranking(ladder, placement).offset(offset).limit(limit)
    ranked = [_ranked(row) for row in connection.execute(query)]
    rows = [(offset + n, one) for n, one in enumerate(ranked, 1)]
    return LadderPage(_key(ladder, total), _rows(connection, ladder, rows, now_ms, placement), total)


def offset_around(
    connection: Connection, game: str, preset: str, pool: str, player_id: int, *, limit: int, placement: int = PLACEMENT
) -> int | None:
    """The offset of a page with a player in its middle; None for a player who is not in this ladder."""
    rank = rank_of(connection, (game, preset, pool), player_id, placement)
    return None if rank is None else max(0, rank - 1 - limit // 2)


def size(connection: Connection, ladder: Ladder) -> int:
    return int(
        connection.execute(_shown_standings(select(func.count())).where(in_ladder(standings, ladder))).scalar_one()
    )


def rank_of(connection: Connection, ladder: Ladder, player_id: int, placement: int = PLACEMENT) -> int | None:
    """A player's rank, from 1."""
    late = _provisional(placement)
    here = in_ladder(standings, ladder)
    own = connection.execute(
        _shown_standings(select(late, standings.c.mu)).where(here, standings.c.player_id == player_id)
    ).first()
    if own is None:
        return None
    ahead = or_(
        late < own[0],
        and_(
            late == own[0],
            or_(standings.c.mu > own[1], and_(standings.c.mu == own[1], standings.c.player_id < player_id)),
        ),
    )
    return 1 + int(connection.execute(_shown_standings(select(func.count())).where(here, ahead)).scalar_one())


def player_ratings(
    connection: Connection, player_id: int, *, now_ms: int, placement: int = PLACEMENT
) -> list[PlayerRating]:
    """A player's row in every ladder, the one with most matches first."""
    query = _ranks().where(standings.c.player_id == player_id)
    found = []
    for row in connection.execute(query.add_columns(standings.c.game, standings.c.preset, standings.c.pool)).all():
        ladder = (row[-3], row[-2], row[-1])
        rank = rank_of(connection, ladder, player_id, placement)
        if rank is not None:
            (shown_row,) = _rows(connection, ladder, [(rank, _ranked(row))], now_ms, placement)
            found.append(PlayerRating(_key(ladder, size(connection, ladder)), shown_row))
    return sorted(found, key=lambda rating: -rating.row.matches)


def _key(ladder: Ladder, total: int) -> LadderKey:
    game, preset, pool = ladder
    return LadderKey(game, preset, cast(Pool, pool), total)


def _shown_standings(query: Select[Any]) -> Select[Any]:
    """Without blocked players: they are in the log and affect the ratings of others, but are not shown."""
    return query.join_from(standings, players, players.c.id == standings.c.player_id).where(
        players.c.blocked.is_(False)
    )


def _ranks() -> Select[Any]:
    return _shown_standings(select(standings.c.player_id, *_CARD, players.c.language, *STANDING))


def _ranking(ladder: Ladder, placement: int) -> Select[Any]:
    order = (_provisional(placement), standings.c.mu.desc(), standings.c.player_id)
    return _ranks().where(in_ladder(standings, ladder)).order_by(*order)


def _provisional(placement: int) -> Any:
    """`rating.provisional` as SQL."""
    played = standings.c.wins + standings.c.draws + standings.c.losses
    return case((or_(played < placement, standings.c.sigma > SIGMA_WIDE), 1), else_=0)


def _ranked(row: Any) -> _Ranked:
    return _Ranked(row[0], PlayerCard(*row[1:5]), row[5], standing_of(row[6:13]))


def _rows(
    connection: Connection, ladder: Ladder, ranked: Sequence[tuple[int, _Ranked]], now_ms: int, placement: int
) -> list[LadderRow]:
    trends = trends_of(connection, ladder, [one.player_id for _, one in ranked], now_ms)
    return [
        LadderRow(
            rank=rank,
            player=one.card,
            language=one.language,
            rating=shown(one.standing.skill),
            uncertainty=uncertainty(one.standing.skill),
            provisional=provisional(one.standing.skill, one.standing.matches, placement=placement),
            matches=one.standing.matches,
            wins=one.standing.wins,
            draws=one.standing.draws,
            losses=one.standing.losses,
            last=[POINTS_FOR[letter] for letter in one.standing.last],
            trend=trends[one.player_id],
            last_ms=one.standing.last_ms,
        )
        for rank, one in ranked
    ]


# Of one player


def opponents(connection: Connection, player_id: int, *, each: int = OPPONENTS) -> list[Opponent]:
    """The opponents against whom a player does best and worst in rated matches, best first; only the newest matches
    count."""
    own = newest_seats(player_id, LOOK_BACK)
    other = seats.alias()
    points = case((own.c.place < other.c.place, 1.0), (own.c.place == other.c.place, 0.5), else_=0.0)
    count, score = func.count(), func.avg(points)
    rows = connection.execute(
        select(*_CARD, count, score)
        .select_from(own)
        .join(other, and_(other.c.match_id == own.c.match_id, other.c.player_id != player_id))
        .join(players, players.c.id == other.c.player_id)
        .group_by(players.c.id, *_CARD)
        .order_by(score.desc(), count.desc(), players.c.id)
    )
    met = [Opponent(PlayerCard(*row[:4]), row[4], float(row[5])) for row in rows]
    return met if len(met) <= 2 * each else met[:each] + met[-each:]


def lately_met(connection: Connection, game: str, preset: str, player_id: int, *, limit: int) -> list[int]:
    """Against whom a player sat in its newest rated matches, the newest last."""
    own = newest_seats(player_id, limit)
    other = seats.alias()
    rows = connection.execute(
        select(other.c.player_id)
        .select_from(own)
        .join(other, and_(other.c.match_id == own.c.match_id, other.c.player_id != player_id))
        .join(matches, matches.c.id == own.c.match_id)
        .where(matches.c.game == game, matches.c.edition == preset)
        .order_by(own.c.match_id)
    )
    return list(rows.scalars())


def failures(
    connection: Connection, player_id: int, *, now_ms: int, timeouts: Collection[str] = ("no_command",)
) -> Failures:
    """What went wrong for a player within a day. `timeouts` are the reasons that mean no answer in time."""
    newest = _newest_of(player_id, LOOK_BACK)
    rows = connection.execute(
        select(newest.c.left, newest.c.refusals)
        .join(matches, matches.c.id == newest.c.match_id)
        .where(matches.c.state == FINISHED, matches.c.ended_ms > now_ms - DAY_MS)
    ).all()
    return Failures(
        refusals=sum(row.refusals for row in rows),
        timeouts=sum(row.left in timeouts for row in rows),
        lost_connections=sum(row.left == "connection_lost" for row in rows),
        matches=len(rows),
    )


def departures(connection: Connection, player_id: int, *, limit: int, since_ms: int = 0) -> list[str]:
    """Why a player left each of its newest matches, newest first; empty where it stayed. Without matches of the line
    server."""
    newest = _newest_of(player_id, LOOK_BACK)
    rows = connection.execute(
        select(newest.c.left)
        .join(matches, matches.c.id == newest.c.match_id)
        .where(matches.c.state == FINISHED, matches.c.line.is_(False), matches.c.ended_ms > since_ms)
        .order_by(newest.c.match_id.desc())
        .limit(limit)
    )
    return list(rows.scalars())


def _newest_of(player_id: int, limit: int) -> Any:
    """Where a player sat in its newest matches, counted or not."""
    own = select(seats.c.match_id, seats.c.left, seats.c.refusals).where(seats.c.player_id == player_id)
    return own.order_by(seats.c.match_id.desc()).limit(limit).subquery()
