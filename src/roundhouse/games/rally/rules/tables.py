"""Every number and every code of Rally."""

# Caps (RAL-319)
SEATS_MIN = 2
SEATS_MAX = 8
SEATS = 9  # seats 1 to 8, and 0 for nobody
SIZE_MAX = 24
LASERS_MAX = 64
CHECKPOINTS_MAX = 8
EVENTS = 1024
KEY_MAX = 40
NAME_MAX = 60

# A state numbers its cells row by row with a rim of one cell around the board, so that a step needs no measuring:
# (x, y) is cell (y + 1) * STRIDE + x + 1, and cell 0 is nowhere.
STRIDE = SIZE_MAX + 2
CELLS = STRIDE * STRIDE

# Directions (RAL-016), as facings and as bits of a wall
NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
DX = (0, 1, 0, -1)
DY = (-1, 0, 1, 0)
STEP = (-STRIDE, 1, STRIDE, -1)
FACINGS = "NESW"
RIGHT_TURN, LEFT_TURN, U_TURN = 1, 3, 2  # quarters of a turn to the right

# Fields (RAL-019). `OFF` is what lies around the board; a checkpoint is floor on a board and a field in a match.
FLOOR = 0
HOLE = 1
OIL = 2
REPAIR = 3
REPAIR_DOUBLE = 4
GEAR = 5
SLOW = 6
FAST = 7
SLOW_CURVE = 8
FAST_CURVE = 9
CHECKPOINT = 10
OFF = 11

# Commands (RAL-001, RAL-318): a card is its priority / 10, 0 is none
CARDS = 84
PAUSE = 85
SLOTS = 5
HAND = 9
COMMANDS = 9  # kinds of them; 0 is none
U, L, R, BACK, ONE, TWO, THREE, P = 1, 2, 3, 4, 5, 6, 7, 8
LETTERS = " ULRB123P"
# the kind of every card
KINDS = (
    (0,)
    + (U,) * 6
    + (L, R) * 18
    + (BACK,) * 6
    + (ONE,) * 18
    + (TWO,) * 12
    + (THREE,) * 6
    + (P,)
)  # fmt: skip
# in which order cards are executed: by their number, but a pause has priority 0 (RAL-002, RAL-094)
PRIORITY = (-1, *range(1, CARDS + 1), 0)
# how far a kind walks, and how many quarters it turns to the right
FIELDS = (0, 0, 0, 0, 1, 1, 2, 3, 0)
QUARTERS = (0, U_TURN, LEFT_TURN, RIGHT_TURN, 0, 0, 0, 0, 0)

# Robot models (RAL-004)
TANKY, JAMES, LAZY, ALBOT, PEACH = 0, 1, 2, 3, 4
MODELS = ("tanky", "james", "lazy", "albot", "peach")

# Damage (RAL-080, RAL-134 to RAL-141)
DEATH_DAMAGE = 9
LOCK_DAMAGE = 5
LASER_DAMAGE = 1
DOUBLE_DAMAGE = 2
REPAIRS = (0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0)  # by field
REGENERATION = 1

# RAL-318: an action is the row [type, slot 1, ..., slot 5, power-down]
TYPE, SLOT, POWER_DOWN = 0, 1, 6
WIDTH = 7
DRAFT, CONFIRM, PROGRAM, REDEAL, RESIGN = 1, 2, 3, 4, 5

# Refusals
WRONG_PHASE = 1
ALREADY_CONFIRMED = 2
BAD_FIELD = 3
SLOT_LOCKED = 4
NOT_YOUR_CARD = 5
CARD_TWICE = 6
PAUSE_NOT_ALLOWED = 7
SLOT_EMPTY = 8
NO_ABILITY = 9
ABILITY_USED = 10
BAD_ACTION = 11

# None of them counts or makes a seat leave
COUNTS = (0,) * 12
LEAVES = (0,) * 12
TURNS = False  # a step of a batch is one action of every seat, and the tick

# Why a seat left
RESIGNED_SEAT = 1
CONNECTION_LOST = 2
REMOVED = 3

# Why a match is over
BY_CHECKPOINTS = 1
BY_SURVIVAL = 2
BY_RANKING = 3

# Events (RAL-163); what their numbers mean stands in `events.py`
ROUND_STARTED = 1
RESPAWNED = 2
DEALT = 3
HAND_SIZE = 4
PROGRAMMING_STARTED = 5
DRAFT_SAVED = 6
REDEALT = 7
CONFIRMED = 8
FILLED = 9
MOVE_PHASE_STARTED = 10
REVEALED = 11
REVEALED_REST = 12
PHASE_STARTED = 13
EXECUTING = 14
TURNED = 15
MOVED = 16
BLOCKED = 17
BEAM = 18
DAMAGED = 19
DIED = 20
ELIMINATED = 21
RESIGNED = 22
BACKED_UP = 23
TICKED = 24
REPAIRED = 25
BURNED_IN = 26
POWERED_DOWN = 27
POWERED_UP = 28
GAME_OVER = 29
ROUND_ENDED = 30  # only tells where the program steps are over

# Causes in events, and the places of the numbers that share one of an event's fields
BY_COMMAND, BY_CURVE, BY_GEAR = 0, 1, 2
BY_STEP, BY_PUSH, BY_SLIDE, BY_SLOW, BY_FAST = 0, 1, 2, 3, 4
OF_WALL, OF_ROBOT, OF_CONFLICT = 0, 1, 2
IN_HOLE, OVER_EDGE, OF_DAMAGE = 0, 1, 2
BY_FIELD, BY_REGENERATION, BY_POWER_DOWN = 0, 1, 2
AT_BACKUP, AT_START, NEARBY = 0, 1, 2
CELL_BITS = 10
CARD_BITS = 7

# Figures (RAL-167 to RAL-177)
WALKED_FORWARDS = 0
WALKED_BACKWARDS = 1
LEFT_TURNS = 2
RIGHT_TURNS = 3
U_TURNS = 4
DAMAGE_TAKEN = 5
DEATHS = 6
DAMAGE_DEALT = 7
DESTROYED = 8
POINTS_REPAIRED = 9
POWER_DOWNS = 10
PUSHED = 11
FIGURES = 12
TURN_FIGURES = (0, U_TURNS, LEFT_TURNS, RIGHT_TURNS, 0, 0, 0, 0, 0)  # by kind of command

# Numbered purposes of the named draws (RAL-316)
DRAW_STARTS = 1
DRAW_DEAL = 2
DRAW_FILL = 3
DRAW_REDEAL = 4
DRAW_AI = 5

# Random play: one chance in so many
PAUSE_CHANCE = 4
REDEAL_CHANCE = 8
POWER_DOWN_CHANCE = 8

# Columns of the observation for learning, a row per robot, the own one first; `arrays.py` explains them
SEE_SEAT = 0
SEE_MODEL = 1
SEE_X = 2
SEE_Y = 3
SEE_FACING = 4
SEE_DAMAGE = 5
SEE_LIVES = 6
SEE_TICKED = 7
SEE_BACKUP = 8  # x, y, facing
SEE_START = 11  # x, y, facing
SEE_SLOTS = 14  # the burned-in commands
SEE_HAND_SIZE = 19
SEE_MARKS = 20  # dead, eliminated, powered down, confirmed, resigned
SEE_GOAL = 25
SEE_ROUNDS_LEFT = 26
SEE_USED = 27
SEE_ANNOUNCED = 28
SEE_DRAFT = 29
SEE_HAND = 34
ROBOT_FEATURES = 43
