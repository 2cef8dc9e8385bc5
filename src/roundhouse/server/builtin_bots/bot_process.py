"""The process in which the built-in bots think: a few threads, each bot one turn at a time, shorter when many wait."""

import contextlib
import os
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from inspect import signature
from queue import SimpleQueue
from typing import Any

import msgspec

from ...core.game import Game
from ...core.registry import GAMES
from ...match.clock import Budget
from ...protocol.messages import Act, Start, Turn, encode
from ...sdk.bot import Bot
from ...sdk.players.player import BotPlayer, CrashError
from ...sdk.seat_client import ending
from .frames import ACTED, DROP, FAILED, MAKE, STARTED, TELL, BotFrames, frame

THREADS = 4
NICE = 5  # the server itself comes first
SHARE = 0.3  # of its window that a bot may use; the bots themselves keep to it
UNTIMED_MS = 200  # a turn without a window

decode = msgspec.json.Decoder(Start | Turn).decode


class Resident:
    """A bot in the house. Its messages are dealt with one after the other."""

    def __init__(self, number: int, game: Game, make: Callable[[], Bot], most_ms: int) -> None:
        self.number = number
        self.game = game
        self.most_ms = most_ms
        self.player = BotPlayer(make)
        self.inbox: deque[tuple[bytes, float]] = deque()
        self.busy = False


class BotProcess:
    def __init__(self, send: Callable[[bytes], None], now: Callable[[], float] = time.monotonic) -> None:
        self._send = send
        self._now = now
        self._residents: dict[int, Resident] = {}
        self._lock = threading.Lock()
        self._starting = threading.Lock()  # the first search bot loads a library, once
        self._due: SimpleQueue[Resident] = SimpleQueue()
        self._asked = 0  # turns that wait or are thought about

    def open(self, threads: int) -> None:
        self.threads = threads
        for number in range(threads):
            threading.Thread(target=self._work, name=f"bots-{number}", daemon=True).start()

    def take(self, bot: int, kind: int, content: bytes) -> None:
        """A frame from the server."""
        with self._lock:
            if kind == MAKE:
                game, name, most_ms, draws = msgspec.json.decode(content)
                self._residents[bot] = Resident(bot, GAMES[game], maker(game, name, draws), most_ms)
            elif kind == DROP:
                self._residents.pop(bot, None)
            elif kind == TELL and bot in self._residents:
                resident = self._residents[bot]
                resident.inbox.append((content, self._now()))
                self._asked += 1
                if not resident.busy:
                    resident.busy = True
                    self._due.put(resident)

    def _work(self) -> None:
        while True:
            resident = self._due.get()
            with self._lock:
                content, since = resident.inbox.popleft()
                load = self._asked
            answer = self._answer(resident, content, since, load)
            with self._lock:
                self._asked -= 1
                known = self._residents.get(resident.number) is resident
                if resident.inbox:
                    self._due.put(resident)
                else:
                    resident.busy = False
            if answer and known:
                self._send(answer)

    def _answer(self, resident: Resident, content: bytes, since: float, load: int) -> bytes:
        try:
            message = decode(content)
            if isinstance(message, Start):
                with self._starting:
                    resident.player.start(message)
                return frame(resident.number, STARTED)
            waited_ms = (self._now() - since) * 1000
            window_ms = granted(message.clock.window_ms, resident.most_ms, waited_ms, self.threads / max(1, load))
            told = msgspec.structs.replace(message, clock=Budget(message.clock.last_cost_ms, window_ms))
            actions = ending(resident.game, resident.player.ask(told, None))
            act = Act([msgspec.Raw(encode(action)) for action in actions], message.step)
            return frame(resident.number, ACTED, encode(act))
        except CrashError as error:
            return frame(resident.number, FAILED, str(error).encode())
        except Exception as error:  # an answer that is no action, or a message we cannot read
            return frame(resident.number, FAILED, f"{type(error).__name__}: {error}".encode())


def granted(window_ms: int | None, most_ms: int, waited_ms: float, share: float) -> int:
    """The window a bot is told of, so that its share of it keeps the whole answer in time when many are asked."""
    budget_ms = min(most_ms, UNTIMED_MS if window_ms is None else window_ms * SHARE)
    return int(max(0.0, budget_ms - waited_ms) * min(1.0, share) / SHARE)


def maker(game: str, name: str, draws: int | None = None) -> Callable[[], Bot]:
    """Makes live bots: without a seed, so that they think by time. Those that care are told what to draw by."""

    def make() -> Bot:
        found: type[Bot] = GAMES[game].bot_class(name)
        return found(draws=draws) if "draws" in signature(found).parameters else found()  # type: ignore[call-arg]

    return make


def main() -> None:
    """Serve the socket that stands in for standard input until its other end is closed."""
    sys.stdout = sys.stderr
    with contextlib.suppress(OSError):
        os.nice(NICE)
    link = socket.socket(fileno=os.dup(0))
    link.setblocking(True)
    sending = threading.Lock()

    def send(data: bytes) -> None:
        with sending, contextlib.suppress(OSError):  # the end is noticed by whoever reads
            link.sendall(data)

    process = BotProcess(send)
    process.open(THREADS)
    frames = BotFrames()
    with contextlib.suppress(OSError):
        while data := link.recv(1 << 16):
            for found in frames.feed(data):
                process.take(*found)
    end()


def end() -> Any:
    """At once: threads may be deep in thought."""
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
