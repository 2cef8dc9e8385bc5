"""Seasons over HTTP: their games, players and roles, the table, and the jobs that keep them running."""

from datetime import date
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from ....protocol.api.platform import PlayerCard

SeasonState = Literal["registered", "active", "ended"]
SeasonGameState = Literal["draft", "running", "paused", "ended"]
SeasonRole = Literal["leader", "vice_leader", "trooper"]
JobKey = Literal["season_end", "season_start", "maintenance", "turn_end", "turn_start"]

Title = Annotated[str, Meta(min_length=1, max_length=60)]
PlayerName = Annotated[str, Meta(min_length=1, max_length=100)]


# Seasons


class NewSeason(Struct, frozen=True, forbid_unknown_fields=True):
    """From 00:00 UTC of the first day until 00:00 UTC of the last one, which it does not include."""

    name: Title
    start: date
    end: date


class SeasonChange(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Only what is given changes."""

    name: Title | UnsetType = UNSET
    start: date | UnsetType = UNSET
    end: date | UnsetType = UNSET


class SeasonSeat(Struct, frozen=True):
    """A player of a season's game; `number` is the ship's id, counted from 1 through all teams."""

    number: int
    place: int  # within the team
    player: PlayerCard
    role: SeasonRole


class SeasonWarning(Struct, frozen=True):
    """What is allowed but hardly meant: `no_vice_leader`."""

    code: str
    team: int
    sentence: str


class SeasonGameInfo(Struct, frozen=True, kw_only=True):
    """`match` is the key of its match once it has started. `left_ms` is what remained of the turn of a paused game.
    `mine` is my number in it, or 0. `ranks` and `tiles` are by team, when it has ended."""

    id: int
    season: int
    season_name: str
    name: str
    state: SeasonGameState
    settings: dict[str, Any]
    turn_seconds: int
    teams: list[list[SeasonSeat]]
    match: str = ""
    turn: int = 0
    due_ms: int | None = None  # when the turn ends
    left_ms: int | None = None
    mine: int = 0
    ranks: list[int] = []
    tiles: list[int] = []
    warnings: list[SeasonWarning] = []


class SeasonLine(Struct, frozen=True):
    """A player in the table of a season."""

    place: int
    player: PlayerCard
    points: float
    tiles: int
    games: int


class SeasonCard(Struct, frozen=True):
    """A season in a list; `games` counts them."""

    id: int
    name: str
    start: date
    end: date
    state: SeasonState
    games: int


class SeasonInfo(Struct, frozen=True):
    id: int
    name: str
    start: date
    end: date
    state: SeasonState
    games: list[SeasonGameInfo]
    table: list[SeasonLine]


# Games


class NewSeasonSeat(Struct, frozen=True, forbid_unknown_fields=True):
    player: PlayerName
    role: SeasonRole = "trooper"


Teams = Annotated[
    list[Annotated[list[NewSeasonSeat], Meta(min_length=1, max_length=2048)]], Meta(min_length=1, max_length=8)
]


class NewSeasonGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that starts with its season. Teams, ships and seats follow from the players that are named."""

    name: Title
    teams: Teams
    settings: dict[str, Any] = {}


class SeasonGameChange(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Only what is given changes, and only while the game has not started."""

    name: Title | UnsetType = UNSET
    teams: Teams | UnsetType = UNSET
    settings: dict[str, Any] | UnsetType = UNSET


class RoleChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Who had the role of a leader or vice-leader before gets the one that the player had."""

    player: PlayerName
    role: SeasonRole


class Replacement(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody else flies on for a player."""

    player: PlayerName
    by: PlayerName


class PowerAnswer(Struct, frozen=True):
    """What the power source said of a player last: `stake` is the newest that is known, `code` is `power_unavailable`
    if there was no answer the last time it was asked."""

    number: int
    player: PlayerCard
    source: str
    stake: int | None
    asked_ms: int | None
    code: str = ""


# Jobs


class JobRun(Struct, frozen=True):
    """`key` is what it was about: a game and its turn, or nothing. `by` is empty where the scheduler ran it."""

    id: int
    job: JobKey
    key: str
    due_ms: int
    ran_ms: int
    by: str
    outcome: str  # done, nothing or partly
    detail: dict[str, Any]


class JobInfo(Struct, frozen=True):
    """`line` is when it is due, as in a cron table; empty for what follows the games' turns."""

    job: JobKey
    line: str
    zone: str
    next_ms: int | None
    last: JobRun | None
    runs: list[JobRun]  # the newest first
