"""A program as a player: JSON lines on its standard input and output. When its time is over it is not waited for."""

import contextlib
import os
import select
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

from ...protocol.messages import Start
from .message_player import Lines, MessagePlayer, tell_user
from .output_capture import PipeCapture
from .player import CrashError, LateError

START_MS = 10_000  # extra time for the first answer, because the program has to be started; slow in some languages
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


class CommandPlayer(MessagePlayer):
    """Runs the command in its own process group, which is ended with the match, whatever the program does.

    What the program writes to its standard error is shown to the user, and becomes remarks of its turn.
    """

    start_ms = START_MS

    def __init__(
        self, command: list[str], label: str, *, tell: Callable[[str], None] = tell_user, folder: Path | None = None
    ) -> None:
        super().__init__(label, tell=tell)
        self._command = command
        self._folder = folder  # where it is run
        self._process: subprocess.Popen[bytes] | None = None
        self._capture: PipeCapture | None = None
        self._lines = Lines(self.noun)

    def start(self, start: Start) -> None:
        try:
            self._process = self._launch()
        except OSError as error:
            raise CrashError(f"the program cannot be started: {error.strerror}") from None
        os.set_blocking(_fd(self._process.stdin), False)
        os.set_blocking(_fd(self._process.stdout), False)
        if self._process.stderr is not None:
            self._capture = PipeCapture(self._process.stderr)
        self._begin(start)

    def _launch(self) -> subprocess.Popen[bytes]:
        """Start the program; overridden by sandboxes."""
        return subprocess.Popen(
            self._command,
            cwd=self._folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )

    def _kill(self, process: subprocess.Popen[bytes]) -> None:
        """End the program, and all processes it has started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)

    def _received(self, data: bytes) -> None:
        """Called with what the program wrote; a sandbox counts it. May raise CrashError."""

    def stop(self) -> None:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            return
        process.stdin.close()
        try:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(GOODBYE_S)
        finally:
            self._kill(process)
            process.wait()
            process.stdout.close()
            if self._capture is not None:
                self._capture.close()

    def _heard(self) -> str:
        return "" if self._capture is None else self._capture.take()

    def _read(self, deadline: float | None) -> bytes:
        return read_line(self._running().stdout, self._lines, deadline, self._ending, self._received)

    def _write(self, message: bytes, seconds: float | None) -> None:
        write_line(self._running().stdin, message, seconds, self._ending)

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            raise CrashError("the program was not started")
        return self._process

    def _ending(self) -> str:
        try:
            status = self._running().wait(GOODBYE_S)
        except subprocess.TimeoutExpired:
            return "the program closed its output"
        return ended_with(self.noun, status)


def ended_with(noun: str, status: int) -> str:
    """How a process ended, in words; a status below 0 is a signal."""
    if status < 0:
        return f"{noun} was ended by signal {-status}"
    return f"{noun} ended with status {status}"


def read_line(
    pipe: IO[bytes] | None,
    lines: Lines,
    deadline: float | None,
    ending: Callable[[], str],
    received: Callable[[bytes], None] = lambda data: None,
) -> bytes:
    """The next line from a pipe that does not block. Raises LateError at the deadline; CrashError, with the text of
    `ending`, if nothing more can come."""
    while not lines:
        if not ready(_fd(pipe), select.POLLIN, deadline):
            raise LateError
        data = os.read(_fd(pipe), 65536)
        if not data:
            raise CrashError(ending())
        received(data)
        lines.feed(data)
    if deadline is not None and time.monotonic() >= deadline:
        raise LateError
    return lines.take()


def write_line(pipe: IO[bytes] | None, message: bytes, seconds: float | None, ending: Callable[[], str]) -> None:
    """Write a line to a pipe that does not block. Raises LateError, CrashError."""
    deadline = None if seconds is None else time.monotonic() + seconds
    rest = memoryview(message + b"\n")
    while rest:
        if not ready(_fd(pipe), select.POLLOUT, deadline):
            raise LateError
        try:
            rest = rest[os.write(_fd(pipe), rest) :]
        except BlockingIOError:
            continue
        except BrokenPipeError:
            raise CrashError(ending()) from None


def _fd(pipe: IO[bytes] | None) -> int:
    if pipe is None:
        raise CrashError("the program has no pipe")
    return pipe.fileno()


def ready(fd: int, what: int, deadline: float | None) -> bool:
    """Wait until a pipe can be used, or its other end is gone; False at the deadline."""
    poll = select.poll()
    poll.register(fd, what)
    while True:
        left_ms = None if deadline is None else max(0.0, (deadline - time.monotonic()) * 1000)
        if poll.poll(left_ms):
            return True
        if deadline is not None and time.monotonic() >= deadline:
            return False
