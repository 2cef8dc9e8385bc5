"""The messages between processes of a cluster, and the NATS subjects they are sent on.

The tags are explicit because processes of two releases talk to each other: a class may be renamed, its tag may not.
"""

import zlib
from typing import Literal

import msgspec
from msgspec import Struct

# Values of the key-value buckets


class Presence(Struct, frozen=True):
    """A live process. `waiting` counts the players that wait for opponents at the leader, by game."""

    process: str
    address: str
    waiting: dict[str, int] = {}


class Lease(Struct, frozen=True):
    """Which process plays a match, and what others need to know to send a player there.

    A lease holds as long as its process is present. An empty `process` means nobody: any process may take it.
    """

    process: str
    address: str
    match_id: int
    game: str
    preset: str
    players: list[int]  # by seat
    requests: int = 1  # messages that may answer one turn
    calendar: bool = False  # a game of a season: it is always played by the leader
    line: bool = False  # of the line server: played by the leader too


# To the process that plays a match. `origin` is the sender's process, `link` the number of its connection there.


class Join(Struct, frozen=True, tag="Join"):
    origin: str
    link: int
    key: str
    seat: int
    follow: bool
    since: int | None


class Watch(Struct, frozen=True, tag="Watch"):
    """A spectator joins. `fresh`: it missed messages and needs the whole view again."""

    origin: str
    link: int
    key: str
    since: int | None
    fresh: bool = False


class People(Struct, frozen=True, tag="People"):
    """How many people connected to a process watch a match now."""

    origin: str
    key: str
    people: int


class RemoteAct(Struct, frozen=True, tag="Act"):
    origin: str
    link: int
    body: bytes  # the message as the player sent it


class RemoteAsk(Struct, frozen=True, tag="Ask"):
    origin: str
    link: int
    body: bytes


class RemoteSay(Struct, frozen=True, tag="Say"):
    origin: str
    link: int
    key: str
    seat: int
    name: str
    text: str


class Resign(Struct, frozen=True, tag="Resign"):
    origin: str
    link: int


class Watched(Struct, frozen=True, tag="Watched"):
    """The player of a seat has been shown everything up to a step."""

    origin: str
    link: int
    step: int


class Part(Struct, frozen=True, tag="Part"):
    origin: str
    link: int


# To the leader


class Wait(Struct, frozen=True, tag="Wait"):
    """A client waits for opponents, or at `table` if that is given."""

    origin: str
    link: int
    player_id: int
    game: str = ""
    preset: str = ""
    matches: int = 1
    choice: str = ""
    table: str = ""


class Unwait(Struct, frozen=True, tag="Unwait"):
    origin: str
    link: int


ToProcess = Join | Watch | People | RemoteAct | RemoteAsk | RemoteSay | Resign | Watched | Part | Wait | Unwait


# Requests with an answer


class Glance(Struct, frozen=True, tag="Glance"):
    """Asks for the state of running matches; the answer is a `GlanceAnswer` by key."""

    keys: list[str]
    view: bool


class GlanceAnswer(Struct, frozen=True):
    round: int
    watching: int
    host: int  # the seat that may save the match, if it is not the player who opened the table
    view: bytes = b"null"  # JSON


class Free(Struct, frozen=True, tag="Free"):
    """Asks whether a player's seat is free to be resumed. The answer is the seat, or 0."""

    key: str
    player_id: int


class Fetch(Struct, frozen=True, tag="Fetch"):
    """An HTTP request that only the receiving process can answer."""

    method: str
    path: str
    query: bytes
    headers: list[tuple[bytes, bytes]]
    body: bytes
    client: str
    scheme: str


class Fetched(Struct, frozen=True):
    """A chunk of the HTTP response; the first one has status and headers."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    more: bool


Question = Glance | Free | Fetch


# To the process that has the connection


class SeatMessage(Struct, frozen=True, tag="Told"):
    """A message for the player. `number` counts them, so that the receiver notices a gap."""

    link: int
    number: int
    body: bytes


class Answered(Struct, frozen=True, tag="Answered"):
    """The answer to a `RemoteAct` or `RemoteAsk`: verdicts, a forecast or an error."""

    link: int
    number: int
    body: bytes


class Dismissed(Struct, frozen=True, tag="Dismissed"):
    link: int
    reason: Literal["over", "replaced", "moved"]
    expected: bool = False  # the return match begins at once


class FirstMessages(Struct, frozen=True, tag="Shown"):
    """The first messages of a new spectator. `number` is that of the newest `SpectatorMessage` they include."""

    link: int
    key: str
    number: int
    messages: list[bytes]


class RemoteRefusal(Struct, frozen=True, tag="Refusal"):
    link: int
    code: str
    sentence: str
    field: str = ""
    status: int = 400


class Seated(Struct, frozen=True, tag="Seated"):
    link: int
    key: str
    seat: int
    lease: Lease


class Ended(Struct, frozen=True, tag="Ended"):
    link: int
    code: str
    sentence: str


class Released(Struct, frozen=True, tag="Released"):
    link: int


ToLink = SeatMessage | Answered | Dismissed | FirstMessages | RemoteRefusal | Seated | Ended | Released


class SpectatorMessage(Struct, frozen=True):
    """A numbered message to all spectators of a match. Without a body it is the last one, and `reason` says why."""

    number: int
    body: bytes
    reason: Literal["", "over", "moved"] = ""


class PageNews(Struct, frozen=True):
    """Open pages at all processes shall load these topics again."""

    process: str
    topics: list[str]
    player_id: int | None


class Expulsion(Struct, frozen=True):
    """Connections of these players shall be closed, at all processes."""

    process: str
    player_ids: list[int]
    code: str
    sentence: str
    credential: bytes = b""  # instead of players: connections that were opened with this credential


LARGE = 128 * 1024  # larger messages are compressed; NATS takes a megabyte by default
PACKED = b"\x78"  # the first byte of compressed messages; neither JSON nor an encoded message begins with it


def pack(body: bytes) -> bytes:
    """Compresses large messages; views are repetitive text."""
    return zlib.compress(body, 1) if len(body) > LARGE else body


def unpack(body: bytes) -> bytes:
    return zlib.decompress(body) if body[:1] == PACKED else body


encode = msgspec.msgpack.Encoder().encode
decode_to_process = msgspec.msgpack.Decoder(ToProcess).decode
decode_question = msgspec.msgpack.Decoder(Question).decode
decode_to_link = msgspec.msgpack.Decoder(ToLink).decode
decode_spectator_message = msgspec.msgpack.Decoder(SpectatorMessage).decode


class Subjects:
    """The subjects of one cluster; all begin with its name."""

    def __init__(self, name: str) -> None:
        self.alive = f"roundhouse_{name}_alive"  # a bucket
        self.matches = f"roundhouse_{name}_matches"  # a bucket
        self._base = f"roundhouse.{name}"
        self.news = f"{self._base}.news"
        self.away = f"{self._base}.away"

    def process(self, process: str) -> str:
        """For `ToProcess` messages; they are handled in order."""
        return f"{self._base}.process.{process}"

    def question(self, process: str) -> str:
        return f"{self._base}.question.{process}"

    def link(self, process: str) -> str:
        """For `ToLink` messages to connections that have no match yet."""
        return f"{self._base}.link.{process}"

    def seat(self, key: str, seat: int, process: str) -> str:
        """For messages to a seat whose player is connected to `process`. No other process may read them."""
        return f"{self._base}.match.{key}.seat.{seat}.{process}"

    def watch(self, key: str) -> str:
        """For messages to all spectators of a match."""
        return f"{self._base}.match.{key}.watch"

    def seats(self, process: str) -> str:
        """All seats whose players are connected to this process."""
        return self.seat("*", 0, process).replace(".0.", ".*.")
