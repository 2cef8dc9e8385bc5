"""What organisers ask about wires and teams over HTTP, and what they are answered."""

from typing import Annotated, Any

from msgspec import Meta, Struct


class DungeonTeam(Struct, frozen=True, kw_only=True):
    """How a seat of a match does. `late` are rounds without an answer, `refused` are commands. DUN-264"""

    seat: int
    name: str
    connected: bool
    late: int
    refused: int
    command: str  # the kind of the last one that was executed, empty: none yet
    command_round: int
    robots: int
    money: int
    score: float
    place: int
    left: bool


class WireTeam(Struct, frozen=True, kw_only=True):
    """A program of a name space. `readers` are connections that read its queue, `unread` the messages in it, both -1
    where that is not known; `unsent` are those that the broker has not confirmed. Times are those of the server's
    clock, 0: never. DUN-265"""

    id: str
    name: str
    plays: bool
    readers: int
    unread: int
    unsent: int
    asked_ms: int
    command: str
    command_ms: int
    accepted: int
    refused: int
    late: int
    failed: int
    refusal: str


class WireGame(Struct, frozen=True, kw_only=True):
    id: str
    status: str  # created or started
    round: int
    max_rounds: int
    max_players: int
    round_ms: int
    match: str  # empty before the start


class WireSpace(Struct, frozen=True, kw_only=True):
    """A name space; without a key the view that everybody shares."""

    key: str
    name: str
    path: str
    prefix: str
    game: WireGame | None
    players: list[WireTeam]


class WireInfo(Struct, frozen=True, kw_only=True):
    """`ports` are those of REST; `broker` is an address with user and password; `away` says why it is not reached."""

    generation: str
    ports: list[int]
    broker: str
    away: str
    open: bool
    spaces_max: int
    players_max: int
    round_ms: int
    now_ms: int
    spaces: list[WireSpace]


class WireEvent(Struct, frozen=True, kw_only=True):
    """A message as the program was sent it."""

    id: str
    type: str
    at_ms: int
    transaction: str
    payload: Any


class NewWireSpace(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=100)]


class NewWireGame(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`settings` are those of the Dungeon other than the wire's."""

    space: str = ""
    max_rounds: int
    max_players: int
    round_ms: int = 0
    settings: dict[str, Any] = {}
