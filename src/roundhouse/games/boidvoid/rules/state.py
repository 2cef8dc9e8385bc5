"""What is true in a game of BoidVoid. BOI-031, BOI-052 to BOI-087, BOI-307

A tile is the number y * side + x of its place on the grid. Tiles stand in columns, so that a whole map is copied and
hashed in a few long rows. Health, battery and damage are hundredths.
"""

from typing import Annotated

from ....core.schema import DERIVED, Count, Grid, i1, i2, i4, i8, struct, u1, u8
from .tables import (
    BOOSTS,
    EVENTS,
    FIELDS,
    ITEMS,
    KINDS,
    MODS,
    PENDING,
    PLAYERS,
    POI_KINDS,
    SEARCHES,
    SEATS,
    STATS,
    STRUCTURES,
    SWARMS,
    TEAMS,
    TEMPLATES,
    TILE_KINDS,
    TILES,
    UNITS,
    WIDTH,
)


@struct
class Happening:
    """A row of the event ring; what its numbers mean stands in `tables`."""

    kind: u1
    team: i1  # whose team may know; 0: everybody
    player: i2  # the one it is about, or whom alone it is told; -1 for none
    unit: i4  # an id
    other: i4
    tile: i2
    a: i8
    b: i8
    c: i8
    d: i8


@struct
class Unit:
    """A spaceship, a mothership or an NPC. Unit n has the id n + 1: first the ships in the order of the players, then
    the motherships in the order of the teams, then the NPCs. A ship's player has its number.

    Active boosts, of these and of the units below: the template (0 for none), whose item it is, and the turns left
    (-1: staked)."""

    kind: u1
    team: i1
    tile: i2  # -1 off the map
    home: i2  # of an NPC
    health: i4
    ap: i2
    acted: i1  # unit actions of this turn
    respawn: i2  # turns until it can be spawned
    destroyed: i4  # how often it was
    template: i2
    job: u1
    progress: i2
    needed: i2
    build_item: i2  # the player's item that is being built, as a template
    joining: i4  # the swarm it waits for
    swarm: i4  # the id of its swarm, 0 for none
    automode: u1
    boosts: Annotated[list[i2], BOOSTS]
    boost_players: Annotated[list[i2], BOOSTS]
    boost_items: Annotated[list[i2], BOOSTS]
    boost_turns: Annotated[list[i2], BOOSTS]


@struct
class Swarm:
    serial: i4  # its id
    team: i1
    tile: i2
    ships: i2
    acted: i1
    boosts: Annotated[list[i2], BOOSTS]
    boost_players: Annotated[list[i2], BOOSTS]
    boost_items: Annotated[list[i2], BOOSTS]
    boost_turns: Annotated[list[i2], BOOSTS]


@struct
class Structure:
    serial: i4  # its id
    team: i1
    tile: i2
    template: i2
    level: i2
    staked: i2  # levels that stand on staked items
    health: i4
    builder: i2  # the player
    boosts: Annotated[list[i2], BOOSTS]
    boost_players: Annotated[list[i2], BOOSTS]
    boost_items: Annotated[list[i2], BOOSTS]
    boost_turns: Annotated[list[i2], BOOSTS]


@struct
class Player:
    team: i1
    place: i2  # in its team, from 1
    seat: i2
    role: u1
    stake: i8  # powered stake
    battery: i4
    ratio: i2  # of the battery that is for attacks, in percent
    missed: i2  # turns in a row without an order
    ordered: u1  # gave an order in this turn
    pending: i2  # orders of a sealed turn
    item_templates: Annotated[list[i2], ITEMS]
    item_states: Annotated[list[u1], ITEMS]
    item_burnable: Annotated[list[u1], ITEMS]
    item_targets: Annotated[list[i4], ITEMS]  # the unit on which it is staked
    # Statistics (BOI-266)
    fights_won: i4
    fights_lost: i4
    captured: i4
    respawns: i4
    damage_dealt: i8
    damage_taken: i8
    defeated: i4
    ships_lost: i4
    built: i4
    structures_destroyed: i4
    pois: i4
    moved: i4
    crits: i4
    usurped: i4  # tiles captured that belonged to another team
    badges: i4  # a bit for each (BOI-274)


@struct
class Team:
    first: i2  # its first player; the others follow
    size_of: i2  # how many players it has
    home: i2
    eliminated: i2  # the turn, 0 while it plays
    lost: i4  # ships and motherships


@struct
class Side:
    """One of the two units of a combat, as the steps find it. Numbers are hundredths, percentages too."""

    unit: i4  # its id
    kind: u1
    team: i1
    tile: i2
    where: i4  # its index among units, swarms or structures
    reaches: i4  # its range in tiles
    main: i8
    additional: i8
    bonus_attack: i4  # percent
    crit_chance: i4
    crit_damage: i8
    critical: u1
    shields: i8
    defense: i8
    bonus_defense: i4  # percent
    total_defense: i8
    health: i8  # before the combat
    dealt: i8
    struck: u1
    taken: i8
    health_lost: i8
    battery_spent: i8
    fell: u1  # it was destroyed


@struct
class Search:
    """What a search for ways has found: what the rest of the way to the goals costs from a tile, as in `moving`. One
    with a swarm serves all ships with the same costs that fly there, as long as the same tiles are free."""

    swarm: i4  # an id; 0 for any other goal
    weight: i2
    goals: u1  # a bit for each direction
    reach: Annotated[list[i4], TILES]


@struct
class State:
    seed: u8
    turn_no: i4
    round_no: i4  # the same, under the name that all games have
    reason: u1  # 0 while it runs
    ending: u1  # the organiser or the season ends it with this turn
    seats: i2
    teams: i1
    player_count: i2
    unit_count: i2
    npc_count: i2
    swarm_count: i2
    structure_count: i2
    side: i2  # of the grid that the map lies on
    serials: i4  # the newest id
    combats: i8  # so far
    units: Annotated[list[Unit], UNITS, Count("unit_count")]
    swarms: Annotated[list[Swarm], SWARMS, Count("swarm_count")]  # by rising id
    structures: Annotated[list[Structure], STRUCTURES, Count("structure_count")]  # by rising id
    players: Annotated[list[Player], PLAYERS, Count("player_count")]
    team_list: Annotated[list[Team], TEAMS]
    done: Annotated[list[u1], SEATS]
    left: Annotated[list[u1], SEATS]  # 0, or why
    # Tiles
    tile_kind: Annotated[list[u1], TILES]  # 0 void
    obstacle: Annotated[list[u1], TILES]
    poi: Annotated[list[u1], TILES]
    owner: Annotated[list[u1], TILES]  # a team
    # Sealed orders: number 16 * player + k, one row per number of the order
    orders: Annotated[Grid[i8], WIDTH, PENDING]
    # What follows from the rest
    standing: Annotated[list[i4], TILES, DERIVED]  # the id of the mobile unit there, 0 for none
    structure_at: Annotated[list[i2], TILES, DERIVED]  # the index of the superstructure + 1
    seat_team: Annotated[list[i1], SEATS, DERIVED]
    tiles_owned: Annotated[list[i4], TEAMS, DERIVED]
    tile_count: Annotated[i2, DERIVED]  # without void and obstacles
    # Settings, which come from the setup and never change
    season: Annotated[u1, DERIVED]
    by_team: Annotated[u1, DERIVED]  # seat_model team
    live: Annotated[u1, DERIVED]
    turn_limit: Annotated[i4, DERIVED]
    actions_per_turn: Annotated[i2, DERIVED]
    orders_per_turn: Annotated[i2, DERIVED]
    early_end: Annotated[u1, DERIVED]
    missed_turns_automode: Annotated[i2, DERIVED]
    move_cost: Annotated[i2, DERIVED]
    move_cost_min: Annotated[i2, DERIVED]
    capture_turns: Annotated[i2, DERIVED]
    enemy_capture_factor: Annotated[i2, DERIVED]
    capture_needs_mothership: Annotated[u1, DERIVED]
    ap_max: Annotated[i2, DERIVED]
    ap_start: Annotated[i2, DERIVED]
    superstructure_radius: Annotated[i2, DERIVED]
    superstructure_max_level: Annotated[i2, DERIVED]
    base_stats: Annotated[Grid[i4], KINDS, STATS, DERIVED]  # base stats by kind of unit
    linear: Annotated[u1, DERIVED]  # battery_formula
    battery_divisor: Annotated[i8, DERIVED]
    battery_min: Annotated[i4, DERIVED]
    battery_cap: Annotated[i4, DERIVED]
    battery_recharge: Annotated[i4, DERIVED]
    ratio_min: Annotated[i2, DERIVED]
    ratio_max: Annotated[i2, DERIVED]
    counterattack: Annotated[u1, DERIVED]
    deplete_on_defense: Annotated[u1, DERIVED]
    distribution: Annotated[u1, DERIVED]
    crit_chance_limit: Annotated[i2, DERIVED]
    mothership_counterattack: Annotated[u1, DERIVED]
    enemy_battery_visible: Annotated[u1, DERIVED]
    swarm_max_ships: Annotated[i2, DERIVED]
    npc_aggro: Annotated[i2, DERIVED]
    npc_leash: Annotated[i2, DERIVED]
    boost_slots: Annotated[i2, DERIVED]
    boost_stake_percent: Annotated[i2, DERIVED]
    maintenance_every: Annotated[i4, DERIVED]
    template_count: Annotated[i2, DERIVED]
    schema_of: Annotated[list[u1], TEMPLATES, DERIVED]  # by template
    turns_of: Annotated[list[i2], TEMPLATES, DERIVED]  # of building or burning
    mods: Annotated[Grid[i2], TEMPLATES, MODS, DERIVED]
    fields: Annotated[Grid[i2], TEMPLATES, FIELDS, DERIVED]
    tile_fields: Annotated[Grid[i2], TILE_KINDS, FIELDS, DERIVED]
    poi_fields: Annotated[Grid[i2], POI_KINDS, FIELDS, DERIVED]
    # What the rules work with
    row: Annotated[list[i8], WIDTH, DERIVED]  # the sealed order that is executed
    sides: Annotated[list[Side], 2, DERIVED]  # attacker and target of the combat
    member_list: Annotated[list[i4], PLAYERS, DERIVED]  # the ships of a side, in the order in which they are hit
    member_key: Annotated[list[i8], PLAYERS, DERIVED]
    searches: Annotated[list[Search], SEARCHES, DERIVED]  # the first for one way, the others are kept for a turn's end
    newest: Annotated[i2, DERIVED]  # of those others
    queue: Annotated[list[i2], TILES, DERIVED]
    queued: Annotated[list[u1], TILES, DERIVED]
    queue_length: Annotated[i2, DERIVED]
    path: Annotated[list[i2], TILES, DERIVED]  # the way that is gone
    path_length: Annotated[i2, DERIVED]
    open_swarms: Annotated[list[i2], SWARMS, DERIVED]  # those of a team that have room, as indices
    open_count: Annotated[i2, DERIVED]
    full_rings: Annotated[i2, DERIVED]  # around its mothership have no free tile of the team
    event_count: Annotated[i4, DERIVED]
    events_lost: Annotated[i4, DERIVED]
    events: Annotated[list[Happening], EVENTS, DERIVED]
