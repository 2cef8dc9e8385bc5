"""The cargo of destroyed robots goes to those that are left on the planet. DUN-134 to DUN-138"""

from .....core.rules import below, draw, rules, stream
from ..state import State
from ..tables import COAL, DRAW_LOOT, GEM, GOLD, IRON, KINDS, PLATIN, SHARED, SHARED_REST, STORAGE
from .lookup import ability, cargo, line_up, note, swap

PLANET_BITS, KIND_BITS, PLACE_BITS = 11, 3, 12


@rules
def share(g: State, phase: int) -> None:
    """Pool by planet, divide, tell. DUN-134, DUN-135"""
    for n in range(g.robot_count):
        robot = g.robots[n]
        if robot.dead != 0:
            planet = g.planets[robot.planet]
            for kind in range(KINDS):
                planet.pool[kind] += robot.cargo[kind]
                planet.mark += robot.cargo[kind]
                robot.cargo[kind] = 0
    line_up(g)
    for index in range(g.side * g.side):
        if g.planets[index].mark > 0:
            for kind in range(KINDS - 1, -1, -1):
                divide(g, phase, index, kind)
    tell_shared(g, phase)
    for index in range(g.side * g.side):
        planet = g.planets[index]
        planet.mark = 0
        for kind in range(KINDS):
            planet.pool[kind] = 0  # nobody had room for it: DUN-138


@rules
def divide(g: State, phase: int, index: int, kind: int) -> None:
    """One kind on one planet: equal parts as long as there is a unit for each, then by lot. DUN-136, DUN-137"""
    planet = g.planets[index]
    while planet.pool[kind] > 0:
        count = with_space(g, index)
        if count == 0:
            return
        part = planet.pool[kind] // count
        if part == 0:
            lot(g, phase, index, kind, count)
            return
        for k in range(count):
            robot = g.robots[g.order[k]]
            taken = min(part, ability(g, robot, STORAGE) - cargo(robot))
            robot.cargo[kind] += taken
            planet.pool[kind] -= taken


@rules
def with_space(g: State, index: int) -> int:
    """The robots on a planet that have room, by serial number, into `order`."""
    count = 0
    n = g.planets[index].first
    while n >= 0:
        robot = g.robots[n]
        if cargo(robot) < ability(g, robot, STORAGE):
            g.order[count] = n
            count += 1
        n = robot.after
    return count


@rules
def lot(g: State, phase: int, index: int, kind: int, count: int) -> None:
    """A shuffle of those with room; the first ones get a unit each. DUN-137, DUN-244"""
    key = stream(g.seed, DRAW_LOOT)
    first = (((g.round_no << 3 | phase) << PLANET_BITS | index) << KIND_BITS | kind) << PLACE_BITS
    for place in range(count - 1, 0, -1):
        swap(g, place, below(draw(key, first + place), place + 1))
    planet = g.planets[index]
    for k in range(planet.pool[kind]):
        g.robots[g.order[k]].cargo[kind] += 1
    planet.pool[kind] = 0


@rules
def tell_shared(g: State, phase: int) -> None:
    """What each robot on such a planet carries now, in the order of the robots. DUN-196"""
    for n in range(g.robot_count):
        robot = g.robots[n]
        if robot.dead == 0 and g.planets[robot.planet].mark > 0:
            held = robot.cargo
            note(g, SHARED, phase, robot.owner, 0, 0, robot.serial, held[COAL], held[IRON], held[GEM])
            note(g, SHARED_REST, phase, robot.owner, 0, 0, robot.serial, held[GOLD], held[PLATIN], 0)
