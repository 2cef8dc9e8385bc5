"""Units by their ids, and where they stand. BOI-007, BOI-052 to BOI-067"""

from typing import Any

from .....core.rules import next_event, rules
from ..state import State
from ..tables import BOOSTS, ITEM_FREE, MOTHERSHIP, NPC, SPACESHIP, SUPERSTRUCTURE, SWARM, SWARM_DISSOLVED

NONE = -1


@rules
def note(
    g: State, kind: int, team: int, player: int, unit: int, other: int, tile: int, a: int, b: int, c: int, d: int
) -> None:
    """Note an event of this step; when the ring is full it is only counted."""
    n = next_event(g)
    if n < 0:
        return
    row = g.events[n]
    row.kind = kind
    row.team = team
    row.player = player
    row.unit = unit
    row.other = other
    row.tile = tile
    row.a = a
    row.b = b
    row.c = c
    row.d = d


@rules
def swarm_index(g: State, serial: int) -> int:
    """Where a swarm stands in the list, NONE if there is none. The list is sorted by id."""
    low = 0
    high = int(g.swarm_count) - 1
    while low <= high:
        middle = (low + high) // 2
        found = g.swarms[middle].serial
        if found == serial:
            return middle
        if found < serial:
            low = middle + 1
        else:
            high = middle - 1
    return NONE


@rules
def structure_index(g: State, serial: int) -> int:
    """Where a superstructure stands in the list, NONE if there is none."""
    low = 0
    high = int(g.structure_count) - 1
    while low <= high:
        middle = (low + high) // 2
        found = g.structures[middle].serial
        if found == serial:
            return middle
        if found < serial:
            low = middle + 1
        else:
            high = middle - 1
    return NONE


@rules
def kind_of(g: State, unit: int) -> int:
    """The kind of unit that has an id, 0 if none has."""
    if 1 <= unit <= g.unit_count:
        return int(g.units[unit - 1].kind)
    if swarm_index(g, unit) != NONE:
        return SWARM
    return SUPERSTRUCTURE if structure_index(g, unit) != NONE else 0


@rules
def team_of(g: State, unit: int) -> int:
    """The team of a unit that there is; 0 for an NPC."""
    kind = kind_of(g, unit)
    if kind == SWARM:
        return int(g.swarms[swarm_index(g, unit)].team)
    if kind == SUPERSTRUCTURE:
        return int(g.structures[structure_index(g, unit)].team)
    return int(g.units[unit - 1].team)


@rules
def tile_of(g: State, unit: int) -> int:
    """Where a unit is, NONE off the map. A ship in a swarm is where the swarm is."""
    kind = kind_of(g, unit)
    if kind == SWARM:
        return int(g.swarms[swarm_index(g, unit)].tile)
    if kind == SUPERSTRUCTURE:
        return int(g.structures[structure_index(g, unit)].tile)
    if kind in (SPACESHIP, MOTHERSHIP, NPC):
        return int(g.units[unit - 1].tile)
    return NONE


@rules
def mothership_of(g: State, team: int) -> int:
    """The index of a team's mothership. BOI-056"""
    return int(g.player_count) + team - 1


# Boosts of a unit that goes or moves up in its list


@rules
def clear_boosts(holder: Any) -> None:
    for k in range(BOOSTS):
        holder.boosts[k] = 0
        holder.boost_players[k] = 0
        holder.boost_items[k] = 0
        holder.boost_turns[k] = 0


@rules
def copy_boosts(holder: Any, source: Any) -> None:
    for k in range(BOOSTS):
        holder.boosts[k] = source.boosts[k]
        holder.boost_players[k] = source.boost_players[k]
        holder.boost_items[k] = source.boost_items[k]
        holder.boost_turns[k] = source.boost_turns[k]


@rules
def return_boosts(g: State, holder: Any) -> None:
    """All boosts end; items that were only staked are free again. BOI-159, BOI-160"""
    for k in range(BOOSTS):
        if holder.boosts[k] != 0 and holder.boost_turns[k] < 0:
            free_item(g, holder.boost_players[k], holder.boost_items[k])
    clear_boosts(holder)


@rules
def free_item(g: State, player: int, item: int) -> None:
    g.players[player].item_states[item] = ITEM_FREE
    g.players[player].item_targets[item] = 0


# Coming and going


@rules
def put(g: State, unit: int, tile: int) -> None:
    """A mobile unit stands on a tile from now on; the ships of a swarm with it. BOI-059, BOI-067"""
    before = tile_of(g, unit)
    if before != NONE and g.standing[before] == unit:
        g.standing[before] = 0
    g.standing[tile] = unit
    if kind_of(g, unit) == SWARM:
        g.swarms[swarm_index(g, unit)].tile = tile
        for index in range(g.player_count):
            if g.units[index].swarm == unit:
                g.units[index].tile = tile
    else:
        g.units[unit - 1].tile = tile


@rules
def take_off(g: State, index: int) -> None:
    """A ship, a mothership or an NPC leaves the map, and its swarm."""
    unit = g.units[index]
    if unit.swarm != 0:
        part(g, index)
    elif unit.tile != NONE and g.standing[unit.tile] == index + 1:
        g.standing[unit.tile] = 0
    unit.tile = NONE


@rules
def part(g: State, index: int) -> None:
    """A ship is no longer in its swarm; without ships the swarm ceases to exist. BOI-060"""
    unit = g.units[index]
    n = swarm_index(g, unit.swarm)
    unit.swarm = 0
    g.swarms[n].ships -= 1
    if g.swarms[n].ships == 0:
        dissolve(g, n)


@rules
def new_swarm(g: State, team: int, tile: int) -> int:
    """An empty swarm on a tile; returns its id. BOI-007"""
    g.serials += 1
    swarm = g.swarms[g.swarm_count]
    swarm.serial = g.serials
    swarm.team = team
    swarm.tile = tile
    swarm.ships = 0
    swarm.acted = 0
    clear_boosts(swarm)
    g.swarm_count += 1
    g.standing[tile] = g.serials
    return int(g.serials)


@rules
def enlist(g: State, index: int, serial: int) -> None:
    """A ship is in a swarm from now on, and where the swarm is. BOI-152"""
    unit = g.units[index]
    swarm = g.swarms[swarm_index(g, serial)]
    if unit.tile != NONE and g.standing[unit.tile] == index + 1:
        g.standing[unit.tile] = 0
    unit.swarm = serial
    unit.tile = swarm.tile
    swarm.ships += 1
    g.standing[swarm.tile] = serial


@rules
def dissolve(g: State, n: int) -> None:
    """The others keep their order. BOI-060"""
    gone = g.swarms[n]
    if g.standing[gone.tile] == gone.serial:
        g.standing[gone.tile] = 0
    return_boosts(g, gone)
    note(g, SWARM_DISSOLVED, gone.team, NONE, 0, gone.serial, gone.tile, 0, 0, 0, 0)
    for k in range(n, g.swarm_count - 1):
        one = g.swarms[k]
        later = g.swarms[k + 1]
        one.serial = later.serial
        one.team = later.team
        one.tile = later.tile
        one.ships = later.ships
        one.acted = later.acted
        copy_boosts(one, later)
    g.swarm_count -= 1


@rules
def remove_structure(g: State, n: int) -> None:
    """The others keep their order."""
    gone = g.structures[n]
    g.structure_at[gone.tile] = 0
    return_boosts(g, gone)
    for k in range(n, g.structure_count - 1):
        one = g.structures[k]
        later = g.structures[k + 1]
        one.serial = later.serial
        one.team = later.team
        one.tile = later.tile
        one.template = later.template
        one.level = later.level
        one.staked = later.staked
        one.health = later.health
        one.builder = later.builder
        copy_boosts(one, later)
        g.structure_at[one.tile] = k + 1
    g.structure_count -= 1
