"""Digging, picking up and dropping. QST-080 to QST-090, QST-127"""

from typing import Any

from .....core.rules import rules
from ..state import State, Unit
from ..tables import (
    AMOUNT_MAX,
    DIGS_OWN,
    DROPPED,
    DUG,
    ENERGY,
    FIRST_ITEM,
    FULL,
    GATHERING,
    GOLD,
    MISSING,
    RESOURCES,
    THINGS,
    TOOK,
    N,
)
from .crafting import wear, worn
from .knowledge import touch
from .lookup import cell_of, covering, id_of, note, spend, surcharge, watchers
from .scoring import award


@rules
def check_dig(g: State, unit: Unit) -> int:
    """QST-080"""
    return 0 if unit.energy >= g.dig_cost else ENERGY


@rules
def dig(g: State, index: int) -> None:
    """What is buried here goes into the seat's list of digs; the oldest drops out. QST-046, QST-080"""
    unit = g.units[index]
    player = g.players[unit.owner]
    cell = cell_of(g, unit)
    spend(g, unit, g.dig_cost)
    entry = unit.owner * DIGS_OWN + player.digs % DIGS_OWN
    g.digs[0, entry] = cell
    g.digs[1, entry] = g.round_no
    for k in range(RESOURCES):
        g.digs[2 + k, entry] = g.buried[k, cell]
    player.digs += 1
    note(g, DUG, unit.owner, 1 << unit.owner, id_of(g, index), 0, cell, 0, 0, 0)


@rules
def pickup_price(g: State, unit: Unit) -> int:
    """QST-084"""
    return int(g.pickup_cost) + surcharge(g, covering(g, unit.owner, unit.x, unit.y))


@rules
def check_pickup(g: State, unit: Unit) -> int:
    return 0 if unit.energy >= pickup_price(g, unit) else ENERGY


@rules
def lying(g: State, thing: int, cell: int) -> int:
    """All there is of a thing in a cell, on the surface and buried. QST-081, QST-082"""
    amount = int(g.surface[thing, cell])
    if thing < RESOURCES:
        amount += g.buried[thing, cell]
    return amount


@rules
def pick_up(g: State, index: int, action: Any) -> None:
    """Each pair is all or nothing, the surface first; only what comes out of the ground is worth points. QST-081 to
    QST-087, QST-127"""
    unit = g.units[index]
    player = g.players[unit.owner]
    cell = cell_of(g, unit)
    spend(g, unit, pickup_price(g, unit))
    seen = watchers(g, cell)
    dug_out = 0
    for thing in range(THINGS):
        asked = action[N + thing]
        if asked == 0 or lying(g, thing, cell) < asked:
            continue
        if thing != GOLD and unit.carried[thing] + asked > AMOUNT_MAX:
            continue
        from_surface = min(asked, int(g.surface[thing, cell]))
        from_ground = asked - from_surface
        g.surface[thing, cell] -= from_surface
        if from_ground > 0:
            g.buried[thing, cell] -= from_ground
            player.taken[thing] += from_ground
            dug_out += from_ground
        if thing == GOLD:
            player.gold += asked
        else:
            unit.carried[thing] += asked
        note(g, TOOK, unit.owner, seen, id_of(g, index), 0, cell, thing, asked, from_ground)
    touch(g, cell)
    award(g, unit.owner, GATHERING, dug_out * g.pickup_points)


@rules
def held(unit: Unit, thing: int) -> int:
    """How many of a thing a unit can drop: what it carries, and what it wears. QST-089"""
    amount = int(unit.carried[thing])
    if thing >= FIRST_ITEM and worn(unit, thing - FIRST_ITEM) == thing - FIRST_ITEM:
        amount += 1
    return amount


@rules
def check_drop(g: State, unit: Unit, action: Any) -> int:
    """QST-089"""
    cell = cell_of(g, unit)
    for thing in range(THINGS):
        if held(unit, thing) < action[N + thing]:
            return MISSING
    for thing in range(THINGS):
        if g.surface[thing, cell] + action[N + thing] > AMOUNT_MAX:
            return FULL
    return 0


@rules
def drop(g: State, index: int, action: Any) -> None:
    """The inventory first, then the slot. QST-088, QST-089"""
    unit = g.units[index]
    cell = cell_of(g, unit)
    seen = watchers(g, cell)
    for thing in range(THINGS):
        amount = action[N + thing]
        if amount == 0:
            continue
        from_inventory = min(amount, int(unit.carried[thing]))
        unit.carried[thing] -= from_inventory
        if from_inventory < amount:
            wear(unit, thing - FIRST_ITEM, 0)
        g.surface[thing, cell] += amount
        note(g, DROPPED, unit.owner, seen, id_of(g, index), 0, cell, thing, amount, 0)
    touch(g, cell)
