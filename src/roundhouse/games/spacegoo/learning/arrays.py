"""Numbers for learning: the names of what a seat observes, and for whole batches the actions that `actions` numbers.

All functions take the states of a batch (`Batch.states`): records, or objects where rules run interpreted. For one
state give a list of it. Results have one row per state.

An observation is a row per planet with the columns of `COLUMNS`; rows beyond the last planet are 0. All are whole
numbers. Landings are counted in rounds from now: 1 is the coming tick, 0 means that nothing is on the way. Lanes and
distances do not change in a match and are given apart, by `reach` and `distances`.

`masks` says which actions are legal, and `rows` turns them into the rows that `Batch.step` takes; `actions` has the
numbers.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.schema import Grid, unpack
from .. import GAME
from ..rules import tables as t
from ..rules.phases.round import is_linked
from ..rules.state import State
from . import actions

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

COLUMNS = (
    "planet",  # 1, or 0 where there is none
    "mine",
    "theirs",  # of any other player; a planet that is neither is neutral
    "ships a", "ships b", "ships c",
    "production a", "production b", "production c",  # while it can produce
    "production rounds left",  # at most those of the match
    "my fleets a", "my fleets b", "my fleets c",  # on the way here
    "my next landing",
    "their fleets a", "their fleets b", "their fleets c",
    "their next landing",
    "x", "y",
    "rounds left",  # of the match
)  # fmt: skip


def observation_shape(planets: int = t.PLANETS) -> tuple[int, int]:
    return planets, t.PLANET_FEATURES


def observations(states: Any, seat: int) -> NDArray[np.int32]:
    """What a seat sees of every state: [state, planet, column]."""
    if isinstance(states, np.ndarray):
        planets = states.dtype["planets"].shape[0]
        out: NDArray[np.int32] = np.zeros((len(states), planets, t.PLANET_FEATURES), np.int32)
        GAME.native.observed(states, seat, out, 0, len(states))
        return out
    rows = [Grid([[0] * t.PLANET_FEATURES for _ in state.planets]) for state in states]
    GAME.kernels.observed(states, seat, rows, 0, len(states))
    return np.array(rows, np.int32)


def reach(states: Any) -> Flags:
    """Whether a fleet may go from one planet to another: [state, source, target]."""
    return np.array([_reach(g) for g in _objects(states)], bool)


def _reach(g: State) -> list[list[bool]]:
    planets, there = range(len(g.planets)), g.planet_count
    return [[a != b and max(a, b) < there and is_linked(g, a, b) for b in planets] for a in planets]


def distances(states: Any) -> Ints:
    """Rounds from one planet to another: [state, source, target]."""
    return np.array([g.distance for g in _objects(states)], np.int64)


def masks(states: Any, seat: int) -> Flags:
    """Which actions of a seat are legal: [state, action]. A seat that is not waited for can only pass."""
    flags = []
    for g in _objects(states):
        legal = [0] * actions.actions(g)
        actions.legal(g, seat, legal)
        flags.append(legal)
    return np.array(flags, bool)


def rows(states: Any, seat: int, chosen: Any) -> Ints:
    """The rows of one action per state, by their numbers. GOO-130"""
    out = np.zeros((len(states), t.WIDTH), np.int64)
    for g, number, row in zip(_objects(states), chosen, out, strict=True):
        if not 0 <= number < actions.actions(g):
            raise ValueError(f"an action is a number from 0 to {actions.actions(g) - 1}")
        actions.spell(g, seat, int(number), row)
    return out


def _objects(states: Any) -> Any:
    """States as objects, whichever form they have: a single row is not worth compiling for."""
    return [unpack(State, record) for record in states] if isinstance(states, np.ndarray) else states
