"""Rocket Paper Spacegoo: planets, fleets and three kinds of ships that beat each other in a ring."""

from ...core.game import Game
from . import chances, forecast
from .rules import tables
from .actions import Action, action_of, row_of, usual
from .events import END_REASONS, LEAVE_REASONS, REFUSALS, events_of
from .setup import PRESETS, Settings, form_of, start, window_ms
from .rules.state import State
from .view import view

GAME = Game(
    key="spacegoo",
    name="Rocket Paper Spacegoo",
    sentence="Rocket beats paper beats goo. Planets build three kinds of ships; take all planets of the other side.",
    version="1",
    rules_prefix="GOO",
    seat_counts=(2, 4),
    state=State,
    seats_max=tables.PLAYERS_MAX,
    width=tables.WIDTH,
    settings=Settings,
    presets=PRESETS,
    actions=Action,
    refusals=REFUSALS,
    leave_reasons=LEAVE_REASONS,
    end_reasons=END_REASONS,
    at_once=False,
    missed=tables.NO_COMMAND,
    make_start=start,
    row_of=lambda action, state: row_of(action),
    action_of=lambda row, state: action_of(row),
    view=view,
    events=events_of,
    window_ms=window_ms,
    bots={
        "random": "roundhouse.games.spacegoo.bots.simple:Random",
        "greedy": "roundhouse.games.spacegoo.bots.simple:Greedy",
        "master": "roundhouse.games.spacegoo.bots.master:Master",
    },
    package=__name__,
    form_of=form_of,
    usual=usual,
    forecast=forecast.forecast,
    chances=chances.chances,
)
