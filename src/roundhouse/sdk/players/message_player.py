"""Players that exchange the protocol's messages with us over pipes, a socket or a WebSocket.

Subclasses only send and receive messages; turns, answers, unusable messages and silence are handled here for all.
"""

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import UnsetType

from ...core.belief import belief_of
from ...core.registry import GAMES
from ...match.remarks import Note, joined
from ...protocol.messages import (
    Act,
    Error,
    Hello,
    Over,
    Start,
    Turn,
    Verdicts,
    decode_from_client,
    encode,
    wrong_wish,
)
from ..debugger import DEBUG_MAX_MS
from .player import CrashError, LateError, Player

LINE_MAX = 1 << 20  # bytes of one message that a player may send
UNUSABLE_MAX = 10_000  # messages of one turn that are no answer
STALL_S = 1.0  # how long a player may leave a message that is no turn unread


def tell_user(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")


class Lines:
    """Collects received bytes into whole lines."""

    def __init__(self, noun: str) -> None:
        self._noun = noun
        self._buffer = bytearray()
        self._whole: list[bytes] = []

    def __bool__(self) -> bool:
        return bool(self._whole)

    def feed(self, data: bytes) -> None:
        """Raises CrashError for a line that is too long to be a message."""
        self._buffer += data
        *lines, rest = self._buffer.split(b"\n")
        self._whole += map(bytes, lines)
        self._buffer = rest
        if len(rest) > LINE_MAX or any(len(line) > LINE_MAX for line in lines):
            raise CrashError(f"{self._noun} wrote a line of more than {LINE_MAX >> 20} MB")

    def take(self) -> bytes:
        return self._whole.pop(0)


class MessagePlayer(Player):
    """Lines that are no JSON are shown to the user once and ignored, because many libraries print a greeting. A `hello`
    may come before the first answer: it says whether the player is being debugged, and what it wants. A turn that it
    was sent without a belief, because we did not know yet, it gets once more."""

    speaks_on = True
    noun = "the program"  # how messages to the user name it

    def __init__(self, label: str, *, tell: Callable[[str], None] = tell_user) -> None:
        self._label = label
        self._tell = tell
        self._told = False
        self._step = 0
        self._seq = 0
        self._debugged = False
        self._wants: list[str] = []
        self._start: Start | None = None
        self._turn: Turn | None = None  # the newest one, as it was sent
        self._remarks: list[tuple[str, list[Note]]] = []

    # How messages come and go

    def _read(self, deadline: float | None) -> bytes:
        """The next message. Raises LateError at the deadline, CrashError if none can come any more."""
        raise NotImplementedError

    def _write(self, message: bytes, seconds: float | None) -> None:
        """Send a message. A player that does not read a turn is late; one that does not read anything else counts as
        crashed."""
        raise NotImplementedError

    def _heard(self) -> str:
        """What the player printed since the last turn."""
        return ""

    # The match

    def ask(self, turn: Turn, seconds: float | None) -> list[Any]:
        self._step = turn.step
        with self._patient(seconds) as deadline:
            self._tell_turn(turn, self.patience_s if seconds is None else seconds)
            return self._answer(deadline)

    def _tell_turn(self, turn: Turn, seconds: float | None) -> None:
        if "belief" in self._wants and self._start is not None:
            game = GAMES[self._start.game]
            turn = msgspec.structs.replace(turn, belief=belief_of(game, turn.view, self._start.setup))
        self._turn = turn
        self._write(encode(turn), seconds)

    def ask_on(self, seconds: float | None) -> list[Any]:
        with self._patient(seconds) as deadline:
            return self._answer(deadline)

    @contextlib.contextmanager
    def _patient(self, seconds: float | None) -> Iterator[float | None]:
        """The deadline for an answer. Without a clock a player that is silent for very long counts as crashed."""
        allowed = self.patience_s if seconds is None else seconds
        try:
            yield None if allowed is None else time.monotonic() + allowed
        except LateError:
            if seconds is not None:
                raise
            raise CrashError(f"{self.noun} did not answer within {allowed:g} s, in a match without a clock") from None

    def verdicts(self, verdicts: Verdicts) -> None:
        self._write(encode(msgspec.structs.replace(verdicts, seq=self._seq)), STALL_S)

    def over(self, over: Over) -> None:
        self._write(encode(over), STALL_S)

    @property
    def debugged(self) -> bool:
        return self._debugged

    def remarks(self) -> tuple[str, list[Note]]:
        said, self._remarks = self._remarks, []
        heard = self._heard()
        if any(heard.strip() in log for log, _ in said):
            heard = ""  # the output may also be among the remarks of the answer
        return joined((heard, []), *said) if heard or said else ("", [])

    def _begin(self, start: Start) -> None:
        self._start = start
        self._write(encode(start), STALL_S)

    def _answer(self, deadline: float | None) -> list[Any]:
        unusable = 0
        while True:
            answer = self._answer_in(self._read(deadline))
            if answer is not None:
                self._seq = answer.seq
                if answer.log or answer.notes:
                    self._remarks.append((answer.log, answer.notes))
                return list(answer.actions)
            if self._debugged and deadline is not None:
                deadline = max(deadline, time.monotonic() + DEBUG_MAX_MS / 1000)
            unusable += 1
            if unusable > UNUSABLE_MAX:
                raise CrashError(f"{self.noun} wrote more than {UNUSABLE_MAX} lines that are no answer")

    def _want(self, want: list[str]) -> None:
        """Fulfil the wishes of a `hello`, from the turn on that is waited for."""
        if (wrong := wrong_wish(want)) is not None:
            self._write(encode(Error("unknown_wish", wrong[1], wrong[0])), STALL_S)
            return
        self._wants = want
        if "belief" in want and self._turn is not None and isinstance(self._turn.belief, UnsetType):
            self._tell_turn(self._turn, STALL_S)

    def _answer_in(self, line: bytes) -> Act | None:
        """The answer to this turn in a line, or None; errors are reported to the player or the user, whoever can fix
        them."""
        if not line.strip():
            return None
        try:
            message = decode_from_client(line)
        except (msgspec.ValidationError, RecursionError) as error:
            sentence, _, path = str(error).partition(" - at `$")
            self._write(encode(Error("bad_message", sentence + ".", path.rstrip("`").lstrip("."))), STALL_S)
            return None
        except (msgspec.MsgspecError, UnicodeDecodeError):
            if not self._told:
                self._told = True
                shown = line[:80].decode("utf-8", "replace")
                self._tell(f"{self._label} wrote something that is no JSON; such lines are ignored: {shown!r}")
            return None
        if isinstance(message, Hello):
            self._debugged = message.debugger
            self._want(message.want)
        if not isinstance(message, Act):
            return None
        if message.step is not None and message.step != self._step:
            self._write(encode(Error("stale", f"This answers step {message.step}, not step {self._step}.")), STALL_S)
            return None
        return message
