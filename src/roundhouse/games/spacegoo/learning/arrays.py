"""Numbers for learning: what a seat sees as an array, a fixed list of actions, and which of them are legal.

All functions take the states of a batch (`Batch.states`): records, or objects where rules run interpreted. For one
state give a list of it. Results have one row per state.

An observation is a row per planet with the columns of `COLUMNS`; rows beyond the last planet are 0. All are whole
numbers. Landings are counted in rounds from now: 1 is the coming tick, 0 means that nothing is on the way. Lanes and
distances do not change in a match and are given apart, by `reach` and `distances`.

An action is a number: 0 is nop, the others send a share of all ships on a planet to another planet. Shares are rounded
up, so that a share of a single ship is that ship. `masks` says which are legal; `rows` turns them into the rows that
`Batch.step` takes.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....core.schema import Grid
from .. import GAME
from ..rules import tables as t

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

SHARES = (25, 50, 100)  # percent of each kind


class Columns(NamedTuple):
    """What the functions here need of every state, as arrays [state, ...]."""

    owner: Ints
    ships: Ints
    planets: Ints  # how many there are
    lane: Flags
    free: Flags  # travel goes anywhere
    distance: Ints


def observation_shape(planets: int = t.PLANETS) -> tuple[int, int]:
    return planets, t.PLANET_FEATURES


def observations(states: Any, seat: int) -> NDArray[np.int32]:
    """What a seat sees of every state: [state, planet, column]."""
    if isinstance(states, np.ndarray):
        planets = states.dtype["planets"].shape[0]
        out: NDArray[np.int32] = np.zeros((len(states), planets, t.PLANET_FEATURES), np.int32)
        GAME.compiled.observed(states, seat, out, 0, len(states))
        return out
    rows = [Grid([[0] * t.PLANET_FEATURES for _ in state.planets]) for state in states]
    GAME.kernels.observed(states, seat, rows, 0, len(states))
    return np.array(rows, np.int32)


def reach(states: Any) -> Flags:
    """Whether a fleet may go from one planet to another: [state, source, target]."""
    columns = _columns(states)
    there = np.arange(columns.owner.shape[1]) < columns.planets[:, None]
    pairs = there[:, :, None] & there[:, None, :] & ~np.eye(there.shape[1], dtype=bool)
    return pairs & (columns.lane | columns.free[:, None, None])


def distances(states: Any) -> Ints:
    """Rounds from one planet to another: [state, source, target]."""
    return _columns(states).distance


def action_count(planets: int = t.PLANETS) -> int:
    return 1 + planets * planets * len(SHARES)


def masks(states: Any, seat: int) -> Flags:
    """Which actions `check` accepts of a seat: [state, action]. A seat that is not waited for has none."""
    columns = _columns(states)
    starts = (columns.owner == seat) & columns.ships.any(axis=2)
    legal = reach(states) & starts[:, :, None]
    sends = np.repeat(legal.reshape(len(legal), -1), len(SHARES), axis=1)
    flags = np.concatenate([np.ones((len(sends), 1), bool), sends], axis=1)
    flags[~_waited_for(states, seat)] = False
    return flags


def rows(states: Any, actions: Any) -> Ints:
    """The rows of one action per state, by their numbers. GOO-130"""
    columns = _columns(states)
    planets = columns.owner.shape[1]
    numbers = np.asarray(actions, np.int64)
    if numbers.shape != (len(columns.owner),):
        raise ValueError(f"actions have the shape {numbers.shape}, not {(len(columns.owner),)}: one per state")
    if numbers.size and not 0 <= numbers.min() <= numbers.max() < action_count(planets):
        raise ValueError(f"an action is a number from 0 to {action_count(planets) - 1}")
    pair, level = np.divmod(numbers - 1, len(SHARES))
    source, target = np.divmod(pair, planets)
    share = np.array(SHARES)[level]
    sent = -(-columns.ships[np.arange(len(numbers)), source] * share[:, None] // 100)  # rounded up
    out = np.concatenate([np.full((len(numbers), 1), t.SEND), source[:, None], target[:, None], sent], axis=1)
    out[numbers == 0] = t.NOP
    return out


def number_of(state: Any, row: Sequence[int]) -> int | None:
    """The number of an action, or None if no number sends exactly these ships."""
    if row[t.KIND] == t.NOP:
        return 0
    planets = len(state.planets)
    source, target, ships = row[t.SOURCE], row[t.TARGET], list(row[t.SHIPS :])
    if not (0 <= source < planets and 0 <= target < planets):
        return None
    for level, share in enumerate(SHARES):
        if [-(-number * share // 100) for number in state.planets[source].ships] == ships:
            return 1 + (source * planets + target) * len(SHARES) + level
    return None


def _columns(states: Any) -> Columns:
    if isinstance(states, np.ndarray):
        planets = states["planets"]
        return Columns(
            planets["owner"].astype(np.int64),
            planets["ships"].astype(np.int64),
            states["planet_count"].astype(np.int64),
            states["lane"] != 0,
            states["hyperlanes"] == 0,
            states["distance"].astype(np.int64),
        )
    return Columns(
        np.array([[planet.owner for planet in state.planets] for state in states], np.int64),
        np.array([[planet.ships for planet in state.planets] for state in states], np.int64),
        np.array([state.planet_count for state in states], np.int64),
        np.array([state.lane for state in states]) != 0,
        np.array([state.hyperlanes == 0 for state in states], bool),
        np.array([state.distance for state in states], np.int64),
    )


def _waited_for(states: Any, seat: int) -> Flags:
    """Whether a seat owes a command, as `waiting` says."""
    if isinstance(states, np.ndarray):
        marks = [states[name][:, seat] == 0 for name in ("ordered", "left", "out_round")]
        owes: Flags = np.logical_and.reduce([states["reason"] == 0, seat <= states["seats"], *marks])
        return owes
    owing = [0] * t.SEATS
    flags = []
    for state in states:
        GAME.rules.waiting(state, owing)
        flags.append(seat <= state.seats and owing[seat] != 0)
    return np.array(flags, bool)
