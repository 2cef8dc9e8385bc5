"""What a seat knows, as one row of numbers; `arrays.py` names them. QST-039 to QST-046"""

from typing import Any

from ....core.rules import rules
from .state import State, Tower, Unit
from .tables import (
    BUILT_KIND,
    BUILT_SEAT,
    BUILT_TRAP,
    DIGS_OWN,
    FIRST_ITEM,
    KINDS,
    KNOWN,
    RESOURCES,
    SAW_ITEMS,
    SAW_OWNER,
    SAW_RESOURCES,
    SAW_TOWER,
    SAW_TRAP,
    SAW_TYPES,
    SEATS_MAX,
    SMALL_CELLS,
    SOURCES,
    THINGS,
    TOWERS_OWN,
    UNITS_MAX,
)

# The parts of an observation: where each begins, and how many numbers a thing has in it
GAME_FEATURES = 10 + KINDS
PLAYER_FEATURES = 4 + SOURCES
OWN_FEATURES = 14 + THINGS
ENEMY_FEATURES = 10
TOWER_FEATURES = 5
DIG_FEATURES = 4 + RESOURCES
CELL_FEATURES = 11
ENEMIES = (SEATS_MAX - 1) * UNITS_MAX
OBSERVED_DIGS = 50  # the newest
SEE_PLAYERS = GAME_FEATURES
SEE_OWN = SEE_PLAYERS + SEATS_MAX * PLAYER_FEATURES
SEE_ENEMIES = SEE_OWN + UNITS_MAX * OWN_FEATURES
SEE_TOWERS = SEE_ENEMIES + ENEMIES * ENEMY_FEATURES
SEE_DIGS = SEE_TOWERS + TOWERS_OWN * TOWER_FEATURES
SEE_CELLS = SEE_DIGS + OBSERVED_DIGS * DIG_FEATURES
FEATURES = SEE_CELLS + SMALL_CELLS * CELL_FEATURES

# Columns of a cell
SIGHT, ROCKY, TYPES, GOODS, ITEMS_HERE, TOWER_OF, TOWER_LEVEL, TOWER_ENERGY, TRAP_OF, OWN_HERE, FOES_HERE, LINE = range(
    12
)
SEEN_MOST = 32767  # a larger number is seen as this one, because observations have two bytes a number
NOT_COUNTED = -1  # something was there when the cell was last seen


@rules
def observe(g: State, seat: int, out: Any) -> None:
    """All 0 for a map that only the large form has room for."""
    for k in range(FEATURES):
        out[k] = 0
    if g.width * g.height > SMALL_CELLS or seat > g.seats:
        return
    observe_game(g, seat, out)
    for n in range(g.seats):
        observe_player(g, seat if n == 0 else n if n < seat else n + 1, SEE_PLAYERS + n * PLAYER_FEATURES, out)
    for cell in range(g.width * g.height):
        at = SEE_CELLS + cell * CELL_FEATURES
        if g.watched[seat, cell] > 0:
            observe_cell(g, seat, cell, at, out)
        elif g.memory[seat, cell] != 0:
            observe_memory(g, seat, cell, at, out)
    foes = 0
    for k in range(g.unit_count):
        unit = g.units[k]
        cell = unit.y * g.width + unit.x
        if unit.alive and unit.owner == seat:
            out[SEE_CELLS + cell * CELL_FEATURES + OWN_HERE] += 1
            observe_own(unit, k, SEE_OWN + k % g.units_each * OWN_FEATURES, out)
        elif unit.alive and g.watched[seat, cell] > 0:
            out[SEE_CELLS + cell * CELL_FEATURES + FOES_HERE] += 1
            observe_enemy(g, unit, k, seat, SEE_ENEMIES + foes * ENEMY_FEATURES, out)
            foes += 1
    own = 0
    for n in range(g.tower_count):
        tower = g.towers[n]
        if g.watched[seat, tower.cell] > 0:
            observe_tower(seat, tower, SEE_CELLS + tower.cell * CELL_FEATURES, out)
        if tower.owner == seat:
            observe_own_tower(g, tower, SEE_TOWERS + own * TOWER_FEATURES, out)
            own += 1
    observe_digs(g, seat, out)


@rules
def observe_game(g: State, seat: int, out: Any) -> None:
    player = g.players[seat]
    out[0] = g.round_no
    out[1] = g.max_rounds - g.round_no  # QST-130
    out[2] = g.seats
    out[3] = seat
    out[4] = g.turn_of
    out[5] = g.width
    out[6] = g.height
    out[7] = min(player.gold, SEEN_MOST)
    out[8] = min(g.max_actions - player.acted, SEEN_MOST)  # QST-052
    out[9] = 1 if g.reason != 0 else 0
    for kind in range(KINDS):
        out[10 + kind] = player.levels[kind]


@rules
def observe_player(g: State, seat: int, at: int, out: Any) -> None:
    player = g.players[seat]
    out[at] = seat
    out[at + 1] = 1 if player.defeated != 0 else 0
    out[at + 2] = min(player.points, SEEN_MOST)
    out[at + 3] = min(player.kills, SEEN_MOST)
    for source in range(SOURCES):
        out[at + 4 + source] = min(player.by_source[source], SEEN_MOST)


@rules
def foreign(seat: int, owner: int) -> int:
    """Whose a thing is as the seat counts: 1 its own, then the others in seat order."""
    if owner == seat:
        return 1
    return owner if owner > seat else owner + 1


@rules
def observe_cell(g: State, seat: int, cell: int, at: int, out: Any) -> None:
    out[at + SIGHT] = 2
    out[at + ROCKY] = g.terrain[cell]
    if g.view_buried_types != 0:  # QST-042
        types = 0
        for resource in range(RESOURCES):
            if g.buried[resource, cell] > 0:
                types += 1 << resource
        out[at + TYPES] = types
    goods = 0
    items = 0
    for thing in range(THINGS):
        if thing < FIRST_ITEM:
            goods += g.surface[thing, cell]
        else:
            items += g.surface[thing, cell]
    out[at + GOODS] = min(goods, SEEN_MOST)
    out[at + ITEMS_HERE] = min(items, SEEN_MOST)
    built = g.built[cell]
    owner = built % BUILT_KIND // BUILT_SEAT
    if built // BUILT_KIND == BUILT_TRAP and (g.trap_visible != 0 or owner == seat):  # QST-043
        out[at + TRAP_OF] = foreign(seat, owner)


@rules
def observe_memory(g: State, seat: int, cell: int, at: int, out: Any) -> None:
    """Own traps are known wherever they are, also where nobody is near."""
    saw = int(g.memory[seat, cell]) - KNOWN
    out[at + SIGHT] = 1
    out[at + ROCKY] = g.terrain[cell]
    out[at + TYPES] = saw & SAW_TYPES
    out[at + GOODS] = NOT_COUNTED if saw & SAW_RESOURCES != 0 else 0
    out[at + ITEMS_HERE] = NOT_COUNTED if saw & SAW_ITEMS != 0 else 0
    level = saw // SAW_TOWER & 3
    if level > 0:
        out[at + TOWER_OF] = foreign(seat, saw // SAW_OWNER & 7)
        out[at + TOWER_LEVEL] = level
        out[at + TOWER_ENERGY] = NOT_COUNTED
    built = g.built[cell]
    if built // BUILT_KIND == BUILT_TRAP and built % BUILT_KIND // BUILT_SEAT == seat:
        out[at + TRAP_OF] = 1
    elif saw & SAW_TRAP != 0:
        out[at + TRAP_OF] = NOT_COUNTED


@rules
def observe_own(unit: Unit, k: int, at: int, out: Any) -> None:
    out[at] = 1
    out[at + 1] = unit.x
    out[at + 2] = unit.y
    out[at + 3] = unit.energy
    out[at + 4] = unit.max_energy
    out[at + 5] = unit.sword
    out[at + 6] = unit.armour
    out[at + 7] = min(unit.retaliation, SEEN_MOST)
    out[at + 8] = min(unit.cutoff, SEEN_MOST)
    out[at + 9] = min(unit.spent, SEEN_MOST)
    out[at + 10] = unit.frozen
    out[at + 11] = unit.shield
    out[at + 12] = unit.respawned
    out[at + 13] = unit.hurt
    for thing in range(THINGS):
        out[at + 14 + thing] = unit.carried[thing]


@rules
def observe_enemy(g: State, unit: Unit, k: int, seat: int, at: int, out: Any) -> None:
    """Only those in view. QST-041"""
    out[at] = 1
    out[at + 1] = unit.x
    out[at + 2] = unit.y
    out[at + 3] = unit.energy
    out[at + 4] = unit.max_energy
    out[at + 5] = unit.sword
    out[at + 6] = unit.armour
    out[at + 7] = unit.frozen
    out[at + 8] = unit.shield
    out[at + 9] = unit.owner * 100 + k % g.units_each


@rules
def observe_tower(seat: int, tower: Tower, at: int, out: Any) -> None:
    out[at + TOWER_OF] = foreign(seat, tower.owner)
    out[at + TOWER_LEVEL] = tower.level
    out[at + TOWER_ENERGY] = min(tower.energy, SEEN_MOST)


@rules
def observe_own_tower(g: State, tower: Tower, at: int, out: Any) -> None:
    out[at] = 1
    out[at + 1] = tower.cell % g.width
    out[at + 2] = tower.cell // g.width
    out[at + 3] = tower.level
    out[at + 4] = min(tower.energy, SEEN_MOST)


@rules
def observe_digs(g: State, seat: int, out: Any) -> None:
    """The newest first. QST-046"""
    digs = g.players[seat].digs
    for n in range(min(digs, OBSERVED_DIGS)):
        column = seat * DIGS_OWN + (digs - 1 - n) % DIGS_OWN
        at = SEE_DIGS + n * DIG_FEATURES
        cell = g.digs[0, column]
        out[at] = 1
        out[at + 1] = cell % g.width
        out[at + 2] = cell // g.width
        out[at + 3] = g.digs[1, column]
        for resource in range(RESOURCES):
            out[at + 4 + resource] = g.digs[2 + resource, column]
