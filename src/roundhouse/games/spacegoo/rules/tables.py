"""Every number and every code of Spacegoo."""

from ....core.schema import Size

# Caps of the two state forms (section "Caps" of the rules)
PLANETS = Size(21, large=64)
FLEETS = Size(105, large=1137)  # slot 0 stays empty, so that 0 can mean "no fleet"
BUCKETS = Size(64, large=512)  # landing rounds ahead; longer than any trip of the form
BATTLES = Size(42, large=128)  # one in orbit and one on the ground per planet
SIDES = Size(2, large=4)
EVENTS = Size(96, large=256)
SEATS = 5  # seats 1 to 4, and 0 for nobody
SEATS_MAX = 4
COORDINATE_MAX = 100
PRODUCTION_MAX = 100
SHIPS_MAX = 1_000_000
SMALL_TRIP = 50  # the small form's fleets and buckets are enough up to this distance
NUMBER_MAX = 2_147_483_647

KINDS = 3
ENDLESS = 1 << 30  # GOO-002: rounds of production that no game uses up

# GOO-051, by (defending kind - attacking kind) % 3: the same kind, the kind it beats, the kind that beats it
SHARE_DESTROYED = (0.1, 0.25, 0.01)
LEAST_DESTROYED = (1.0, 2.0, 1.0)

# GOO-130: an action is the row [kind, source, target, a, b, c]
KIND, SOURCE, TARGET, SHIPS = 0, 1, 2, 3
WIDTH = 6
NOP, SEND = 0, 1

# Refusals
SECOND_COMMAND = 1
NEGATIVE_SHIPS = 2
OFF_LANE = 3
OFF_LANE_IGNORED = 4
NOT_OWNER = 5
NO_SHIPS = 6
NO_PLANET = 7
GAME_OVER_REFUSAL = 8
BAD_ACTION = 9

# Why a seat left
NO_COMMAND = 1
SENT_SECOND_COMMAND = 2
SENT_NEGATIVE_SHIPS = 3
SENT_OFF_LANE = 4
CONNECTION_LOST = 5
RESIGNED = 6

# What becomes of a refused command, by its code, as the table of refusals says: whether it counts as the command of the
# round, and for which reason its seat leaves
COUNTS = (1, 0, 0, 0, 1, 1, 1, 1, 0, 0)
LEAVES = (0, SENT_SECOND_COMMAND, SENT_NEGATIVE_SHIPS, SENT_OFF_LANE, 0, 0, 0, 0, 0, 0)
TURNS = False  # a step of a batch is one action of every seat, and the tick

# Why a match is over
WON = 1
DRAW = 2
DISQUALIFICATION = 3
ALL_SILENT = 4
ALL_DISQUALIFIED = 5

# Events
FLEET_LAUNCHED = 1
BATTLE = 2
PLANET_TAKEN = 3
PLAYER_ELIMINATED = 4
DISQUALIFIED = 5
ROUND_PLAYED = 6
GAME_OVER = 7
GAME_STARTED = 8

# Columns of the observation for learning, a row per planet; three kinds follow each other, `arrays.py` explains them
SEE_PLANET = 0
SEE_MINE = 1
SEE_THEIRS = 2
SEE_SHIPS = 3
SEE_PRODUCTION = 6
SEE_ROUNDS_LEFT = 9
SEE_MY_FLEETS = 10  # and the soonest landing of one
SEE_THEIR_FLEETS = 14  # and the soonest landing of one
SEE_X = 18
SEE_Y = 19
SEE_MATCH_ROUNDS = 20
PLANET_FEATURES = 21

# GOO-008: the places that the three numbers of a production are put into
SHUFFLES = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))

# GOO-006
PLACING_TRIES = 10_000

# GOO-011
EXTRA_START_OUT_OF = 11

# GOO-122
FOUR_GROUPS = (1, 5)
FOUR_SPAN = 18

# Numbered purposes of the named draws
DRAW_PAIRS = 1
DRAW_X = 2
DRAW_Y = 3
DRAW_KIND = 4
DRAW_EQUAL = 5
DRAW_SHUFFLE = 6
DRAW_VALUE = 7
DRAW_START = 8
DRAW_GROUPS = 9
