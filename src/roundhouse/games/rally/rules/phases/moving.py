"""Phase 1 of a program step: robots turn, walk and push, one after the other."""

from .....core.rules import emit, rules
from ..state import State
from ..tables import (
    BACK,
    BLOCKED,
    BY_COMMAND,
    BY_PUSH,
    BY_STEP,
    CELL_BITS,
    EXECUTING,
    FIELDS,
    KINDS,
    MOVED,
    OF_ROBOT,
    OF_WALL,
    OFF,
    PHASE_STARTED,
    PRIORITY,
    PUSHED,
    QUARTERS,
    STEP,
    TURN_FIGURES,
    TURNED,
    WALKED_BACKWARDS,
    WALKED_FORWARDS,
)
from .damage import check_in, fall


@rules
def robots_move(g: State, slot: int) -> None:
    """The robots on the board execute their commands in order of descending priority. RAL-094, RAL-095, RAL-105"""
    emit(g, PHASE_STARTED, 0, 0, 1)
    count = 0
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        robot.moved = 0
        if robot.cell != 0 and robot.slots[slot] != 0:
            priority = PRIORITY[robot.slots[slot]]
            place = count
            while place > 0 and PRIORITY[g.robots[g.order[place - 1]].slots[slot]] < priority:
                g.order[place] = g.order[place - 1]
                place -= 1
            g.order[place] = seat
            count += 1
    for k in range(count):
        seat = g.order[k]
        robot = g.robots[seat]
        if robot.cell != 0:  # RAL-093: it may have died meanwhile
            execute(g, seat, robot.slots[slot])
            if g.reason != 0:
                return


@rules
def execute(g: State, seat: int, card: int) -> None:
    """One command of one robot. RAL-096, RAL-097"""
    emit(g, EXECUTING, seat, 0, card)
    kind = KINDS[card]
    robot = g.robots[seat]
    if QUARTERS[kind] != 0:
        robot.facing = (robot.facing + QUARTERS[kind]) & 3
        robot.figures[TURN_FIGURES[kind]] += 1
        emit(g, TURNED, seat, robot.facing, BY_COMMAND)
    elif kind == BACK:
        walk(g, seat, (robot.facing + 2) & 3, 1, WALKED_BACKWARDS)
    else:
        walk(g, seat, robot.facing, FIELDS[kind], WALKED_FORWARDS)


@rules
def walk(g: State, seat: int, way: int, fields: int, figure: int) -> None:
    """Single steps, each completed with all its consequences before the next. RAL-097, RAL-098, RAL-104"""
    pushed = 0
    for _ in range(fields):
        end = end_of_line(g, seat, way)
        if end == 0:
            return
        pushed = move_line(g, seat, way, end, figure, pushed)
        if g.reason != 0 or g.robots[seat].cell == 0:
            return


@rules
def end_of_line(g: State, seat: int, way: int) -> int:
    """The cell that the farthest robot of the line in front would move to, 0 if a wall stops the line. RAL-098,
    RAL-101"""
    first = g.robots[seat].cell
    cell = first
    while True:
        if g.walls[cell] >> way & 1:
            emit(g, BLOCKED, seat, way, OF_WALL if cell == first else OF_ROBOT)
            return 0
        cell += STEP[way]
        if g.standing_at[cell] == 0:
            return int(cell)


@rules
def move_line(g: State, seat: int, way: int, end: int, figure: int, pushed: int) -> int:
    """A robot and those in front of it move one field, the farthest first; each arrival is resolved before the next one
    moves. `pushed` has a bit for everyone whom this command has displaced. RAL-100, RAL-102, RAL-103, RAL-177"""
    g.beat += 1
    first = g.robots[seat].cell
    cell = end
    while cell != first:
        cell -= STEP[way]
        mover = g.standing_at[cell]
        robot = g.robots[mover]
        target = cell + STEP[way]
        g.standing_at[cell] = 0
        robot.origin = cell
        robot.cell = target
        robot.moved = way + 1
        off = g.kinds[target] == OFF
        if not off:
            g.standing_at[target] = mover
        if mover == seat:
            emit(g, MOVED, mover, cell, target | way << CELL_BITS | BY_STEP << 12 | g.beat << 19)
            if not off:
                robot.figures[figure] += 1  # RAL-167
        else:
            emit(g, MOVED, mover, cell, target | way << CELL_BITS | BY_PUSH << 12 | seat << 15 | g.beat << 19)
            if not pushed >> mover & 1:
                pushed |= 1 << mover
                g.robots[seat].figures[PUSHED] += 1
        if not fall(g, mover, 0 if mover == seat else 1 << seat, g.deaths + 1):
            check_in(g, mover)
            if g.reason != 0:
                return pushed
    return pushed
