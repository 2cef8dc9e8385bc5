"""Non-playable characters act at the end of a turn. BOI-227 to BOI-230"""

from .....core.rules import below, draw, rules, stream
from ..hexes import NOWHERE, distance, neighbour
from ..state import State
from ..tables import AP_RECHARGE, DRAW_NPC, MOD_MOVE_COST, NPC_MOVED, VOID
from .combat import range_of
from .destruction import attack, top_up
from .moving import FAR, add_goal, begin_search, can_stop, cut, follow, spread, tell_walk, walk
from .stats import modifier, unit_stat
from .units import NONE, put, team_of, tile_of

SIDES = 6


@rules
def rove(g: State, index: int) -> None:
    """One NPC: the nearest unit is hunted, else it wanders. BOI-227 to BOI-230"""
    unit = g.units[index]
    if unit.tile == NONE:
        return
    unit.ap = unit_stat(g, index, AP_RECHARGE)
    target = prey(g, index)
    if target == 0:
        wander(g, index)
        return
    if distance(g, unit.tile, tile_of(g, target)) > range_of(g, index + 1):
        hunt(g, index, target)
    if distance(g, unit.tile, tile_of(g, target)) <= range_of(g, index + 1):
        attack(g, index + 1, target, NONE)


@rules
def prey(g: State, index: int) -> int:
    """The id of the nearest target: then the weaker, then the team that is earlier in this turn. BOI-227"""
    best = 0
    best_key = 0
    x = g.units[index].tile % g.side
    y = g.units[index].tile // g.side
    for row in range(max(0, y - g.npc_aggro), min(g.side - 1, y + g.npc_aggro) + 1):
        for column in range(max(0, x - g.npc_aggro), min(g.side - 1, x + g.npc_aggro) + 1):
            tile = row * g.side + column
            unit = int(g.standing[tile])
            if unit != 0 and team_of(g, unit) != 0:
                key = urgency(g, index, tile, health_of(g, unit), team_of(g, unit), unit)
                if key > best_key:
                    best_key = key
                    best = unit
            n = g.structure_at[tile] - 1
            if n >= 0:
                structure = g.structures[n]
                key = urgency(g, index, tile, structure.health, structure.team, structure.serial)
                if key > best_key:
                    best_key = key
                    best = int(structure.serial)
    return best


@rules
def health_of(g: State, unit: int) -> int:
    """The health of a mobile unit; a swarm's is the sum of its ships'."""
    if unit <= g.unit_count:
        return int(g.units[unit - 1].health)
    total = 0
    for index in range(g.player_count):
        if g.units[index].swarm == unit:
            total += g.units[index].health
    return total


@rules
def urgency(g: State, index: int, tile: int, health: int, team: int, unit: int) -> int:
    """One number that is larger for a better target, 0 for what is too far away."""
    far = distance(g, g.units[index].tile, tile)
    if far > g.npc_aggro:
        return 0
    rank = initiative_rank(g, team)
    weak = max(0, (1 << 33) - 1 - health)
    return (((32 - far) << 33 | weak) << 4 | (15 - rank)) << 14 | max(0, (1 << 14) - 1 - min(unit, (1 << 14) - 1))


@rules
def initiative_rank(g: State, team: int) -> int:
    """Which place a team has in the initiative of this turn, from 0. BOI-216"""
    return (team - 1 - first_team(g) + g.teams) % g.teams


@rules
def first_team(g: State) -> int:
    """The team that begins this turn, from 0: the digits of turn - 1 in base n, added up. BOI-216"""
    rest = int(g.turn_no) - 1
    total = 0
    while rest > 0:
        total += rest % g.teams
        rest = rest // g.teams
    return int(total % g.teams)


@rules
def hunt(g: State, index: int, target: int) -> None:
    """Towards a free tile within range of the target, never far from home; it stops as soon as the target is in range.
    BOI-228"""
    unit = g.units[index]
    goal = tile_of(g, target)
    reach = range_of(g, index + 1)
    search = g.searches[0]
    begin_search(g, search)
    x = goal % g.side
    y = goal // g.side
    for line in range(max(0, y - reach), min(g.side - 1, y + reach) + 1):
        for column in range(max(0, x - reach), min(g.side - 1, x + reach) + 1):
            tile = line * g.side + column
            near = distance(g, tile, goal) <= reach and distance(g, tile, unit.home) <= g.npc_leash
            if near and can_stop(g, tile, 0, index + 1):
                add_goal(g, search, tile)
    weight = modifier(g, index, MOD_MOVE_COST)
    spread(g, search, index + 1, 0, weight, unit.tile, unit.home, g.npc_leash)
    if search.reach[unit.tile] >= FAR:
        return
    follow(g, search, unit.tile, 0, weight, g.turn_no % 2 == 0, max(0, unit.ap))
    if g.path_length > 0 and cut(g, index + 1, 0) == 0:
        walk(g, index + 1)


@rules
def wander(g: State, index: int) -> None:
    """To one of the free neighbours within the leash, or nowhere; it costs nothing. BOI-230"""
    unit = g.units[index]
    count = 0
    for direction in range(SIDES):
        tile = neighbour(g, unit.tile, direction)
        if may_wander(g, index, tile):
            count += 1
    drawn = below(draw(draw(stream(g.seed, DRAW_NPC), g.turn_no), index + 1), count + 1)
    # its own tile and the neighbours, sorted by [y, x]: W, NW and NE come before it in part
    place = 0
    chosen = NONE
    for tile in range(max(0, unit.tile - 2 * g.side), min(g.side * g.side, unit.tile + 2 * g.side + 1)):
        near = tile == unit.tile or (distance(g, tile, unit.tile) == 1 and may_wander(g, index, tile))
        if near:
            if place == drawn:
                chosen = tile
            place += 1
    if chosen != NONE and chosen != unit.tile:
        start = int(unit.tile)
        g.path[0] = chosen
        g.path_length = 1
        put(g, index + 1, chosen)
        tell_walk(g, NPC_MOVED, 0, NONE, index + 1, start, 0)


@rules
def may_wander(g: State, index: int, tile: int) -> bool:
    if tile == NOWHERE or g.tile_kind[tile] == VOID or g.structure_at[tile] != 0:
        return False
    return can_stop(g, tile, 0, index + 1) and distance(g, tile, g.units[index].home) <= g.npc_leash


@rules
def return_home(g: State, index: int) -> None:
    """A destroyed NPC is back on its home tile, or the nearest free one. BOI-207"""
    unit = g.units[index]
    best = NONE
    best_far = 0
    for tile in range(g.side * g.side):
        if g.tile_kind[tile] != VOID and g.structure_at[tile] == 0 and can_stop(g, tile, 0, index + 1):
            far = distance(g, tile, unit.home)
            if best == NONE or far < best_far:
                best = tile
                best_far = far
    if best != NONE:
        top_up(g, index)
        put(g, index + 1, best)
