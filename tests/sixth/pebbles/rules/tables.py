"""Every number and every code of Pebbles."""

SEATS = 3  # seats 1 and 2, and 0 for nobody
SEATS_MAX = 2
EVENTS = 4

# An action is the row [count]
COUNT = 0
WIDTH = 1
COUNT_MAX = 1000

# PEB-001
HEAP_LEAST = 15
HEAP_MOST = 30
DRAW_HEAP = 1  # the purpose of the draw

# Refusals; none of them counts as the seat's action, and none makes a seat leave
OVER = 1
NOT_YOUR_TURN = 2
BAD_COUNT = 3
TOO_FEW = 4
COUNTS = (0, 0, 0, 0, 0)
LEAVES = (0, 0, 0, 0, 0)
TURNS = False  # a step of a batch is one action of whoever is waited for, and the tick

# Why a seat left
NO_ANSWER = 1
RESIGNED = 2
CONNECTION_LOST = 3

# Why a match is over
LAST_PEBBLE = 1
SEAT_LEFT = 2

# Events
TAKEN = 1
GAME_OVER = 2

# Columns of the observation for learning
SEE_PEBBLES = 0
SEE_MOST = 1
SEE_MY_TURN = 2
FEATURES = 3
