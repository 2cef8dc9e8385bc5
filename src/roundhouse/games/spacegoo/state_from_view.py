"""A state from what a seat is shown: all a bot needs to think ahead, in this process or over any transport."""

from typing import Any

import msgspec
from msgspec import UnsetType

from ...core.game import Setup
from ...core.schema import Grid
from .rules.state import State
from .rules.tables import DRAW, ENDLESS, WON
from .search.recall import recall
from .settings import Map, MapPlanet, settings_of
from .setup import first_state, form_of
from .view import View

Rows = list[list[int]]


def seen(view: Any) -> View:
    """A view as it comes: typed in this process, plain dictionaries from elsewhere."""
    return view if isinstance(view, View) else msgspec.convert(view, View)


def state_from_view(view: Any, setup: Setup) -> State:
    """The state behind a view, which shows everything but the orders just given, the events and why seats are out. It
    goes on exactly as the match does. GOO-024"""
    view = seen(view)
    planets = [MapPlanet(p.id, p.x, p.y, p.owner_id, as_ships(p.production), as_ships(p.ships)) for p in view.planets]
    lanes = None if isinstance(view.hyperlanes, UnsetType) else view.hyperlanes
    state = first_state(Map(planets, round=view.round, hyperlanes=lanes), settings_of(setup), form_of(setup))
    refresh(state, view)
    if view.game_over:
        state.winner = view.winner or 0
        state.reason = WON if view.winner else DRAW
    return state


def refresh(state: State, view: View) -> None:
    """Make the state of an earlier view of the same match show this one, which is much quicker."""
    planets, fleets = tables_of(view)
    recall(state, view.round, Grid(planets), Grid(fleets), len(fleets))


def tables_of(view: View) -> tuple[Rows, Rows]:
    """What changes from round to round as two tables of numbers, in the columns of `recall`."""
    planets = []
    for p in view.planets:
        left = p.production_rounds_left
        planets.append([p.owner_id, *p.ships, ENDLESS if isinstance(left, UnsetType) else left])
    fleets = [[f.id, f.owner_id, f.origin, f.target, f.eta, *f.ships] for f in view.fleets]
    return planets, fleets


def as_ships(numbers: list[int]) -> tuple[int, int, int]:
    a, b, c = numbers
    return a, b, c
