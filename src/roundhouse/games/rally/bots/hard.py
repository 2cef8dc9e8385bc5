"""The bot `hard`: tries its best programs against what the others might do, with all robots on the board. RAL-310

Every program is played against the same imagined hands of the others, the better ones again and some rounds further.
Given a seed it thinks by trials and is repeatable to the byte; on a live clock it thinks by time. Where rules only run
interpreted it looks less far.
"""

from collections.abc import Callable
from time import monotonic
from typing import Any

from ....core import native as native_rules
from ....core.rules import draw
from ....core.schema import clone
from ....protocol.messages import Start, Turn
from .. import GAME
from ..actions import Action, Redeal, action_of
from ..maps.transitions import chart_of
from ..rules.state import State
from ..rules.tables import SEATS, WIDTH
from ..search import search as interpreted
from ..search.search import IDEAS
from ..state_from_view import mind_of, mind_records, numbers, packed, table
from ..view import View
from .simple import Seated

# Passes over the programs: how many are tried, against how many imagined programs of the others, and how many rounds
# the policy then plays on. The least that is allowed are 12 programs against 8.
FAR = ((IDEAS, 24, 0), (16, 24, 1), (5, 24, 3))
FARTHER = ((IDEAS, 64, 0), (24, 64, 1), (8, 64, 4))  # on a live clock
NEAR = ((12, 8, 0),)
SLOWER = 4  # a round that the policy programs takes so many times as long as one whose programs are there
NODES = 40_000  # seats in a round, under a seed
NODES_INTERPRETED = 800

SHARE_OF_WINDOW = 0.3
MOST_MS = 1000
UNTIMED_MS = 300  # a live turn without a window
LEAST_MS = 100  # below this there is no time to search interpreted

Allowance = Callable[[int], bool]  # whether so many more nodes may be spent
Passes = tuple[tuple[int, int, int], ...]


class Hard(Seated):
    """Without a seed it is a live one. `native` is for experiments; else it follows from what is there."""

    name = "hard"
    passes_native: Passes = FAR
    passes_live: Passes = FARTHER
    passes_interpreted: Passes = NEAR

    def __init__(
        self,
        *,
        seed: int | None = None,
        draws: int | None = None,
        native: bool | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(seed=seed, draws=draws)
        self.asked = native
        self.now = now

    def start(self, start: Start) -> None:
        super().start(start)
        self.desk: Desk | None = None
        self.native = native_rules.available(GAME.package) if self.asked is None else self.asked

    def act(self, turn: Turn) -> Action:
        self.allowance = self._allowance(turn)
        return super().act(turn)

    def choose(self, view: View, state: State) -> Action:
        if self.desk is None:
            self.desk = Desk(view, native=self.native)
        self.desk.see(state, self.seat)
        if self.desk.is_dull():
            return Redeal()
        return action_of(self._best(self.desk, draw(self.key, self.first(view))))

    def _allowance(self, turn: Turn) -> Allowance:
        if self.seed is None:
            window_ms = turn.clock.window_ms
            spend_ms = UNTIMED_MS if window_ms is None else min(MOST_MS, window_ms * SHARE_OF_WINDOW)
            if not self.native and spend_ms < LEAST_MS:
                return lambda nodes: False
            deadline = self.now() + spend_ms / 1000
            return lambda nodes: self.now() < deadline
        return counted(NODES if self.native else NODES_INTERPRETED)

    def _passes(self) -> Passes:
        if not self.native:
            return self.passes_interpreted
        return self.passes_live if self.seed is None else self.passes_native

    def _best(self, desk: "Desk", key: int) -> list[int]:
        """The program that does best in as many trials as are allowed; without any the best of a robot alone."""
        kept = list(range(desk.count))
        samples = 0
        for ideas, times, rounds in self._passes():
            kept = sorted(kept, key=desk.value, reverse=True)[:ideas]
            nodes = len(kept) * (1 + SLOWER * rounds) * len(self.setup.seats)
            for _ in range(times):
                if len(kept) == 1 or not self.allowance(nodes):
                    break
                samples += 1
                desk.try_out(kept, rounds, draw(key, samples))
        return desk.row(max(kept, key=desk.value))


class Desk:
    """What the search works on for one match: three states, a mind, the programs to try and how they did."""

    def __init__(self, view: View, *, native: bool) -> None:
        chart = chart_of(view.board.grid, view.board.checkpoints)
        self.native = native
        self.kernels: Any = native_rules.functions(interpreted.__name__) if native else interpreted
        self.minds: Any = mind_records(chart) if native else [mind_of(chart)]
        self.states: Any = None
        self.rows: Any = table(IDEAS, WIDTH, native)
        self.scores: Any = numbers(IDEAS, native)
        self.values: Any = table(IDEAS, SEATS, native)
        self.kept: Any = numbers(IDEAS, native)
        self.work: Any = numbers(WIDTH, native)
        self.count = 0

    def see(self, state: State, seat: int) -> None:
        """A new round: what a seat could program."""
        self.seat = seat
        state.events = []  # what happens in rollouts is not told to anybody
        self.states = packed(state) if self.native else [state, clone(state), clone(state)]
        self.count = self.kernels.brainstorm(self.states, self.minds, seat, self.rows, self.scores)
        self.values = table(IDEAS, SEATS, self.native)

    def is_dull(self) -> bool:
        """Whether an Albot should take other commands."""
        return bool(self.kernels.dull(self.states, self.minds, self.seat, int(self.scores[0])))

    def try_out(self, ideas: list[int], rounds: int, key: int) -> None:
        """One more imagined set of programs of the others, and how each idea does against it."""
        for k, idea in enumerate(ideas):
            self.kept[k] = idea
        own = key >> 1  # a drawn number of 63 bits, as seeded matches have always had
        self.kernels.explore(
            self.states, self.minds, self.seat, self.rows, self.kept, len(ideas), rounds, own, self.work, self.values
        )

    def value(self, idea: int) -> int:
        return int(self.values[idea, self.seat])

    def row(self, idea: int) -> list[int]:
        return [int(number) for number in self.rows[idea]]


def counted(nodes: int) -> Allowance:
    """An allowance of so many nodes."""
    left = nodes

    def take(wanted: int) -> bool:
        nonlocal left
        left -= wanted
        return left >= 0

    return take
