"""What the pages send and get over HTTP: the source of the OpenAPI document and the TypeScript types."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from ...core.assist import Assist
from ...core.figures import Achievement as Achievement
from ...core.figures import Figure as Figure
from ...core.game import Result
from ...core.maps import MapCheck as MapCheck
from ...core.maps import MapProblem as MapProblem
from ...match.analysis import Analysis as Analysis
from ...match.analysis import Moment as Moment
from ...match.frames import Frame as Frame
from ...match.plain_record import PlainRecord as PlainRecord
from ...match.seat_account import SeatAccount as SeatAccount

PlayerKind = Literal["person", "bot", "agent"]
Role = Literal["player", "organiser", "admin"]
Pool = Literal["people", "bots", "agents", "mixed"]
ClockKey = Literal["bot", "blitz", "brisk", "calm", "day", "own", "season"]

Name = Annotated[str, Meta(min_length=2, max_length=32, pattern=r"^[A-Za-z0-9][A-Za-z0-9_.\-]*$")]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Key = Annotated[str, Meta(min_length=1, max_length=40)]


# Who


class PlayerCard(Struct, frozen=True):
    """A player in one line, as shown beside a seat or in a list."""

    name: str
    kind: PlayerKind
    guest: bool = False
    builtin: bool = False


class Notice(Struct, frozen=True):
    """Something a player is told: `code` picks the words, `data` fills them."""

    id: int
    at_ms: int
    code: str  # challenged, bot_rested, seat_taken, match_started, ...
    data: dict[str, Any]
    read: bool


class Me(Struct, frozen=True):
    """Whoever looks at the page; `player` is null before sign-in."""

    player: PlayerCard | None
    role: Role
    notices: list[Notice]
    playing: list[str]  # keys of running matches
    table: str | None  # the table I sit at
    event: str | UnsetType = UNSET  # the title of the contest that is held here


class Ports(Struct, frozen=True):
    """Where bots connect: the protocol as JSON lines, and the editions of Spacegoo's line protocol."""

    json: int
    standard: int
    classic: int


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    password: Annotated[str, Meta(min_length=1, max_length=200)]


class SignUp(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    password: Password


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    old: Annotated[str, Meta(max_length=200)]
    new: Password


class TokenInfo(Struct, frozen=True):
    id: int
    name: str
    player: str  # whom it signs in: me or one of my bots
    created_ms: int
    used_ms: int | None


class NewWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a bot is called. With `game` it also waits for rated opponents there, for ever."""

    url: Annotated[str, Meta(min_length=1, max_length=300)]
    game: Annotated[str, Meta(max_length=40)] = ""
    preset: Annotated[str, Meta(max_length=40)] = ""
    choice: Annotated[str, Meta(max_length=40)] = ""


class WebhookInfo(Struct, frozen=True):
    """`connected`: it waits or plays now. `problem` is what went wrong with the newest call, or nothing."""

    url: str
    game: str
    preset: str
    choice: str
    set_ms: int
    connected: bool
    problem: str


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """`player` is the bot that signs in with it; empty: myself."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    player: Annotated[str, Meta(max_length=100)] = ""


class MadeToken(Struct, frozen=True):
    """The token itself is shown this once."""

    token: str
    info: TokenInfo


class NewBot(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    kind: Literal["bot", "agent"] = "bot"
    language: Annotated[str, Meta(max_length=30)] = ""


class BotInfo(Struct, frozen=True):
    """One of my bots. `rested` says since when it is not paired, and why."""

    card: PlayerCard
    language: str
    online: bool
    rested_ms: int | None = None
    rested_why: str = ""


class MadeBot(Struct, frozen=True):
    bot: BotInfo
    token: str


# Games


class ClockInfo(Struct, frozen=True):
    """A choice of time: a window per turn, a bank for the whole match, and the least time a round is shown. `own` is
    the time that a game's settings say themselves."""

    key: ClockKey
    window_ms: int | None
    bank_ms: int
    pace_ms: int


class SettingInfo(Struct, frozen=True):
    key: str
    default: Any
    allowed: str
    sentence: str


class GameInfo(Struct, frozen=True):
    key: str
    name: str
    sentence: str
    rules_version: str
    rules_prefix: str
    seat_counts: list[int]
    presets: list[str]
    settings: list[SettingInfo]
    bots: list[str]
    clocks: list[ClockInfo]
    unhurried: ClockInfo  # for a player who plays on from an old match
    secrets: bool
    choices: list[str]
    spare_seats: bool
    map_setting: str  # the setting that takes a map's key or text, or empty
    figures: list[Figure]
    achievements: list[Achievement]
    editions: dict[str, dict[str, Any]]  # by preset: the settings that it decides
    awards: list[str]  # figures that are won, see Cabinet
    leaderboards: list[str]  # figures by which players are compared over all their matches


class RuleInfo(Struct, frozen=True):
    id: str
    sentence: str


class RulesFiles(Struct, frozen=True):
    """Where the rules are as WebAssembly for one form of the state, with their description; `layout` is the version of
    the state's bytes."""

    form: str
    layout: str
    code: str
    description: str


# Tables


class SeatInfo(Struct, frozen=True):
    """`player` is null for an open seat; `bot` is true where any bot may come (an external one by its token)."""

    seat: int
    player: PlayerCard | None
    ready: bool
    rating: float | None = None
    reserved: str = ""  # the name of whoever was challenged
    choice: str = ""
    assist: Assist = ""  # how much our tools tell an agent who sits there


class TableOptions(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the host chooses. `listed` false: only those with the link find the table. With fewer than `least_seats`
    players a match with open seats does not begin."""

    game: Key
    preset: Annotated[str, Meta(max_length=40)] = ""
    seats: Annotated[int, Meta(ge=0, le=99)] = 0  # 0: as many as the game usually has
    clock: ClockKey = "brisk"
    rated: bool = False
    listed: bool = True
    chat: bool = True
    delay_rounds: Annotated[int, Meta(ge=0, le=100)] = 0
    settings: dict[str, Any] = {}
    seed: Annotated[int, Meta(ge=0, lt=1 << 53)] | None = None
    least_seats: Annotated[int, Meta(ge=0, le=99)] = 0


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`seat` is where I sit down, 0: nowhere. `bots` are built-in bots for the other seats, by seat."""

    options: TableOptions
    seat: Annotated[int, Meta(ge=0, le=99)] = 1
    bots: dict[str, Key] = {}
    start: bool = False  # at once, if all seats are taken
    choices: dict[str, Key] = {}  # by seat


class TableInfo(Struct, frozen=True):
    key: str
    host: str
    options: TableOptions
    seats: list[SeatInfo]
    opened_ms: int
    mine: bool  # whether I am the host
    my_seat: int
    fork_of: str = ""  # the match this one plays on from
    fork_step: int = 0
    match: str = ""  # the key of the match, once it has started
    # why the match would not count although the options say rated: fork, settings, seed, seats, guest, owner
    unrated: str = ""
    prepared: bool = False  # nobody joins any more, and the world of the match is drawn
    kicked: bool = False  # whether the host has sent me away, for good


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """0: any open seat."""

    seat: Annotated[int, Meta(ge=0, le=99)] = 0


class Ready(Struct, frozen=True, forbid_unknown_fields=True):
    ready: bool


class SeatChange(Struct, frozen=True, forbid_unknown_fields=True):
    """By the host: a bot for a seat, or an empty name to free it, whoever sits there."""

    bot: Annotated[str, Meta(max_length=100)] = ""


class SeatChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat takes among the game's choices; by whoever sits there, or by the host for a built-in bot."""

    choice: Key


class SaveInfo(Struct, frozen=True):
    """A match that its host has saved; it can be loaded at a table of the same people and bots."""

    id: int
    name: str
    game: str
    match: str
    round: int
    at_ms: int
    seats: list[PlayerCard]
    choices: list[str]
    settings: dict[str, Any]


class NewSave(Struct, frozen=True, forbid_unknown_fields=True):
    """`overwrite` says that an older save of this name may be lost."""

    name: Annotated[str, Meta(max_length=200)]
    overwrite: bool = False


class LoadSave(Struct, frozen=True, forbid_unknown_fields=True):
    save: Annotated[int, Meta(ge=0)]


class Challenge(Struct, frozen=True, forbid_unknown_fields=True):
    opponent: Annotated[str, Meta(min_length=1, max_length=100)]
    options: TableOptions


class Fork(Struct, frozen=True, forbid_unknown_fields=True):
    """Play on from a step of a finished match at an unrated table; `bots` take the other seats. Without a clock people
    and agents have the game's `unhurried` one, whatever the match was played with; bots keep that. `own` keeps the time
    that the settings of the match say."""

    step: Annotated[int, Meta(ge=0)]
    seat: Annotated[int, Meta(ge=1, le=99)]
    bots: dict[str, Key] = {}
    clock: ClockKey | None = None


# Matches


class MatchSeat(Struct, frozen=True):
    seat: int
    player: PlayerCard
    rating: float | None = None  # before the match
    change: float | None = None
    place: int | None = None
    points: int | None = None
    left: str = ""  # why the seat left, if it did
    choice: str = ""
    assist: Assist = ""  # how much our tools told an agent
    account: SeatAccount | None = None  # what it answered, once the match is over
    name: str = ""  # of its player, told apart from others of the same name in this match


class MatchInfo(Struct, frozen=True):
    """`result` is null while the match runs. `view` is what a spectator sees now, where it was asked for."""

    key: str
    number: int
    game: str
    preset: str
    seats: list[MatchSeat]
    state: Literal["running", "finished", "abandoned"]
    rated: bool
    pool: Pool
    started_ms: int
    ended_ms: int | None
    round: int
    watching: int
    result: Result | None
    clock: ClockKey | None = None
    line: bool = False  # played over the line protocol
    fork_of: str = ""
    fork_step: int = 0
    host: str = ""  # who may save it, while it runs
    figures: list[dict[str, int]] = []  # by seat, once it is over
    view: Any | UnsetType = UNSET
    debugged: list[int] | UnsetType = UNSET  # seats that stand in a debugger: the match waits for them


class MatchPage(Struct, frozen=True):
    """`more` is the key to ask with for older ones, or empty; `waiting` how many bots wait for a rated match now."""

    matches: list[MatchInfo]
    more: str
    waiting: int = 0


class Frames(Struct, frozen=True):
    match: MatchInfo
    seat: int
    settings: dict[str, Any]
    frames: list[Frame]


# Ladders


class LadderKey(Struct, frozen=True):
    game: str
    preset: str
    pool: Pool
    players: int


class LadderRow(Struct, frozen=True):
    """`rating` is what is shown, `uncertainty` how much it may be off; `provisional` while placement lasts."""

    rank: int
    player: PlayerCard
    language: str
    rating: float
    uncertainty: float
    provisional: bool
    matches: int
    wins: int
    draws: int
    losses: int
    last: list[float]  # the newest ten, oldest first: 1 won, 0.5 drawn, 0 lost
    trend: list[float]  # ratings of the last 30 days, at most 30 points
    last_ms: int


class LadderPage(Struct, frozen=True):
    ladder: LadderKey
    rows: list[LadderRow]
    total: int


class RatingPoint(Struct, frozen=True):
    at_ms: int
    rating: float
    uncertainty: float
    match: str


class RatingHistory(Struct, frozen=True):
    name: str
    points: list[RatingPoint]


class PlayerRating(Struct, frozen=True):
    ladder: LadderKey
    row: LadderRow


class Opponent(Struct, frozen=True):
    player: PlayerCard
    matches: int
    score: float  # share of points taken from this opponent


class Failures(Struct, frozen=True):
    """Of the last day."""

    refusals: int
    timeouts: int
    lost_connections: int
    matches: int


class Avatar(Struct, frozen=True):
    """The picture that a player shows."""

    item: int
    template: str
    name: str
    sprite: str


class PlayerPage(Struct, frozen=True):
    card: PlayerCard
    owner: str
    language: str
    created_ms: int
    ratings: list[PlayerRating]
    opponents: list[Opponent]
    matches: list[MatchInfo]
    bots: list[PlayerCard]
    failures: Failures | None  # for bots
    rested: bool
    avatar: Avatar | None = None
    line_only: bool = False  # plays by Spacegoo's line protocol alone, so it comes to no table


# Figures and achievements


class PlayerFigure(Struct, frozen=True):
    """`best` is the highest of a single match, in the match `best_match`."""

    figure: str
    total: int
    best: int
    best_match: str


class PlayerAchievement(Struct, frozen=True):
    """`unlocked_ms` is null while it is locked; `progress` counts towards `least` where matches add up."""

    key: str
    unlocked_ms: int | None
    match: str
    progress: int
    least: int


class PlayerFeats(Struct, frozen=True):
    """What a player has counted and unlocked in one game."""

    game: str
    matches: int
    figures: list[PlayerFigure]
    achievements: list[PlayerAchievement]


# Maps


class MapInfo(Struct, frozen=True):
    """A map to choose: one that ships with the game (then its key is enough as a setting) or an installed one."""

    key: str
    name: str
    shipped: bool
    text: str
    seats: int
    facts: dict[str, Any]
    author: str = ""
    at_ms: int = 0


class MapText(Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=500_000)]


class MapOffer(Struct, frozen=True):
    """A map that a player offers for the games of a season. BOI-046"""

    id: int
    game: str
    key: str
    name: str
    text: str
    seats: int
    facts: dict[str, Any]
    author: str
    at_ms: int


# Administration


class RoundCommand(Struct, frozen=True):
    """A command of a round that is over, as it was when the round was executed."""

    round: int
    seat: int
    receipt: str
    action: Any


class MatchHistory(Struct, frozen=True):
    """What a match was like round by round; every game has its own form of a round. While the match runs everybody
    sees what its seat may know, and its own commands alone."""

    game: str
    seat: int
    rounds: list[Any]


class MatchCommands(Struct, frozen=True):
    round: int
    commands: list[RoundCommand]


class Award(Struct, frozen=True):
    """Something that was won: the figure's key, and the match in which it was won."""

    key: str
    match: str
    number: int
    at_ms: int


class Cabinet(Struct, frozen=True):
    """All awards of a player in one game, the newest first."""

    name: str
    game: str
    awards: list[Award]


class Leader(Struct, frozen=True):
    """`total` over all matches, `best` in a single one. Equal totals share a place."""

    place: int
    name: str
    kind: PlayerKind
    total: int
    best: int
    matches: int


class Leaderboard(Struct, frozen=True):
    """The players of a game by one of its figures, over all their matches."""

    game: str
    figure: str
    leaders: list[Leader]


class AdminPlayer(Struct, frozen=True):
    card: PlayerCard
    role: Role
    blocked: bool
    created_ms: int
    seen_ms: int | None
    matches: int


class PlayerChange(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Only what is given changes."""

    role: Role | None = None
    blocked: bool | None = None
    password: Password | None = None


class AuditLine(Struct, frozen=True):
    id: int
    at_ms: int
    actor: str
    action: str
    target: str
    detail: dict[str, Any]


class Health(Struct, frozen=True):
    """`lateness_ms` is how late rounds were served in the last minutes, half of them and 99 of 100."""

    version: str
    started_ms: int
    matches: int
    line_matches: int
    tables: int
    connections: int
    spectators: int
    waiting_bots: int
    database: str
    database_bytes: int
    memory_bytes: int
    lateness_ms: list[float]
    warm: bool  # always true: rules need no preparation any more


class Problem(Struct, frozen=True, omit_defaults=True):
    """Every refusal over HTTP looks like this."""

    code: str
    sentence: str
    field: str = ""
    rule: str = ""
