"""Where a program would lead the own robot: asked by the forecast of the server and by pages, which show the same.

RAL-270, RAL-271: the real rules, with the robot alone on the board.
"""

from typing import Annotated

from ....core.entry_types import Records, Row
from ....core.rules import copy_into, entry, rules
from ....core.schema import i1, i2, i8, struct, u1
from .contract import program_step
from .phases.programming import check_slots
from .state import State
from .tables import (
    CELLS,
    DAMAGED,
    DIED,
    EVENTS,
    MOVED,
    OFF,
    PHASE_STARTED,
    REVEALED,
    SLOT,
    SLOTS,
    STRIDE,
    TICKED,
    TURNED,
)

ONLY = 1  # the seat of the ghost in its own state
NOWHERE = -1
CELL_BITS = 1023  # of the second number of a move


@struct
class Stop:
    """The ghost after something that moved, turned or hurt it; x and y are NOWHERE once it is destroyed."""

    step: u1
    phase: u1
    x: i1
    y: i1
    facing: u1
    damage: u1


@struct
class Way:
    """The way of the ghost, and how it stands at the end of the round. `died_x` and `died_y` are the cell of its death,
    or NOWHERE."""

    count: i2
    stops: Annotated[list[Stop], EVENTS]
    end: Stop
    ticked: u1
    died_x: i1
    died_y: i1


@entry
def ghost(s: Records[State], i: int, seat: int, action: Row[i8], out: Records[Way]) -> int:
    """0, or why the slots of a draft or a program are not accepted. Whether the seat has confirmed does not matter."""
    g = s[i]
    leave_alone(g, seat)
    own = g.robots[ONLY]
    code = int(check_slots(own, action))
    if code != 0:
        return code
    way = out[0]
    stand(way.end, own.cell, own.facing, own.damage)
    way.ticked = own.ticked
    for slot in range(SLOTS - own.locked):
        own.slots[slot] = action[SLOT + slot]
    for slot in range(SLOTS):
        program_step(g, slot)
        if g.reason != 0 or own.cell == 0:
            break
    trace(g, way)
    return 0


@rules
def leave_alone(g: State, seat: int) -> None:
    """Nobody but the robot of a seat is on the board; it is that of seat 1 then."""
    if seat != ONLY:
        copy_into(g.robots, ONLY, g.robots, seat)
    g.seats = ONLY
    g.standing = ONLY
    g.pierces = 1
    g.reason = 0
    g.winner = 0
    g.event_count = 0
    g.events_lost = 0
    for cell in range(CELLS):
        g.standing_at[cell] = 0
    g.standing_at[g.robots[ONLY].cell] = ONLY


@rules
def trace(g: State, way: Way) -> None:
    """The way of the only robot, from the events of its program steps."""
    way.count = 0
    way.died_x = NOWHERE
    way.died_y = NOWHERE
    now = way.end
    now.step = 0
    now.phase = 0
    for n in range(g.event_count):
        event = g.events[n]
        if event.kind == REVEALED:
            now.step = event.a
            now.phase = 0
        elif event.kind == PHASE_STARTED:
            now.phase = event.b
        elif event.kind == TICKED:
            way.ticked += 1
        else:
            seen = True
            if event.kind == MOVED and g.kinds[event.b & CELL_BITS] != OFF:
                place(now, event.b & CELL_BITS)
            elif event.kind == TURNED:
                now.facing = event.a
            elif event.kind == DAMAGED:
                now.damage = event.b & 255
            elif event.kind == DIED:
                now.x = NOWHERE
                now.y = NOWHERE
                way.died_x = event.a % STRIDE - 1
                way.died_y = event.a // STRIDE - 1
            else:
                seen = False
            if seen:
                note(way, now)


@rules
def note(way: Way, now: Stop) -> None:
    stop = way.stops[way.count]
    stop.step = now.step
    stop.phase = now.phase
    stop.x = now.x
    stop.y = now.y
    stop.facing = now.facing
    stop.damage = now.damage
    way.count += 1


@rules
def stand(stop: Stop, cell: int, facing: int, damage: int) -> None:
    place(stop, cell)
    stop.facing = facing
    stop.damage = damage


@rules
def place(stop: Stop, cell: int) -> None:
    stop.x = cell % STRIDE - 1
    stop.y = cell // STRIDE - 1
