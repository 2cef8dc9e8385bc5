"""What the pages of a contest send and get over HTTP. The API calls a contest an event."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .platform import Me, Name

EventPhase = Literal["registration", "warm_up", "ladder", "freeze", "finals", "closed"]
EventFormat = Literal["round-robin", "swiss", "single-elimination", "double-elimination"]

# its own check follows in the server, with a sentence that says what is wrong
TeamName = Annotated[str, Meta(max_length=200)]
Pin = Annotated[str, Meta(max_length=200)]


class EventMoment(Struct, frozen=True):
    """A phase: when it is planned to begin, and when it did."""

    phase: EventPhase
    at_ms: int | None
    began_ms: int | None


class EventGround(Struct, frozen=True):
    game: str
    preset: str


class EventLine(Struct, frozen=True):
    """A line of the event's table. `places` are by game where there are several; `last` the newest ten, oldest
    first."""

    rank: int
    name: str
    bot: str
    rating: float
    uncertainty: float
    provisional: bool
    matches: int
    wins: int
    draws: int
    losses: int
    last: str
    places: list[int]
    online: bool
    seed: int | None = None  # in the finals


class EventMatch(Struct, frozen=True):
    """A match of entrants, running or over; `places` are by seat, empty while it runs. `label` is its meeting in the
    finals, empty in the ladder."""

    key: str
    game: str
    names: list[str]
    label: str
    at_ms: int
    places: list[int]
    left: list[str]
    rated: bool


class EventMine(Struct, frozen=True):
    """Whoever looks at the page takes part: the bot, and whether it is connected."""

    name: str
    bot: str
    online: bool
    waiting: bool
    rested_why: str


class EventPage(Struct, frozen=True):
    """The event. `live` are its running matches, the most interesting first, `results` the newest that are over."""

    title: str
    phase: EventPhase
    now_ms: int
    next: EventMoment | None
    schedule: list[EventMoment]
    games: list[EventGround]
    joining: bool
    ladder: bool
    frozen: bool
    settled: bool
    entrants: int
    online: int
    address: str
    table: list[EventLine]
    live: list[EventMatch]
    results: list[EventMatch]
    finals_format: EventFormat
    champion: str
    mine: EventMine | None = None


class EventLeg(Struct, frozen=True):
    """A match of a meeting: `names` by seat. `state` absent: somebody was not there."""

    number: int
    state: Literal["due", "running", "over", "absent", "void"]
    names: list[str]
    places: list[int]
    left: list[str]
    match: str
    game: str
    attempt: int
    why: str = ""


class EventMeeting(Struct, frozen=True):
    """Two who meet, match by match; a bye has one name. `winner` is empty while it is not decided, or level."""

    number: int
    round: int
    label: str
    game: str
    names: list[str]
    scores: list[int]
    done: bool
    winner: str
    legs: list[EventLeg]


class EventCell(Struct, frozen=True):
    """A place of the bracket. Names are empty while nobody knows them, and null where there is nobody."""

    side: Literal["winners", "losers", "final"]
    column: int
    index: int
    label: str
    names: list[str | None]
    seeds: list[int | None]
    scores: list[int]
    winner: str
    state: Literal["open", "due", "running", "done", "walkover", "unneeded"]
    meeting: int | None


class EventStanding(Struct, frozen=True):
    """A line of the finals' table."""

    place: int
    name: str
    seed: int
    score: int
    matches: int
    wins: int
    draws: int
    losses: int
    points: int
    byes: int
    note: str


class EventCross(Struct, frozen=True):
    """What an entrant scored against another, and what could be scored there."""

    row: int
    column: int
    score: int
    most: int


class EventFinals(Struct, frozen=True):
    """The finals as they are now; empty lists before they have begun. `names` are by seed."""

    format: EventFormat
    best_of: int
    begun: bool
    over: bool
    champion: str
    names: list[str]
    table: list[EventStanding]
    cross: list[EventCross]
    cells: list[EventCell]
    meetings: list[EventMeeting]


# Joining


class JoinEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """A code; for a new team the name it wants and the password it comes back with, else that password."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]
    pin: Pin
    name: TeamName = ""


class JoinedEvent(Struct, frozen=True):
    """The token of the bot is shown this once; it is empty where bots cannot be connected any more. `again`: the code
    was in use already by the same team."""

    me: Me
    bot: str
    token: str
    again: bool
    commands: list[str]


# The organiser's desk


class EventCode(Struct, frozen=True):
    code: str
    team: str
    void: bool
    name: str
    used_ms: int | None


class EventEntrant(Struct, frozen=True):
    """An entrant as the organiser sees it. `failures` are the newest matches that its bot did not play to the end."""

    name: str
    bot: str
    joined_ms: int
    out: bool
    online: bool
    waiting: bool
    playing: list[str]
    seen_ms: int | None
    matches: int
    failures: int
    failed_why: str
    rested_why: str


class EventMove(Struct, frozen=True):
    at_ms: int
    by: str
    phase: EventPhase
    was: EventPhase
    undone: bool


class EventDesk(Struct, frozen=True):
    codes: list[EventCode]
    entrants: list[EventEntrant]
    moves: list[EventMove]
    undo: EventPhase | None
    troubles: list[str]


class MoveEvent(Struct, frozen=True, forbid_unknown_fields=True):
    to: EventPhase


class PlanEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """When a phase begins by itself; null: only by hand."""

    phase: EventPhase
    at_ms: Annotated[int, Meta(ge=0, le=1 << 53)] | None


class NewEventCodes(Struct, frozen=True, forbid_unknown_fields=True):
    count: Annotated[int, Meta(ge=0, le=200)] = 0
    teams: Annotated[list[Name], Meta(max_length=200)] = []


class ChangeEventEntrant(Struct, frozen=True, forbid_unknown_fields=True):
    out: bool


class ChangeEventCode(Struct, frozen=True, forbid_unknown_fields=True):
    void: bool


class ReplayEventMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """`later`: what was played since and depends on it is played again, too."""

    later: bool = False
