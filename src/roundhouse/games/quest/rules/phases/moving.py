"""Steps, and the traps that they spring. QST-057 to QST-062, QST-104, QST-105"""

from typing import Any

from .....core.rules import rules
from ..state import State, Unit
from ..tables import (
    BAD_TARGET,
    BUILT_TOWER,
    BUILT_TRAP,
    ENERGY,
    KILLING,
    MOVED,
    OVERWEIGHT,
    ROCK,
    ROCK_THERE,
    TOWER_THERE,
    TRAP_SPRUNG,
    A,
    B,
)
from .knowledge import shift_sight, touch
from .lookup import (
    built_kind,
    built_level,
    built_seat,
    cell_of,
    covering,
    distance,
    id_of,
    is_inside,
    note,
    spend,
    surcharge,
    watchers,
    weight,
)
from .scoring import score, tell_origin


@rules
def step_price(g: Any, load: int) -> int:
    """The energy of a step with this weight, towers aside. `g` may also be the settings, which have the same names.
    QST-061"""
    return int(g.move_cost * (100 + g.move_weight_pct * load) // 100)


@rules
def is_overweight(g: Any, load: int) -> bool:
    """Whether nobody moves with this weight. `g` may also be the settings. QST-060"""
    return bool(load > g.carry_limit)


@rules
def move_price(g: State, unit: Unit, x: int, y: int) -> int:
    """QST-061"""
    return step_price(g, weight(g, unit)) + surcharge(g, covering(g, unit.owner, x, y))


@rules
def check_move(g: State, unit: Unit, action: Any) -> int:
    """QST-057 to QST-061"""
    x = action[A]
    y = action[B]
    if distance(unit.x, unit.y, x, y) != 1 or not is_inside(g, x, y):
        return BAD_TARGET
    cell = y * g.width + x
    if g.terrain[cell] == ROCK:
        return ROCK_THERE
    if built_kind(g.built[cell]) == BUILT_TOWER:
        return TOWER_THERE
    if is_overweight(g, weight(g, unit)):
        return OVERWEIGHT
    return 0 if unit.energy >= move_price(g, unit, x, y) else ENERGY


@rules
def move(g: State, index: int, action: Any) -> None:
    """QST-057, QST-062"""
    unit = g.units[index]
    x = action[A]
    y = action[B]
    before = cell_of(g, unit)
    spend(g, unit, move_price(g, unit, x, y))
    shift_sight(g, unit.owner, unit.x, unit.y, x, y)
    unit.x = x
    unit.y = y
    cell = cell_of(g, unit)
    own = 1 << unit.owner
    seen = watchers(g, cell) | own
    seen_before = watchers(g, before) | own
    note(g, MOVED, unit.owner, seen, id_of(g, index), 0, cell, before, unit.energy, seen_before)
    if built_kind(g.built[cell]) == BUILT_TRAP:
        spring(g, index, cell)


@rules
def spring(g: State, index: int, cell: int) -> None:
    """All energy is gone, the unit is caught, the trap is used up; own units are caught too. QST-104, QST-105"""
    unit = g.units[index]
    owner = built_seat(g.built[cell])
    level = built_level(g.built[cell])
    unit.energy = 0
    unit.frozen = level + g.trap_extra
    g.built[cell] = 0
    touch(g, cell)
    player = g.players[owner]
    player.traps -= 1
    seen = watchers(g, cell) | 1 << unit.owner | 1 << owner
    note(g, TRAP_SPRUNG, unit.owner, seen, id_of(g, index), 0, cell, level, owner, unit.frozen)
    if owner != unit.owner:
        before = score(g, owner)
        player.traps_sprung += 1
        tell_origin(g, owner, KILLING, before)
