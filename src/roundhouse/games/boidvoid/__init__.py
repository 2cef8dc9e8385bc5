"""BoidVoid: teams of spaceships on hexes that capture tiles, join into swarms, build and fight."""

from ...core.game import Game
from ...core.maps import Maps
from . import chances, figures, forecast, maps
from .rules import tables
from .actions import Action, action_of, row_of
from .changes import Change, change_of, change_row_of
from .teams import crew_of
from .history import history_of
from .usual_orders import usual
from .reasons import END_REASONS, LEAVE_REASONS, REFUSALS
from .setup import PRESETS, Settings, check, expand, form_of, pace, seats_of, settings_of, sized, start, window_ms
from .rules.state import State
from .event_decoder import events_of, of_event
from .view import view

GAME = Game(
    key="boidvoid",
    name="BoidVoid",
    sentence="Fly for your team: capture the void tile by tile, join swarms, guard the mothership, build and fight.",
    version="1",
    rules_prefix="BOI",
    seat_counts=tuple(range(2, tables.SEATS_MAX + 1)),
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
    row_of=row_of,
    action_of=action_of,
    view=view,
    events=events_of,
    window_ms=window_ms,
    bots={
        "random": "roundhouse.games.boidvoid.bots.simple:Random",
        "raider": "roundhouse.games.boidvoid.bots.raider:Raider",
        "admiral": "roundhouse.games.boidvoid.bots.admiral:Admiral",
    },
    package=__name__,
    form_of=form_of,
    check_setup=lambda setup: check(settings_of(setup)),
    usual=usual,
    order_frames=False,
    several=True,
    collects=True,
    ends_turn=(tables.DONE, *(0,) * (tables.WIDTH - 1)),
    tag_alias="action",
    expand=expand,
    seats_of=seats_of,
    sized=sized,
    row_max=tables.NUMBER_MAX,
    changes=Change,
    change_row_of=change_row_of,
    change_of=change_of,
    change_width=tables.CHANGE_WIDTH,
    secrets=True,
    of_event=of_event,
    forecast=forecast.forecast,
    chances=chances.chances,
    pairs=True,
    pace=pace,
    in_season=lambda values: values.get("mode") == "season",
    watched={"turn_seconds": 4},
    unhurried={"turn_seconds": 600},
    maps=Maps("map", maps.SHIPPED, maps.check),
    figures=figures.FIGURES,
    figures_of=figures.figures_of,
    achievements=figures.ACHIEVEMENTS,
    leaderboards=figures.LEADERBOARDS,
    history=history_of,
    crew_of=crew_of,
)
