"""Phases 6 and 7 of a program step: field lasers and robot lasers."""

from .....core.rules import emit, rules
from ..state import State
from ..tables import BEAM, CELL_BITS, DOUBLE_DAMAGE, JAMES, LASER_DAMAGE, OFF, PEACH, PHASE_STARTED, STEP
from .damage import bury, hurt


@rules
def field_lasers(g: State) -> None:
    """All field lasers fire; all beams are computed from the same positions. RAL-125, RAL-127, RAL-128"""
    if g.laser_count == 0:
        return
    emit(g, PHASE_STARTED, 0, 0, 6)
    struck = 0
    for n in range(g.laser_count):
        struck |= field_beam(g, g.laser_cell[n], g.laser_way[n])
    if struck == 0:
        return
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        if struck >> seat & 1:
            hurt(g, seat, robot.hurt, 0)
            robot.hurt = 0
            robot.hit_by = 0
    bury(g)


@rules
def field_beam(g: State, cell: int, way: int) -> int:
    """From the cell the laser faces to a wall or the edge; whom it hits, as bits. RAL-126, RAL-127"""
    origin = cell
    hits = 0
    while True:
        seat = g.standing_at[cell]
        if seat != 0:
            g.robots[seat].hurt += LASER_DAMAGE
            hits |= 1 << seat
            if g.pierces == 0:
                break
        if g.walls[cell] >> way & 1 or g.kinds[cell + STEP[way]] == OFF:
            break
        cell += STEP[way]
    emit(g, BEAM, 0, origin, cell | way << CELL_BITS | hits << 13)
    return hits


@rules
def robot_lasers(g: State) -> None:
    """Every robot that is not powered down fires; all shots are computed from the same positions and applied together.
    RAL-129, RAL-131, RAL-133"""
    emit(g, PHASE_STARTED, 0, 0, 7)
    shots = 0
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        robot.hit_by = 0
        robot.target = 0
        if robot.cell != 0 and robot.down == 0:
            shots += shoot(g, seat)
    if shots == 0:
        return
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        if robot.target != 0:
            points = DOUBLE_DAMAGE if robot.model == JAMES else LASER_DAMAGE
            # RAL-011, RAL-173: a reflected shot hits the shooter, and the mirror gets the credit
            credit = robot.mirror if robot.target == seat else seat
            g.robots[robot.target].hit_by |= 1 << credit
            hurt(g, robot.target, points, credit)
    bury(g)


@rules
def shoot(g: State, seat: int) -> bool:
    """From the next cell to a wall, the edge or the first robot, which is hit; whether there is one. RAL-011 to
    RAL-014, RAL-130, RAL-132"""
    robot = g.robots[seat]
    way = robot.facing
    cell = robot.cell
    last = cell
    hit = 0
    while hit == 0 and not g.walls[cell] >> way & 1 and g.kinds[cell + STEP[way]] != OFF:
        cell += STEP[way]
        last = cell
        hit = g.standing_at[cell]
    if last == robot.cell:
        return False
    first = robot.cell + STEP[way]
    reflected = 0
    if hit != 0:
        robot.target = hit
        victim = g.robots[hit]
        if victim.model == PEACH and victim.facing == way:
            reflected = 1
            robot.target = seat
            robot.mirror = hit
    hits = 1 << hit if hit != 0 else 0
    emit(g, BEAM, seat, first, last | way << CELL_BITS | reflected << 12 | hits << 13)
    return hit != 0
