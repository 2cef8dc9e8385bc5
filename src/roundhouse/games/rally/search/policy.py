"""Quick and sensible ways to program. `normal` asks for advice once a round, the matches that `hard` imagines all the
time, so that is in the rules' own subset of Python; `easy` takes a glance. RAL-308, RAL-309"""

from typing import Any

from ....core.rules import below, draw, rules
from ..rules.state import State
from ..rules.tables import ALBOT, KINDS, LAZY, PAUSE, PROGRAM, SLOT, SLOTS, TYPE, WIDTH
from ..rules.tables import POWER_DOWN as ANNOUNCED
from .lone_robot import FALLEN, LOST, WON, Mind, last_slot, open_book, turn_page, walk_on, write_down

WORN = 3  # damage points from which a power-down pays (A32)
GLANCES = 24  # programs that `easy` looks at (A33)
CLOSER = 2  # program steps that a hand must bring, else Albot takes another

ALIVE = 1_000_000_000
TICK = 1_000_000
STEP = 16  # more than all damage that a living robot can have
NEVER = -1_000_000_000


@rules
def advise(g: State, m: Any, seat: int, key: int, first: int, out: Any) -> int:
    """The program that `normal` takes, as an action's row; returns what it is worth. Among equally good ones one is
    drawn uniformly, with the numbers of a draw from the first on. RAL-309"""
    robot = g.robots[seat]
    best = NEVER
    equal = 0
    open_book(g, m, seat)
    while turn_page(m, best < ALIVE):
        score = merit(m)
        if score > best:
            best = score
            equal = 1
            write_down(g, m, seat, out, SLOT)
        elif score == best:
            equal += 1
            if below(draw(key, first + equal), equal) == 0:
                write_down(g, m, seat, out, SLOT)
    out[TYPE] = PROGRAM
    out[ANNOUNCED] = 1 if robot.damage >= WORN else 0
    return best


def glance(g: State, m: Mind, seat: int, key: int, first: int, out: list[int]) -> None:
    """The program that `easy` takes, as an action's row: the best of some that are drawn. RAL-308"""
    robot = g.robots[seat]
    best = NEVER
    row = [0] * WIDTH
    for n in range(GLANCES):
        draw_program(g, seat, key, first + n * SLOTS, row)
        open_book(g, m, seat)
        for slot in range(SLOTS):
            if slot < m.open_slots:
                m.kind[slot] = KINDS[row[SLOT + slot]]
            walk_on(m, slot)
        m.depth = SLOTS
        score = merit(m)
        if score > best:
            best = score
            out[:] = row
    out[TYPE] = PROGRAM
    out[ANNOUNCED] = 1 if robot.damage >= WORN else 0


def draw_program(g: State, seat: int, key: int, first: int, row: list[int]) -> None:
    """A uniformly random program into a row, with as many numbers of a draw as there are open slots."""
    robot = g.robots[seat]
    cards = robot.hand[: robot.hand_count]
    if robot.model == LAZY and PAUSE not in robot.slots:
        cards.append(PAUSE)  # as likely as any other card: so all programs are equally likely
    for slot in range(SLOTS - robot.locked):
        row[SLOT + slot] = cards.pop(below(draw(key, first + slot), len(cards)))


@rules
def merit(m: Any) -> int:
    """Alive, then more checkpoints, then fewer steps to the next one, then less damage. RAL-309"""
    end = last_slot(m)
    ticked = int(m.ticked[end])
    if m.ended[end] == WON:
        return ALIVE + ticked * TICK + (SLOTS - end) * STEP  # the sooner the better
    if m.ended[end] == FALLEN:
        return ticked * TICK
    return ALIVE + ticked * TICK - int(m.steps[ticked, m.stand[end]]) * STEP - int(m.damage[end])


@rules
def bored(g: State, m: Any, seat: int, worth: int) -> bool:
    """Whether an Albot takes other commands: the best program is worth so little that it brings it not even two steps
    closer. RAL-309"""
    robot = g.robots[seat]
    if robot.model != ALBOT or robot.used != 0:
        return False
    steps = int(m.steps[robot.ticked, robot.cell * 4 + robot.facing])
    return worth <= ALIVE + int(robot.ticked) * TICK - (min(steps, LOST) - CLOSER) * STEP - STEP
