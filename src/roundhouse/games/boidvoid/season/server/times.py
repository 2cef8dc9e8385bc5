"""Moments of seasons: milliseconds in the store, datetimes in UTC where they are compared with a clock."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from .....core.game import Game
from .. import calendar
from ..store.seasons import Season

GAME, PRESET = "boidvoid", "season"  # what is played in seasons


def ms_of(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def moment_of(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)


def turn_length(game: Game, settings: Mapping[str, Any]) -> timedelta:
    """How long a turn lasts by these settings of a season's game. BOI-014"""
    chosen = settings.get("turn_seconds", "auto")
    if isinstance(chosen, int):
        return timedelta(seconds=chosen)
    return timedelta(milliseconds=game.window_ms(game.setup(preset=PRESET)) or 0)


def turn_begins(due: datetime, now: datetime, length: timedelta) -> datetime:
    """From when the next turn is counted: from the end that was planned, or from now if a whole turn was missed.
    BOI-238"""
    return due if due + length > now else now


def dated(known: Season) -> calendar.Season:
    """A season of the store as the calendar knows it."""
    return calendar.Season(id=known.id, name=known.name, start=known.start, end=known.end, state=known.state)
