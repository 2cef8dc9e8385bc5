"""Where things are: neighbours, robots by serial number and by planet, and the rows of what happens."""

from .....core.rules import next_event, rules
from ..state import Robot, State
from ..tables import EAST, NORTH, SOUTH


@rules
def note(
    g: State, kind: int, phase: int, seat: int, reason: int, order_no: int, robot: int, a: int, b: int, c: int
) -> None:
    """A row of the event ring; when it is full, rows are only counted."""
    n = next_event(g)
    if n < 0:
        return
    row = g.events[n]
    row.kind = kind
    row.phase = phase
    row.seat = seat
    row.reason = reason
    row.order_no = order_no
    row.robot = robot
    row.a = a
    row.b = b
    row.c = c


@rules
def tell_result(g: State, robot: Robot, kind: int, phase: int, reason: int, a: int, b: int, c: int) -> None:
    """The one result of a robot's command: kept in the robot and told to its owner. DUN-066, DUN-195"""
    robot.last_reason = reason
    note(g, kind, phase, robot.owner, reason, robot.order_no, robot.serial, a, b, c)


@rules
def neighbour(g: State, planet: int, direction: int) -> int:
    """The existing planet one step away, or -1. DUN-012, DUN-013, DUN-020"""
    x = planet // g.side
    y = planet % g.side
    if direction == NORTH:
        y += 1
    elif direction == EAST:
        x += 1
    elif direction == SOUTH:
        y -= 1
    else:
        x -= 1
    if x < 0 or y < 0 or x >= g.side or y >= g.side:
        return -1
    index = x * g.side + y
    return index if g.planets[index].exists != 0 else -1


@rules
def find(g: State, serial: int) -> int:
    """The index of a robot by its serial number, or -1: the array is in their order. DUN-254"""
    low = 0
    high = g.robot_count - 1
    while low <= high:
        middle = (low + high) // 2
        found = g.robots[middle].serial
        if found == serial:
            return middle
        if found < serial:
            low = middle + 1
        else:
            high = middle - 1
    return -1


@rules
def line_up(g: State) -> None:
    """Every planet's living robots as a list by serial number: `first` of the planet, `after` of each robot."""
    for index in range(g.side * g.side):
        g.planets[index].first = -1
    for n in range(g.robot_count - 1, -1, -1):
        robot = g.robots[n]
        if robot.dead == 0:
            planet = g.planets[robot.planet]
            robot.after = planet.first
            planet.first = n


@rules
def sort(g: State, count: int) -> None:
    """The first entries of `order` by their robots' `key`, which are all different. A heap, so that no swarm is slow;
    most of the time they are in order already."""
    ordered = True
    for k in range(1, count):
        if g.robots[g.order[k - 1]].key > g.robots[g.order[k]].key:
            ordered = False
            break
    if ordered:
        return
    for top in range(count // 2 - 1, -1, -1):
        sift(g, top, count)
    for last in range(count - 1, 0, -1):
        swap(g, 0, last)
        sift(g, 0, last)


@rules
def sift(g: State, top: int, count: int) -> None:
    """Let an entry of the heap sink to its place."""
    parent = top
    while 2 * parent + 1 < count:
        child = 2 * parent + 1
        if child + 1 < count and g.robots[g.order[child]].key < g.robots[g.order[child + 1]].key:
            child += 1
        if g.robots[g.order[parent]].key >= g.robots[g.order[child]].key:
            return
        swap(g, parent, child)
        parent = child


@rules
def swap(g: State, one: int, other: int) -> None:
    kept = g.order[one]
    g.order[one] = g.order[other]
    g.order[other] = kept


@rules
def cargo(robot: Robot) -> int:
    """All units that a robot carries. DUN-030"""
    units = 0
    for kind in range(len(robot.cargo)):
        units += robot.cargo[kind]
    return units


@rules
def ability(g: State, robot: Robot, stat: int) -> int:
    """What a robot's level in a stat means. DUN-027"""
    return int(g.by_level[stat, robot.levels[stat]])
