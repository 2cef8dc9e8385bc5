"""Every message of the platform, one envelope on every transport: a JSON object with `type`.

A bot meets `start`, then `turn` and its own `act` with `verdicts` in turns, then `over`. Fields that are unknown are
ignored, so that newer servers and older bots understand each other.
"""

from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field
from msgspec.structs import force_setattr

from ..core.assist import TRIES_MAX, Assist
from ..core.belief import Belief
from ..core.game import Result, Setup, Verdict
from ..match.clock import Budget
from ..match.remarks import LOG_MAX as LOG_MAX
from ..match.remarks import NOTES_MAX as NOTES_MAX
from ..match.remarks import Note as Note
from ..match.remarks import Remark as Remark
from ..match.remarks import RemarkPage as RemarkPage
from ..match.remarks import fitting
from ..match.seat_account import Usage

VERSION = 1
ACTIONS_MAX = 1000  # in one message
TEXT_MAX = 300  # characters of a line of chat
NUMBER_MAX = 1 << 53  # not every language can hold a larger number exactly
WISHES = ("belief",)  # what a client can want besides; `wrong_wish` says what is wrong with others
WANT_MAX = 16
ROW_MAX = 64  # numbers of an order

Seq = Annotated[int, Meta(ge=-NUMBER_MAX, le=NUMBER_MAX)]
StepNumber = Annotated[int, Meta(ge=0, le=NUMBER_MAX)]
RowNumber = Annotated[int, Meta(ge=-(1 << 63), le=(1 << 63) - 1)]
OrderRow = Annotated[list[RowNumber], Meta(max_length=ROW_MAX)]


class Hello(Struct, frozen=True, tag="hello", omit_defaults=True):
    """The first message of a connection. One of `match`, `table` and `game` says what it is for.

    `match` comes back to a running match, or watches it; `since` is the last step the sender knows, to get what it
    missed. `table` takes an open seat at a table. `game` waits for rated opponents, for `matches` matches one after
    the other (0: until you go). None of them listens for `news`. `follow` also sends every step, as to spectators.
    `choice` is what the seat takes among the game's choices (a robot's model, say). `debugger` says that the program
    stands in a debugger: where nothing is at stake, nobody hurries it then. `assist` is how much our tools tell an
    agent (rules, schema, legal, hints), and `tries` how many useless answers one turn of its takes; 0 is the usual
    number. `want` is what else you would like to be sent: `belief` in every `turn`.
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
    debugger: bool = False
    assist: Assist = ""
    tries: Annotated[int, Meta(ge=0, le=TRIES_MAX)] = 0
    want: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=WANT_MAX)] = []


def wrong_wish(want: list[str]) -> tuple[str, str] | None:
    """The field of the first wish that nobody can fulfil, and a sentence about it."""
    for n, wish in enumerate(want):
        if wish not in WISHES:
            return f"want[{n}]", f"Nobody knows how to send {wish!r}; you can want {', '.join(WISHES)}."
    return None


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
    """You are waited for. `step` is the number to answer, `may` the types of action you can choose from. `belief` is
    there for those who want it: a state for the rules to go on with, made of `view` and the setup of `start`, and of
    nothing else."""

    step: int
    view: Any
    events: list[Any]
    may: list[str]
    clock: Budget
    belief: Belief | UnsetType = UNSET


ABSENT: list[Raw] = []  # stands for `actions` that were not given, to tell them from an empty list


def _put_row(act: "Act | _Remarking") -> None:
    """Put the row of an `act` into its actions. Raises ValueError, of which the decoder makes a ValidationError."""
    if isinstance(act.row, UnsetType):
        if act.actions is ABSENT:
            raise ValueError("Object missing required field `actions`")
    elif act.actions is not ABSENT:
        raise ValueError("Give `actions` or `row`, not both - at `$.row`")
    else:
        force_setattr(act, "actions", [Raw(encode(act.row))])
        force_setattr(act, "row", UNSET)


class Act(Struct, frozen=True, tag="act", omit_defaults=True):
    """Your answer. `step` is the step of the turn it answers, `seq` comes back with the verdicts.

    Give `actions`, or in their place `row`: one action in the numbers that the rules take, as beliefs number things. An
    entry of `actions` may be such a row too. What is decoded always has `actions`.

    `log` and `notes` are remarks: what you say about this turn, and what you draw on the board. They are kept with the
    record, and nobody but your seat sees them before the match is over. What is too much or makes no sense of them is
    left out, which the log then says; the actions count all the same. `usage` is what an agent has used so far.
    """

    actions: Annotated[list[Raw], Meta(max_length=ACTIONS_MAX)] = field(default_factory=lambda: ABSENT)
    step: StepNumber | None = None
    seq: Seq = 0
    log: Annotated[str, Meta(max_length=LOG_MAX)] = ""
    notes: Annotated[list[Note], Meta(max_length=NOTES_MAX)] = []
    usage: Usage | None = None
    row: OrderRow | UnsetType = UNSET

    def __post_init__(self) -> None:
        _put_row(self)


class Verdicts(Struct, frozen=True, tag="verdicts"):
    """One verdict per action, in their order."""

    seq: int
    step: int
    verdicts: list[Verdict]


class StepMessage(Struct, frozen=True, tag="step"):
    """What an entry of the match caused, for those who follow it. `view` is there when it changed, or after a gap.

    `waiting` are the seats that are waited for now, `left_ms` what remains of their time. Their window begins in
    `starts_ms`; until then there is time to watch what happened, and actions are taken already.

    In a game with secrets everybody has steps of their own, which count what they may know of. `debugged` are seats
    that stand in a debugger, where there are some: the match waits for them.
    """

    step: int
    events: list[Any]
    view: Any | UnsetType = UNSET
    waiting: list[int] = []
    left_ms: int | None = None
    starts_ms: int = 0
    debugged: list[int] | UnsetType = UNSET


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


class Seen(Struct, frozen=True, tag="seen"):
    """A person at a seat has watched what led to a step, or skips it. When all people who play have, and are there, the
    windows begin at once instead of in `starts_ms`."""

    step: StepNumber


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


FromClient = Hello | Act | Ask | Leave | Say | Seen
FromServer = Welcome | Start | Turn | Verdicts | Forecast | StepMessage | Over | Error | Said | News

encode = msgspec.json.Encoder().encode
_decode_strictly = msgspec.json.Decoder(FromClient).decode


class _Remarking(Struct, frozen=True, tag="act"):
    """An `act` whose remarks are not checked."""

    actions: Annotated[list[Raw], Meta(max_length=ACTIONS_MAX)] = field(default_factory=lambda: ABSENT)
    step: StepNumber | None = None
    seq: Seq = 0
    log: Any = ""
    notes: Any = []
    usage: Usage | None = None
    row: OrderRow | UnsetType = UNSET

    def __post_init__(self) -> None:
        _put_row(self)


def decode_from_client(raw: bytes | str) -> FromClient:
    """One message of a client. Raises MsgspecError, but never because of remarks: those are cut to fit."""
    try:
        return cast(FromClient, _decode_strictly(raw))
    except msgspec.ValidationError as error:
        return _made_to_fit(raw, error)


def decode_act(raw: bytes | str) -> Act:
    """The same for connections on which only an `act` can come."""
    try:
        return msgspec.json.decode(raw, type=Act)
    except msgspec.ValidationError as error:
        return _made_to_fit(raw, error)


def _made_to_fit(raw: bytes | str, error: msgspec.ValidationError) -> Act:
    """An `act` whose remarks are too long or malformed; raises the error if it is about something else."""
    if not str(error).endswith("`") or str(error).rpartition(" - at `$.")[2][:3] not in ("log", "not"):
        raise error
    act = msgspec.json.decode(raw, type=_Remarking)
    log, notes = fitting(act.log, act.notes)
    return Act(act.actions, act.step, act.seq, log, notes, act.usage)


def action_types(actions: Any) -> list[str]:
    """The `type` of every action of a game's union."""
    return [str(kind.__struct_config__.tag) for kind in getattr(actions, "__args__", (actions,))]
