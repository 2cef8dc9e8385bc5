"""What a unit is worth: its stats with template and boosts, and what the ground adds. BOI-064 to BOI-073, BOI-080"""

from typing import Any

from .....core.rules import rules
from ..hexes import distance
from ..state import State
from ..tables import (
    ATTACK_STAT,
    BOOSTS,
    DEFENSE,
    FOR_EVERYBODY,
    GROWING,
    HEALTH,
    HUNDRED,
    MOD_BATTERY,
    STAT_MIN,
    SUPERSTRUCTURE,
    VALID_MODS,
)
from .units import swarm_index

NONE = -1


@rules
def staked_part(g: Any, value: int) -> int:
    """What a modifier is worth while its boost is staked, towards 0. `g` may also be the settings, which have the same
    names. BOI-160"""
    part = abs(value) * int(g.boost_stake_percent) // 100
    return part if value >= 0 else -part


@rules
def boosted(g: State, holder: Any, mod: int) -> int:
    """The sum of one modifier over the active boosts of a unit; staked ones work in part. BOI-159, BOI-160"""
    total = 0
    for k in range(BOOSTS):
        template = int(holder.boosts[k])
        if template != 0:
            value = int(g.mods[template, mod])
            if holder.boost_turns[k] < 0:
                value = staked_part(g, value)
            total += value
    return total


@rules
def modifier(g: State, index: int, mod: int) -> int:
    """One modifier of a ship, a mothership or an NPC; a swarm's boosts count for each of its ships. BOI-065, BOI-161"""
    unit = g.units[index]
    if VALID_MODS[unit.kind][mod] == 0:
        return 0
    total = int(g.mods[unit.template, mod]) + boosted(g, unit, mod)
    if unit.swarm != 0:
        total += boosted(g, g.swarms[swarm_index(g, unit.swarm)], mod)
    return total


@rules
def unit_stat(g: State, index: int, stat: int) -> int:
    """An effective stat of a ship, a mothership or an NPC. BOI-064"""
    kind = int(g.units[index].kind)
    return max(STAT_MIN[stat], int(g.base_stats[kind, stat]) + modifier(g, index, stat))


@rules
def structure_stat(g: State, n: int, stat: int) -> int:
    """An effective stat of a superstructure, which grows with its level. BOI-064, BOI-066"""
    structure = g.structures[n]
    value = int(g.base_stats[SUPERSTRUCTURE, stat])
    if VALID_MODS[SUPERSTRUCTURE][stat] != 0:
        value += int(g.mods[structure.template, stat]) + boosted(g, structure, stat)
    value = max(STAT_MIN[stat], value)
    if stat in (ATTACK_STAT, DEFENSE, HEALTH):
        value *= int(structure.level)
    return value


@rules
def field(g: State, tile: int, team: int, which: int, without: int) -> int:
    """What the ground gives to a unit of a team: tile, point of importance and superstructures, except one of those.
    BOI-069, BOI-071 to BOI-073"""
    total = int(g.tile_fields[g.tile_kind[tile], which])
    if g.poi[tile] != 0 and (FOR_EVERYBODY[which] != 0 or (team > 0 and g.owner[tile] == team)):
        total += int(g.poi_fields[g.poi[tile], which])
    if team == 0:
        return total
    if g.superstructure_radius == 0:
        n = g.structure_at[tile] - 1
        if n >= 0 and n != without and g.structures[n].team == team:
            total += structure_field(g, n, which)
        return total
    reach = int(g.superstructure_radius)
    x = tile % g.side
    y = tile // g.side
    for line in range(max(0, y - reach), min(g.side - 1, y + reach) + 1):
        for column in range(max(0, x - reach), min(g.side - 1, x + reach) + 1):
            near = line * g.side + column
            n = g.structure_at[near] - 1
            if n >= 0 and n != without and g.structures[n].team == team and distance(g, near, tile) <= reach:
                total += structure_field(g, n, which)
    return total


@rules
def structure_field(g: State, n: int, which: int) -> int:
    """A field modifier of a superstructure. BOI-066"""
    structure = g.structures[n]
    value = int(g.fields[structure.template, which])
    return value * int(structure.level) if GROWING[which] != 0 else value


@rules
def root(n: int) -> int:
    """The whole part of a square root."""
    if n < 2:
        return n
    low = 1
    high = 2_000_000
    while high - low > 1:
        middle = (low + high) // 2
        if middle * middle <= n:
            low = middle
        else:
            high = middle
    return low


@rules
def battery_max(g: State, player: int) -> int:
    """The maximum battery of a player, in hundredths. BOI-080"""
    stake = int(g.players[player].stake)
    amount = stake // int(g.battery_divisor) if g.linear != 0 else root(stake)
    amount = min(int(g.battery_cap), max(int(g.battery_min), amount))
    return max(0, amount + modifier(g, player, MOD_BATTERY)) * HUNDRED


@rules
def main_attack(g: State, player: int) -> int:
    """The part of a battery that goes into an attack. BOI-082, BOI-167"""
    one = g.players[player]
    return (int(one.battery) * int(one.ratio) + 50) // 100


@rules
def shields(g: State, player: int) -> int:
    """The part that defends. BOI-173"""
    one = g.players[player]
    return (int(one.battery) * (100 - int(one.ratio)) + 50) // 100
