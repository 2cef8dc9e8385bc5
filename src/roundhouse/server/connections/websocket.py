"""The protocol over WebSockets at `/ws`: browsers and bots, each message in one text frame."""

import asyncio
import contextlib
from collections import deque
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import msgspec
from litestar import asgi
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.handlers import ASGIRouteHandler
from litestar.types import Receive, Scope, Send
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.http11 import Request

from ...protocol.api.platform import Problem
from ...store.sessions import hash_of
from ..context import Hall
from ..http.security import SESSION
from .session import Session
from ..settings import ServerSettings
from .socket_options import ROOM, prepare
from .websocket_frames import Frames

if TYPE_CHECKING:
    from ...store.players import Player

PATH = "/ws"
EXTENSION = "roundhouse.connection"  # where the handler finds the connection among the ASGI extensions
PACKED_FROM = 1024  # bytes from which on a message to a browser is compressed
PING_S = 20.0
LINGER_S = 2.0  # so long a client that does not read may take to hear the end
# Codes of RFC 6455 for the end; whatever is not here is a policy the client did not keep to.
CLOSE_CODES = {"": 1000, "too_long": 1009, "stopping": 1012, "mistake": 1011, "too_slow": 1008}

# Without context from one message to the next, so that a message is compressed once for all.
DEFLATE = ServerPerMessageDeflateFactory(server_no_context_takeover=True, client_no_context_takeover=True)

FRAMES = Frames()


def uvicorn_options(settings: ServerSettings) -> dict[str, Any]:
    """How uvicorn has to serve `/ws`. Its own compression works per connection, so that stays off."""
    return {
        "ws": FrameConnection,
        "ws_max_size": 2 * settings.message_max,  # up to here a message is refused in our words
        "ws_per_message_deflate": False,
        "ws_ping_interval": PING_S,
        "ws_ping_timeout": PING_S,
    }


class FrameConnection(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with messages handed over without a queue and frames written without being made anew."""

    wire: "SocketWire | None" = None

    def handle_connect(self, event: Request) -> None:
        self.early: deque[bytes] = deque()
        if "Origin" in event.headers:  # browsers unpack as they go; bots would rather have it plain and soon
            self.conn.available_extensions = [DEFLATE]
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), EXTENSION: {"connection": self}}

    def send_receive_event_to_app(self) -> None:
        data = b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.wire is not None:
            self.wire.arrived(data)
        else:
            self.early.append(data)
            self.transport.pause_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.wire is not None:
            self.wire.lost()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.wire is not None:
            self.wire.session.overrun()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.wire is not None:
            self.wire.session.drained()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(LINGER_S, self.transport.abort)

    @property
    def packs(self) -> bool:
        """Whether this client takes what is compressed for all."""
        agreed = [one for one in self.conn.extensions if isinstance(one, PerMessageDeflate)]
        return bool(agreed) and agreed[0].local_max_window_bits == 15


class SocketWire:
    """The session's way to a WebSocket."""

    kind = "websocket"

    def __init__(self, hall: Hall, connection: FrameConnection, *, address: str, player: "Player | None") -> None:
        self._connection = connection
        self._transport = connection.transport
        self._write = connection.transport.write
        self._waiting = connection.early  # messages that arrived while nobody may read them
        self._paused = False
        self._packs = connection.packs
        self.done: asyncio.Future[str] = connection.loop.create_future()
        self._room = unread_max = hall.settings.unread_max
        prepare(connection.transport.get_extra_info("socket"), unread_max)
        connection.transport.set_write_buffer_limits(high=unread_max)
        connection.wire = self
        self.session = Session(hall, self, address=address, player=player)
        self.resume()

    def send(self, message: bytes) -> None:
        if ROOM * len(message) > self._room:  # a reader who is on time must not be found too slow
            self._room = ROOM * len(message)
            self._transport.set_write_buffer_limits(high=self._room)
        if self._packs and len(message) >= PACKED_FROM:
            self._write(FRAMES.packed(message))
        else:
            self._write(FRAMES.framed(message))

    def arrived(self, data: bytes) -> None:
        if self._paused:
            self._waiting.append(data)
        else:
            self.session.receive(data)

    def pause(self) -> None:
        self._paused = True
        if not self._transport.is_closing():
            self._transport.pause_reading()

    def resume(self) -> None:
        self._paused = False
        while self._waiting and not self._paused:
            self.session.receive(self._waiting.popleft())
        if not self._paused and not self._transport.is_closing():
            self._transport.resume_reading()

    def close(self, code: str) -> None:
        if self.done.done():
            return
        self._waiting.clear()
        if not self._transport.is_closing():
            self._transport.resume_reading()  # the client's goodbye
        self.done.set_result(code)

    def lost(self) -> None:
        self.session.lost()
        self.close("")


def handler(hall: Hall) -> ASGIRouteHandler:
    """What Litestar serves at `/ws`."""

    @asgi(PATH, copy_scope=True)
    async def websocket(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await answer(send, "http", 426, Problem("websocket", "This is the address of a WebSocket."))
            return
        await receive()
        connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope, receive, send)
        origin = connection.headers.get("origin")
        if origin is not None and not welcome_origin(origin, connection.headers.get("host", ""), hall.settings):
            problem = Problem("origin", "Pages from elsewhere may not connect here; the operator can allow them.")
            await answer(send, "websocket.http", 403, problem)
            return
        client = scope["client"]
        if hall.stopping or not hall.admits(client[0] if client else ""):
            await answer(send, "websocket.http", 503, Problem("full", "There are too many connections; come later."))
            return
        cookie = connection.cookies.get(SESSION) if origin is not None else None
        player = await hall.accounts.by_session(cookie) if cookie else None
        await serve(hall, scope, send, player, hash_of(cookie) if cookie and player is not None else b"")

    return websocket


async def serve(hall: Hall, scope: Scope, send: Send, player: "Player | None", credential: bytes) -> None:
    client, extensions = scope["client"], cast(dict[str, Any], scope.get("extensions"))
    connection: FrameConnection = extensions[EXTENSION]["connection"]
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    if connection.disconnected:
        return
    wire = SocketWire(hall, connection, address=client[0] if client else "", player=player)
    wire.session.credential = wire.session.credential or credential
    try:
        code = await wire.done
    finally:
        wire.lost()
    if connection.disconnected:
        return
    with contextlib.suppress(Exception):  # it may be gone meanwhile
        async with asyncio.timeout(LINGER_S):
            await send({"type": "websocket.close", "code": CLOSE_CODES.get(code, 1008), "reason": code})
            return
    connection.transport.abort()


def welcome_origin(origin: str, host: str, settings: ServerSettings) -> bool:
    """Whether a page may open a WebSocket with the cookies of its reader: one of ours, or one the operator named."""
    try:
        place = urlsplit(origin)
    except ValueError:
        return False
    if place.scheme not in ("http", "https") or not place.netloc:
        return False
    if place.netloc.lower() == host.lower():
        return True
    allowed = [*settings.allowed_origins.split(), settings.address]
    return origin.lower() in [address.lower().rstrip("/") for address in allowed if address]


async def answer(send: Send, prefix: str, status: int, problem: Problem) -> None:
    """Refuse before there is a WebSocket."""
    body = msgspec.json.encode(problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    start: Any = {"type": f"{prefix}.response.start", "status": status, "headers": headers}
    rest: Any = {"type": f"{prefix}.response.body", "body": body, "more_body": False}
    await send(start)
    await send(rest)
