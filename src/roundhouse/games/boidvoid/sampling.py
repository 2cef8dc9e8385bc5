"""Random play: orders that are legal where that is quickly seen, and mostly sensible."""

from typing import Any

from ...core.rules import below, draw, rules
from .hexes import NOWHERE, distance, neighbour
from .phases.executing import check_attack
from .phases.moving import can_stop, enter_cost
from .phases.stats import unit_stat
from .phases.units import NONE, mothership_of
from .phases.working import can_capture, check_spawn, item_code
from .state import State
from .tables import (
    ACTION,
    ATTACK,
    BATTERY,
    BOOST,
    BUILD,
    CAPTURE,
    DONE,
    IDLE,
    MOVE,
    RANGE,
    SCHEMA_BOOST,
    SCHEMA_SUPERSTRUCTURE,
    SPAWN,
    SWARM_CREATE,
    SWARM_JOIN,
    UNIT,
    WIDTH,
    A,
    B,
    C,
)

DRAWS = 8  # numbers for one order
SIDES = 64  # of the die that decides what is tried
STOP, DIAL, ITEM, SWARM_UP, FIGHT, TAKE = 6, 8, 12, 15, 26, 44
TRIES = 6


@rules
def sample(g: State, seat: int, key: int, n: int, out: Any) -> None:
    """An order of one of the seat's ships, or that it is done."""
    for k in range(WIDTH):
        out[k] = 0
    first = DRAWS * n
    roll = below(draw(key, first), SIDES)
    player = choose_player(g, seat, draw(key, first + 1))
    if roll < STOP or player == NONE or g.players[player].pending >= g.orders_per_turn:
        out[ACTION] = DONE
        return
    index = player
    if g.players[player].place == 1 and roll % 5 == 0:
        index = mothership_of(g, g.players[player].team)
    out[UNIT] = index + 1
    if g.units[index].tile == NONE:
        sample_spawn(g, index, draw(key, first + 2), out)
    elif index != player:
        sample_move(g, index, key, first, out)
    else:
        sample_ship(g, index, roll, key, first, out)


@rules
def choose_player(g: State, seat: int, number: int) -> int:
    """One of the players that a seat orders for."""
    if g.by_team == 0:
        return seat - 1
    team = g.team_list[seat]
    return int(team.first + below(number, team.size_of))


@rules
def sample_ship(g: State, index: int, roll: int, key: int, first: int, out: Any) -> None:
    unit = g.units[index]
    if unit.job != IDLE or unit.swarm != 0 or unit.automode != 0:
        out[ACTION] = BATTERY
        out[A] = g.ratio_min + below(draw(key, first + 3), g.ratio_max - g.ratio_min + 1)
        if unit.job != IDLE:
            out[ACTION] = DONE
            out[UNIT] = 0
            out[A] = 0
        return
    if roll < DIAL:
        out[ACTION] = BATTERY
        out[A] = g.ratio_min + below(draw(key, first + 3), g.ratio_max - g.ratio_min + 1)
        return
    fresh = unit.acted < g.actions_per_turn
    if fresh and roll < ITEM and sample_item(g, index, draw(key, first + 4), out):
        return
    if fresh and roll < SWARM_UP and sample_swarm(g, index, out):
        return
    if fresh and roll < FIGHT and sample_attack(g, index, key, first, out):
        return
    if fresh and roll < TAKE and g.owner[unit.tile] != unit.team and can_capture(g, unit.team):
        out[ACTION] = CAPTURE
        return
    sample_move(g, index, key, first, out)


@rules
def sample_item(g: State, index: int, number: int, out: Any) -> bool:
    """Build, or burn a boost."""
    unit = g.units[index]
    for item in range(len(g.players[index].item_states)):
        if item_code(g, index, item, SCHEMA_SUPERSTRUCTURE) == 0:
            if g.owner[unit.tile] == unit.team and g.structure_at[unit.tile] == 0:
                out[ACTION] = BUILD
                out[A] = item
                return True
        elif item_code(g, index, item, SCHEMA_BOOST) == 0 and number % 2 == 0:
            out[ACTION] = BOOST
            out[A] = item
            out[B] = number // 2 % 2
            out[C] = index + 1
            return True
    return False


@rules
def sample_swarm(g: State, index: int, out: Any) -> bool:
    """Join a swarm next to it, else create one."""
    unit = g.units[index]
    for n in range(g.swarm_count):
        swarm = g.swarms[n]
        if swarm.team == unit.team and distance(g, unit.tile, swarm.tile) == 1:
            out[ACTION] = SWARM_JOIN
            out[A] = swarm.serial
            return True
    out[ACTION] = SWARM_CREATE
    return True


@rules
def sample_attack(g: State, index: int, key: int, first: int, out: Any) -> bool:
    """One of the units in range, if a few tries find one."""
    unit = g.units[index]
    if unit_stat(g, index, RANGE) == 0:
        return False
    for n in range(TRIES):
        other = below(draw(key, first + 5) + n * 7919, g.unit_count) + 1
        if g.units[other - 1].team != unit.team and check_attack(g, index + 1, other) == 0:
            out[ACTION] = ATTACK
            out[A] = other
            return True
    return False


@rules
def sample_move(g: State, index: int, key: int, first: int, out: Any) -> None:
    """To a neighbouring tile that is free and can be paid, else nothing more."""
    unit = g.units[index]
    start = below(draw(key, first + 6), 6)
    for n in range(6):
        tile = neighbour(g, unit.tile, (start + n) % 6)
        if tile != NOWHERE and can_stop(g, tile, unit.team, index + 1) and unit.ap >= enter_cost(g, index, tile):
            out[ACTION] = MOVE
            out[A] = tile % g.side
            out[B] = tile // g.side
            return
    out[ACTION] = DONE
    out[UNIT] = 0


@rules
def sample_spawn(g: State, index: int, number: int, out: Any) -> None:
    """On one of the own tiles, if it can come back."""
    size = g.side * g.side
    start = below(number, size)
    if g.units[index].respawn == 0 and g.units[index].acted < g.actions_per_turn:
        for n in range(size):
            tile = (start + n) % size
            if g.owner[tile] == g.units[index].team and check_spawn(g, index, tile % g.side, tile // g.side) == 0:
                out[ACTION] = SPAWN
                out[A] = tile % g.side
                out[B] = tile // g.side
                return
    out[ACTION] = DONE
    out[UNIT] = 0
