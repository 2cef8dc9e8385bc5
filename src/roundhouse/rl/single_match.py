"""One match as agents see it: numbered actions, masks, observations, rewards, copies. All single environments are
thin layers over this."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.game import EVERYTHING, Game, Result, Setup
from ..core.rules import draw, stream
from ..core.schema import Grid, clone, new
from . import state_bytes
from .game_learning import steps_of
from .hidden_information import redraw, resampled
from .options import Options

Observation = NDArray[np.int32]
Mask = NDArray[np.int8]

RANDOM_PLAY = 91  # the purpose number of the draws of seats that play at random
# Codes of the step functions besides the game's own refusals
OTHERWISE = {
    -1: {"code": "not_waited_for", "field": "action", "rule": "", "sentence": "Only the pass is legal now."},
    -2: {"code": "no_such_action", "field": "action", "rule": "", "sentence": "There is no action of this number."},
}


def refusal_of(game: Game, code: int) -> dict[str, str]:
    """Why an action counted as a pass, in words."""
    if code in OTHERWISE:
        return dict(OTHERWISE[code])
    line = game.refusal(code)
    return {"code": line.name, "field": line.field, "rule": line.rule, "sentence": line.sentence}


class Position:
    """A running match, interpreted. `seats` are counted from 1; an action is a number, 0 is the pass. With a `learner`
    only that seat chooses: the others play random legal actions as the rules sample them, and a step leads to the next
    choice of the learner."""

    def __init__(
        self, options: Options, seed: int, *, learner: int = 0, setup: Setup | None = None, state: Any = None
    ) -> None:
        self.options = options
        self.game = options.game
        self.setup = options.setup(seed) if setup is None else setup
        self.form = self.game.form_of(self.setup)
        self.state: Any = self.game.start(self.setup) if state is None else state
        self.seats = len(self.setup.seats)
        self.learner = learner
        if not 0 <= learner <= self.seats:
            raise ValueError(f"there is no seat {learner}; a match has {self.seats}")
        self._kernels: Any = steps_of(self.game, native=False)
        self._scratch = [new(self._kernels.Scratch, self.form)]
        self._key = stream(seed, RANDOM_PLAY)
        self._draws = [0]
        self._steps = [0]
        self._since = [0]
        self._gone_at: Grid[int] = Grid([[0] * (self.seats + 1)])
        self._before: Grid[float] = Grid([[0.0] * (self.seats + 1)])
        self._codes: Grid[int] = Grid([[0] * (self.seats + 1)])
        self._begin()

    def _begin(self) -> None:
        """Advance to the first choice, and note the margins at that point."""
        self._since[0] = self._kernels.go_on(
            self.state, 0, self.learner, draw(self._key, 0), self._draws, 0, self._scratch[0]
        )
        self._kernels.settle(self.state, self._gone_at, self._before, 0, self._shaped)

    # What there is to see

    @cached_property
    def actions(self) -> int:
        """How many actions there are."""
        return int(self._kernels.actions(self.state))

    @property
    def steps(self) -> int:
        return self._steps[0]

    @property
    def result(self) -> Result | None:
        return self.game.result(self.state)

    @property
    def cut_off(self) -> bool:
        """Whether the episode ends here although the rules would go on."""
        return 0 < self.options.max_cycles <= self.steps

    @property
    def waited_for(self) -> list[int]:
        """The seats that have something to choose."""
        owing = self._scratch[0].owing
        self._kernels.waiting(self.state, owing)
        return [seat for seat in range(1, self.seats + 1) if owing[seat]]

    def is_gone(self, seat: int) -> bool:
        """Whether a seat is out."""
        return self._gone_at[0, seat] != 0 or self.result is not None

    def observation(self, seat: int) -> Observation:
        """What a seat may know, as one row of whole numbers."""
        return state_bytes.observed(self.game, self.state, seat)

    def mask(self, seat: int) -> Mask:
        """1 for every legal action of a seat. If nothing else is legal the pass is."""
        flags = [0] * self.actions
        self._kernels.legal(self.state, seat, flags)
        return np.array(flags, np.int8)

    def view(self, seat: int = EVERYTHING) -> Any:
        """The same as a typed view; of everything, if no seat is given."""
        return self.game.view(self.state, seat, self.names)

    @property
    def names(self) -> list[str]:
        return [who.name for who in self.setup.seats]

    def row(self, seat: int, action: int) -> list[int]:
        """The row that an action stands for now."""
        row = [0] * self.game.width
        self._kernels.spell(self.state, seat, action, row)
        return row

    # Playing on

    def play(self, actions: Mapping[int, int]) -> dict[int, dict[str, str]]:
        """One step from the actions of seats; seats without one pass. Returns the refusals by seat."""
        choices = Grid([[0] * (self.seats + 1)])
        for seat, action in actions.items():
            choices[0, seat] = int(action)
        self._kernels.advance(
            [self.state], choices, self.actions, self._codes, self._since, self._steps, [self.learner], self._draws,
            self._key, self.options.orders, 0, 1, self._scratch,
        )  # fmt: skip
        return self.refusals()

    def refusals(self) -> dict[int, dict[str, str]]:
        """Why actions of the newest step counted as passes."""
        codes = ((seat, self._codes[0, seat]) for seat in range(1, self.seats + 1))
        return {seat: refusal_of(self.game, code) for seat, code in codes if code}

    def rewards(self) -> dict[int, float]:
        """What every seat gained since the last call."""
        made: Grid[float] = Grid([[0.0] * (self.seats + 1)])
        self._kernels.judged(
            [self.state], self._steps, self._gone_at, self._before, made, [0], self._shaped, 0, 1, self._scratch
        )
        return {seat: float(made[0, seat]) for seat in range(1, self.seats + 1)}

    @property
    def _shaped(self) -> int:
        return int(self.options.reward == "margin")

    # Copies

    def clone(self, *, redraw_with: int | None = None) -> "Position":
        """A copy that shares nothing with this one. With a seed, later random draws differ."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made.state = clone(self.state)
        made._scratch = [clone(self._scratch[0])]
        made._steps, made._since, made._draws = self._steps[:], self._since[:], self._draws[:]
        for name in ("_gone_at", "_before", "_codes"):
            setattr(made, name, Grid([row[:] for row in getattr(self, name)]))
        if redraw_with is not None:
            made._key = stream(redraw_with, RANDOM_PLAY)
            redraw(made.state, redraw_with)
        return made

    def resample(self, seat: int, seed: int) -> "Position":
        """A copy in which everything that a seat cannot know is drawn anew; what it knows stays the same."""
        made = self.clone(redraw_with=seed)
        resampled(self.game, made.state, seat, stream(seed, seat))
        return made

    def serialize(self) -> bytes:
        """The whole match, secrets included."""
        books = state_bytes.Books(
            self.learner, self._key, self.steps, self._since[0], self._draws[0], list(self._gone_at[0]),
            list(self._before[0]),
        )  # fmt: skip
        return state_bytes.dumped(self.options, self.setup, self.form, self.state, books)

    @classmethod
    def deserialize(cls, data: bytes) -> "Position":
        """What `serialize` wrote. Raises ValueError for anything else."""
        options, setup, state, books = state_bytes.loaded(data)
        made = cls(options, 0, learner=books.learner, setup=setup, state=state)
        made._key, made._steps, made._since, made._draws = books.key, [books.steps], [books.since], [books.draws]
        made._gone_at, made._before = Grid([books.gone_at]), Grid([books.before])
        return made
