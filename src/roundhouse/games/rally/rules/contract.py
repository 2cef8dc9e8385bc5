"""Rally's contract with the platform: who is waited for, what is accepted, and the order of a round."""

from typing import Any

from ....core.entry_types import Cube
from ....core.rules import below, draw, emit, rules
from ....core.schema import i4
from .phases.board_elements import fast_belts, slide, slow_belts, turn_gears
from .phases.damage import place, survivors
from .phases.deal import begin_round
from .phases.end_of_round import end_round
from .phases.lasers import field_lasers, robot_lasers
from .phases.moving import robots_move
from .phases.programming import (
    check_confirm,
    check_full,
    check_redeal,
    check_slots,
    close_programs,
    confirm,
    redeal,
    resign,
    save_draft,
)
from .state import Robot, State
from .tables import (
    ALBOT,
    ALREADY_CONFIRMED,
    BAD_ACTION,
    CARD_BITS,
    CONFIRM,
    DRAFT,
    HAND,
    LAZY,
    MOVE_PHASE_STARTED,
    PAUSE,
    PAUSE_CHANCE,
    POWER_DOWN,
    POWER_DOWN_CHANCE,
    PROGRAM,
    REDEAL,
    REDEAL_CHANCE,
    RESIGN,
    REVEALED,
    REVEALED_REST,
    ROBOT_FEATURES,
    SEATS_MAX,
    SEE_ANNOUNCED,
    SEE_BACKUP,
    SEE_DAMAGE,
    SEE_DRAFT,
    SEE_FACING,
    SEE_GOAL,
    SEE_HAND,
    SEE_HAND_SIZE,
    SEE_LIVES,
    SEE_MARKS,
    SEE_MODEL,
    SEE_ROUNDS_LEFT,
    SEE_SEAT,
    SEE_SLOTS,
    SEE_START,
    SEE_TICKED,
    SEE_USED,
    SEE_X,
    SEE_Y,
    SLOT,
    SLOTS,
    STRIDE,
    TYPE,
    WIDTH,
    WRONG_PHASE,
)

PLACE, POINTS = 0, 1
Observations = Cube[i4]  # a table for every match


@rules
def waiting(g: State, out: Any) -> int:
    """Every seat with a robot that can be programmed owes a program until it has confirmed. RAL-082, RAL-083"""
    count = 0
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        owes = g.reason == 0 and robot.hand_count != 0 and robot.confirmed == 0 and robot.resigned == 0
        out[seat] = owes
        if owes:
            count += 1
    return count


@rules
def check(g: State, seat: int, action: Any) -> int:
    """0, or why an action is refused, in the order of the rules. RAL-051 to RAL-064"""
    robot = g.robots[seat]
    kind = action[TYPE]
    if kind == RESIGN:
        return WRONG_PHASE if g.reason != 0 or robot.out != 0 or robot.resigned != 0 else 0
    if g.reason != 0 or robot.cell == 0 or robot.down != 0:
        return WRONG_PHASE
    if robot.confirmed != 0 or robot.resigned != 0:
        return ALREADY_CONFIRMED
    if kind == CONFIRM:
        return check_confirm(robot)
    if kind == REDEAL:
        return check_redeal(robot)
    if kind != DRAFT and kind != PROGRAM:
        return BAD_ACTION
    code = check_slots(robot, action)
    if code == 0 and kind == PROGRAM:
        code = check_full(robot, action)
    return code


@rules
def act(g: State, seat: int, action: Any) -> None:
    """A checked action happens at once. RAL-053, RAL-059 to RAL-064"""
    kind = action[TYPE]
    if kind == DRAFT:
        save_draft(g, seat, action)
    elif kind == CONFIRM:
        confirm(g, seat)
    elif kind == PROGRAM:
        save_draft(g, seat, action)
        confirm(g, seat)
    elif kind == REDEAL:
        redeal(g, seat)
    else:
        resign(g, seat)


@rules
def void(g: State, seat: int, action: Any) -> None:
    """No action of Rally counts without doing anything: what is refused changes nothing."""


@rules
def leave(g: State, seat: int, reason: int) -> None:
    """A seat that leaves, for whatever reason, has resigned. RAL-064"""
    if g.reason == 0 and g.robots[seat].out == 0 and g.robots[seat].resigned == 0:
        resign(g, seat)


@rules
def tick(g: State) -> None:
    """The end of the programming phase, the move phase, the end of the round, and the next round up to its programming
    phase. RAL-067, RAL-091, RAL-150"""
    g.event_count = 0
    g.events_lost = 0
    g.beat = 0
    g.steps = 0
    if g.reason != 0:
        return
    close_programs(g)
    announce(g)
    for slot in range(SLOTS):
        g.steps = slot + 1
        program_step(g, slot)
        if g.reason != 0:
            return
    end_round(g)
    if g.reason == 0:
        begin_round(g)


@rules
def announce(g: State) -> None:
    """RAL-048, RAL-149"""
    announced = 0
    for seat in range(1, g.seats + 1):
        if g.robots[seat].announced != 0:
            announced |= 1 << seat
    emit(g, MOVE_PHASE_STARTED, 0, 0, announced)


@rules
def program_step(g: State, slot: int) -> None:
    """The seven phases; after each the match may be over. RAL-091, RAL-092, RAL-157"""
    reveal(g, slot)
    robots_move(g, slot)
    if g.reason != 0 or survivors(g):
        return
    slide(g)
    if g.reason != 0 or survivors(g):
        return
    slow_belts(g)
    if g.reason != 0 or survivors(g):
        return
    fast_belts(g)
    if g.reason != 0 or survivors(g):
        return
    turn_gears(g)
    field_lasers(g)
    if survivors(g):
        return
    robot_lasers(g)
    survivors(g)


@rules
def reveal(g: State, slot: int) -> None:
    """RAL-047. A command takes 7 bits, so that four seats fit one event."""
    first = 0
    rest = 0
    for seat in range(1, g.seats + 1):
        card = g.robots[seat].slots[slot]
        if seat <= 4:
            first |= card << CARD_BITS * (seat - 1)
        else:
            rest |= card << CARD_BITS * (seat - 5)
    emit(g, REVEALED, 0, slot + 1, first)
    if g.seats > 4:
        emit(g, REVEALED_REST, 0, slot + 1, rest)


@rules
def result(g: State, out: Any) -> int:
    """0 while the match runs; else why it is over, with the place and the ticked checkpoints of every seat. RAL-160,
    RAL-161"""
    if g.reason == 0:
        return 0
    for seat in range(1, g.seats + 1):
        out[seat, PLACE] = place(g, seat)
        out[seat, POINTS] = g.robots[seat].ticked
    return int(g.reason)


@rules
def sample(g: State, seat: int, key: int, n: int, out: Any) -> None:
    """A random legal action: a program of random commands, now and then with a pause or a power-down, or a redeal."""
    robot = g.robots[seat]
    for k in range(WIDTH):
        out[k] = 0
    first = 8 * n
    chance = draw(key, first)
    if robot.model == ALBOT and robot.used == 0 and below(chance, REDEAL_CHANCE) == 0:
        out[TYPE] = REDEAL
        return
    out[TYPE] = PROGRAM
    free = SLOTS - robot.locked
    taken = 0
    for slot in range(free):
        pick = below(draw(key, first + 1 + slot), robot.hand_count - slot)
        for k in range(HAND):
            if not taken >> k & 1:
                if pick == 0:
                    taken |= 1 << k
                    out[SLOT + slot] = robot.hand[k]
                    break
                pick -= 1
    chance = draw(key, first + 6)
    if robot.model == LAZY and burned_pauses(robot) == 0 and below(chance, PAUSE_CHANCE) == 0:
        out[SLOT + below(draw(key, first + 7), free)] = PAUSE
    elif below(chance, POWER_DOWN_CHANCE) == 1 and robot.damage > 0:
        out[POWER_DOWN] = 1


@rules
def burned_pauses(robot: Robot) -> int:
    """RAL-009"""
    count = 0
    for slot in range(SLOTS - robot.locked, SLOTS):
        if robot.slots[slot] == PAUSE:
            count += 1
    return count


@rules
def observe(g: State, seat: int, out: Any) -> None:
    """Robots in rows of numbers, the own one first and then in seat order; `arrays.py` names the columns. RAL-043 to
    RAL-046"""
    for n in range(SEATS_MAX):
        for column in range(ROBOT_FEATURES):
            out[n, column] = 0
        if n < g.seats:
            other = seat if n == 0 else n if n < seat else n + 1
            observe_robot(g, other, n, out)
    robot = g.robots[seat]
    out[0, SEE_GOAL] = g.goal
    out[0, SEE_ROUNDS_LEFT] = g.max_rounds - g.round_no  # RAL-159
    out[0, SEE_USED] = robot.used
    out[0, SEE_ANNOUNCED] = robot.announced
    for k in range(SLOTS):
        out[0, SEE_DRAFT + k] = robot.draft[k]
    for k in range(HAND):
        out[0, SEE_HAND + k] = robot.hand[k]


@rules
def observe_robot(g: State, seat: int, n: int, out: Any) -> None:
    """What everybody sees of a robot."""
    robot = g.robots[seat]
    out[n, SEE_SEAT] = seat
    out[n, SEE_MODEL] = robot.model
    out[n, SEE_X] = robot.cell % STRIDE - 1
    out[n, SEE_Y] = robot.cell // STRIDE - 1
    out[n, SEE_FACING] = robot.facing
    out[n, SEE_DAMAGE] = robot.damage
    out[n, SEE_LIVES] = robot.lives
    out[n, SEE_TICKED] = robot.ticked
    out[n, SEE_BACKUP] = robot.backup % STRIDE - 1
    out[n, SEE_BACKUP + 1] = robot.backup // STRIDE - 1
    out[n, SEE_BACKUP + 2] = robot.backup_facing
    out[n, SEE_START] = robot.start % STRIDE - 1
    out[n, SEE_START + 1] = robot.start // STRIDE - 1
    out[n, SEE_START + 2] = robot.start_facing
    for k in range(SLOTS):
        out[n, SEE_SLOTS + k] = robot.slots[k]
    out[n, SEE_HAND_SIZE] = robot.hand_count
    out[n, SEE_MARKS] = robot.dead
    out[n, SEE_MARKS + 1] = robot.out
    out[n, SEE_MARKS + 2] = robot.down
    out[n, SEE_MARKS + 3] = robot.confirmed
    out[n, SEE_MARKS + 4] = robot.resigned
