"""The Microservice Dungeon: swarms of robots that explore a grid of planets, mine, trade and fight in rounds."""

from ...core.game import Game
from . import chances, figures
from .rules import tables
from .actions import Action, Change, action_of, change_of, change_row_of, row_of
from .history import history_of, of_history
from .ids import receipt
from .usual_orders import commands_of, usual
from .reasons import END_REASONS, LEAVE_REASONS, REFUSALS
from .setup import PRESETS, Settings, check, form_of, pace, settings_of, start, window_ms
from .rules.state import State
from .event_decoder import events_of
from .view import of_event, view

GAME = Game(
    key="dungeon",
    name="Microservice Dungeon",
    sentence="Command a swarm of robots: explore planets, mine, trade at space stations, block and fight.",
    version="1",
    rules_prefix="DUN",
    seat_counts=tuple(range(1, tables.SEATS_MAX + 1)),
    state=State,
    seats_max=tables.SEATS_MAX,
    width=tables.WIDTH,
    settings=Settings,
    presets=PRESETS,
    actions=Action,
    refusals=REFUSALS,
    leave_reasons=LEAVE_REASONS,
    end_reasons=END_REASONS,
    at_once=False,
    missed=0,
    make_start=start,
    row_of=row_of,
    action_of=action_of,
    view=view,
    events=events_of,
    window_ms=window_ms,
    bots={
        "random": "roundhouse.games.dungeon.bots.simple:Random",
        "miner": "roundhouse.games.dungeon.bots.miner:Miner",
        "warlord": "roundhouse.games.dungeon.bots.warlord:Warlord",
    },
    package=__name__,
    form_of=form_of,
    check_setup=lambda setup: check(settings_of(setup)),
    usual=usual,
    several=True,
    collects=True,
    receipt=receipt,
    changes=Change,
    change_row_of=change_row_of,
    change_of=change_of,
    change_width=tables.CHANGE_WIDTH,
    secrets=True,
    of_event=of_event,
    chances=chances.chances,
    spare_seats=True,
    pace=pace,
    watched={"round_ms": 6000, "start_robots": 6},
    unhurried={"round_ms": 600_000, "early_close": True},
    figures=figures.FIGURES,
    figures_of=figures.figures_of,
    achievements=figures.ACHIEVEMENTS,
    awards=figures.AWARDS,
    leaderboards=figures.LEADERBOARDS,
    history=history_of,
    of_history=of_history,
    commands=commands_of,
    shown_after=10,
)
