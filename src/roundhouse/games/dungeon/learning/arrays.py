"""Numbers for learning: the names of what a seat observes, and for whole batches the choices that `actions` numbers.

All functions take the states of a batch (`Batch.states`): records, or objects where rules run interpreted. For one
state give a list of it. Results have one row per state. They are for the standard form: up to 9 seats on a map of up to
15 planets a side; observations of larger games are 0.

An observation is one row of whole numbers; `parts` cuts it into named arrays:

    game        the columns of GAME
    prices      of the 44 articles, in the order of DUN-253
    resources   prices of coal, iron, gem, gold and platin
    players     a row per seat with the columns of PLAYER, the own seat first and then the others in seat order
    planets     a row per planet index with the columns of PLANET; all 0 for a planet that the seat does not know
    robots      a row per own robot by age with the columns of ROBOT

Robots of a seat are numbered by age from 0. `masks` says which of their choices can succeed as far as the seat knows,
and `rows` turns choices into rows; `actions` has the numbers, and those of the purchases of robots.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.schema import unpack
from .. import GAME
from ..rules import tables as t
from ..rules.observation import (
    FEATURES,
    GAME_FEATURES,
    PLANET_FEATURES,
    PLAYER_FEATURES,
    ROBOT_FEATURES,
    SEE_PLANETS,
    SEE_PLAYERS,
    SEE_PRICES,
    SEE_RESOURCE_PRICES,
    SEE_ROBOTS,
)
from ..rules.state import State
from . import actions

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

GAME_COLUMNS = (
    "round", "rounds left", "seats", "seat", "side", "money", "robots", "robot limit", "robots ordered", "done", "left",
    "over",
)  # fmt: skip
PLAYER_COLUMNS = ("seat", "left", *t.CATEGORY_NAMES)
PLANET_COLUMNS = (
    "known",  # 1 as a neighbour, 2 visited
    "gravity", "station",
    "resource",  # 1 none, 2 coal ... 6 platin, 0 not known
    "amount",  # -1 not told
    "age",  # rounds since the seat was told, from 1; 0 never
    "own robots",
    "sighting age",  # of the newest, from 1
    *(f"robots of other {n}" for n in range(1, t.SMALL_SEATS)),  # where they were seen last
)  # fmt: skip
ROBOT_COLUMNS = (
    "there", "planet", "health", "energy",
    "command",  # 0 none, then DUN-253 from 1
    "move to", "article", "last reason",
    *t.STAT_NAMES, *t.KIND_NAMES, *t.ITEM_NAMES,
)  # fmt: skip


def observation_shape() -> tuple[int]:
    return (FEATURES,)


def observations(states: Any, seat: int) -> NDArray[np.int32]:
    """What a seat knows of every state: [state, number]."""
    if isinstance(states, np.ndarray):
        out: NDArray[np.int32] = np.zeros((len(states), FEATURES), np.int32)
        GAME.native.observed(states, seat, out, 0, len(states))
        return out
    rows = [[0] * FEATURES for _ in states]
    GAME.kernels.observed(states, seat, rows, 0, len(states))
    return np.array(rows, np.int32)


def parts(seen: NDArray[np.int32]) -> dict[str, NDArray[np.int32]]:
    """Observations cut into their parts, without a copy: [state, ...]."""
    count = len(seen)
    return {
        "game": seen[:, :GAME_FEATURES],
        "prices": seen[:, SEE_PRICES:SEE_RESOURCE_PRICES],
        "resources": seen[:, SEE_RESOURCE_PRICES:SEE_PLAYERS],
        "players": seen[:, SEE_PLAYERS:SEE_PLANETS].reshape(count, t.SMALL_SEATS, PLAYER_FEATURES),
        "planets": seen[:, SEE_PLANETS:SEE_ROBOTS].reshape(count, t.PLANETS, PLANET_FEATURES),
        "robots": seen[:, SEE_ROBOTS:].reshape(count, t.OWN_MAX, ROBOT_FEATURES),
    }


def masks(states: Any, seat: int) -> Flags:
    """Which choices can succeed: [state, robot, choice]. A robot that is not there or has a command has none."""
    flags = np.zeros((len(states), actions.ROBOTS * actions.CHOICES), bool)
    for g, out in zip(_objects(states), flags, strict=True):
        legal = [0] * actions.actions(g)
        actions.legal(g, seat, legal)
        out[:] = legal[actions.FIRST :]
    return flags.reshape(len(states), actions.ROBOTS, actions.CHOICES)


def rows(states: Any, seat: int, robot: int, chosen: Any) -> Ints:
    """The row of a choice for the seat's robot with this number: choices [state]. DUN-253"""
    out = np.zeros((len(states), t.WIDTH), np.int64)
    for g, choice, row in zip(_objects(states), chosen, out, strict=True):
        if not 0 <= choice < actions.CHOICES:
            raise ValueError(f"a choice is a number from 0 to {actions.CHOICES - 1}")
        actions.spell(g, seat, actions.FIRST + robot * actions.CHOICES + int(choice), row)
    return out


def _objects(states: Any) -> Any:
    """States as objects, whichever form they have: a single row is not worth compiling for."""
    return [unpack(State, record) for record in states] if isinstance(states, np.ndarray) else states
