"""What a seat knows, as one row of numbers; `arrays.py` names them. BOI-088 to BOI-090"""

from typing import Any

from ....core.rules import row, rules
from .phases.stats import battery_max, structure_stat, unit_stat
from .state import State
from .tables import (
    ATTACK_STAT,
    CRIT_CHANCE,
    CRIT_VALUE,
    DEFENSE,
    HEALTH,
    HUNDRED,
    MATCH_PLAYERS,
    MATCH_SIDE,
    MOTHERSHIP,
    NPC,
    RANGE,
    SPACESHIP,
    TEAMS_MAX,
    TROOPER,
)

# How many things an observation has room for: as many as the form of matches
UNITS_SEEN = 136
SWARMS_SEEN = 64
STRUCTURES_SEEN = 128
ITEMS_SEEN = 16
TILES_SEEN = MATCH_SIDE * MATCH_SIDE

# The parts of an observation: where each begins, and how many numbers a thing has in it
GAME_FEATURES = 14
TEAM_FEATURES = 8
UNIT_FEATURES = 28
SWARM_FEATURES = 8
STRUCTURE_FEATURES = 12
ITEM_FEATURES = 2
TILE_FEATURES = 6
SEE_TEAMS = GAME_FEATURES
SEE_UNITS = SEE_TEAMS + TEAMS_MAX * TEAM_FEATURES
SEE_SWARMS = SEE_UNITS + UNITS_SEEN * UNIT_FEATURES
SEE_STRUCTURES = SEE_SWARMS + SWARMS_SEEN * SWARM_FEATURES
SEE_ITEMS = SEE_STRUCTURES + STRUCTURES_SEEN * STRUCTURE_FEATURES
SEE_TILES = SEE_ITEMS + MATCH_PLAYERS * ITEMS_SEEN * ITEM_FEATURES
FEATURES = SEE_TILES + TILES_SEEN * TILE_FEATURES

UNKNOWN = -1
UNIT_STATS, STRUCTURE_STATS = 7, 4  # how many are computed of one


@rules
def observe(g: State, seat: int, out: Any) -> None:
    """All 0 for a game that is larger than the form of matches."""
    for k in range(FEATURES):
        out[k] = 0
    if g.side > MATCH_SIDE or g.player_count > MATCH_PLAYERS or g.unit_count > UNITS_SEEN:
        return
    if g.swarm_count > SWARMS_SEEN or g.structure_count > STRUCTURES_SEEN or seat < 1 or seat > g.seats:
        return
    own = int(g.seat_team[seat])
    observe_game(g, seat, own, out)
    for team in range(1, g.teams + 1):
        observe_team(g, own, team, SEE_TEAMS + (counted(own, team) - 1) * TEAM_FEATURES, out)
    stats = row(UNIT_STATS)
    for index in range(g.unit_count):
        stats_of_unit(g, index, stats)
        observe_unit(g, seat, own, index, stats, SEE_UNITS + index * UNIT_FEATURES, out)
    for n in range(g.swarm_count):
        observe_swarm(g, own, n, SEE_SWARMS + n * SWARM_FEATURES, out)
    for n in range(g.structure_count):
        stats_of_structure(g, n, stats)
        observe_structure(g, own, n, stats, SEE_STRUCTURES + n * STRUCTURE_FEATURES, out)
    for player in range(g.player_count):
        if g.players[player].team == own:
            observe_items(g, player, SEE_ITEMS + player * ITEMS_SEEN * ITEM_FEATURES, out)
    for tile in range(g.side * g.side):
        observe_tile(g, own, tile, SEE_TILES + tile * TILE_FEATURES, out)


@rules
def counted(own: int, team: int) -> int:
    """A team as the seat counts: 1 its own, then the others in their order; 0 is nobody."""
    if team == 0:
        return 0
    if team == own:
        return 1
    return team + 1 if team < own else team


@rules
def observe_game(g: State, seat: int, own: int, out: Any) -> None:
    out[0] = g.turn_no
    out[1] = g.turn_limit - g.turn_no if g.turn_limit > 0 else 0  # BOI-258
    out[2] = g.teams
    out[3] = own
    out[4] = g.seats
    out[5] = seat
    out[6] = g.player_count
    out[7] = g.unit_count
    out[8] = g.side
    out[9] = g.tile_count
    out[10] = g.live
    out[11] = g.done[seat]
    out[12] = 1 if g.reason != 0 else 0
    out[13] = g.team_list[own].first + 1


@rules
def observe_team(g: State, own: int, number: int, at: int, out: Any) -> None:
    team = g.team_list[number]
    out[at] = number
    out[at + 1] = g.tiles_owned[number]
    out[at + 2] = team.size_of
    out[at + 3] = team.lost
    out[at + 4] = 1 if team.eliminated != 0 else 0
    out[at + 5] = team.home % g.side
    out[at + 6] = team.home // g.side
    out[at + 7] = team.first + 1


@rules
def stats_of_unit(g: State, index: int, out: Any) -> None:
    """The stats that everybody sees of a ship, a mothership or an NPC, and of a ship its maximum battery."""
    out[0] = HUNDRED * unit_stat(g, index, HEALTH)
    out[1] = unit_stat(g, index, ATTACK_STAT)
    out[2] = unit_stat(g, index, DEFENSE)
    out[3] = unit_stat(g, index, RANGE)
    out[4] = unit_stat(g, index, CRIT_CHANCE)
    out[5] = unit_stat(g, index, CRIT_VALUE)
    out[6] = battery_max(g, index) if g.units[index].kind == SPACESHIP else 0


@rules
def stats_of_structure(g: State, n: int, out: Any) -> None:
    out[0] = HUNDRED * structure_stat(g, n, HEALTH)
    out[1] = structure_stat(g, n, ATTACK_STAT)
    out[2] = structure_stat(g, n, DEFENSE)
    out[3] = structure_stat(g, n, RANGE)


@rules
def observe_unit(g: State, seat: int, own: int, index: int, stats: Any, at: int, out: Any) -> None:
    """What everybody sees of a ship, a mothership or an NPC, and what its team knows besides. BOI-088 to BOI-090"""
    unit = g.units[index]
    out[at] = unit.kind
    out[at + 1] = counted(own, int(unit.team))
    out[at + 2] = 1 if unit.tile >= 0 else 0
    out[at + 3] = unit.tile % g.side if unit.tile >= 0 else UNKNOWN
    out[at + 4] = unit.tile // g.side if unit.tile >= 0 else UNKNOWN
    out[at + 5] = unit.health
    for k in range(UNIT_STATS - 1):
        out[at + 6 + k] = stats[k]
    out[at + 12] = unit.template
    out[at + 13] = unit.swarm
    out[at + 14] = unit.job
    out[at + 15] = unit.progress
    out[at + 16] = unit.needed
    out[at + 17] = unit.automode
    mine = unit.team == own
    ship = unit.kind == SPACESHIP
    out[at + 18] = 1 if mine and is_mine(g, seat, index) else 0
    out[at + 19] = unit.ap if mine else UNKNOWN
    out[at + 20] = unit.respawn if mine else UNKNOWN
    out[at + 21] = unit.acted if mine else UNKNOWN
    out[at + 22] = g.players[index].pending if mine and ship else UNKNOWN
    open_battery = ship and (mine or g.enemy_battery_visible != 0)
    out[at + 23] = g.players[index].battery if open_battery else UNKNOWN
    out[at + 24] = stats[UNIT_STATS - 1] if open_battery else UNKNOWN
    out[at + 25] = g.players[index].ratio if open_battery else UNKNOWN
    out[at + 26] = g.players[index].role if ship else 0
    out[at + 27] = 1 if unit.kind == NPC else 0


@rules
def is_mine(g: State, seat: int, index: int) -> bool:
    """Whether a seat commands a unit of its team. BOI-020 to BOI-024"""
    if g.units[index].kind == SPACESHIP:
        return bool(g.players[index].seat == seat)
    if g.units[index].kind != MOTHERSHIP:
        return False
    leads = False
    for player in range(g.player_count):
        leads = leads or (g.players[player].seat == seat and g.players[player].role != TROOPER)
    return bool(leads)


@rules
def observe_swarm(g: State, own: int, n: int, at: int, out: Any) -> None:
    swarm = g.swarms[n]
    mine = swarm.team == own
    out[at] = swarm.serial
    out[at + 1] = counted(own, int(swarm.team))
    out[at + 2] = swarm.tile % g.side
    out[at + 3] = swarm.tile // g.side
    out[at + 4] = swarm.ships
    out[at + 5] = swarm.acted if mine else UNKNOWN
    out[at + 6] = UNKNOWN
    out[at + 7] = 0
    for index in range(g.player_count):
        unit = g.units[index]
        if unit.swarm == swarm.serial:
            out[at + 7] += unit.health
            if mine and (out[at + 6] == UNKNOWN or unit.ap < out[at + 6]):
                out[at + 6] = unit.ap


@rules
def observe_structure(g: State, own: int, n: int, stats: Any, at: int, out: Any) -> None:
    structure = g.structures[n]
    out[at] = structure.serial
    out[at + 1] = counted(own, int(structure.team))
    out[at + 2] = structure.tile % g.side
    out[at + 3] = structure.tile // g.side
    out[at + 4] = structure.template
    out[at + 5] = structure.level
    out[at + 6] = structure.health
    for k in range(STRUCTURE_STATS):
        out[at + 7 + k] = stats[k]
    out[at + 11] = structure.builder + 1


@rules
def observe_items(g: State, player: int, at: int, out: Any) -> None:
    """Only those of the own team. BOI-089, BOI-090"""
    one = g.players[player]
    for item in range(min(ITEMS_SEEN, len(one.item_states))):
        out[at + item * ITEM_FEATURES] = one.item_templates[item]
        out[at + item * ITEM_FEATURES + 1] = one.item_states[item]


@rules
def observe_tile(g: State, own: int, tile: int, at: int, out: Any) -> None:
    out[at] = g.tile_kind[tile]
    out[at + 1] = g.obstacle[tile]
    out[at + 2] = g.poi[tile]
    out[at + 3] = counted(own, int(g.owner[tile]))
    out[at + 4] = g.standing[tile]
    n = int(g.structure_at[tile]) - 1
    out[at + 5] = g.structures[n].serial if n >= 0 else 0
