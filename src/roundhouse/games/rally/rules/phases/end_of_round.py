"""After program step 5: repairs, power-downs and burned-in slots, for robots on the board."""

from .....core.rules import emit, rules
from ..state import State
from ..tables import (
    BY_FIELD,
    BY_POWER_DOWN,
    BY_RANKING,
    BY_REGENERATION,
    LOCK_DAMAGE,
    POINTS_REPAIRED,
    POWER_DOWNS,
    POWERED_DOWN,
    POWERED_UP,
    REGENERATION,
    REPAIRED,
    REPAIRS,
    ROUND_ENDED,
    SLOTS,
    TANKY,
)
from .damage import back_up, discard, over
from .deal import tell_burned


@rules
def end_round(g: State) -> None:
    """The five things at the end of a round, each for all robots. RAL-142 to RAL-146, RAL-159"""
    emit(g, ROUND_ENDED, 0, 0, 0)
    repair_fields(g)
    regenerate(g)
    power_up(g)
    power_down(g)
    burn_in(g)
    if g.round_no >= g.max_rounds:
        over(g, BY_RANKING, 0)


@rules
def repair(g: State, seat: int, points: int, cause: int) -> None:
    """Damage points are removed, not below 0. RAL-175"""
    robot = g.robots[seat]
    removed = min(points, robot.damage)
    if removed > 0:
        robot.damage -= removed
        robot.figures[POINTS_REPAIRED] += removed
        emit(g, REPAIRED, seat, removed, robot.damage | cause << 8)


@rules
def repair_fields(g: State) -> None:
    """Who stands on a repair field is repaired and makes a backup. RAL-028, RAL-142, RAL-151"""
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        if robot.cell != 0 and REPAIRS[g.kinds[robot.cell]] != 0:
            repair(g, seat, REPAIRS[g.kinds[robot.cell]], BY_FIELD)
            back_up(g, seat)


@rules
def regenerate(g: State) -> None:
    """RAL-006, RAL-143"""
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        if robot.cell != 0 and robot.model == TANKY:
            repair(g, seat, REGENERATION, BY_REGENERATION)


@rules
def power_up(g: State) -> None:
    """RAL-144"""
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        if robot.cell != 0 and robot.down != 0:
            robot.down = 0
            emit(g, POWERED_UP, seat, 0, 0)


@rules
def power_down(g: State) -> None:
    """Who announced it switches off and heals. RAL-145, RAL-176"""
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        if robot.cell != 0 and robot.announced != 0:
            robot.announced = 0
            robot.down = 1
            robot.figures[POWER_DOWNS] += 1
            emit(g, POWERED_DOWN, seat, 0, 0)
            repair(g, seat, robot.damage, BY_POWER_DOWN)


@rules
def burn_in(g: State) -> None:
    """The damage left decides which slots keep their commands; all others are emptied. RAL-080, RAL-139, RAL-141,
    RAL-146"""
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        if robot.cell == 0:
            continue
        before = robot.locked
        robot.locked = robot.damage - LOCK_DAMAGE + 1 if robot.damage >= LOCK_DAMAGE else 0
        for slot in range(SLOTS - robot.locked):
            discard(g, robot.slots[slot])
            robot.slots[slot] = 0
        if robot.locked != before:
            tell_burned(g, seat)
