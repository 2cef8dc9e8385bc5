"""What a robot alone on the board comes to with a program, in the rules' own subset of Python.

A mind knows the board's tables (`chart.py`) by the cells of a state, and walks through all distinct programs of a hand,
one after the other, keeping what a shorter beginning has already led to.
"""

from typing import Annotated, Any

from ....core.rules import rules
from ....core.schema import Grid, i2, i4, struct, u1
from ..rules.state import State
from ..rules.tables import CELLS, CHECKPOINTS_MAX, COMMANDS, DEATH_DAMAGE, HAND, KINDS, LAZY, PAUSE, SLOTS, P

STANDS = 4 * CELLS  # a cell of the state and a facing
GOALS = CHECKPOINTS_MAX + 1
BASE = CHECKPOINTS_MAX + 1  # of the numbers that say which checkpoints are entered in a step
LOST = 9_999  # steps from where nothing can be reached
RUNNING, FALLEN, WON = 0, 1, 2


@struct
class Mind:
    """Tables by command and stand, by checkpoints ticked off and stand, and by cell; then notes on the programs."""

    after: Annotated[Grid[i2], COMMANDS, STANDS]  # -1 where the robot dies
    entered: Annotated[Grid[i4], COMMANDS, STANDS]
    steps: Annotated[Grid[i2], GOALS, STANDS]  # to the next checkpoint
    way: Annotated[Grid[i2], GOALS, STANDS]  # to the last one
    beams: Annotated[list[u1], CELLS]
    goal: u1
    # The program that is looked at: kinds by slot, and how the robot stands before each slot and after the last
    left: Annotated[list[u1], COMMANDS]  # cards of each kind that are not in it
    kind: Annotated[list[u1], SLOTS]
    stand: Annotated[list[i2], SLOTS + 1]
    ticked: Annotated[list[u1], SLOTS + 1]
    damage: Annotated[list[u1], SLOTS + 1]
    ended: Annotated[list[u1], SLOTS + 1]
    open_slots: u1
    depth: u1  # slots that are chosen; the others do not matter any more


@rules
def open_book(g: State, m: Any, seat: int) -> None:
    """Begin with the programs of a robot: its cards by kind, and where it stands."""
    robot = g.robots[seat]
    for kind in range(COMMANDS):
        m.left[kind] = 0
    for n in range(robot.hand_count):
        m.left[KINDS[robot.hand[n]]] += 1
    paused = False
    for slot in range(SLOTS):
        m.kind[slot] = KINDS[robot.slots[slot]]
        paused = paused or robot.slots[slot] == PAUSE
    if robot.model == LAZY and not paused:
        m.left[P] = 1  # RAL-008
    m.open_slots = SLOTS - robot.locked
    m.depth = 1
    m.stand[0] = robot.cell * 4 + robot.facing
    m.ticked[0] = robot.ticked
    m.damage[0] = robot.damage
    m.ended[0] = RUNNING


@rules
def turn_page(m: Any, careless: bool) -> bool:
    """The next program, or False after the last. Programs that end in death are left out unless `careless`."""
    slot = int(m.depth) - 1
    while slot >= 0:
        kind = int(m.kind[slot])
        if kind != 0:
            m.left[kind] += 1
        kind += 1
        while kind < COMMANDS and m.left[kind] == 0:
            kind += 1
        if kind == COMMANDS:
            m.kind[slot] = 0
            slot -= 1
            continue
        m.kind[slot] = kind
        m.left[kind] -= 1
        walk_on(m, slot)
        if m.ended[slot + 1] == FALLEN and not careless:
            continue
        if m.ended[slot + 1] != RUNNING:
            m.depth = slot + 1
            return True
        slot += 1
        if slot == m.open_slots:
            m.depth = slot
            for locked in range(slot, SLOTS):  # RAL-140
                walk_on(m, locked)
            if m.ended[SLOTS] != FALLEN or careless:
                return True
            slot -= 1
    return False


@rules
def walk_on(m: Any, slot: int) -> None:
    """One program step, as the ghost makes it. RAL-271"""
    m.ended[slot + 1] = m.ended[slot]
    m.stand[slot + 1] = m.stand[slot]
    m.ticked[slot + 1] = m.ticked[slot]
    m.damage[slot + 1] = m.damage[slot]
    if m.ended[slot] != RUNNING:
        return
    stand = m.stand[slot]
    kind = m.kind[slot]
    entered = m.entered[kind, stand]
    while entered != 0:
        if entered % BASE == m.ticked[slot + 1] + 1:
            m.ticked[slot + 1] += 1
        entered //= BASE
    if m.ticked[slot + 1] >= m.goal:
        m.ended[slot + 1] = WON
        return
    there = m.after[kind, stand]
    if there < 0:
        m.ended[slot + 1] = FALLEN
        return
    m.stand[slot + 1] = there
    m.damage[slot + 1] += m.beams[there >> 2]
    if m.damage[slot + 1] >= DEATH_DAMAGE:
        m.ended[slot + 1] = FALLEN


@rules
def last_slot(m: Any) -> int:
    """How many slots of the program at hand are executed before the robot has won or is dead."""
    depth = int(m.depth)
    return depth if m.ended[depth] != RUNNING else SLOTS


@rules
def write_down(g: State, m: Any, seat: int, row: Any, first: int) -> None:
    """The cards of the program at hand into row[first] and on: each kind takes its free card with the highest priority,
    slots that do not matter any more what is left."""
    robot = g.robots[seat]
    taken = 0
    for slot in range(SLOTS):
        row[first + slot] = 0
    for late in range(2):
        for slot in range(m.open_slots):
            if (slot >= m.depth) != (late == 1):
                continue
            if late == 0 and m.kind[slot] == P:
                row[first + slot] = PAUSE
                continue
            best = -1
            for n in range(HAND):
                if n < robot.hand_count and not taken >> n & 1:
                    fits = late == 1 or KINDS[robot.hand[n]] == m.kind[slot]
                    if fits and (best < 0 or robot.hand[n] > robot.hand[best]):
                        best = n
            taken |= 1 << best
            row[first + slot] = robot.hand[best]
