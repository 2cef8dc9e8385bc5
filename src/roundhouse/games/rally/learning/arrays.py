"""Numbers for learning: the names of what a seat observes, and for whole batches the actions that `actions` numbers.

All functions take the states of a batch (`Batch.states`): records, or objects where rules run interpreted. For one
state give a list of it. Results have one row per state.

An observation is a row per robot with the columns of `COLUMNS`, the own robot first and then the others in seat order;
rows beyond the last robot are 0. All are whole numbers; commands are numbered as in RAL-318, x and y are -1 for a robot
that is not on the board. What only the own seat knows stands in the first row alone. The board does not change in a
match and is given apart, by `floors`.

A program is chosen card by card, as `actions` numbers them. `masks` says which actions are legal for the next slot, and
`rows` turns one action per state into the rows that `Batch.step` takes.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.schema import Grid, unpack
from .. import GAME
from ..rules import tables as t
from ..rules.state import State
from . import actions

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

COLUMNS = (
    "seat", "model", "x", "y", "facing", "damage", "lives", "ticked",
    "backup x", "backup y", "backup facing",
    "start x", "start y", "start facing",
    "slot 1", "slot 2", "slot 3", "slot 4", "slot 5",  # what is burned in
    "hand size",
    "dead", "eliminated", "powered down", "confirmed", "resigned",
    "goal", "rounds left",  # of the match; these and the following are the own seat's
    "ability used", "announced",
    "draft 1", "draft 2", "draft 3", "draft 4", "draft 5",
    "hand 1", "hand 2", "hand 3", "hand 4", "hand 5", "hand 6", "hand 7", "hand 8", "hand 9",
)  # fmt: skip

LAYERS = ("kind", "way", "walls", "lasers")  # of a floor; a bit per direction for walls and for beams that begin here


def observation_shape() -> tuple[int, int]:
    return t.SEATS_MAX, t.ROBOT_FEATURES


def observations(states: Any, seat: int) -> NDArray[np.int32]:
    """What a seat sees of every state: [state, robot, column]."""
    if isinstance(states, np.ndarray):
        out: NDArray[np.int32] = np.zeros((len(states), *observation_shape()), np.int32)
        GAME.native.observed(states, seat, out, 0, len(states))
        return out
    rows = [Grid([[0] * t.ROBOT_FEATURES for _ in range(t.SEATS_MAX)]) for _ in states]
    GAME.kernels.observed(states, seat, rows, 0, len(states))
    return np.array(rows, np.int32)


def floors(states: Any) -> Ints:
    """The boards: [state, y, x, layer], `OFF` where a board is smaller."""
    out = np.zeros((len(states), t.STRIDE * t.STRIDE, len(LAYERS)), np.int64)
    for layer, name in enumerate(("kinds", "ways", "walls")):
        out[:, :, layer] = _column(states, name)
    counts, cells, ways = (_column(states, name) for name in ("laser_count", "laser_cell", "laser_way"))
    for i, count in enumerate(counts):
        np.bitwise_or.at(out[i, :, 3], cells[i, :count], 1 << ways[i, :count])
    square = out.reshape(len(states), t.STRIDE, t.STRIDE, len(LAYERS))
    return square[:, 1:-1, 1:-1]


def masks(states: Any, seat: int) -> Flags:
    """Which actions are legal for the next slot: [state, action]. A seat that owes no program can only pass."""
    flags = []
    for g in _objects(states):
        legal = [0] * actions.actions(g)
        actions.legal(g, seat, legal)
        flags.append(legal)
    return np.array(flags, bool)


def rows(states: Any, seat: int, chosen: Any) -> Ints:
    """The rows of one action per state, by their numbers: drafts, and the whole program once it is full. RAL-318"""
    out = np.zeros((len(states), t.WIDTH), np.int64)
    for g, number, row in zip(_objects(states), chosen, out, strict=True):
        if not 0 <= number < actions.actions(g):
            raise ValueError(f"an action is a number from 0 to {actions.actions(g) - 1}")
        actions.spell(g, seat, int(number), row)
    return out


def _objects(states: Any) -> Any:
    """States as objects, whichever form they have: a single row is not worth compiling for."""
    return [unpack(State, record) for record in states] if isinstance(states, np.ndarray) else states


def _column(states: Any, name: str) -> Ints:
    if isinstance(states, np.ndarray):
        return states[name].astype(np.int64)
    return np.array([getattr(state, name) for state in states], np.int64)
