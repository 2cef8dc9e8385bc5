"""What an organiser wants to know of a program: whether it is there, late or in error, and what it was told last."""

from collections import deque
from collections.abc import Iterator

from msgspec import Struct

from .broker_message import BrokerMessage
from .broker_queue import Destination

EVENTS_KEPT = 40  # of one player
LATE = ("collection_closed", "not_running")  # codes of commands that came too late


class Told(Struct, frozen=True):
    at_ms: float
    message: BrokerMessage


class PlayerNotes:
    """Of one player, since the server started."""

    def __init__(self) -> None:
        self.asked_ms = 0.0  # when it was last heard of over REST
        self.command_ms = 0.0
        self.command = ""  # the kind of the last one
        self.accepted = 0
        self.refused = 0
        self.late = 0  # of those that were refused
        self.failed = 0  # commands that were executed without effect
        self.refusal = ""  # why the last one was
        self.events: deque[Told] = deque(maxlen=EVENTS_KEPT)

    def commanded(self, kind: str, now: float) -> None:
        self.asked_ms = self.command_ms = now
        self.command = kind

    def was_refused(self, code: str, sentence: str) -> None:
        self.refused += 1
        self.late += code in LATE
        self.refusal = sentence

    def told(self, message: BrokerMessage, now: float) -> None:
        self.failed += message.type == "error" or bool(
            isinstance(message.payload, dict) and message.payload.get("success") is False
        )
        self.events.append(Told(now, message))


class NotesByPlayer:
    """All players of a name space; 0 is everybody, where all read the same messages."""

    def __init__(self) -> None:
        self._notes: dict[int, PlayerNotes] = {}

    def __getitem__(self, player_id: int) -> PlayerNotes:
        return self._notes.setdefault(player_id, PlayerNotes())

    def __iter__(self) -> Iterator[int]:
        return iter(self._notes)

    def told(self, destination: Destination, message: BrokerMessage, now: float) -> None:
        self[destination.player_id].told(message, now)
