"""The built-in bots, in a process of their own that is started again should it die. To a match they are seats like all
others: they are sent its messages and answer with theirs."""

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
from typing import Any, Literal, Protocol

import msgspec

from ...core import compiled
from ...core.game import Game
from ...core.warm import is_warm
from ...games import GAMES
from ...protocol.messages import Act, Error, Forecast, Verdicts
from .frames import ACTED, DROP, FAILED, MAKE, STARTED, TELL, Frames, frame
from ..tasks import cancel_all

log = logging.getLogger("roundhouse.bots")

CHILD = (sys.executable, "-m", "roundhouse.server.builtin_bots.bot_process")
WARM = "import os, sys; os.nice(15); from roundhouse.cli.warm import run_warm; sys.exit(run_warm(True, False))"
MOST_MS = 1000  # a bot thinks about a turn
DEMO_MOST_MS = 120  # the same where nobody plays but bots, and the heat would be for nothing
DEATHS_MAX = 3  # of the process over the same turn
PAUSE_S, PAUSE_MAX_S = 0.05, 5.0  # before the process is started again; longer each time
PATIENCE_S = 5.0  # for a process to end
STUCK_S = 30.0  # a bot that has not answered by then never will
LOOK_S = 5.0

TOLD = (b'{"type":"start"', b'{"type":"turn"')

decode_act = msgspec.json.Decoder(Act).decode


class Played(Protocol):
    """A match as the house of its bots sees it."""

    game: Game
    key: str

    def join(self, seat: int, audience: "BotSeat", /, *, present: bool) -> None: ...

    def arrived(self, seat: int, /) -> None: ...

    def absent(self, seat: int, grace_ms: int, /) -> None: ...

    def act(self, seat: int, message: Act, answer: Callable[[Verdicts | Forecast | Error], None], /) -> None: ...

    def fail(self, seat: int, why: str, /) -> None: ...


class BotSeat:
    """A built-in bot at a seat of a match."""

    def __init__(
        self,
        house: "BotHouse",
        number: int,
        playing: Played,
        seat: int,
        name: str,
        *,
        grace_ms: int,
        most_ms: int,
        draws: int | None,
    ) -> None:
        self.number = number
        self.playing = playing
        self.seat = seat
        self.name = name
        self.grace_ms = grace_ms
        self.most_ms = most_ms
        self.draws = draws
        self.asked: float | None = None  # since when it is thinking
        self.deaths = 0  # of the process while it was thinking about the same turn
        self._house = house

    def send(self, message: bytes) -> None:
        if message.startswith(TOLD):
            self.asked = self._house.time() if message.startswith(TOLD[1]) else None
            self._house.send(frame(self.number, TELL, message))

    def dismissed(self, reason: Literal["over", "replaced", "moved"]) -> None:
        self._house.leave(self)

    # What comes back

    def started(self) -> None:
        self.playing.arrived(self.seat)

    def acted(self, content: bytes) -> None:
        self.asked = None
        self.deaths = 0
        self.playing.act(self.seat, decode_act(content), self._answered)

    def failed(self, why: str) -> None:
        self._house.leave(self)
        self.playing.fail(self.seat, why)

    def _answered(self, answer: Verdicts | Forecast | Error) -> None:
        if isinstance(answer, Error) and answer.code not in ("stale", "over"):
            log.warning("%s in match %s: %s", self.name, self.playing.key, answer.sentence)


class BotHouse:
    """`warm` says whether the compiled rules are ready, which search bots look far with; they are made in yet another
    process, with low priority, unless `warming` is False."""

    def __init__(self, *, warming: bool = True, command: tuple[str, ...] = CHILD, stuck_s: float = STUCK_S) -> None:
        self.warm = False
        self.time = time.monotonic
        self._stuck_s = stuck_s
        self._looker: asyncio.TimerHandle | None = None
        self._warming = warming
        self._command = command
        self._seats: dict[int, BotSeat] = {}
        self._count = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._warmer: subprocess.Popen[bytes] | None = None
        self._transport: asyncio.Transport | None = None
        self._pause_s = PAUSE_S
        self._stopping = False
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    @property
    def bots(self) -> int:
        return len(self._seats)

    async def start(self) -> None:
        await self._open()
        self._look()
        if self._warming and compiled.available():
            self.warm = all(is_warm(key, learning=False) for key in GAMES)
            if not self.warm:
                self._run(self._warm_up())

    async def stop(self) -> None:
        self._stopping = True
        if self._looker is not None:
            self._looker.cancel()
        await cancel_all(self._tasks)
        if self._transport is not None:
            self._transport.abort()
        for process in (self._process, self._warmer):
            if process is not None:
                await asyncio.get_running_loop().run_in_executor(None, end, process)

    # Bots at seats

    def seat(
        self,
        playing: Played,
        seat: int,
        name: str,
        *,
        grace_ms: int,
        most_ms: int = MOST_MS,
        draws: int | None = None,
    ) -> None:
        """Have a bot play a seat to the end of the match, thinking at most so long about a turn. Should its process
        die, clocks wait for it no longer than the grace. What it draws follows from `draws`, if that is given: then it
        draws the same when the match is taken up again."""
        self._count += 1
        bot = BotSeat(self, self._count, playing, seat, name, grace_ms=grace_ms, most_ms=most_ms, draws=draws)
        self._seats[bot.number] = bot
        if self._transport is not None:
            self._introduce(bot)

    def leave(self, bot: BotSeat) -> None:
        if self._seats.pop(bot.number, None) is not None:
            self.send(frame(bot.number, DROP))

    def send(self, data: bytes) -> None:
        """What is said while there is no process is said again to the next one."""
        if self._transport is not None:
            self._transport.write(data)

    def _introduce(self, bot: BotSeat) -> None:
        """A bot comes, or comes back: it rebuilds what it knows from the first view."""
        made = [bot.playing.game.key, bot.name, bot.most_ms, bot.draws]
        self.send(frame(bot.number, MAKE, msgspec.json.encode(made)))
        bot.playing.join(bot.seat, bot, present=False)

    # The process

    async def _open(self) -> None:
        loop = asyncio.get_running_loop()
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        try:
            self._process = await loop.run_in_executor(None, self._spawn, theirs)
        finally:
            theirs.close()
        transport, _ = await loop.create_unix_connection(lambda: Link(self), sock=ours)
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
        """A process that hangs is as good as dead, only that nobody is told."""
        latest = self.time() - self._stuck_s
        stuck = [bot for bot in self._seats.values() if bot.asked is not None and bot.asked < latest]
        if stuck and self._transport is not None and self._process is not None:
            log.error("%s has not answered for %d seconds; its process is ended", stuck[0].name, self._stuck_s)
            self._process.kill()
        self._looker = asyncio.get_running_loop().call_later(min(LOOK_S, self._stuck_s / 2), self._look)

    def lost(self) -> None:
        """The process is gone. Its bots come back with the next one; meanwhile their clocks stand still."""
        self._transport = None
        if self._stopping:
            return
        log.error("the process of the built-in bots has died; it is started again (%d bots)", len(self._seats))
        for bot in list(self._seats.values()):
            bot.deaths += bot.asked is not None
            if bot.deaths >= DEATHS_MAX:
                bot.failed("its process dies whenever it thinks about this turn")
            else:
                bot.playing.absent(bot.seat, bot.grace_ms)
        self._run(self._open_again())

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

    async def _warm_up(self) -> None:
        """Compile the rules beside everything else."""
        command = [sys.executable, "-c", WARM]
        self._warmer = subprocess.Popen(  # noqa: ASYNC220
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True
        )
        status = await asyncio.get_running_loop().run_in_executor(None, self._warmer.wait)
        self.warm = status == 0
        if not self._stopping:
            log.info("the rules are compiled" if self.warm else "the rules could not be compiled; bots look less far")

    def _run(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class Link(asyncio.Protocol):
    """The server's end of the socket."""

    def __init__(self, house: BotHouse) -> None:
        self._house = house
        self._frames = Frames()

    def data_received(self, data: bytes) -> None:
        for found in self._frames.feed(data):
            self._house.received(*found)

    def connection_lost(self, error: Exception | None) -> None:
        self._house.lost()


def end(process: "subprocess.Popen[bytes]") -> None:
    """End a process and all it has started, and wait for it."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE_S)
