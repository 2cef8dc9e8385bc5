"""What processes of a cluster say to each other, and the subjects of NATS on which they say it."""

import zlib
from typing import Literal

import msgspec
from msgspec import Struct

# What is kept in the buckets


class Presence(Struct, frozen=True):
    """A process that is there; `waiting` are those who wait for opponents at the leader, by game."""

    process: str
    address: str
    waiting: dict[str, int] = {}


class Lease(Struct, frozen=True):
    """Where a match lives, with what others must know of it to send a player there.

    A lease holds as long as its process is there; an empty name is nobody, so that anybody may take it.
    """

    process: str
    address: str
    match_id: int
    game: str
    preset: str
    players: list[int]  # by seat
    requests: int = 1  # messages that may answer one turn
    calendar: bool = False  # a game of a season: it lives where the leader is
    line: bool = False  # of the line server: it lives there too


# To the process of a match. `origin` and `link` say which connection of which process it is about.


class Join(Struct, frozen=True, tag=True):
    origin: str
    link: int
    key: str
    seat: int
    follow: bool
    since: int | None


class Watch(Struct, frozen=True, tag=True):
    """A spectator comes, or could not keep up and wants to know how things stand."""

    origin: str
    link: int
    key: str
    since: int | None
    fresh: bool = False


class People(Struct, frozen=True, tag=True):
    """So many people of a process watch a match now."""

    origin: str
    key: str
    people: int


class Act(Struct, frozen=True, tag=True):
    origin: str
    link: int
    body: bytes  # the message as the player sent it


class Ask(Struct, frozen=True, tag=True):
    origin: str
    link: int
    body: bytes


class Say(Struct, frozen=True, tag=True):
    origin: str
    link: int
    key: str
    seat: int
    name: str
    text: str


class Resign(Struct, frozen=True, tag=True):
    origin: str
    link: int


class Watched(Struct, frozen=True, tag=True):
    """Somebody at a seat has watched what led to a step."""

    origin: str
    link: int
    step: int


class Part(Struct, frozen=True, tag=True):
    origin: str
    link: int


# To the leader


class Wait(Struct, frozen=True, tag=True):
    """Somebody waits for opponents, or at a table if there is one."""

    origin: str
    link: int
    player_id: int
    game: str = ""
    preset: str = ""
    matches: int = 1
    choice: str = ""
    table: str = ""


class Unwait(Struct, frozen=True, tag=True):
    origin: str
    link: int


ToProcess = Join | Watch | People | Act | Ask | Say | Resign | Watched | Part | Wait | Unwait


# Questions with an answer


class Glance(Struct, frozen=True, tag=True):
    """How do these matches stand?"""

    keys: list[str]
    view: bool


class Seen(Struct, frozen=True):
    round: int
    watching: int
    host: int  # the seat of whoever may save it, where it is not the player who opened the table
    view: bytes = b"null"  # JSON


class Free(Struct, frozen=True, tag=True):
    """Is the seat of a player free to be taken up again? The answer is its number, or 0."""

    key: str
    player_id: int


class Fetch(Struct, frozen=True, tag=True):
    """A request of HTTP that only you can answer."""

    method: str
    path: str
    query: bytes
    headers: list[tuple[bytes, bytes]]
    body: bytes
    client: str
    scheme: str


class Fetched(Struct, frozen=True):
    """A part of the answer; the first has status and headers."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    more: bool


Question = Glance | Free | Fetch


# To the process of a connection


class Told(Struct, frozen=True, tag=True):
    """A message for the player; `number` counts them, so that a gap is noticed."""

    link: int
    number: int
    body: bytes


class Answered(Struct, frozen=True, tag=True):
    """The answer to an act or to a question: verdicts, a forecast or an error."""

    link: int
    number: int
    body: bytes


class Dismissed(Struct, frozen=True, tag=True):
    link: int
    reason: Literal["over", "replaced", "moved"]
    expected: bool = False  # a return match begins at once


class Shown(Struct, frozen=True, tag=True):
    """What a new spectator is told first; `number` is the newest of the messages to all that are in it."""

    link: int
    key: str
    number: int
    messages: list[bytes]


class Refusal(Struct, frozen=True, tag=True):
    link: int
    code: str
    sentence: str
    field: str = ""
    status: int = 400


class Seated(Struct, frozen=True, tag=True):
    link: int
    key: str
    seat: int
    lease: Lease


class Ended(Struct, frozen=True, tag=True):
    link: int
    code: str
    sentence: str


class Released(Struct, frozen=True, tag=True):
    link: int


ToLink = Told | Answered | Dismissed | Shown | Refusal | Seated | Ended | Released


class Shout(Struct, frozen=True):
    """A message to all spectators of a match, by number; without a body it is the last one, for this reason."""

    number: int
    body: bytes
    reason: Literal["", "over", "moved"] = ""


class News(Struct, frozen=True):
    """Pages of all processes are told that something has changed."""

    process: str
    topics: list[str]
    player_id: int | None


class Away(Struct, frozen=True):
    """These players may not be here any more."""

    process: str
    player_ids: list[int]
    code: str
    sentence: str
    credential: bytes = b""  # instead of players: whoever came with this


LARGE = 128 * 1024  # bytes from which on a message is packed; NATS takes a megabyte unless it is told otherwise
PACKED = b"\x78"  # what is packed begins like this; neither JSON nor an encoded message does


def pack(body: bytes) -> bytes:
    """What is large made smaller; views are text that repeats itself."""
    return zlib.compress(body, 1) if len(body) > LARGE else body


def unpack(body: bytes) -> bytes:
    return zlib.decompress(body) if body[:1] == PACKED else body


encode = msgspec.msgpack.Encoder().encode
decode_to_process = msgspec.msgpack.Decoder(ToProcess).decode
decode_question = msgspec.msgpack.Decoder(Question).decode
decode_to_link = msgspec.msgpack.Decoder(ToLink).decode
decode_shout = msgspec.msgpack.Decoder(Shout).decode


class Subjects:
    """All subjects of a cluster begin with its name."""

    def __init__(self, name: str) -> None:
        self.alive = f"roundhouse_{name}_alive"  # a bucket
        self.matches = f"roundhouse_{name}_matches"  # a bucket
        self._base = f"roundhouse.{name}"
        self.news = f"{self._base}.news"
        self.away = f"{self._base}.away"

    def process(self, process: str) -> str:
        """What is said to a process, one after the other."""
        return f"{self._base}.process.{process}"

    def question(self, process: str) -> str:
        return f"{self._base}.question.{process}"

    def link(self, process: str) -> str:
        """What is said to connections of a process that play nowhere yet."""
        return f"{self._base}.link.{process}"

    def seat(self, key: str, seat: int, process: str) -> str:
        """What is said to a seat whose player is connected to this process. Nobody else may read it."""
        return f"{self._base}.match.{key}.seat.{seat}.{process}"

    def watch(self, key: str) -> str:
        """What is said to all spectators of a match."""
        return f"{self._base}.match.{key}.watch"

    def seats(self, process: str) -> str:
        """All seats whose players are connected to this process."""
        return self.seat("*", 0, process).replace(".0.", ".*.")
