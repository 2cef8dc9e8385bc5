"""Units die, come back at home or are gone; players are defeated. QST-071 to QST-079, QST-132"""

from .....core.rules import rules
from ..state import State, Unit
from ..tables import (
    AMOUNT_MAX,
    BUILT_TOWER,
    BY_LEAVING,
    DEFEATED,
    DIED,
    ENDED_LAST_LEFT,
    FIRST_ITEM,
    ITEMS,
    RESPAWNED_AT,
    ROCK,
    THINGS,
)
from .building import clear_buildings
from .knowledge import leave_sight, see_around, touch
from .lookup import built_kind, cell_of, distance, everybody, id_of, note, watchers
from .scoring import count_kill, finish


@rules
def die(g: State, index: int, by: int, strikes_back: int) -> None:
    """A unit is destroyed by another, whose owner is credited. QST-071 to QST-078"""
    unit = g.units[index]
    killer = int(g.units[by].owner)
    cell = cell_of(g, unit)
    seen = watchers(g, cell) | 1 << unit.owner | 1 << killer
    note(g, DIED, unit.owner, seen, id_of(g, index), id_of(g, by), cell, g.respawn, 0, 0)
    g.players[unit.owner].losses += 1
    scatter(g, unit)
    leave_sight(g, unit.owner, unit.x, unit.y, g.view_radius)
    count_kill(g, killer, strikes_back)
    if g.respawn != 0:
        come_back(g, index, killer)
    else:
        remove(unit)
        if units_left(g, unit.owner) == 0:
            defeat(g, unit.owner, 0)


@rules
def scatter(g: State, unit: Unit) -> None:
    """All that it held falls onto its cell; what finds no room is lost. QST-072"""
    cell = cell_of(g, unit)
    if unit.sword > 0:
        unit.carried[FIRST_ITEM + unit.sword - 1] += 1
    if unit.armour > 0:
        unit.carried[FIRST_ITEM + ITEMS // 2 + unit.armour - 1] += 1
    unit.sword = 0
    unit.armour = 0
    for thing in range(THINGS):
        g.surface[thing, cell] = min(AMOUNT_MAX, g.surface[thing, cell] + unit.carried[thing])
        unit.carried[thing] = 0
    touch(g, cell)


@rules
def reset(unit: Unit, energy: int) -> None:
    """Nothing of its life before is left."""
    unit.energy = energy
    unit.max_energy = energy
    unit.retaliation = 0
    unit.cutoff = 0
    unit.spent = 0
    unit.frozen = 0
    unit.frozen_before = 0
    unit.shield = 0
    unit.shield_before = 0
    unit.respawned = 0
    unit.hurt = 0


@rules
def remove(unit: Unit) -> None:
    """QST-078"""
    reset(unit, 0)
    unit.alive = 0


@rules
def come_back(g: State, index: int, killer: int) -> None:
    """At home, with all its energy, but not in this turn. QST-073, QST-077, QST-079"""
    unit = g.units[index]
    reset(unit, g.unit_energy)
    unit.respawned = 1
    unit.shield = g.spawn_shield
    cell = home_of(g, unit.owner)
    unit.x = cell % g.width
    unit.y = cell // g.width
    see_around(g, unit.owner, unit.x, unit.y, g.view_radius)
    seen = watchers(g, cell) | 1 << killer
    note(g, RESPAWNED_AT, unit.owner, seen, id_of(g, index), 0, cell, 0, 0, 0)


@rules
def home_of(g: State, seat: int) -> int:
    """The start cell, or the nearest one without rock and tower: then the smallest y, then the smallest x. QST-074"""
    player = g.players[seat]
    best = int(player.start_y * g.width + player.start_x)
    if built_kind(g.built[best]) != BUILT_TOWER:
        return best
    nearest = len(g.built)
    for cell in range(g.width * g.height):
        if g.terrain[cell] != ROCK and built_kind(g.built[cell]) != BUILT_TOWER:
            far = distance(cell % g.width, cell // g.width, player.start_x, player.start_y)
            if far < nearest:
                nearest = far
                best = cell
    return best


@rules
def units_left(g: State, seat: int) -> int:
    count = 0
    for index in range((seat - 1) * g.units_each, seat * g.units_each):
        count += g.units[index].alive
    return count


@rules
def defeat(g: State, seat: int, reason: int) -> None:
    """Towers, traps and units are gone, there are no more turns; the last one undefeated wins. QST-132"""
    player = g.players[seat]
    g.defeats += 1
    player.defeated = g.defeats
    player.left = reason
    note(g, DEFEATED, seat, everybody(g), 0, 0, -1, reason, 0, 0)
    clear_buildings(g, seat)
    for index in range((seat - 1) * g.units_each, seat * g.units_each):
        unit = g.units[index]
        if unit.alive != 0:
            scatter(g, unit)
            leave_sight(g, seat, unit.x, unit.y, g.view_radius)
            remove(unit)
    if g.turn_of == seat:
        g.ended = BY_LEAVING
    if g.seats - g.defeats <= 1:
        finish(g, ENDED_LAST_LEFT)
