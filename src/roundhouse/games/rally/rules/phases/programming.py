"""The programming phase: drafts, other commands for an Albot, and the end of the phase."""

from typing import Any

from .....core.rules import below, draw, emit, rules, stream
from ..state import Robot, State
from ..tables import (
    ABILITY_USED,
    ALBOT,
    BAD_FIELD,
    BY_SURVIVAL,
    CARD_BITS,
    CARD_TWICE,
    CONFIRMED,
    DRAFT_SAVED,
    DRAW_FILL,
    DRAW_REDEAL,
    FILLED,
    HAND,
    LAZY,
    NO_ABILITY,
    NOT_YOUR_CARD,
    PAUSE,
    PAUSE_NOT_ALLOWED,
    POWER_DOWN,
    REDEALT,
    RESIGNED,
    SLOT,
    SLOT_EMPTY,
    SLOT_LOCKED,
    SLOTS,
)
from .damage import discard, over
from .deal import first_draw, take_cards


@rules
def check_slots(robot: Robot, action: Any) -> int:
    """0, or what is wrong with the slots of a draft, in the order of the rules. RAL-054 to RAL-058"""
    for k in range(SLOTS):
        if not 0 <= action[SLOT + k] <= PAUSE:
            return BAD_FIELD
    if action[POWER_DOWN] != 0 and action[POWER_DOWN] != 1:
        return BAD_FIELD
    free = SLOTS - robot.locked
    for k in range(free, SLOTS):
        if action[SLOT + k] != 0 and action[SLOT + k] != robot.slots[k]:
            return SLOT_LOCKED
    for k in range(free):
        card = action[SLOT + k]
        if card != 0 and card != PAUSE and holds(robot, card) == 0:
            return NOT_YOUR_CARD
    for k in range(free):
        for other in range(k):
            card = action[SLOT + k]
            if card != 0 and card != PAUSE and card == action[SLOT + other]:
                return CARD_TWICE
    return check_pause(robot, action, free)


@rules
def holds(robot: Robot, card: int) -> int:
    """How often a card is in the hand."""
    count = 0
    for k in range(robot.hand_count):
        if robot.hand[k] == card:
            count += 1
    return count


@rules
def check_pause(robot: Robot, action: Any, free: int) -> int:
    """Only LazyBot pauses, once a round, a burned-in pause included. RAL-009, RAL-058"""
    pauses = 0
    for k in range(free):
        pauses += 1 if action[SLOT + k] == PAUSE else 0
    if pauses == 0:
        return 0
    for k in range(free, SLOTS):
        pauses += 1 if robot.slots[k] == PAUSE else 0
    return PAUSE_NOT_ALLOWED if robot.model != LAZY or pauses > 1 else 0


@rules
def check_full(robot: Robot, action: Any) -> int:
    """A program leaves no open slot empty. RAL-059, RAL-060"""
    for k in range(SLOTS - robot.locked):
        if action[SLOT + k] == 0:
            return SLOT_EMPTY
    return 0


@rules
def check_confirm(robot: Robot) -> int:
    """RAL-059"""
    for k in range(SLOTS - robot.locked):
        if robot.draft[k] == 0:
            return SLOT_EMPTY
    return 0


@rules
def check_redeal(robot: Robot) -> int:
    """RAL-062"""
    if robot.model != ALBOT:
        return NO_ABILITY
    return ABILITY_USED if robot.used != 0 else 0


@rules
def save_draft(g: State, seat: int, action: Any) -> None:
    """A new draft replaces the old one whole. RAL-053, RAL-061"""
    robot = g.robots[seat]
    for k in range(SLOTS):
        robot.draft[k] = action[SLOT + k] if k < SLOTS - robot.locked else 0
    robot.announced = action[POWER_DOWN]
    emit(g, DRAFT_SAVED, seat, 0, 0)


@rules
def confirm(g: State, seat: int) -> None:
    """RAL-059"""
    g.robots[seat].confirmed = 1
    emit(g, CONFIRMED, seat, 0, 0)


@rules
def redeal(g: State, seat: int) -> None:
    """An Albot gets as many other commands; its old hand is discarded only then. RAL-010, RAL-062, RAL-063"""
    robot = g.robots[seat]
    robot.used = 1
    if g.pile_count < robot.hand_count:
        restock(g, seat)
    old = (
        robot.hand[0], robot.hand[1], robot.hand[2], robot.hand[3], robot.hand[4],
        robot.hand[5], robot.hand[6], robot.hand[7], robot.hand[8],
    )  # fmt: skip
    take_cards(g, robot)
    for k in range(HAND):
        discard(g, old[k])
    for k in range(SLOTS):
        robot.draft[k] = 0
    emit(g, REDEALT, seat, 0, 0)


@rules
def restock(g: State, seat: int) -> None:
    """The discard pile of this round is shuffled and put under the pile. RAL-063, RAL-316"""
    count = g.discard_count
    for i in range(1, count):  # in ascending order first
        card = g.discard[i]
        k = i
        while k > 0 and g.discard[k - 1] > card:
            g.discard[k] = g.discard[k - 1]
            k -= 1
        g.discard[k] = card
    key = stream(g.seed, DRAW_REDEAL)
    first = first_draw(g, seat)
    for i in range(count - 1, 0, -1):
        k = below(draw(key, first + count - 1 - i), i + 1)
        card = g.discard[i]
        g.discard[i] = g.discard[k]
        g.discard[k] = card
    for i in range(g.pile_count - 1, -1, -1):
        g.pile[i + count] = g.pile[i]
    for i in range(count):
        g.pile[count - 1 - i] = g.discard[i]
    g.pile_count += count
    g.discard_count = 0


@rules
def resign(g: State, seat: int) -> None:
    """A seat gives up: its robot runs the round with its draft. If only one other is left, that one wins. RAL-064"""
    robot = g.robots[seat]
    robot.resigned = 1
    emit(g, RESIGNED, seat, 0, 0)
    staying = 0
    last = 0
    for other in range(1, g.seats + 1):
        if g.robots[other].out == 0 and g.robots[other].resigned == 0:
            staying += 1
            last = other
    if staying == 1:
        over(g, BY_SURVIVAL, last)


@rules
def close_programs(g: State) -> None:
    """The end of the phase: drafts become programs, empty slots are filled at random, the rest of the hands is
    discarded. RAL-065, RAL-089, RAL-090"""
    key = stream(g.seed, DRAW_FILL)
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        if robot.hand_count == 0:
            continue
        commands = 0
        last = 0
        for slot in range(SLOTS - robot.locked):
            if robot.draft[slot] == 0:
                card = drawn(robot, draw(key, first_draw(g, seat) + slot))
                robot.draft[slot] = card
                if slot < SLOTS - 1:
                    commands |= card << CARD_BITS * slot
                else:
                    last = card
        if commands != 0 or last != 0:
            emit(g, FILLED, seat, last, commands)
        for k in range(robot.hand_count):
            if drafted(robot, robot.hand[k]) == 0:
                discard(g, robot.hand[k])
            robot.hand[k] = 0
        robot.hand_count = 0
        for slot in range(SLOTS - robot.locked):
            robot.slots[slot] = robot.draft[slot]
            robot.draft[slot] = 0


@rules
def drafted(robot: Robot, card: int) -> int:
    """How often a card is in the draft."""
    count = 0
    for slot in range(SLOTS):
        if robot.draft[slot] == card:
            count += 1
    return count


@rules
def drawn(robot: Robot, u: int) -> int:
    """One of the cards not yet placed, taken in ascending priority. RAL-089, RAL-316"""
    left = 0
    for k in range(robot.hand_count):
        if drafted(robot, robot.hand[k]) == 0:
            left += 1
    pick = below(u, left)
    for k in range(robot.hand_count):
        card = robot.hand[k]
        if drafted(robot, card) != 0:
            continue
        smaller = 0
        for other in range(robot.hand_count):
            if robot.hand[other] < card and drafted(robot, robot.hand[other]) == 0:
                smaller += 1
        if smaller == pick:
            return int(card)
    return 0
