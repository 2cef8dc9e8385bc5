"""Where the own robot would stand if nobody interferes. RAL-270, RAL-271"""

from typing import Any

import msgspec
from msgspec import Struct

from ...core.game import Setup, Verdict
from .actions import Action, Draft, Program, row_of
from .event_decoder import events_of
from .events import Damaged, Died, Moved, Ticked, Turned
from .reasons import REFUSALS
from .rules import tables as t
from .rules.contract import program_step
from .rules.phases.programming import check_slots
from .rules.state import State
from .state_from_view import seen, state_from_view
from .view import Cell, RobotView, View

ONLY = 1  # the seat of the ghost in its own state


class GhostStop(Struct, frozen=True):
    """The ghost after something that moved or turned it: the program step, the phase in it (1 to 7), where it is and
    how much damage it has. `cell` is null once it is dead."""

    step: int
    phase: int
    cell: Cell | None
    facing: str
    damage: int


class Ghost(Struct, frozen=True):
    """`cell` and `facing` at the end of the round; `died` is the cell of its death, or null; `ticked` as then."""

    cell: Cell | None
    facing: str
    damage: int
    ticked: int
    died: Cell | None
    path: list[GhostStop]


class Refused(Struct, frozen=True):
    """The slots would not be accepted; the refusal says why."""

    refusal: Verdict


def forecast(view: Any, setup: Setup, seat: int, action: Any) -> Ghost | Refused | None:
    """What a draft or a program leads to, by the real rules with the own robot alone on the board; None for other
    actions and for a robot that is not on the board. Whether the seat has confirmed does not matter. RAL-270,
    RAL-271"""
    shown = seen(view)
    wanted: Any = action if isinstance(action, Action) else msgspec.convert(action, Action)
    robot = shown.robots[seat - 1]
    if not isinstance(wanted, Draft | Program) or robot.cell is None:
        return None
    g = alone(shown, setup, seat)
    row = row_of(wanted)
    code = check_slots(g.robots[ONLY], row)
    if code:
        line = next(line for line in REFUSALS if line.code == code)
        return Refused(Verdict(line.verdict, line.name, line.field, line.rule, line.sentence))
    own = g.robots[ONLY]
    for slot in range(t.SLOTS - own.locked):
        own.slots[slot] = row[t.SLOT + slot]
    for slot in range(t.SLOTS):
        program_step(g, slot)
        if g.reason or not own.cell:
            break
    return traced(g, robot)


def alone(view: View, setup: Setup, seat: int) -> State:
    """The belief of a seat with nobody else on the board; its robot is that of seat 1 there."""
    g = state_from_view(view, setup)
    own = g.robots[ONLY] = g.robots[seat]
    g.seats = g.standing = ONLY
    g.pierces, g.reason, g.winner = 1, 0, 0
    g.standing_at = [0] * t.CELLS
    g.standing_at[own.cell] = ONLY
    return g


def traced(g: State, robot: RobotView) -> Ghost:
    """The way of the only robot, from the events of its program steps."""
    cell, facing, damage, ticked, died = robot.cell, robot.facing, robot.damage, robot.ticked, None
    path = []
    for event in events_of(g):
        if isinstance(event, Moved) and event.to is not None:
            cell = event.to
        elif isinstance(event, Turned):
            facing = event.facing
        elif isinstance(event, Damaged):
            damage = event.total
        elif isinstance(event, Died):
            cell, died = None, event.cell
        else:
            ticked += isinstance(event, Ticked)
            continue
        path.append(GhostStop(event.step, event.phase, cell, facing, damage))
    return Ghost(cell, facing, damage, ticked, died, path)
