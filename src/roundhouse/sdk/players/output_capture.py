"""What a bot prints is kept with its turns, and still reaches the user at once."""

import contextlib
import io
import os
import select
import sys
import threading
from collections.abc import Iterator
from typing import IO

from ...match.remarks import LOG_MAX

USER = 2  # the standard error of this process


class OutputCapture:
    """The text of one turn: as much as is kept and a little more, so that it shows that it was cut."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._size = 0

    def add(self, text: str) -> None:
        if self._size <= LOG_MAX:
            self._parts.append(text[: LOG_MAX + 1])
            self._size += len(text)

    def take(self) -> str:
        """The text since the last call."""
        if not self._parts:
            return ""
        heard = "".join(self._parts)
        self._parts, self._size = [], 0
        return heard


class Tee(io.TextIOBase):
    """A stream for a bot to print to: passes everything on to the user, and to a capture."""

    def __init__(self, under: IO[str], capture: OutputCapture) -> None:
        self.under = under
        self._capture = capture

    def write(self, text: str) -> int:
        self._capture.add(text)
        return self.under.write(text)

    def writable(self) -> bool:
        return True

    def flush(self) -> None:
        self.under.flush()

    def isatty(self) -> bool:
        return self.under.isatty()

    def fileno(self) -> int:
        return self.under.fileno()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return str(getattr(self.under, "encoding", "utf-8"))


@contextlib.contextmanager
def listening(capture: OutputCapture) -> Iterator[None]:
    """Capture what code in this process prints."""
    out, err = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = Tee(out, capture), Tee(err, capture)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = out, err


class PipeCapture:
    """Captures a program's standard error: a thread passes it on to the user as it comes. `take` also reads what the
    thread has not read yet, so that a line written before an answer belongs to that answer's turn."""

    def __init__(self, pipe: IO[bytes], *, user: int = USER) -> None:
        self._pipe = pipe
        self._user = user
        self._capture = OutputCapture()
        self._lock = threading.Lock()
        self._ended = False
        os.set_blocking(pipe.fileno(), False)
        self._wake, self._woken = os.pipe()
        self._thread = threading.Thread(target=self._listen, name="ear", daemon=True)
        self._thread.start()

    def take(self) -> str:
        self._drain()
        with self._lock:
            return self._capture.take()

    def close(self) -> None:
        """Called after the program has ended; its last output is still read."""
        os.write(self._woken, b".")
        self._thread.join()
        self._drain()
        self._ended = True  # another process may still hold the other end; it is no longer read
        os.close(self._wake)
        os.close(self._woken)
        self._pipe.close()

    def _listen(self) -> None:
        poll = select.poll()
        poll.register(self._pipe.fileno(), select.POLLIN)
        poll.register(self._wake, select.POLLIN)
        while not self._ended:
            if any(fd == self._wake for fd, _ in poll.poll()):
                return
            self._drain(most=1)

    def _drain(self, most: int = 16) -> None:
        """Read what is there, but at most `most` blocks, in case the program writes without end."""
        for _ in range(most):
            with self._lock:
                if self._ended:
                    return
                try:
                    data = os.read(self._pipe.fileno(), 65536)
                except BlockingIOError:
                    return
                self._ended = not data
                self._capture.add(data.decode("utf-8", "replace"))
            self._tell(data)

    def _tell(self, data: bytes) -> None:
        """Pass on to the user what was read."""
        with contextlib.suppress(OSError):  # the user has closed standard error
            while data:
                data = data[os.write(self._user, data) :]
