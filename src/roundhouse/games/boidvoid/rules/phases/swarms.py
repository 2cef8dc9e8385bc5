"""Swarms: creating, joining and leaving them. BOI-148 to BOI-154"""

from .....core.rules import rules
from ..hexes import NOWHERE, distance
from ..state import State
from ..tables import (
    BLOCKED,
    JOIN_DROPPED,
    JOIN_TURNS,
    JOIN_WAITING,
    JOINING,
    NO_SUCH_SWARM,
    NOT_ADJACENT,
    NOT_IN_SWARM,
    OCCUPIED,
    SWARM_CREATED,
    SWARM_FULL,
    SWARM_JOINED,
    SWARM_LEFT,
)
from .badges import FOUNDER, award
from .collectibles import trim
from .destruction import stop_work
from .moving import is_ground, why_not
from .stats import unit_stat
from .units import NONE, enlist, new_swarm, note, part, put, swarm_index


@rules
def is_full(g: State, n: int) -> bool:
    """BOI-150"""
    return bool(g.swarm_max_ships > 0 and g.swarms[n].ships >= g.swarm_max_ships)


@rules
def create_swarm(g: State, index: int) -> None:
    """BOI-148"""
    unit = g.units[index]
    stop_work(g, index)
    tile = int(unit.tile)
    serial = new_swarm(g, unit.team, tile)
    enlist(g, index, serial)
    note(g, SWARM_CREATED, unit.team, index, index + 1, serial, tile, 0, 0, 0, 0)
    award(g, index, FOUNDER)


@rules
def check_join(g: State, index: int, serial: int) -> int:
    """BOI-150"""
    unit = g.units[index]
    n = swarm_index(g, serial)
    if n == NONE or g.swarms[n].team != unit.team:
        return NO_SUCH_SWARM
    if distance(g, unit.tile, g.swarms[n].tile) != 1:
        return NOT_ADJACENT
    return SWARM_FULL if is_full(g, n) else 0


@rules
def join(g: State, index: int, serial: int) -> None:
    """At once, or after some turns. BOI-151, BOI-152"""
    unit = g.units[index]
    stop_work(g, index)
    turns = unit_stat(g, index, JOIN_TURNS)
    if turns > 0:
        unit.job = JOINING
        unit.joining = serial
        unit.needed = turns
        note(g, JOIN_WAITING, unit.team, index, index + 1, serial, unit.tile, turns, 0, 0, 0)
        return
    enter_swarm(g, index, serial)


@rules
def enter_swarm(g: State, index: int, serial: int) -> None:
    unit = g.units[index]
    enlist(g, index, serial)
    note(g, SWARM_JOINED, unit.team, index, index + 1, serial, unit.tile, 0, 0, 0, 0)


@rules
def advance_join(g: State, index: int) -> None:
    """At the end of a turn. BOI-151"""
    unit = g.units[index]
    unit.progress += 1
    if unit.progress < unit.needed:
        return
    serial = int(unit.joining)
    ready = check_join(g, index, serial) == 0
    stop_work(g, index)
    if ready:
        enter_swarm(g, index, serial)
    else:
        note(g, JOIN_DROPPED, unit.team, index, index + 1, serial, unit.tile, 0, 0, 0, 0)


@rules
def check_swarm_leave(g: State, index: int, x: int, y: int) -> int:
    """BOI-153, BOI-154"""
    unit = g.units[index]
    if unit.swarm == 0:
        return NOT_IN_SWARM
    if x < 0 or y < 0 or x >= g.side or y >= g.side:
        return NOT_ADJACENT
    tile = y * g.side + x
    if tile == NOWHERE or distance(g, unit.tile, tile) != 1:
        return NOT_ADJACENT
    if not is_ground(g, tile):
        return BLOCKED
    code = why_not(g, tile, unit.team, index + 1, True)
    return code if code in (BLOCKED, OCCUPIED) else 0


@rules
def leave_swarm(g: State, index: int, tile: int) -> None:
    """All action points are gone, and what boosts of the swarm gave. BOI-153, BOI-161"""
    unit = g.units[index]
    serial = int(unit.swarm)
    unit.tile = NONE
    part(g, index)
    trim(g, index)
    put(g, index + 1, tile)
    unit.ap = 0
    note(g, SWARM_LEFT, unit.team, index, index + 1, serial, tile, 0, 0, 0, 0)
