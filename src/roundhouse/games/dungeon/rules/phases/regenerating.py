"""Phase 9: energy. DUN-102"""

from .....core.rules import rules
from ..state import State
from ..tables import ENERGY_REGEN, MAX_ENERGY, REGENERATE, REGENERATED, ROBOT_DESTROYED
from .lookup import ability, tell_result


@rules
def regenerate(g: State) -> None:
    """Never fails, except for those that are gone. DUN-122, DUN-237"""
    for n in range(g.robot_count):
        robot = g.robots[n]
        if robot.command != REGENERATE:
            continue
        reason = 0
        if robot.dead != 0:
            reason = ROBOT_DESTROYED
        else:
            gain = ability(g, robot, ENERGY_REGEN)
            if g.planets[robot.planet].station != 0:
                gain *= g.recharge_multiplier
            robot.energy = min(robot.energy + gain, ability(g, robot, MAX_ENERGY))
        tell_result(g, robot, REGENERATED, 9, reason, robot.energy, 0, 0)
