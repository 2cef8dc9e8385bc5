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
from ..context import ServerContext
from ..http.security import SESSION
from ..settings import ServerSettings
from .session import Session
from .socket_options import ROOM, prepare
from .websocket_frames import WebSocketFrames

if TYPE_CHECKING:
    from ...store.players import Player

PATH = "/ws"
EXTENSION = "roundhouse.connection"  # the ASGI extension in which the handler finds the connection
PACKED_FROM = 1024  # messages to browsers are compressed from this size on
PING_S = 20.0
LINGER_S = 2.0  # how long a client that does not read may delay the close
# Close codes of RFC 6455; other codes of ours are closed as policy violations.
CLOSE_CODES = {"": 1000, "too_long": 1009, "stopping": 1012, "mistake": 1011, "too_slow": 1008}

# No context takeover, so that a message is compressed once for all connections.
DEFLATE = ServerPerMessageDeflateFactory(server_no_context_takeover=True, client_no_context_takeover=True)

FRAMES = WebSocketFrames()


def uvicorn_options(settings: ServerSettings) -> dict[str, Any]:
    """uvicorn's options for `/ws`. Its own compression works per connection, so it is off."""
    return {
        "ws": FrameConnection,
        "ws_max_size": 2 * settings.message_max,  # up to this size our own refusal is sent
        "ws_per_message_deflate": False,
        "ws_ping_interval": PING_S,
        "ws_ping_timeout": PING_S,
    }


class FrameConnection(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket connection; passes messages on without a queue, and writes encoded frames."""

    session_transport: "WebSocketTransport | None" = None

    def handle_connect(self, event: Request) -> None:
        self.early: deque[bytes] = deque()
        if "Origin" in event.headers:  # browsers decompress at little cost; bots get plain text sooner
            self.conn.available_extensions = [DEFLATE]
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), EXTENSION: {"connection": self}}

    def send_receive_event_to_app(self) -> None:
        data = b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.session_transport is not None:
            self.session_transport.arrived(data)
        else:
            self.early.append(data)
            self.transport.pause_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.session_transport is not None:
            self.session_transport.lost()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.session_transport is not None:
            self.session_transport.session.overrun()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.session_transport is not None:
            self.session_transport.session.drained()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(LINGER_S, self.transport.abort)

    @property
    def packs(self) -> bool:
        """Whether this client accepts messages that were compressed once for all."""
        agreed = [one for one in self.conn.extensions if isinstance(one, PerMessageDeflate)]
        return bool(agreed) and agreed[0].local_max_window_bits == 15


class WebSocketTransport:
    """The transport of a session over a WebSocket."""

    kind = "websocket"

    def __init__(
        self, context: ServerContext, connection: FrameConnection, *, address: str, player: "Player | None"
    ) -> None:
        self._connection = connection
        self._transport = connection.transport
        self._write = connection.transport.write
        self._waiting = connection.early  # messages that arrived while reading was paused
        self._paused = False
        self._packs = connection.packs
        self.done: asyncio.Future[str] = connection.loop.create_future()
        self._room = unread_max = context.settings.unread_max
        prepare(connection.transport.get_extra_info("socket"), unread_max)
        connection.transport.set_write_buffer_limits(high=unread_max)
        connection.session_transport = self
        self.session = Session(context, self, address=address, player=player)
        self.resume()

    def send(self, message: bytes) -> None:
        if ROOM * len(message) > self._room:  # a reader that keeps up must not count as too slow
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
            self._transport.resume_reading()  # to read the client's close frame
        self.done.set_result(code)

    def lost(self) -> None:
        self.session.lost()
        self.close("")


def handler(context: ServerContext) -> ASGIRouteHandler:
    """The route handler of `/ws`."""

    @asgi(PATH, copy_scope=True)
    async def websocket(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await answer(send, "http", 426, Problem("websocket", "This is the address of a WebSocket."))
            return
        await receive()
        connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope, receive, send)
        origin = connection.headers.get("origin")
        if origin is not None and not welcome_origin(origin, connection.headers.get("host", ""), context.settings):
            problem = Problem("origin", "Pages from elsewhere may not connect here; the operator can allow them.")
            await answer(send, "websocket.http", 403, problem)
            return
        client = scope["client"]
        if context.stopping or not context.admits(client[0] if client else ""):
            await answer(send, "websocket.http", 503, Problem("full", "There are too many connections; come later."))
            return
        cookie = connection.cookies.get(SESSION) if origin is not None else None
        player = await context.accounts.by_session(cookie) if cookie else None
        await serve(context, scope, send, player, hash_of(cookie) if cookie and player is not None else b"")

    return websocket


async def serve(context: ServerContext, scope: Scope, send: Send, player: "Player | None", credential: bytes) -> None:
    client, extensions = scope["client"], cast(dict[str, Any], scope.get("extensions"))
    connection: FrameConnection = extensions[EXTENSION]["connection"]
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    if connection.disconnected:
        return
    session_transport = WebSocketTransport(context, connection, address=client[0] if client else "", player=player)
    session_transport.session.credential = session_transport.session.credential or credential
    try:
        code = await session_transport.done
    finally:
        session_transport.lost()
    if connection.disconnected:
        return
    with contextlib.suppress(Exception):  # it may be closed by now
        async with asyncio.timeout(LINGER_S):
            await send({"type": "websocket.close", "code": CLOSE_CODES.get(code, 1008), "reason": code})
            return
    connection.transport.abort()


def welcome_origin(origin: str, host: str, settings: ServerSettings) -> bool:
    """Whether a page of this origin may open a WebSocket with its reader's cookies: ours, or one that the operator
    allows."""
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
    """Answer with HTTP instead of opening a WebSocket."""
    body = msgspec.json.encode(problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    start: Any = {"type": f"{prefix}.response.start", "status": status, "headers": headers}
    rest: Any = {"type": f"{prefix}.response.body", "body": body, "more_body": False}
    await send(start)
    await send(rest)
