"""Every number and every code of Quest."""

from ....core.schema import Size

# Caps of the two state forms (section "Caps" of the rules)
SEATS = 5  # 0 is nobody
SEATS_MAX = 4
UNITS_MAX = 20  # of one player
UNITS = SEATS_MAX * UNITS_MAX
CELLS = Size(3600, large=10000)
SMALL_CELLS = 3600
SIDE_MIN, SIDE_MAX, GENERATED_MIN = 5, 100, 50
TOWERS_OWN = 64
TOWERS = SEATS_MAX * TOWERS_OWN
TRAPS_OWN = 128
DIGS_OWN = 200
DIGS = SEATS * DIGS_OWN
EVENTS = 512
TOUCHED = 256  # the newest cells that changed, for observations that are kept up to date
TURN_MS_MIN = 50
AMOUNT_MAX = 30000  # of one type in one cell, or with one unit
NUMBER_MAX = 1_000_000  # in a request
FIRST_ID = 100  # unit ids are seat * 100 + number (QST-011)

# Resources and items, in the order of an action's row (QST-150)
WOOD, STONE, LEATHER, BRONZE, IRON, TITANIUM, GOLD = range(7)
RESOURCES = 7
RESOURCE_NAMES = ("wood", "stone", "leather", "bronze", "iron", "titanium", "gold")
RESOURCE_WEIGHTS = (1, 1, 1, 1, 1, 1, 0)
REGIONS = (3, 3, 2, 2, 2, 1, 3)  # of the quarter of a 60x60 map
FIRST_ITEM = 7
ITEM_NAMES = ("sword1", "sword2", "sword3", "armour1", "armour2", "armour3")
THING_NAMES = RESOURCE_NAMES + ITEM_NAMES
THINGS = 13

# Blueprints, in the order of their table; items are the first six
BLUEPRINT_NAMES = (
    "sword1", "sword2", "sword3", "armour1", "armour2", "armour3", "tower1", "tower2", "tower3", "trap1", "trap2",
    "trap3",
)  # fmt: skip
BLUEPRINTS = 12
ITEMS = 6
FIRST_TOWER, FIRST_TRAP = 6, 9
SWORD, ARMOUR, TOWER, TRAP = range(4)
KINDS = 4
KIND_NAMES = ("sword", "armour", "tower", "trap")
LEVEL_MAX = 3
WAYS = 2  # of making one thing
ITEM_WEIGHTS = (5, 7, 10, 10, 15, 20)
# Rows: the two ways of sword1, the two ways of sword2, ...; columns: wood, stone, ..., gold, sword1, ..., armour3
USES = (
    (4, 4, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0),
    (4, 0, 0, 14, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (10, 10, 0, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0),
    (6, 0, 0, 0, 12, 0, 0, 1, 0, 0, 0, 0, 0),
    (20, 20, 0, 0, 0, 40, 0, 0, 0, 0, 0, 0, 0),
    (10, 0, 0, 0, 0, 24, 0, 0, 1, 0, 0, 0, 0),
    (4, 4, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 12, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (10, 10, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 6, 12, 0, 0, 0, 0, 0, 0, 1, 0, 0),
    (20, 20, 0, 0, 20, 40, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 12, 24, 0, 0, 0, 0, 0, 1, 0),
    (30, 30, 0, 0, 30, 0, 0, 0, 0, 0, 0, 0, 0),
    (50, 50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (40, 40, 0, 0, 40, 0, 0, 0, 0, 0, 0, 0, 0),
    (40, 50, 0, 30, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (50, 50, 0, 0, 50, 0, 0, 0, 0, 0, 0, 0, 0),
    (50, 60, 0, 0, 0, 30, 0, 0, 0, 0, 0, 0, 0),
    (10, 0, 10, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (18, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (10, 0, 20, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0),
    (10, 0, 20, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (20, 20, 0, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0),
    (20, 0, 20, 0, 0, 15, 0, 0, 0, 0, 0, 0, 0),
)
RESEARCH_GOLD = (200, 300, 200, 300, 100, 200, 50, 100)  # to level 2 and 3 of sword, armour, tower, trap

# QST-150: an action is the row [do, unit, a, b, n0 .. n12]
DO, UNIT, A, B, N = range(5)
WIDTH = 17
(
    END_TURN, MOVE, ATTACK, RETALIATE, DIG, PICKUP, DROP, VIEW, CRAFT, EQUIP, RESEARCH, PLACE_TRAP, PLACE_TOWER, RESIGN,
) = range(14)  # fmt: skip
ACTION_NAMES = (
    "end_turn", "move", "attack", "retaliate", "dig", "pickup", "drop", "view", "craft", "equip", "research",
    "place_trap", "place_tower", "resign",
)  # fmt: skip
UNREADABLE = -1  # stands in the log for a request that could not be read (QST-052, QST-056)
UNREADABLE_ROW = (UNREADABLE, *(0,) * (WIDTH - 1))

# Refusals (section "Error codes")
(
    NOT_YOUR_TURN, BAD_REQUEST, TOO_MANY, SKIPPED, NO_UNIT, RESPAWNED, FROZEN, BAD_TARGET, ROCK_THERE, TOWER_THERE,
    OVERWEIGHT, ENERGY, NO_TARGET, FRIENDLY, OUT_OF_REACH, SHIELDED, MISSING, UNKNOWN_BLUEPRINT, WRONG_INGREDIENTS,
    OCCUPIED, NO_BUILD, MAX_LEVEL, NO_GOLD, FULL, CAP,
) = range(1, 26)  # fmt: skip
REFUSALS = 26
# A refused request counts towards `max_actions` and stands in the record; these three do not (QST-052).
COUNTS = tuple(int(code not in (0, NOT_YOUR_TURN, TOO_MANY, SKIPPED)) for code in range(REFUSALS))
LEAVES = (0,) * REFUSALS  # no refusal makes a seat leave
TURNS = True  # a seat acts until its turn ends: a step of a batch is one action of the seat whose turn it is

# Why a seat left, how a turn ended, and why a match is over
RESIGNED, CONNECTION_LOST, KICKED = 1, 2, 3
RETURNED = 4  # no departure: the player whose line was lost is back
GRACE_MS = 5000  # so long a player whose line was lost is waited for (QST-125)
BY_END_TURN, BY_MAX_ACTIONS, BY_LEAVING = 1, 2, 3  # 0 while the turn runs, or where the clock ended it
ENDED_ROUNDS, ENDED_LAST_LEFT, ENDED_NOBODY_CONNECTED = 1, 2, 3

# Points by source
KILLING, GATHERING, CRAFTING = range(3)
SOURCES = 3
SOURCE_NAMES = ("kill", "pickup", "craft")

# Terrain, and what is built in a cell: 0, or kind * 64 + seat * 8 + level
GRASS, ROCK = 0, 1
TERRAIN = ".#"
BUILT_KIND, BUILT_SEAT = 64, 8
BUILT_TOWER, BUILT_TRAP = 1, 2

# What a seat remembers of a cell that it does not see now: 0 for never seen, else KNOWN and what it saw last
KNOWN = 1 << 15
SAW_TYPES = (1 << RESOURCES) - 1  # a bit for every buried type, where `view_buried_types` shows them
SAW_RESOURCES = 1 << 7  # on the surface
SAW_ITEMS = 1 << 8
SAW_TRAP = 1 << 9  # of somebody else, with `trap_visible`
SAW_TOWER = 1 << 10  # its level times this, two bits
SAW_OWNER = 1 << 12  # of the tower, three bits

# Draws of the map (QST-014, QST-018, QST-019), each its own stream
(
    DRAW_ROCK_X, DRAW_ROCK_Y, DRAW_ROCK_LEN, DRAW_ROCK_DIR, DRAW_REGION_X, DRAW_REGION_Y, DRAW_REGION_SHAPE,
    DRAW_REGION_DIR, DRAW_AI,
) = range(1, 10)  # fmt: skip

# Rows of the event ring. Every row has: kind, seat (whose unit, tower or points it is about), seen (a bit 1 << seat
# for every seat that may know, computed when it happened), unit (an id, 0 for none), other (another id), cell (-1 for
# none), and a, b, c as said here.
TURN_ENDED = 1  # a: how (0 by the clock)
TURN_STARTED = 2  # a: round; known to all (whose turn it is); QST-119's details follow in rows to the seat alone
REPLENISHED = 3  # unit, a: energy gained, b: energy, c: maximum; only to its seat; one per unit, after TURN_STARTED
DRAINED = 4  # unit, other: tower id, a: amount, b: the tower's energy after it, c: owner of the tower
TOWER_DESTROYED = 5  # other: tower id, cell, a: level
# unit, cell: where it is now, a: the cell it left, b: energy left; `seen`: who sees where it is, c: the same bits for
# who sees the cell it left
MOVED = 6
TRAP_SPRUNG = 7  # unit, cell, a: level, b: owner of the trap, c: frozen turns
DAMAGED = 8  # seat and unit: attacker, other: target, cell: of the target, a: damage, b: energy spent, c: 1 strike back
DIED = 9  # unit, cell, other: the unit that did it (0 for none), a: 1 if it re-spawns
RESPAWNED_AT = 10  # unit, cell
DUG = 11  # unit, cell; what lies there is in the newest dig of the seat; only to its seat
TOOK = 12  # unit, cell, a: thing, b: quantity taken, c: of them out of the ground; one per pair that was taken
DROPPED = 13  # unit, cell, a: thing, b: quantity
CRAFTED = 14  # unit, a: blueprint, b: way; only to its seat
EQUIPPED = 15  # unit, cell, a: item's blueprint
RESEARCHED = 16  # unit, a: kind, b: level now, c: gold left; only to its seat
TOWER_PLACED = 17  # unit, other: tower id, cell, a: level
TRAP_PLACED = 18  # unit, cell, a: level; only to its seat, unless traps are visible
RETALIATION_SET = 19  # unit, a: energy, b: cutoff; only to its seat
POINTS = 20  # seat, a: source, b: points more, c: points now; known to all
HEALED = 21  # unit, a: maximum now; only to its seat
DEFEATED = 22  # seat, a: reason (0 no units left, else why it left); known to all
GAME_OVER = 23  # a: reason of the end; known to all
