"""Decodes the messages of one connection, and limits their size and rate."""

from typing import Protocol

import msgspec

from ...protocol.messages import FromClient, decode_from_client
from ..context import ServerContext
from ..errors import Refused
from .rate_limit import Bucket
from .unreadable import bad_message, other_version, wrong_version

BAD_MAX = 20  # unreadable messages in a row before the connection is closed
PAUSE_S = 0.05  # the shortest pause of a connection that sends too much
PAUSES_MAX = 600  # pauses in a row before the connection is closed
REQUESTS_MAX = 10_000  # messages in answer to one turn that are read without a pause
AT_ONCE = 32  # of those before other connections get their turn


class Transport(Protocol):
    """The transport of a session. No method blocks or raises. After `pause` it delivers no message until `resume`.
    `close` sends what is queued first."""

    kind: str

    def send(self, message: bytes) -> None: ...
    def pause(self) -> None: ...
    def resume(self) -> None: ...
    def close(self, code: str) -> None: ...


class MessageReader:
    """Decodes messages. A connection that sends too much is paused for a while; nothing is lost."""

    def __init__(self, context: ServerContext, transport: Transport) -> None:
        settings = context.settings
        self._transport = transport
        self._timers = context.timers
        self._size_max = settings.message_max
        self._bucket = Bucket(settings.messages_per_s, settings.messages_burst, context.timers.time())
        self._holds = 0  # how many `hold` calls are open
        self._pauses = 0
        self._bad = 0
        self._requests = 0  # messages that may still answer the newest turn
        self.closed = False

    def read(self, raw: bytes | str, *, greeted: bool) -> FromClient | Refused | None:
        """The message, or a Refused if it cannot be read; None for an empty one."""
        if not self._slow_down():
            return Refused("too_many", "You send far too many messages.")
        if not raw:
            return None
        if len(raw) > self._size_max:
            return self.too_long()
        try:
            message: FromClient = decode_from_client(raw)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            return self._unreadable(raw, error, greeted=greeted)
        self._bad = 0
        return message

    def too_long(self) -> Refused:
        return Refused("too_long", f"A message has at most {self._size_max} bytes.")

    def asked(self, requests: int = 1) -> None:
        """A turn was sent: allow as many messages as may answer it, in some games many. QST-049"""
        if requests > 1:
            self._requests = min(requests, REQUESTS_MAX)
        else:
            self._bucket.give()

    def hold(self) -> None:
        """Pause reading until `release`."""
        self._holds += 1
        if self._holds == 1:
            self._transport.pause()

    def release(self) -> None:
        self._holds -= 1
        if self._holds == 0 and not self.closed:
            self._transport.resume()

    def _slow_down(self) -> bool:
        """Pause reading because too much was sent; False if that has happened too often. Answers to a turn never count
        as too much, but other connections get their turn in between."""
        if self._requests:
            self._requests -= 1
            if self._requests % AT_ONCE == 0:
                self.hold()
                self._timers.call_soon(self.release)
            return True
        wait_s = self._bucket.take(self._timers.time())
        if wait_s:
            self._pauses += 1
            self.hold()
            self._timers.call_later(max(wait_s, PAUSE_S), self.release)
        elif self._bucket.level > self._bucket.burst / 2:
            self._pauses = 0
        return self._pauses <= PAUSES_MAX

    def _unreadable(self, raw: bytes | str, error: Exception, *, greeted: bool) -> Refused:
        if not greeted and (version := other_version(raw)) is not None:
            return wrong_version(version)
        self._bad += 1
        if self._bad >= BAD_MAX:
            return Refused("too_many", f"{BAD_MAX} messages in a row made no sense.")
        return bad_message(error)
