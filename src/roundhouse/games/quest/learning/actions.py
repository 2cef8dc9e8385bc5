"""Quest's actions: 0 ends the turn, the others are choices of one unit, from 1 on, unit after unit. A step is one
request of the seat whose turn it is; the others pass."""

from typing import Any

from ....core.rules import row as numbers
from ....core.rules import rules
from ..rules.phases.crafting import check_research, making_price
from ..rules.phases.gathering import check_dig, held
from ..rules.phases.lookup import cell_of, id_of, surcharge, weight
from ..rules.phases.moving import is_overweight, step_price
from ..rules.phases.scoring import score, whole
from ..rules.state import State, Unit
from ..rules.tables import (
    ATTACK,
    BLUEPRINTS,
    BUILT_KIND,
    BUILT_SEAT,
    BUILT_TOWER,
    BUILT_TRAP,
    CRAFT,
    DIG,
    DIGS_OWN,
    DO,
    DROP,
    EQUIP,
    FIRST_ID,
    FIRST_ITEM,
    FIRST_TRAP,
    GOLD,
    GRASS,
    ITEMS,
    KINDS,
    LEVEL_MAX,
    MOVE,
    PICKUP,
    PLACE_TOWER,
    PLACE_TRAP,
    RESEARCH,
    RESOURCES,
    RETALIATE,
    SAW_OWNER,
    SAW_TOWER,
    THINGS,
    UNIT,
    WAYS,
    WIDTH,
    A,
    B,
    N,
)

STEP_X = (-1, 0, 1, -1, 1, -1, 0, 1)
STEP_Y = (-1, -1, -1, 0, 0, 1, 1, 1)
STEPS = 8
TARGETS = 8
FORCES = (4, 2, 1)  # an attack with a quarter, a half, all of the energy
REACTIONS = (0, 4, 2)  # striking back: not at all, with a quarter or a half of the maximum each time
SHARES = 3
# Choices of a unit
TO_MOVE = 0
TO_ATTACK = TO_MOVE + STEPS
TO_REACT = TO_ATTACK + TARGETS * SHARES
TO_DIG = TO_REACT + SHARES
TO_TAKE = TO_DIG + 1
TO_DROP = TO_TAKE + THINGS
TO_CRAFT = TO_DROP + THINGS
TO_WEAR = TO_CRAFT + ITEMS * WAYS
TO_LEARN = TO_WEAR + ITEMS
TO_BUILD = TO_LEARN + KINDS
CHOICES = TO_BUILD + (BLUEPRINTS - ITEMS) * WAYS
KNOWN_MAX = 256  # towers of others that a seat can know of


@rules
def actions(g: State) -> int:
    """How many there are."""
    return int(1 + g.units_each * CHOICES)


@rules
def legal(g: State, seat: int, out: Any) -> None:
    """What can succeed as far as the seat knows."""
    for k in range(len(out)):
        out[k] = 0
    out[0] = 1
    player = g.players[seat]
    if g.reason != 0 or g.ended != 0 or g.turn_of != seat or player.defeated != 0 or player.away != 0:
        return
    towers = numbers(2 * KNOWN_MAX)
    count = known_towers(g, seat, towers)
    for number in range(g.units_each):
        index = (seat - 1) * g.units_each + number
        unit = g.units[index]
        if unit.alive != 0 and unit.frozen == 0 and unit.respawned == 0:
            at = 1 + number * CHOICES
            legal_moves(g, unit, towers, count, at, out)
            legal_fights(g, unit, at, out)
            legal_handling(g, unit, towers, count, at, out)
            legal_making(g, unit, at, out)


@rules
def known_towers(g: State, seat: int, out: Any) -> int:
    """Cells and radii of the others' towers that a seat sees or remembers. Returns how many."""
    count = 0
    for n in range(g.tower_count):
        tower = g.towers[n]
        if tower.owner != seat and g.watched[seat, tower.cell] != 0 and count < KNOWN_MAX:
            out[2 * count] = tower.cell
            out[2 * count + 1] = g.tower_radius[tower.level]
            count += 1
    for cell in range(g.width * g.height):
        saw = int(g.memory[seat, cell])
        level = saw // SAW_TOWER & 3
        if level > 0 and g.watched[seat, cell] == 0 and saw // SAW_OWNER & 7 != seat and count < KNOWN_MAX:
            out[2 * count] = cell
            out[2 * count + 1] = g.tower_radius[level]
            count += 1
    return count


@rules
def known_surcharge(g: State, x: int, y: int, towers: Any, count: int) -> int:
    """By the towers that are known. QST-061, QST-084"""
    near = 0
    for n in range(count):
        cell = towers[2 * n]
        if max(abs(x - cell % g.width), abs(y - cell // g.width)) <= towers[2 * n + 1]:
            near += 1
    return surcharge(g, near)


@rules
def legal_moves(g: State, unit: Unit, towers: Any, count: int, at: int, out: Any) -> None:
    load = weight(g, unit)
    if is_overweight(g, load):
        return
    cost = step_price(g, load)
    for k in range(STEPS):
        x = unit.x + STEP_X[k]
        y = unit.y + STEP_Y[k]
        if 0 <= x < g.width and 0 <= y < g.height:
            cell = y * g.width + x
            if g.terrain[cell] == GRASS and g.built[cell] // BUILT_KIND != BUILT_TOWER:
                out[at + TO_MOVE + k] = unit.energy >= cost + known_surcharge(g, x, y, towers, count)


@rules
def next_target(g: State, unit: Unit, after: int) -> int:
    """The index after this one of an enemy in reach without a shield, or -1. QST-063"""
    for k in range(after + 1, g.unit_count):
        other = g.units[k]
        near = abs(other.x - unit.x) <= 1 and abs(other.y - unit.y) <= 1
        if near and other.alive != 0 and other.shield == 0 and other.owner != unit.owner:
            return k
    return -1


@rules
def legal_fights(g: State, unit: Unit, at: int, out: Any) -> None:
    target = -1
    for n in range(TARGETS):
        target = next_target(g, unit, target)
        if target < 0:
            break
        for m in range(SHARES):
            out[at + TO_ATTACK + n * SHARES + m] = unit.energy >= FORCES[m]
    for m in range(SHARES):  # what is set already need not be set again
        share = unit.max_energy // REACTIONS[m] if REACTIONS[m] != 0 else 0
        out[at + TO_REACT + m] = unit.retaliation != share


@rules
def newest_dig(g: State, unit: Unit) -> int:
    """The column of what its seat found when it last dug in the unit's cell, or -1. QST-046"""
    cell = cell_of(g, unit)
    digs = int(g.players[unit.owner].digs)
    for n in range(digs - 1, max(-1, digs - 1 - DIGS_OWN), -1):
        column = unit.owner * DIGS_OWN + n % DIGS_OWN
        if g.digs[0, column] == cell:
            return int(column)
    return -1


@rules
def known_here(g: State, unit: Unit, thing: int, dig: int) -> int:
    """How much of a thing is in the unit's cell as far as its seat knows: on the surface, and what was found when the
    seat last dug here. QST-046, QST-082"""
    amount = int(g.surface[thing, cell_of(g, unit)])
    return int(amount + g.digs[2 + thing, dig]) if thing < RESOURCES and dig >= 0 else amount


@rules
def legal_handling(g: State, unit: Unit, towers: Any, count: int, at: int, out: Any) -> None:
    """Digging, picking up (QST-084) and dropping."""
    out[at + TO_DIG] = check_dig(g, unit) == 0
    takes = unit.energy >= g.pickup_cost + known_surcharge(g, unit.x, unit.y, towers, count)
    dig = newest_dig(g, unit)
    for thing in range(THINGS):
        out[at + TO_TAKE + thing] = takes and known_here(g, unit, thing, dig) > 0
        out[at + TO_DROP + thing] = thing != GOLD and held(unit, thing) > 0


@rules
def legal_making(g: State, unit: Unit, at: int, out: Any) -> None:
    for line in range(BLUEPRINTS * WAYS):
        first = TO_CRAFT if line < ITEMS * WAYS else TO_BUILD - ITEMS * WAYS
        out[at + first + line] = can_make(g, unit, line)
    for item in range(ITEMS):
        out[at + TO_WEAR + item] = unit.carried[FIRST_ITEM + item] > 0
    for kind in range(KINDS):
        out[at + TO_LEARN + kind] = check_research(g, unit, kind) == 0


@rules
def can_make(g: State, unit: Unit, line: int) -> bool:
    """One way of a blueprint, as far as the seat knows: others' traps (QST-043) and starts may be in the way. QST-093
    to QST-103"""
    blueprint = line // WAYS
    some = False
    for thing in range(THINGS):
        if g.uses[line, thing] > unit.carried[thing]:
            return False
        some = some or g.uses[line, thing] > 0
    seat = int(unit.owner)
    if not some or g.players[seat].levels[blueprint // LEVEL_MAX] <= blueprint % LEVEL_MAX:
        return False
    pays = bool(unit.energy >= making_price(g, blueprint))
    if blueprint < ITEMS:
        return pays
    built = int(g.built[cell_of(g, unit)])
    own = BUILT_TRAP * BUILT_KIND + seat * BUILT_SEAT
    if built // BUILT_KIND == BUILT_TOWER or own < built < own + BUILT_SEAT or (built != 0 and g.trap_visible != 0):
        return False
    return pays


@rules
def spell(g: State, seat: int, choice: int, row: Any) -> None:
    """The row of an action. Of a unit or a target that is not there it is one that the rules refuse."""
    for k in range(WIDTH):
        row[k] = 0
    if choice == 0:
        return
    number = (choice - 1) // CHOICES
    what = (choice - 1) % CHOICES
    unit = g.units[(seat - 1) * g.units_each + number]
    row[UNIT] = seat * FIRST_ID + number
    if what < TO_ATTACK:
        row[DO] = MOVE
        row[A] = unit.x + STEP_X[what - TO_MOVE]
        row[B] = unit.y + STEP_Y[what - TO_MOVE]
    elif what < TO_REACT:
        spell_attack(g, unit, what - TO_ATTACK, row)
    elif what < TO_DIG:
        share = REACTIONS[what - TO_REACT]
        row[DO] = RETALIATE
        row[A] = unit.max_energy // share if share != 0 else 0
        row[B] = unit.max_energy if share != 0 else 0
    elif what == TO_DIG:
        row[DO] = DIG
    elif what < TO_DROP:
        row[DO] = PICKUP
        row[N + what - TO_TAKE] = known_here(g, unit, what - TO_TAKE, newest_dig(g, unit))
    elif what < TO_CRAFT:
        row[DO] = DROP
        row[N + what - TO_DROP] = held(unit, what - TO_DROP)
    elif what < TO_WEAR:
        spell_making(g, what - TO_CRAFT, row)
    elif what < TO_LEARN:
        row[DO] = EQUIP
        row[A] = what - TO_WEAR
    elif what < TO_BUILD:
        row[DO] = RESEARCH
        row[A] = what - TO_LEARN
    else:
        spell_making(g, what - TO_BUILD + ITEMS * WAYS, row)


@rules
def spell_attack(g: State, unit: Unit, number: int, row: Any) -> None:
    target = -1
    for _ in range(number // SHARES + 1):
        target = next_target(g, unit, target)
        if target < 0:
            break
    row[DO] = ATTACK
    row[A] = id_of(g, target) if target >= 0 else 0
    row[B] = max(1, unit.energy // FORCES[number % SHARES])


@rules
def spell_making(g: State, line: int, row: Any) -> None:
    blueprint = line // WAYS
    row[DO] = CRAFT if blueprint < ITEMS else PLACE_TOWER if blueprint < FIRST_TRAP else PLACE_TRAP
    row[A] = blueprint
    for thing in range(THINGS):
        row[N + thing] = g.uses[line, thing]


@rules
def gone(g: State, seat: int) -> bool:
    return bool(g.players[seat].defeated != 0)


@rules
def worth(g: State, seat: int) -> int:
    """Points."""
    return max(0, whole(score(g, seat)))
