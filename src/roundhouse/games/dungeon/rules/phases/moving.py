"""Phases 3 and 4: wormholes, then moves. DUN-077 to DUN-084, DUN-126"""

from .....core.rules import below, draw, rules, stream
from ..state import Robot, State
from ..tables import (
    DRAW_WORMHOLE,
    MOVE,
    MOVE_ITEM,
    MOVED,
    MOVEMENT,
    NO_ITEM,
    NOT_ENOUGH_ENERGY,
    NOT_NEIGHBOUR,
    PLANET_BLOCKED,
    UNHEARD,
    UNKNOWN_PLANET,
    WORMHOLE,
    WORMHOLED,
)
from .blocking import is_held
from .knowledge import enter, meet
from .lookup import neighbour, note, tell_result

SERIAL_BITS = 32


@rules
def move_with_items(g: State) -> None:
    """Phase 3. DUN-083, DUN-084"""
    key = stream(g.seed, DRAW_WORMHOLE)
    for n in range(g.robot_count):
        robot = g.robots[n]
        if robot.command != MOVE_ITEM:
            continue
        reason = 0
        if robot.items[WORMHOLE] == 0:
            reason = NO_ITEM
        elif is_held(g, robot.planet, robot.owner):
            reason = PLANET_BLOCKED
        else:
            robot.items[WORMHOLE] -= 1
        tell_result(g, robot, WORMHOLED, 3, reason, robot.items[WORMHOLE], 0, 0)
        if reason == 0:
            pick = below(draw(key, g.round_no << SERIAL_BITS | robot.serial), g.planet_count)
            go(g, robot, g.existing[pick], 3)
    meet(g)


@rules
def move(g: State) -> None:
    """Phase 4: all at once, so places can be swapped. DUN-079 to DUN-082"""
    for n in range(g.robot_count):
        robot = g.robots[n]
        if robot.command != MOVE:
            continue
        cost = move_cost(g, robot.planet)
        reason = check_move(g, robot, cost)
        if reason == 0 or reason == PLANET_BLOCKED:  # who is held pays all the same: DUN-080
            robot.energy -= cost
        if reason == 0:
            go(g, robot, robot.target, 4)
        else:
            tell_result(g, robot, MOVED, 4, reason, robot.planet, robot.energy, robot.planet)
    meet(g)


@rules
def move_cost(g: State, planet: int) -> int:
    """The energy of leaving a planet, by its own gravity. DUN-078"""
    return int(g.movement_multiplier * g.gravity_cost[g.planets[planet].gravity])


@rules
def check_move(g: State, robot: Robot, cost: int) -> int:
    """0, or why a robot does not move, in the order of DUN-237. DUN-077, DUN-079"""
    target = robot.target
    if target < 0 or g.planets[target].exists == 0 or g.planets[target].known[robot.owner] == UNHEARD:
        return UNKNOWN_PLANET
    near = False
    for direction in range(4):
        if neighbour(g, robot.planet, direction) == target:
            near = True
    if not near:
        return NOT_NEIGHBOUR
    if robot.energy < cost:
        return NOT_ENOUGH_ENERGY
    if is_held(g, robot.planet, robot.owner):
        return PLANET_BLOCKED
    return 0


@rules
def go(g: State, robot: Robot, planet: int, phase: int) -> None:
    """A successful move or wormhole, which counts by the gravity of the planet left. DUN-082, DUN-167, DUN-178"""
    left = robot.planet
    g.present[robot.owner, left] -= 1
    enter(g, robot, planet)
    player = g.players[robot.owner]
    player.moves += 1
    player.scores[MOVEMENT] += g.planets[left].gravity
    robot.last_reason = 0
    note(g, MOVED, phase, robot.owner, 0, robot.order_no, robot.serial, planet, robot.energy, left)
