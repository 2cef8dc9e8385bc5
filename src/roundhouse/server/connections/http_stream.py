"""The protocol over plain HTTP: messages come as lines of one long answer, actions go as requests of their own."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec
from litestar import Request, post
from litestar.background_tasks import BackgroundTask
from litestar.openapi.spec import OpenAPIMediaType, Operation, Reference, RequestBody
from litestar.params import FromPath
from litestar.response import Stream

from ...protocol.messages import Act, Ask, Error, Forecast, Hello, Say, Verdicts, decode_act
from ...store.sessions import hash_of
from ..context import ServerContext
from ..errors import Refused
from ..http.problems import WaitingRefused
from ..http.security import SESSION
from .rate_limit import Bucket
from .session import Session
from .socket_options import ROOM
from .unreadable import bad_message, other_version, wrong_version

if TYPE_CHECKING:
    from ...store.players import Player
    from ..matches.live_match import LiveMatch

PATH = "/api/play"
NDJSON = "application/x-ndjson"
HEARTBEAT = b"\n"
ANSWER_S = 30.0  # an order that is not durable by then has failed
REMEMBERED_MAX = 10_000  # players whose requests are counted

AnyRequest = Request[Any, Any, Any]
M = TypeVar("M", Hello, Ask, Say)


class StreamTransport:
    """The transport of a session whose messages are lines of one response; the player's messages come as other
    requests."""

    kind = "http"

    def __init__(self, context: ServerContext, *, address: str, player: "Player | None") -> None:
        self._context = context
        self._messages: deque[bytes] = deque()
        self._size = 0
        self._room = context.settings.unread_max
        self._closed = False
        self._over = False  # more messages wait than we keep
        self._news = asyncio.Event()
        self.session = Session(context, self, address=address, player=player)

    def send(self, message: bytes) -> None:
        self._messages.append(message)
        self._size += len(message)
        self._news.set()
        self._room = max(self._room, ROOM * len(message))  # a reader that keeps up must not count as too slow
        if self._size > self._room and not self._over:
            self._over = True
            self.session.overrun()

    def pause(self) -> None:
        """Nothing is read here."""

    def resume(self) -> None:
        """Nothing is read here."""

    def close(self, code: str) -> None:
        self._closed = True
        self._news.set()

    async def lines(self) -> AsyncIterator[bytes]:
        """All messages in order, with an empty line as a sign of life when there are none."""
        try:
            while True:
                if self._messages:
                    text = b"\n".join((*self._messages, b""))
                    self._messages.clear()
                    self._size = 0
                    yield text
                    if self._over and not self._messages:
                        self._over = False
                        self.session.drained()
                elif self._closed:
                    return
                else:
                    yield await self._sign_of_life()
        finally:
            self.session.lost()

    async def _sign_of_life(self) -> bytes:
        self._news.clear()
        try:
            async with asyncio.timeout(self._context.settings.heartbeat_s):
                await self._news.wait()
        except TimeoutError:
            return HEARTBEAT
        return b""


class Requests:
    """How many requests each player makes."""

    def __init__(self, context: ServerContext) -> None:
        self._context = context
        self._buckets: dict[int, Bucket] = {}

    def count(self, player_id: int) -> None:
        """Raises Refused for one too many."""
        settings, now = self._context.settings, self._context.timers.time()
        bucket = self._buckets.pop(player_id, None) or Bucket(settings.messages_per_s, settings.messages_burst, now)
        self._buckets[player_id] = bucket  # the newest stand last
        if len(self._buckets) > REMEMBERED_MAX:
            del self._buckets[next(iter(self._buckets))]
        wait_s = bucket.take(now)
        if wait_s:
            bucket.give()
            raise WaitingRefused(wait_s)

    def asked_for(self, player_id: int) -> None:
        """Do not count a request that answered a turn."""
        if player_id in self._buckets:
            self._buckets[player_id].give()


def handlers(context: ServerContext) -> list[Any]:
    """The route handlers below `/api/play`."""
    requests = Requests(context)

    @post(PATH, status_code=200, media_type=NDJSON, operation_class=with_body(Hello), tags=["play"])
    async def play(request: AnyRequest) -> Stream:
        """Say hello; the answer is a stream of messages, one per line, and lasts as long as you play or watch.

        An empty line is a sign of life. Closing the connection stops waiting; a match goes on without it, and a new
        request with the same token and `match` comes back to it.
        """
        address = request.client.host if request.client else ""
        if context.stopping or not context.admits(address):
            raise Refused("full", "There are too many connections; come later.", status=503)
        hello = await message_in(request, Hello)
        player = None if hello.token else await player_of(context, request)
        transport = StreamTransport(context, address=address, player=player)
        transport.session.credential = b"" if player is None else hash_of(credential_in(request))
        try:
            await transport.session.admit(hello)
        except BaseException:
            transport.session.lost()
            raise
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}  # proxies must not collect the lines
        gone = BackgroundTask(transport.session.lost)
        return Stream(transport.lines, media_type=NDJSON, headers=headers, background=gone)

    async def seat_of(request: AnyRequest, match: str) -> "tuple[Player, LiveMatch, int]":
        player = await player_of(context, request)
        if player is None:
            raise Refused("unauthorised", "To play you need a token.", status=401)
        requests.count(player.id)
        live = context.arena.matches.running.get(match)
        if live is None:
            raise Refused("no_match", f"No match {match!r} is running.", field="match", status=404)
        seat = live.seat_of(player.id)
        if not seat:
            raise Refused("not_seated", "You have no seat in this match.", status=403)
        return player, live, seat

    @post(f"{PATH}/{{match:str}}/act", status_code=200, operation_class=with_body(Act), tags=["play"])
    async def act(request: AnyRequest, match: FromPath[str]) -> Verdicts:
        """Answer a turn; the verdicts come when what was accepted cannot get lost any more."""
        player, live, seat = await seat_of(request, match)
        answer = StreamAnswer()
        live.act(seat, await act_in(request), answer.give)
        verdicts = cast(Verdicts, await answer.wait())
        requests.asked_for(player.id)
        context.metrics.order(StreamTransport.kind, sum(one.verdict == "accepted" for one in verdicts.verdicts))
        return verdicts

    @post(f"{PATH}/{{match:str}}/ask", status_code=200, operation_class=with_body(Ask), tags=["play"])
    async def ask(request: AnyRequest, match: FromPath[str]) -> Forecast:
        """What would come of an action, as far as the seat can know? Nothing changes."""
        _, live, seat = await seat_of(request, match)
        answer = StreamAnswer()
        live.ask(seat, await message_in(request, Ask), answer.give)
        return cast(Forecast, await answer.wait())

    @post(f"{PATH}/{{match:str}}/say", status_code=204, operation_class=with_body(Say), tags=["play"])
    async def chat(request: AnyRequest, match: FromPath[str]) -> None:
        """Say something to everybody at the match."""
        player, live, seat = await seat_of(request, match)
        live.say(seat, player.name, (await message_in(request, Say)).text)

    @post(f"{PATH}/{{match:str}}/leave", status_code=204, tags=["play"])
    async def leave(request: AnyRequest, match: FromPath[str]) -> None:
        """Resign."""
        _, live, seat = await seat_of(request, match)
        live.resign(seat)

    return [play, act, ask, chat, leave]


class StreamAnswer:
    """Waits for the match's answer to one request."""

    def __init__(self) -> None:
        self._future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def give(self, reply: Any) -> None:
        if not self._future.done():
            self._future.set_result(reply)

    async def wait(self) -> Any:
        """Verdicts or a forecast; raises Refused where the match answers with an error."""
        try:
            async with asyncio.timeout(ANSWER_S):
                reply = await self._future
        except TimeoutError:
            raise Refused("stopping", "The server stops; come back to the match later.", status=503) from None
        if isinstance(reply, Error):
            raise Refused(reply.code, reply.sentence, field=reply.field, status=409)
        return reply


async def player_of(context: ServerContext, request: AnyRequest) -> "Player | None":
    """The player of a request, by token or by a browser's cookie. Raises Refused for an unknown token."""
    if bears_token(request):
        player = await context.accounts.by_token(credential_in(request))
        if player is None:
            raise Refused("unauthorised", "No player signs in with this token.", status=401)
        return player
    cookie = credential_in(request)
    return await context.accounts.by_session(cookie) if cookie else None


def bears_token(request: AnyRequest) -> bool:
    scheme: str = request.headers.get("authorization", "").partition(" ")[0]
    return scheme.lower() == "bearer"


def credential_in(request: AnyRequest) -> str:
    """The token of a request, or a browser's session."""
    if bears_token(request):
        token: str = request.headers["authorization"].partition(" ")[2]
        return token.strip()
    return request.cookies.get(SESSION, "")


async def act_in(request: AnyRequest) -> Act:
    """An `act`; invalid remarks in it are dropped without further consequences."""
    try:
        return decode_act(await request.body())
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise bad_message(error) from None


async def message_in(request: AnyRequest, kind: type[M]) -> M:
    """The message in a request, read as on every other transport."""
    raw = await request.body()
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        version = other_version(raw) if kind is Hello else None
        raise (bad_message(error) if version is None else wrong_version(version)) from None


def with_body(kind: type) -> type[Operation]:
    """The OpenAPI description of a request whose body is a message."""
    schema = Reference(ref=f"#/components/schemas/{kind.__name__}")

    @dataclass
    class MessageOperation(Operation):
        def __post_init__(self) -> None:
            self.request_body = RequestBody({"application/json": OpenAPIMediaType(schema=schema)}, required=True)

    return MessageOperation
