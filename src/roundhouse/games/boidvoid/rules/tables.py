"""Every number and every code of BoidVoid."""

from ....core.schema import Size

# Caps of the two state forms (section "Caps" of the rules)
TEAMS = 9  # 0 is nobody
TEAMS_MAX = 8
PLAYERS = Size(64, large=4096)
PLAYERS_MAX = 4096
MATCH_PLAYERS = 64
SEATS = Size(65, large=4097)  # 0 is nobody
SEATS_MAX = 4096
SIDE = Size(32, large=50)
MATCH_SIDE, SEASON_SIDE = 32, 50
TILES = Size(1024, large=2500)
NPCS = Size(64, large=256)
UNITS = Size(136, large=4360)  # spaceships, motherships and NPCs, each at the same place for the whole game
SWARMS = Size(64, large=4096)
STRUCTURES = Size(128, large=2500)
ITEMS = Size(16, large=64)  # of one player
TEMPLATES = Size(64, large=256)
BOOSTS = 4  # active ones of a unit
ORDERS = 16  # of a player in a sealed turn
PENDING = Size(1024, large=65536)  # of all players together
PATH_MAX = 20  # steps of an explicit path
SEARCHES = Size(4, large=16)  # for ways that are kept
EVENTS = Size(2048, large=32768)
TURNS_MAX = 1000
MATCH_SHIPS = 8  # of a team
HUNDRED = 100  # health, battery and damage are whole hundredths (BOI-001, BOI-307)
STAKE_MAX = 10**12
NUMBER_MAX = 2**62  # in an order's row: a path needs 60 bits (BOI-306)

# BOI-306: an order is the row [action, unit, a, b, c, d]
ACTION, UNIT, A, B, C, D = range(6)
WIDTH = 6
(
    DONE, MOVE, CAPTURE, CANCEL, BUILD, SPAWN, BATTERY, DETONATE, ATTACK, SWARM_CREATE, SWARM_JOIN, SWARM_LEAVE,
    AUTOMODE, BOOST, UNSTAKE, EQUIP, RESTART,
) = range(17)  # fmt: skip
ACTION_NAMES = (
    "done", "move", "capture", "cancel", "build", "spawn", "battery", "detonate", "attack", "swarm_create",
    "swarm_join", "swarm_leave", "automode", "boost", "unstake", "equip", "restart",
)  # fmt: skip
# Of a unit's allowance in a turn (BOI-098)
UNIT_ACTIONS = (0, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0)
BURN, STAKE = 0, 1
PARTIAL, BY_PATH = 1, 2  # bits of a move

# Kinds of units (BOI-052)
SPACESHIP, MOTHERSHIP, SWARM, SUPERSTRUCTURE, NPC = range(1, 6)
KINDS = 6
KIND_NAMES = ("", "spaceship", "mothership", "swarm", "superstructure", "npc")

# Base stats of units, in the order of their table
ATTACK_STAT, DEFENSE, HEALTH, CRIT_CHANCE, CRIT_VALUE, RANGE, AP_RECHARGE, RESPAWN, JOIN_TURNS = range(9)
STATS = 9
STAT_NAMES = (
    "attack", "defense", "health", "crit_chance", "crit_value", "range", "ap_recharge", "respawn_turns",
    "swarm_join_turns",
)  # fmt: skip

# Modifiers of templates and boosts (BOI-065): the first nine change the stats above
(
    MOD_ATTACK, MOD_DEFENSE, MOD_HEALTH, MOD_CRIT_CHANCE, MOD_CRIT_VALUE, MOD_RANGE, MOD_ACTION_POINTS, MOD_RESPAWN,
    MOD_JOIN, MOD_MOVE_COST, MOD_BUILD_RATE, MOD_BATTERY, MOD_RECOVERY,
) = range(13)  # fmt: skip
MODS = 13
MOD_NAMES = (
    "attack", "defense", "health", "crit_chance", "crit_value", "range", "action_points", "respawn_rate",
    "swarm_join_turns", "move_cost", "build_rate", "battery", "battery_recovery",
)  # fmt: skip

# Which modifiers count for which kind of unit (BOI-161, BOI-245, BOI-246); a swarm's are those of its ships
VALID_MODS = (
    (0,) * 13,
    (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
    (1, 1, 1, 0, 0, 1, 1, 1, 0, 1, 0, 0, 0),
    (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
    (1, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
)
STAT_MIN = (0, 0, 1, 0, 0, 0, 0, 1, 0)  # BOI-064

# Field modifiers of tiles, points of importance and superstructures
F_MOVE, F_CAPTURE, F_AP, F_ATTACK, F_DEFENSE, F_CRIT_CHANCE, F_CRIT_VALUE, F_RANGE = range(8)
FIELDS = 8
FIELD_NAMES = ("move", "capture", "ap", "attack", "defense", "crit_chance", "crit_value", "range")
GROWING = (0, 0, 1, 1, 1, 1, 1, 0)  # those of a superstructure that its level multiplies (BOI-066)
FOR_EVERYBODY = (1, 1, 0, 0, 0, 0, 0, 0)  # those of a point of importance that do not ask for its owner (BOI-072)

# The catalogue of field elements; 0 is none
VOID = 0
TILE_NAMES = ("void", "clear", "asteroid_field", "nebula", "conduit", "planet")
TILE_KINDS = 6
TILE_FIELDS = (
    (0, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 0, 0, 0),
    (1, 0, 0, 0, 20, 0, 0, 0),
    (1, 0, 0, -10, 10, -5, 0, 0),
    (-1, 0, 3, 0, 0, 0, 0, 0),
    (0, 1, 0, 10, 10, 0, 0, 0),
)
POI_NAMES = (
    "", "space_oasis", "galactic_gateway", "abandoned_space_station", "meteor_shower_zone", "alien_artifact",
    "wormhole_entry", "lost_explorers_ship", "dyson_sphere_ruins", "crystal_asteroid", "intergalactic_beacon",
    "space_time_anomaly",
)  # fmt: skip
POI_KINDS = 12
POI_FIELDS = (
    (0, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 3, 0, 0, 0, 0, 0),
    (-1, 0, 2, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 25, 0, 0, 0),
    (2, 0, 0, 20, -10, 0, 0, 0),
    (0, 0, 0, 0, 0, 15, 0, 0),
    (-2, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 2, 0, 0, 5, 0, 0),
    (0, 1, 0, 25, 0, 0, 0, 0),
    (1, 0, 0, 0, 0, 0, 50, 0),
    (0, 0, 0, 0, 0, 0, 0, 1),
    (1, -1, 0, 0, 0, 0, 0, 0),
)
OBSTACLE_NAMES = ("", "black_hole", "star_cluster", "quantum_rift")

# Templates that every game knows, by their number: schema, modifiers, field modifiers, turns (of building or burning)
(
    SCHEMA_SPACESHIP, SCHEMA_MOTHERSHIP, SCHEMA_SUPERSTRUCTURE, SCHEMA_BOOST, SCHEMA_AVATAR, SCHEMA_COLLECTIBLE,
) = range(1, 7)  # fmt: skip
SCHEMA_NAMES = ("", "spaceship", "mothership", "superstructure", "boost", "avatar", "collectible")
STANDARD_SHIP, STANDARD_MOTHERSHIP = 1, 2
TEMPLATE_KEYS = (
    "", "ship-standard", "mothership-standard", "ss-relay", "ss-bastion", "ss-array", "ss-beacon", "boost-overcharge",
    "boost-plating", "boost-hull", "boost-thrusters", "boost-optics", "boost-cell", "boost-lucky", "boost-drydock",
    "boost-yard",
)  # fmt: skip
TEMPLATE_SCHEMAS = (0, 1, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4)
TEMPLATE_TURNS = (0, 0, 0, 2, 3, 3, 4, 10, 10, 10, 10, 5, 10, 10, 20, 20)
TEMPLATE_MODS: dict[int, dict[int, int]] = {
    4: {MOD_DEFENSE: 10},
    6: {MOD_RANGE: 1},
    7: {MOD_ATTACK: 10},
    8: {MOD_DEFENSE: 10},
    9: {MOD_HEALTH: 40},
    10: {MOD_MOVE_COST: -1},
    11: {MOD_RANGE: 1},
    12: {MOD_BATTERY: 20, MOD_RECOVERY: 6},
    13: {MOD_CRIT_CHANCE: 10},
    14: {MOD_RESPAWN: -1},
    15: {MOD_BUILD_RATE: -1},
}
TEMPLATE_FIELDS: dict[int, dict[int, int]] = {
    3: {F_MOVE: -1, F_AP: 3},
    4: {F_DEFENSE: 25},
    5: {F_ATTACK: 20, F_CRIT_CHANCE: 5},
    6: {F_RANGE: 1, F_CRIT_VALUE: 25},
}

# What a ship is busy with
IDLE, CAPTURING, BUILDING, JOINING = range(4)
JOB_NAMES = ("", "capturing", "building", "joining")

# What becomes of an item of a player
ITEM_NONE, ITEM_FREE, ITEM_STAKED, ITEM_GONE, ITEM_EQUIPPED = range(5)

# Roles (BOI-017)
LEADER, VICE_LEADER, TROOPER = 1, 2, 3
ROLE_NAMES = ("", "leader", "vice_leader", "trooper")

# Settings that are words
SEALED, LIVE = 0, 1
STRONGER_FIRST, WEAK_FIRST, RANDOM_ORDER, SPREAD = range(4)
DISTRIBUTIONS = ("stronger_first", "weak_first", "random", "spread")

# Directions in the order of BOI-028, for even and odd rows
DIRECTIONS = ("E", "SE", "SW", "W", "NW", "NE")
STEP_X_EVEN, STEP_X_ODD, STEP_Y = (1, 0, -1, -1, -1, 0), (1, 1, 0, -1, 0, 1), (0, 1, 1, 0, -1, -1)

# Refusals (BOI-104)
ERROR_NAMES = (
    "", "bad_order", "not_your_unit", "not_on_map", "already_acted", "automode_on", "locked_capturing", "in_swarm",
    "wrong_unit", "bad_path", "blocked", "occupied", "not_enough_ap", "already_owned", "mothership_destroyed",
    "nothing_to_cancel", "no_such_item", "not_burnable", "not_transferable", "item_in_use", "not_your_tile",
    "structure_here", "max_level", "already_building", "too_many_structures", "too_many_items", "game_full",
    "still_respawning", "already_on_map", "ratio_out_of_range", "out_of_range", "own_team", "no_such_target",
    "target_in_swarm", "no_such_swarm", "not_adjacent", "swarm_full", "not_in_swarm", "no_slot", "turn_locked",
    "turn_closed", "game_over",
)  # fmt: skip
(
    BAD_ORDER, NOT_YOUR_UNIT, NOT_ON_MAP, ALREADY_ACTED, AUTOMODE_ON, LOCKED_CAPTURING, IN_SWARM, WRONG_UNIT, BAD_PATH,
    BLOCKED, OCCUPIED, NOT_ENOUGH_AP, ALREADY_OWNED, MOTHERSHIP_DESTROYED, NOTHING_TO_CANCEL, NO_SUCH_ITEM,
    NOT_BURNABLE, NOT_TRANSFERABLE, ITEM_IN_USE, NOT_YOUR_TILE, STRUCTURE_HERE, MAX_LEVEL, ALREADY_BUILDING,
    TOO_MANY_STRUCTURES, TOO_MANY_ITEMS, GAME_FULL, STILL_RESPAWNING, ALREADY_ON_MAP, RATIO_OUT_OF_RANGE, OUT_OF_RANGE,
    OWN_TEAM, NO_SUCH_TARGET, TARGET_IN_SWARM, NO_SUCH_SWARM, NOT_ADJACENT, SWARM_FULL, NOT_IN_SWARM, NO_SLOT,
    TURN_LOCKED, TURN_CLOSED, GAME_OVER,
) = range(1, 42)  # fmt: skip
REFUSALS = 42
COUNTS = (0,) * REFUSALS  # no refused order counts against anybody (BOI-096)
LEAVES = (0,) * REFUSALS
TURNS = True  # a step of a batch is one order of every seat that is not done yet

# Why a seat left, and why a match is over
RESIGNED, CONNECTION_LOST, KICKED = 1, 2, 3
ENDED_TURNS, ENDED_ALL_TILES, ENDED_LAST_TEAM, ENDED_SEASON, ENDED_DESERTED = 1, 2, 3, 4, 5

# A change of a running game is the row [type, a, b] (BOI-234, BOI-257, BOI-298)
CHANGE_STAKE, CHANGE_END, CHANGE_ROLE, CHANGE_ITEM = range(4)
CHANGE_WIDTH = 4

# Draws (BOI-303)
(
    DRAW_SHUFFLE, DRAW_OBSTACLE, DRAW_POI, DRAW_TILE, DRAW_CRIT, DRAW_SWARM_ORDER, DRAW_NPC, DRAW_AI,
) = range(1, 9)  # fmt: skip
CRIT_SIDES = 10000

# Rows of the event ring. Every row has: kind, team (whose affair it is; `telling` says who may know what of it), player
# (whom it is about, -1 for none), unit and other (ids), tile (-1 for none), and a, b, c, d as said here. Health,
# battery and damage are hundredths.
TURN_STARTED = 1  # a: turn
TURN_ENDED = 2  # a: turn
MOVED = 3  # unit, tile: where it is now, a: the tile it left, b: cost (its team's), c: path as in BOI-306
CAPTURE_STARTED = 4  # unit, tile, a: progress, b: needed
CAPTURE_PAUSED = 5  # as before
CAPTURE_LOST = 6
TILE_CAPTURED = 7  # unit, tile, a: team, b: former team
POI_CAPTURED = 8  # tile, a: kind, b: team
BUILD_STARTED = 9  # unit, tile, a: template, b: needed
BUILD_DROPPED = 10  # unit, tile, a: template, b: progress
BUILT = 11  # unit: the builder, other: the structure, tile, a: template, b: level
LEVELLED = 12  # other: the structure, tile, a: template, b: level
SPAWNED = 13  # unit, tile, a: 1 after a destruction
DESTROYED = 14  # unit, tile, other: by which unit (0 for none), a: kind of unit
DETONATED = 15  # unit, tile
RESPAWN_READY = 16  # unit; to its player, a mothership's to its team
COMBAT = 17  # unit: attacker, other: target, tile: of the target, a: damage dealt, b: damage back, d: distance, c: bits
#              1 A's hit was critical, 2 T's hit, 4 T struck back, 8 A is destroyed, 16 T is destroyed
COMBAT_LOSS = 18  # after COMBAT, first A then T: unit, a: health lost, b: battery spent (its team's), c: health left
COMBAT_ATTACK = 19  # after those, first A then T: unit, a: main, b: additional, c: bonus in percent, d: critical damage
COMBAT_DEFENSE = 39  # after each of those: unit, a: shields, b: defense, c: bonus in percent, d: total defense
MOTHERSHIP_DANGER = 20  # unit, a: damage, b: health; its team's
SWARM_CREATED = 21  # unit: the ship, other: the swarm, tile
SWARM_JOINED = 22
SWARM_LEFT = 23  # tile: where the ship is now
SWARM_DISSOLVED = 24  # other, tile
AUTOMODE_CHANGED = 25  # player, a: on
BATTERY_CHANGED = 26  # player, a: current, b: maximum, c: ratio; its team's
MAINTENANCE = 27  # the same
BOOST_APPLIED = 28  # unit, a: template, b: turns (-1 staked)
BOOST_ENDED = 29  # unit, a: template
NPC_MOVED = 30  # as MOVED
BADGE = 31  # player, a: number
TEAM_ELIMINATED = 32  # a: team
ACTION_REJECTED = 33  # player, unit, a: action, b: code, c: number of the order in its list; to its player
ORDER_TAKEN = 34  # player, a: number of the order; a sealed order was accepted; its team's
JOIN_WAITING = 35  # unit, other: the swarm, a: turns; a join that takes time
JOIN_DROPPED = 36
EQUIPPED = 37  # unit, a: template
GAME_ENDED = 38  # a: reason

BADGES = 16
BADGE_NAMES = (
    "first_light", "cartographer", "usurper", "explorer", "architect", "stacker", "founder", "swarm_lord",
    "lucky_shot", "ace", "giant_slayer", "pirate_bane", "phoenix", "untouched", "total_void", "season_champion",
)  # fmt: skip
