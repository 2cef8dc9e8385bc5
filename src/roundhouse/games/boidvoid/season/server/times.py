"""Times of seasons: milliseconds in the database, datetimes in UTC where they are compared with a clock."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from .....core.game import Game

GAME, PRESET = "boidvoid", "season"  # the game and preset of seasons


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
    """The start of the next turn: the planned end of this one, or now if a whole turn was missed. BOI-238"""
    return due if due + length > now else now
