"""Phase 1: nobody leaves a blocked planet. DUN-071 to DUN-076, DUN-123"""

from .....core.rules import rules
from ..state import Robot, State
from ..tables import BLOCK, BLOCKED, MAX_ENERGY, NOT_ENOUGH_ENERGY, SEVERAL
from .lookup import ability, tell_result


@rules
def block(g: State) -> None:
    """Each blocker pays; then planets are marked. DUN-072 to DUN-074, DUN-123"""
    for n in range(g.robot_count):
        robot = g.robots[n]
        if robot.command != BLOCK:
            continue
        cost = block_cost(g, robot)
        reason = 0
        if robot.energy < cost:
            reason = NOT_ENOUGH_ENERGY
        else:
            robot.energy -= cost
            planet = g.planets[robot.planet]
            if planet.blocked == 0 or planet.blocked == robot.owner:
                planet.blocked = robot.owner
            else:
                planet.blocked = SEVERAL
        tell_result(g, robot, BLOCKED, 1, reason, robot.planet, robot.energy, 0)


@rules
def block_cost(g: State, robot: Robot) -> int:
    """The energy of blocking. DUN-072"""
    return int(g.block_base + g.block_percent * ability(g, robot, MAX_ENERGY) // 100)


@rules
def is_held(g: State, planet: int, seat: int) -> bool:
    """Whether a blockade keeps a player's robots there. Without `block_affects_own` only others' does. DUN-075"""
    blocked = g.planets[planet].blocked
    return blocked != 0 and (g.block_affects_own != 0 or blocked != seat)


@rules
def lift(g: State) -> None:
    """DUN-036, DUN-073"""
    for index in range(g.side * g.side):
        g.planets[index].blocked = 0
