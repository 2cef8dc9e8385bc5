"""Whether a request is one at all, and whether its unit can act. QST-052, QST-056, QST-150"""

from typing import Any

from .....core.rules import rules
from ..state import State
from ..tables import (
    ATTACK,
    BY_MAX_ACTIONS,
    CRAFT,
    DO,
    DROP,
    END_TURN,
    EQUIP,
    FIRST_TOWER,
    FIRST_TRAP,
    FROZEN,
    ITEMS,
    KINDS,
    LEVEL_MAX,
    MOVE,
    NO_UNIT,
    NUMBER_MAX,
    PICKUP,
    PLACE_TOWER,
    PLACE_TRAP,
    RESEARCH,
    RESIGN,
    RESPAWNED,
    RETALIATE,
    THINGS,
    UNIT,
    VIEW,
    WIDTH,
    A,
    B,
    N,
)
from .lookup import index_of


@rules
def is_request(action: Any) -> bool:
    """Whether a row stands for a message: known, numbers in range, fields that it does not have 0. QST-056, QST-150"""
    do = action[DO]
    if do < END_TURN or do > RESIGN:
        return False
    for k in range(1, WIDTH):
        if action[k] > NUMBER_MAX or action[k] < -NUMBER_MAX:
            return False
    if do in (END_TURN, RESIGN) and action[UNIT] != 0:
        return False
    return are_numbers(action) and are_amounts(action)


@rules
def are_numbers(action: Any) -> bool:
    """Whether a and b are what this action takes."""
    do = action[DO]
    a = action[A]
    b = action[B]
    if do == MOVE:
        return True
    if do == ATTACK:
        return bool(b >= 1)
    if do == RETALIATE:
        return bool(a >= 0 and b >= 0)
    if b != 0:
        return False
    if do in (CRAFT, EQUIP):
        return bool(0 <= a < ITEMS)
    if do == RESEARCH:
        return bool(0 <= a < KINDS)
    if do == PLACE_TRAP:
        return bool(FIRST_TRAP <= a < FIRST_TRAP + LEVEL_MAX)
    if do == PLACE_TOWER:
        return bool(FIRST_TOWER <= a < FIRST_TOWER + LEVEL_MAX)
    return bool(a == 0)


@rules
def are_amounts(action: Any) -> bool:
    """Whether quantities stand where there must be some, and only there. QST-081"""
    do = action[DO]
    some = False
    for k in range(THINGS):
        if action[N + k] < 0:
            return False
        if action[N + k] > 0:
            some = True
    wanted: bool = do in (PICKUP, DROP, CRAFT, PLACE_TRAP, PLACE_TOWER)
    return some == wanted


@rules
def check_unit(g: State, seat: int, action: Any) -> int:
    """Whether the unit is one's own and can act; it can always look. QST-056, QST-077, QST-091, QST-106"""
    index = index_of(g, action[UNIT])
    if index < 0 or g.units[index].owner != seat:
        return NO_UNIT
    if action[DO] == VIEW:
        return 0
    if g.units[index].respawned != 0:
        return RESPAWNED
    return FROZEN if g.units[index].frozen > 0 else 0


@rules
def count_request(g: State, seat: int) -> None:
    """Whoever asks is there; with the last request of a turn the turn ends. QST-052, QST-125"""
    player = g.players[seat]
    player.away = 0
    if g.ended == 0:
        player.acted += 1
        if player.acted >= g.max_actions:
            g.ended = BY_MAX_ACTIONS
