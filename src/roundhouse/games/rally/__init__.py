"""Rally: robots that are programmed five steps ahead and race over a factory floor, pushing each other about."""

from ...core.game import Game
from ...core.maps import Maps
from . import maps, chances, figures, forecast
from .rules import tables
from .actions import Action, action_of, row_of, usual
from .events import events_of
from .reasons import END_REASONS, LEAVE_REASONS, REFUSALS
from .setup import PRESETS, Settings, pace, paired, start, window_ms
from .rules.state import State
from .view import of_event, view

GAME = Game(
    key="rally",
    name="Robo Rally",
    sentence="Program your robot five steps ahead, then watch belts, oil, lasers and the others wreck the plan.",
    version="1",
    rules_prefix="RAL",
    seat_counts=tuple(range(tables.SEATS_MIN, tables.SEATS_MAX + 1)),
    state=State,
    seats_max=tables.SEATS_MAX,
    width=tables.WIDTH,
    settings=Settings,
    presets=PRESETS,
    actions=Action,
    refusals=REFUSALS,
    leave_reasons=LEAVE_REASONS,
    end_reasons=END_REASONS,
    at_once=True,
    missed=0,
    make_start=start,
    row_of=lambda action, state: row_of(action),
    action_of=lambda row, state: action_of(row),
    view=view,
    events=events_of,
    window_ms=window_ms,
    bots={
        "easy": "roundhouse.games.rally.bots.simple:Easy",
        "normal": "roundhouse.games.rally.bots.simple:Normal",
        "hard": "roundhouse.games.rally.bots.hard:Hard",
    },
    package=__name__,
    usual=usual,
    order_frames=False,
    several=True,
    secrets=True,
    of_event=of_event,
    forecast=forecast.forecast,
    chances=chances.chances,
    choices=tables.MODELS,
    spare_seats=True,
    pairs=True,
    paired=paired,
    pace=pace,
    watched={"ai_min_seconds": 10},
    unhurried={"timer_seconds": 300, "ai_min_seconds": 0},
    maps=Maps("board", maps.SHIPPED, maps.check),
    figures=figures.FIGURES,
    figures_of=figures.figures_of,
    achievements=figures.ACHIEVEMENTS,
)
