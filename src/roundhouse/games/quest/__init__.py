"""Quest: teams of units on a fogged map that gather, craft, set traps, build towers and fight, turn by turn."""

from ...core.game import Game
from ...core.maps import Maps
from . import chances, figures, maps
from .rules import tables
from .actions import Action, action_of, row_of
from .announced_settings import announced
from .answers import answer
from .usual_orders import usual
from .reasons import END_REASONS, LEAVE_REASONS, REFUSALS
from .setup import PRESETS, Settings, check, expand, form_of, pace, settings_of, start, window_ms
from .rules.state import State
from .event_decoder import events_of, of_event
from .view import view

GAME = Game(
    key="quest",
    name="Crafting Quest 3",
    sentence="Lead a team through the fog: gather, craft, set traps, build towers, and fight for every vein.",
    version="1",
    rules_prefix="QST",
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
    row_of=lambda action, state: row_of(action),
    action_of=lambda row, state: action_of(row),
    view=view,
    events=events_of,
    window_ms=window_ms,
    bots={
        "random": "roundhouse.games.quest.bots.simple:Random",
        "gatherer": "roundhouse.games.quest.bots.gatherer:Gatherer",
        "crafter": "roundhouse.games.quest.bots.crafter:Crafter",
    },
    package=__name__,
    form_of=form_of,
    check_setup=lambda setup: check(settings_of(setup)),
    usual=usual,
    order_frames=False,
    several=True,
    answer=answer,
    unreadable=(tables.BAD_REQUEST, tables.UNREADABLE_ROW),
    skips=(tables.UNIT, tables.SKIPPED),
    ends_turn=(tables.END_TURN, *(0,) * (tables.WIDTH - 1)),
    tag_alias="do",
    expand=expand,
    announced=announced,
    secrets=True,
    of_event=of_event,
    chances=chances.chances,
    pairs=True,
    pace=pace,
    watched={"turn_ms": 3000},
    unhurried={"turn_ms": 600_000},
    maps=Maps("scenario", maps.SHIPPED, maps.check),
    figures=figures.FIGURES,
    figures_of=figures.figures_of,
    achievements=figures.ACHIEVEMENTS,
    leaderboards=figures.LEADERBOARDS,
    shown_after=10,
)
