"""Random play: actions that are legal and mostly sensible. One draw decides what, others which."""

from typing import Any

from ....core.rules import below, draw, rules
from .phases.building import check_place_tower, check_place_trap
from .phases.crafting import check_craft, check_equip, check_research
from .phases.fighting import check_attack
from .phases.gathering import check_dig, check_drop, check_pickup, held, lying
from .phases.lookup import cell_of, distance, id_of
from .phases.moving import check_move
from .state import State, Unit
from .tables import (
    ATTACK,
    BLUEPRINTS,
    CRAFT,
    DIG,
    DO,
    DROP,
    END_TURN,
    EQUIP,
    FIRST_TOWER,
    FIRST_TRAP,
    ITEMS,
    KINDS,
    MOVE,
    PICKUP,
    PLACE_TOWER,
    PLACE_TRAP,
    RESEARCH,
    RETALIATE,
    THINGS,
    UNIT,
    VIEW,
    WAYS,
    WIDTH,
    A,
    B,
    N,
)

DRAWS = 8  # numbers for one action
SIDES = 64  # of the die that decides
LONGEST = 300  # requests of a turn; then it ends
REST = 48  # with less energy than a quarter of the usual a unit may rest: of 64, the chance not to look for another
# What is tried at a roll below; what is not possible there and then becomes a step.
FIGHT_BELOW, LOAD_BELOW, MAKE_BELOW, WEAR_BELOW = 20, 34, 44, 48
LEARN_BELOW, DIG_BELOW, LET_BELOW, REACT_BELOW, LOOK_BELOW = 49, 51, 52, 53, 54
STEPS_X = (0, 1, 1, 1, 0, -1, -1, -1)
STEPS_Y = (-1, -1, 0, 1, 1, 1, 0, -1)
MOST = 20  # of one thing at a time


@rules
def sample(g: State, seat: int, key: int, n: int, out: Any) -> None:
    """A random unit that can do something does it; when most have no energy left, the turn ends."""
    first = DRAWS * n
    for k in range(WIDTH):
        out[k] = 0
    out[DO] = END_TURN
    if g.players[seat].acted >= LONGEST:
        return
    turn = below(draw(key, first), g.units_each)
    roll = below(draw(key, first + 1), SIDES)
    for k in range(g.units_each):
        index = (seat - 1) * g.units_each + (turn + k) % g.units_each
        unit = g.units[index]
        if unit.alive == 0 or unit.frozen > 0 or unit.respawned != 0:
            continue
        if unit.energy * 4 >= g.unit_energy or roll >= REST:  # QST-012
            choose(g, index, below(draw(key, first + 2), SIDES), key, first + 3, out)
            return


@rules
def choose(g: State, index: int, roll: int, key: int, first: int, out: Any) -> None:
    """Fight, load, make, wear, learn, dig, drop, set or look, else walk; who can do nothing ends the turn."""
    unit = g.units[index]
    out[UNIT] = id_of(g, index)
    done = False
    if roll < FIGHT_BELOW:
        done = aim(g, unit, key, first, out)
    elif roll < LOAD_BELOW:
        done = load(g, unit, key, first, out)
    elif roll < MAKE_BELOW:
        done = make(g, unit, key, first, out)
    elif roll < WEAR_BELOW:
        done = wear(g, unit, key, first, out)
    elif roll < LEARN_BELOW:
        done = learn(g, unit, key, first, out)
    elif roll < DIG_BELOW:
        done = check_dig(g, unit) == 0
        out[DO] = DIG
    elif roll < LET_BELOW:
        done = let_go(g, unit, key, first, out)
    elif roll < REACT_BELOW:
        done = True
        out[DO] = RETALIATE
        out[A] = below(draw(key, first), 40)
        out[B] = below(draw(key, first + 1), 120)
    elif roll < LOOK_BELOW:
        done = True
        out[DO] = VIEW
    if not done and not walk(g, unit, key, first, out):
        for k in range(WIDTH):
            out[k] = 0
        out[DO] = END_TURN


@rules
def walk(g: State, unit: Unit, key: int, first: int, out: Any) -> bool:
    """To some neighbouring cell."""
    turn = below(draw(key, first), 8)
    for k in range(N, WIDTH):
        out[k] = 0
    out[DO] = MOVE
    for k in range(8):
        way = (turn + k) % 8
        out[A] = unit.x + STEPS_X[way]
        out[B] = unit.y + STEPS_Y[way]
        if check_move(g, unit, out) == 0:
            return True
    return False


@rules
def aim(g: State, unit: Unit, key: int, first: int, out: Any) -> bool:
    """At the first enemy in reach that can be hit, counted from a random one."""
    turn = below(draw(key, first), g.unit_count)
    for k in range(g.unit_count):
        index = (turn + k) % g.unit_count
        target = g.units[index]
        if target.owner != unit.owner and distance(unit.x, unit.y, target.x, target.y) <= 1 and unit.energy > 0:
            out[DO] = ATTACK
            out[A] = id_of(g, index)
            out[B] = 1 + below(draw(key, first + 1), unit.energy)
            if check_attack(g, unit, out) == 0:
                return True
    return False


@rules
def load(g: State, unit: Unit, key: int, first: int, out: Any) -> bool:
    """Some of what lies here or is buried here."""
    if check_pickup(g, unit) != 0:
        return False
    turn = below(draw(key, first), THINGS)
    for k in range(THINGS):
        thing = (turn + k) % THINGS
        there = lying(g, thing, cell_of(g, unit))
        if there > 0:
            out[DO] = PICKUP
            out[A] = 0
            out[B] = 0
            out[N + thing] = 1 + below(draw(key, first + 1), min(there, MOST))
            return True
    return False


@rules
def make(g: State, unit: Unit, key: int, first: int, out: Any) -> bool:
    """The first thing that can be made, counted from a random one: a sword, an armour, a tower or a trap."""
    turn = below(draw(key, first), BLUEPRINTS * WAYS)
    for k in range(BLUEPRINTS * WAYS):
        line = (turn + k) % (BLUEPRINTS * WAYS)
        if has_all(g, unit, line):
            blueprint = line // WAYS
            out[A] = blueprint
            out[B] = 0
            for thing in range(THINGS):
                out[N + thing] = g.uses[line, thing]
            if blueprint < FIRST_TOWER:
                out[DO] = CRAFT
                if check_craft(g, unit, out) == 0:
                    return True
            elif blueprint < FIRST_TRAP:
                out[DO] = PLACE_TOWER
                if check_place_tower(g, unit, out) == 0:
                    return True
            else:
                out[DO] = PLACE_TRAP
                if check_place_trap(g, unit, out) == 0:
                    return True
    return False


@rules
def has_all(g: State, unit: Unit, line: int) -> bool:
    """Whether a unit carries the ingredients of one way."""
    some = False
    for thing in range(THINGS):
        needed = g.uses[line, thing]
        if needed > unit.carried[thing]:
            return False
        if needed > 0:
            some = True
    return some


@rules
def wear(g: State, unit: Unit, key: int, first: int, out: Any) -> bool:
    turn = below(draw(key, first), ITEMS)
    out[DO] = EQUIP
    out[B] = 0
    for k in range(ITEMS):
        out[A] = (turn + k) % ITEMS
        if check_equip(g, unit, out) == 0:
            return True
    return False


@rules
def learn(g: State, unit: Unit, key: int, first: int, out: Any) -> bool:
    out[DO] = RESEARCH
    out[A] = below(draw(key, first), KINDS)
    return check_research(g, unit, out[A]) == 0


@rules
def let_go(g: State, unit: Unit, key: int, first: int, out: Any) -> bool:
    """Some of what it holds."""
    turn = below(draw(key, first), THINGS)
    for k in range(THINGS):
        thing = (turn + k) % THINGS
        amount = held(unit, thing)
        if amount > 0:
            out[DO] = DROP
            out[N + thing] = 1 + below(draw(key, first + 1), amount)
            return check_drop(g, unit, out) == 0
    return False
