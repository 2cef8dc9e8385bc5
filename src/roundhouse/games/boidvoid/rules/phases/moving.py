"""Ways over the map: what they cost, the cheapest one, and going it. BOI-008, BOI-105 to BOI-115

A search finds for every tile what the rest of the way costs, first in action points, then in steps; the way itself is
then walked from its beginning, always to the smallest [y, x] that keeps to the best. That is the order of BOI-008.
"""

from typing import Any

from .....core.rules import rules
from ..hexes import NOWHERE, distance, neighbour
from ..state import Search, State
from ..tables import (
    BAD_PATH,
    BLOCKED,
    BUILDING,
    BY_PATH,
    F_MOVE,
    IDLE,
    JOINING,
    MOD_MOVE_COST,
    MOVED,
    NOT_ENOUGH_AP,
    NPC,
    NPC_MOVED,
    OCCUPIED,
    PARTIAL,
    PATH_MAX,
    SWARM,
    VOID,
)
from .stats import field, modifier
from .units import kind_of, note, put, team_of, tile_of

STEP = 1
POINT = 1 << 12  # an action point weighs more than all steps together: no way has as many
FAR = 1 << 30  # no way
SIDES = 6
NONE = -1


@rules
def is_ground(g: State, tile: int) -> bool:
    """Whether there is a tile without an obstacle. BOI-026, BOI-068"""
    return tile != NOWHERE and g.tile_kind[tile] != VOID and g.obstacle[tile] == 0


@rules
def entry_cost(g: Any, extra: int) -> int:
    """Action points to enter a tile when ground and unit add this much. `g` may also be the settings, which have the
    same names. BOI-108"""
    return max(int(g.move_cost_min), int(g.move_cost) + extra)


@rules
def step_cost(g: State, tile: int, team: int, weight: int) -> int:
    """Action points to enter a tile for a unit of a team whose own modifier is `weight`. BOI-108"""
    return entry_cost(g, field(g, tile, team, F_MOVE, NONE) + weight)


@rules
def enter_cost(g: State, index: int, tile: int) -> int:
    """The same for a ship, a mothership or an NPC."""
    return step_cost(g, tile, g.units[index].team, modifier(g, index, MOD_MOVE_COST))


@rules
def can_pass(g: State, tile: int, team: int, unit: int) -> bool:
    """Whether a unit of a team can go on over a tile. NPCs (team 0) pass nobody. BOI-110, BOI-228"""
    if not is_ground(g, tile):
        return False
    n = g.structure_at[tile] - 1
    if n >= 0 and (team == 0 or g.structures[n].team != team):
        return False
    other = int(g.standing[tile])
    return other == 0 or other == unit or (team > 0 and team_of(g, other) == team)


@rules
def can_stop(g: State, tile: int, team: int, unit: int) -> bool:
    """Whether it can end a move there: a free tile in the sense of BOI-074. BOI-111"""
    return can_pass(g, tile, team, unit) and (g.standing[tile] == 0 or g.standing[tile] == unit)


@rules
def why_not(g: State, tile: int, team: int, unit: int, last: bool) -> int:
    """0, or why a way cannot lead over a tile, or end there. BOI-110, BOI-111"""
    if not is_ground(g, tile):
        return BLOCKED
    n = g.structure_at[tile] - 1
    if n >= 0 and (team == 0 or g.structures[n].team != team):
        return BLOCKED
    other = int(g.standing[tile])
    if other == 0 or other == unit:
        return 0
    if last:
        return OCCUPIED
    return 0 if team > 0 and team_of(g, other) == team else BLOCKED


# The search


@rules
def begin_search(g: State, search: Search) -> None:
    search.swarm = 0
    for tile in range(g.side * g.side):
        search.reach[tile] = FAR
    g.queue_length = 0


@rules
def add_goal(g: State, search: Search, tile: int) -> None:
    search.reach[tile] = 0
    g.queue[g.queue_length] = tile
    g.queued[tile] = 1
    g.queue_length += 1


@rules
def spread(g: State, search: Search, unit: int, team: int, weight: int, start: int, home: int, leash: int) -> None:
    """From the goals backwards to every tile from which they can be reached; where the start of the way is known, no
    farther than the best way to it. `leash` keeps an NPC near its home; -1: none."""
    head = 0
    waiting = int(g.queue_length)
    room = len(g.queue)
    while waiting > 0:
        tile = int(g.queue[head])
        head = (head + 1) % room
        waiting -= 1
        g.queued[tile] = 0
        onward = int(search.reach[tile]) + step_cost(g, tile, team, weight) * POINT + STEP
        if start != NONE and onward >= search.reach[start]:
            continue
        for direction in range(SIDES):
            before = neighbour(g, tile, direction)
            if before == NOWHERE or onward >= search.reach[before]:
                continue
            if not can_pass(g, before, team, unit) or (leash >= 0 and distance(g, before, home) > leash):
                continue
            search.reach[before] = onward
            if g.queued[before] == 0:
                g.queued[before] = 1
                g.queue[(head + waiting) % room] = before
                waiting += 1


@rules
def follow(g: State, search: Search, start: int, team: int, weight: int, largest: bool, most: int) -> None:
    """The first steps, at most so many, of the best way from a tile to the goals of a search, into `path`: of equal
    ones the one with the smallest [y, x] at every step, or the largest. BOI-008, BOI-228"""
    g.path_length = 0
    tile = start
    while search.reach[tile] >= POINT and g.path_length < most:
        best = NOWHERE
        for direction in range(SIDES):
            after = neighbour(g, tile, direction)
            if after == NOWHERE or search.reach[after] >= search.reach[tile]:
                continue
            if search.reach[after] + step_cost(g, after, team, weight) * POINT + STEP != search.reach[tile]:
                continue
            # a tile's number is y * side + x, so it sorts as [y, x]
            if best == NOWHERE or (after > best if largest else after < best):
                best = after
        if best == NOWHERE:
            return
        g.path[g.path_length] = best
        g.path_length += 1
        tile = best


@rules
def way_to(g: State, index: int, unit: int, team: int, goal: int) -> bool:
    """The cheapest way to a tile into `path`; False if there is none. BOI-107"""
    search = g.searches[0]
    start = tile_of(g, unit)
    weight = modifier(g, index, MOD_MOVE_COST)
    begin_search(g, search)
    add_goal(g, search, goal)
    spread(g, search, unit, team, weight, start, NONE, NONE)
    follow(g, search, start, team, weight, False, len(g.path))
    return bool(search.reach[start] < FAR and g.path_length > 0)


@rules
def read_path(g: State, start: int, first: int, code: int) -> bool:
    """A path into `path`: its first tile, and steps that are one number; False if it is none. BOI-107, BOI-306"""
    if distance(g, start, first) != 1 or g.tile_kind[first] == VOID:
        return False
    g.path[0] = first
    g.path_length = 1
    tile = first
    rest = code
    while rest > 0:
        direction = rest % 8 - 1
        rest = rest // 8
        if direction < 0 or direction >= SIDES or g.path_length >= PATH_MAX:
            return False
        tile = neighbour(g, tile, direction)
        if tile == NOWHERE or g.tile_kind[tile] == VOID:
            return False
        g.path[g.path_length] = tile
        g.path_length += 1
    return True


# What a unit can pay


@rules
def path_cost(g: State, index: int, length: int) -> int:
    """BOI-109"""
    cost = 0
    for k in range(length):
        cost += enter_cost(g, index, g.path[k])
    return cost


@rules
def can_pay(g: State, unit: int, length: int) -> bool:
    """Whether a unit has the action points for the first tiles of the path; of a swarm every ship. BOI-112, BOI-114"""
    if kind_of(g, unit) != SWARM:
        return bool(path_cost(g, unit - 1, length) <= g.units[unit - 1].ap)
    for index in range(g.player_count):
        if g.units[index].swarm == unit and path_cost(g, index, length) > g.units[index].ap:
            return False
    return True


@rules
def can_enter(g: State, unit: int, tile: int) -> bool:
    """Whether it has those for one tile."""
    if kind_of(g, unit) != SWARM:
        return bool(enter_cost(g, unit - 1, tile) <= g.units[unit - 1].ap)
    for index in range(g.player_count):
        if g.units[index].swarm == unit and enter_cost(g, index, tile) > g.units[index].ap:
            return False
    return True


@rules
def pilot(g: State, unit: int) -> int:
    """The unit whose modifiers a search reckons with: a swarm's first ship."""
    if kind_of(g, unit) != SWARM:
        return unit - 1
    for index in range(g.player_count):
        if g.units[index].swarm == unit:
            return index
    return NONE


@rules
def check_move(g: State, unit: int, x: int, y: int, code: int, how: int) -> int:
    """Finds the path; 0, or why the unit cannot go it. With `partial` the path is cut to what can be gone. BOI-107 to
    BOI-114"""
    team = team_of(g, unit)
    start = tile_of(g, unit)
    partial = how % 2 == PARTIAL
    if x < 0 or y < 0 or x >= g.side or y >= g.side or g.tile_kind[y * g.side + x] == VOID:
        return BAD_PATH
    goal = y * g.side + x
    if how >= BY_PATH:
        if code < 0 or not read_path(g, start, goal, code):
            return BAD_PATH
    else:
        if goal == start:
            return BAD_PATH
        if not partial and why_not(g, goal, team, unit, True) != 0:
            return why_not(g, goal, team, unit, True)
        if not way_to(g, pilot(g, unit), unit, team, goal):
            return BLOCKED
    return cut(g, unit, team) if partial else walkable(g, unit, team)


@rules
def walkable(g: State, unit: int, team: int) -> int:
    """A move is done wholly or not at all. BOI-110 to BOI-113"""
    last = g.path_length - 1
    for k in range(g.path_length):
        code = why_not(g, g.path[k], team, unit, k == last)
        if code != 0:
            return code
    return 0 if can_pay(g, unit, g.path_length) else NOT_ENOUGH_AP


@rules
def cut(g: State, unit: int, team: int) -> int:
    """How far it goes: to the last tile where it may stop. 0, or what stopped it at once. BOI-113"""
    stopped = 0
    best = 0
    for k in range(g.path_length):
        through = why_not(g, g.path[k], team, unit, False)
        if through != 0:
            stopped = why_not(g, g.path[k], team, unit, True)
            break
        if not can_pay(g, unit, k + 1):
            stopped = NOT_ENOUGH_AP
            break
        stopped = why_not(g, g.path[k], team, unit, True)
        if stopped == 0:
            best = k + 1
    g.path_length = best
    return 0 if best > 0 else stopped


@rules
def walk(g: State, unit: int) -> None:
    """Go along the path, which was checked. BOI-105, BOI-109, BOI-114, BOI-115"""
    start = tile_of(g, unit)
    team = team_of(g, unit)
    goal = int(g.path[g.path_length - 1])
    kind = kind_of(g, unit)
    cost = 0
    steps = int(g.path_length)
    player = NONE
    if kind == SWARM:
        for index in range(g.player_count):
            if g.units[index].swarm == unit:
                own = path_cost(g, index, steps)
                g.units[index].ap -= own
                cost = max(cost, own)
                g.players[index].moved += steps
    else:
        cost = path_cost(g, unit - 1, steps)
        g.units[unit - 1].ap -= cost
        drop_work(g, unit - 1)
        if unit <= g.player_count:
            player = unit - 1
            g.players[player].moved += steps
    put(g, unit, goal)
    tell_walk(g, NPC_MOVED if kind == NPC else MOVED, team, player, unit, start, cost)


@rules
def tell_walk(g: State, event: int, team: int, player: int, unit: int, start: int, cost: int) -> None:
    """The path is told as a number where it fits, as an explicit one does. BOI-306"""
    code = 0
    if g.path_length <= PATH_MAX:
        tile = start
        factor = 1
        for k in range(g.path_length):
            for direction in range(SIDES):
                if neighbour(g, tile, direction) == g.path[k]:
                    code += (direction + 1) * factor
            factor *= 8
            tile = int(g.path[k])
    goal = int(g.path[g.path_length - 1])
    note(g, event, team, player, unit, 0, goal, start, cost, code, 0)


@rules
def drop_work(g: State, index: int) -> None:
    """Who moves builds and waits no longer. BOI-115, BOI-132, BOI-133"""
    unit = g.units[index]
    if unit.job in (BUILDING, JOINING):
        unit.job = IDLE
        unit.progress = 0
        unit.needed = 0
        unit.joining = 0
        unit.build_item = 0
