"""Numbers for learning: the names of what a seat observes, and for whole batches the choices that `actions` numbers.

All functions take the states of a batch (`Batch.states`): records, or objects where rules run interpreted. For one
state give a list of it. Results have one row per state. They are for the standard form: maps of up to 3600 cells;
observations of larger ones are 0.

An observation is one row of whole numbers; `parts` cuts it into named arrays:

    game      the columns of GAME
    players   a row per seat with the columns of PLAYER, the own seat first and then the others in seat order
    units     a row per own unit by its number with the columns of UNIT; all 0 for one that is not there
    enemies   a row for each enemy unit that is seen now, by rising id, with the columns of ENEMY
    towers    a row per own tower by age with the columns of TOWER
    digs      the newest 50 digs, the newest first, with the columns of DIG
    cells     a row per cell (y * width + x) with the columns of CELL; all 0 for one that was never seen

`masks` says which choices of a unit can succeed as far as the seat knows, and `rows` turns choices into rows; `actions`
has the numbers. A step of a batch is one action of the seat whose turn it is.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.schema import unpack
from .. import GAME
from ..rules import tables as t
from ..rules.observation import (
    CELL_FEATURES,
    DIG_FEATURES,
    ENEMIES,
    ENEMY_FEATURES,
    FEATURES,
    GAME_FEATURES,
    OBSERVED_DIGS,
    OWN_FEATURES,
    PLAYER_FEATURES,
    SEE_CELLS,
    SEE_DIGS,
    SEE_ENEMIES,
    SEE_OWN,
    SEE_PLAYERS,
    SEE_TOWERS,
    TOWER_FEATURES,
)
from ..rules.state import State
from . import actions

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

GAME_COLUMNS = (
    "round", "rounds left", "seats", "seat", "turn of", "width", "height", "gold", "requests left", "over",
    *(f"{kind} level" for kind in t.KIND_NAMES),
)  # fmt: skip
PLAYER_COLUMNS = ("seat", "defeated", "points", "kills", *(f"points for {name}" for name in t.SOURCE_NAMES))
UNIT_COLUMNS = (
    "there", "x", "y", "energy", "maximum", "sword", "armour", "retaliation", "cutoff", "spent", "frozen", "shield",
    "respawned", "hurt", *t.THING_NAMES,
)  # fmt: skip
ENEMY_COLUMNS = ("there", "x", "y", "energy", "maximum", "sword", "armour", "frozen", "shield", "id")
TOWER_COLUMNS = ("there", "x", "y", "level", "energy")
DIG_COLUMNS = ("there", "x", "y", "round", *t.RESOURCE_NAMES)
CELL_COLUMNS = (
    "sight",  # 1 before, 2 now
    "rock",
    "buried types",  # a bit for each resource
    "resources", "items",  # on the surface; -1 for some, where the cell is not seen now
    "tower of",  # 1 own, 2 and more: the others in seat order
    "tower level", "tower energy",  # -1 where the cell is not seen now
    "trap of",  # as for towers; -1 for somebody's, where the cell is not seen now
    "own units", "enemy units",
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
        "players": seen[:, SEE_PLAYERS:SEE_OWN].reshape(count, t.SEATS_MAX, PLAYER_FEATURES),
        "units": seen[:, SEE_OWN:SEE_ENEMIES].reshape(count, t.UNITS_MAX, OWN_FEATURES),
        "enemies": seen[:, SEE_ENEMIES:SEE_TOWERS].reshape(count, ENEMIES, ENEMY_FEATURES),
        "towers": seen[:, SEE_TOWERS:SEE_DIGS].reshape(count, t.TOWERS_OWN, TOWER_FEATURES),
        "digs": seen[:, SEE_DIGS:SEE_CELLS].reshape(count, OBSERVED_DIGS, DIG_FEATURES),
        "cells": seen[:, SEE_CELLS:].reshape(count, t.SMALL_CELLS, CELL_FEATURES),
    }


def masks(states: Any, seat: int) -> Flags:
    """Which choices can succeed: [state, unit, choice]. All false for a unit that is not there or cannot act, and while
    it is not the seat's turn."""
    flags = np.zeros((len(states), t.UNITS_MAX * actions.CHOICES), bool)
    for g, out in zip(_objects(states), flags, strict=True):
        legal = [0] * actions.actions(g)
        actions.legal(g, seat, legal)
        out[: len(legal) - 1] = legal[1:]
    return flags.reshape(len(states), t.UNITS_MAX, actions.CHOICES)


def rows(states: Any, seat: int, unit: int, chosen: Any) -> Ints:
    """The row of a choice for the seat's unit with this number: choices [state]. QST-150"""
    out = np.zeros((len(states), t.WIDTH), np.int64)
    for g, choice, row in zip(_objects(states), chosen, out, strict=True):
        if not 0 <= choice < actions.CHOICES:
            raise ValueError(f"a choice is a number from 0 to {actions.CHOICES - 1}")
        actions.spell(g, seat, 1 + unit * actions.CHOICES + int(choice), row)
    return out


def _objects(states: Any) -> Any:
    """States as objects, whichever form they have: a single row is not worth compiling for."""
    return [unpack(State, record) for record in states] if isinstance(states, np.ndarray) else states
