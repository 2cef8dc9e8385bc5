"""Numbers for learning: the names of what a seat observes, and for whole batches the choices that `actions` numbers.

All functions take the states of a batch (`Batch.states`): records, or objects where rules run interpreted. For one
state give a list of it. Results have one row per state. They are for the form of matches: maps of up to 32 columns and
64 ships; observations of larger games are 0.

An observation is one row of whole numbers; `parts` cuts it into named arrays. Health, batteries and damage are
hundredths; teams are counted from the own one, which is 1, and 0 is nobody; -1 is what the seat may not know or what
there is not:

    game         the columns of GAME
    teams        a row per team with the columns of TEAM, the own one first and then the others in their order
    units        a row per spaceship, mothership and pirate by its id (row 0 is unit 1) with the columns of UNIT
    swarms       a row per swarm by rising id with the columns of SWARM
    structures   a row per superstructure by rising id with the columns of STRUCTURE
    items        for every player of the own team 16 rows, its inventory, with the columns of ITEM; else 0
    tiles        a row per place of the grid (y * side + x) with the columns of TILE; all 0 for void

A seat's units stand in `SLOTS` slots: its ships by their places in the team, then the mothership, then its swarms by
rising id. A slot has `CHOICES` choices; `actions` has their numbers. `masks` says which the rules allow now, and `rows`
turns choices into rows. A step of a batch is one order of every seat that is not done yet.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.schema import unpack
from .. import GAME
from ..rules import observation as o
from ..rules import tables as t
from ..rules.state import State
from . import actions
from .actions import CHOICES, SLOTS

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

GAME_COLUMNS = (
    "turn", "turns left", "teams", "team", "seats", "seat", "players", "units", "side", "tiles", "live", "done",
    "over", "first ship",
)  # fmt: skip
TEAM_COLUMNS = ("team", "tiles", "ships", "lost", "eliminated", "home x", "home y", "first ship")
UNIT_COLUMNS = (
    "kind",  # 1 spaceship, 2 mothership, 5 pirate
    "team", "on map", "x", "y", "health", "maximum", "attack", "defense", "range", "crit chance", "crit value",
    "template", "swarm",
    "job",  # 1 capturing, 2 building, 3 joining
    "progress", "needed", "automode",
    "commanded",  # by this seat
    "action points", "respawn", "acted", "orders",  # of the own team
    "battery", "maximum battery", "ratio",  # of the own team, or of all where the settings show them
    "role", "pirate",
)  # fmt: skip
SWARM_COLUMNS = ("id", "team", "x", "y", "ships", "acted", "action points", "health")
STRUCTURE_COLUMNS = (
    "id", "team", "x", "y", "template", "level", "health", "maximum", "attack", "defense", "range", "builder",
)  # fmt: skip
ITEM_COLUMNS = ("template", "state")  # 1 free, 2 staked, 3 gone, 4 equipped
TILE_COLUMNS = ("type", "obstacle", "point of importance", "owner", "unit", "structure")


def observation_shape() -> tuple[int]:
    return (o.FEATURES,)


def observations(states: Any, seat: int) -> NDArray[np.int32]:
    """What a seat knows of every state: [state, number]."""
    if isinstance(states, np.ndarray):
        out: NDArray[np.int32] = np.zeros((len(states), o.FEATURES), np.int32)
        GAME.native.observed(states, seat, out, 0, len(states))
        return out
    rows_seen = [[0] * o.FEATURES for _ in states]
    GAME.kernels.observed(states, seat, rows_seen, 0, len(states))
    return np.array(rows_seen, np.int32)


def parts(seen: NDArray[np.int32]) -> dict[str, NDArray[np.int32]]:
    """Observations cut into their parts, without a copy: [state, ...]."""
    count = len(seen)
    return {
        "game": seen[:, : o.GAME_FEATURES],
        "teams": seen[:, o.SEE_TEAMS : o.SEE_UNITS].reshape(count, t.TEAMS_MAX, o.TEAM_FEATURES),
        "units": seen[:, o.SEE_UNITS : o.SEE_SWARMS].reshape(count, o.UNITS_SEEN, o.UNIT_FEATURES),
        "swarms": seen[:, o.SEE_SWARMS : o.SEE_STRUCTURES].reshape(count, o.SWARMS_SEEN, o.SWARM_FEATURES),
        "structures": seen[:, o.SEE_STRUCTURES : o.SEE_ITEMS].reshape(count, o.STRUCTURES_SEEN, o.STRUCTURE_FEATURES),
        "items": seen[:, o.SEE_ITEMS : o.SEE_TILES].reshape(count, t.MATCH_PLAYERS, o.ITEMS_SEEN, o.ITEM_FEATURES),
        "tiles": seen[:, o.SEE_TILES :].reshape(count, o.TILES_SEEN, o.TILE_FEATURES),
    }


def masks(states: Any, seat: int) -> Flags:
    """Which choices the rules allow: [state, slot, choice]. All false for an empty slot, and when the seat is done. In
    a sealed turn that is as if the order were the first one to be executed: what comes before may change it."""
    flags = np.zeros((len(states), SLOTS * CHOICES), bool)
    for g, out in zip(_objects(states), flags, strict=True):
        legal = [0] * actions.actions(g)
        actions.legal(g, seat, legal)
        out[:] = legal[1:]
    return flags.reshape(len(states), SLOTS, CHOICES)


def rows(states: Any, seat: int, slot: int, choices: Any) -> Ints:
    """The rows of one choice for a slot in every state; where there is nothing to choose, one that is refused."""
    out: Ints = np.zeros((len(states), t.WIDTH), np.int64)
    for g, choice, row in zip(_objects(states), choices, out, strict=True):
        if not 0 <= choice < CHOICES:
            raise ValueError(f"choices are 0 to {CHOICES - 1}, not {choice}")
        actions.spell(g, seat, 1 + slot * CHOICES + int(choice), row)
    return out


def _objects(states: Any) -> Any:
    """States as objects, whichever form they have: compiling for a single row does not pay."""
    return [unpack(State, record) for record in states] if isinstance(states, np.ndarray) else states
