"""The Master: tries what it could do in simulated matches and takes what turns out best.

Every idea is played on for some rounds with all seats following the policy, the better ones again against other styles
of it. Given a seed the Master thinks by nodes (a seat's turn in a simulated round) and is repeatable to the byte; on a
live clock it thinks by time. Where rules only run interpreted it looks less far.
"""

from collections.abc import Callable
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core import native as native_rules
from ....core.game import Setup
from ....core.rules import below, draw, stream
from ....core.schema import Grid, clone, new, pack, records
from ....protocol.messages import Start, Turn
from ....sdk.bot import Bot
from .. import GAME
from ..actions import Action, action_of
from ..rules.tables import SEATS, WIDTH
from ..search import search as interpreted
from ..search.arrivals import CAREFUL, IDEAS, PATIENT, RASH, STYLES, Mind
from ..search.recall import FLEET_COLUMNS, PLANET_COLUMNS
from ..setup import form_of
from ..state_from_view import seen, state_from_view, tables_of
from ..view import View

# Passes over the ideas: the style of the others, and rounds to play on. Each pass keeps the better half for the next.
FAR = ((CAREFUL, 30), (PATIENT, 40), (RASH, 40), (CAREFUL, 80), (PATIENT, 80), (RASH, 80))
NEAR = ((CAREFUL, 20), (PATIENT, 20), (RASH, 20))
FEWEST = 4  # ideas that stay in every pass
NODES = 4800  # a turn under a seed
NODES_INTERPRETED = 240

SHARE_OF_WINDOW = 0.3
MOST_MS = 1000
UNTIMED_MS = 200  # a live turn without a window
LEAST_MS = 100  # below this there is no time to search interpreted

JITTER = 8  # out of search.WHOLE; keeps two Masters from mirroring each other for ever

Allowance = Callable[[int], bool]  # whether so many more nodes may be spent


class Master(Bot):
    """Without a seed it is a live one. `nodes` and `native` are for experiments; else they follow from what is
    there."""

    name = "master"
    passes_native = FAR
    passes_interpreted = NEAR

    def __init__(
        self,
        *,
        seed: int | None = None,
        nodes: int | None = None,
        native: bool | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self.seed = seed
        self.now = now
        self.nodes = nodes
        self.asked = native

    def start(self, start: Start) -> None:
        self.setup = start.setup
        self.seat = start.seat
        self.key = stream(self.seed or 0, start.seat)
        self.turns = 0
        self.desk: Desk | None = None
        form = form_of(start.setup)
        self.native = native_rules.available(GAME.package, form) if self.asked is None else self.asked

    def act(self, turn: Turn) -> Action:
        allowance = self._allowance(turn)
        view = seen(turn.view)
        if self.desk is None:
            self.desk = Desk(view, self.setup, native=self.native)
        else:
            self.desk.see(view)
        row = self._choice(self.desk, allowance)
        self.turns += 1
        return action_of(row)

    def _allowance(self, turn: Turn) -> Allowance:
        if self.seed is None and self.nodes is None:
            window_ms = turn.clock.window_ms
            spend_ms = UNTIMED_MS if window_ms is None else min(MOST_MS, window_ms * SHARE_OF_WINDOW)
            if not self.native and spend_ms < LEAST_MS:
                return lambda nodes: False
            deadline = self.now() + spend_ms / 1000
            return lambda nodes: self.now() < deadline
        return counted(self.nodes or (NODES if self.native else NODES_INTERPRETED))

    def _choice(self, desk: "Desk", allowance: Allowance) -> list[int]:
        """The best idea after as many passes as are allowed; without any the policy's own."""
        count = desk.brainstorm(self.seat)
        standing = [below(draw(self.key, self.turns * IDEAS + i), JITTER) for i in range(count)]
        kept = list(range(count))
        for n, (style, rounds) in enumerate(self.passes_native if self.native else self.passes_interpreted):
            tried = []
            for i in kept:
                if not allowance(rounds * len(self.setup.seats)):
                    break
                standing[i] += desk.explore(i, self.seat, style, rounds)
                tried.append(i)
            if len(tried) < len(kept):
                # Those tried in a pass that was cut short cannot be compared with the others, except in the first one.
                return desk.row(max(tried, key=standing.__getitem__) if n == 0 and tried else kept[0])
            kept = sorted(kept, key=standing.__getitem__, reverse=True)[: max(FEWEST, len(kept) // 2)]
        return desk.row(kept[0])


class Desk:
    """What the search works on for one match: a state, a state to try things on, and its notes."""

    def __init__(self, view: View, setup: Setup, *, native: bool) -> None:
        form = form_of(setup)
        state = state_from_view(view, setup)
        self.native = native
        self.kernels: Any = native_rules.functions(interpreted.__name__) if native else interpreted
        self.states: Any = pack(state, form) if native else [state]
        self.trial: Any = self.states.copy() if native else [clone(state)]
        self.minds: Any = records(Mind, len(STYLES), form) if native else [new(Mind, form) for _ in STYLES]
        rows = [[0] * WIDTH for _ in range(IDEAS + 1)]
        self.rows: Any = _numbers(rows, WIDTH) if native else Grid(rows)
        self.values: Any = np.zeros(IDEAS, np.int64) if native else [0] * IDEAS
        self.owing: Any = np.zeros(SEATS, np.int64) if native else [0] * SEATS
        self.kernels.learn(self.states, self.minds)

    def see(self, view: View) -> None:
        planets, fleets = tables_of(view)
        if self.native:
            tables: tuple[Any, Any] = _numbers(planets, PLANET_COLUMNS), _numbers(fleets, FLEET_COLUMNS)
        else:
            tables = Grid(planets), Grid(fleets)
        self.kernels.remind(self.states, view.round, *tables, len(fleets))

    def brainstorm(self, seat: int) -> int:
        count: int = self.kernels.brainstorm(self.states, self.minds, seat, self.rows)
        return count

    def explore(self, idea: int, seat: int, style: int, rounds: int) -> int:
        """How a seat stands some rounds after it has taken an idea."""
        self.values[idea] = 0
        self.kernels.explore(
            self.states, self.trial, self.minds, seat, style, self.rows, self.values, idea, idea + 1, rounds, self.owing
        )
        return int(self.values[idea])

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


def _numbers(table: list[list[int]], columns: int) -> NDArray[np.int64]:
    return np.array(table, np.int64).reshape(len(table), columns)
