"""A Python bot in a separate process: it can be ended at any time and cannot harm other bots or the match.

Processes are kept for further matches of the same bot; its code is imported anew for each of them.
"""

import atexit
import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any

import msgspec

from ...core.game import Game
from ...core.registry import GAMES
from ...protocol.messages import Act, Over, Start, Turn, Verdicts, encode
from ..bot_loader import Entrant, LoadError
from ..debugger import DEBUG_MAX_MS
from .bot_host import BotReady, Failed, Make, Prepare
from .fork_server import ForkServer
from .message_player import Lines, MessagePlayer, tell_user
from .output_capture import PipeCapture
from .player import CrashError, LateError
from .subprocess_player import GOODBYE_S, ended_with, read_line, write_line

IMPORT_S = 60.0  # to import a bot; some load what they have learned
START_S = 60.0  # to start a match, where a bot may compile or read more
CALL_S = 10.0  # to handle verdicts, or the end of a match
SILENT_MAX = 3  # missed turns in a row after which a bot is ended
IDLE_MAX = 16  # processes that are kept for further matches
PRINTED_MAX = 1 << 20  # bytes printed in one turn that are shown to the user
NOUN = "its process"

answer_in = msgspec.json.Decoder(BotReady | Failed).decode
ANSWERS = (b'{"type":"ready"', b'{"type":"failed"')
ACT = b'{"type":"act"'


class BotCapture(PipeCapture):
    """Prints a bot's output where this process prints its own errors, as if the bot ran here."""

    def __init__(self, pipe: IO[bytes], label: str) -> None:
        self.label = label
        self.told = 0  # bytes of this turn
        super().__init__(pipe)

    def _tell(self, data: bytes) -> None:
        if self.told > PRINTED_MAX:
            return
        self.told += len(data)
        text = data.decode("utf-8", "replace")
        if self.told > PRINTED_MAX:
            text += f"\n[{self.label} prints more than {PRINTED_MAX >> 20} MB in one turn; the rest is left out.]\n"
        with contextlib.suppress(OSError, ValueError):  # the user has closed it
            sys.stderr.write(text)
            sys.stderr.flush()


@dataclass(frozen=True)
class Key:
    """What a process was made for; only such a bot can use it again."""

    bot: str
    game: str
    folder: str  # the working directory


class PooledProcess:
    """A copy of the fork server, and the pipes to it."""

    def __init__(self, key: Key) -> None:
        """Raises CrashError."""
        self.key = key
        self.fresh = False  # its code is imported, and no match has been played with it yet
        requests, ours_in = os.pipe()
        ours_out, answers = os.pipe()
        ours_errors, errors = os.pipe()
        try:
            self._server, self._pid = pool.fork(requests, answers, errors)
        except OSError as error:
            for fd in (ours_in, ours_out, ours_errors):
                os.close(fd)
            raise CrashError(f"no process can be started for it: {error}") from None
        finally:
            for fd in (requests, answers, errors):
                os.close(fd)
        self._requests = os.fdopen(ours_in, "wb", buffering=0)
        self._answers = os.fdopen(ours_out, "rb", buffering=0)
        os.set_blocking(ours_in, False)
        os.set_blocking(ours_out, False)
        self._lines = Lines(NOUN)
        self.ear = BotCapture(os.fdopen(ours_errors, "rb", buffering=0), key.bot)
        self._ended = False
        self._why = ""

    def write(self, message: bytes, seconds: float | None) -> None:
        """Raises LateError, CrashError."""
        if self._ended:
            raise CrashError(self._why)
        write_line(self._requests, message, seconds, self._ending)

    def read(self, deadline: float | None) -> bytes:
        """Raises LateError, CrashError."""
        if self._ended and not self._lines:
            raise CrashError(self._why)
        return read_line(self._answers, self._lines, deadline, self._ending)

    def prepare(self) -> str:
        """Import the bot anew; its label. Raises LoadError."""
        key = self.key
        try:
            self.write(encode(Prepare(key.bot, key.game, key.folder, list(sys.path), dict(os.environ))), IMPORT_S)
            answer: BotReady | Failed = answer_in(self.read(time.monotonic() + IMPORT_S))
        except (LateError, CrashError) as error:
            self.end()
            why = str(error) or f"it was not done after {IMPORT_S:g} seconds"
            raise LoadError("bad_bot", f"{key.bot} cannot be imported: {why}") from None
        self.ear.take()
        if isinstance(answer, Failed):
            self.end(GOODBYE_S)
            raise LoadError(answer.code, answer.sentence)
        self.fresh = True
        return answer.label

    def release(self) -> None:
        """Close its input; it may still write files while it ends."""
        with contextlib.suppress(OSError):
            self._requests.close()

    def end(self, seconds: float = 0.0) -> None:
        """End it, unless it ends by itself within so many seconds."""
        if self._ended:
            return
        self._ended = True
        self.release()
        status = self._server.end(self._pid, seconds)
        self._why = f"{NOUN} has ended" if status is None else ended_with(NOUN, status)
        self._answers.close()
        self.ear.close()

    def _ending(self) -> str:
        self.end(GOODBYE_S)
        return self._why


class ProcessPool:
    """Processes of bots that no match uses now, and the fork server that makes new ones."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[PooledProcess] = []
        self._server: ForkServer | None = None
        self._owner = 0

    def fork(self, requests: int, answers: int, errors: int) -> tuple[ForkServer, int]:
        """Make a process with these pipes. A fork server that a bot has ended is replaced. Raises OSError."""
        with self._lock:
            # if this process was forked, it needs its own server
            if self._server is not None and self._owner == os.getpid():
                try:
                    return self._server, self._server.fork(requests, answers, errors)
                except OSError:
                    self._server.close()
            self._server, self._owner = ForkServer(), os.getpid()
            return self._server, self._server.fork(requests, answers, errors)

    def take(self, key: Key) -> PooledProcess:
        """A process for this bot, preferably one that has just imported its code. Raises CrashError."""
        with self._lock:
            same = [process for process in self._idle if process.key == key]
            found = next((process for process in same if process.fresh), same[0] if same else None)
            if found is not None:
                self._idle.remove(found)
        return PooledProcess(key) if found is None else found

    def keep(self, process: PooledProcess) -> None:
        """Keep a process for the next match."""
        with self._lock:
            self._idle.append(process)
            old = self._idle.pop(0) if len(self._idle) > IDLE_MAX else None
        if old is not None:
            old.end(GOODBYE_S)

    def close(self) -> None:
        """End all processes; they may still write files while they end."""
        if self._server is None or self._owner != os.getpid():
            return
        for process in self._idle:
            process.release()
        for process in self._idle:
            process.end(GOODBYE_S)
        self._server.close()


pool = ProcessPool()
atexit.register(pool.close)


def entrant(bot: str, game: Game, label: str = "") -> Entrant:
    """Import a bot now, in a separate process, where it then plays. Raises LoadError."""
    key = Key(bot, game.key, os.getcwd())
    try:
        process = pool.take(key)
    except CrashError as error:
        raise LoadError("bad_bot", f"{bot} cannot be imported: {error}") from None
    name = process.prepare()
    pool.keep(process)
    shown = label or name
    return Entrant(shown, lambda seed: ProcessPlayer(key, shown, seed))


class ProcessPlayer(MessagePlayer):
    """Talks to a bot in its process. A bot that is late loses its turn, and is ended when it stays silent."""

    noun = NOUN
    ends_turns = True

    def __init__(self, key: Key, label: str, seed: int, *, tell: Callable[[str], None] = tell_user) -> None:
        super().__init__(label, tell=tell)
        self._key = key
        self._seed = seed
        self._process: PooledProcess | None = None
        self._listens = True
        self._answers_each = GAMES[key.game].answer is not None
        self._silent = 0  # missed turns in a row
        self._late = False
        self._over = False

    def start(self, start: Start) -> None:
        process = pool.take(self._key)
        try:
            if not process.fresh:
                process.prepare()
        except LoadError as error:
            raise CrashError(error.sentence) from None
        self._process = process
        self._process.fresh = False
        self._process.ear.label, self._process.ear.told = self._label, 0
        self._write(encode(Make(self._seed)), START_S)
        self._write(encode(start), START_S)
        self._listens = self._dealt_with("its start", START_S).listens

    def ask(self, turn: Turn, seconds: float | None) -> list[Any]:
        process = self._running()
        process.ear.told = 0
        self._silent += 1
        try:
            return super().ask(turn, seconds)
        except LateError:
            if not self._late:
                self._late = True
                self._tell(f"{self._label} is late, and misses its turn.")
            if self._silent < SILENT_MAX:
                raise
            process.end()
            raise CrashError(f"it did not answer {SILENT_MAX} turns one after the other, and was ended") from None

    def verdicts(self, verdicts: Verdicts) -> None:
        if self._listens or self._answers_each:
            super().verdicts(verdicts)
        if self._listens and not self._answers_each:
            self._dealt_with("its verdicts", CALL_S)

    def over(self, over: Over) -> None:
        if self._silent:  # it still thinks about a turn
            return
        super().over(over)
        self._dealt_with("the end of the match", CALL_S)
        self._over = True

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if self._over:
            pool.keep(process)
        else:
            process.end()

    @property
    def listens(self) -> bool:
        return self._listens

    def _heard(self) -> str:
        """A bot reports its own output with its answer; only for a turn without an answer we use what we captured."""
        heard = "" if self._process is None else self._process.ear.take()
        return heard if self._silent else ""

    def _read(self, deadline: float | None) -> bytes:
        return self._running().read(deadline)

    def _write(self, message: bytes, seconds: float | None) -> None:
        self._running().write(message, seconds)

    def _running(self) -> PooledProcess:
        if self._process is None:
            raise CrashError("the bot was not started")
        return self._process

    def _dealt_with(self, what: str, seconds: float) -> BotReady:
        """Wait until the bot has handled a message that is no turn. Raises CrashError."""
        deadline = time.monotonic() + seconds
        try:
            while True:
                line = self._read(deadline)
                if line.startswith(ANSWERS):
                    return self._answered(line)
                self._answer_in(line)
                if self._debugged:
                    deadline = max(deadline, time.monotonic() + DEBUG_MAX_MS / 1000)
        except LateError:
            self._running().end()
            raise CrashError(f"it was not done with {what} after {seconds:g} seconds, and was ended") from None

    def _answered(self, line: bytes) -> BotReady:
        answer: BotReady | Failed = answer_in(line)
        if answer.log or answer.notes:
            self._remarks.append((answer.log, answer.notes))
        if isinstance(answer, Failed):
            raise CrashError(answer.sentence)
        return answer

    def _answer_in(self, line: bytes) -> Act | None:
        if line.startswith(ANSWERS):
            self._answered(line)
            return None
        answer = super()._answer_in(line)
        if line.startswith(ACT):  # maybe the answer to an older turn
            self._silent = 0
        return answer
