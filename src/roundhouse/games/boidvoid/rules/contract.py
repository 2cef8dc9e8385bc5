"""BoidVoid's contract with the platform: who is waited for, what is accepted, and the order of a turn."""

from typing import Any

from ....core.rules import rules
from .observation import observe
from .phases.automode import fly_asleep
from .phases.badges import award_badges, award_last_badges
from .phases.collectibles import end_boosts
from .phases.orders import check_order, execute, has_room, is_order, orderer, set_automode
from .phases.pirates import rove
from .phases.scoring import has_left, rank
from .phases.turns import (
    begin_turn,
    count_down,
    execute_all,
    forget_orders,
    keep_order,
    look_for_the_end,
    maintain,
    miss_turns,
    nth_team,
    work_on,
)
from .phases.units import note
from .sample import sample
from .state import State
from .tables import (
    ACTION,
    BAD_ORDER,
    CHANGE_END,
    CHANGE_ITEM,
    CHANGE_ROLE,
    CHANGE_STAKE,
    DONE,
    ENDED_DESERTED,
    GAME_ENDED,
    GAME_OVER,
    ITEM_FREE,
    ITEM_NONE,
    LEADER,
    LIVE,
    ORDER_TAKEN,
    RESTART,
    STAKE_MAX,
    TOO_MANY_ITEMS,
    TROOPER,
    TURN_CLOSED,
    TURN_ENDED,
)

__all__ = [
    "act", "change", "check", "check_change", "leave", "observe", "result", "sample", "tick", "void", "waiting",
]  # fmt: skip

PLACE, POINTS = 0, 1
TYPE, WHO, WHAT, HOW = range(4)


@rules
def waiting(g: State, out: Any) -> int:
    """Every seat that plays, until it is done. BOI-214, BOI-219, BOI-261"""
    count = 0
    for seat in range(1, g.seats + 1):
        owes = g.reason == 0 and g.done[seat] == 0 and g.left[seat] == 0
        owes = owes and g.team_list[g.seat_team[seat]].eliminated == 0
        out[seat] = owes
        if owes:
            count += 1
    return count


@rules
def check(g: State, seat: int, action: Any) -> int:
    """0, or why an order is refused. A sealed one is looked at more closely when it is executed. Who is done with a
    live turn may go on all the same. BOI-096, BOI-097, BOI-217"""
    if g.reason != 0 or g.left[seat] != 0 or g.team_list[g.seat_team[seat]].eliminated != 0:
        return GAME_OVER
    if not is_order(g, action):
        return BAD_ORDER
    if action[ACTION] == RESTART:
        return BAD_ORDER if g.live == LIVE else 0
    if g.done[seat] != 0 and (g.live != LIVE or action[ACTION] == DONE):
        return TURN_CLOSED
    if action[ACTION] == DONE:
        return 0
    player = orderer(g, seat, action)
    if g.live == LIVE:
        return check_order(g, player, action)
    return 0 if has_room(g, player) else BAD_ORDER


@rules
def act(g: State, seat: int, action: Any) -> None:
    """BOI-214, BOI-217, BOI-219"""
    if action[ACTION] == DONE:
        g.done[seat] = 1
        mark_ordered(g, seat)
        return
    if action[ACTION] == RESTART:
        restart(g, seat)
        return
    player = orderer(g, seat, action)
    one = g.players[player]
    one.ordered = 1
    if g.live != LIVE:
        keep_order(g, player, action)
        note(g, ORDER_TAKEN, one.team, player, player + 1, 0, -1, one.pending, 0, 0, 0)
    elif check_order(g, player, action) == 0:  # finds the path of a move anew
        execute(g, player, action)


@rules
def first_of(g: State, seat: int) -> int:
    """The first of the players that a seat orders for. BOI-024"""
    return int(g.team_list[seat].first) if g.by_team != 0 else seat - 1


@rules
def count_of(g: State, seat: int) -> int:
    return int(g.team_list[seat].size_of) if g.by_team != 0 else 1  # BOI-024


@rules
def mark_ordered(g: State, seat: int) -> None:
    """Who says that he has no orders is there all the same. BOI-157"""
    for player in range(first_of(g, seat), first_of(g, seat) + count_of(g, seat)):
        g.players[player].ordered = 1


@rules
def restart(g: State, seat: int) -> None:
    """BOI-214"""
    g.done[seat] = 0
    for player in range(first_of(g, seat), first_of(g, seat) + count_of(g, seat)):
        forget_orders(g, player)


@rules
def void(g: State, seat: int, action: Any) -> None:
    """No order counts without doing anything. BOI-096"""


@rules
def leave(g: State, seat: int, reason: int) -> None:
    """Its ships fly on by themselves; if only one team still has players, it has won. BOI-155"""
    if g.reason != 0 or g.left[seat] != 0:
        return
    g.left[seat] = reason
    for player in range(first_of(g, seat), first_of(g, seat) + count_of(g, seat)):
        set_automode(g, player, 1)
    there = 0
    for team in range(1, g.teams + 1):
        if not has_left(g, team):
            there += 1
    if there <= 1:
        g.reason = ENDED_DESERTED
        note(g, GAME_ENDED, 0, -1, 0, 0, -1, g.reason, 0, 0, 0)


@rules
def check_change(g: State, row: Any) -> int:
    """0, or why an organiser cannot alter the game like this. BOI-234, BOI-257, BOI-298"""
    kind = row[TYPE]
    if g.reason != 0:
        return GAME_OVER
    if kind == CHANGE_END:
        return 0
    if kind not in (CHANGE_STAKE, CHANGE_ROLE, CHANGE_ITEM) or row[WHO] < 0 or row[WHO] >= g.player_count:
        return BAD_ORDER
    if kind == CHANGE_STAKE:
        return 0 if 0 <= row[WHAT] <= STAKE_MAX else BAD_ORDER
    if kind == CHANGE_ROLE:
        return 0 if LEADER <= row[WHAT] <= TROOPER else BAD_ORDER
    if row[WHAT] <= 0 or row[WHAT] >= g.template_count or row[HOW] < 0 or row[HOW] > 1:
        return BAD_ORDER
    return 0 if free_place(g, row[WHO]) >= 0 else TOO_MANY_ITEMS


@rules
def free_place(g: State, player: int) -> int:
    """Where another item of a player can stand."""
    one = g.players[player]
    for item in range(len(one.item_states)):
        if one.item_states[item] == ITEM_NONE:
            return item
    return -1


@rules
def change(g: State, row: Any) -> None:
    """A checked change."""
    kind = row[TYPE]
    if kind == CHANGE_END:
        g.ending = 1
    elif kind == CHANGE_STAKE:
        maintain(g, row[WHO], row[WHAT])
    elif kind == CHANGE_ROLE:
        g.players[row[WHO]].role = row[WHAT]
    else:
        one = g.players[row[WHO]]
        item = free_place(g, row[WHO])
        one.item_templates[item] = row[WHAT]
        one.item_states[item] = ITEM_FREE
        one.item_burnable[item] = row[HOW]


@rules
def tick(g: State) -> None:
    """The end of a turn and the start of the next. BOI-208, BOI-210"""
    g.event_count = 0
    g.events_lost = 0
    if g.reason != 0:
        return
    if g.live != LIVE:
        execute_all(g)
    miss_turns(g)
    work_on(g)
    for n in range(g.teams):
        fly_asleep(g, nth_team(g, n))
    for index in range(g.player_count + g.teams, g.unit_count):
        rove(g, index)
    count_down(g)
    end_boosts(g)
    award_badges(g)
    look_for_the_end(g)
    note(g, TURN_ENDED, 0, -1, 0, 0, -1, g.turn_no, 0, 0, 0)
    if g.reason == 0:
        begin_turn(g)
    else:
        award_last_badges(g)
        note(g, GAME_ENDED, 0, -1, 0, 0, -1, g.reason, 0, 0, 0)


@rules
def result(g: State, out: Any) -> int:
    """0 while the game runs; else why it is over, with rank and tiles of every seat's team. BOI-262 to BOI-264"""
    if g.reason == 0:
        return 0
    for team in range(1, g.teams + 1):
        place = rank(g, team)
        for seat in range(1, g.seats + 1):
            if g.seat_team[seat] == team:
                out[seat, PLACE] = place
                out[seat, POINTS] = g.tiles_owned[team]
    return int(g.reason)
