"""Rally's actions: a program is chosen card by card, for the next open slot. 0 passes, which a seat that owes a program
can only do by an illegal action: the first card that is left in its hand is taken then. 1 to 9 take that card of the
hand, 10 is LazyBot's pause; 11 to 20 do the same in the first slot and announce a power-down besides."""

from typing import Any

from ....core.rules import rules
from ..rules.contract import burned_pauses
from ..rules.state import Robot, State
from ..rules.tables import DRAFT, HAND, LAZY, PAUSE, POWER_DOWN, PROGRAM, SLOT, SLOTS, TYPE, WIDTH

PAUSE_CHOICE = HAND + 1
CHOICES = PAUSE_CHOICE + 1
TICKED = 10  # a checkpoint is worth as much as so many lives


@rules
def actions(g: State) -> int:
    """How many there are."""
    return CHOICES + PAUSE_CHOICE


@rules
def next_slot(robot: Robot) -> int:
    """The first open slot without a card; as many as there are open ones if all have theirs."""
    for slot in range(SLOTS - robot.locked):
        if robot.draft[slot] == 0:
            return slot
    return int(SLOTS - robot.locked)


@rules
def is_taken(robot: Robot, card: int) -> bool:
    """Whether the draft has a card already."""
    taken = False
    for slot in range(SLOTS - robot.locked):
        taken = taken or robot.draft[slot] == card
    return taken


@rules
def legal(g: State, seat: int, out: Any) -> None:
    """What may go into the next slot."""
    for k in range(len(out)):
        out[k] = 0
    robot = g.robots[seat]
    if g.reason != 0 or robot.hand_count == 0 or robot.confirmed != 0 or robot.resigned != 0:
        out[0] = 1
        return
    for k in range(robot.hand_count):
        out[1 + k] = not is_taken(robot, robot.hand[k])
    out[PAUSE_CHOICE] = robot.model == LAZY and burned_pauses(robot) == 0 and not is_taken(robot, PAUSE)
    if next_slot(robot) == 0:
        for k in range(PAUSE_CHOICE):
            out[CHOICES + k] = out[1 + k]


@rules
def spell(g: State, seat: int, choice: int, row: Any) -> None:
    """The draft so far with one card more; the whole program once it is full."""
    robot = g.robots[seat]
    for k in range(WIDTH):
        row[k] = 0
    slot = next_slot(robot)
    for k in range(slot):
        row[SLOT + k] = robot.draft[k]
    row[POWER_DOWN] = robot.announced
    card = 0
    if choice == 0:
        for k in range(robot.hand_count):
            if card == 0 and not is_taken(robot, robot.hand[k]):
                card = int(robot.hand[k])
    else:
        if choice >= CHOICES:
            row[POWER_DOWN] = 1 if slot == 0 else 2  # 2 is refused
        number = (choice - 1) % PAUSE_CHOICE
        card = PAUSE if number == HAND else int(robot.hand[number])
        if card == 0:
            card = PAUSE + 1  # there is no such card in the hand, and this one is refused
    if slot < SLOTS:
        row[SLOT + slot] = card
    row[TYPE] = PROGRAM if slot + 1 >= SLOTS - robot.locked else DRAFT


@rules
def gone(g: State, seat: int) -> bool:
    return bool(g.robots[seat].out != 0 or g.robots[seat].resigned != 0)


@rules
def worth(g: State, seat: int) -> int:
    """Checkpoints, and lives."""
    return int(TICKED * g.robots[seat].ticked + g.robots[seat].lives)
