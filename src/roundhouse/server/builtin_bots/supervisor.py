"""Runs the built-in bots in a process of their own, and restarts it when it dies. To a match they are seats like all
others."""

import asyncio
import contextlib
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Literal, Protocol

import msgspec

from ...core.game import Game
from ...protocol.messages import Act, Error, Forecast, Verdicts
from ..tasks import Tasks
from .frames import ACTED, DROP, FAILED, MAKE, STARTED, TELL, BotFrames, frame

log = logging.getLogger("roundhouse.bots")

CHILD = (sys.executable, "-m", "roundhouse.server.builtin_bots.bot_process")
MOST_MS = 1000  # the most a bot thinks about a turn
DEMO_MOST_MS = 120  # the same in matches of bots only
DEATHS_MAX = 3  # of the process during the same turn before the bot gives up
PAUSE_S, PAUSE_MAX_S = 0.05, 5.0  # before the process is started again; longer each time
PATIENCE_S = 5.0  # for a process to end
STUCK_S = 30.0  # a process whose bot has not answered by then is restarted
LOOK_S = 5.0

TOLD = (b'{"type":"start"', b'{"type":"turn"')

decode_act = msgspec.json.Decoder(Act).decode


class PlayedMatch(Protocol):
    """What a bot's seat needs of its match."""

    game: Game
    key: str

    def join(self, seat: int, subscriber: "BotSeat", /, *, present: bool) -> None: ...

    def arrived(self, seat: int, /) -> None: ...

    def absent(self, seat: int, grace_ms: int, /) -> None: ...

    def act(self, seat: int, message: Act, answer: Callable[[Verdicts | Forecast | Error], None], /) -> None: ...

    def fail(self, seat: int, why: str, /) -> None: ...


class BotSeat:
    """A built-in bot at a seat of a match."""

    def __init__(
        self,
        supervisor: "BotSupervisor",
        number: int,
        live: PlayedMatch,
        seat: int,
        name: str,
        *,
        grace_ms: int,
        most_ms: int,
        draws: int | None,
    ) -> None:
        self.number = number
        self.live = live
        self.seat = seat
        self.name = name
        self.grace_ms = grace_ms
        self.most_ms = most_ms
        self.draws = draws
        self.asked: float | None = None  # since when it is thinking
        self.deaths = 0  # of the process while it was thinking about the same turn
        self._supervisor = supervisor

    def send(self, message: bytes) -> None:
        if message.startswith(TOLD):
            self.asked = self._supervisor.time() if message.startswith(TOLD[1]) else None
            self._supervisor.send(frame(self.number, TELL, message))

    def dismissed(self, reason: Literal["over", "replaced", "moved"]) -> None:
        self._supervisor.leave(self)

    # From the process

    def started(self) -> None:
        self.live.arrived(self.seat)

    def acted(self, content: bytes) -> None:
        self.asked = None
        self.deaths = 0
        self.live.act(self.seat, decode_act(content), self._answered)

    def failed(self, why: str) -> None:
        self._supervisor.leave(self)
        self.live.fail(self.seat, why)

    def _answered(self, answer: Verdicts | Forecast | Error) -> None:
        if isinstance(answer, Error) and answer.code not in ("stale", "over"):
            log.warning("%s in match %s: %s", self.name, self.live.key, answer.sentence)


class BotSupervisor:
    """Starts the process of the bots, and has them play the seats that are theirs."""

    def __init__(self, *, command: tuple[str, ...] = CHILD, stuck_s: float = STUCK_S) -> None:
        self.time = time.monotonic
        self._stuck_s = stuck_s
        self._looker: asyncio.TimerHandle | None = None
        self._command = command
        self._seats: dict[int, BotSeat] = {}
        self._count = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._transport: asyncio.Transport | None = None
        self._pause_s = PAUSE_S
        self._stopping = False
        self._tasks = Tasks()

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    @property
    def bots(self) -> int:
        return len(self._seats)

    async def start(self) -> None:
        await self._open()
        self._look()

    async def stop(self) -> None:
        self._stopping = True
        if self._looker is not None:
            self._looker.cancel()
        await self._tasks.cancel()
        if self._transport is not None:
            self._transport.abort()
        if self._process is not None:
            await asyncio.get_running_loop().run_in_executor(None, end, self._process)

    # Bots at seats

    def seat(
        self,
        live: PlayedMatch,
        seat: int,
        name: str,
        *,
        grace_ms: int,
        most_ms: int = MOST_MS,
        draws: int | None = None,
    ) -> None:
        """Let a bot play a seat to the end of the match, thinking at most `most_ms` about a turn. If its process dies,
        clocks wait at most for `grace_ms`. Its draws follow from `draws` if given, so that it draws the same after a
        restart."""
        self._count += 1
        bot = BotSeat(self, self._count, live, seat, name, grace_ms=grace_ms, most_ms=most_ms, draws=draws)
        self._seats[bot.number] = bot
        if self._transport is not None:
            self._introduce(bot)

    def leave(self, bot: BotSeat) -> None:
        if self._seats.pop(bot.number, None) is not None:
            self.send(frame(bot.number, DROP))

    def send(self, data: bytes) -> None:
        """Send a frame to the process. Without one it is dropped, because a new process is sent everything again."""
        if self._transport is not None:
            self._transport.write(data)

    def _introduce(self, bot: BotSeat) -> None:
        """Send a new process what a bot needs: it rebuilds its knowledge from the first view."""
        made = [bot.live.game.key, bot.name, bot.most_ms, bot.draws]
        self.send(frame(bot.number, MAKE, msgspec.json.encode(made)))
        bot.live.join(bot.seat, bot, present=False)

    # The process

    async def _open(self) -> None:
        loop = asyncio.get_running_loop()
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        try:
            self._process = await loop.run_in_executor(None, self._spawn, theirs)
        finally:
            theirs.close()
        transport, _ = await loop.create_unix_connection(lambda: BotProcessLink(self), sock=ours)
        self._transport = transport
        for bot in list(self._seats.values()):
            self._introduce(bot)

    def _spawn(self, link: socket.socket) -> "subprocess.Popen[bytes]":
        # A session of its own: Ctrl-C in a terminal is for the server, which then ends its bots.
        return subprocess.Popen(self._command, stdin=link.fileno(), start_new_session=True)

    def received(self, number: int, kind: int, content: bytes) -> None:
        bot = self._seats.get(number)
        if bot is None:
            return  # its match is over
        if kind == STARTED:
            self._pause_s = PAUSE_S
            bot.started()
        elif kind == ACTED:
            bot.acted(content)
        elif kind == FAILED:
            bot.failed(content.decode("utf-8", "replace"))

    def _look(self) -> None:
        """Kill a process that hangs, since nothing else reports that."""
        latest = self.time() - self._stuck_s
        stuck = [bot for bot in self._seats.values() if bot.asked is not None and bot.asked < latest]
        if stuck and self._transport is not None and self._process is not None:
            log.error("%s has not answered for %d seconds; its process is ended", stuck[0].name, self._stuck_s)
            self._process.kill()
        self._looker = asyncio.get_running_loop().call_later(min(LOOK_S, self._stuck_s / 2), self._look)

    def lost(self) -> None:
        """The process is gone. A new one gets its bots; meanwhile their clocks stand still."""
        self._transport = None
        if self._stopping:
            return
        log.error("the process of the built-in bots has died; it is started again (%d bots)", len(self._seats))
        for bot in list(self._seats.values()):
            bot.deaths += bot.asked is not None
            if bot.deaths >= DEATHS_MAX:
                bot.failed("its process dies whenever it thinks about this turn")
            else:
                bot.live.absent(bot.seat, bot.grace_ms)
        self._tasks.run(self._open_again())

    async def _open_again(self) -> None:
        old = self._process
        if old is not None:
            await asyncio.get_running_loop().run_in_executor(None, end, old)
        while not self._stopping:
            await asyncio.sleep(self._pause_s)
            self._pause_s = min(self._pause_s * 2, PAUSE_MAX_S)
            try:
                await self._open()
                return
            except OSError:
                log.exception("the process of the built-in bots cannot be started; trying again")


class BotProcessLink(asyncio.Protocol):
    """The server's end of the socket."""

    def __init__(self, supervisor: BotSupervisor) -> None:
        self._supervisor = supervisor
        self._frames = BotFrames()

    def data_received(self, data: bytes) -> None:
        for found in self._frames.feed(data):
            self._supervisor.received(*found)

    def connection_lost(self, error: Exception | None) -> None:
        self._supervisor.lost()


def end(process: "subprocess.Popen[bytes]") -> None:
    """End a process and all it has started, and wait for it."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE_S)
