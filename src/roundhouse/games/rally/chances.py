"""The chance of every seat to win from a position, by matches played on from it.

How good they are was measured on 80 matches between the built-in bots (20 seeds on four boards, none of which helped
to choose anything here), as the mean squared error of seat 1's chance with 64 rollouts (Brier's score, smaller is
better) after 25, 50 and 75 % of a match:

    these chances                                            0.178   0.120   0.030
    random play                                              0.237   0.138   0.093
    who has ticked off more wins, with the share that fits   0.233   0.149   0.108
    always one half                                          0.250   0.250   0.250

`python -m tests.games.rally.judge_chances` measures it again. The judgement knows positions, not players.
"""

from collections.abc import Sequence
from typing import Any

from ...core import native as native_rules
from ...core.game import Setup
from ...core.rules import draw, stream
from ...core.schema import clone
from .maps.transitions import Chart, chart_of
from .rules.state import State
from .rules.tables import SEATS, WIDTH
from .search import search as interpreted
from .settings import settings_of
from .setup import board_of
from .state_from_view import mind_of, mind_records, numbers, packed, table

NOBODY = 0  # whose hand is known
PACKAGE = __name__.rpartition(".")[0]
ROUNDS = 100  # a rollout is played on; nearly all are over long before
ROUNDS_INTERPRETED = 0  # besides the round at hand
ROLLOUTS_INTERPRETED = 4


def chances(
    states: Sequence[State], setup: Setup, rollouts: int, seed: int, *, native: bool | None = None
) -> tuple[list[list[float]], int]:
    """For each state of one match the chances by seat, and how many rollouts were made: interpreted rules allow only a
    few short ones. All states meet the same draws, so that the difference of two is due to the positions as far as
    possible."""
    if native is None:
        native = native_rules.available(PACKAGE)
    if not native:
        rollouts = min(rollouts, ROLLOUTS_INTERPRETED)
    outlook = Outlook(setup, native=native)
    return [outlook.of(state, rollouts, seed) for state in states], rollouts


class Outlook:
    """What the rollouts of one match work on."""

    def __init__(self, setup: Setup, *, native: bool) -> None:
        self.native = native
        self.kernels: Any = native_rules.functions(interpreted.__name__) if native else interpreted
        chart = chart_for(setup)
        self.minds: Any = mind_records(chart) if native else [mind_of(chart)]

    def of(self, state: State, rollouts: int, seed: int, *, rounds: int | None = None) -> list[float]:
        """The chances by seat. What is in the hands now is known to the state, but not to those who look on: in every
        rollout all get new ones."""
        if rounds is None:
            rounds = ROUNDS if self.native else ROUNDS_INTERPRETED
        states = self._states(state)
        rows, values = table(1, WIDTH, self.native), table(1, SEATS, self.native)
        kept, work = numbers(1, self.native), numbers(WIDTH, self.native)
        key = stream(seed, 0)
        for n in range(rollouts):
            own = draw(key, n) >> 1  # a drawn number of 63 bits, as seeded matches have always had
            self.kernels.explore(states, self.minds, NOBODY, rows, kept, 1, rounds, own, work, values)
        points = [int(values[0, seat]) for seat in range(1, state.seats + 1)]
        return [point / sum(points) for point in points]

    def _states(self, state: State) -> Any:
        if self.native:
            return packed(state)
        quiet = clone(state)
        quiet.events = []  # what happens in rollouts is not told to anybody
        return [quiet, clone(quiet), clone(quiet)]


def chart_for(setup: Setup) -> Chart:
    """The tables of a match's board."""
    options = settings_of(setup)
    board = board_of(options.board)
    return chart_of(board.grid, options.checkpoints or len(board.checkpoints))
