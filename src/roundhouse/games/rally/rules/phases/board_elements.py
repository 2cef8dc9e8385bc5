"""Phases 2 to 5 of a program step: oil, conveyors and gears, which move robots at the same time."""

from .....core.rules import emit, rules
from ..state import State
from ..tables import (
    BLOCKED,
    BY_CURVE,
    BY_FAST,
    BY_GEAR,
    BY_SLIDE,
    BY_SLOW,
    CELL_BITS,
    FAST,
    FAST_CURVE,
    GEAR,
    LEFT_TURN,
    MOVED,
    OF_CONFLICT,
    OF_ROBOT,
    OF_WALL,
    OFF,
    OIL,
    PHASE_STARTED,
    RIGHT_TURN,
    SLOW,
    SLOW_CURVE,
    STEP,
    TURNED,
)
from .damage import check_in, fall


@rules
def slide(g: State) -> None:
    """Robots that were moved onto oil slide straight on, one field a beat, until they are off it. RAL-106 to RAL-113"""
    sliding = 0
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        robot.sliding = 1 if robot.cell != 0 and robot.moved != 0 and g.kinds[robot.cell] == OIL else 0
        sliding += robot.sliding
    if sliding == 0:
        return
    emit(g, PHASE_STARTED, 0, 0, 2)
    while sliding > 0:
        for seat in range(1, g.seats + 1):
            robot = g.robots[seat]
            robot.wanted = 0
            if robot.sliding:
                want(g, seat, robot.moved - 1)
        move_together(g, BY_SLIDE)
        if g.reason != 0:
            return
        sliding = 0
        for seat in range(1, g.seats + 1):
            robot = g.robots[seat]
            if robot.sliding:  # who was stopped has wanted nothing in the end; a dead robot's cell 0 is no oil
                robot.sliding = 1 if robot.wanted != 0 and g.kinds[robot.cell] == OIL else 0
                sliding += robot.sliding


@rules
def run_belts(g: State, straight: int, curve: int, phase: int, cause: int) -> bool:
    """Every robot on a belt of this speed is moved one field; whether there was any. RAL-114, RAL-115, RAL-118"""
    carried = 0
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        robot.wanted = 0
        if robot.cell != 0:
            kind = g.kinds[robot.cell]
            if kind in (straight, curve):
                if carried == 0 and phase != 0:
                    emit(g, PHASE_STARTED, 0, 0, phase)
                carried += 1
                want(g, seat, g.ways[robot.cell])
    if carried > 0:
        move_together(g, cause)
    return carried > 0


@rules
def slow_belts(g: State) -> None:
    """RAL-114"""
    run_belts(g, SLOW, SLOW_CURVE, 3, BY_SLOW)


@rules
def fast_belts(g: State) -> None:
    """Two moves; the second only for who stands on a fast belt after the first. RAL-115"""
    if run_belts(g, FAST, FAST_CURVE, 4, BY_FAST) and g.reason == 0:
        run_belts(g, FAST, FAST_CURVE, 0, BY_FAST)


@rules
def want(g: State, seat: int, way: int) -> None:
    """A robot is to move that way together with others, unless a wall is there. RAL-110, RAL-118"""
    robot = g.robots[seat]
    if g.walls[robot.cell] >> way & 1:
        emit(g, BLOCKED, seat, way, OF_WALL)
        return
    robot.heading = way
    robot.wanted = robot.cell + STEP[way]


@rules
def move_together(g: State, cause: int) -> None:
    """The conflict rules, then all remaining moves at once, then what they lead to. RAL-119, RAL-123"""
    while cancel(g):
        pass
    g.beat += 1
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        if robot.wanted != 0:
            g.standing_at[robot.cell] = 0
            robot.origin = robot.cell
            robot.cell = robot.wanted
    for seat in range(1, g.seats + 1):
        if g.robots[seat].wanted != 0:
            arrive(g, seat, cause)
    number = g.deaths + 1
    for seat in range(1, g.seats + 1):
        if g.robots[seat].wanted != 0:
            fall(g, seat, 0, number)
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        if robot.wanted != 0 and robot.cell != 0:
            check_in(g, seat)
            if g.reason != 0:
                return


@rules
def arrive(g: State, seat: int, cause: int) -> None:
    """One of those that have moved together, and the turn of a curve under it. RAL-121, RAL-122"""
    robot = g.robots[seat]
    kind = g.kinds[robot.cell]
    if kind != OFF:
        g.standing_at[robot.cell] = seat
    emit(g, MOVED, seat, robot.origin, robot.cell | robot.heading << CELL_BITS | cause << 12 | g.beat << 19)
    if cause != BY_SLIDE and kind in (SLOW_CURVE, FAST_CURVE):
        quarters = (g.ways[robot.cell] - robot.heading) & 3
        if quarters in (RIGHT_TURN, LEFT_TURN):
            robot.facing = (robot.facing + quarters) & 3
            emit(g, TURNED, seat, robot.facing, BY_CURVE)


@rules
def cancel(g: State) -> bool:
    """One look at all intended moves; whether one was cancelled. All who want the same cell share their fate, so it
    does not matter in which order they are looked at. RAL-119"""
    changed = False
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        if robot.wanted == 0:
            continue
        wanted = robot.wanted
        clash = False
        for other in range(seat + 1, g.seats + 1):
            if g.robots[other].wanted == wanted:
                stop(g, other, OF_CONFLICT)
                clash = True
        if clash:
            stop(g, seat, OF_CONFLICT)
            changed = True
            continue
        there = g.standing_at[wanted]
        if there != 0:
            if g.robots[there].wanted == 0:
                stop(g, seat, OF_ROBOT)
                changed = True
            elif g.robots[there].wanted == robot.cell:
                stop(g, seat, OF_CONFLICT)
                stop(g, there, OF_CONFLICT)
                changed = True
    return changed


@rules
def stop(g: State, seat: int, cause: int) -> None:
    robot = g.robots[seat]
    robot.wanted = 0
    emit(g, BLOCKED, seat, robot.heading, cause)


@rules
def turn_gears(g: State) -> None:
    """Every robot on a gear turns with it. RAL-030, RAL-124"""
    turned = 0
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        if robot.cell != 0 and g.kinds[robot.cell] == GEAR:
            if turned == 0:
                emit(g, PHASE_STARTED, 0, 0, 5)
            turned += 1
            robot.facing = (robot.facing + g.ways[robot.cell]) & 3
            emit(g, TURNED, seat, robot.facing, BY_GEAR)
