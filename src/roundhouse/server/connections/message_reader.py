"""What one connection may send: how much, how long a message, and whether it can be read."""

from typing import Protocol

import msgspec

from ...protocol.messages import FromClient, decode_from_client
from .rate_limit import Bucket
from ..context import Hall
from ..errors import Refused
from .unreadable import bad_message, other_version, wrong_version

BAD_MAX = 20  # messages in a row that make no sense
PAUSE_S = 0.05  # the least time a connection that sends too much is not read
PAUSES_MAX = 600  # so many of them in a row, and it is closed
REQUESTS_MAX = 10_000  # of one turn that are taken without delay
AT_ONCE = 32  # of them before others are heard


class Wire(Protocol):
    """The transport's side of a session. Nothing of it blocks or raises.

    After `pause` it hands over no message until `resume`. `close` lets what was sent leave first.
    """

    kind: str

    def send(self, message: bytes) -> None: ...
    def pause(self) -> None: ...
    def resume(self) -> None: ...
    def close(self, code: str) -> None: ...


class Intake:
    """Reads messages. Who sends more than it may is not read for a while, and loses nothing by it."""

    def __init__(self, hall: Hall, wire: Wire) -> None:
        settings = hall.settings
        self._wire = wire
        self._timers = hall.timers
        self._size_max = settings.message_max
        self._bucket = Bucket(settings.messages_per_s, settings.messages_burst, hall.timers.time())
        self._holds = 0  # reasons not to read
        self._pauses = 0
        self._bad = 0
        self._requests = 0  # that may still come in answer to the newest turn
        self.closed = False

    def read(self, raw: bytes | str, *, greeted: bool) -> FromClient | Refused | None:
        """The message, or why it is none. Empty ones mean nothing."""
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
        """Whoever is asked may answer, however often that is; in some games with many messages. QST-049"""
        if requests > 1:
            self._requests = min(requests, REQUESTS_MAX)
        else:
            self._bucket.give()

    def hold(self) -> None:
        """Do not read on for now."""
        self._holds += 1
        if self._holds == 1:
            self._wire.pause()

    def release(self) -> None:
        self._holds -= 1
        if self._holds == 0 and not self.closed:
            self._wire.resume()

    def _slow_down(self) -> bool:
        """Wait a little after what is too much; False if it never stops. What answers a turn is never too much, but
        the others are heard in between."""
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
