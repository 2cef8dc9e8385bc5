"""A turn: its start, the sealed orders, its end, and the end of the game. BOI-208 to BOI-216, BOI-257 to BOI-261"""

from typing import Any

from .....core.rules import rules
from ..state import State
from ..tables import (
    ACTION,
    ACTION_REJECTED,
    AP_RECHARGE,
    BUILDING,
    CAPTURING,
    ENDED_ALL_TILES,
    ENDED_LAST_TEAM,
    ENDED_SEASON,
    ENDED_TURNS,
    F_AP,
    HUNDRED,
    JOINING,
    MAINTENANCE,
    MOD_RECOVERY,
    NPC,
    ORDERS,
    RESPAWN_READY,
    TEAM_ELIMINATED,
    TURN_STARTED,
    UNIT,
    WIDTH,
)
from .collectibles import tell_battery
from .orders import check_order, execute, set_automode
from .pirates import first_team, return_home
from .stats import battery_max, field, modifier, unit_stat
from .swarms import advance_join
from .tile_work import advance_build, advance_capture
from .units import NONE, mothership_of, note


@rules
def nth_team(g: State, n: int) -> int:
    """The n-th team, from 0, in the initiative of this turn. BOI-216"""
    return (first_team(g) + n) % int(g.teams) + 1


# The start


@rules
def begin_turn(g: State) -> None:
    """BOI-209"""
    g.turn_no += 1
    g.round_no = g.turn_no
    for index in range(g.unit_count):
        recharge(g, index)
    for player in range(g.player_count):
        if g.maintenance_every > 0 and g.turn_no > 1 and (g.turn_no - 1) % g.maintenance_every == 0:  # BOI-239
            maintain(g, player, g.players[player].stake)
        charge(g, player)
    for index in range(g.unit_count):
        g.units[index].acted = 0
    for n in range(g.swarm_count):
        g.swarms[n].acted = 0
    for player in range(g.player_count):
        g.players[player].pending = 0
        g.players[player].ordered = 0
    for seat in range(1, g.seats + 1):
        g.done[seat] = 0
    note(g, TURN_STARTED, 0, NONE, 0, 0, -1, g.turn_no, 0, 0, 0)


@rules
def recharge(g: State, index: int) -> None:
    """Action points, up to the most a unit can have; an NPC's are not saved. BOI-076 to BOI-078"""
    unit = g.units[index]
    if unit.tile == NONE:
        return
    gain = max(0, unit_stat(g, index, AP_RECHARGE) + field(g, unit.tile, unit.team, F_AP, NONE))
    unit.ap = gain if unit.kind == NPC else min(int(g.ap_max), unit.ap + gain)


@rules
def charge(g: State, player: int) -> None:
    """BOI-081"""
    one = g.players[player]
    gain = max(0, g.battery_recharge + modifier(g, player, MOD_RECOVERY)) * HUNDRED
    one.battery = min(battery_max(g, player), one.battery + gain)


# Sealed orders


@rules
def keep_order(g: State, player: int, row: Any) -> None:
    """An order waits for the end of the turn. BOI-214"""
    one = g.players[player]
    number = player * ORDERS + one.pending
    for k in range(WIDTH):
        g.orders[k, number] = row[k]
    one.pending += 1


@rules
def execute_all(g: State) -> None:
    """Pass k executes the k-th order of each player, in the order of initiative. BOI-215, BOI-216"""
    most = 0
    largest = 0
    for player in range(g.player_count):
        most = max(most, int(g.players[player].pending))
    for team in range(1, g.teams + 1):
        largest = max(largest, int(g.team_list[team].size_of))
    begins = first_team(g)
    for number in range(most):
        for place in range(largest):
            for n in range(g.teams):
                team = (begins + n) % int(g.teams) + 1
                player = int(g.team_list[team].first) + place
                if place >= g.team_list[team].size_of or number >= g.players[player].pending:
                    continue
                for k in range(WIDTH):
                    g.row[k] = g.orders[k, player * ORDERS + number]
                code = check_order(g, player, g.row)
                if code == 0:
                    execute(g, player, g.row)
                else:  # one bad order does not ruin a turn (BOI-096)
                    note(g, ACTION_REJECTED, team, player, g.row[UNIT], 0, -1, g.row[ACTION], code, number + 1, 0)
    if most > 0:
        for player in range(g.player_count):
            forget_orders(g, player)


@rules
def forget_orders(g: State, player: int) -> None:
    for number in range(g.players[player].pending):
        for k in range(WIDTH):
            g.orders[k, player * ORDERS + number] = 0
    g.players[player].pending = 0


# The end


@rules
def work_on(g: State) -> None:
    """Builds, then captures, then joins, each in the order of initiative. BOI-211, BOI-213"""
    for n in range(g.teams):
        each_job(g, nth_team(g, n), BUILDING)
    for n in range(g.teams):
        each_job(g, nth_team(g, n), CAPTURING)
    for n in range(g.teams):
        each_job(g, nth_team(g, n), JOINING)


@rules
def each_job(g: State, team: int, job: int) -> None:
    first = g.team_list[team].first
    for index in range(first, first + g.team_list[team].size_of):
        if g.units[index].job == job:
            if job == BUILDING:
                advance_build(g, index)
            elif job == CAPTURING:
                advance_capture(g, index)
            else:
                advance_join(g, index)


@rules
def miss_turns(g: State) -> None:
    """Who has sent nothing for some turns is put on automode. BOI-157"""
    for player in range(g.player_count):
        one = g.players[player]
        one.missed = 0 if one.ordered != 0 else one.missed + 1
        if g.missed_turns_automode > 0 and one.missed >= g.missed_turns_automode:
            set_automode(g, player, 1)


@rules
def count_down(g: State) -> None:
    """BOI-207, BOI-212"""
    for n in range(g.teams):
        team = nth_team(g, n)
        first = g.team_list[team].first
        for index in range(first, first + g.team_list[team].size_of):
            wait(g, index)
        wait(g, mothership_of(g, team))
    for index in range(g.player_count + g.teams, g.unit_count):
        unit = g.units[index]
        if unit.tile == NONE and unit.respawn > 0:
            unit.respawn -= 1
            if unit.respawn == 0:
                return_home(g, index)


@rules
def wait(g: State, index: int) -> None:
    unit = g.units[index]
    if unit.tile == NONE and unit.respawn > 0:
        unit.respawn -= 1
        if unit.respawn == 0:
            player = index if index < g.player_count else NONE
            note(g, RESPAWN_READY, unit.team, player, index + 1, 0, -1, 0, 0, 0, 0)


@rules
def look_for_the_end(g: State) -> None:
    """BOI-257 to BOI-261"""
    playing = 0
    for team in range(1, g.teams + 1):
        one = g.team_list[team]
        if one.eliminated == 0 and is_gone(g, team):
            one.eliminated = g.turn_no
            note(g, TEAM_ELIMINATED, team, NONE, 0, 0, -1, team, 0, 0, 0)
        if one.eliminated == 0:
            playing += 1
    if g.early_end != 0:
        for team in range(1, g.teams + 1):
            if g.tiles_owned[team] == g.tile_count:
                g.reason = ENDED_ALL_TILES
        if g.reason == 0 and playing <= 1:
            g.reason = ENDED_LAST_TEAM
    if g.reason == 0 and g.ending != 0:
        g.reason = ENDED_SEASON
    if g.reason == 0 and g.turn_limit > 0 and g.turn_no >= g.turn_limit:
        g.reason = ENDED_TURNS


@rules
def is_gone(g: State, team: int) -> bool:
    """No tile, no ship and no mothership on the map. BOI-261"""
    if g.tiles_owned[team] > 0 or g.units[mothership_of(g, team)].tile != NONE:
        return False
    there = 0
    first = g.team_list[team].first
    for index in range(first, first + g.team_list[team].size_of):
        if g.units[index].tile != NONE:
            there += 1
    return there == 0


@rules
def maintain(g: State, player: int, stake: int) -> None:
    """A new powered stake gives a new maximum battery. BOI-234"""
    one = g.players[player]
    one.stake = stake
    one.battery = min(int(one.battery), battery_max(g, player))
    tell_battery(g, player, MAINTENANCE)
