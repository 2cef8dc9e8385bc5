"""Units that are destroyed, and what is counted for it. BOI-141 to BOI-143, BOI-204 to BOI-207, BOI-266 to BOI-269"""

from .....core.rules import rules
from ..state import Side, State
from ..tables import (
    BUILD_DROPPED,
    BUILDING,
    CAPTURE_LOST,
    CAPTURING,
    DESTROYED,
    HEALTH,
    HUNDRED,
    IDLE,
    ITEM_STAKED,
    MOTHERSHIP,
    MOTHERSHIP_DANGER,
    NPC,
    RESPAWN,
    SPACESHIP,
    SUPERSTRUCTURE,
    SWARM,
)
from .badges import award_fight
from .combat import fight
from .stats import battery_max, structure_stat, unit_stat
from .units import NONE, free_item, kind_of, note, remove_structure, return_boosts, take_off

A, T = 0, 1


@rules
def attack(g: State, attacker: int, target: int, commander: int) -> None:
    """A combat with all that comes of it: credit, destruction, danger. BOI-146, BOI-186, BOI-204"""
    fight(g, attacker, target)
    for number in range(2):
        side = g.sides[number]
        if side.kind == MOTHERSHIP and side.health_lost > 0:
            left = max(0, side.health - side.health_lost)
            note(g, MOTHERSHIP_DANGER, side.team, NONE, side.unit, 0, side.tile, side.health_lost, left, 0, 0)
    one = commander
    other = commander_of(g, g.sides[T])
    count_fight(g, g.sides[A], g.sides[T], one)
    count_fight(g, g.sides[T], g.sides[A], other)
    fall(g, g.sides[A], g.sides[T], other)
    fall(g, g.sides[T], g.sides[A], one)


@rules
def commander_of(g: State, side: Side) -> int:
    """The player who gets the credit of a side that did not begin: the ship's own, else the leader; of a superstructure
    its builder; NONE for an NPC. BOI-267"""
    if side.kind == SPACESHIP:
        return int(side.where)
    if side.kind == SUPERSTRUCTURE:
        return int(g.structures[side.where].builder)
    if side.kind == NPC:
        return NONE
    return leader_of(g, side.team)


@rules
def leader_of(g: State, team: int) -> int:
    """The player who leads a team. BOI-017"""
    first = int(g.team_list[team].first)
    best = first
    for player in range(first, first + g.team_list[team].size_of):
        if g.players[player].role < g.players[best].role:
            best = player
    return best


@rules
def count_fight(g: State, own: Side, other: Side, player: int) -> None:
    """Who lost less health has won. BOI-266, BOI-268"""
    if player == NONE:
        return
    stats = g.players[player]
    if own.struck != 0:
        stats.damage_dealt += own.dealt
        if own.critical != 0:
            stats.crits += 1
    stats.damage_taken += own.taken
    award_fight(g, own, other, player)
    if own.health_lost < other.health_lost:
        stats.fights_won += 1
    elif own.health_lost > other.health_lost:
        stats.fights_lost += 1


@rules
def fall(g: State, side: Side, other: Side, credit: int) -> None:
    """The dead of one side of a combat leave the map. BOI-204 to BOI-206, BOI-269"""
    if side.kind == SUPERSTRUCTURE:
        if g.structures[side.where].health <= 0:
            if credit != NONE:
                g.players[credit].structures_destroyed += 1
            destroy_structure(g, side.where, other.unit)
        return
    if side.kind != SWARM:
        if g.units[side.where].health <= 0:
            if credit != NONE:
                g.players[credit].defeated += 1
            destroy(g, side.where, other.unit)
        return
    for index in range(g.player_count):
        if g.units[index].swarm == side.unit and g.units[index].health <= 0:
            if credit != NONE:
                g.players[credit].defeated += 1
            destroy(g, index, other.unit)


@rules
def destroy(g: State, index: int, by: int) -> None:
    """A ship, a mothership or an NPC is destroyed: it can be spawned again after a while. BOI-205, BOI-207, BOI-212"""
    unit = g.units[index]
    tile = int(unit.tile)
    turns = unit_stat(g, index, RESPAWN) if unit.kind != NPC else int(g.base_stats[NPC, RESPAWN])  # BOI-064
    stop_work(g, index)
    note(g, DESTROYED, unit.team, player_of(g, index), index + 1, by, tile, unit.kind, 0, 0, 0)
    take_off(g, index)
    for k in range(len(unit.boosts)):
        if unit.boosts[k] != 0 and unit.boost_turns[k] < 0:
            free_item(g, unit.boost_players[k], unit.boost_items[k])
            unit.boosts[k] = 0
            unit.boost_turns[k] = 0
    unit.health = 0
    unit.ap = 0
    unit.respawn = turns
    unit.destroyed += 1
    if unit.kind == SPACESHIP:
        g.players[index].ships_lost += 1
        g.players[index].battery = min(int(g.players[index].battery), battery_max(g, index))
    if unit.team > 0:
        g.team_list[unit.team].lost += 1


@rules
def player_of(g: State, index: int) -> int:
    return index if index < g.player_count else NONE


@rules
def stop_work(g: State, index: int) -> None:
    """What a ship was busy with is lost. BOI-124, BOI-132"""
    unit = g.units[index]
    if unit.job == CAPTURING:
        note(g, CAPTURE_LOST, unit.team, index, index + 1, 0, unit.tile, unit.progress, unit.needed, 0, 0)
    elif unit.job == BUILDING:
        note(g, BUILD_DROPPED, unit.team, index, index + 1, 0, unit.tile, unit.build_item, unit.progress, 0, 0)
    unit.job = IDLE
    unit.progress = 0
    unit.needed = 0
    unit.build_item = 0
    unit.joining = 0


@rules
def destroy_structure(g: State, n: int, by: int) -> None:
    """It is gone with its boosts; staked items return; the tile keeps its owner. BOI-160, BOI-163, BOI-206"""
    structure = g.structures[n]
    note(g, DESTROYED, structure.team, structure.builder, structure.serial, by, structure.tile, SUPERSTRUCTURE, 0, 0, 0)
    if structure.staked > 0:
        for player in range(g.player_count):
            owner = g.players[player]
            for item in range(len(owner.item_states)):
                if owner.item_states[item] == ITEM_STAKED and owner.item_targets[item] == structure.serial:
                    free_item(g, player, item)
    return_boosts(g, structure)
    remove_structure(g, n)


@rules
def top_up(g: State, index: int) -> None:
    """A unit as new. BOI-050, BOI-138"""
    g.units[index].health = HUNDRED * unit_stat(g, index, HEALTH)


@rules
def structure_health(g: State, n: int) -> int:
    """The most health of a superstructure, in hundredths."""
    return HUNDRED * structure_stat(g, n, HEALTH)


@rules
def detonate(g: State, unit: int, by_kind: int) -> None:
    """A ship, a mothership or all ships of a swarm destroy themselves; nobody gets credit. BOI-141 to BOI-143"""
    if by_kind != SWARM:
        destroy(g, unit - 1, 0)
        return
    for index in range(g.player_count):
        if kind_of(g, unit) == SWARM and g.units[index].swarm == unit:
            destroy(g, index, 0)
