"""What both kinds of REST share: bodies, answers, who may do what, and the calls about games."""

import logging
import time
from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Request, Response, get, patch, post
from litestar.exceptions import HTTPException
from litestar.params import PathParameter
from msgspec import Struct

from .....server.accounts import Accounts
from .....server.errors import Refused
from .....server.http.problems import CODES
from .....server.rate_limits import Limiter
from .....store.players import Player
from ..game_service import GameService

Ask = Request[Any, Any, Any]
Answered = Response[Any]
Path = Annotated[str, PathParameter(max_length=200)]
Number = Annotated[int, PathParameter(ge=0, le=1_000_000)]

log = logging.getLogger("roundhouse.wire")

ORGANISERS = ("organiser", "admin")


class NewPlayer(Struct):
    name: str
    email: str


class NewGame(Struct):
    maxRounds: int  # noqa: N815  # the original's name
    maxPlayers: int  # noqa: N815


class Rounds(Struct):
    maxRounds: int  # noqa: N815


class Duration(Struct):
    duration: int


async def body(request: Ask, kind: Any) -> Any:
    """The body as a message; raises Refused for what is none. Unknown fields do no harm."""
    raw = await request.body()
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.MsgspecError as error:
        raise Refused("bad_field", f"The body cannot be read: {error}.") from None


def answer(content: Any, status: int = 200) -> Answered:
    return Response(content, status_code=status, media_type=MediaType.JSON)


def refused(request: Ask, error: Refused) -> Answered:
    return answer({"code": error.problem.code, "message": error.problem.sentence}, error.status)


def unknown(request: Ask, error: HTTPException) -> Answered:
    """What no path knows, or what is too large."""
    return answer({"code": CODES.get(error.status_code, "bad_request"), "message": error.detail}, error.status_code)


def mistake(request: Ask, error: Exception) -> Answered:
    """Ours; the log has it."""
    log.error("a mistake at %s", request.url.path, exc_info=error)
    return answer({"code": "mistake", "message": "A mistake of the server; it is in its log."}, 500)


HANDLERS: dict[Any, Any] = {Refused: refused, HTTPException: unknown, Exception: mistake}


def bearer(request: Ask) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


class RestCaller:
    """Who asks."""

    def __init__(self, game_service: GameService, accounts: Accounts) -> None:
        self._game_service = game_service
        self._accounts = accounts

    async def organiser(self, request: Ask) -> Player | None:
        """Whoever may decide about games; None where everybody may. DUN-209"""
        player = await self._accounts.by_token(bearer(request))
        if player is not None and player.role in ORGANISERS:
            return player
        if self._game_service.terms.open_admin or self._game_service.space.key:
            return None
        raise Refused("not_allowed", "This needs the token of an organiser: Authorization: Bearer.", status=403)

    async def seat(self, request: Ask) -> int:
        """The seat of the player whose token is sent along, or 0."""
        token = bearer(request)
        return self._game_service.seat_of(await self._game_service.players.by_token(token)) if token else 0


def number(text: str | None, name: str) -> int:
    """A number of a query."""
    if text is None or not text.isdecimal() or len(text) > 9:
        raise Refused("bad_field", f"{name} is a number.", field=name)
    return int(text)


def games(game_service: GameService, caller: RestCaller, *, by: Literal["id", "name"]) -> list[Any]:
    """The calls about games, which all generations have. DUN-207 to DUN-209, DUN-223"""

    @get("/games", sync_to_thread=False)
    def listed() -> Answered:
        game = game_service.game
        if game is None or game.ended_ms:
            return answer([])
        live = game_service.live
        wired = [game_service.players[one] for one in game.ids]
        shown = {
            "gameId": game.uuid,
            "gameStatus": game.status,
            "maxPlayers": game.max_players,
            "maxRounds": game.max_rounds,
            "currentRoundNumber": None if live is None else live.match.state.round_no,
            "roundLengthInMillis": game.round_ms,
            "participatingPlayers": [one.uuid if by == "id" else one.name for one in wired],
        }
        return answer([shown])

    @post("/games")
    async def create(request: Ask) -> Answered:
        await caller.organiser(request)
        wanted = await body(request, NewGame)
        made = await game_service.create(wanted.maxRounds, wanted.maxPlayers)
        return answer({"gameId": made.uuid}, 201)

    @post("/games/{uuid:str}/gameCommands/{command:str}")
    async def command(request: Ask, uuid: Path, command: Path) -> Answered:
        host = await caller.organiser(request)
        if command == "start":
            await game_service.begin(uuid, 0 if host is None else host.id)
        elif command == "end":
            await game_service.end(uuid)
        else:
            raise Refused("not_found", "There is no such command: start or end.", status=404)
        return answer({"gameId": uuid}, 201)

    @patch("/games/{uuid:str}/maxRounds")
    async def rounds(request: Ask, uuid: Path) -> Answered:
        await caller.organiser(request)
        await game_service.change_rounds(uuid, (await body(request, Rounds)).maxRounds)
        return answer({"gameId": uuid})

    @patch("/games/{uuid:str}/duration")
    async def duration(request: Ask, uuid: Path) -> Answered:
        await caller.organiser(request)
        await game_service.change_duration(uuid, (await body(request, Duration)).duration)
        return answer({"gameId": uuid})

    @get("/games/{uuid:str}/time", sync_to_thread=False)
    def clock(uuid: Path) -> Answered:
        """DUN-208"""
        game, live = game_service.found(uuid), game_service.live
        if live is None:
            return answer({"gameTime": None, "roundCount": None, "roundTime": None})
        now = time.time() * 1000
        seconds = {
            "gameTime": int((now - game.started_ms) / 1000),
            "roundCount": live.match.state.round_no,
            "roundTime": int((now - game_service.round_began) / 1000),
        }
        return answer(seconds)

    return [listed, create, command, rounds, duration, clock]


class Slowly:
    """Nobody takes the wire away from the others: so many requests a minute from one address."""

    def __init__(self, app: Any, per_minute: int) -> None:
        self._app = app
        self._per_minute = per_minute
        self._limiter = Limiter(time.monotonic)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        address = (scope.get("client") or ("local", 0))[0]
        if scope["type"] == "http" and self._per_minute and self._limiter.wait_s(address, self._per_minute):
            told = answer({"code": "too_many", "message": "Too many requests; wait a moment."}, 429)
            await told.to_asgi_response(app=None, request=Request(scope))(scope, receive, send)
            return
        await self._app(scope, receive, send)
