"""Where things are and what they weigh, and the rows of what happens."""

from typing import Any

from .....core.rules import next_event, rules
from ..state import State, Unit
from ..tables import BUILT_KIND, BUILT_SEAT, FIRST_ID, FIRST_ITEM, ITEMS, RESOURCE_WEIGHTS, RESOURCES


@rules
def note(g: State, kind: int, seat: int, seen: int, unit: int, other: int, cell: int, a: int, b: int, c: int) -> None:
    """A row of the event ring; when it is full, rows are only counted."""
    n = next_event(g)
    if n < 0:
        return
    row = g.events[n]
    row.kind = kind
    row.seat = seat
    row.seen = seen
    row.unit = unit
    row.other = other
    row.cell = cell
    row.a = a
    row.b = b
    row.c = c


@rules
def everybody(g: State) -> int:
    """The bits of all seats."""
    return (2 << g.seats) - 2


@rules
def watchers(g: State, cell: int) -> int:
    """The bits of the seats that see a cell now."""
    bits = 0
    for seat in range(1, g.seats + 1):
        if g.watched[seat, cell] > 0:
            bits |= 1 << seat
    return bits


@rules
def index_of(g: State, unit_id: int) -> int:
    """The index of a unit that is in the game, or -1. QST-011"""
    seat = unit_id // FIRST_ID
    number = unit_id % FIRST_ID
    if seat < 1 or seat > g.seats or number >= g.units_each:
        return -1
    index = (seat - 1) * g.units_each + number
    return index if g.units[index].alive != 0 else -1


@rules
def id_of(g: State, index: int) -> int:
    """QST-011"""
    each = int(g.units_each)
    return (index // each + 1) * FIRST_ID + index % each


@rules
def cell_of(g: State, unit: Unit) -> int:
    return unit.y * g.width + unit.x


@rules
def is_inside(g: State, x: int, y: int) -> bool:
    return 0 <= x < g.width and 0 <= y < g.height


@rules
def distance(x: int, y: int, other_x: int, other_y: int) -> int:
    """The larger of the two differences of coordinates."""
    return max(abs(x - other_x), abs(y - other_y))


@rules
def weight(g: State, unit: Unit) -> int:
    """All that a unit carries and wears. QST-033"""
    total = 0
    for k in range(RESOURCES):
        total += unit.carried[k] * RESOURCE_WEIGHTS[k]
    for k in range(ITEMS):
        total += unit.carried[FIRST_ITEM + k] * g.item_weights[k]
    if unit.sword > 0:
        total += g.item_weights[unit.sword - 1]
    if unit.armour > 0:
        total += g.item_weights[ITEMS // 2 + unit.armour - 1]
    return total


@rules
def covering(g: State, seat: int, x: int, y: int) -> int:
    """How many towers of others reach a cell. QST-061, QST-084, QST-109"""
    count = 0
    for n in range(g.tower_count):
        tower = g.towers[n]
        if tower.owner != seat:
            reach = g.tower_radius[tower.level]
            if distance(x, y, tower.cell % g.width, tower.cell // g.width) <= reach:
                count += 1
    return count


@rules
def raised(value: int, percent: int) -> int:
    """A tower's radius, drain or energy with the increase of its level. QST-037, QST-109"""
    return value * (100 + percent) // 100


@rules
def surcharge(g: Any, towers: int) -> int:
    """The energy that so many towers of others add to a step or to picking up where they reach. `g` may also be the
    settings. QST-061, QST-084"""
    return int(g.tower_surcharge * towers)


@rules
def built_kind(built: int) -> int:
    """0, BUILT_TOWER or BUILT_TRAP."""
    return built // BUILT_KIND


@rules
def built_seat(built: int) -> int:
    return built % BUILT_KIND // BUILT_SEAT


@rules
def built_level(built: int) -> int:
    return built % BUILT_SEAT


@rules
def spend(g: State, unit: Unit, energy: int) -> None:
    """QST-053"""
    unit.energy -= energy
    g.players[unit.owner].energy_spent += energy
