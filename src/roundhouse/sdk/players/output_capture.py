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


class Ear:
    """Text of one turn, as much of it as is kept and a little more, so that it shows that it was cut."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._size = 0

    def add(self, text: str) -> None:
        if self._size <= LOG_MAX:
            self._parts.append(text[: LOG_MAX + 1])
            self._size += len(text)

    def take(self) -> str:
        """What was heard since this was asked last."""
        if not self._parts:
            return ""
        heard = "".join(self._parts)
        self._parts, self._size = [], 0
        return heard


class Tee(io.TextIOBase):
    """Stands where a bot prints: everything goes on to the user, and to an ear."""

    def __init__(self, under: IO[str], ear: Ear) -> None:
        self.under = under
        self._ear = ear

    def write(self, text: str) -> int:
        self._ear.add(text)
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
def listening(ear: Ear) -> Iterator[None]:
    """While code in this process prints."""
    out, err = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = Tee(out, ear), Tee(err, ear)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = out, err


class PipeEar:
    """What a program writes to its standard error: a thread hands it on to the user's as it comes. `take` also hears
    what the thread has not come to yet, so that a line that was written before an answer belongs to it."""

    def __init__(self, pipe: IO[bytes], *, user: int = USER) -> None:
        self._pipe = pipe
        self._user = user
        self._ear = Ear()
        self._lock = threading.Lock()
        self._ended = False
        os.set_blocking(pipe.fileno(), False)
        self._wake, self._woken = os.pipe()
        self._thread = threading.Thread(target=self._listen, name="ear", daemon=True)
        self._thread.start()

    def take(self) -> str:
        self._drain()
        with self._lock:
            return self._ear.take()

    def close(self) -> None:
        """After the program is gone; what it wrote last is still heard."""
        os.write(self._woken, b".")
        self._thread.join()
        self._drain()
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
        """Read what is there; of a program that writes without end no more than so much at once."""
        for _ in range(most):
            with self._lock:
                if self._ended:
                    return
                try:
                    data = os.read(self._pipe.fileno(), 65536)
                except BlockingIOError:
                    return
                self._ended = not data
                self._ear.add(data.decode("utf-8", "replace"))
            self._tell(data)

    def _tell(self, data: bytes) -> None:
        """Hand on to the user what was heard."""
        with contextlib.suppress(OSError):  # the user has closed it
            while data:
                data = data[os.write(self._user, data) :]
