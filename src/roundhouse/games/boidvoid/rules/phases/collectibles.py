"""Collectibles in play: boosts, staked levels and templates. BOI-158 to BOI-164"""

from typing import Any

from .....core.rules import rules
from ..state import State
from ..tables import (
    BATTERY_CHANGED,
    BOOST_APPLIED,
    BOOST_ENDED,
    BOOSTS,
    BURN,
    EQUIPPED,
    HEALTH,
    HUNDRED,
    ITEM_EQUIPPED,
    ITEM_FREE,
    ITEM_GONE,
    ITEM_NONE,
    ITEM_STAKED,
    LEVELLED,
    MAX_LEVEL,
    NO_SLOT,
    NO_SUCH_ITEM,
    NOT_BURNABLE,
    NOT_YOUR_UNIT,
    SCHEMA_BOOST,
    SCHEMA_MOTHERSHIP,
    SCHEMA_SPACESHIP,
    SCHEMA_SUPERSTRUCTURE,
    SPACESHIP,
    SUPERSTRUCTURE,
    SWARM,
    TROOPER,
    WRONG_UNIT,
)
from .destruction import structure_health
from .stats import battery_max, staked_part, unit_stat
from .units import NONE, free_item, kind_of, mothership_of, note, structure_index, swarm_index, team_of


@rules
def may_boost(g: State, player: int, unit: int) -> bool:
    """The own ship; of leaders also swarms, the mothership and superstructures, of a builder its own. BOI-158"""
    one = g.players[player]
    kind = kind_of(g, unit)
    if kind == 0 or team_of(g, unit) != one.team:
        return False
    if kind == SPACESHIP:
        return unit == player + 1
    if kind == SUPERSTRUCTURE and g.structures[structure_index(g, unit)].builder == player:
        return True
    return bool(one.role != TROOPER)


@rules
def free_slot(g: State, holder: Any) -> int:
    """BOI-158"""
    used = 0
    slot = NONE
    for k in range(BOOSTS - 1, -1, -1):
        if holder.boosts[k] != 0:
            used += 1
        else:
            slot = k
    return slot if used < g.boost_slots else NONE


@rules
def slot_of(g: State, unit: int) -> int:
    kind = kind_of(g, unit)
    if kind == SWARM:
        return free_slot(g, g.swarms[swarm_index(g, unit)])
    if kind == SUPERSTRUCTURE:
        return free_slot(g, g.structures[structure_index(g, unit)])
    return free_slot(g, g.units[unit - 1])


@rules
def check_boost(g: State, player: int, item: int, mode: int, unit: int) -> int:
    """BOI-158 to BOI-160, BOI-163"""
    one = g.players[player]
    if item < 0 or item >= len(one.item_states) or one.item_states[item] != ITEM_FREE:
        return NO_SUCH_ITEM
    schema = g.schema_of[one.item_templates[item]]
    if schema not in (SCHEMA_BOOST, SCHEMA_SUPERSTRUCTURE):
        return NO_SUCH_ITEM
    if not may_boost(g, player, unit):
        return NOT_YOUR_UNIT
    if schema == SCHEMA_SUPERSTRUCTURE:
        return check_level(g, one.item_templates[item], mode, unit)
    if mode == BURN and one.item_burnable[item] == 0:
        return NOT_BURNABLE
    return 0 if slot_of(g, unit) != NONE else NO_SLOT


@rules
def check_level(g: State, template: int, mode: int, unit: int) -> int:
    """Only a standing superstructure of the same template is raised, by staking. BOI-163"""
    if kind_of(g, unit) != SUPERSTRUCTURE or mode == BURN:
        return WRONG_UNIT
    structure = g.structures[structure_index(g, unit)]
    if structure.template != template:
        return WRONG_UNIT
    return MAX_LEVEL if structure.level >= g.superstructure_max_level else 0


@rules
def boost(g: State, player: int, item: int, mode: int, unit: int) -> None:
    """BOI-159 to BOI-163"""
    one = g.players[player]
    template = int(one.item_templates[item])
    kind = kind_of(g, unit)
    one.item_states[item] = ITEM_GONE if mode == BURN else ITEM_STAKED
    one.item_targets[item] = 0 if mode == BURN else unit
    if g.schema_of[template] == SCHEMA_SUPERSTRUCTURE:
        structure = g.structures[structure_index(g, unit)]
        structure.level += 1
        structure.staked += 1
        note(g, LEVELLED, one.team, player, 0, unit, structure.tile, template, structure.level, 0, 0)
        return
    turns = int(g.turns_of[template]) if mode == BURN else -1
    slot = slot_of(g, unit)
    if kind == SWARM:
        attach(g.swarms[swarm_index(g, unit)], slot, template, player, item, turns)
        for index in range(g.player_count):
            if g.units[index].swarm == unit:
                add_health(g, index, template, turns)
    elif kind == SUPERSTRUCTURE:
        n = structure_index(g, unit)
        before = structure_health(g, n)
        attach(g.structures[n], slot, template, player, item, turns)
        g.structures[n].health += max(0, structure_health(g, n) - before)
    else:
        before = unit_stat(g, unit - 1, HEALTH)
        attach(g.units[unit - 1], slot, template, player, item, turns)
        if g.units[unit - 1].tile != NONE:
            g.units[unit - 1].health += HUNDRED * max(0, unit_stat(g, unit - 1, HEALTH) - before)
    note(g, BOOST_APPLIED, one.team, player, unit, 0, -1, template, turns, 0, 0)


@rules
def attach(holder: Any, slot: int, template: int, player: int, item: int, turns: int) -> None:
    holder.boosts[slot] = template
    holder.boost_players[slot] = player
    holder.boost_items[slot] = item
    holder.boost_turns[slot] = turns


@rules
def add_health(g: State, index: int, template: int, turns: int) -> None:
    """A health boost of a swarm raises the health of each of its ships. BOI-161, BOI-162"""
    value = int(g.mods[template, HEALTH])
    if turns < 0:
        value = staked_part(g, value)
    g.units[index].health += HUNDRED * max(0, value)


@rules
def detach(g: State, unit: int, holder: Any, slot: int) -> None:
    """A boost ends: what it gave beyond the maximum is gone. BOI-080, BOI-162"""
    template = int(holder.boosts[slot])
    holder.boosts[slot] = 0
    holder.boost_turns[slot] = 0
    note(g, BOOST_ENDED, team_of(g, unit), -1, unit, 0, -1, template, 0, 0, 0)


@rules
def trim(g: State, index: int) -> None:
    """Health and battery are cut to their maxima. BOI-080, BOI-162"""
    unit = g.units[index]
    unit.health = min(int(unit.health), HUNDRED * unit_stat(g, index, HEALTH))
    if index < g.player_count:
        g.players[index].battery = min(int(g.players[index].battery), battery_max(g, index))


@rules
def trim_structure(g: State, n: int) -> None:
    g.structures[n].health = min(int(g.structures[n].health), structure_health(g, n))


@rules
def end_boosts(g: State) -> None:
    """At the end of a turn burned boosts have a turn less; they run on while a ship is destroyed. BOI-159"""
    for index in range(g.unit_count):
        unit = g.units[index]
        for slot in range(BOOSTS):
            if unit.boosts[slot] != 0 and unit.boost_turns[slot] > 0:
                unit.boost_turns[slot] -= 1
                if unit.boost_turns[slot] == 0:
                    detach(g, index + 1, unit, slot)
                    trim(g, index)
    for n in range(g.swarm_count):
        swarm = g.swarms[n]
        for slot in range(BOOSTS):
            if swarm.boosts[slot] != 0 and swarm.boost_turns[slot] > 0:
                swarm.boost_turns[slot] -= 1
                if swarm.boost_turns[slot] == 0:
                    detach(g, swarm.serial, swarm, slot)
                    trim_members(g, swarm.serial)
    for n in range(g.structure_count):
        structure = g.structures[n]
        for slot in range(BOOSTS):
            if structure.boosts[slot] != 0 and structure.boost_turns[slot] > 0:
                structure.boost_turns[slot] -= 1
                if structure.boost_turns[slot] == 0:
                    detach(g, structure.serial, structure, slot)
                    trim_structure(g, n)


@rules
def trim_members(g: State, serial: int) -> None:
    for index in range(g.player_count):
        if g.units[index].swarm == serial:
            trim(g, index)


@rules
def check_unstake(g: State, player: int, item: int) -> int:
    """BOI-160"""
    one = g.players[player]
    if item < 0 or item >= len(one.item_states) or one.item_states[item] != ITEM_STAKED:
        return NO_SUCH_ITEM
    return 0


@rules
def unstake(g: State, player: int, item: int) -> None:
    """BOI-160, BOI-163"""
    one = g.players[player]
    unit = int(one.item_targets[item])
    kind = kind_of(g, unit)
    if g.schema_of[one.item_templates[item]] == SCHEMA_SUPERSTRUCTURE:
        n = structure_index(g, unit)
        g.structures[n].level -= 1
        g.structures[n].staked -= 1
        trim_structure(g, n)
    elif kind == SWARM:
        n = swarm_index(g, unit)
        loosen(g, unit, g.swarms[n], player, item)
        trim_members(g, unit)
    elif kind == SUPERSTRUCTURE:
        n = structure_index(g, unit)
        loosen(g, unit, g.structures[n], player, item)
        trim_structure(g, n)
    else:
        loosen(g, unit, g.units[unit - 1], player, item)
        trim(g, unit - 1)
    free_item(g, player, item)


@rules
def loosen(g: State, unit: int, holder: Any, player: int, item: int) -> None:
    for slot in range(BOOSTS):
        own = holder.boosts[slot] != 0 and holder.boost_turns[slot] < 0
        if own and holder.boost_players[slot] == player and holder.boost_items[slot] == item:
            detach(g, unit, holder, slot)


@rules
def check_equip(g: State, player: int, item: int) -> int:
    """A template of a spaceship, of leaders also of the mothership, while the unit is not on the map. BOI-164"""
    one = g.players[player]
    if item < 0 or item >= len(one.item_states) or one.item_states[item] in (ITEM_NONE, ITEM_GONE):
        return NO_SUCH_ITEM
    schema = g.schema_of[one.item_templates[item]]
    if schema == SCHEMA_SPACESHIP:
        return 0 if g.units[player].tile == NONE else WRONG_UNIT
    if schema == SCHEMA_MOTHERSHIP:
        if one.role == TROOPER:
            return NOT_YOUR_UNIT
        return 0 if g.units[mothership_of(g, one.team)].tile == NONE else WRONG_UNIT
    return NO_SUCH_ITEM


@rules
def equip(g: State, player: int, item: int) -> None:
    """BOI-164, BOI-254"""
    one = g.players[player]
    template = int(one.item_templates[item])
    ship = g.schema_of[template] == SCHEMA_SPACESHIP
    index = player if ship else mothership_of(g, one.team)
    for k in range(len(one.item_states)):
        if one.item_states[k] == ITEM_EQUIPPED and g.schema_of[one.item_templates[k]] == g.schema_of[template]:
            one.item_states[k] = ITEM_FREE
    one.item_states[item] = ITEM_EQUIPPED
    g.units[index].template = template
    if ship:
        one.battery = min(int(one.battery), battery_max(g, player))
    note(g, EQUIPPED, one.team, player, index + 1, 0, -1, template, 0, 0, 0)


@rules
def tell_battery(g: State, player: int, kind: int) -> None:
    one = g.players[player]
    note(g, kind, one.team, player, player + 1, 0, -1, one.battery, battery_max(g, player), one.ratio, 0)


@rules
def set_ratio(g: State, player: int, ratio: int) -> None:
    """BOI-139"""
    g.players[player].ratio = ratio
    tell_battery(g, player, BATTERY_CHANGED)
