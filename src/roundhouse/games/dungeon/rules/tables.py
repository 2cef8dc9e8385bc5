"""Every number and every code of the Dungeon."""

from ....core.schema import Size

# Caps of the two state forms (section "Caps" of the rules)
SEATS = Size(10, large=100)  # 0 is nobody
SEATS_MAX = 99
SMALL_SEATS = 9
PLANETS = Size(225, large=1225)
SMALL_SIDE = 15
SIDE_MAX = 35
ROBOTS = Size(576, large=4096)  # living robots, and as many destroyed ones that somebody still remembers
EVENTS = Size(4096, large=32768)
OWN_MAX = 128  # robots of one player (DUN-241)
WINDOW_MAX = 50  # rounds of the economy's window
WINDOW_ROWS = WINDOW_MAX + 1  # with the round that is played
ROUNDS_MAX = 10000
ROUND_MS_MIN, ROUND_MS_MAX = 2000, 3_600_000
SEVERAL = 255  # more than one seat
MONEY_MAX = 10**12  # DUN-252
ID_BITS = 122  # DUN-233

# Stats in the order of DUN-110, their levels
STORAGE, HEALTH, DAMAGE, MINING_SPEED, MINING, MAX_ENERGY, ENERGY_REGEN = range(7)
STATS = 7
STAT_NAMES = ("STORAGE", "HEALTH", "DAMAGE", "MINING_SPEED", "MINING", "MAX_ENERGY", "ENERGY_REGEN")
LEVELS = 6  # 0 to 5
LEVEL_MAX = (5, 5, 5, 5, 4, 5, 5)  # by stat (DUN-111)

# Kinds of resources
COAL, IRON, GEM, GOLD, PLATIN = range(5)
KINDS = 5
KIND_NAMES = ("coal", "iron", "gem", "gold", "platin")
NOTHING = -1  # no resource

# Items, in the order of their articles
ROCKET, WORMHOLE, BOMBARDMENT, SELF_DESTRUCTION, REPAIR_SWARM, NUKE = range(6)
ITEMS = 6
ITEM_NAMES = ("ROCKET", "WORMHOLE", "LONG_RANGE_BOMBARDMENT", "SELF_DESTRUCTION", "REPAIR_SWARM", "NUKE")

# Articles (DUN-253)
ROBOT_ARTICLE, HEALTH_ARTICLE, ENERGY_ARTICLE, FIRST_ITEM, FIRST_UPGRADE = 0, 1, 2, 3, 9
ARTICLES = 44
ARTICLE_NAMES = (
    "ROBOT",
    "HEALTH",
    "ENERGY",
    *ITEM_NAMES,
    *(f"{stat}_{level}" for stat in STAT_NAMES for level in range(1, LEVELS)),
)

# Directions (DUN-013), in the order in which neighbours are listed
NORTH, EAST, SOUTH, WEST = range(4)
DIRECTIONS = ("NORTH", "EAST", "SOUTH", "WEST")
STEP_X, STEP_Y = (0, 1, 0, -1), (1, 0, -1, 0)

# DUN-253: an action is the row [type, robot, target, article, quantity], unused numbers -1
TYPE, ROBOT, TARGET, ARTICLE, QUANTITY = range(5)
WIDTH = 5
NUMBER_MAX = 2_147_483_647  # in a row
BLOCK, MOVE, BATTLE, MINE, REGENERATE, BATTLE_ITEM, REPAIR_ITEM, MOVE_ITEM, BUY, SELL, WITHDRAW, DONE = range(12)
ACTION_NAMES = (
    "blocking", "movement", "battle", "mining", "regeneration", "battleItemUse", "repairItemUse", "moveItemUse",
    "buying", "selling", "withdraw", "done",
)  # fmt: skip
NO_COMMAND = -1
UNUSED = -1
UNKNOWN = -2  # a well-formed id that nothing in this match has; a robot or a planet that is not there
MALFORMED = -3  # text that is no id, item or article: refused

# A change of a running match is the row [type, value] (DUN-243)
CHANGE_ROUNDS, CHANGE_ROUND_MS, CHANGE_EARLY_CLOSE, CHANGE_END, CHANGE_REFILL = range(5)
CHANGE_WIDTH = 2

# Immediate refusals (DUN-236)
BAD_FIELD = 1
NOT_RUNNING = 2
NOT_YOUR_ROBOT = 3
UNKNOWN_COMMAND = 4
BAD_ROUNDS = 5  # DUN-158
BAD_ROUND_MS = 6
NO_PATCH = 7  # DUN-193: nothing to refill
NOT_IN_GAME = 8  # the seat has left
# No refusal counts against a seat, and none makes it leave.
COUNTS = (0,) * 9
LEAVES = (0,) * 9
TURNS = False  # a step of a batch is one action of every seat, and the tick

# Why a command failed when it was executed (DUN-067), 0 where it did not
(
    ROBOT_DESTROYED, NOT_ENOUGH_ENERGY, NOT_NEIGHBOUR, UNKNOWN_PLANET, PLANET_BLOCKED, TARGET_NOT_FOUND,
    TARGET_OUT_OF_REACH, INVALID_TARGET, NO_ITEM, NO_RESOURCE, MINING_LEVEL_TOO_LOW, NOT_AT_STATION, NOT_ENOUGH_MONEY,
    UNKNOWN_ARTICLE, WRONG_LEVEL, AT_MAX_LEVEL, CARGO_EMPTY, BAD_QUANTITY, ROBOT_LIMIT,
) = range(1, 20)  # fmt: skip
FAILURES = (
    "", "robot_destroyed", "not_enough_energy", "not_neighbour", "unknown_planet", "planet_blocked",
    "target_not_found", "target_out_of_reach", "invalid_target", "no_item", "no_resource", "mining_level_too_low",
    "not_at_station", "not_enough_money", "unknown_article", "wrong_level", "max_level", "cargo_empty", "bad_quantity",
    "robot_limit",
)  # fmt: skip

# Why a seat left, and why a match is over (DUN-248)
RESIGNED, CONNECTION_LOST, KICKED = 1, 2, 3
ENDED_ROUNDS, ENDED_ADMIN, ENDED_NOBODY_LEFT, ENDED_DESERTED = 1, 2, 3, 4

# Scores (DUN-161), and what a player has counted
FIGHTING, MINING_SCORE, MOVEMENT, ROBOT_SCORE, TRADING = range(5)
CATEGORIES = 5
CATEGORY_NAMES = ("fighting", "mining", "movement", "robot", "trading")

# Achievements (DUN-175 to DUN-178): bits of a player's mask, three in a row of one figure
ACHIEVEMENTS = 12
ACHIEVEMENT_NAMES = (
    "First Blood", "Blood Thirst", "Psychopath", "Miner", "Gold Digger", "Mining Industrialist", "Businessman",
    "Manager", "Grand Nagus", "Sputnik", "Apollo 11", "Enterprise",
)  # fmt: skip
ACHIEVED_AT = (1, 10, 25, 1, 25, 150, 1, 1000, 10000, 1, 15, 40)

# DUN-247: the rounds from which on special items cost one time their base price more
ADJUSTED_FROM = (
    50, 80, 101, 117, 130, 142, 152, 160, 168, 175, 182, 188, 194, 199, 204, 209, 213, 218, 222, 226, 229, 233, 236,
    240, 243, 246, 249, 252, 255, 257, 260, 263, 265, 268, 270, 273, 275, 277, 280, 282, 284, 286, 288, 290, 292,
    294, 296, 298, 300, 302, 304, 306, 308, 309, 311, 313, 315, 316, 318, 320, 321, 323, 325, 326, 328, 330, 331,
    333, 334, 336, 337, 339, 341, 342, 344, 345, 347, 348, 350, 351, 353, 354, 356, 357, 358, 360, 361, 363, 364,
    366, 367, 369, 370, 371, 373, 374, 376, 377, 379, 380, 381, 383, 384, 386, 387, 389, 390, 391, 393, 394, 396,
    397, 399, 400, 402, 403, 405, 406, 408, 409, 411, 412, 414, 415, 417, 418, 420, 421, 423, 424, 426, 428, 429,
    431, 432, 434, 436, 437, 439, 441, 443, 444, 446, 448, 450, 451, 453, 455, 457, 459, 461, 463, 465, 467, 469,
    471, 473, 475, 478, 480, 482, 485, 487, 489, 492, 494, 497, 500, 502, 505, 508, 511, 514, 518, 521, 524, 528,
    532, 536, 540, 544, 548, 553, 558, 563, 569, 575, 582, 589, 597, 606, 616, 627, 640, 657, 677, 707, 757,
)  # fmt: skip

# Knowledge of a planet (DUN-039 to DUN-042)
UNHEARD, NEIGHBOUR, VISITED = 0, 1, 2

# Streams of draws (DUN-244)
(
    DRAW_DESERT_FACTOR, DRAW_STATIONS, DRAW_DESERT_ORDER, DRAW_PATCH, DRAW_ID_PLANET, DRAW_ID_ROBOT, DRAW_SPAWN,
    DRAW_WORMHOLE, DRAW_LOOT, DRAW_RESPAWN, DRAW_ID_ORDER, DRAW_ID_EVENT, DRAW_ID_GAME, DRAW_AI,
) = range(1, 15)  # fmt: skip

# Rows of the event ring. Every row has: kind, phase (0 outside, 1 to 9), seat (the one it is about, whose order it
# was), reason (0 or a failure), order_no (the seat's number of the order behind it, 0 for none), robot (a serial
# number, 0 for none), and a, b, c as said here. "planet" is an index, -1 for none. Rows that say "after"
# belong to the row before them. Events of the same tick come in the order of the rows.
ROUND_STATUS = 1  # a: round, b: 0 started, 1 command input ended, 2 ended
PRICES = 2  # all current prices; read from the state
TRADED = 3  # robot (0: the purchase of robots), a: article (-1: a sale, -2: no article), b: money changed, c: quantity
SOLD = 4  # after TRADED of a sale, one per kind with units: a: kind, b: units, c: price of one
SPAWNED = 5  # robot, a: planet
MOVED = 6  # robot, a: the planet it is on now (where the move failed: still), b: energy left, c: the planet it left
WORMHOLED = 7  # robot, a: items left; on success the MOVED row follows
BLOCKED = 8  # robot, a: planet, b: energy left
HIT = 9  # robot: attacker, a: defender (serial; 0 if unknown), b: its health left (-1: not hit), c: attacker's energy
ITEM_FIGHT = 10  # robot, a: item, b: items left, c: number of HIT rows before it that it caused (same seat and order)
ITEM_REPAIR = 11  # robot, a: items left, b: planet
HEALED = 12  # after the last ITEM_REPAIR: seat and robot on a planet where its seat used a swarm, a: health, b: planet
# Present at a destruction is who had a robot there when the phase began, destroyed ones too: all go at the same time.
DESTROYED = 13  # seat: its owner, robot, a: planet, b: number of CREDITED rows after it
CREDITED = 14  # after DESTROYED: seat, who gets the kill
SHARED = 15  # seat and robot that is on a planet with cargo to share, a: coal, b: iron, c: gem in its cargo after it
SHARED_REST = 16  # after SHARED: a: gold, b: platin
MINED = 17  # robot, a: kind (-1 none), b: that kind in cargo now, c: energy left
YIELD = 18  # after MINED that succeeded: a: planet, b: units stored
PATCH_MINED = 19  # a: planet, b: total mined this round, c: amount left; reason: kind; after all MINED rows
APPEARED = 20  # a: planet, b: kind (a new or refilled patch)
REGENERATED = 21  # robot, a: energy
ACHIEVED = 22  # seat, a: number of the achievement
TROPHY = 23  # seat, a: category (-1: game), b: place
GAME_OVER = 24  # a: reason of the end

ROUND_STATUSES = ("started", "command input ended", "ended")
