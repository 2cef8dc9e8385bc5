"""The protocol over plain TCP: each message is one line of JSON."""

import asyncio
from typing import cast

from ...protocol.messages import encode
from ..context import ServerContext
from ..errors import Refused
from ..listen import bound
from .session import Session
from .socket_options import ROOM, prepare

LINGER_S = 1.0  # how long input is read and dropped after the end, so that the client can read our last lines


class JsonLinesTransport(asyncio.Protocol):
    """One TCP client, and the transport of its session."""

    kind = "tcp"
    session: Session

    def __init__(self, server: "JsonServer") -> None:
        self._server = server
        self._context = server.context
        self._data = bytearray()
        self._searched = 0  # up to here the buffer has no end of line
        self._paused = False
        self._closed = False
        self._transport: asyncio.Transport

    # From the transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._server.transports.add(self)
        unread_max = self._context.settings.unread_max
        self._room = unread_max
        prepare(transport.get_extra_info("socket"), unread_max)
        self._transport.set_write_buffer_limits(high=unread_max)
        peer = transport.get_extra_info("peername")
        address = peer[0] if peer else ""
        if self._context.stopping or not self._context.admits(address):
            self.send(encode(Refused("full", "There are too many connections; come later.").message()))
            self.close("full")
            return
        self.session = Session(self._context, self, address=address)

    def data_received(self, data: bytes) -> None:
        if self._closed:
            return
        if not self._data and not self._paused and data.find(b"\n") == len(data) - 1:
            self.session.receive(data.strip())  # one whole line, as most bots send them
            return
        self._data += data
        if not self._paused:
            self._work()

    def eof_received(self) -> bool:
        return False

    def pause_writing(self) -> None:
        if not self._closed:
            self.session.overrun()

    def resume_writing(self) -> None:
        if not self._closed:
            self.session.drained()

    def connection_lost(self, error: Exception | None) -> None:
        self._server.transports.discard(self)
        if not self._closed:
            self._closed = True
            self.session.lost()

    # Lines

    def _work(self) -> None:
        """Pass complete lines to the session, until it pauses."""
        while True:
            end = self._data.find(b"\n", self._searched)
            if end < 0:
                self._searched = len(self._data)
                if self._searched > self._context.settings.message_max:
                    self.session.too_long()
                return
            line = bytes(self._data[:end]).strip()
            del self._data[: end + 1]
            self._searched = 0
            self.session.receive(line)
            if self._paused or self._closed:
                return

    # From the session

    def send(self, message: bytes) -> None:
        if ROOM * len(message) > self._room:  # a reader that keeps up must not count as too slow
            self._room = ROOM * len(message)
            self._transport.set_write_buffer_limits(high=self._room)
        self._transport.write(self._server.line(message))

    def pause(self) -> None:
        self._paused = True
        if not self._transport.is_closing():
            self._transport.pause_reading()

    def resume(self) -> None:
        if self._closed or not self._paused:
            return
        self._paused = False
        self._work()
        if not self._paused and not self._transport.is_closing():
            self._transport.resume_reading()

    def close(self, code: str) -> None:
        """Send the last lines and then close; further input is dropped."""
        if self._closed:
            return
        self._closed = True
        self._data.clear()
        if self._transport.is_closing():
            return
        if self._paused:
            self._transport.resume_reading()
        self._transport.write_eof()
        self._context.timers.call_later(LINGER_S, self._transport.abort)


class JsonServer:
    """Listens on the port, and caches lines that many clients get."""

    def __init__(self, context: ServerContext) -> None:
        self.context = context
        self.port = 0
        self.transports: set[JsonLinesTransport] = set()
        self._server: asyncio.Server | None = None
        self._message = self._line = b""

    async def listen(self) -> None:
        """Open the port. If it was given as 0, `port` has the real one afterwards."""
        settings = self.context.settings
        sock = bound(settings.host, settings.json_port, flag="json_port")
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: JsonLinesTransport(self), sock=sock, backlog=1024)
        self.port = sock.getsockname()[1]

    def line(self, message: bytes) -> bytes:
        """The message as a line, encoded once for all clients that get it."""
        if message is not self._message:
            self._message, self._line = message, message + b"\n"
        return self._line

    async def stop(self) -> None:
        """Close the port. The server's context ends the sessions."""
        if self._server is not None:
            self._server.close()
        for transport in list(self.transports):
            if not transport._closed:
                transport.session.end("stopping", "The server stops; your matches go on when it is back.")
        for _ in range(20):  # wait a moment for the last lines to be sent
            if not self.transports:
                break
            await asyncio.sleep(0.01)
        for transport in list(self.transports):
            transport._transport.abort()
