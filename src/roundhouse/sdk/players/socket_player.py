"""Bots that listen somewhere: we connect once for every match and speak JSON lines, or WebSocket frames."""

import contextlib
import select
import socket
import time
from collections import deque
from collections.abc import Callable

from websockets.client import ClientProtocol
from websockets.exceptions import WebSocketException
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.uri import parse_uri

from ...protocol.messages import Start
from .addresses import Address
from .message_player import LINE_MAX, Lines, MessagePlayer, tell_user
from .player import CrashError, LateError
from .subprocess_player import ready

CONNECT_S = 5.0  # how long a bot may take to accept a connection
PIECE = 65536


class SocketPlayer(MessagePlayer):
    """One connection for one match. It is closed with the match, whatever the bot does."""

    noun = "the bot"

    def __init__(self, address: Address, *, tell: Callable[[str], None] = tell_user) -> None:
        super().__init__(address.label, tell=tell)
        self._address = address
        self._socket: socket.socket | None = None

    def start(self, start: Start) -> None:
        try:
            made = socket.create_connection((self._address.host, self._address.port), CONNECT_S)
        except OSError as error:
            raise CrashError(f"there is no bot at {self._address}: {reason(error)}") from None
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        made.setblocking(False)
        self._socket = made
        self._greet()
        self._begin(start)

    def _greet(self) -> None:
        """Send what has to come before the first message."""

    def stop(self) -> None:
        if self._socket is not None:
            with contextlib.suppress(OSError, LateError, CrashError):
                self._part()
            self._socket.close()
            self._socket = None

    def _part(self) -> None:
        """Send what has to come after the last message."""

    def _pull(self, deadline: float | None) -> bytes:
        """Receive some bytes."""
        connection = self._connected()
        while True:
            if not ready(connection.fileno(), select.POLLIN, deadline):
                raise LateError
            try:
                data = connection.recv(PIECE)
            except BlockingIOError:
                continue
            except OSError as error:
                raise CrashError(f"the connection to the bot is lost: {reason(error)}") from None
            if not data:
                raise CrashError("the bot closed the connection")
            return data

    def _push(self, data: bytes, seconds: float | None) -> None:
        connection = self._connected()
        deadline = None if seconds is None else time.monotonic() + seconds
        rest = memoryview(data)
        while rest:
            if not ready(connection.fileno(), select.POLLOUT, deadline):
                raise LateError
            try:
                rest = rest[connection.send(rest) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise CrashError(f"the connection to the bot is lost: {reason(error)}") from None

    def _connected(self) -> socket.socket:
        if self._socket is None:
            raise CrashError("the bot was not reached")
        return self._socket


class TcpPlayer(SocketPlayer):
    """JSON lines."""

    def __init__(self, address: Address, *, tell: Callable[[str], None] = tell_user) -> None:
        super().__init__(address, tell=tell)
        self._lines = Lines(self.noun)

    def _read(self, deadline: float | None) -> bytes:
        while not self._lines:
            self._lines.feed(self._pull(deadline))
        if deadline is not None and time.monotonic() >= deadline:
            raise LateError
        return self._lines.take()

    def _write(self, message: bytes, seconds: float | None) -> None:
        self._push(message + b"\n", seconds)


class WebSocketPlayer(SocketPlayer):
    """A message in every text frame."""

    def __init__(self, address: Address, *, tell: Callable[[str], None] = tell_user) -> None:
        super().__init__(address, tell=tell)
        self._protocol = ClientProtocol(parse_uri(str(address)), max_size=LINE_MAX)
        self._messages: deque[bytes] = deque()
        self._parts: list[bytes] = []
        self._size = 0

    def _greet(self) -> None:
        deadline = time.monotonic() + CONNECT_S
        self._protocol.send_request(self._protocol.connect())
        try:
            self._flush(CONNECT_S)
            while self._protocol.state is State.CONNECTING and self._protocol.handshake_exc is None:
                self._receive(deadline)
        except LateError:
            raise CrashError(f"the bot at {self._address} did not open its WebSocket") from None
        if self._protocol.handshake_exc is not None:
            raise CrashError(f"there is no WebSocket at {self._address}: {self._protocol.handshake_exc}")

    def _part(self) -> None:
        if self._protocol.state is State.OPEN:
            self._protocol.send_close(1000)
            self._flush(0.1)

    def _read(self, deadline: float | None) -> bytes:
        while not self._messages:
            if self._protocol.state is not State.OPEN:
                raise CrashError(self._ending())
            self._receive(deadline)
        if deadline is not None and time.monotonic() >= deadline:
            raise LateError
        return self._messages.popleft()

    def _write(self, message: bytes, seconds: float | None) -> None:
        if self._protocol.state is not State.OPEN:
            raise CrashError(self._ending())
        self._protocol.send_text(message)
        self._flush(seconds)

    def _receive(self, deadline: float | None) -> None:
        """Receive bytes: messages are queued, pings answered."""
        data = self._pull(deadline)
        try:
            self._protocol.receive_data(data)
        except WebSocketException as error:
            raise CrashError(f"the bot does not speak WebSocket: {error}") from None
        for event in self._protocol.events_received():
            if isinstance(event, Frame):
                self._take(event)
            elif isinstance(event, Response):
                pass  # the handshake; what is wrong with it is in `handshake_exc`
        with contextlib.suppress(LateError, CrashError):  # a pong or a close frame; the bot may be gone
            self._flush(0.1)

    def _take(self, frame: Frame) -> None:
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            return
        self._size += len(frame.data)
        if self._size > LINE_MAX:
            raise CrashError(f"the bot sent a message of more than {LINE_MAX >> 20} MB")
        self._parts.append(bytes(frame.data))
        if frame.fin:
            self._messages.append(b"".join(self._parts))
            self._parts, self._size = [], 0

    def _flush(self, seconds: float | None) -> None:
        data = b"".join(self._protocol.data_to_send())
        if data:
            self._push(data, seconds)

    def _ending(self) -> str:
        problem = self._protocol.parser_exc
        if problem is not None:
            return f"the bot broke the rules of WebSocket: {problem}"
        return "the bot closed the connection"


def reason(error: OSError) -> str:
    """Why it failed, in a few words."""
    return (error.strerror or str(error) or type(error).__name__).lower()
