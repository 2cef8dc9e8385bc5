"""The protocol over plain TCP: each message is one line of JSON."""

import asyncio
from typing import cast

from ...protocol.messages import encode
from ..context import Hall
from ..errors import Refused
from .session import Session
from .socket_options import ROOM, prepare
from ...games.spacegoo.server.line_server import bound

LINGER_S = 1.0  # so long what a client still sends is thrown away, so that it gets to read our last lines


class LineWire(asyncio.Protocol):
    """One client, and the session's way to it."""

    kind = "tcp"
    session: Session

    def __init__(self, server: "JsonServer") -> None:
        self._server = server
        self._hall = server.hall
        self._data = bytearray()
        self._searched = 0  # so far there is no end of line
        self._paused = False
        self._closed = False
        self._transport: asyncio.Transport

    # From the transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._server.wires.add(self)
        unread_max = self._hall.settings.unread_max
        self._room = unread_max
        prepare(transport.get_extra_info("socket"), unread_max)
        self._transport.set_write_buffer_limits(high=unread_max)
        peer = transport.get_extra_info("peername")
        address = peer[0] if peer else ""
        if self._hall.stopping or not self._hall.admits(address):
            self.send(encode(Refused("full", "There are too many connections; come later.").message()))
            self.close("full")
            return
        self.session = Session(self._hall, self, address=address)

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
        self._server.wires.discard(self)
        if not self._closed:
            self._closed = True
            self.session.lost()

    # Lines

    def _work(self) -> None:
        """Hand over the lines that have arrived, until the session has enough for now."""
        while True:
            end = self._data.find(b"\n", self._searched)
            if end < 0:
                self._searched = len(self._data)
                if self._searched > self._hall.settings.message_max:
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
        if ROOM * len(message) > self._room:  # a reader who is on time must not be found too slow
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
        """Let the last lines leave; what the client still sends is not read any more."""
        if self._closed:
            return
        self._closed = True
        self._data.clear()
        if self._transport.is_closing():
            return
        if self._paused:
            self._transport.resume_reading()
        self._transport.write_eof()
        self._hall.timers.call_later(LINGER_S, self._transport.abort)


class JsonServer:
    """Listens, and holds what all clients share."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.port = 0
        self.wires: set[LineWire] = set()
        self._server: asyncio.Server | None = None
        self._message = self._line = b""

    async def listen(self) -> None:
        """Open the port; one that was given as 0 is found in `port` then."""
        settings = self.hall.settings
        sock = bound(settings.host, settings.json_port, flag="json_port")
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: LineWire(self), sock=sock, backlog=1024)
        self.port = sock.getsockname()[1]

    def line(self, message: bytes) -> bytes:
        """One line for everybody who gets the same message."""
        if message is not self._message:
            self._message, self._line = message, message + b"\n"
        return self._line

    async def stop(self) -> None:
        """Close the port. The sessions are the hall's to end."""
        if self._server is not None:
            self._server.close()
        for wire in list(self.wires):
            if not wire._closed:
                wire.session.end("stopping", "The server stops; your matches go on when it is back.")
        for _ in range(20):  # at most a moment for the last lines to leave
            if not self.wires:
                break
            await asyncio.sleep(0.01)
        for wire in list(self.wires):
            wire._transport.abort()
