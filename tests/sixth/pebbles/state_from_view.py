"""A state made of what a seat is shown, which is everything but who has left and what was just ordered. PEB-008"""

from typing import Any

import msgspec

from roundhouse.core.game import Setup
from roundhouse.core.schema import new

from .rules.state import State
from .rules.tables import LAST_PEBBLE, SEAT_LEFT
from .view import View


def seen(view: Any) -> View:
    """A view as it comes: typed in this process, a plain dictionary from elsewhere."""
    return view if isinstance(view, View) else msgspec.convert(view, View)


def state_from_view(view: Any, setup: Setup) -> State:
    """The state behind a view. Nothing is drawn after the start, so there is nothing to guess."""
    view = seen(view)
    g = new(State)
    g.seats = len(setup.seats)
    g.round_no, g.max_rounds = view.round, view.round + view.pebbles
    g.pebbles, g.most = view.pebbles, view.most
    g.turn, g.winner = view.turn, view.winner or 0
    if view.game_over:
        g.reason = SEAT_LEFT if view.pebbles else LAST_PEBBLE
    return g
