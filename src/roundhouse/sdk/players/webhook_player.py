"""A web service as a player: we call it over HTTP, and its response to `POST /turn` is its `act`."""

import secrets
import time
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from ...match.remarks import Note, joined
from ...protocol.messages import Act, Over, Start, Turn, Verdicts, decode_from_client, encode
from ..debugger import DEBUG_MAX_MS
from .addresses import Address
from .http_client import BODY_MAX, Caller, CallError, HugeError, SlowError
from .message_player import STALL_S, tell_user
from .player import CrashError, LateError, Player

IDENTITY_S = 5.0  # how long a service may take to say who it is
ASKED_MAX = 3  # requests for one turn, while its answers are unusable
NO_CONTENT = 204
UNWANTED = (404, 405, 501)  # a service that answers verdicts like this is not sent them again


class Identity(Struct, frozen=True):
    """What a bot says about itself when it is asked with `GET /`. Everything may be left out."""

    name: str = ""
    debugger: bool = False


class WebhookPlayer(Player):
    """The time for an answer includes the network. Every request names its match and seat, so that one service can play
    many at once."""

    def __init__(
        self, address: Address, *, tell: Callable[[str], None] = tell_user, caller: Caller | None = None
    ) -> None:
        self._address = address
        self._tell = tell
        self._told = False
        self._caller = caller or Caller(address)
        self._match = f"local-{secrets.token_hex(6)}"
        self._headers: dict[str, str] = {}
        self._identity = Identity()
        self._listens = True
        self._seq = 0
        self._remarks: list[tuple[str, list[Note]]] = []

    def start(self, start: Start) -> None:
        key = start.match if start.match != "local" else self._match
        self._headers = {"Roundhouse-Match": key, "Roundhouse-Seat": str(start.seat)}
        self._identity = self._identify()
        self._post("/start", encode(start), IDENTITY_S)

    def ask(self, turn: Turn, seconds: float | None) -> list[Any]:
        deadline = None if seconds is None else time.monotonic() + seconds
        for _ in range(ASKED_MAX):
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            answer = self._answer_in(*self._post("/turn", encode(turn), left), turn.step)
            if answer is not None:
                self._seq = answer.seq
                if answer.log or answer.notes:
                    self._remarks.append((answer.log, answer.notes))
                return list(answer.actions)
        raise LateError  # a service that gives only unusable answers counts as silent

    def verdicts(self, verdicts: Verdicts) -> None:
        if self._listens:
            told = encode(msgspec.structs.replace(verdicts, seq=self._seq))
            status, _ = self._post("/verdicts", told, STALL_S)
            self._listens = status not in UNWANTED

    def over(self, over: Over) -> None:
        self._post("/over", encode(over), STALL_S)

    def stop(self) -> None:
        self._caller.close()

    @property
    def debugged(self) -> bool:
        return self._identity.debugger

    def remarks(self) -> tuple[str, list[Note]]:
        said, self._remarks = self._remarks, []
        return joined(*said) if said else ("", [])

    def _identify(self) -> Identity:
        status, body = self._call("GET", "/", None, IDENTITY_S)
        if status != 200:
            raise CrashError(f"there is no bot at {self._address}: it answers with status {status}")
        try:
            return msgspec.json.decode(body, type=Identity)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise CrashError(f"there is no bot at {self._address}: it does not say in JSON who it is") from None

    def _post(self, path: str, body: bytes, seconds: float | None) -> tuple[int, bytes]:
        return self._call("POST", path, body, DEBUG_MAX_MS / 1000 if self.debugged else seconds)

    def _call(self, method: str, path: str, body: bytes | None, seconds: float | None) -> tuple[int, bytes]:
        try:
            return self._caller.call(method, path, body, seconds, self._headers)
        except SlowError:
            raise LateError from None
        except HugeError:
            raise CrashError(f"the bot gave an answer of more than {BODY_MAX >> 20} MB") from None
        except CallError as error:
            raise CrashError(str(error)) from None

    def _answer_in(self, status: int, body: bytes, step: int) -> Act | None:
        """The answer to this turn, or None; what is wrong with it is shown to the user, once."""
        if status == NO_CONTENT:
            return Act([])
        wrong = f"it answers with status {status}"
        if status == 200:
            try:
                message = decode_from_client(body)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                wrong = f"its answer is no `act` ({error})"
            else:
                if isinstance(message, Act) and message.step in (None, step):
                    return message
                wrong = "its answer is no `act` for this turn"
        if not self._told:
            self._told = True
            self._tell(f"{self._address.label}: {wrong}; such answers are ignored.")
        return None
