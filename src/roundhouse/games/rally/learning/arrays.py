"""Numbers for learning: what a seat sees as an array, programs chosen card by card, and which choices are legal.

All functions take the states of a batch (`Batch.states`): records, or objects where rules run interpreted. For one
state give a list of it. Results have one row per state.

An observation is a row per robot with the columns of `COLUMNS`, the own robot first and then the others in seat order;
rows beyond the last robot are 0. All are whole numbers; commands are numbered as in RAL-318, x and y are -1 for a robot
that is not on the board. What only the own seat knows stands in the first row alone. The board does not change in a
match and is given apart, by `floors`.

A program is chosen slot by slot. A choice is a number: 0 to 8 takes that card of the hand, `PAUSE` is LazyBot's pause,
`KEEP` leaves a burned-in slot as it is. `masks` says which choices are legal for the next slot after those made so far,
and `rows` turns five choices (and whether to power down) into the rows that `Batch.step` takes. A seat that need not
program has no legal choice; its row is not looked at.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.schema import Grid
from .. import GAME
from ..rules import tables as t

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
PAUSE = t.HAND
KEEP = t.HAND + 1
CHOICES = t.HAND + 2


def observation_shape() -> tuple[int, int]:
    return t.SEATS_MAX, t.ROBOT_FEATURES


def observations(states: Any, seat: int) -> NDArray[np.int32]:
    """What a seat sees of every state: [state, robot, column]."""
    if isinstance(states, np.ndarray):
        out: NDArray[np.int32] = np.zeros((len(states), *observation_shape()), np.int32)
        GAME.compiled.observed(states, seat, out, 0, len(states))
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


def masks(states: Any, seat: int, chosen: Any = ()) -> Flags:
    """Which choices are legal for the next slot: [state, choice]. `chosen` are those before it: [state, slot]."""
    before = np.asarray(chosen, np.int64).reshape(len(states), -1)
    slot = before.shape[1]
    if not 0 <= slot < t.SLOTS:
        raise ValueError(f"a program has {t.SLOTS} slots; {slot} are chosen already")
    see = observations(states, seat)[:, 0]
    owes = _owing(states, seat)
    locked = _locked(states, seat)
    free = owes & (slot < t.SLOTS - locked)
    flags = np.zeros((len(states), CHOICES), bool)
    flags[:, : t.HAND] = free[:, None] & (np.arange(t.HAND) < see[:, [t.SEE_HAND_SIZE]])
    burned = (see[:, t.SEE_SLOTS : t.SEE_SLOTS + t.SLOTS] == t.PAUSE).any(axis=1)
    flags[:, PAUSE] = free & (see[:, t.SEE_MODEL] == t.LAZY) & ~burned
    for k in range(slot):
        flags[np.arange(len(states)), before[:, k]] = False
    flags[:, KEEP] = owes & ~free
    return flags


def rows(states: Any, seat: int, chosen: Any, power_down: Any = False) -> Ints:
    """The rows of whole programs: choices [state, slot], power-downs [state] or one for all. RAL-318"""
    numbers = np.asarray(chosen, np.int64)
    if numbers.shape != (len(states), t.SLOTS):
        raise ValueError(f"choices have the shape {numbers.shape}, not {(len(states), t.SLOTS)}")
    if numbers.size and not 0 <= numbers.min() <= numbers.max() < CHOICES:
        raise ValueError(f"a choice is a number from 0 to {CHOICES - 1}")
    hand = observations(states, seat)[:, 0, t.SEE_HAND : t.SEE_HAND + t.HAND]
    cards = np.concatenate([hand, np.full((len(hand), 1), t.PAUSE), np.zeros((len(hand), 1), np.int64)], axis=1)
    out = np.zeros((len(states), t.WIDTH), np.int64)
    out[:, t.TYPE] = t.PROGRAM
    out[:, t.SLOT : t.SLOT + t.SLOTS] = np.take_along_axis(cards, numbers, axis=1)
    out[:, t.POWER_DOWN] = power_down
    return out


def _owing(states: Any, seat: int) -> Flags:
    """Whether a seat owes a program, as `waiting` says."""
    if isinstance(states, np.ndarray):
        robot = states["robots"][:, seat]
        marks = [states["reason"] == 0, robot["hand_count"] != 0, robot["confirmed"] == 0, robot["resigned"] == 0]
        owes: Flags = np.logical_and.reduce(marks)
        return owes
    owing = [0] * t.SEATS
    flags = []
    for state in states:
        GAME.rules.waiting(state, owing)
        flags.append(seat <= state.seats and bool(owing[seat]))
    return np.array(flags, bool)


def _locked(states: Any, seat: int) -> Ints:
    if isinstance(states, np.ndarray):
        return states["robots"]["locked"][:, seat].astype(np.int64)
    return np.array([state.robots[seat].locked for state in states], np.int64)


def _column(states: Any, name: str) -> Ints:
    if isinstance(states, np.ndarray):
        return states[name].astype(np.int64)
    return np.array([getattr(state, name) for state in states], np.int64)
