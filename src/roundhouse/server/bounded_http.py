"""The HTTP server, with bounds against clients that send slowly or without end; uvicorn's own has none."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from typing import Any

import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from ..protocol.api.platform import Problem
from .connections.websocket import uvicorn_options
from .settings import ServerSettings

KEEP_ALIVE_S = 30
GRACE_S = 3  # how long a stopping server waits for responses that are being sent
PAGES_MAX = 1000  # connections of pages at the same time, beside those of players
HEAD_MAX = 32 * 1024  # bytes of a request line with its headers
ARRIVE_S = 20.0  # the time for a request to arrive, and for a new connection to send one


class BoundedHttpProtocol(HttpToolsProtocol):
    """A request must arrive whole in some seconds and with a head of bounded size."""

    arrive_s = ARRIVE_S
    _arriving: asyncio.TimerHandle | None = None
    _head = 0  # bytes of a head that is not complete
    _heads = 0  # heads completed so far
    _in_head = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        heads = self._heads
        super().data_received(data)
        if self._in_head and heads == self._heads:  # still inside the same head
            self._head += len(data)
            if self._head > HEAD_MAX:
                self._refuse(431, Problem("too_large", f"The head of a request has at most {HEAD_MAX} bytes."))

    def handle_websocket_upgrade(self) -> None:
        self._arrived()
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        self._in_head = True
        self._expect()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._head = 0
        self._heads += 1
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._arrived()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Answers what is not HTTP, which never reaches the application."""
        self._refuse(400, Problem("bad_request", "This is not a request that can be understood."))

    def _refuse(self, status: int, problem: Problem) -> None:
        body = msgspec.json.encode(problem)
        head = f"content-type: application/json\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
        self.transport.write(STATUS_LINE[status] + head.encode() + body)
        self.transport.close()

    def _expect(self) -> None:
        if self._arriving is None:
            self._arriving = self.loop.call_later(self.arrive_s, self._too_slow)

    def _arrived(self) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None

    def _too_slow(self) -> None:
        self._arriving = None
        if not self.transport.is_closing():
            self.transport.close()


class Http(uvicorn.Server):
    """A web server that shares its loop with others; it installs no signal handlers."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def config(app: Any, settings: ServerSettings) -> uvicorn.Config:
    """The uvicorn configuration: bounded, and behind trusted proxies or alone."""
    proxies = settings.trusted_proxies.split()
    return uvicorn.Config(
        app,
        http=BoundedHttpProtocol,
        **uvicorn_options(settings),
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=GRACE_S,
        limit_concurrency=settings.sessions_max + PAGES_MAX,
        ssl_certfile=settings.tls_certificate or None,
        ssl_keyfile=settings.tls_key or None,
    )
