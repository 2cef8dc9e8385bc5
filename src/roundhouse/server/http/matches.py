"""Matches: running and over, their frames, records, pages and analyses."""

from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec
from litestar import Request, Response, get
from litestar.params import FromQuery, QueryParameter
from sqlalchemy import Connection

from ...competition.ladder.rating import Skill, shown
from ...core.registry import GAMES
from ...match.table import distinct
from ...protocol.api.platform import (
    Analysis,
    Frames,
    MatchInfo,
    MatchPage,
    MatchSeat,
    PlainRecord,
    PlayerCard,
    PlayerPage,
    TableOptions,
)
from ...protocol.messages import RemarkPage
from ...store import figures, matches, players
from ...store import ladder as ladders
from ...store.database.sql_dialect import NUMBER_MAX
from ...store.matches import Seat, Stored
from ...store.schema.platform import FINISHED, RUNNING
from ..errors import Refused
from ..matches.attendance import Attendance
from ..tables.options import announced
from .cached_responses import ASK_AGAIN, FOREVER, PLAIN, kept
from .dependencies import HttpContext, KeyPath, Visitor
from .remarks import said
from .standalone_replay import replay_page

if TYPE_CHECKING:
    from ..cluster.messages import GlanceAnswer

T = TypeVar("T")

Key = Annotated[str | None, QueryParameter(max_length=40)]
Name = Annotated[str | None, QueryParameter(max_length=100)]
Limit = Annotated[int, QueryParameter(ge=1, le=100)]
SeatQuery = Annotated[int, QueryParameter(ge=0, le=99)]
Since = Annotated[int, QueryParameter(ge=-1, le=NUMBER_MAX)]

GONE = PlayerCard("?", "bot")


def handlers(context: HttpContext) -> list[Any]:
    async def stored_match(key: str) -> Stored:
        stored = await context.read(lambda connection: matches.by_key(connection, key))
        if stored is None:
            raise Refused("no_match", "There is no such match.", status=404)
        return stored

    async def info_of(stored: Stored) -> MatchInfo:
        (info,) = await context.read(lambda connection: infos(connection, [stored]))
        return (await lively(context, [info], view=False))[0]

    @get("/matches")
    async def match_list(
        visitor: Visitor,
        live: FromQuery[bool | None] = None,
        game: Key = None,
        player: Name = None,
        before: Key = None,
        limit: Limit = 20,
        view: FromQuery[bool] = False,
    ) -> MatchPage:
        """The newest first. `before` is `more` of the page before; `view` also gives what running ones look like."""
        mine = visitor is not None and player is not None and visitor.name == player

        def page(connection: Connection) -> list[MatchInfo]:
            found = matches.page(
                connection, live=live, game=game, player=player, before=before, limit=limit, unlisted=mine
            )
            return infos(connection, found)

        found = await lively(context, await context.read(page), view=view)
        more = found[-1].key if len(found) == limit else ""
        return MatchPage(found, more, context.server.matchmaker.waiting_count(game or ""))

    @get("/matches/{key:str}")
    async def match(key: KeyPath) -> MatchInfo:
        return await info_of(await stored_match(key))

    @get("/matches/{key:str}/frames", opt=PLAIN)
    async def match_frames(request: Request[Any, Any, Any], key: KeyPath, seat: SeatQuery = 0) -> Response[Frames]:
        """The match from its start, as a seat saw it; 0 is what spectators saw, and everything once it is over. Of a
        running one what was played, as everybody may know it."""
        stored = await stored_match(key)
        over = stored.state != RUNNING
        if not over and seat:
            raise Refused("running", "While the match runs only what everybody may see is shown.", status=409)
        if seat > len(stored.setup.seats):
            raise Refused("no_seat", f"The match has {len(stored.setup.seats)} seats.", field="seat", status=404)
        made = await context.render_service.frames(stored, seat)
        info = await info_of(stored)
        content = await context.aside(lambda: framed(info, seat, stored, made))
        return await kept(request, content, cache=FOREVER if over else ASK_AGAIN)

    @get("/matches/{key:str}/record", opt=PLAIN, media_type="application/octet-stream")
    async def record(request: Request[Any, Any, Any], key: KeyPath) -> Response[bytes]:
        """The record of a match that is over, as a file to verify and to replay."""
        stored = await stored_match(key)
        need_over(stored)
        made = await context.render_service.record(stored)
        answer = await kept(request, made, media_type="application/octet-stream", cache=FOREVER)
        answer.headers["content-disposition"] = f'attachment; filename="{stored.game}-{stored.number}.rhr"'
        return answer

    @get("/matches/{key:str}/entries", opt=PLAIN)
    async def entries(request: Request[Any, Any, Any], key: KeyPath) -> Response[PlainRecord]:
        """The record of a match that is over, written out for a page that proves it with the rules."""
        stored = await stored_match(key)
        need_over(stored)
        return await kept(request, await context.render_service.entries(stored), cache=FOREVER)

    @get("/matches/{key:str}/html", media_type="text/html")
    async def page(key: KeyPath) -> Response[str]:
        """The match as one file to keep: it needs no server."""
        stored = await stored_match(key)
        need_over(stored)
        made = await context.render_service.html(stored)
        return replay_page(made, {"content-disposition": f'inline; filename="{stored.game}-{stored.number}.html"'})

    @get("/matches/{key:str}/analysis")
    async def analysis(key: KeyPath) -> Analysis:
        """How the chances moved; it is made some time after the end."""
        stored = await stored_match(key)
        return await context.render_service.analysis(stored)

    @get("/matches/{key:str}/remarks")
    async def remarks(visitor: Visitor, key: KeyPath, seat: SeatQuery = 0, since: Since = -1) -> RemarkPage:
        """What players said and drew about their turns, and what those cost; after the step `since`, of one seat or of
        all. While the match runs everybody sees only what was said at the own seats."""
        stored = await stored_match(key)
        return await said(context, stored, visitor, seat, since)

    return [match_list, match, match_frames, record, entries, page, analysis, remarks]


class FrameRound(msgspec.Struct):
    """As much of a frame as is needed here."""

    round: int


def framed(info: MatchInfo, seat: int, stored: Stored, made: bytes) -> bytes:
    """`Frames`, around frames that are encoded already."""
    reached = msgspec.json.decode(made, type=list[FrameRound])[-1].round
    settings = stored.setup.settings
    return msgspec.json.encode(
        {
            "match": msgspec.structs.replace(info, round=reached),
            "seat": seat,
            "settings": announced(GAMES[stored.game], settings) if stored.state == RUNNING else settings,
            "frames": msgspec.Raw(made),
        }
    )


def need_over(stored: Stored) -> None:
    if stored.state == RUNNING:
        raise Refused("running", "The match is still running.", status=409)


def infos(connection: Connection, found: list[Stored]) -> list[MatchInfo]:
    """Matches as pages show them, as far as the database knows; what is alive about them comes with `alive`."""
    sitting = matches.seats_of(connection, [stored.id for stored in found])
    ids = {seat.player_id for seats in sitting.values() for seat in seats}
    ids |= {one.host_id for one in found if one.host_id is not None and one.state == RUNNING}
    cards = {
        player_id: PlayerCard(one.name, one.kind, one.guest, one.builtin)
        for player_id, one in players.by_ids(connection, ids).items()
    }
    counted = figures.of_matches(connection, [one.id for one in found if one.state == FINISHED and counts(one)])
    forks = matches.keys_of(connection, [one.fork_of for one in found if one.fork_of is not None])
    now = {one.id: ratings_now(connection, one) for one in found if one.state == RUNNING and one.rated}
    return [
        MatchInfo(
            key=one.key,
            number=one.number,
            game=one.game,
            preset=one.edition,
            seats=match_seats(one, sitting[one.id], cards, now.get(one.id, {})),
            state=one.state,  # type: ignore[arg-type]
            rated=one.rated,
            pool=one.pool,  # type: ignore[arg-type]
            started_ms=one.started_ms,
            ended_ms=one.ended_ms,
            round=0,
            watching=0,
            result=one.result,
            clock=None if one.options is None else msgspec.msgpack.decode(one.options, type=TableOptions).clock,
            line=one.line,
            fork_of="" if one.fork_of is None else forks.get(one.fork_of, ""),
            fork_step=one.fork_step,
            host=cards[one.host_id].name if one.state == RUNNING and one.host_id in cards else "",
            figures=[all_figures(one.game, seat) for seat in counted.get(one.id, [])],
        )
        for one in found
    ]


def counts(stored: Stored) -> bool:
    return stored.game in GAMES and bool(GAMES[stored.game].figures)


def all_figures(game: str, known: dict[str, int]) -> dict[str, int]:
    """Every figure of a game; those that are not told are 0. RAL-164"""
    return {figure.key: known.get(figure.key, 0) for figure in GAMES[game].figures}


def ratings_now(connection: Connection, stored: Stored) -> dict[int, float]:
    ladder = (stored.game, stored.edition, stored.pool)
    known = ladders.standings_of(connection, ladder, stored.player_ids)
    return {player_id: shown(standing.skill) for player_id, standing in known.items()}


def match_seats(
    stored: Stored, seats: list[Seat], cards: dict[int, PlayerCard], now: dict[int, float]
) -> list[MatchSeat]:
    known = [cards.get(seat.player_id, GONE) for seat in seats]
    names = distinct([card.name for card in known])
    every = zip(seats, known, names, strict=True)
    return [match_seat(stored, seat, card, name, now.get(seat.player_id)) for seat, card, name in every]


def match_seat(stored: Stored, seat: Seat, card: PlayerCard, name: str, rating_now: float | None) -> MatchSeat:
    before = after = None
    if seat.mu_before is not None and seat.sigma_before is not None:
        before = shown(Skill(seat.mu_before, seat.sigma_before))
    if seat.mu_after is not None and seat.sigma_after is not None:
        after = shown(Skill(seat.mu_after, seat.sigma_after))
    return MatchSeat(
        seat.seat,
        card,
        rating_now if before is None else before,
        None if before is None or after is None else after - before,
        seat.place,
        seat.points,
        seat.left,
        stored.setup.seats[seat.seat - 1].choice if stored.setup.seats else "",
        stored.setup.seats[seat.seat - 1].assist if stored.setup.seats else "",
        seat.account,
        name,
    )


async def lively(context: HttpContext, found: list[MatchInfo], *, view: bool) -> list[MatchInfo]:
    """What is alive about matches, here and in other processes."""
    known = [alive(context, info, view=view) for info in found]
    cluster = context.server.cluster
    if cluster is None:
        return known
    seen = await cluster.glance([info.key for info in known if info.state == RUNNING], view=view)
    return [with_glance(info, seen[info.key], view=view) if info.key in seen else info for info in known]


def with_glance(info: MatchInfo, seen: "GlanceAnswer", *, view: bool) -> MatchInfo:
    more: dict[str, Any] = {"round": seen.round, "watching": seen.watching}
    if view:
        more["view"] = msgspec.Raw(seen.view)
    if seen.host >= 0:
        more["host"] = info.seats[seen.host - 1].player.name if seen.host else ""
    return msgspec.structs.replace(info, **more)


def alive(context: HttpContext, info: MatchInfo, *, view: bool) -> MatchInfo:
    """With the round, the audience and the picture of a match that runs."""
    watchable = context.arena.matches.watchable(info.key) if info.state == RUNNING else None
    if watchable is None:
        return info
    more: dict[str, Any] = {"round": watchable.round, "watching": watchable.watching}
    if isinstance(watchable, Attendance) and (debugged := watchable.broadcast.debugged):
        more["debugged"] = debugged
    if view:
        more["view"] = watchable.view
    live = context.arena.matches.running.get(info.key)
    if live is not None and live.host_id != live.terms.host_id:  # who opened the table is gone
        seat = live.seat_of(live.host_id)
        more["host"] = info.seats[seat - 1].player.name if seat else ""
    return msgspec.structs.replace(info, **more)


async def with_life(context: HttpContext, page: PlayerPage) -> PlayerPage:
    return msgspec.structs.replace(page, matches=await lively(context, page.matches, view=False))
