"""A program as a player: JSON lines on its standard input and output, cut off when its time is over."""

import contextlib
import os
import select
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import IO, Any

import msgspec

from ..protocol.messages import Act, Error, Over, Start, Turn, Verdicts, decode_from_client, encode
from .players import CrashError, LateError, Player

LINE_MAX = 1 << 20  # bytes that a program may write without ending the line
UNUSABLE_MAX = 10_000  # lines of one turn that are no answer
STALL_S = 1.0  # how long a program may leave a message that is no turn unread
GOODBYE_S = 1.0  # how long it may take to end by itself after the match


class CommandError(ValueError):
    """The command names no program that can be run."""


def command_of(text: str) -> list[str]:
    """The words of a command line; raises CommandError with a sentence."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise CommandError(f"the command {text!r} cannot be read: {error}") from None
    if not words:
        raise CommandError("a command must follow cmd:")
    if shutil.which(words[0]) is None:
        raise CommandError(f"there is no program {words[0]!r} that can be run")
    return words


def tell_user(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")


class CommandPlayer(Player):
    """Runs the command in a process group of its own, which is ended with the match, whatever it does.

    What the program writes to its standard error goes to the user's. Lines on its standard output that are no JSON are
    told to the user once and ignored, because many libraries greet there.
    """

    speaks_on = True

    def __init__(self, command: list[str], label: str, *, tell: Callable[[str], None] = tell_user) -> None:
        self._command = command
        self._label = label
        self._tell = tell
        self._told = False
        self._process: subprocess.Popen[bytes] | None = None
        self._buffer = bytearray()
        self._lines: list[bytes] = []
        self._step = 0
        self._seq = 0

    def start(self, start: Start) -> None:
        try:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        except OSError as error:
            raise CrashError(f"the program cannot be started: {error.strerror}") from None
        os.set_blocking(_fd(self._process.stdin), False)
        os.set_blocking(_fd(self._process.stdout), False)
        self._write(encode(start), STALL_S)

    def ask(self, turn: Turn, seconds: float | None) -> list[Any]:
        deadline = None if seconds is None else time.monotonic() + seconds
        self._step = turn.step
        self._write(encode(turn), seconds)
        return self._answer(deadline)

    def ask_on(self, seconds: float | None) -> list[Any]:
        return self._answer(None if seconds is None else time.monotonic() + seconds)

    def _answer(self, deadline: float | None) -> list[Any]:
        unusable = 0
        while True:
            line = self._read_line(deadline)
            answer = self._answer_in(line)
            if answer is not None:
                self._seq = answer.seq
                return list(answer.actions)
            unusable += 1
            if unusable > UNUSABLE_MAX:
                raise CrashError(f"the program wrote more than {UNUSABLE_MAX} lines that are no answer")

    def verdicts(self, verdicts: Verdicts) -> None:
        self._write(encode(msgspec.structs.replace(verdicts, seq=self._seq)), STALL_S)

    def over(self, over: Over) -> None:
        self._write(encode(over), STALL_S)

    def stop(self) -> None:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            return
        process.stdin.close()
        try:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(GOODBYE_S)
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)  # also what the program left behind
            process.wait()
            process.stdout.close()

    def _answer_in(self, line: bytes) -> Act | None:
        """The answer to this turn in a line, or None; what is wrong with it is told to whom it helps."""
        if not line.strip():
            return None
        try:
            message = decode_from_client(line)
        except (msgspec.ValidationError, RecursionError) as error:
            sentence, _, path = str(error).partition(" - at `$")
            self._write(encode(Error("bad_message", sentence + ".", path.rstrip("`").lstrip("."))), STALL_S)
            return None
        except msgspec.MsgspecError:
            if not self._told:
                self._told = True
                shown = line[:80].decode("utf-8", "replace")
                self._tell(f"{self._label} wrote something that is no JSON; such lines are ignored: {shown!r}")
            return None
        if not isinstance(message, Act):
            return None  # a program may say hello; nothing here depends on it
        if message.step is not None and message.step != self._step:
            self._write(encode(Error("stale", f"This answers step {message.step}, not step {self._step}.")), STALL_S)
            return None
        return message

    def _read_line(self, deadline: float | None) -> bytes:
        while not self._lines:
            process = self._running()
            if not _ready(_fd(process.stdout), select.POLLIN, deadline):
                raise LateError
            data = os.read(_fd(process.stdout), 65536)
            if not data:
                raise CrashError(self._ending())
            self._buffer += data
            *lines, rest = self._buffer.split(b"\n")
            self._lines += map(bytes, lines)
            self._buffer = rest
            if len(rest) > LINE_MAX or any(len(line) > LINE_MAX for line in lines):
                raise CrashError(f"the program wrote a line of more than {LINE_MAX >> 20} MB")
        if deadline is not None and time.monotonic() >= deadline:
            raise LateError
        return self._lines.pop(0)

    def _write(self, message: bytes, seconds: float | None) -> None:
        """Hand over a message. A program that does not read is late with a turn, and gone with anything else."""
        process = self._running()
        deadline = None if seconds is None else time.monotonic() + seconds
        rest = memoryview(message + b"\n")
        while rest:
            if not _ready(_fd(process.stdin), select.POLLOUT, deadline):
                raise LateError
            try:
                rest = rest[os.write(_fd(process.stdin), rest) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                raise CrashError(self._ending()) from None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            raise CrashError("the program was not started")
        return self._process

    def _ending(self) -> str:
        try:
            status = self._running().wait(GOODBYE_S)
        except subprocess.TimeoutExpired:
            return "the program closed its output"
        if status < 0:
            return f"the program was ended by signal {-status}"
        return f"the program ended with status {status}"


def _fd(pipe: IO[bytes] | None) -> int:
    if pipe is None:
        raise CrashError("the program has no pipe")
    return pipe.fileno()


def _ready(fd: int, what: int, deadline: float | None) -> bool:
    """Wait until a pipe can be used, or its other end is gone; False at the deadline."""
    poll = select.poll()
    poll.register(fd, what)
    while True:
        left_ms = None if deadline is None else max(0.0, (deadline - time.monotonic()) * 1000)
        if poll.poll(left_ms):
            return True
        if deadline is not None and time.monotonic() >= deadline:
            return False
