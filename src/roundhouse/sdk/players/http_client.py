"""HTTP requests with one deadline for the whole request, bounded bodies, and no redirects."""

import http.client
import io
import socket
import ssl
import time
from collections.abc import Callable, Mapping
from typing import Any

from .addresses import Address

BODY_MAX = 1 << 20  # bytes of an answer
CONNECT_S = 5.0


class CallError(Exception):
    """The service cannot be reached, or its answer cannot be read."""


class SlowError(Exception):
    """The service did not answer in time."""


class HugeError(Exception):
    """The answer is longer than BODY_MAX."""


Connect = Callable[[str, int, float], socket.socket]  # host, port, seconds


def connect(host: str, port: int, seconds: float) -> socket.socket:
    return socket.create_connection((host, port), seconds)


class Caller:
    """Requests to one address, one after the other over one connection as long as it lasts.

    A lost connection is made anew once, within the time of the request: a service may close an idle one.
    """

    def __init__(self, address: Address, *, connecting: Connect = connect) -> None:
        self._address = address
        self._connecting = connecting
        self._timed: Timed | None = None

    def call(
        self, method: str, path: str, body: bytes | None, seconds: float | None, headers: Mapping[str, str] = {}
    ) -> tuple[int, bytes]:
        """The status and the body of an answer. Raises CallError, SlowError or HugeError."""
        deadline = None if seconds is None else time.monotonic() + seconds
        for attempt in (1, 2):
            try:
                return self._call(method, path, body, deadline, headers)
            except HugeError:
                self.close()
                raise
            except TimeoutError:
                self.close()
                raise SlowError from None
            except (OSError, http.client.HTTPException) as error:
                self.close()
                if attempt == 2:
                    raise CallError(f"{self._address} cannot be reached: {_why(error)}") from None
        raise AssertionError("unreachable")

    def close(self) -> None:
        if self._timed is not None:
            self._timed.close()
            self._timed = None

    def _call(
        self, method: str, path: str, body: bytes | None, deadline: float | None, headers: Mapping[str, str]
    ) -> tuple[int, bytes]:
        timed = self._timed = self._timed or self._connected(deadline)
        timed.deadline = deadline
        connection = http.client.HTTPConnection(self._address.host, self._address.port)
        connection.sock = timed
        told = {"Host": self._address.netloc, "Accept": "application/json", **headers}
        if body is not None:
            told["Content-Type"] = "application/json"
        connection.request(method, self._address.path.rstrip("/") + path, body, told)
        answer = connection.getresponse()
        content = answer.read(BODY_MAX + 1)
        if len(content) > BODY_MAX:
            raise HugeError
        if answer.will_close or not answer.isclosed():
            self.close()
        return answer.status, content

    def _connected(self, deadline: float | None) -> "Timed":
        left = CONNECT_S if deadline is None else min(CONNECT_S, _left(deadline))
        made = self._connecting(self._address.host, self._address.port, left)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self._address.scheme == "https":
            made.settimeout(left)
            made = ssl.create_default_context().wrap_socket(made, server_hostname=self._address.host)
        return Timed(made)


class Timed:
    """A socket on which every operation ends at the deadline; has the methods that `http.client` needs."""

    def __init__(self, inner: socket.socket) -> None:
        self.deadline: float | None = None
        self._inner = inner

    def sendall(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            self._wait()
            rest = rest[self._inner.send(rest) :]

    def receive(self, into: Any) -> int:
        self._wait()
        return self._inner.recv_into(into)

    def makefile(self, *_: Any) -> io.BufferedReader:
        return io.BufferedReader(_Reader(self))

    def close(self) -> None:
        self._inner.close()

    def _wait(self) -> None:
        self._inner.settimeout(None if self.deadline is None else _left(self.deadline))


class _Reader(io.RawIOBase):
    def __init__(self, timed: Timed) -> None:
        self._timed = timed

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int:
        return self._timed.receive(into)


def _left(deadline: float) -> float:
    """The seconds left; raises TimeoutError when there are none."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _why(error: Exception) -> str:
    strerror = getattr(error, "strerror", None)
    return str(strerror or error or type(error).__name__).lower()
