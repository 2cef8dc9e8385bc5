"""Plays a match between bots in this process, without a server."""

import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..core.entries import TICK
from ..core.game import Game, Result, SeatSetup, Setup, Verdict
from ..core.registry import GAMES
from ..core.rules import stream
from ..core.settings import bad_settings
from ..match.clock import Budget, Clock
from ..match.match import Listener, Match, Step
from ..match.recorder import Recorder
from ..match.remarks import Remark
from ..match.table import distinct
from ..match.visibility import shows, veiled
from ..protocol.actions import enter_all
from ..protocol.messages import VERSION, Over, Start, Turn, Verdicts, action_types
from .bot import Bot
from .bot_loader import Entrant, LoadError, load
from .debugger import DEBUG_MAX_MS
from .players.player import CrashError, LateError, Player

ASKED_MAX = 3  # times in one window; a bot that gives only unusable answers then counts as silent
SILENCE_S = 5.0  # without a clock: how long a program that has answered may wait before it says more
PATIENCE_S = 300.0  # without a clock: how long a program may think about an answer
CONNECTION_LOST = "connection_lost"
SEED_MAX = 2**63 - 1


class Left(Struct, frozen=True):
    """A seat that did not play to the end: `crashed`, or a forfeit by the rules."""

    seat: int
    crashed: bool
    reason: str
    sentence: str
    round: int


class Missed(Struct, frozen=True):
    """A seat that missed turns because it was late or gave no usable answer, and the round of the first of them."""

    seat: int
    turns: int
    round: int

    @property
    def sentence(self) -> str:
        turns = "a turn" if self.turns == 1 else f"{self.turns:,} turns, the first"
        return f"missed {turns} in round {self.round}"


class Outcome(Struct, frozen=True):
    """A finished match: `result` says who won, `left` who forfeited or crashed, `missed` who missed turns."""

    setup: Setup
    result: Result
    rounds: int
    steps: int
    left: tuple[Left, ...] = ()
    figures: tuple[dict[str, int], ...] = ()  # what the match has counted, by seat
    refused: tuple[dict[str, int], ...] = ()  # actions that did not do what was asked, by seat and code
    missed: tuple[Missed, ...] = ()

    @property
    def places(self) -> tuple[int, ...]:
        """The place of every seat, in their order; 1 is the best."""
        return tuple(place.place for place in self.result.places)

    @property
    def winner(self) -> int:
        """The seat that won alone, or 0."""
        return self.result.winner


def game_of(game: Game | ModuleType | str) -> Game:
    """A game by itself, by its package (`games.spacegoo`) or by its key."""
    if isinstance(game, Game):
        return game
    key = game if isinstance(game, str) else getattr(getattr(game, "GAME", None), "key", "")
    if key not in GAMES:
        raise LoadError("no_such_game", f"there is no game {key or game!r}; there are {', '.join(GAMES)}")
    return GAMES[key]


def play(
    game: Game | ModuleType | str,
    bots: Sequence[str | type[Bot] | Bot | Entrant],
    *,
    seed: int | None = None,
    preset: str | None = None,
    settings: dict[str, Any] | None = None,
    choices: Sequence[str] = (),
    names: Sequence[str] = (),
    out: str | Path | None = None,
    timeout: bool = True,
    timed: bool | None = None,
    listen: Listener | None = None,
    now: Callable[[], float] = time.monotonic,
) -> Outcome:
    """Play one match, one bot per seat. `choices` are what the seats take among the game's own, in their order, and
    `names` what they are called, if not after their bots.

    Equal seeds give equal matches, and equal records in `out`, as far as the bots themselves only depend on what they
    are told. Built-in bots think without a clock; all others have the time that the game's settings give, unless
    `timeout` is False. Bots that are named by a file, a folder or a module run in processes of their own; classes and
    instances run in this one, and cannot be interrupted. `timed` says whether the record keeps when things happened;
    without it, it does where no seed was given.
    """
    rules = game_of(game)
    entrants = [bot if isinstance(bot, Entrant) else load(bot, rules, apart=True) for bot in bots]
    chosen = fresh_seed() if seed is None else seed
    labels = names or [entrant.label for entrant in entrants]
    setup = setup_for(rules, labels, chosen, preset, settings, choices)
    local = LocalMatch(rules, setup, entrants, timeout=timeout, now=now)
    recorder = Recorder(local.match, Path(out) if out else None, timed=seed is None if timed is None else timed)
    local.remarked = recorder.remark
    if listen is not None:
        local.match.listen(listen)
    try:
        outcome = local.play()
        recorder.finish()
    finally:
        recorder.close()
    return outcome


def setup_for(
    game: Game,
    labels: Sequence[str],
    seed: int,
    preset: str | None,
    settings: dict[str, Any] | None,
    choices: Sequence[str] = (),
) -> Setup:
    """A setup with a seat for every bot, unless the settings say something else."""
    if not 0 <= seed <= SEED_MAX:
        raise bad_settings("seed", seed, f"a whole number from 0 to {SEED_MAX}")
    chosen = dict(settings or {})
    if game.settings_for_seats is not None:
        chosen = dict(game.settings_for_seats(preset, chosen, len(labels)))
    elif "players" in game.settings.__struct_fields__ and len(labels) in game.seat_counts:
        chosen.setdefault("players", len(labels))
    for choice in choices:
        if choice and choice not in game.choices:
            raise bad_settings("choice", choice, "one of " + ", ".join(game.choices) if game.choices else "none")
    taken = [*choices, *[""] * len(labels)]
    seats = [SeatSetup(name, choice=choice) for name, choice in zip(distinct(labels), taken, strict=False)]
    setup = game.setup(seats, seed=seed, preset=preset, settings=chosen)
    game.start(setup)  # raises now if the map is bad or settings contradict each other
    return setup


def fresh_seed() -> int:
    """A random seed, short enough to be typed."""
    return secrets.randbelow(10**9)


class LocalMatch:
    """One local match: asks the players in turn, each with its own window."""

    def __init__(
        self,
        game: Game,
        setup: Setup,
        entrants: Sequence[Entrant],
        *,
        timeout: bool = True,
        patience_s: float | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Without a clock a program has `patience_s` for an answer; with `timeout` there is always some limit."""
        self.game = game
        self._now = now
        self._began = now()
        window_ms = game.window_ms(setup) if timeout else None
        self.match = Match(game, setup, clock=Clock(len(setup.seats), window_ms=window_ms), listen=self._follow)
        self._timed = {seat: not entrant.builtin for seat, entrant in enumerate(entrants, 1)}
        self._players: dict[int, Player] = {
            seat: entrant.make(stream(setup.seed, seat) >> 1) for seat, entrant in enumerate(entrants, 1)
        }
        for player in self._players.values():
            player.patience_s = PATIENCE_S if timeout and patience_s is None else patience_s
        self._start_ms = {seat: player.start_ms for seat, player in self._players.items()}
        first = game.events(self.match.state)
        self._events: dict[int, list[Any]] = {seat: self._known(first, seat) for seat in self._players}
        self._steps = dict.fromkeys(self._players, 0)  # the newest step that each seat may know of
        self._may = action_types(game.actions)
        self._left: list[Left] = []
        self._refused = {seat: Counter[str]() for seat in self._players}
        self._turns_missed: dict[int, Missed] = {}
        self.remarked: Callable[[Remark], None] = lambda remark: None  # called with what players say and what it cost

    def play(self) -> Outcome:
        match = self.match
        try:
            self._start()
            while match.result is None:
                owing = match.waited_for()
                for seat in owing:
                    self._turn(seat)
                if match.result is None:
                    match.tick(self._ms())
            self._over(match.result)
        finally:
            for player in self._players.values():
                player.stop()
        # in some games a tick is the turn of one seat
        rounds = match.ticks if self.game.ends_turn is None else self._round()
        figures = tuple(self.game.counted(match.state))
        refused = tuple(dict(counted) for counted in self._refused.values())
        missed = tuple(self._turns_missed[seat] for seat in sorted(self._turns_missed))
        return Outcome(match.setup, match.result, rounds, match.step, tuple(self._left), figures, refused, missed)

    def _start(self) -> None:
        setup = self.match.setup
        if self.game.secrets:  # the seed would reveal what is drawn later
            setup = Setup(setup.game, setup.preset, dict(self.game.announced(setup.settings)), setup.seats, 0)
        for seat, player in self._players.items():
            try:
                player.start(Start(VERSION, "local", self.game.key, self.game.version, setup, seat))
            except (CrashError, LateError) as error:
                sentence = str(error) or "it did not read the start of the match"
                self._crash(seat, sentence, getattr(error, "code", ""))

    def _turn(self, seat: int) -> None:
        """One turn of a seat, and what it remarks about it."""
        step, at, began_ms = self.match.step, self._round(), self._ms()
        try:
            self._ask(seat)
        finally:
            cost_ms = self._ms() - began_ms if self._timed[seat] else None
            self.remarked(Remark(seat, step, at, cost_ms, *self._players[seat].remarks()))

    def _ask(self, seat: int) -> None:
        """Ask a seat until it has answered, at most a few times; then it has missed its turn."""
        match, clock, timed, player = self.match, self.match.clock, self._timed[seat], self._players[seat]
        player.enter = None if self.game.answer is None else partial(self._request, seat)
        if timed:
            self._unhurry(seat)
            clock.open([seat], self._ms() + self._start_ms.pop(seat, 0))
        for _ in range(ASKED_MAX):
            turn = Turn(self._steps[seat], match.view(seat), self._events[seat], self._may, self._budget(seat))
            self._events[seat] = []
            try:
                actions = player.ask(turn, self._seconds(seat))
            except LateError:
                return self._miss(seat)
            except CrashError as error:
                return self._crash(seat, str(error), error.code)
            self._unhurry(seat)  # a program may say so with its first answer
            if seat in clock.expired(self._ms()):
                return self._miss(seat)
            try:
                self._take(seat, actions)
                while player.speaks_on and self._plays_on(seat):
                    self._take(seat, player.ask_on(self._seconds_on(seat)))
            except LateError:
                return self._miss(seat)
            except CrashError as error:
                return self._crash(seat, str(error), error.code)
            if self.game.ends_turn is not None and match.result is None and seat in match.waited_for():
                match.act(seat, self.game.ends_turn, self._ms())
            if self.game.orders_until_tick or seat not in match.waited_for():
                clock.close(seat, self._ms())
                return None
        return self._miss(seat)

    def _unhurry(self, seat: int) -> None:
        """Give a player that is being debugged more time."""
        if self._timed[seat] and self._players[seat].debugged:
            self.match.clock.unhurried[seat] = DEBUG_MAX_MS

    def _take(self, seat: int, actions: list[Any]) -> None:
        """Enter what a player answered, and tell it what became of it. Raises CrashError."""
        if self.game.ends_turn is not None and (not actions or self.match.result is not None):
            return  # no action is left to enter, or its requests have ended the match
        player = self._players[seat]
        verdicts = self._enter(seat, actions, answers=player.listens)
        with suppress(LateError):  # it may read them later; if it does not read a turn, it is late then
            player.verdicts(Verdicts(0, self._steps[seat], verdicts))

    def _plays_on(self, seat: int) -> bool:
        """Whether a program that ends its turns itself may continue this one. QST-123"""
        return self.game.ends_turn is not None and self.match.result is None and seat in self.match.waited_for()

    def _seconds_on(self, seat: int) -> float | None:
        """How long such a program may be silent. Without a clock a limit has to end a turn that has been answered."""
        seconds = self._seconds(seat)
        return SILENCE_S if seconds is None and not self._players[seat].ends_turns else seconds

    def _request(self, seat: int, action: Any) -> Verdict:
        """One action of a player while it is being asked, answered at once."""
        if self.match.result is not None or seat in self.match.clock.expired(self._ms()):
            return Verdict("refused", "not_your_turn", sentence="Your turn is over.")
        return self._enter(seat, [action])[0]

    def _enter(self, seat: int, actions: list[Any], *, answers: bool = True) -> list[Verdict]:
        at = self._round()
        verdicts = enter_all(self.match, seat, actions, self._ms(), answers=answers)
        for verdict in verdicts:
            if verdict.verdict != "accepted":
                self._refused[seat][verdict.code] += 1
            if verdict.verdict == "forfeit":
                self._left.append(Left(seat, False, verdict.code, verdict.sentence, at))
        return verdicts

    def _miss(self, seat: int) -> None:
        """Apply the game's rule for a missed turn."""
        known = self._turns_missed.get(seat, Missed(seat, 0, self._round()))
        self._turns_missed[seat] = replace(known, turns=known.turns + 1)
        if self.game.timeout_reason:
            reason = self.game.leave_reason(self.game.timeout_reason)
            self._leave(seat, False, reason.code, reason.name, reason.sentence)
        self.match.clock.close(seat, self._ms())

    def _crash(self, seat: int, sentence: str, code: str = "") -> None:
        """The rules only learn that the seat has gone; the outcome also keeps the sandbox's code."""
        reason = next(reason for reason in self.game.leave_reasons if reason.name == CONNECTION_LOST)
        self._leave(seat, True, reason.code, code or reason.name, sentence)

    def _leave(self, seat: int, crashed: bool, code: int, reason: str, sentence: str) -> None:
        if all(left.seat != seat for left in self._left):
            self._left.append(Left(seat, crashed, reason, sentence, self._round()))
            self.match.leave(seat, code, self._ms())

    def _over(self, result: Result) -> None:
        crashed = {left.seat for left in self._left if left.crashed}
        for seat, player in self._players.items():
            if seat not in crashed:
                try:
                    player.over(Over(self.match.step, result))
                except (CrashError, LateError) as error:
                    self._left_after(seat, str(error))
            self.remarked(Remark(seat, self.match.step, self._round(), None, *player.remarks()))

    def _left_after(self, seat: int, sentence: str) -> None:
        """A bot that fails when told that the match is over has crashed, but the result stands."""
        if sentence and all(left.seat != seat for left in self._left):
            self._left.append(Left(seat, True, "after_the_end", sentence, self.match.ticks))

    def _follow(self, step: Step) -> None:
        hidden, shown = veiled(self.game), shows(self.game, step)
        for seat, events in self._events.items():
            known = self._known(step.events, seat)
            events.extend(known)
            if not hidden:
                self._steps[seat] = step.number if shown else self._steps[seat]
            elif known or step.entry.kind == TICK or step.entry.seat == seat:
                self._steps[seat] += 1

    def _known(self, events: list[Any], seat: int) -> list[Any]:
        """Events as a seat may know them."""
        if not self.game.secrets:
            return events
        known = (self.game.of_event(self.match.state, event, seat) for event in events)
        return [event for event in known if event is not None]

    def _round(self) -> int:
        return int(getattr(self.match.state, "round_no", self.match.ticks))

    def _budget(self, seat: int) -> Budget:
        return self.match.clock.budget(seat) if self._timed[seat] else Budget()

    def _seconds(self, seat: int) -> float | None:
        deadline_ms = self.match.clock.deadline_ms(seat)
        return None if deadline_ms is None else max(0.0, (deadline_ms - self._ms()) / 1000)

    def _ms(self) -> int:
        return int((self._now() - self._began) * 1000)
