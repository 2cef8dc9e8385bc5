"""One match as agents see it: numbered actions, masks, observations, rewards, copies. All single environments are
thin layers over this."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.batch import copied
from ..core.game import EVERYTHING, Game, Result, Setup
from ..core.native import available
from ..core.rules import stream
from ..core.schema import Grid, clone, new, pack, records, unpack
from .game_learning import learning_of, steps_of
from .hidden_information import redraw, resampled
from .options import Options
from .row_arrays import RowArrays
from .scales import scale_of
from .state_bytes import Books, clone_lists, dumped, loaded

Observation = NDArray[Any]  # whole numbers, in the type of the game
Mask = NDArray[np.int8]

NUMBERS, TABLES = ("_draws", "_steps", "_since"), ("_choices", "_codes", "_gone_at", "_before", "_gains")
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
    """A running match. `seats` are counted from 1; an action is a number, 0 is the pass. With a `learner` only that
    seat chooses: the others play random legal actions as the rules sample them, and a step leads to the next choice of
    the learner.

    The rules run natively where they can. The state is a record then, and `state` makes an object of it for whoever
    looks."""

    INTERPRETED = False  # whether something in Python plays along, which needs the state as an object

    def __init__(
        self, options: Options, seed: int, *, learner: int = 0, setup: Setup | None = None, state: Any = None
    ) -> None:
        self.options = options
        self.game = options.game
        self.setup = options.setup(seed) if setup is None else setup
        self.form = self.game.form_of(self.setup)
        first: Any = self.game.start(self.setup) if state is None else state
        self.seats = len(self.setup.seats)
        self.learner = learner
        if not 0 <= learner <= self.seats:
            raise ValueError(f"there is no seat {learner}; a match has {self.seats}")
        self.native = not self.INTERPRETED and available(self.game.package, self.form)
        self._kernels: Any = steps_of(self.game, native=self.native)
        self._finished = (self.game.native if self.native else self.game.kernels).finished
        self._scratch, self._survey = self._room(self.game.kernels.Scratch), self._room(self._kernels.Survey)
        self._states: Any = pack(first, self.form) if self.native else [first]
        self.actions = int(steps_of(self.game, native=False).actions(first))  # how many there are
        self.shape = learning_of(self.game).shape(first)
        self.scale = scale_of(self.game, self.shape) if options.scaled else None
        self._key = stream(seed, RANDOM_PLAY)
        self._draws, self._steps, self._since = (self._numbers(0) for _ in range(3))
        self._learners, self._place, self._over = self._numbers(learner), self._numbers(0), np.zeros(1, np.uint8)
        self._all = self._numbers(0)  # instead of the learner where all seats look
        self._choices, self._codes, self._gone_at = (self._table(np.int64) for _ in range(3))
        self._before, self._gains = (self._table(np.float64) for _ in range(2))
        self._rows: RowArrays | None = None
        self._changed()
        self._begin()

    def _room(self, kind: type) -> Any:
        return records(kind, 1, self.form) if self.native else [new(kind, self.form)]

    def _numbers(self, number: int) -> Any:
        return np.full(1, number, np.int64) if self.native else [number]

    def _table(self, kind: Any) -> Any:
        """A number for every seat."""
        empty = np.zeros((1, self.seats + 1), kind)
        return empty if self.native else Grid(empty.tolist())

    def _begin(self) -> None:
        """Advance to the first choice, and note the margins at that point."""
        self._kernels.begin(
            self._states, self._states, self._place, self._place, self._since, self._steps, self._gone_at, self._before,
            self._learners, self._draws, self._key, self._shaped, self._scratch,
        )  # fmt: skip

    def _changed(self) -> None:
        """What was computed of the state before does not hold any more."""
        self._object: Any = None
        self._result: Result | None = None
        self._is_over: bool | None = None
        self._looked = False

    # What there is to see

    @property
    def state(self) -> Any:
        """The state as an object; where rules run natively a copy."""
        if not self.native:
            return self._states[0]
        if self._object is None:
            self._object = unpack(self.game.state, self._states[0])
        return self._object

    @property
    def steps(self) -> int:
        return int(self._steps[0])

    @property
    def is_over(self) -> bool:
        if self._is_over is None:
            self._is_over = self._finished(self._states, 0, self._scratch_places()) != 0
        return self._is_over

    def _scratch_places(self) -> Any:
        return self._scratch["places"][0] if self.native else self._scratch[0].places

    @property
    def result(self) -> Result | None:
        if self._result is None and self.is_over:
            self._result = self.game.result(self.state)
        return self._result

    @property
    def cut_off(self) -> bool:
        """Whether the episode ends here although the rules would go on."""
        return 0 < self.options.max_cycles <= self.steps

    @property
    def waited_for(self) -> list[int]:
        """The seats that have something to choose."""
        self._kernels.asked(self._states, 0, self._scratch)
        owing = self._scratch["owing"][0] if self.native else self._scratch[0].owing
        return [seat for seat in range(1, self.seats + 1) if owing[seat]]

    def is_gone(self, seat: int) -> bool:
        """Whether a seat is out."""
        return bool(self._gone_at[0, seat] != 0) or self.is_over

    def _look(self) -> RowArrays:
        """What all seats see and may do, in arrays of a row for each."""
        if self._rows is None:
            self._rows = RowArrays(
                self.game, self.form, self.seats, self.shape, self.actions, native=self.native, sets=1
            )
        if not self._looked:
            self._kernels.look(self._states, self.seats, self._all, *self._rows.now, self._survey, 0, 1)
            self._looked = True
        return self._rows

    def observation(self, seat: int) -> Observation:
        """What a seat may know, as one row of whole numbers."""
        seen: Observation = self._look().seen[0][seat - 1].reshape(-1).copy()
        return seen

    def mask(self, seat: int) -> Mask:
        """1 for every legal action of a seat. If nothing else is legal the pass is."""
        flags: Mask = self._look().masks[0][seat - 1].copy()
        return flags

    def view(self, seat: int = EVERYTHING) -> Any:
        """The same as a typed view; of everything, if no seat is given."""
        return self.game.view(self.state, seat, self.names)

    @property
    def names(self) -> list[str]:
        return [who.name for who in self.setup.seats]

    def row(self, seat: int, action: int) -> list[int]:
        """The row that an action stands for now."""
        row: Any = np.zeros(self.game.width, np.int64) if self.native else [0] * self.game.width
        self._kernels.spelled(self._states, 0, seat, action, row)
        return row.tolist() if self.native else row  # type: ignore[no-any-return]

    # Playing on

    def play(self, actions: Mapping[int, int]) -> dict[int, dict[str, str]]:
        """One step from the actions of seats; seats without one pass. Returns the refusals by seat."""
        for seat in range(1, self.seats + 1):
            self._choices[0, seat] = min(max(int(actions.get(seat, 0)), -1), self.actions)
        self._kernels.advance(
            self._states, self._choices, self.actions, self._codes, self._since, self._steps, self._learners,
            self._draws, self._key, self.options.orders, 0, 1, self._scratch,
        )  # fmt: skip
        self._changed()
        return self.refusals()

    def refusals(self) -> dict[int, dict[str, str]]:
        """Why actions of the newest step counted as passes."""
        codes = ((seat, int(self._codes[0, seat])) for seat in range(1, self.seats + 1))
        return {seat: refusal_of(self.game, code) for seat, code in codes if code}

    def rewards(self) -> dict[int, float]:
        """What every seat gained since the last call."""
        self._kernels.judged(
            self._states, self._steps, self._gone_at, self._before, self._gains, self._over, self._shaped, 0, 1,
            self._scratch,
        )  # fmt: skip
        return {seat: float(self._gains[0, seat]) for seat in range(1, self.seats + 1)}

    @property
    def _shaped(self) -> int:
        return int(self.options.reward == "margin")

    # Copies

    def clone(self, *, redraw_with: int | None = None) -> "Position":
        """A copy that shares nothing with this one. With a seed, later random draws differ."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made._states = copied(self._states) if self.native else [clone(self._states[0])]
        made._scratch, made._survey = self._room(self.game.kernels.Scratch), self._room(self._kernels.Survey)
        for name in (*NUMBERS, *TABLES):
            value = getattr(self, name)
            setattr(made, name, value.copy() if self.native else clone_lists(value))
        made._over, made._rows = self._over.copy(), None
        made._changed()
        if redraw_with is not None:
            made._key = stream(redraw_with, RANDOM_PLAY)
            made.edit(lambda state: redraw(state, redraw_with))
        return made

    def edit(self, change: Callable[[Any], None]) -> None:
        """Change the state as an object."""
        state = self.state
        change(state)
        if self.native:
            self._states = pack(state, self.form)
        self._rows = None
        self._changed()

    def resample(self, seat: int, seed: int) -> "Position":
        """A copy in which everything that a seat cannot know is drawn anew; what it knows stays the same."""
        made = self.clone(redraw_with=seed)
        made.edit(lambda state: resampled(self.game, state, seat, stream(seed, seat)))
        return made

    def serialize(self) -> bytes:
        """The whole match, secrets included."""
        books = Books(
            self.learner, self._key, self.steps, int(self._since[0]), int(self._draws[0]),
            [int(step) for step in self._gone_at[0]], [float(one) for one in self._before[0]],
        )  # fmt: skip
        return dumped(self.options, self.setup, self.form, self.state, books)

    @classmethod
    def deserialize(cls, data: bytes) -> "Position":
        """What `serialize` wrote. Raises ValueError for anything else."""
        options, setup, state, books = loaded(data)
        made = cls(options, 0, learner=books.learner, setup=setup, state=state)
        made._key = books.key
        made._steps[0], made._since[0], made._draws[0] = books.steps, books.since, books.draws
        for seat in range(made.seats + 1):
            made._gone_at[0, seat], made._before[0, seat] = books.gone_at[seat], books.before[seat]
        return made
