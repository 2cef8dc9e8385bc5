"""Random play: orders that are accepted as the game stands now, and mostly sensible."""

from typing import Any

from ....core.rules import below, draw, rules
from .hexes import NOWHERE, neighbour
from .phases.collectibles import check_boost
from .phases.moving import can_enter, can_stop
from .phases.orders import check_attack, has_room, may_act
from .phases.swarms import check_join, check_swarm_leave
from .phases.tile_work import can_capture, check_build, check_spawn
from .phases.units import NONE, mothership_of, swarm_index, team_of, tile_of
from .state import State
from .tables import (
    ACTION,
    ATTACK,
    AUTOMODE,
    BATTERY,
    BOOST,
    BUILD,
    CANCEL,
    CAPTURE,
    CAPTURING,
    DETONATE,
    DONE,
    IDLE,
    ITEM_STAKED,
    MOVE,
    SPAWN,
    STAKE,
    SWARM_CREATE,
    SWARM_JOIN,
    SWARM_LEAVE,
    TROOPER,
    UNIT,
    UNSTAKE,
    WIDTH,
    A,
    B,
    C,
)

DRAWS = 8  # numbers for one order
SIDES = 64  # of the die that decides what is tried
STOP, DIAL, ITEM, SWARM_UP, FIGHT, TAKE, SLEEP = 6, 8, 12, 15, 26, 44, 46
RARE = 12  # of so many wild orders one is carried out
TRIES = 6


@rules
def luck(key: int, n: int) -> int:
    """A drawn number that is not too long for sums."""
    return below(draw(key, n), 1 << 30)


@rules
def sample(g: State, seat: int, key: int, n: int, out: Any) -> None:
    """An order of one of the seat's units, or that it is done."""
    for k in range(WIDTH):
        out[k] = 0
    first = DRAWS * n
    roll = luck(key, first) % SIDES
    player = choose_player(g, seat, luck(key, first + 1))
    if roll < STOP or not has_room(g, player):
        return
    index = player
    leads = g.players[player].role != TROOPER and (g.by_team == 0 or g.players[player].place == 1)  # BOI-024
    if leads and roll % 5 == 0:
        index = mothership_of(g, g.players[player].team)
    unit = g.units[index]
    out[UNIT] = index + 1
    if unit.tile == NONE:
        sample_spawn(g, index, luck(key, first + 2), out)
    elif index != player:
        sample_move(g, index + 1, luck(key, first + 6), out)
    elif unit.swarm != 0 and leads and unit.automode == 0 and roll % 2 == 0:
        sample_swarm(g, unit.swarm, luck(key, first + 5), luck(key, first + 6), out)
    else:
        sample_ship(g, index, roll, key, first, out)
    if out[ACTION] == DONE:
        out[UNIT] = 0


@rules
def choose_player(g: State, seat: int, number: int) -> int:
    """One of the players that a seat orders for."""
    if g.by_team == 0:  # BOI-024
        return seat - 1
    team = g.team_list[seat]
    return int(team.first + number % team.size_of)


@rules
def sample_ship(g: State, index: int, roll: int, key: int, first: int, out: Any) -> None:
    """What a ship on the map does; nothing at all is possible too."""
    unit = g.units[index]
    fresh = may_act(g, unit.acted)
    rare = luck(key, first + 7) % RARE == 0
    if TAKE <= roll < SLEEP and (rare or unit.automode != 0):
        out[ACTION] = AUTOMODE
        out[A] = 1 - unit.automode
    elif unit.job == CAPTURING:
        if fresh and rare and unit.automode == 0:
            out[ACTION] = CANCEL
    elif roll < DIAL or unit.automode != 0:
        out[ACTION] = BATTERY
        out[A] = g.ratio_min + luck(key, first + 3) % (g.ratio_max - g.ratio_min + 1)  # BOI-082
    elif fresh and roll < ITEM and sample_item(g, index, luck(key, first + 4), out):
        return
    elif unit.swarm != 0:
        if fresh and rare:
            leave_somewhere(g, index, luck(key, first + 4), out)
    elif unit.job == IDLE or rare:
        sample_flight(g, index, roll, key, first, out)


@rules
def sample_flight(g: State, index: int, roll: int, key: int, first: int, out: Any) -> None:
    """What a ship does that is free to go."""
    unit = g.units[index]
    fresh = may_act(g, unit.acted)
    if fresh and roll < SWARM_UP:
        swarm_up(g, index, luck(key, first + 4), out)
    elif not (fresh and roll < FIGHT and sample_attack(g, index + 1, luck(key, first + 5), out)):
        if fresh and roll < TAKE and g.owner[unit.tile] != unit.team and can_capture(g, unit.team):
            out[ACTION] = CAPTURE
        else:
            sample_move(g, index + 1, luck(key, first + 6), out)


@rules
def sample_item(g: State, index: int, number: int, out: Any) -> bool:
    """Build, put a boost or another level on the ship, its swarm or what it stands on, or take one back."""
    player = g.players[index]
    unit = g.units[index]
    mode = number // 8 % 2
    n = g.structure_at[unit.tile] - 1
    holder = index + 1
    if number % 2 == 0:
        holder = int(g.structures[n].serial) if n >= 0 else int(max(unit.swarm, holder))
    start = number // 16 % len(player.item_states)
    for k in range(len(player.item_states)):
        item = (start + k) % len(player.item_states)
        if unit.swarm == 0 and check_build(g, index, item) == 0:
            out[ACTION] = BUILD
        elif check_boost(g, index, item, mode, holder) == 0:
            out[ACTION] = BOOST
            out[B] = mode
            out[C] = holder
        elif player.item_states[item] == ITEM_STAKED and mode == STAKE:
            out[ACTION] = UNSTAKE
        else:
            continue
        out[A] = item
        return True
    return False


@rules
def swarm_up(g: State, index: int, number: int, out: Any) -> None:
    """Join a swarm next to the ship, else create one."""
    for direction in range(6):
        tile = neighbour(g, g.units[index].tile, (number % 6 + direction) % 6)
        if tile != NOWHERE and check_join(g, index, g.standing[tile]) == 0:
            out[ACTION] = SWARM_JOIN
            out[A] = g.standing[tile]
            return
    out[ACTION] = SWARM_CREATE


@rules
def leave_somewhere(g: State, index: int, number: int, out: Any) -> None:
    """Leave a swarm for a tile next to it, or blow up."""
    tile = neighbour(g, g.units[index].tile, number % 6)
    if tile != NOWHERE and check_swarm_leave(g, index, tile % g.side, tile // g.side) == 0:
        out[ACTION] = SWARM_LEAVE
        out[A] = tile % g.side
        out[B] = tile // g.side
    elif number // 8 % 16 == 0:
        out[ACTION] = DETONATE


@rules
def sample_swarm(g: State, serial: int, number: int, other: int, out: Any) -> None:
    """What a swarm does."""
    out[UNIT] = serial
    n = swarm_index(g, serial)
    if may_act(g, g.swarms[n].acted) and sample_attack(g, serial, number, out):
        return
    sample_move(g, serial, other, out)


@rules
def sample_attack(g: State, unit: int, number: int, out: Any) -> bool:
    """One of the units and superstructures in range, if a few tries find one."""
    for n in range(TRIES):
        target = (number + n * 7919) % g.serials + 1
        if check_attack(g, unit, target) == 0:
            out[ACTION] = ATTACK
            out[A] = target
            return True
    return False


@rules
def sample_move(g: State, unit: int, number: int, out: Any) -> None:
    """To a neighbouring tile that is free and can be paid, else nothing more."""
    team = team_of(g, unit)
    start = number % 6
    for n in range(6):
        tile = neighbour(g, tile_of(g, unit), (start + n) % 6)
        if tile != NOWHERE and can_stop(g, tile, team, unit) and can_enter(g, unit, tile):
            out[ACTION] = MOVE
            out[A] = tile % g.side
            out[B] = tile // g.side
            return


@rules
def sample_spawn(g: State, index: int, number: int, out: Any) -> None:
    """On one of the own tiles, if it can come back."""
    size = g.side * g.side
    start = number % size
    if g.units[index].respawn == 0 and may_act(g, g.units[index].acted):
        for n in range(size):
            tile = (start + n) % size
            if g.owner[tile] == g.units[index].team and check_spawn(g, index, tile % g.side, tile // g.side) == 0:
                out[ACTION] = SPAWN
                out[A] = tile % g.side
                out[B] = tile // g.side
                return
