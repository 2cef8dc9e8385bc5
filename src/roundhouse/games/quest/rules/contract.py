"""Quest's contract with the platform: whose turn it is, what is accepted, and what happens at once."""

from typing import Any

from ....core.rules import rules
from .observation import observe
from .phases.building import check_place_tower, check_place_trap, place_tower, place_trap
from .phases.crafting import check_craft, check_equip, check_research, craft, equip, research
from .phases.death import defeat
from .phases.fighting import attack, check_attack, retaliate
from .phases.gathering import check_dig, check_drop, check_pickup, dig, drop, pick_up
from .phases.lookup import index_of
from .phases.moving import check_move, move
from .phases.requests import check_unit, count_request, is_request
from .phases.scoring import finish, place, score, whole
from .phases.turns import end_turn, pass_on
from .sample import sample
from .state import State
from .tables import (
    ATTACK,
    BAD_REQUEST,
    BY_END_TURN,
    BY_MAX_ACTIONS,
    CONNECTION_LOST,
    CRAFT,
    DIG,
    DO,
    DROP,
    END_TURN,
    ENDED_NOBODY_CONNECTED,
    EQUIP,
    MOVE,
    NOT_YOUR_TURN,
    PICKUP,
    PLACE_TOWER,
    PLACE_TRAP,
    RESEARCH,
    RESIGN,
    RESIGNED,
    RETALIATE,
    RETURNED,
    TOO_MANY,
    UNIT,
    A,
)

__all__ = ["act", "check", "leave", "observe", "result", "sample", "tick", "void", "waiting"]

PLACE, POINTS = 0, 1


@rules
def waiting(g: State, out: Any) -> int:
    """The player whose turn it is, until it has ended. QST-115, QST-121, QST-125"""
    count = 0
    for seat in range(1, g.seats + 1):
        player = g.players[seat]
        own = g.reason == 0 and g.turn_of == seat and g.ended == 0
        owes = own and player.defeated == 0 and player.away == 0
        out[seat] = owes
        if owes:
            count += 1
    return count


@rules
def check(g: State, seat: int, action: Any) -> int:
    """0, or why a request is refused, in the order of QST-056. Giving up is possible at any time. QST-148"""
    if g.reason != 0 or g.players[seat].defeated != 0:
        return NOT_YOUR_TURN
    if action[DO] == RESIGN and is_request(action):
        return 0
    if g.turn_of != seat or (g.ended != 0 and g.ended != BY_MAX_ACTIONS):
        return NOT_YOUR_TURN
    if not is_request(action):
        return BAD_REQUEST
    if g.ended != 0:
        return TOO_MANY
    if action[DO] == END_TURN:
        return 0
    code = check_unit(g, seat, action)
    return code if code != 0 else check_action(g, index_of(g, action[UNIT]), action)


@rules
def check_action(g: State, index: int, action: Any) -> int:
    """The checks of each action, in the order of the rulebook, energy last."""
    do = action[DO]
    unit = g.units[index]
    if do == MOVE:
        return check_move(g, unit, action)
    if do == ATTACK:
        return check_attack(g, unit, action)
    if do == DIG:
        return check_dig(g, unit)
    if do == PICKUP:
        return check_pickup(g, unit)
    if do == DROP:
        return check_drop(g, unit, action)
    if do == CRAFT:
        return check_craft(g, unit, action)
    if do == EQUIP:
        return check_equip(g, unit, action)
    if do == RESEARCH:
        return check_research(g, unit, action[A])
    if do == PLACE_TRAP:
        return check_place_trap(g, unit, action)
    if do == PLACE_TOWER:
        return check_place_tower(g, unit, action)
    return 0  # retaliate and view are free


@rules
def act(g: State, seat: int, action: Any) -> None:
    """A checked request happens at once. QST-049, QST-053"""
    do = action[DO]
    if do == RESIGN:
        leave(g, seat, RESIGNED)
        return
    if do == END_TURN:
        count_request(g, seat)
        g.ended = BY_END_TURN
        return
    index = index_of(g, action[UNIT])
    if do == MOVE:
        move(g, index, action)
    elif do == ATTACK:
        attack(g, index, action)
    elif do == RETALIATE:
        retaliate(g, index, action)
    elif do == DIG:
        dig(g, index)
    elif do == PICKUP:
        pick_up(g, index, action)
    elif do == DROP:
        drop(g, index, action)
    elif do == CRAFT:
        craft(g, index, action)
    elif do == EQUIP:
        equip(g, index, action)
    elif do == RESEARCH:
        research(g, index, action)
    elif do == PLACE_TRAP:
        place_trap(g, index, action)
    elif do == PLACE_TOWER:
        place_tower(g, index, action)
    count_request(g, seat)


@rules
def void(g: State, seat: int, action: Any) -> None:
    """A refused request changes nothing, but it counts. QST-052, QST-055"""
    if g.reason == 0 and g.players[seat].defeated == 0:
        g.players[seat].refused += 1
        if g.turn_of == seat:
            count_request(g, seat)


@rules
def leave(g: State, seat: int, reason: int) -> None:
    """Who gives up or is removed is defeated; who lost its line is passed over until it is back. QST-125, QST-132,
    QST-148"""
    player = g.players[seat]
    if g.reason != 0 or player.defeated != 0:
        return
    if reason == RETURNED:
        player.away = 0
        return
    if reason != CONNECTION_LOST:
        defeat(g, seat, reason)
    else:
        player.away = 1
    for other in range(1, g.seats + 1):
        if g.players[other].defeated == 0 and g.players[other].away == 0:
            return
    finish(g, ENDED_NOBODY_CONNECTED)


@rules
def tick(g: State) -> None:
    """The end of a turn and the beginning of the next. QST-115, QST-116, QST-122"""
    g.event_count = 0
    g.events_lost = 0
    if g.reason != 0:
        return
    end_turn(g)
    pass_on(g)


@rules
def result(g: State, out: Any) -> int:
    """0 while the match runs; else why it is over, with place and points of every seat. QST-130 to QST-133, QST-149"""
    if g.reason == 0:
        return 0
    for seat in range(1, g.seats + 1):
        out[seat, PLACE] = place(g, seat)
        out[seat, POINTS] = whole(score(g, seat))
    return int(g.reason)
