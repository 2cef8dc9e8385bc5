"""Ships whose players are away go to the next swarm by themselves. BOI-221 to BOI-226

The ways of all ships to one swarm are found in one search, as long as nothing that they depend on has changed: with a
thousand sleeping ships a search for each would take minutes.
"""

from ....core.rules import rules
from ..hexes import NOWHERE, distance, neighbour
from ..state import State
from ..tables import IDLE, MOD_MOVE_COST, VOID
from .moving import FAR, begin_search, can_stop, cut, follow, search_from, walk
from .stats import modifier
from .swarming import check_join, create_swarm, is_full, join
from .units import NONE, mothership_of
from .working import check_spawn, spawn

SIDES = 6
FRESH = -1  # no search can be used again


@rules
def autopilot(g: State, index: int) -> None:
    """One ship at the end of a turn. BOI-221 to BOI-226"""
    unit = g.units[index]
    if unit.tile == NONE:
        if unit.respawn == 0:
            spawn_near_mothership(g, index)
        return
    if unit.swarm != 0 or unit.job != IDLE:
        return
    n = closest_swarm(g, index)
    if n == NONE:
        create_swarm(g, index)
        g.searched = FRESH
        return
    serial = int(g.swarms[n].serial)
    if distance(g, unit.tile, g.swarms[n].tile) != 1:
        fly_to(g, index, n)
    if check_join(g, index, serial) == 0:
        join(g, index, serial)
        g.searched = FRESH


@rules
def closest_swarm(g: State, index: int) -> int:
    """The nearest own swarm with room that can be reached. BOI-222"""
    unit = g.units[index]
    tried = -1  # swarms up to this distance and id were looked at
    tried_id = -1
    for _ in range(g.swarm_count):
        best = NONE
        best_far = 0
        for n in range(g.swarm_count):
            swarm = g.swarms[n]
            if swarm.team != unit.team or is_full(g, n):
                continue
            far = distance(g, unit.tile, swarm.tile)
            if far < tried or (far == tried and swarm.serial <= tried_id):
                continue
            if best == NONE or far < best_far:
                best = n
                best_far = far
        if best == NONE:
            return NONE
        if best_far == 1 or can_reach(g, index, best):
            return best
        tried = best_far
        tried_id = int(g.swarms[best].serial)
    return NONE


@rules
def can_reach(g: State, index: int, n: int) -> bool:
    search_swarm(g, index, n)
    return bool(g.reach[g.units[index].tile] < FAR)


@rules
def search_swarm(g: State, index: int, n: int) -> None:
    """The ways of a ship to the free tiles next to a swarm; one search serves all ships with the same costs. BOI-223"""
    swarm = g.swarms[n]
    weight = modifier(g, index, MOD_MOVE_COST)
    if g.searched == swarm.serial and g.searched_cost == weight:
        own = g.units[index].tile
        if distance(g, own, swarm.tile) != 1:
            return
    begin_search(g)
    count = 0
    for direction in range(SIDES):
        tile = neighbour(g, swarm.tile, direction)
        if tile != NOWHERE and g.tile_kind[tile] != VOID and can_stop(g, tile, swarm.team, index + 1):
            g.reach[tile] = 0
            g.queue[count] = tile
            g.queued[tile] = 1
            count += 1
    search_from(g, index, index + 1, swarm.team, count, 0, NONE)
    g.searched = swarm.serial
    g.searched_cost = weight


@rules
def fly_to(g: State, index: int, n: int) -> None:
    """As far along the cheapest way as action points allow. BOI-223"""
    search_swarm(g, index, n)
    follow(g, index, g.units[index].tile, False)
    swarm = int(g.swarms[n].tile)
    if g.path_length > 0 and cut(g, index + 1, g.units[index].team) == 0:
        walk(g, index + 1)
        if distance(g, g.units[index].tile, swarm) == 1:
            g.searched = FRESH  # a goal of the others is taken


@rules
def spawn_near_mothership(g: State, index: int) -> None:
    """On the free own tile nearest the mothership, or the home tile. BOI-226"""
    unit = g.units[index]
    mothership = g.units[mothership_of(g, unit.team)]
    centre = int(mothership.tile) if mothership.tile != NONE else int(g.team_list[unit.team].home)
    best = NONE
    best_far = 0
    for tile in range(g.side * g.side):  # in the order of [y, x]
        if g.owner[tile] == unit.team and check_spawn(g, index, tile % g.side, tile // g.side) == 0:
            far = distance(g, tile, centre)
            if best == NONE or far < best_far:
                best = tile
                best_far = far
    if best != NONE:
        spawn(g, index, best)
        g.searched = FRESH
