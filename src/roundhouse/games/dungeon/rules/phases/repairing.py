"""Phase 5: HEALTH is bought, then repair swarms heal. DUN-097, DUN-113, DUN-127"""

from .....core.rules import rules
from ..state import State
from ..tables import BUY, HEALED, HEALTH, HEALTH_ARTICLE, ITEM_REPAIR, NO_ITEM, REPAIR_ITEM, REPAIR_SWARM
from .lookup import ability, note, tell_result
from .trading import buy, in_line


@rules
def repair(g: State) -> None:
    for k in range(in_line(g, BUY, HEALTH_ARTICLE)):
        buy(g, g.robots[g.order[k]], 5)
    swarm(g)


@rules
def swarm(g: State) -> None:
    """Each swarm heals all robots of its owner on the planet; the swarms of a planet add up. DUN-097"""
    used = 0
    for n in range(g.robot_count):
        robot = g.robots[n]
        if robot.command != REPAIR_ITEM:
            continue
        reason = 0
        if robot.items[REPAIR_SWARM] == 0:
            reason = NO_ITEM
        else:
            robot.items[REPAIR_SWARM] -= 1
            g.entered[robot.owner, robot.planet] += 1
            used += 1
        tell_result(g, robot, ITEM_REPAIR, 5, reason, robot.items[REPAIR_SWARM], robot.planet, 0)
    if used == 0:
        return
    for n in range(g.robot_count):
        robot = g.robots[n]
        swarms = g.entered[robot.owner, robot.planet]
        if swarms != 0:
            robot.health = min(robot.health + swarms * g.repair, ability(g, robot, HEALTH))
            note(g, HEALED, 5, robot.owner, 0, 0, robot.serial, robot.health, robot.planet, 0)
    for n in range(g.robot_count):
        g.entered[g.robots[n].owner, g.robots[n].planet] = 0
