"""The chance of every seat to win from a position, by matches played on from it.

How good they are was measured on 96 matches between the built-in bots (48 seeds in both editions, none of which helped
to choose anything here), as the mean squared error of seat 1's chance with 64 rollouts (Brier's score, smaller is
better) after 25, 50 and 75 % of a match:

    these chances                                         0.091   0.022   0.000
    always one half                                       0.214   0.214   0.214
    who has more ships wins, with the share that fits     0.206   0.053   0.005

`python -m tests.games.spacegoo.judge_chances` measures it again. The judgement knows positions, not players: it gives a
Master no more than a Random who stands as well.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core import native as native_rules
from ...core.game import Setup
from ...core.rules import stream
from ...core.schema import Grid, clone, new, pack, records
from .rules.state import State
from .rules.tables import SEATS, WIDTH
from .search import playouts as interpreted
from .search import search as interpreted_search
from .search.arrivals import STYLES, Mind
from .setup import form_of

PACKAGE = __name__.rpartition(".")[0]
ROUNDS = 200  # a rollout is played on; most are over long before
ROUNDS_INTERPRETED = 60
ROLLOUTS_INTERPRETED = 4


def chances(
    states: Sequence[State], setup: Setup, rollouts: int, seed: int, *, native: bool | None = None
) -> tuple[list[list[float]], int]:
    """For each state of one match the chances by seat, and how many rollouts were made: interpreted rules allow only a
    few. All states meet the same draws, so that the difference of two is due to the positions as far as possible."""
    if native is None:
        native = native_rules.available(PACKAGE, form_of(setup))
    if not native:
        rollouts = min(rollouts, ROLLOUTS_INTERPRETED)
    outlook = Outlook(states[0], form_of(setup), native=native)
    return [outlook.of(state, rollouts, seed) for state in states], rollouts


class Outlook:
    """What the rollouts of one match work on."""

    def __init__(self, state: State, form: str, *, native: bool) -> None:
        self.form = form
        self.native = native
        self.kernels: Any = native_rules.functions(interpreted.__name__) if native else interpreted
        search: Any = native_rules.functions(interpreted_search.__name__) if native else interpreted_search
        self.minds: Any = records(Mind, len(STYLES), form) if native else [new(Mind, form) for _ in STYLES]
        self.states: Any = self._packed(state)
        self.trial: Any = self._packed(state)
        self.work: Any = np.zeros(WIDTH, np.int64) if native else [0] * WIDTH
        self.owing: Any = np.zeros(SEATS, np.int64) if native else [0] * SEATS
        search.learn(self.states, self.minds)

    def of(self, state: State, rollouts: int, seed: int, *, rounds: int | None = None) -> list[float]:
        """The chances by seat."""
        if rounds is None:
            rounds = ROUNDS if self.native else ROUNDS_INTERPRETED
        self.states = self._packed(state)
        table = [[0] * SEATS for _ in range(rollouts)]
        out: Any = np.array(table, np.int64) if self.native else Grid(table)
        key = stream(seed, 0)
        self.kernels.play_on(self.states, self.trial, self.minds, key, 0, rollouts, rounds, self.work, self.owing, out)
        points = [sum(int(row[seat]) for row in out) for seat in range(1, state.seats + 1)]
        if not any(points):  # nobody has anything left, and it will be a draw
            return [1 / state.seats] * state.seats
        return [point / sum(points) for point in points]

    def _packed(self, state: State) -> Any:
        return pack(state, self.form) if self.native else [clone(state)]
