"""One order: who may give it, its conditions in their order, and carrying it out. BOI-095 to BOI-103"""

from typing import Any

from .....core.rules import rules
from ..hexes import distance
from ..state import State
from ..tables import (
    ACTION,
    ALREADY_ACTED,
    ALREADY_ON_MAP,
    ATTACK,
    AUTOMODE,
    AUTOMODE_CHANGED,
    AUTOMODE_ON,
    BAD_ORDER,
    BATTERY,
    BOOST,
    BUILD,
    BURN,
    BY_PATH,
    CANCEL,
    CAPTURE,
    CAPTURING,
    DETONATE,
    DETONATED,
    DONE,
    EQUIP,
    GAME_OVER,
    IN_SWARM,
    LOCKED_CAPTURING,
    MOTHERSHIP,
    MOVE,
    NO_SUCH_TARGET,
    NOT_ON_MAP,
    NOT_YOUR_UNIT,
    OUT_OF_RANGE,
    OWN_TEAM,
    PARTIAL,
    RATIO_OUT_OF_RANGE,
    RESTART,
    SPACESHIP,
    SPAWN,
    STAKE,
    SWARM,
    SWARM_CREATE,
    SWARM_JOIN,
    SWARM_LEAVE,
    TARGET_IN_SWARM,
    TROOPER,
    UNIT,
    UNIT_ACTIONS,
    UNSTAKE,
    WRONG_UNIT,
    A,
    B,
    C,
    D,
)
from .collectibles import boost, check_boost, check_equip, check_unstake, equip, set_ratio, unstake
from .combat import range_of
from .destruction import attack, detonate, stop_work
from .moving import check_move, walk
from .swarms import check_join, check_swarm_leave, create_swarm, join, leave_swarm
from .tile_work import build, capture, check_build, check_cancel, check_capture, check_spawn, spawn
from .units import NONE, kind_of, note, swarm_index, team_of, tile_of

BY_ITEM = (BOOST, UNSTAKE, EQUIP)  # orders of a player rather than of a unit


@rules
def is_order(g: State, row: Any) -> bool:
    """Whether a row stands for an order. BOI-097, BOI-306"""
    action = row[ACTION]
    if action < DONE or action > RESTART or row[UNIT] < 0:
        return False
    if action == MOVE:
        return bool(0 <= row[D] <= PARTIAL + BY_PATH)
    if action == AUTOMODE:
        return bool(0 <= row[A] <= 1)
    if action == BOOST:
        return bool(BURN <= row[B] <= STAKE)
    return True


@rules
def orderer(g: State, seat: int, row: Any) -> int:
    """The player whose order it is: the seat's own; of a team's seat the named ship's, else the leader. BOI-024"""
    if g.by_team == 0:
        return seat - 1
    unit = row[UNIT]
    if 1 <= unit <= g.player_count and g.players[unit - 1].team == seat:
        return int(unit - 1)
    return int(g.team_list[seat].first)


@rules
def unit_of(g: State, player: int, row: Any) -> int:
    """The unit of an order; without a name the own ship. BOI-095"""
    return int(row[UNIT]) if row[UNIT] != 0 else player + 1


@rules
def commands(g: State, player: int, unit: int) -> bool:
    """The own ship; of leaders the mothership and swarms too. BOI-020 to BOI-023"""
    kind = kind_of(g, unit)
    if kind == SPACESHIP:
        return unit == player + 1
    if kind not in (MOTHERSHIP, SWARM):
        return False
    one = g.players[player]
    return bool(team_of(g, unit) == one.team and one.role != TROOPER)


@rules
def check_order(g: State, player: int, row: Any) -> int:
    """0, or why an order cannot be carried out: the first failure in the order of BOI-097."""
    if g.reason != 0 or g.team_list[g.players[player].team].eliminated != 0:
        return GAME_OVER
    if not is_order(g, row) or row[ACTION] in (DONE, RESTART):
        return BAD_ORDER
    unit = unit_of(g, player, row)
    code = check_who(g, player, unit, row[ACTION])
    return code if code != 0 else check_particulars(g, player, unit, row)


@rules
def check_who(g: State, player: int, unit: int, action: int) -> int:
    """Whether a player may order this of a unit at all, and it can act."""
    if not commands(g, player, unit):
        return NOT_YOUR_UNIT
    code = check_unit(g, unit, action)
    if code != 0:
        return code
    return ALREADY_ACTED if UNIT_ACTIONS[action] != 0 and not may_act(g, acted(g, unit)) else 0


@rules
def check_particulars(g: State, player: int, unit: int, row: Any) -> int:
    """The conditions of each action, in the order of the rulebook."""
    action = row[ACTION]
    if action == MOVE:
        return check_move(g, unit, row[A], row[B], row[C], row[D])
    if action == CAPTURE:
        return check_capture(g, unit - 1)
    if action == CANCEL:
        return check_cancel(g, unit - 1)
    if action == BUILD:
        return check_build(g, unit - 1, row[A])
    if action == SPAWN:
        return check_spawn(g, unit - 1, row[A], row[B])
    if action == BATTERY:
        return 0 if g.ratio_min <= row[A] <= g.ratio_max else RATIO_OUT_OF_RANGE  # BOI-139
    if action == ATTACK:
        return check_attack(g, unit, row[A])
    if action == SWARM_JOIN:
        return check_join(g, unit - 1, row[A])
    if action == SWARM_LEAVE:
        return check_swarm_leave(g, unit - 1, row[A], row[B])
    if action == BOOST:
        return check_boost(g, player, row[A], row[B], row[C] if row[C] != 0 else player + 1)
    if action == UNSTAKE:
        return check_unstake(g, player, row[A])
    if action == EQUIP:
        return check_equip(g, player, row[A])
    return 0  # detonate, swarm_create and automode have no conditions of their own


@rules
def check_unit(g: State, unit: int, action: int) -> int:
    """Whether a unit can do this now at all: on the map, its own pilot, not locked, not in a swarm, of the right kind.
    BOI-061, BOI-101 to BOI-103, BOI-106, BOI-116, BOI-128, BOI-144"""
    kind = kind_of(g, unit)
    on_map = tile_of(g, unit) != NONE
    if action == SPAWN and on_map:
        return ALREADY_ON_MAP
    if not on_map and action not in (SPAWN, BATTERY, AUTOMODE, EQUIP):
        return NOT_ON_MAP
    if kind == SPACESHIP:
        one = g.units[unit - 1]
        managed = action in (AUTOMODE, BOOST, UNSTAKE, EQUIP)
        if one.automode != 0 and not managed and action not in (BATTERY, SPAWN):
            return AUTOMODE_ON
        if one.job == CAPTURING and not managed and action != CANCEL:
            return LOCKED_CAPTURING
        if one.swarm != 0 and action in (MOVE, ATTACK, CAPTURE, CANCEL, BUILD, SWARM_CREATE, SWARM_JOIN):
            return IN_SWARM
        return 0
    if kind == SWARM:
        return 0 if action in (MOVE, ATTACK, DETONATE) or action in BY_ITEM else WRONG_UNIT
    return 0 if action in (MOVE, SPAWN, DETONATE) or action in BY_ITEM else WRONG_UNIT


@rules
def may_act(g: Any, acted_before: int) -> bool:
    """Whether a unit that has acted so often in this turn may act again. `g` may also be the settings. BOI-098"""
    return bool(acted_before < g.actions_per_turn)


@rules
def has_room(g: State, player: int) -> bool:
    """Whether a player may seal one more order in this turn. BOI-214"""
    return bool(g.players[player].pending < g.orders_per_turn)


@rules
def acted(g: State, unit: int) -> int:
    """BOI-098, BOI-100"""
    if kind_of(g, unit) == SWARM:
        return int(g.swarms[swarm_index(g, unit)].acted)
    return int(g.units[unit - 1].acted)


@rules
def check_attack(g: State, unit: int, target: int) -> int:
    """BOI-145, BOI-166"""
    code = check_target(g, team_of(g, unit), target)
    if code != 0:
        return code
    far = distance(g, tile_of(g, unit), tile_of(g, target))
    return 0 if far <= range_of(g, unit) else OUT_OF_RANGE


@rules
def check_target(g: State, team: int, target: int) -> int:
    """Whether a unit of a team may attack this one, the distance aside. BOI-145, BOI-166"""
    if target <= 0 or kind_of(g, target) == 0 or tile_of(g, target) == NONE:
        return NO_SUCH_TARGET
    if team_of(g, target) == team:
        return OWN_TEAM
    if target <= g.player_count and g.units[target - 1].swarm != 0:
        return TARGET_IN_SWARM
    return 0


@rules
def execute(g: State, player: int, row: Any) -> None:
    """An order whose conditions hold takes effect at once. BOI-220"""
    action = row[ACTION]
    unit = unit_of(g, player, row)
    if UNIT_ACTIONS[action] != 0:
        count_action(g, unit)
    if action == MOVE:
        walk(g, unit)
    elif action == CAPTURE:
        capture(g, unit - 1)
    elif action == CANCEL:
        stop_work(g, unit - 1)
    elif action == BUILD:
        build(g, unit - 1, row[A])
    elif action == SPAWN:
        spawn(g, unit - 1, row[B] * g.side + row[A])
    elif action == BATTERY:
        set_ratio(g, player, row[A])
    elif action == DETONATE:
        blow_up(g, player, unit)
    elif action == ATTACK:
        attack(g, unit, row[A], player)
    elif action == SWARM_CREATE:
        create_swarm(g, unit - 1)
    elif action == SWARM_JOIN:
        join(g, unit - 1, row[A])
    elif action == SWARM_LEAVE:
        leave_swarm(g, unit - 1, row[B] * g.side + row[A])
    elif action == AUTOMODE:
        set_automode(g, player, row[A])
    elif action == BOOST:
        boost(g, player, row[A], row[B], row[C] if row[C] != 0 else player + 1)
    elif action == UNSTAKE:
        unstake(g, player, row[A])
    elif action == EQUIP:
        equip(g, player, row[A])


@rules
def count_action(g: State, unit: int) -> None:
    """BOI-098"""
    if kind_of(g, unit) == SWARM:
        g.swarms[swarm_index(g, unit)].acted += 1
    else:
        g.units[unit - 1].acted += 1


@rules
def blow_up(g: State, player: int, unit: int) -> None:
    """BOI-141 to BOI-143"""
    team = team_of(g, unit)
    note(g, DETONATED, team, player, unit, 0, tile_of(g, unit), 0, 0, 0, 0)
    detonate(g, unit, kind_of(g, unit))


@rules
def set_automode(g: State, player: int, on: int) -> None:
    """BOI-155"""
    if g.units[player].automode != on:
        g.units[player].automode = on
        note(g, AUTOMODE_CHANGED, g.players[player].team, player, player + 1, 0, -1, on, 0, 0, 0)
