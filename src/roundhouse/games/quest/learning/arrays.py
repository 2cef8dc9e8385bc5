"""Numbers for learning: what a seat knows as an array, a fixed list of choices for every unit, and which can succeed.

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

A unit has `CHOICES` choices: to end the turn, 8 steps, attacks on the first `TARGETS` enemies in reach with a quarter,
a half or all of its energy, three ways to strike back, dig, to pick up all that is known to be here of a thing, to drop
all of a thing, crafts, things to wear, research, traps and towers. `masks` says which can succeed as far as the seat
knows, and `rows` turns choices into rows. A step of a batch is one action of the seat whose turn it is.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....core.schema import LARGE, SMALL, pack
from .. import GAME
from ..rules import tables as t
from ..rules.observation import CELL_FEATURES, DIG_FEATURES, ENEMIES, ENEMY_FEATURES, FEATURES, GAME_FEATURES, OBSERVED_DIGS, OWN_FEATURES, PLAYER_FEATURES, SEE_CELLS, SEE_DIGS, SEE_ENEMIES, SEE_OWN, SEE_PLAYERS, SEE_TOWERS, TOWER_FEATURES

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

STEPS = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
TARGETS = 8
FORCES = (4, 2, 1)  # an attack with a quarter, a half, all of the energy
REACTIONS = (0, 4, 2)  # striking back: not at all, with a quarter or a half of the maximum each time
END, MOVE = 0, 1
ATTACK = MOVE + len(STEPS)
RETALIATE = ATTACK + TARGETS * len(FORCES)
DIG = RETALIATE + len(REACTIONS)
PICKUP = DIG + 1
DROP = PICKUP + t.THINGS
CRAFT = DROP + t.THINGS  # the two ways of sword1, the two ways of sword2, ...
EQUIP = CRAFT + t.ITEMS * t.WAYS
RESEARCH = EQUIP + t.ITEMS
BUILD = RESEARCH + t.KINDS  # the two ways of tower1, ..., of trap3
CHOICES = BUILD + (t.BLUEPRINTS - t.ITEMS) * t.WAYS


def observation_shape() -> tuple[int]:
    return (FEATURES,)


def observations(states: Any, seat: int) -> NDArray[np.int32]:
    """What a seat knows of every state: [state, number]."""
    if isinstance(states, np.ndarray):
        out: NDArray[np.int32] = np.zeros((len(states), FEATURES), np.int32)
        GAME.compiled.observed(states, seat, out, 0, len(states))
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
    it is not the seat's turn; a frozen unit's row still lets the turn end."""
    flags = np.zeros((len(states), t.UNITS_MAX, CHOICES), bool)
    for g, out in zip(_records(states), flags, strict=True):
        if not g["reason"] and not g["ended"] and g["turn_of"] == seat:
            for number in range(int(g["units_each"])):
                unit = g["units"][(seat - 1) * int(g["units_each"]) + number]
                if unit["alive"]:
                    out[number, END] = True
                    if not unit["frozen"] and not unit["respawned"]:
                        _Unit(g, seat, unit).mask(out[number])
    return flags


def rows(states: Any, seat: int, unit: int, chosen: Any) -> Ints:
    """The row of a choice for the seat's unit with this number: choices [state]. QST-150"""
    numbers = np.asarray(chosen, np.int64).reshape(len(states))
    if numbers.size and not 0 <= numbers.min() <= numbers.max() < CHOICES:
        raise ValueError(f"a choice is a number from 0 to {CHOICES - 1}")
    listed = []
    for g, choice in zip(_records(states), numbers, strict=True):
        one = g["units"][(seat - 1) * int(g["units_each"]) + min(unit, int(g["units_each"]) - 1)]
        listed.append(_Unit(g, seat, one).row(seat * t.FIRST_ID + unit, int(choice)))
    return np.array(listed, np.int64).reshape(len(states), t.WIDTH)


def _records(states: Any) -> Any:
    """Records, whichever form the states have."""
    if isinstance(states, np.ndarray):
        return states
    return [pack(state, SMALL if state.width * state.height <= t.SMALL_CELLS else LARGE)[0] for state in states]


class _Unit:
    """What a seat knows about the choices of one of its units."""

    def __init__(self, g: Any, seat: int, unit: Any) -> None:
        self.g, self.seat, self.unit = g, seat, unit
        self.x, self.y, self.energy = int(unit["x"]), int(unit["y"]), int(unit["energy"])
        self.width, self.height = int(g["width"]), int(g["height"])
        self.cell = self.y * self.width + self.x
        self.carried = unit["carried"].astype(np.int64)
        self.towers = self._known_towers()
        self.around = self._here()

    def mask(self, out: Flags) -> None:
        g, energy = self.g, self.energy
        step = self._step_cost()
        for n, (dx, dy) in enumerate(STEPS):
            x, y = self.x + dx, self.y + dy
            if step >= 0 and 0 <= x < self.width and 0 <= y < self.height and self._free(y * self.width + x):
                out[MOVE + n] = energy >= step + self._surcharge(x, y)
        aims = self._targets()
        for n in range(len(aims)):
            for m, share in enumerate(FORCES):
                out[ATTACK + n * len(FORCES) + m] = energy >= share
        out[RETALIATE : RETALIATE + len(REACTIONS)] = True
        out[DIG] = energy >= g["dig_cost"]
        takes = energy >= g["pickup_cost"] + self._surcharge(self.x, self.y)
        out[PICKUP:DROP] = takes & (self.around > 0)
        out[DROP:CRAFT] = self._held() > 0
        out[DROP + t.GOLD] = False
        for blueprint in range(t.BLUEPRINTS):
            for way in range(t.WAYS):
                at = (CRAFT if blueprint < t.ITEMS else BUILD - t.ITEMS * t.WAYS) + blueprint * t.WAYS + way
                out[at] = self._can_make(blueprint, way)
        out[EQUIP:RESEARCH] = self.carried[t.FIRST_ITEM :] > 0
        player = g["players"][self.seat]
        for kind in range(t.KINDS):
            level = int(player["levels"][kind])
            if level < t.LEVEL_MAX and energy >= g["research_energy"]:
                out[RESEARCH + kind] = player["gold"] >= g["research_gold"][kind * (t.LEVEL_MAX - 1) + level - 1]

    def row(self, unit: int, choice: int) -> list[int]:
        row = [0] * t.WIDTH
        if choice == END:
            return row
        row[t.UNIT] = unit
        if choice < ATTACK:
            dx, dy = STEPS[choice - MOVE]
            row[t.DO], row[t.A], row[t.B] = t.MOVE, self.x + dx, self.y + dy
        elif choice < RETALIATE:
            aims, (target, force) = self._targets(), divmod(choice - ATTACK, len(FORCES))
            row[t.DO], row[t.A] = t.ATTACK, aims[target] if target < len(aims) else 0
            row[t.B] = max(1, self.energy // FORCES[force])
        elif choice < DIG:
            share, most = REACTIONS[choice - RETALIATE], int(self.unit["max_energy"])
            row[t.DO], row[t.A], row[t.B] = t.RETALIATE, most // share if share else 0, most if share else 0
        elif choice == DIG:
            row[t.DO] = t.DIG
        elif choice < DROP:
            row[t.DO], row[t.N + choice - PICKUP] = t.PICKUP, int(self.around[choice - PICKUP])
        elif choice < CRAFT:
            row[t.DO], row[t.N + choice - DROP] = t.DROP, int(self._held()[choice - DROP])
        elif choice < EQUIP:
            self._make(row, t.CRAFT, *divmod(choice - CRAFT, t.WAYS))
        elif choice < RESEARCH:
            row[t.DO], row[t.A] = t.EQUIP, choice - EQUIP
        elif choice < BUILD:
            row[t.DO], row[t.A] = t.RESEARCH, choice - RESEARCH
        else:
            blueprint, way = divmod(choice - BUILD + t.ITEMS * t.WAYS, t.WAYS)
            self._make(row, t.PLACE_TOWER if blueprint < t.FIRST_TRAP else t.PLACE_TRAP, blueprint, way)
        return row

    def _make(self, row: list[int], do: int, blueprint: int, way: int) -> None:
        row[t.DO], row[t.A] = do, blueprint
        row[t.N :] = self.g["uses"][blueprint * t.WAYS + way].tolist()

    def _known_towers(self) -> list[tuple[int, int, int]]:
        """Towers of others that the seat sees or remembers: x, y, radius."""
        g, seat = self.g, self.seat
        found = []
        for tower in g["towers"][: int(g["tower_count"])]:
            if tower["owner"] != seat and g["watched"][seat, tower["cell"]]:
                found.append((int(tower["cell"]), int(tower["level"])))
        count = self.width * self.height
        saw = g["memory"][seat, :count].astype(np.int64) * (g["watched"][seat, :count] == 0)
        for cell in np.flatnonzero(saw // t.SAW_TOWER & 3):
            if int(saw[cell]) // t.SAW_OWNER & 7 != seat:
                found.append((int(cell), int(saw[cell]) // t.SAW_TOWER & 3))
        return [(cell % self.width, cell // self.width, int(g["tower_radius"][level])) for cell, level in found]

    def _surcharge(self, x: int, y: int) -> int:
        """QST-061, QST-084"""
        near = sum(max(abs(x - at_x), abs(y - at_y)) <= radius for at_x, at_y, radius in self.towers)
        return near * int(self.g["tower_surcharge"])

    def _step_cost(self) -> int:
        """QST-060, QST-061; -1 if the unit carries too much."""
        g = self.g
        weights = np.concatenate([np.array(t.RESOURCE_WEIGHTS), g["item_weights"]]).astype(np.int64)
        weight = int(self._held() @ weights)
        if weight > g["carry_limit"]:
            return -1
        return int(g["move_cost"]) * (100 + int(g["move_weight_pct"]) * weight) // 100

    def _held(self) -> Ints:
        """All that the unit has, what it wears too."""
        held: Ints = self.carried.copy()
        for slot, first in (("sword", t.FIRST_ITEM), ("armour", t.FIRST_ITEM + t.LEVEL_MAX)):
            if self.unit[slot]:
                held[first + int(self.unit[slot]) - 1] += 1
        return held

    def _free(self, cell: int) -> bool:
        """QST-058, QST-059"""
        built = int(self.g["built"][cell])
        return bool(self.g["terrain"][cell] == t.GRASS) and built // t.BUILT_KIND != t.BUILT_TOWER

    def _targets(self) -> list[int]:
        """Enemies in reach that have no shield, by rising id. QST-063"""
        g = self.g
        units = g["units"][: int(g["unit_count"])]
        near = (abs(units["x"] - self.x) <= 1) & (abs(units["y"] - self.y) <= 1) & (units["shield"] == 0)
        found = np.flatnonzero(near & (units["alive"] != 0) & (units["owner"] != self.seat)).tolist()
        each = int(g["units_each"])
        return [(k // each + 1) * t.FIRST_ID + k % each for k in found[:TARGETS]]

    def _here(self) -> Ints:
        """How much of each thing is in the unit's cell, as far as the seat knows: on the surface, and what was found
        when the seat last dug here. QST-046, QST-082"""
        g, seat = self.g, self.seat
        known: Ints = g["surface"][:, self.cell].astype(np.int64)
        digs = int(g["players"][seat]["digs"])
        for n in range(digs - 1, max(-1, digs - 1 - t.DIGS_OWN), -1):
            column = seat * t.DIGS_OWN + n % t.DIGS_OWN
            if g["digs"][0, column] == self.cell:
                known[: t.RESOURCES] += g["digs"][2:, column]
                break
        return known

    def _can_make(self, blueprint: int, way: int) -> bool:
        """QST-093 to QST-103, as far as the seat knows: others' traps and starts may be in the way."""
        g = self.g
        uses = g["uses"][blueprint * t.WAYS + way]
        kind, level = divmod(blueprint, t.LEVEL_MAX)
        if not uses.any() or (self.carried < uses).any() or g["players"][self.seat]["levels"][kind] <= level:
            return False
        if blueprint < t.ITEMS:
            return bool(self.energy >= g["craft_cost"])
        built, own = int(g["built"][self.cell]), t.BUILT_TRAP * t.BUILT_KIND + self.seat * t.BUILT_SEAT
        if built // t.BUILT_KIND == t.BUILT_TOWER or own < built < own + t.BUILT_SEAT or (built and g["trap_visible"]):
            return False
        return bool(self.energy >= g["place_tower_cost" if blueprint < t.FIRST_TRAP else "place_trap_cost"])
