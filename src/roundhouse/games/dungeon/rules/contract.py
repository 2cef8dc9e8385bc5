"""The Dungeon's contract with the platform: who is waited for, what is accepted, and the order of a round."""

from typing import Any

from ....core.rules import rules
from .observation import observe
from .phases.blocking import block
from .phases.end_of_round import OVERALL, begin_round, end_round, is_in_play, place, score
from .phases.fighting import fight, fight_with_items, take_aim
from .phases.knowledge import gather
from .phases.lookup import note
from .phases.mining import mine
from .phases.moving import move, move_with_items
from .phases.orders import check_fields, check_robot, close_orders, drop_orders, store_order
from .phases.regenerating import regenerate
from .phases.repairing import repair
from .phases.trading import trade
from .sample import sample
from .state import State
from .tables import (
    BAD_FIELD,
    BAD_ROUND_MS,
    BAD_ROUNDS,
    BLOCK,
    CHANGE_EARLY_CLOSE,
    CHANGE_END,
    CHANGE_REFILL,
    CHANGE_ROUND_MS,
    CHANGE_ROUNDS,
    DONE,
    NO_PATCH,
    NOT_IN_GAME,
    NOT_RUNNING,
    NOTHING,
    ROUND_MS_MAX,
    ROUND_MS_MIN,
    ROUND_STATUS,
    ROUNDS_MAX,
    TYPE,
    UNKNOWN_COMMAND,
)

__all__ = [
    "act", "change", "check", "check_change", "leave", "observe", "result", "sample", "tick", "void", "waiting",
]  # fmt: skip

PLACE, POINTS = 0, 1
CHANGE_TYPE, VALUE = 0, 1


@rules
def waiting(g: State, out: Any) -> int:
    """Every seat that owns a robot or can afford one, until it is done. DUN-242, DUN-256"""
    count = 0
    for seat in range(1, g.seats + 1):
        player = g.players[seat]
        owes = g.reason == 0 and player.done == 0 and player.left == 0 and is_in_play(g, seat)
        out[seat] = owes
        if owes:
            count += 1
    return count


@rules
def check(g: State, seat: int, action: Any) -> int:
    """0, or why an action is refused at once. DUN-062 to DUN-064, DUN-160, DUN-236"""
    if g.reason != 0:
        return NOT_RUNNING
    if g.players[seat].left != 0:
        return NOT_IN_GAME
    if action[TYPE] < BLOCK or action[TYPE] > DONE:
        return UNKNOWN_COMMAND
    if not check_fields(g, action):
        return BAD_FIELD
    return check_robot(g, seat, action)


@rules
def act(g: State, seat: int, action: Any) -> None:
    """A checked action is kept for the execution. DUN-058, DUN-059"""
    store_order(g, seat, action)


@rules
def void(g: State, seat: int, action: Any) -> None:
    """No action counts without doing anything: what is refused changes nothing. DUN-064"""


@rules
def leave(g: State, seat: int, reason: int) -> None:
    """Its robots stay, its commands do not. DUN-256"""
    if g.reason == 0 and g.players[seat].left == 0:
        g.players[seat].left = reason
        drop_orders(g, seat)


@rules
def check_change(g: State, row: Any) -> int:
    """0, or why an organiser cannot alter the match like this. DUN-117, DUN-157, DUN-158, DUN-193, DUN-243"""
    kind = row[CHANGE_TYPE]
    value = row[VALUE]
    if g.reason != 0:
        return NOT_RUNNING
    if kind == CHANGE_ROUNDS:
        return 0 if g.round_no < value <= ROUNDS_MAX else BAD_ROUNDS
    if kind == CHANGE_ROUND_MS:
        return 0 if ROUND_MS_MIN <= value <= ROUND_MS_MAX else BAD_ROUND_MS
    if kind == CHANGE_EARLY_CLOSE:
        return 0 if 0 <= value <= 1 else BAD_FIELD
    if kind == CHANGE_REFILL:
        there = 0 <= value < g.side * g.side
        return 0 if there and g.planets[value].exists != 0 and g.planets[value].kind != NOTHING else NO_PATCH
    return 0 if kind == CHANGE_END else UNKNOWN_COMMAND


@rules
def change(g: State, row: Any) -> None:
    """A checked change. DUN-243"""
    kind = row[CHANGE_TYPE]
    value = row[VALUE]
    if kind == CHANGE_ROUNDS:
        g.max_rounds = value
    elif kind == CHANGE_ROUND_MS:
        g.next_round_ms = value
    elif kind == CHANGE_EARLY_CLOSE:
        g.next_early_close = value
    elif kind == CHANGE_END:
        g.ending = 1
    else:
        g.planets[value].refill = 1


@rules
def tick(g: State) -> None:
    """The end of collecting, the nine phases, the end of the round, and the beginning of the next. DUN-119"""
    g.event_count = 0
    g.events_lost = 0
    if g.reason != 0:
        return
    note(g, ROUND_STATUS, 0, 0, 0, 0, 0, g.round_no, 1, 0)
    close_orders(g)
    take_aim(g)
    gather(g)
    block(g)
    trade(g)
    move_with_items(g)
    move(g)
    repair(g)
    fight_with_items(g)
    fight(g)
    mine(g)
    regenerate(g)
    end_round(g)
    if g.reason == 0:
        begin_round(g)


@rules
def result(g: State, out: Any) -> int:
    """0 while the match runs; else why it is over, with place and sum of every seat. DUN-171, DUN-173, DUN-248"""
    if g.reason == 0:
        return 0
    for seat in range(1, g.seats + 1):
        out[seat, PLACE] = place(g, seat, OVERALL)
        out[seat, POINTS] = score(g, seat, OVERALL)
    return int(g.reason)
