"""The line protocol on TCP: one `Connection` per client, and the server that listens for both editions."""

import asyncio
import logging
import random
import socket
from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence
from functools import partial
from typing import Any, cast

from ....core.entries import Entry
from ....server.accounts import Account, LineLogin
from ....server.connections.connection_limit import in_the_way
from ....server.listen import bound
from ....server.player_names import usable_name
from ....server.rate_limits import Patience, Tries, address_key
from ....server.settings import ServerSettings
from ....server.timers import Randomness, Timers
from ....store.matches import Begun, Stored
from .. import GAME
from ..rules.tables import NOP
from . import line_messages
from .line_log import LineLog
from .line_match import LineBatch, LineMatch, PlayedMatch
from .line_queue import LineQueue

log = logging.getLogger("roundhouse.lines")

EDITIONS = ("standard", "classic")
LINGER_S = 1.0  # so long what a client still sends is thrown away, so that it gets to read our last lines
FLOOD_PAUSE_S = 0.005  # so long a client that sends more than `lines_per_tick` waits
PASS_ROW = (NOP, 0, 0, 0, 0, 0)
FREE_TRIES, NAME_WAIT_S = 5, 60.0  # wrong passwords of one name, and the longest wait for the next try
FREE_TRIES_FROM, ADDRESS_WAIT_S = 15, 600.0  # the same from one address

# Where a connection stands. Who is leaving has lost its match and is told how it ended before the goodbye.
NEW, LOGGING_IN, WAITING, PLAYING, OVER, LEAVING, CLOSED = range(7)


def nowhere(data: object) -> None:
    """Takes what is written to a client that is gone."""


class Connection(asyncio.Protocol):
    """One client, from the welcome to the end of the connection."""

    __slots__ = (
        "_bring", "_line_match", "_line_queue", "_paused", "_phase", "_reader", "_ready", "_seat", "_server", "_timer",
        "_transport", "account", "address", "gone", "since", "write", "writelines",
    )  # fmt: skip

    account: Account
    waits = True

    def __init__(self, server: "LineServer", line_queue: LineQueue) -> None:
        self._server = server
        self._line_queue = line_queue
        self._bring = server.batch.add_command
        self._reader = line_messages.LineReader(server.settings.line_max)
        self._phase = NEW
        self._line_match: PlayedMatch | None = None  # only while the fast path may be taken or commands count
        self._seat = 0
        self._timer: Any = None
        self._transport: asyncio.Transport
        self._paused = False
        self._ready = True  # nothing that has arrived waits to be read
        self.gone = False
        self.address = "local"
        self.since = server.timers.time()
        self.write: Callable[[bytes], Any] = nowhere
        self.writelines: Callable[[Iterable[bytes]], Any] = nowhere

    # From the transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        sock = transport.get_extra_info("socket")
        if sock is not None and sock.family != getattr(socket, "AF_UNIX", None):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # GOO-070
        self._transport.set_write_buffer_limits(high=self._server.settings.unread_max)
        self.write = self._transport.write
        self.writelines = self._transport.writelines
        settings = self._server.settings
        peer = transport.get_extra_info("peername")
        self.address = address_key(peer[0]) if peer else "local"
        self._server.connections.add(self)
        if not self._server.admit(self):
            self.close(line_messages.SERVER_FULL)
            return
        self.write(line_messages.WELCOME)
        if settings.login_timeout_s:
            self._timer = self._server.timers.call_later(settings.login_timeout_s, self._no_login)

    def data_received(self, data: bytes) -> None:
        if data == b"nop\n" and self._ready and self._line_match is not None:
            self._bring(self._line_match, self._seat, PASS_ROW)  # what most clients send most of the time
        elif self._phase < LEAVING:
            self._reader.feed(data)
            self._ready = False
            if not self._paused:
                self._work()

    def eof_received(self) -> bool:
        return False

    def pause_writing(self) -> None:
        """So much is unread that the client is not reading: nobody waits for it."""
        log.info("a client that does not read is dropped (%s)", self._name)
        self._transport.abort()
        self._lose()

    def connection_lost(self, error: Exception | None) -> None:
        self._server.connections.discard(self)
        self._lose()

    # Lines

    def _work(self) -> None:
        """Take the lines that have arrived, a few at a time, so that no client can keep the others waiting."""
        for _ in range(self._server.settings.lines_per_tick):
            line = self._reader.line()
            if line is None:
                break
            self._line(line)
            if self._paused or self._phase >= LEAVING:
                return
        else:
            if not self._reader.empty:
                self._pause()
                self._server.timers.call_later(FLOOD_PAUSE_S, self._resume)
                return
        if self._reader.overlong:
            self.lose(line_messages.LINE_TOO_LONG)  # GOO-085
            return
        self._ready = self._reader.empty

    def _line(self, line: bytes) -> None:
        command = line_messages.parse(line)
        if command is None:
            return
        if isinstance(command, line_messages.Order | line_messages.NotNumbers):
            self._order(command)
        elif isinstance(command, line_messages.Useless):
            self._answer(command.answer)
        elif isinstance(command, line_messages.Login):
            self._login(command)
        elif isinstance(command, line_messages.Quit):
            self.close()
        else:
            self.lose(command.answer)

    def _order(self, command: line_messages.Order | line_messages.NotNumbers) -> None:
        """GOO-078, GOO-083, GOO-091"""
        if self._phase == NEW:
            self.write(line_messages.LOGIN_FIRST)
        elif self._phase == WAITING:
            self.write(line_messages.NOT_IN_A_GAME)
        elif self._phase == OVER or self._line_match is None:
            self._answer(line_messages.GAME_IS_OVER)
        elif isinstance(command, line_messages.NotNumbers):
            self._answer(line_messages.NUMBERS_EXPECTED)
        else:
            self._bring(self._line_match, self._seat, command.row)

    # Login

    def _login(self, command: line_messages.Login) -> None:
        if self._phase == OVER:
            self._answer(line_messages.GAME_IS_OVER)
        elif self._phase != NEW:
            self.lose(line_messages.ALREADY_LOGGED_IN)  # GOO-077
        elif not usable_name(command.name, self._server.settings.name_max):
            self.close(line_messages.INVALID_LOGIN)  # GOO-076
        else:
            self._phase = LOGGING_IN
            self._stop_timer()
            self._pause()  # the lines after a login are read when it is decided
            self._server.run(self._decide_login(command))

    async def _decide_login(self, command: line_messages.Login) -> None:
        account = await self._server.login(self, command, self._line_queue.edition)
        if self._phase == CLOSED:
            return
        if isinstance(account, float):
            self.close(line_messages.too_many_line(account))
        elif account is None:
            self.close(line_messages.INVALID_LOGIN)
        elif (self._line_queue.edition, account.name) in self._server.online:
            self.close(line_messages.LOGGED_IN_ELSEWHERE)  # GOO-077
        else:
            self.account = account
            self._server.online[self._line_queue.edition, account.name] = self
            self._phase = WAITING
            self.write(line_messages.score_line(account.rating))
            self._line_queue.enter(self)
            self._resume()

    def _no_login(self) -> None:
        self._timer = None
        self.close(line_messages.LOGIN_TIMEOUT)

    # Matches

    def seated(self, line_match: PlayedMatch, seat: int) -> None:
        self._phase = PLAYING
        self._line_match = line_match
        self._seat = seat

    def match_over(self) -> None:
        """The player may log in anew at once; this connection ends a little later. GOO-092, GOO-093"""
        self._server.release(self)
        self._line_match = None
        if self._phase == LEAVING:
            self.close()
        elif self._phase == PLAYING:
            self._phase = OVER
            self._timer = self._server.timers.call_later(self._server.settings.close_delay_s, self.close)

    # The end

    def lose(self, line: bytes) -> None:
        """Say what was wrong. In a match the connection counts as lost, and is closed once the end was told. GOO-081"""
        if self._phase != PLAYING or self._server.stopping:
            self.close(line)
            return
        self._answer(line)
        line_match = self._line_match
        if line_match is None:  # what had arrived before has ended the match
            self.close()
            return
        self._phase = LEAVING
        self._ready = False  # nothing is read any more
        line_match.resign(self._seat)

    def close(self, *lines: bytes) -> None:
        """Say why, say goodbye, and close. In a match this is a lost connection. GOO-092"""
        if self._phase == CLOSED:
            return
        self._answer(b"".join(lines) + line_messages.CLOSING)
        transport = self._transport
        self._lose()
        if transport.can_write_eof() and not transport.is_closing():
            if self._paused:
                transport.resume_reading()
            transport.write_eof()
            self._server.timers.call_later(LINGER_S, transport.abort)
        else:
            transport.close()

    def _lose(self) -> None:
        """Whatever the reason: from here on this client is no part of anything."""
        if self._phase == CLOSED:
            return
        phase, self._phase = self._phase, CLOSED
        self.gone = True
        self._server.present.pop(self, None)
        self.write = self.writelines = nowhere
        self._stop_timer()
        line_match, self._line_match = self._line_match, None
        self._server.release(self)
        if phase == WAITING:
            self._line_queue.leave(self)
        elif phase in (PLAYING, LEAVING) and line_match is not None and not self._server.stopping:
            line_match.lost(self._seat)

    # Small things

    def _answer(self, line: bytes) -> None:
        self._server.batch.flush()  # answers come in the order of the lines
        self.write(line)

    def _pause(self) -> None:
        self._paused = True
        self._transport.pause_reading()

    def _resume(self) -> None:
        if self._phase != CLOSED:
            self._paused = False
            self._transport.resume_reading()
            self._work()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def edition(self) -> str:
        return self._line_queue.edition

    @property
    def unknown(self) -> bool:
        return self._phase == NEW

    silent = unknown

    @property
    def _name(self) -> str:
        return self.account.name if hasattr(self, "account") else "not logged in"


class LineServer:
    """Listens for both editions and holds what all connections share."""

    def __init__(
        self,
        settings: ServerSettings,
        *,
        accounts: LineLogin,
        line_log: LineLog,
        draws: Randomness | None = None,
        timers: Timers | None = None,
    ) -> None:
        self.settings = settings
        self.accounts = accounts
        self._line_log = line_log
        self._loop = asyncio.get_running_loop()
        self.timers: Timers = timers or self._loop
        self.batch = LineBatch(self.timers)
        self.connections: set[Connection] = set()  # also those that are closed and linger
        self.present: dict[Connection, None] = {}  # in the order they came
        self.online: dict[tuple[str, str], Connection] = {}  # by edition and name
        self._by_name = Patience(free=FREE_TRIES, longest_s=NAME_WAIT_S, clock=self.timers.time)
        self._by_address = Tries(
            Patience(free=FREE_TRIES_FROM, longest_s=ADDRESS_WAIT_S, clock=self.timers.time)
        )  # fmt: skip
        self.stopping = False
        self.ports: dict[str, int] = {}
        self.failed: asyncio.Future[None] = self._loop.create_future()  # done when the store cannot be written
        self._tasks: set[asyncio.Task[None]] = set()
        self._servers: list[asyncio.Server] = []
        self._pairing: Any = None
        drawn = draws or random.Random()
        self.line_queues = {
            edition: LineQueue(
                edition,
                settings,
                line_log=line_log,
                timers=self.timers,
                batch=self.batch,
                draws=drawn,
                address=lambda number: f"{settings.address}/spacegoo/game/{number}",
            )
            for edition in EDITIONS
        }

    def admit(self, connection: Connection) -> bool:
        """Whether there is room for one more; somebody who says nothing may have to make it."""
        if len(self.present) >= self.settings.connections_max:
            other = in_the_way(self.present, connection.address, self.timers.time())
            if other is None:
                return False
            other.close(line_messages.SERVER_FULL)
        self.present[connection] = None
        return True

    async def login(self, connection: Connection, command: line_messages.Login, edition: str) -> Account | float | None:
        """The account, None for an invalid login, or for how many seconds there were too many of them. GOO-076"""
        name, address = command.name.casefold(), connection.address
        if wait := await self._by_address.begin(address):
            return wait
        account, failed = None, None
        try:
            if connection.gone:
                return None
            if wait := self._by_name.wait_s(name):
                return wait
            # Counted before it is known, so that many tries at once do not all come through.
            self._by_name.failed(name)
            account = await self.accounts.login(command.name, command.secret, GAME.key, edition)
            failed = account is None
            if not failed:
                self._by_name.succeeded(name)
            return account
        finally:
            self._by_address.end(address, failed=failed)

    def send_away(self, player_ids: Collection[int], code: str) -> None:
        """Close the connections of players who may not be here any more; a match is lost then."""
        line = line_messages.ACCOUNT_BLOCKED if code == "blocked" else line_messages.ACCOUNT_CHANGED
        for connection in list(self.online.values()):
            if connection.account.player_id in player_ids:
                connection.lose(line)

    async def listen(self) -> None:
        """Open the ports of both editions; those that were given as 0 are found in `ports` then."""
        host, ports = self.settings.host, {"standard": "tcp_port", "classic": "classic_port"}
        sockets = {}
        try:
            for edition, flag in ports.items():
                sockets[edition] = bound(host, getattr(self.settings, flag), flag=flag)
        except OSError:
            for sock in sockets.values():
                sock.close()
            raise
        for edition, sock in sockets.items():
            made = partial(Connection, self, self.line_queues[edition])
            server = await self._loop.create_server(made, sock=sock, backlog=1024)
            self._servers.append(server)
            self.ports[edition] = sock.getsockname()[1]
        self._pair()

    def restore(self, stored: Stored, entries: Sequence[Entry]) -> None:
        """Take up a match that was running when the server stopped."""
        line_queue = self.line_queues[stored.edition]
        try:
            line_queue.park(Begun(stored.id, stored.number, stored.key), stored.setup, stored.player_ids, entries)
        except Exception:  # whatever is in the database, the server starts
            log.exception("match %d cannot go on and is closed", stored.number)
            self._line_log.abandon(stored.id, "it could not be taken up again")

    def release(self, connection: Connection) -> None:
        """A name is free again, if this connection is the one that holds it. GOO-093"""
        if connection._phase != NEW and hasattr(connection, "account"):
            key = connection.edition, connection.account.name
            if self.online.get(key) is connection:
                del self.online[key]

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def line_match(self, number: int) -> LineMatch | None:
        for line_queue in self.line_queues.values():
            if number in line_queue.line_matches:
                return line_queue.line_matches[number]
        return None

    async def stop(self) -> None:
        """Close all connections. Running matches stay as they are, to go on at the next start."""
        self.stopping = True
        if self._pairing is not None:
            self._pairing.cancel()
        for server in self._servers:
            server.close()
        for line_queue in self.line_queues.values():
            for line_match in line_queue.line_matches.values():
                line_match.stop()
        for task in list(self._tasks):
            task.cancel()
        for connection in list(self.connections):
            connection.close(line_messages.SERVER_STOPS)
        for _ in range(20):  # at most a moment for the last lines to leave
            if not self.connections:
                break
            await asyncio.sleep(0.01)
        for connection in list(self.connections):
            connection._transport.abort()

    def _pair(self) -> None:
        for line_queue in self.line_queues.values():
            line_queue.pair()
        self._pairing = self.timers.call_later(self.settings.match_interval_s, self._pair)
