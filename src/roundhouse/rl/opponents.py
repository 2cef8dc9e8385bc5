"""Built-in bots, or any others, as opponents of the one seat that learns."""

from functools import partial
from typing import Any

import numpy as np

from ..core.game import Verdict
from ..core.rules import stream
from ..core.schema import Grid
from ..match.clock import Budget
from ..match.match import Match, Step
from ..protocol.actions import enter_all
from ..protocol.messages import VERSION, Over, Start, Turn, action_types
from ..sdk.bot_loader import Entrant, load
from ..sdk.players.player import CrashError, LateError, Player
from .options import Options
from .single_match import Position

ASKED_MAX = 3  # times in one window; a bot that gives only unusable answers then passes
BUDGET_STEPS = 10_000  # a limit of ticks in one step that is never reached in play


class Contest(Position):
    """A match between a learner and bots. The bots are asked when the learner has nothing more to choose."""

    INTERPRETED = True

    def __init__(self, options: Options, seed: int, *, learner: int, opponent: str, **more: Any) -> None:
        self.opponent = opponent
        self._entrant: Entrant = load(opponent, options.game)
        self._seed = seed
        self._players: dict[int, Player] = {}
        super().__init__(options, seed, learner=learner, **more)

    def _begin(self) -> None:
        self._sit_down()
        self._go_on()
        self._kernels.settle(self.state, self._gone_at, self._before, 0, self._shaped)

    def _sit_down(self) -> None:
        """Start bots for their seats in the match as it is now."""
        game, setup = self.game, self.setup
        self._match = Match(game, setup, state=self.state, listen=self._follow)
        self._events: dict[int, list[Any]] = {}
        self._may = action_types(game.actions)
        told = setup
        if game.secrets:  # the seed would reveal what is drawn later
            told = type(setup)(setup.game, setup.preset, dict(game.announced(setup.settings)), setup.seats, 0)
        self._players = {}
        for seat in range(1, self.seats + 1):
            if seat != self.learner:
                player = self._entrant.make(stream(self._seed, seat) >> 1)
                player.start(Start(VERSION, "local", game.key, game.version, told, seat))
                self._players[seat] = player
                self._events[seat] = []

    def _follow(self, step: Step) -> None:
        for seat, events in self._events.items():
            told = [self.game.of_event(self.state, event, seat) for event in step.events]
            events += [event for event in told if event is not None]

    def play(self, actions: Any) -> dict[int, dict[str, str]]:
        """One step of the learner, and everything the others do until it is asked again."""
        seat, choice = self.learner, int(actions.get(self.learner, 0))
        self._changed()
        self._codes[0, seat] = 0
        if self.result is not None:
            return {}
        self._steps[0] += 1
        self._since[0] += 1
        if seat in self._match.waited_for():
            if not 0 <= choice < self.actions:
                self._codes[0, seat], choice = -2, 0
            row = self.row(seat, choice)
            code = self.game.rules.check(self.state, seat, row)
            if code:
                self._codes[0, seat], row = code, self.row(seat, 0)
            self._match.act(seat, row)
            if 0 < self.options.orders <= self._since[0] and seat in self._match.waited_for():
                self._match.act(seat, self.row(seat, 0))
        elif choice:
            self._codes[0, seat] = -1
        self._go_on()
        self._changed()
        return self.refusals()

    def _go_on(self) -> None:
        match = self._match
        for _ in range(BUDGET_STEPS):
            owing = match.waited_for()
            if match.result is not None or self.learner in owing or self._kernels.gone(self.state, self.learner):
                return
            for seat in list(owing):
                self._ask(seat)
            if match.result is None:
                match.tick()
                self._since[0] = 0

    def _ask(self, seat: int) -> None:
        """A turn of a bot. One that fails passes."""
        match, player, game = self._match, self._players[seat], self.game
        player.enter = None if game.answer is None else partial(self._request, seat)
        for _ in range(ASKED_MAX):
            turn = Turn(match.step, match.view(seat), self._events[seat], self._may, Budget())
            self._events[seat] = []
            try:
                actions = player.ask(turn, None)
            except (CrashError, LateError):
                break
            if actions:
                enter_all(match, seat, actions, 0, answers=False)
            if game.ends_turn is not None and match.result is None and seat in match.waited_for():
                match.act(seat, game.ends_turn)
            if game.orders_until_tick or seat not in match.waited_for():
                return
        if match.result is None and seat in match.waited_for():
            match.act(seat, self.row(seat, 0))

    def _request(self, seat: int, action: Any) -> Verdict:
        if self._match.result is not None or seat not in self._match.waited_for():
            return Verdict("refused", "not_your_turn", sentence="Your turn is over.")
        return enter_all(self._match, seat, [action], 0)[0]

    def take_over(self, other: Position) -> None:
        """Continue another match; the bots are started anew."""
        self.close()
        self.setup, self.form, self._states = other.setup, other.form, [other.state]
        self._steps, self._since = [other.steps], [int(other._since[0])]
        for name in ("_gone_at", "_before"):
            setattr(self, name, Grid([np.asarray(getattr(other, name)[0]).tolist()]))
        self._changed()
        self._sit_down()

    def close(self) -> None:
        """Stop the bots."""
        result = self.result
        for player in self._players.values():
            if result is not None:
                player.over(Over(self._match.step, result))
            player.stop()
        self._players = {}

    def clone(self, *, redraw_with: int | None = None) -> "Contest":
        """A copy. Its bots are started anew in the middle of the match and remember nothing."""
        made: Any = super().clone(redraw_with=redraw_with)
        made._seed = stream(self._seed, self.steps) >> 1
        made._sit_down()
        return made  # type: ignore[no-any-return]
