"""What can be set for a match of Rally, and the time of a round."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ...core.game import Pace, Setup
from .rules.state import State


class Settings(Struct, frozen=True, kw_only=True):
    board: Annotated[
        str, Meta(min_length=1, max_length=20_000, description="the key of a shipped board, or the text of another")
    ] = "training-shop"
    checkpoints: Annotated[
        int, Meta(ge=0, le=8, description="how many checkpoints must be ticked off; 0 is all of the board")
    ] = 0
    timer_seconds: Annotated[
        Annotated[int, Meta(ge=15, le=300)] | Literal["off"], Meta(description="time for programming, or off")
    ] = 60
    ai_min_seconds: Annotated[
        int, Meta(ge=0, le=60, description="with an AI in the game programming lasts at least this long")
    ] = 15
    lives: Annotated[int, Meta(ge=0, le=9, description="life points at the start")] = 3
    respawn_damage: Annotated[int, Meta(ge=0, le=4, description="damage points after a respawn")] = 2
    field_laser_pierces: Annotated[bool, Meta(description="a field laser hits every robot in its beam")] = True
    start_assignment: Annotated[Literal["random", "seat"], Meta(description="how seats get their start fields")] = (
        "random"
    )
    max_rounds: Annotated[int, Meta(ge=10, le=1000, description="the game ends after this round")] = 100
    disconnect_grace_seconds: Annotated[
        int, Meta(ge=0, le=600, description="so long a round waits for somebody who is away")
    ] = 60
    step_seconds: Annotated[int, Meta(ge=0, le=10, description="time to watch one program step")] = 3


PRESETS: dict[str, dict[str, Any]] = {"standard": {}}


def settings_of(setup: Setup) -> Settings:
    return msgspec.convert(setup.settings, Settings)


def window_ms(setup: Setup) -> int | None:
    timer = settings_of(setup).timer_seconds
    return None if timer == "off" else timer * 1000


def pace(setup: Setup, g: State) -> Pace:
    """The time of the round that begins with this state. RAL-083 to RAL-085, RAL-088, RAL-315"""
    options = settings_of(setup)
    thinks = any(seat.builtin and not g.robots[n].out for n, seat in enumerate(setup.seats, 1))
    return Pace(
        window_ms=window_ms(setup),
        least_ms=options.ai_min_seconds * 1000 if thinks else 0,
        shown_ms=options.step_seconds * 1000 * g.steps,
        absent_ms=options.disconnect_grace_seconds * 1000,
    )
