"""Every message of the platform, one envelope on every transport: a JSON object with `type`.

A bot meets `start`, then `turn` and its own `act` with `verdicts` in turns, then `over`. Fields that are unknown are
ignored, so that newer servers and older bots understand each other.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from ..core.game import Result, Setup, Verdict
from ..match.clock import Budget

VERSION = 1
ACTIONS_MAX = 1000  # in one message
TEXT_MAX = 300  # characters of a line of chat
NUMBER_MAX = 1 << 53  # beyond it not every language can hold a number exactly

Seq = Annotated[int, Meta(ge=-NUMBER_MAX, le=NUMBER_MAX)]
StepNumber = Annotated[int, Meta(ge=0, le=NUMBER_MAX)]


class Hello(Struct, frozen=True, tag="hello", omit_defaults=True):
    """The first message of a connection. One of `match`, `table` and `game` says what it is for.

    `match` comes back to a running match, or watches it; `since` is the last step the sender knows, to get what it
    missed. `table` takes an open seat at a table. `game` waits for rated opponents, for `matches` matches one after
    the other (0: until you go). None of them listens for `news`. `follow` also sends every step, as to spectators.
    `choice` is what the seat takes among the game's choices (a robot's model, say).
    """

    version: int
    role: Literal["bot", "person", "spectator"] = "bot"
    token: str = ""
    match: str = ""
    table: str = ""
    game: str = ""
    preset: str = ""
    matches: Annotated[int, Meta(ge=0, le=1_000_000)] = 1
    since: StepNumber | None = None
    follow: bool = False
    choice: Annotated[str, Meta(max_length=40)] = ""


class Welcome(Struct, frozen=True, tag="welcome"):
    """You are known. `playing` are the keys of your running matches, to come back to; `sentence` is for people."""

    version: int
    name: str
    playing: list[str]
    sentence: str


class Start(Struct, frozen=True, tag="start"):
    """The match you sit in, or watch from seat 0."""

    version: int
    match: str
    game: str
    rules_version: str
    setup: Setup
    seat: int


class Turn(Struct, frozen=True, tag="turn"):
    """You are waited for. `step` is the number to answer, `may` the types of action you can choose from."""

    step: int
    view: Any
    events: list[Any]
    may: list[str]
    clock: Budget


class Act(Struct, frozen=True, tag="act", omit_defaults=True):
    """Your answer. `step` is the step of the turn it answers, `seq` comes back with the verdicts."""

    actions: Annotated[list[Raw], Meta(max_length=ACTIONS_MAX)]
    step: StepNumber | None = None
    seq: Seq = 0


class Verdicts(Struct, frozen=True, tag="verdicts"):
    """One verdict per action, in their order."""

    seq: int
    step: int
    verdicts: list[Verdict]


class StepMessage(Struct, frozen=True, tag="step"):
    """What an entry of the match caused, for those who follow it. `view` is there when it changed, or after a gap.

    `waiting` are the seats that are waited for now, `left_ms` what remains of their time. Their window begins in
    `starts_ms`; until then there is time to watch what happened, and actions are taken already.

    In a game with secrets everybody has steps of their own, which count what they may know of.
    """

    step: int
    events: list[Any]
    view: Any | UnsetType = UNSET
    waiting: list[int] = []
    left_ms: int | None = None
    starts_ms: int = 0


class RatingChange(Struct, frozen=True):
    """What a match changed, by seat; ratings as they are shown."""

    seat: int
    before: float
    after: float


class Unlocked(Struct, frozen=True):
    """An achievement that a match has unlocked."""

    seat: int
    key: str


class Over(Struct, frozen=True, tag="over"):
    """The match is over. `record` says where to find it. `figures` are what the match counted, one object a seat."""

    step: int
    result: Result
    record: str = ""
    ratings: list[RatingChange] = []
    figures: list[dict[str, int]] = []
    unlocked: list[Unlocked] = []


class Error(Struct, frozen=True, tag="error", omit_defaults=True):
    """What you sent could not be used; nothing has changed."""

    code: str
    sentence: str
    field: str = ""
    seq: int | None = None


class Leave(Struct, frozen=True, tag="leave"):
    """Resign the match, or stop waiting for one."""


class Say(Struct, frozen=True, tag="say"):
    """A line of chat to everybody at the match."""

    text: Annotated[str, Meta(min_length=1, max_length=TEXT_MAX)]


class Ask(Struct, frozen=True, tag="ask"):
    """What would come of an action, as far as you can know? Nothing changes; the answer is a `forecast`."""

    action: Raw
    seq: Seq = 0


class Forecast(Struct, frozen=True, tag="forecast"):
    """The rules' own answer to an `ask`, from what your seat knows; every game has its own form of it."""

    seq: int
    forecast: Any


class Said(Struct, frozen=True, tag="said"):
    """Somebody said something; seat 0 is a spectator."""

    name: str
    seat: int
    text: str


class News(Struct, frozen=True, tag="news"):
    """Something a page shows has changed: `tables`, `matches`, `me`. Ask again for what you show."""

    topics: list[str]


FromClient = Hello | Act | Ask | Leave | Say
FromServer = Welcome | Start | Turn | Verdicts | Forecast | StepMessage | Over | Error | Said | News

encode = msgspec.json.Encoder().encode
decode_from_client = msgspec.json.Decoder(FromClient).decode


def action_types(actions: Any) -> list[str]:
    """The `type` of every action of a game's union."""
    return [str(kind.__struct_config__.tag) for kind in getattr(actions, "__args__", (actions,))]
