"""`Game`: what a game package exports, and the types it is described with."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, Required, Self, TypedDict, Unpack

import msgspec
from msgspec import Struct

from . import game_parts
from . import settings as _settings
from .assist import Assist
from .figures import Achievement, Figure
from .maps import Maps
from .schema import SMALL, Grid

if TYPE_CHECKING:
    from .native import EntryFunctions

EVERYTHING = -1  # instead of a seat, for `view` and `of_event`: whoever looks at a finished match sees everything

Kind = Literal["accepted", "refused", "void", "forfeit"]


class Refusal(Struct, frozen=True):
    """A line of a game's table of refusals. The verdict says what becomes of the action: `refused` is told and not
    recorded, `void` counts but does nothing, `forfeit` makes the seat leave for the reason `leaves`."""

    code: int
    name: str
    field: str
    rule: str
    sentence: str
    verdict: Kind = "refused"
    leaves: int = 0


class Reason(Struct, frozen=True):
    """Why a seat left or a match is over."""

    code: int
    name: str
    rule: str
    sentence: str


class Verdict(Struct, frozen=True, omit_defaults=True):
    """The answer to one action."""

    verdict: Kind
    code: str = ""
    field: str = ""
    rule: str = ""
    sentence: str = ""
    receipt: str = ""  # what an accepted order is called in later events, where the game names orders
    answer: Any = None  # what the action tells its seat at once, where the game answers


ACCEPTED = Verdict("accepted")


class SeatSetup(Struct, frozen=True, omit_defaults=True):
    """Who sits where: a name to show, what kind of player it is, and what it chose among the game's `choices`.
    `builtin` marks a bot that the platform itself plays. Of an agent `assist` is how much our tools tell it, and
    `tries` how many useless answers a turn of its takes (0: the usual number)."""

    name: str
    kind: Literal["bot", "person", "agent"] = "bot"
    choice: str = ""
    builtin: bool = False
    assist: Assist = ""
    tries: int = 0


class Setup(Struct, frozen=True):
    """What fixes a match before it starts."""

    game: str
    preset: str
    settings: dict[str, Any]
    seats: tuple[SeatSetup, ...]
    seed: int


class Crew(Struct, frozen=True):
    """What a seat is in its team; captains mark what the others should go for."""

    team: int
    captain: bool


class Pace(Struct, frozen=True):
    """The time of one round, for games whose settings decide it instead of the table's clock. First the previous round
    is shown to the people who are connected, then the windows open. Even when everybody has answered, a round lasts at
    least `least_ms` of its window; in the last `lock_ms` of the window no order is accepted. A seat that has been away
    for `absent_ms` is not waited for until it is back. With `always` the time for showing belongs to the round that was
    just played: its pace decides it, and it passes even if nobody is connected."""

    window_ms: int | None
    least_ms: int = 0
    lock_ms: int = 0
    shown_ms: int = 0
    absent_ms: int | None = None
    always: bool = False


class Place(Struct, frozen=True):
    seat: int
    place: int
    points: int


class Result(Struct, frozen=True):
    """Places and points at the end, with the reason."""

    reason: str
    sentence: str
    places: tuple[Place, ...]

    @property
    def winner(self) -> int:
        """The seat that won alone, or 0."""
        first = [place.seat for place in self.places if place.place == 1]
        return first[0] if len(first) == 1 else 0


class Particulars(TypedDict, total=False):
    """The fields of `Game` that no module of a package provides, so that its `__init__.py` has to."""

    key: Required[str]
    name: Required[str]
    sentence: Required[str]
    version: Required[str]
    rules_prefix: Required[str]
    seat_counts: Required[tuple[int, ...]]
    immediate_orders: Required[bool]
    timeout_reason: Required[int]
    bots: Required[Mapping[str, str]]
    api_modules: tuple[str, ...]
    schemas: tuple[str, ...]
    position: int
    order_frames: bool
    multiple_orders: bool
    orders_until_tick: bool
    unreadable: tuple[int, tuple[int, ...]]
    skip_after_refusal: tuple[int, int]
    ends_turn: tuple[int, ...]
    tag_alias: str
    row_max: int
    secrets: bool
    choices: tuple[str, ...]
    spare_seats: bool
    pairs: bool
    demo_settings: Mapping[str, Any]
    unhurried: Mapping[str, Any]
    spectator_delay: int


@dataclass(frozen=True)
class Game:
    """A game as the platform knows it. Packages that keep to the agreed file names make theirs by `Game.of`."""

    key: str
    name: str
    sentence: str
    version: str  # of the rules; a record names it
    rules_prefix: str
    seat_counts: tuple[int, ...]
    state: type
    seats_max: int
    width: int  # numbers in an action's row
    settings: type[Struct]
    presets: Mapping[str, Mapping[str, Any]]
    actions: Any  # the tagged union of action messages
    refusals: tuple[Refusal, ...]
    leave_reasons: tuple[Reason, ...]
    end_reasons: tuple[Reason, ...]
    immediate_orders: bool  # whether orders happen when they are entered; else they wait for the tick
    timeout_reason: int  # the reason a seat leaves for when it misses its window; 0: it just does nothing
    make_start: Callable[[Setup], Any]
    row_of: Callable[[Any, Any], list[int]]  # row_of(action, state): the state knows what things are called
    action_of: Callable[[Sequence[int], Any], Any]  # action_of(row, state)
    view: Callable[..., Any]  # view(state, seat, names): what one seat may know, seat 0 for a spectator
    # state_from_view(view, setup): a belief, which is a state made of what a seat was shown, and of nothing else. The
    # view is typed or plain values; of the setup only what `announced` tells is used, and never the seed. The rules go
    # on with it without fault, and its view for that seat is the one it came from as far as the game allows. What the
    # seat cannot know has a default that the game's module states. The same view gives the same bytes.
    state_from_view: Callable[[Any, Setup], Any]
    events: Callable[[Any], list[Any]]  # the typed events of the newest step
    window_ms: Callable[[Setup], int | None]
    bots: Mapping[str, str]  # built-in name -> "module:Class", the module within the package
    package: str = field(default="")
    api_modules: tuple[str, ...] = ()  # modules of the package with what the game answers over HTTP
    schemas: tuple[str, ...] = ()  # modules of the package that add tables to the database
    position: int = 100  # on pages and in lists, the lowest first
    form_of: Callable[[Setup], str] = lambda setup: SMALL
    # check_setup(setup): raises SetupError as make_start would, for games in which making a start takes long
    check_setup: Callable[[Setup], None] | None = None
    # usual_row(state, seat, row so far): what the next number of an order's row usually is, so that records are small
    usual_row: Callable[[Any, int, Sequence[int]], Sequence[int]] = lambda state, seat, row: ()
    order_frames: bool = (
        True  # with immediate_orders: whether what an order causes is a moment of a replay; else only ticks are
    )
    multiple_orders: bool = (
        False  # whether a seat that has given an order may still be waited for; always asked with immediate_orders
    )
    # Whether orders are collected until the tick: a seat may give and change them as long as the window is open, also
    # when it is not waited for any more, and is not asked again in between.
    orders_until_tick: bool = False
    receipt: Callable[[Any, int], str] | None = None  # receipt(state, seat): what the newest order of a seat is called
    # answer(state, seat, action, accepted): what an action tells its seat at once, read right after it was entered.
    # After an answer the seat gets no new `turn` as long as its turn lasts.
    answer: Callable[[Any, int, Any, bool], Any] | None = None
    # For games in which an unreadable action counts like any refused one: the refusal's code, and the row recorded for
    # it
    unreadable: tuple[int, tuple[int, ...]] | None = None
    # For games in which a refused action makes later ones for the same unit pointless: the column of a row that names
    # the unit, and the refusal code of the skipped actions
    skip_after_refusal: tuple[int, int] | None = None
    # For games in which a seat acts until it says that its turn is over: the row that says so. Programs that are called
    # once a turn need not send it.
    ends_turn: tuple[int, ...] | None = None
    tag_alias: str = ""  # another name for the field `type` of actions, from the game's rulebook
    settings_of_map: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = (
        None  # adds the settings that a map brings along
    )
    # For games without a setting `players`: seats_of(settings) is the number of seats of a match, and
    # settings_for_seats(preset, explicit settings, players) the settings with which it has a seat for every player
    seats_of: Callable[[Mapping[str, Any]], int] | None = None
    settings_for_seats: Callable[[str | None, Mapping[str, Any], int], Mapping[str, Any]] | None = None
    row_max: int = 2**31 - 1  # the largest number in an action's row
    # announced(settings): settings as players are told them, without what must stay secret until the end
    announced: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda settings: settings
    changes: Any = None  # the tagged union of what an organiser can alter in a running match
    change_row_of: Callable[[Any, Any], list[int]] | None = None  # change_row_of(change, state)
    change_of: Callable[[Sequence[int], Any], Any] | None = None
    change_width: int = 2  # numbers in a change's row
    secrets: bool = False  # whether seats know different things; spectators of such a match may see it with a delay
    # of_event(state, event, seat): the event as a seat may know it, or None; only asked for where there are secrets
    of_event: Callable[[Any, Any, int], Any] = lambda state, event, seat: event
    # believed_action(row, view, setup): the message behind a row in the numbers of the belief made of this view, for
    # games in which a belief has to number things otherwise than the match; without it, `action_of` says the same
    believed_action: Callable[[Sequence[int], Any, Setup], Any] | None = None
    # forecast(view, setup, seat, action): what would come of an action, from what the seat knows
    forecast: Callable[[Any, Setup, int, Any], Any] | None = None
    # chances(states, setup, rollouts, seed): for each of the states of one match every seat's chance to win, which add
    # up to 1, and how many rollouts were made; without it, random legal play decides
    chances: Callable[[Sequence[Any], Setup, int, int], tuple[list[list[float]], int]] | None = None
    choices: tuple[str, ...] = ()  # what a seat can choose before the match, a robot's model say; the first is usual
    spare_seats: bool = False  # whether a host may begin although seats are open; they are taken away then
    pairs: bool = False  # whether rated matches of two are played twice, the second time with the seats swapped
    # paired(first, second): whether two setups that differ in their seeds begin alike, as those of a pair must
    paired: Callable[[Setup, Setup], bool] = lambda first, second: True
    # pace(setup, state): the time of the round that begins with this state, where settings and not a clock decide it
    pace: Callable[[Setup, Any], Pace] | None = None
    # in_season(settings): whether such a match belongs to a season; only the season begins and ends it
    in_season: Callable[[Mapping[str, Any]], bool] = lambda settings: False
    demo_settings: Mapping[str, Any] = field(default_factory=dict)  # settings of matches that are there to be watched
    unhurried: Mapping[str, Any] = field(default_factory=dict)  # settings that give people and agents time to think
    maps: Maps | None = None  # maps that people can make for it
    figures: tuple[Figure, ...] = ()  # what is counted for every seat
    figures_of: Callable[[Any, int], list[int]] | None = None  # figures_of(state, seat), in the order of `figures`
    achievements: tuple[Achievement, ...] = ()
    awards: tuple[str, ...] = ()  # figures that are won: a player's cabinet lists every match in which one was not 0
    leaderboards: tuple[str, ...] = ()  # figures by which players are compared over all their matches
    # history(state): what the round that the newest tick has ended adds to a match's history; of_history(row, seat) is
    # what a seat may see of it while the match runs
    history: Callable[[Any], Any] | None = None
    of_history: Callable[[Any, int], Any] = lambda row, seat: row
    # commands(state): what the next tick is to execute, as seat, receipt and action; part of the history as well
    commands: Callable[[Any], list[tuple[int, str, Any]]] | None = None
    # team_of(state, seat): the team of a seat, where those of one team talk and plan among themselves
    team_of: Callable[[Any, int], Crew] | None = None
    # Spectators of a running match see everything, so many rounds later; 0: they see what all seats know, at once
    spectator_delay: int = 0

    @classmethod
    def of(cls, package: str, **particulars: Unpack[Particulars]) -> Self:
        """The game of a package, `GAME = Game.of(__name__, key="hexwar", ...)`. Its modules say most of the fields by
        agreed names, which `core.game_parts` lists; the others are keywords. A keyword that is not one of `Particulars`
        is a TypeError."""
        unknown = particulars.keys() - Particulars.__annotations__.keys()
        if unknown:
            raise TypeError(f"Game.of() takes no {', '.join(sorted(unknown))}")
        return cls(package=package, **game_parts.fields_of(package), **particulars)

    def setup(
        self,
        names: Sequence[str | SeatSetup] = (),
        *,
        seed: int = 0,
        preset: str | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> Setup:
        """A validated setup; raises SetupError. Without names the seats are called after their numbers."""
        asked = settings or {} if self.settings_of_map is None else self.settings_of_map(settings or {})
        chosen = self._preset(preset, asked)
        values = _settings.resolve(self.settings, self.presets, chosen, asked)
        seats = tuple(seat if isinstance(seat, SeatSetup) else SeatSetup(seat) for seat in names)
        if self.seats_of is not None:
            count = self.seats_of(values)
        else:
            count = int(values.get("players", len(seats) or self.rated_seats))
        if not seats:
            seats = tuple(SeatSetup(f"seat {n + 1}") for n in range(count))
        if len(seats) != count or count not in self.seat_counts:
            raise _settings.SetupError(
                "bad_settings", "players", f"{len(seats)} seats were given; allowed is {self.seats_in_words}."
            )
        return Setup(self.key, chosen, values, seats, seed)

    @property
    def rated_seats(self) -> int:
        """How many play in a match of the ladder: the fewest who can play against each other."""
        return next((count for count in self.seat_counts if count > 1), self.seat_counts[0])

    @property
    def seats_in_words(self) -> str:
        """How many seats a match may have."""
        counts = self.seat_counts
        if len(counts) > 2 and counts == tuple(range(counts[0], counts[-1] + 1)):
            return f"{counts[0]} to {counts[-1]}"
        return " or ".join(map(str, counts))

    def _preset(self, preset: str | None, settings: Mapping[str, Any]) -> str:
        """A setting that bears a preset's name chooses it: `edition=classic` alone is enough."""
        for name, values in self.presets.items():
            for key, value in settings.items():
                if values.get(key) == value == name:
                    if preset not in (None, name):
                        raise _settings.bad_settings(key, value, f"{preset}, which is the preset")
                    return name
        return preset or next(iter(self.presets))

    def settings_of(self, setup: Setup) -> Any:
        return msgspec.convert(setup.settings, self.settings)

    def start(self, setup: Setup) -> Any:
        """The first state, as an object."""
        return self.make_start(setup)

    def try_setup(self, setup: Setup) -> None:
        """Raises SetupError if no match can begin like this."""
        if self.check_setup is not None:
            self.check_setup(setup)
        else:
            self.make_start(setup)

    @cached_property
    def rules(self) -> ModuleType:
        """The interpreted rules."""
        return importlib.import_module(f"{self.package}.rules.contract")

    @cached_property
    def kernels(self) -> ModuleType:
        """The entry points that batches call, interpreted."""
        from .native import entry_modules

        return entry_modules.kernels(self.package)

    @cached_property
    def native(self) -> "EntryFunctions":
        """The same entry points, natively. Raises RuntimeError with the reason where that is not possible."""
        from . import native

        return native.kernels(self.package)

    def bot_class(self, name: str) -> type[Any]:
        """The class of a built-in bot. Raises KeyError."""
        module, _, kind = self.bots[name].partition(":")
        found: type[Any] = getattr(importlib.import_module(f"{self.package}.{module}"), kind)
        return found

    @property
    def rulebook(self) -> str:
        """The rules as text, every rule with its id."""
        folder = Path(importlib.import_module(self.package).__path__[0])
        return (folder / "README.md").read_text(encoding="utf-8")

    @cached_property
    def _scratch(self) -> Grid[int]:
        """A reusable buffer for places: after most entries we only ask whether the match is over."""
        return Grid([[0, 0] for _ in range(self.seats_max + 1)])

    def refusal(self, code: int) -> Refusal:
        return self._refusals[code]

    @cached_property
    def _refusals(self) -> dict[int, Refusal]:
        return {refusal.code: refusal for refusal in self.refusals}

    def leave_reason(self, code: int) -> Reason:
        return next(reason for reason in self.leave_reasons if reason.code == code)

    def verdict(self, code: int) -> Verdict:
        """A code that `check` returned, as an answer to a player."""
        if code == 0:
            return ACCEPTED
        line = self.refusal(code)
        return Verdict(line.verdict, line.name, line.field, line.rule, line.sentence)

    def counted(self, state: Any) -> list[dict[str, int]]:
        """What the match has counted so far, by seat; an empty list where the game counts nothing."""
        if self.figures_of is None:
            return []
        keys = [figure.key for figure in self.figures]
        return [dict(zip(keys, self.figures_of(state, seat), strict=True)) for seat in range(1, state.seats + 1)]

    def result(self, state: Any) -> Result | None:
        """Places and points, or None while the match runs."""
        if self.rules.result(state, self._scratch) == 0:
            return None
        places = Grid([[0, 0] for _ in range(self.seats_max + 1)])
        code = self.rules.result(state, places)
        reason = next(reason for reason in self.end_reasons if reason.code == code)
        listed = tuple(Place(seat, *places[seat]) for seat in range(1, state.seats + 1))
        return Result(reason.name, reason.sentence, listed)
