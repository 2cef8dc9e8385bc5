"""Ladders: counting matches, recomputing the standings, and what pages show."""

from .counting import Ladder, changes_of, count, skills_of, standings_of
from .page_data import (
    departures,
    failures,
    keys,
    lately_met,
    offset_around,
    opponents,
    page,
    player_ratings,
    rank_of,
    size,
)
from .rating_history import history
from .recompute import LadderRecompute, LadderReport, catch_up, never_computed, recompute
from .result_log import lines as log_lines

__all__ = [
    "Ladder",
    "LadderRecompute",
    "LadderReport",
    "catch_up",
    "changes_of",
    "count",
    "departures",
    "failures",
    "history",
    "keys",
    "lately_met",
    "log_lines",
    "never_computed",
    "offset_around",
    "opponents",
    "page",
    "player_ratings",
    "rank_of",
    "recompute",
    "size",
    "skills_of",
    "standings_of",
]
