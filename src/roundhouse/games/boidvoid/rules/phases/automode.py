"""Ships whose players are away go to the next swarm by themselves. BOI-221 to BOI-226

A season can have thousands of them, so nothing is looked for twice: a search for the ways to a swarm serves all ships
of its team that have the same costs, swarms that are full are forgotten, and so are rings around the mothership in
which there is no room. Ships of a team do not block each other's ways, so what they do changes nothing but the goals.
"""

from .....core.rules import rules
from ..hexes import NOWHERE, distance, neighbour
from ..state import State
from ..tables import IDLE, MOD_MOVE_COST
from .moving import FAR, add_goal, begin_search, can_stop, cut, follow, spread, walk
from .stats import modifier
from .swarms import check_join, create_swarm, is_full, join
from .tile_work import check_spawn, spawn
from .units import NONE, mothership_of

SIDES = 6


@rules
def fly_asleep(g: State, team: int) -> None:
    """All ships of a team on automode, at the end of a turn. BOI-213, BOI-221"""
    for k in range(len(g.searches)):
        g.searches[k].swarm = 0
    g.full_rings = 0
    g.open_count = 0
    for n in range(g.swarm_count):
        if g.swarms[n].team == team:
            g.open_swarms[g.open_count] = n
            g.open_count += 1
    first = g.team_list[team].first
    for index in range(first, first + g.team_list[team].size_of):
        unit = g.units[index]
        if unit.automode != 0:
            if unit.tile == NONE:
                if unit.respawn == 0:
                    spawn_near(g, index, centre_of(g, team))
            elif unit.swarm == 0 and unit.job == IDLE:
                before = int(unit.tile)
                fly_to_swarm(g, index)
                if g.standing[before] == 0:
                    g.full_rings = min(int(g.full_rings), distance(g, before, centre_of(g, team)))


@rules
def fly_to_swarm(g: State, index: int) -> None:
    """Towards the closest swarm and into it; without one the ship is the first of its own. BOI-222 to BOI-225"""
    n = closest_swarm(g, index)
    if n == NONE:
        create_swarm(g, index)
        g.open_swarms[g.open_count] = g.swarm_count - 1
        g.open_count += 1
        return
    serial = int(g.swarms[n].serial)
    if distance(g, g.units[index].tile, g.swarms[n].tile) != 1:
        fly_along(g, index, ways_to(g, index, n))
    if check_join(g, index, serial) == 0:
        join(g, index, serial)


@rules
def closest_swarm(g: State, index: int) -> int:
    """The nearest own swarm with room that can be reached. BOI-222"""
    unit = g.units[index]
    tried = -1  # swarms up to this distance and id were looked at
    tried_id = -1
    while True:
        best = NONE
        best_far = 0
        k = 0
        while k < g.open_count:
            n = int(g.open_swarms[k])
            swarm = g.swarms[n]
            if is_full(g, n):
                g.open_count -= 1
                g.open_swarms[k] = g.open_swarms[g.open_count]
                continue
            k += 1
            far = distance(g, unit.tile, swarm.tile)
            if far < tried or (far == tried and swarm.serial <= tried_id):
                continue
            if best == NONE or far < best_far or (far == best_far and swarm.serial < g.swarms[best].serial):
                best = n
                best_far = far
        if best == NONE or best_far == 1:
            return best
        search = ways_to(g, index, best)
        if search != NONE and g.searches[search].reach[unit.tile] < FAR:
            return best
        tried = best_far
        tried_id = int(g.swarms[best].serial)


@rules
def ways_to(g: State, index: int, n: int) -> int:
    """Which search has the ways of a ship to the free tiles next to a swarm; NONE without such tiles. BOI-223"""
    swarm = g.swarms[n]
    weight = modifier(g, index, MOD_MOVE_COST)
    goals = 0
    for direction in range(SIDES):
        tile = neighbour(g, swarm.tile, direction)
        if tile != NOWHERE and can_stop(g, tile, swarm.team, index + 1):
            goals |= 1 << direction
    if goals == 0:
        return NONE
    for k in range(1, len(g.searches)):
        known = g.searches[k]
        if known.swarm == swarm.serial and known.weight == weight and known.goals == goals:
            return k
    g.newest = g.newest % (len(g.searches) - 1) + 1
    search = g.searches[g.newest]
    begin_search(g, search)
    for direction in range(SIDES):
        if goals >> direction & 1 != 0:
            add_goal(g, search, neighbour(g, swarm.tile, direction))
    spread(g, search, index + 1, swarm.team, weight, NONE, NONE, NONE)
    search.swarm = swarm.serial
    search.weight = weight
    search.goals = goals
    return int(g.newest)


@rules
def fly_along(g: State, index: int, search: int) -> None:
    """As far along the cheapest way as action points allow. BOI-223"""
    unit = g.units[index]
    weight = modifier(g, index, MOD_MOVE_COST)
    follow(g, g.searches[search], unit.tile, unit.team, weight, False, max(0, unit.ap))
    if g.path_length > 0 and cut(g, index + 1, unit.team) == 0:
        walk(g, index + 1)


@rules
def centre_of(g: State, team: int) -> int:
    """Around which tile a team's ships come back: its mothership's, else its home. BOI-226"""
    tile = int(g.units[mothership_of(g, team)].tile)
    return tile if tile != NONE else int(g.team_list[team].home)


@rules
def spawn_near(g: State, index: int, centre: int) -> None:
    """On the free own tile that is nearest, the first by [y, x] of equal ones. BOI-226"""
    while g.full_rings <= 2 * g.side:
        tile = free_on_ring(g, index, centre, g.full_rings)
        if tile != NONE:
            spawn(g, index, tile)
            return
        g.full_rings += 1


@rules
def free_on_ring(g: State, index: int, centre: int, far: int) -> int:
    """Where a ship can be spawned so far from a tile; NONE if nowhere."""
    x = centre % g.side
    y = centre // g.side
    for line in range(max(0, y - far), min(g.side - 1, y + far) + 1):
        lines = abs(line - y)
        left = x - far + (lines + y % 2) // 2
        right = left + 2 * far - lines
        step = max(1, right - left) if lines < far else 1
        for column in range(left, right + 1, step):
            if check_spawn(g, index, column, line) == 0:
                return int(line * g.side + column)
    return NONE
