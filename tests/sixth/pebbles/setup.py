"""The first state of a match."""

from roundhouse.core.game import Setup
from roundhouse.core.rules import below, draw, stream
from roundhouse.core.schema import new

from .rules.state import State
from .rules.tables import DRAW_HEAP, HEAP_LEAST, HEAP_MOST
from .settings import settings_of


def start(setup: Setup) -> State:
    """PEB-001, PEB-002"""
    options = settings_of(setup)
    g = new(State)
    g.seats = len(setup.seats)
    g.pebbles = options.pebbles or HEAP_LEAST + below(
        draw(stream(setup.seed, DRAW_HEAP), 0), HEAP_MOST - HEAP_LEAST + 1
    )
    g.most = options.most
    g.max_rounds = g.pebbles  # a turn takes one pebble at least
    g.turn = 1
    return g
