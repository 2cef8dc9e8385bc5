"""Blueprints: swords and armours are made and worn, better ones are learned. QST-092 to QST-099, QST-128"""

from typing import Any

from .....core.rules import rules
from ..state import State, Unit
from ..tables import (
    AMOUNT_MAX,
    CRAFTED,
    CRAFTING,
    ENERGY,
    EQUIPPED,
    FIRST_ITEM,
    FIRST_TRAP,
    FULL,
    ITEMS,
    LEVEL_MAX,
    MAX_LEVEL,
    MISSING,
    NO_GOLD,
    RESEARCHED,
    RESOURCES,
    THINGS,
    UNKNOWN_BLUEPRINT,
    WAYS,
    WRONG_INGREDIENTS,
    A,
    N,
)
from .lookup import cell_of, id_of, note, spend, watchers
from .scoring import award


@rules
def way_of(g: State, blueprint: int, action: Any) -> int:
    """Which way of a blueprint has exactly the ingredients of a request, or -1. QST-094"""
    for way in range(WAYS):
        line = blueprint * WAYS + way
        same = True
        some = False
        for k in range(THINGS):
            needed = g.uses[line, k]
            if needed != action[N + k]:
                same = False
            if needed != 0:
                some = True
        if same and some:
            return way
    return -1


@rules
def check_ingredients(g: State, unit: Unit, action: Any) -> int:
    """QST-093, QST-094, QST-100"""
    blueprint = action[A]
    kind = blueprint // LEVEL_MAX
    if g.players[unit.owner].levels[kind] < blueprint % LEVEL_MAX + 1:
        return UNKNOWN_BLUEPRINT
    if way_of(g, blueprint, action) < 0:
        return WRONG_INGREDIENTS
    for k in range(THINGS):
        if unit.carried[k] < action[N + k]:
            return MISSING
    return 0


@rules
def use_up(g: State, unit: Unit, action: Any) -> None:
    """Ingredients are gone; resources among them are worth points, items are not. QST-095, QST-128"""
    player = g.players[unit.owner]
    used = 0
    for k in range(THINGS):
        amount = action[N + k]
        unit.carried[k] -= amount
        if k < RESOURCES:
            player.used[k] += amount
            used += amount
    player.crafted[action[A]] += 1
    award(g, unit.owner, CRAFTING, used * g.craft_points)


@rules
def making_price(g: Any, blueprint: int) -> int:
    """The energy of making something. `g` may also be the settings, which have the same names. QST-095, QST-103"""
    if blueprint < ITEMS:
        return int(g.craft_cost)
    return int(g.place_tower_cost if blueprint < FIRST_TRAP else g.place_trap_cost)


@rules
def check_craft(g: State, unit: Unit, action: Any) -> int:
    """QST-092 to QST-095"""
    code = check_ingredients(g, unit, action)
    if code != 0:
        return code
    item = FIRST_ITEM + action[A]
    if unit.carried[item] - action[N + item] + 1 > AMOUNT_MAX:
        return FULL
    return 0 if unit.energy >= making_price(g, action[A]) else ENERGY


@rules
def craft(g: State, index: int, action: Any) -> None:
    """QST-095"""
    unit = g.units[index]
    way = way_of(g, action[A], action)
    spend(g, unit, making_price(g, action[A]))
    use_up(g, unit, action)
    unit.carried[FIRST_ITEM + action[A]] += 1
    note(g, CRAFTED, unit.owner, 1 << unit.owner, id_of(g, index), 0, -1, action[A], way, 0)


@rules
def worn(unit: Unit, item: int) -> int:
    """The item that is worn where this one would be, or -1. QST-032"""
    level = int(unit.sword) if item < LEVEL_MAX else int(unit.armour)
    return level - 1 + item // LEVEL_MAX * LEVEL_MAX if level > 0 else -1


@rules
def wear(unit: Unit, item: int, level: int) -> None:
    """Put something of a level, or nothing, into the slot of an item."""
    if item < LEVEL_MAX:
        unit.sword = level
    else:
        unit.armour = level


@rules
def check_equip(g: State, unit: Unit, action: Any) -> int:
    """QST-097; what was worn must find room in the inventory."""
    item = action[A]
    if unit.carried[FIRST_ITEM + item] == 0:
        return MISSING
    before = worn(unit, item)
    if before >= 0 and before != item and unit.carried[FIRST_ITEM + before] >= AMOUNT_MAX:
        return FULL
    return 0


@rules
def equip(g: State, index: int, action: Any) -> None:
    """QST-097"""
    unit = g.units[index]
    item = action[A]
    before = worn(unit, item)
    unit.carried[FIRST_ITEM + item] -= 1
    if before >= 0:
        unit.carried[FIRST_ITEM + before] += 1
    wear(unit, item, item % LEVEL_MAX + 1)
    cell = cell_of(g, unit)
    note(g, EQUIPPED, unit.owner, watchers(g, cell), id_of(g, index), 0, cell, item, 0, 0)


@rules
def research_price(g: Any, kind: int, level: int) -> int:
    """The gold of the level after this one. `g` may also be the settings, which have the same names. QST-098"""
    return int(g.research_gold[kind * (LEVEL_MAX - 1) + level - 1])


@rules
def check_research(g: State, unit: Unit, kind: int) -> int:
    """0, or why a unit cannot learn the next level of a kind. QST-098"""
    player = g.players[unit.owner]
    level = int(player.levels[kind])
    if level >= LEVEL_MAX:
        return MAX_LEVEL
    if player.gold < research_price(g, kind, level):
        return NO_GOLD
    return 0 if unit.energy >= g.research_energy else ENERGY


@rules
def research(g: State, index: int, action: Any) -> None:
    """QST-098, QST-099"""
    unit = g.units[index]
    player = g.players[unit.owner]
    kind = action[A]
    player.gold -= research_price(g, kind, int(player.levels[kind]))
    player.levels[kind] += 1
    spend(g, unit, g.research_energy)
    seen = 1 << unit.owner
    note(g, RESEARCHED, unit.owner, seen, id_of(g, index), 0, -1, kind, player.levels[kind], player.gold)
