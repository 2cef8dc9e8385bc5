"""A local player at a server: says hello, plays, and reconnects to its match when the connection is lost."""

import contextlib
import secrets
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from ..core.registry import GAMES
from ..protocol.messages import VERSION, Error, Hello, Over, Start, Welcome, encode
from .debugger import debugging
from .seat_client import Make, Nobody, SeatClient

PAUSE_S, PAUSE_MAX_S = 0.5, 15.0  # between two tries to reconnect; longer each time
PATIENCE_S = 15.0  # how long to wait for a connection
MESSAGE_MAX = 64 << 20
PASSING = (
    "stopping",
    "mistake",
    "too_slow",
    "full",
    "moved",
    "unreachable",
    "no_leader",
)  # errors after which reconnecting may help
MISSED = "no_match"  # the match was over before we reconnected


class RemoteError(RuntimeError):
    """The server cannot be reached, or does not accept the bot; the sentence is for the user."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


@dataclass(frozen=True)
class JoinRequest:
    """What is asked of a server: rated matches of a game, a seat at a table, or a match to come back to."""

    server: str
    token: str
    game: str = ""
    table: str = ""
    match: str = ""
    preset: str = ""
    matches: int = 1  # 0: until interrupted
    choice: str = ""

    def hello(self) -> Hello:
        return Hello(
            VERSION, token=self.token, game=self.game, table=self.table, match=self.match, preset=self.preset,
            matches=self.matches, choice=self.choice, debugger=debugging(),
        )  # fmt: skip


class TellingListener(Nobody):
    """Tells the user what happens, and stops where the server does not accept the bot."""

    def __init__(self, tell: Callable[[str], None], results: Callable[[Start, Over], None]) -> None:
        self._tell = tell
        self._results = results
        self._start: Start | None = None
        self.welcomed = False
        self.played = 0  # matches; a pair with swapped seats is one
        self._newest: tuple[str, ...] = ()  # who sat where in the newest match that may have a return match

    def welcome(self, welcome: Welcome) -> None:
        if not self.welcomed:
            self._tell(welcome.sentence)
        self.welcomed = True

    def started(self, start: Start) -> None:
        names = " against ".join(seat.name for seat in start.setup.seats)
        self._start = start
        self._tell(f"Match {start.match}: {names}; you have seat {start.seat}.")

    def over(self, over: Over) -> None:
        start, self._start = self._start, None
        names = tuple(seat.name for seat in start.setup.seats) if start is not None else ()
        pairs = start is not None and GAMES[start.game].pairs and len(names) == 2
        returned = pairs and names == self._newest[::-1]
        self._newest = names if pairs and not returned else ()
        self.played += not returned
        if start is not None:
            self._results(start, over)

    def error(self, error: Error) -> None:
        if self._start is None and error.code not in PASSING:
            raise RemoteError(error.code, error.sentence)
        if error.code in (MISSED, "replaced"):
            self._start = None
            raise RemoteError(error.code, error.sentence)
        self._tell(f"The server says: {error.sentence}")


def play(
    request: JoinRequest,
    make: Make,
    *,
    tell: Callable[[str], None],
    results: Callable[[Start, Over], None] = lambda start, over: None,
    patience_s: float = 300.0,
    wait_s: float = 0.0,
) -> int:
    """Play what was requested to its end; returns the number of matches, a pair as one. A lost connection is made anew,
    for at most `patience_s` at a time; a server that does not run yet is waited for `wait_s`. Raises RemoteError, and
    CrashError if the bot fails."""
    heard = TellingListener(tell, results)
    host = SeatClient(make, heard)
    pause_s, lost_at, began = PAUSE_S, 0.0, time.monotonic()
    try:
        while True:
            played = heard.played
            try:
                if _visit(request, host, heard):
                    return heard.played
            except OSError as error:
                if not heard.welcomed and time.monotonic() - began >= wait_s:
                    raise RemoteError("no_server", f"{request.server} cannot be reached: {_why(error)}") from None
            if heard.played > played or not lost_at:
                pause_s, lost_at = PAUSE_S, time.monotonic()
            if time.monotonic() - lost_at > patience_s:
                raise RemoteError("no_server", f"{request.server} cannot be reached any more")
            if heard.welcomed:
                tell(f"The connection is lost; trying again in {pause_s:.1f} s.")
            time.sleep(pause_s * (500 + secrets.randbelow(500)) / 1000)
            pause_s = min(2 * pause_s, PAUSE_MAX_S)
    finally:
        host.close()


def _visit(request: JoinRequest, host: SeatClient, heard: TellingListener) -> bool:
    """Use one connection; returns whether everything requested has been played when it ends. Raises OSError and
    RemoteError."""
    asked = request
    if host.match:
        asked = replace(request, game="", table="", match=host.match)
    elif request.matches:
        asked = replace(request, matches=max(1, request.matches - heard.played))
    with contextlib.closing(connect(request.server)) as link:
        link.write(encode(asked.hello()))
        try:
            host.serve(link)
        except RemoteError as error:
            if error.code != MISSED or not host.match:
                raise
            host.close()  # the match ended without us
            heard.played += 1
    if host.match or not heard.welcomed:
        return False
    ended = asked is not request and not asked.game  # this connection was only for a match that we came back to
    return bool(request.matches) and (not ended or heard.played >= request.matches)


def _why(error: OSError) -> str:
    return error.strerror or str(error) or type(error).__name__


# Links


def connect(server: str) -> "LineLink | FrameLink":
    """`http://host:8000` and `ws://host:8000/ws` speak by WebSocket, `tcp://host:6002` by JSON lines. Raises OSError,
    or RemoteError for what is no address."""
    parts = urlsplit(server if "://" in server else f"http://{server}")
    try:
        port = parts.port
    except ValueError:
        raise RemoteError("bad_address", f"{server} has no port that can be used") from None
    if not parts.hostname or parts.scheme not in ("http", "https", "ws", "wss", "tcp"):
        raise RemoteError("bad_address", f"{server} is no address of a server; http://localhost:8000 would be one")
    if parts.scheme == "tcp":
        return LineLink(parts.hostname, port or 6002)
    secure = parts.scheme in ("https", "wss")
    path = parts.path if parts.scheme in ("ws", "wss") and parts.path.strip("/") else parts.path.rstrip("/") + "/ws"
    return FrameLink(f"{'wss' if secure else 'ws'}://{parts.netloc}{path}")


class LineLink:
    """JSON lines over TCP."""

    def __init__(self, host: str, port: int) -> None:
        self._socket = socket.create_connection((host, port), PATIENCE_S)
        self._socket.settimeout(None)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        self._lines = self._socket.makefile("rb")

    def read(self) -> bytes | None:
        return self._lines.readline(MESSAGE_MAX) or None

    def write(self, message: bytes) -> None:
        self._socket.sendall(message + b"\n")

    def close(self) -> None:
        self._lines.close()
        self._socket.close()


class FrameLink:
    """A WebSocket."""

    def __init__(self, url: str) -> None:
        from websockets.exceptions import InvalidHandshake, InvalidURI
        from websockets.sync.client import connect as open_socket

        self._closing = contextlib.ExitStack()
        opened = open_socket(url, open_timeout=PATIENCE_S, max_size=MESSAGE_MAX, compression=None)
        try:
            self._socket = self._closing.enter_context(opened)
        except (InvalidHandshake, InvalidURI) as error:
            raise OSError(f"it answers, but not as Roundhouse does ({error})") from None

    def read(self) -> bytes | None:
        from websockets.exceptions import ConnectionClosedError, ConnectionClosedOK

        try:
            message = self._socket.recv()
        except ConnectionClosedOK:
            return None
        except ConnectionClosedError as error:
            raise ConnectionResetError(str(error)) from None
        return message.encode() if isinstance(message, str) else message

    def write(self, message: bytes) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            self._socket.send(message.decode())
        except ConnectionClosed as error:
            raise ConnectionResetError(str(error)) from None

    def close(self) -> None:
        self._closing.close()
