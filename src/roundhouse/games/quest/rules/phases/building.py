"""Towers and traps: where they may stand, how they come and go. QST-100 to QST-103, QST-034, QST-037"""

from typing import Any

from .....core.rules import rules
from ..state import State, Unit
from ..tables import (
    BUILT_KIND,
    BUILT_SEAT,
    BUILT_TOWER,
    BUILT_TRAP,
    CAP,
    CRAFTING,
    ENERGY,
    FIRST_TOWER,
    FIRST_TRAP,
    NO_BUILD,
    OCCUPIED,
    TOWER_DESTROYED,
    TOWER_PLACED,
    TOWERS_OWN,
    TRAP_PLACED,
    TRAPS_OWN,
    A,
)
from .crafting import check_ingredients, making_price, use_up
from .knowledge import leave_sight, see_around, touch
from .lookup import built_kind, built_seat, cell_of, distance, id_of, note, spend, watchers
from .scoring import score, tell_origin


@rules
def check_place(g: State, unit: Unit, action: Any, own: int, most: int) -> int:
    """Blueprint and ingredients, then the cell, then how many there are, then energy. QST-100 to QST-103"""
    code = check_ingredients(g, unit, action)
    if code != 0:
        return code
    if g.built[cell_of(g, unit)] != 0:
        return OCCUPIED
    if is_near_start(g, unit):
        return NO_BUILD
    if own >= most:
        return CAP
    return 0 if unit.energy >= making_price(g, action[A]) else ENERGY


@rules
def check_place_trap(g: State, unit: Unit, action: Any) -> int:
    return check_place(g, unit, action, g.players[unit.owner].traps, TRAPS_OWN)


@rules
def check_place_tower(g: State, unit: Unit, action: Any) -> int:
    return check_place(g, unit, action, g.players[unit.owner].towers, TOWERS_OWN)


@rules
def is_near_start(g: State, unit: Unit) -> bool:
    """Whether this is too near to the start cell of another player. QST-102"""
    for seat in range(1, g.seats + 1):
        player = g.players[seat]
        near = distance(unit.x, unit.y, player.start_x, player.start_y) <= g.no_build_radius
        if near and seat != unit.owner:
            return True
    return False


@rules
def place_trap(g: State, index: int, action: Any) -> None:
    """QST-100, QST-103"""
    unit = g.units[index]
    cell = cell_of(g, unit)
    level = action[A] - FIRST_TRAP + 1
    player = g.players[unit.owner]
    before = score(g, unit.owner)
    spend(g, unit, making_price(g, action[A]))
    use_up(g, unit, action)
    g.built[cell] = BUILT_TRAP * BUILT_KIND + unit.owner * BUILT_SEAT + level
    touch(g, cell)
    player.traps += 1
    player.traps_placed += 1
    seen = watchers(g, cell) if g.trap_visible != 0 else 1 << unit.owner  # QST-043
    note(g, TRAP_PLACED, unit.owner, seen, id_of(g, index), 0, cell, level, 0, 0)
    tell_origin(g, unit.owner, CRAFTING, before)


@rules
def place_tower(g: State, index: int, action: Any) -> None:
    """QST-100, QST-103"""
    unit = g.units[index]
    before = score(g, unit.owner)
    level = action[A] - FIRST_TOWER + 1
    spend(g, unit, making_price(g, action[A]))
    use_up(g, unit, action)
    put_tower(g, unit.owner, cell_of(g, unit), level, g.tower_energy[level])
    g.players[unit.owner].towers_placed += 1
    cell = cell_of(g, unit)
    note(g, TOWER_PLACED, unit.owner, watchers(g, cell), id_of(g, index), g.serials, cell, level, 0, 0)
    tell_origin(g, unit.owner, CRAFTING, before)


@rules
def put_tower(g: State, seat: int, cell: int, level: int, energy: int) -> None:
    """A new tower, which sees at once as far as it acts. QST-037, QST-044, QST-109"""
    g.serials += 1
    tower = g.towers[g.tower_count]
    tower.serial = g.serials
    tower.owner = seat
    tower.level = level
    tower.cell = cell
    tower.energy = energy
    g.tower_count += 1
    g.players[seat].towers += 1
    g.built[cell] = BUILT_TOWER * BUILT_KIND + seat * BUILT_SEAT + level
    touch(g, cell)
    see_around(g, seat, cell % g.width, cell // g.width, g.tower_radius[level])


@rules
def destroy_tower(g: State, n: int) -> None:
    """Drained to nothing: its cell is free. QST-112"""
    tower = g.towers[n]
    seen = watchers(g, tower.cell) | 1 << tower.owner
    note(g, TOWER_DESTROYED, tower.owner, seen, 0, tower.serial, tower.cell, tower.level, 0, 0)
    remove_tower(g, n)


@rules
def remove_tower(g: State, n: int) -> None:
    """The others keep their order, and what only it saw is out of sight. QST-044, QST-109"""
    gone = g.towers[n]
    seat = int(gone.owner)
    cell = int(gone.cell)
    reach = int(g.tower_radius[gone.level])
    g.built[cell] = 0
    touch(g, cell)
    g.players[seat].towers -= 1
    for k in range(n, g.tower_count - 1):
        tower = g.towers[k]
        later = g.towers[k + 1]
        tower.serial = later.serial
        tower.owner = later.owner
        tower.level = later.level
        tower.cell = later.cell
        tower.energy = later.energy
    g.tower_count -= 1
    last = g.towers[g.tower_count]
    last.serial = 0
    last.owner = 0
    last.level = 0
    last.cell = 0
    last.energy = 0
    leave_sight(g, seat, cell % g.width, cell // g.width, reach)


@rules
def clear_buildings(g: State, seat: int) -> None:
    """The towers and traps of who is defeated vanish. QST-132"""
    for n in range(g.tower_count - 1, -1, -1):
        if g.towers[n].owner == seat:
            remove_tower(g, n)
    for cell in range(g.width * g.height):
        if built_kind(g.built[cell]) == BUILT_TRAP and built_seat(g.built[cell]) == seat:
            g.built[cell] = 0
            touch(g, cell)
    g.players[seat].traps = 0
