"""Numbers for learning: what a seat knows as an array, a fixed list of choices for every unit, and which are legal.

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
rising id. A slot has `CHOICES` choices: to be done with the turn, a move to any tile within `REACH`, attacks on the
first `TARGETS` units in range by rising id, capture, cancel, detonate, swarms, five ratios of the battery, automode,
and spawning, building, boosting and equipping with each item. `masks` says which the rules allow now, and `rows` turns
choices into rows. A step of a batch is one order of every seat that is not done yet.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.schema import unpack
from .. import GAME
from ..rules import tables as t
from ..rules.hexes import NOWHERE, distance, neighbour
from ..rules.observation import FEATURES, GAME_FEATURES, ITEM_FEATURES, ITEMS_SEEN, SEE_ITEMS, SEE_STRUCTURES, SEE_SWARMS, SEE_TEAMS, SEE_TILES, SEE_UNITS, STRUCTURE_FEATURES, STRUCTURES_SEEN, SWARM_FEATURES, SWARMS_SEEN, TEAM_FEATURES, TILE_FEATURES, TILES_SEEN, UNIT_FEATURES, UNITS_SEEN
from ..rules.phases.orders import check_attack, check_order, check_unit
from ..rules.phases.units import kind_of, mothership_of, team_of, tile_of
from ..rules.state import State
from ..view import commanded_by, everybody, reachable

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

REACH = 4
OFFSETS = tuple(
    (q, r)
    for r in range(-REACH, REACH + 1)
    for q in range(-REACH, REACH + 1)
    if 0 < (abs(q) + abs(r) + abs(q + r)) // 2 <= REACH
)
TARGETS = 8
SPAWNS = 8  # own free tiles next to the home
RATIOS = 5  # from the least to the largest share of the battery, evenly
DONE, MOVE = 0, 1
ATTACK = MOVE + len(OFFSETS)
CAPTURE = ATTACK + TARGETS
CANCEL = CAPTURE + 1
DETONATE = CANCEL + 1
SWARM_CREATE = DETONATE + 1
SWARM_JOIN = SWARM_CREATE + 1  # the swarm on the neighbouring tile, in the order of BOI-028
SWARM_LEAVE = SWARM_JOIN + 6  # to that tile
BATTERY = SWARM_LEAVE + 6
AUTOMODE = BATTERY + RATIOS  # off, on
SPAWN = AUTOMODE + 2
BUILD = SPAWN + SPAWNS
BURN = BUILD + ITEMS_SEEN  # a boost, on the slot's unit
STAKE = BURN + ITEMS_SEEN  # the same, staked
UNSTAKE = STAKE + ITEMS_SEEN
EQUIP = UNSTAKE + ITEMS_SEEN
CHOICES = EQUIP + ITEMS_SEEN
MOTHERSHIP_SLOT = t.MATCH_SHIPS
SWARM_SLOTS = 8
SLOTS = MOTHERSHIP_SLOT + 1 + SWARM_SLOTS


def observation_shape() -> tuple[int]:
    return (FEATURES,)


def observations(states: Any, seat: int) -> NDArray[np.int32]:
    """What a seat knows of every state: [state, number]."""
    if isinstance(states, np.ndarray):
        out: NDArray[np.int32] = np.zeros((len(states), FEATURES), np.int32)
        GAME.compiled.observed(states, seat, out, 0, len(states))
        return out
    rows_seen = [[0] * FEATURES for _ in states]
    GAME.kernels.observed(states, seat, rows_seen, 0, len(states))
    return np.array(rows_seen, np.int32)


def parts(seen: NDArray[np.int32]) -> dict[str, NDArray[np.int32]]:
    """Observations cut into their parts, without a copy: [state, ...]."""
    count = len(seen)
    return {
        "game": seen[:, :GAME_FEATURES],
        "teams": seen[:, SEE_TEAMS:SEE_UNITS].reshape(count, t.TEAMS_MAX, TEAM_FEATURES),
        "units": seen[:, SEE_UNITS:SEE_SWARMS].reshape(count, UNITS_SEEN, UNIT_FEATURES),
        "swarms": seen[:, SEE_SWARMS:SEE_STRUCTURES].reshape(count, SWARMS_SEEN, SWARM_FEATURES),
        "structures": seen[:, SEE_STRUCTURES:SEE_ITEMS].reshape(count, STRUCTURES_SEEN, STRUCTURE_FEATURES),
        "items": seen[:, SEE_ITEMS:SEE_TILES].reshape(count, t.MATCH_PLAYERS, ITEMS_SEEN, ITEM_FEATURES),
        "tiles": seen[:, SEE_TILES:].reshape(count, TILES_SEEN, TILE_FEATURES),
    }


def masks(states: Any, seat: int) -> Flags:
    """Which choices the rules allow: [state, slot, choice]. All false for an empty slot, and when the seat is done. In
    a sealed turn that is as if the order were the first one to be executed: what comes before may change it."""
    flags = np.zeros((len(states), SLOTS, CHOICES), bool)
    for g, out in zip(_objects(states), flags, strict=True):
        for slot, unit in _slots(g, seat):
            out[slot] = Chooser(g, seat, unit).mask()
    return flags


def rows(states: Any, seat: int, slot: int, choices: Any) -> NDArray[np.int64]:
    """The rows of one choice for a slot in every state. Of an empty slot, that the seat is done."""
    out: NDArray[np.int64] = np.zeros((len(states), t.WIDTH), np.int64)
    for g, choice, row in zip(_objects(states), choices, out, strict=True):
        if not 0 <= choice < CHOICES:
            raise ValueError(f"choices are 0 to {CHOICES - 1}, not {choice}")
        unit = dict(_slots(g, seat)).get(slot)
        if unit is not None:
            row[:] = Chooser(g, seat, unit).row(int(choice))
    return out


def _objects(states: Any) -> Iterator[State]:
    if not isinstance(states, np.ndarray):
        yield from states
        return
    for record in states:
        yield unpack(State, record)


def _slots(g: State, seat: int) -> Iterator[tuple[int, int]]:
    """The slots of a seat that are not empty, with the ids of their units."""
    if g.reason or g.done[seat] or g.left[seat] or not 1 <= seat <= g.seats:
        return
    team = g.seat_team[seat]
    if g.team_list[team].eliminated:
        return
    own = [n for n in range(g.player_count) if g.players[n].seat == seat]
    swarms = 0
    for unit in commanded_by(g, team, own):
        if unit <= g.player_count:
            place = g.players[unit - 1].place - 1
            if place < t.MATCH_SHIPS:
                yield place, unit
        elif unit - 1 == mothership_of(g, team):
            yield MOTHERSHIP_SLOT, unit
        elif swarms < SWARM_SLOTS:
            yield MOTHERSHIP_SLOT + 1 + swarms, unit
            swarms += 1


class Chooser:
    """The choices of one unit of a state."""

    def __init__(self, g: State, seat: int, unit: int) -> None:
        self.g, self.seat, self.unit = g, seat, unit
        self.tile = tile_of(g, unit)
        own = [n for n in range(g.player_count) if g.players[n].seat == seat]
        leaders = [n for n in own if g.players[n].role != t.TROOPER]
        self.player = unit - 1 if unit <= g.player_count else (leaders or own)[0]

    def mask(self) -> Flags:
        flags = np.zeros(CHOICES, bool)
        flags[DONE] = True
        g = self.g
        if g.live == t.SEALED and g.players[self.player].pending >= g.orders_per_turn:
            return flags
        if self.tile >= 0 and check_unit(g, self.unit, t.MOVE) == 0:
            steps = {(tile.x, tile.y) for tile in reachable(g, self.unit)}
            for n in range(len(OFFSETS)):
                flags[MOVE + n] = self.beside(n) in steps
        for choice in range(ATTACK, CHOICES):
            row = self.row(choice)
            flags[choice] = row[t.ACTION] != t.DONE and check_order(g, self.player, row) == 0
        return flags

    def row(self, choice: int) -> list[int]:
        """The row of a choice; that the seat is done where there is nothing to choose."""
        if choice == DONE:
            return [t.DONE, 0, 0, 0, 0, 0]
        first, make = next((first, make) for first, make in reversed(self.table()) if choice >= first)
        made = make(choice - first)
        if made is None:
            return [t.DONE, 0, 0, 0, 0, 0]
        action, *numbers = made
        return [action, self.unit, *numbers, *(0,) * (t.WIDTH - 2 - len(numbers))]

    def table(self) -> list[tuple[int, Callable[[int], list[int] | None]]]:
        """Where each kind of choice begins, and its row without the unit."""
        return [
            (MOVE, lambda n: [t.MOVE, *self.beside(n)]),
            (ATTACK, self.attack),
            (CAPTURE, lambda n: [t.CAPTURE]),
            (CANCEL, lambda n: [t.CANCEL]),
            (DETONATE, lambda n: [t.DETONATE]),
            (SWARM_CREATE, lambda n: [t.SWARM_CREATE]),
            (SWARM_JOIN, self.join),
            (SWARM_LEAVE, self.leave),
            (BATTERY, self.dial),
            (AUTOMODE, lambda n: [t.AUTOMODE, n]),
            (SPAWN, self.spawn),
            (BUILD, lambda n: [t.BUILD, n]),
            (BURN, lambda n: [t.BOOST, n, t.BURN, self.unit]),
            (STAKE, lambda n: [t.BOOST, n, t.STAKE, self.unit]),
            (UNSTAKE, lambda n: [t.UNSTAKE, n]),
            (EQUIP, lambda n: [t.EQUIP, n]),
        ]

    def beside(self, n: int) -> list[int] | tuple[int, int]:
        """The tile of an offset as column and line; outside of the grid where there is none."""
        if self.tile < 0:
            return -1, -1
        side = self.g.side
        x, y = self.tile % side, self.tile // side
        q, r = OFFSETS[n]
        line = y + r
        column = x - (y - y % 2) // 2 + q + (line - line % 2) // 2
        return column, line

    def attack(self, n: int) -> list[int] | None:
        if self.tile < 0:
            return None
        found = (other for other in everybody(self.g) if check_attack(self.g, self.unit, other) == 0)
        return next(([t.ATTACK, other] for k, other in enumerate(found) if k == n), None)

    def next_to(self, direction: int) -> int:
        return NOWHERE if self.tile < 0 else neighbour(self.g, self.tile, direction)

    def join(self, direction: int) -> list[int] | None:
        at = self.next_to(direction)
        if at == NOWHERE or kind_of(self.g, self.g.standing[at]) != t.SWARM:
            return None
        return [t.SWARM_JOIN, self.g.standing[at]]

    def leave(self, direction: int) -> list[int] | None:
        at = self.next_to(direction)
        return None if at == NOWHERE else [t.SWARM_LEAVE, at % self.g.side, at // self.g.side]

    def dial(self, n: int) -> list[int]:
        least, most = self.g.ratio_min, self.g.ratio_max
        return [t.BATTERY, least + (most - least) * n // (RATIOS - 1)]

    def spawn(self, n: int) -> list[int] | None:
        """The own free tiles, the nearest to the home first."""
        g, team = self.g, team_of(self.g, self.unit)
        if self.tile >= 0:
            return None
        home = g.team_list[team].home
        free = [
            (distance(g, home, tile), tile)
            for tile in range(g.side * g.side)
            if g.owner[tile] == team and g.standing[tile] == 0
        ]
        if n >= len(free):
            return None
        tile = sorted(free)[n][1]
        return [t.SPAWN, tile % g.side, tile // g.side]
