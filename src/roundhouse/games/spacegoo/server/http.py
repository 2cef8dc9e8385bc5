"""The addresses of the original Spacegoo server: its JSON as it was, its pages as ways to ours. GOO-103 to GOO-116"""

from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import quote

from litestar import Request, Response, Router, get
from litestar.exceptions import HTTPException, NotFoundException, ValidationException
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect

from ....match.export import html
from ....match.record import to_bytes
from ....server.http.cached_responses import JSON
from ....server.http.dependencies import HttpContext, NumberPath
from ....server.http.problems import http_error, invalid, sentence_of
from ....server.http.standalone_replay import replay_page
from ....store import matches
from ....store.database.sql_dialect import NUMBER_MAX
from ....store.matches import Stored
from ....store.schema.platform import RUNNING
from .. import GAME
from .league_pages import CROSS_MAX, ROWS_MAX, FinishedGame, GamePlayers, LeagueCross, LeaguePage
from .ranking_pages import Info, LatestGame, PlayerInfo, SpacegooApi, SpacegooGame

PREFIX = "/spacegoo"  # GOO-106
Edition = Annotated[Literal["standard", "classic"], QueryParameter(description="which ladder")]
First = Annotated[int, QueryParameter(ge=0, le=NUMBER_MAX, description="places above the first row")]
Rows = Annotated[int, QueryParameter(ge=1, le=ROWS_MAX)]
Crossed = Annotated[int, QueryParameter(ge=2, le=CROSS_MAX, description="so many of the best")]
T = TypeVar("T")


def handlers(api: SpacegooApi, context: HttpContext) -> list[Any]:
    @get("/api/info.json", sync_to_thread=True)
    def info(edition: Edition = "standard") -> Info:
        return api.info(edition)

    @get("/api/player/{name:str}/info.json", sync_to_thread=True)
    def player(name: FromPath[str], edition: Edition = "standard") -> PlayerInfo:
        return found(api.player(name, edition), f"there is no player called {name!r}")

    @get("/api/player/{name:str}/latest_game.json", sync_to_thread=True)
    def latest_game(name: FromPath[str], edition: Edition = "standard") -> LatestGame:
        return found(api.latest_game(name, edition), f"there is no player called {name!r}")

    @get("/api/game/{number:int}/info.json", sync_to_thread=True)
    def game(number: NumberPath) -> SpacegooGame:
        return found(api.game(number), f"there is no game {number}")

    @get("/api/game/{number:int}/rounds/{start:int}", sync_to_thread=True)
    def rounds(number: NumberPath, start: NumberPath) -> Response[bytes]:
        return Response(found(api.rounds(number, start), f"there is no game {number}"), media_type=JSON)

    @get("/api/log/{name:str}", sync_to_thread=True)
    def whole_log(name: FromPath[str]) -> Response[bytes]:
        return Response(found(api.whole_log(name), f"there is no log {name!r}"), media_type=JSON)

    @get("/api/ranking.json", sync_to_thread=True)
    def ranking(edition: Edition = "standard", first: First = 0, count: Rows = 40) -> LeaguePage:
        """A part of the ranking of an edition: wins, draws, losses, the newest game, and a curve of the rating."""
        return api.league.page(edition, first, count)

    @get("/api/cross_table.json", sync_to_thread=True)
    def cross_table(edition: Edition = "standard", count: Crossed = 12) -> LeagueCross:
        """The best of an edition against each other."""
        return api.league.cross(edition, count)

    @get("/api/finished_game.json", sync_to_thread=True)
    def finished_game(edition: Edition = "standard") -> FinishedGame:
        """The newest finished game of an edition, to be played back."""
        return api.league.finished_game(edition)

    @get("/api/game/{number:int}/players.json", sync_to_thread=True)
    def game_players(number: NumberPath) -> GamePlayers:
        """Who plays a game, with places and Elo; what it did to the Elo, once it is over."""
        return found(api.league.players(number), f"there is no game {number}")

    async def match_of(number: int) -> Stored:
        stored = await context.read(lambda connection: matches.by_number(connection, GAME.key, number))
        return found(stored, f"there is no game {number}")

    @get("/game/{number:int}", include_in_schema=False)
    async def game_page(number: NumberPath) -> Redirect:
        """To the match: live while it runs, else its replay."""
        known = await match_of(number)
        return Redirect(f"/{'match' if known.state == RUNNING else 'replay'}/{known.key}", status_code=302)

    @get("/game/latest", include_in_schema=False, sync_to_thread=False)
    def latest_page() -> Redirect:
        return Redirect(f"/match/latest?game={GAME.key}", status_code=302)

    @get("/player/{name:str}/live", include_in_schema=False, sync_to_thread=False)
    def live_page(name: FromPath[str]) -> Redirect:
        return Redirect(f"/player/{quote(name, safe='')}/live", status_code=302)

    @get("/game/{number:int}/page", media_type="text/html")
    async def game_replay(number: NumberPath) -> Response[str]:
        """The match to watch, one page with everything in it; of a running one what has been played."""
        elsewhere(await match_of(number), "html")
        record = await context.aside(lambda: api.record(number))
        return replay_page(await context.aside(lambda: html(found(record, f"there is no game {number}"))))

    @get("/game/{number:int}/record", media_type="application/octet-stream")
    async def game_record(number: NumberPath) -> Response[bytes]:
        """The record as a file, to verify and to replay."""
        elsewhere(await match_of(number), "record")
        record = await context.aside(lambda: api.record(number))
        content = await context.aside(lambda: to_bytes(found(record, f"there is no game {number}")))
        headers = {"content-disposition": f'attachment; filename="spacegoo-{number}.rhr"'}
        return Response(content, media_type="application/octet-stream", headers=headers)

    router = Router(
        PREFIX,
        route_handlers=[
            info, player, latest_game, game, rounds, whole_log, game_page, latest_page, live_page, game_replay,
            game_record, ranking, cross_table, finished_game, game_players,
        ],
        exception_handlers={HTTPException: as_ever},
        tags=["spacegoo"],
    )  # fmt: skip
    return [router]


def elsewhere(stored: Stored, what: str) -> None:
    """Matches of the arena have numbers too, but their pages are at their own address."""
    if not stored.line:
        raise Moved(f"/api/matches/{stored.key}/{what}")


class Moved(HTTPException):
    """What is asked for has another address."""

    def __init__(self, location: str) -> None:
        super().__init__(status_code=302, headers={"location": location})


def found(value: T | None, otherwise: str) -> T:
    """GOO-107"""
    if value is None:
        raise NotFoundException(detail=otherwise)
    return value


def as_ever(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """A refusal as these addresses always gave it, with the words of ours beside them."""
    if isinstance(error, Moved):
        return Response(None, status_code=error.status_code, headers=error.headers or {})
    if error.status_code >= 500:
        return http_error(request, error)
    problem = invalid(error) if isinstance(error, ValidationException) else None
    return Response(
        {
            "status_code": error.status_code,
            "detail": error.detail,
            "code": "bad_request" if problem else "not_found",
            "sentence": problem.sentence if problem else sentence_of(error.detail),
        },
        status_code=error.status_code,
        media_type=JSON,
    )
