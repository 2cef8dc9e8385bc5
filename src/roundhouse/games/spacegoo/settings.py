"""What can be set for a match of Spacegoo, hand-made maps among it, and its time."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ...core.game import Setup
from ...core.settings import bad_settings
from .rules import tables as t

Position = tuple[int, int]
Ships = tuple[int, int, int]


class MapPlanet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    id: int
    x: int
    y: int
    owner_id: int
    production: Ships
    ships: Ships | None = None
    production_rounds_left: int | None = None


class MapFleet(Struct, frozen=True, forbid_unknown_fields=True):
    id: int
    owner_id: int
    ships: Ships
    origin: int
    target: int
    eta: int
    alive: bool = True


class Map(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A hand-made map. GOO-017"""

    planets: list[MapPlanet]
    fleets: list[MapFleet] = []
    round: int = 0
    hyperlanes: list[tuple[int, int]] | None = None


class Settings(Struct, frozen=True, kw_only=True):
    edition: Annotated[
        Literal["standard", "classic"], Meta(description="names the preset of the next three settings")
    ] = "standard"
    hyperlanes: Annotated[bool, Meta(description="travel only along lanes")] = True
    production_rounds: Annotated[
        int, Meta(ge=0, le=100_000, description="rounds a planet can produce in a game; 0 is for ever")
    ] = 100
    min_distance: Annotated[float, Meta(ge=0, le=15, description="planets are farther apart than this")] = 5.0
    off_lane: Annotated[Literal["disqualify", "ignore"], Meta(description="what a send outside the lanes gets")] = (
        "disqualify"
    )
    max_rounds: Annotated[int, Meta(ge=1, le=100_000, description="the game is a draw after this many rounds")] = 500
    deadline_s: Annotated[float, Meta(ge=0, le=3600, description="time for a reply; 0 is no limit")] = 3.0
    players: Annotated[Literal[2, 4], Meta(description="how many play")] = 2
    pairs_min: Annotated[int, Meta(ge=1, le=10, description="fewest pairs of planets besides the centre")] = 2
    pairs_max: Annotated[int, Meta(ge=1, le=10, description="most pairs of planets besides the centre")] = 10
    max_x: Annotated[int, Meta(ge=5, le=100, description="planets lie within -max_x .. max_x")] = 20
    max_y: Annotated[int, Meta(ge=5, le=100, description="planets lie within -max_y .. max_y")] = 15
    extra_start: Annotated[int, Meta(ge=0, le=11, description="chance out of 11 of an extra pair of start planets")] = 2
    map: Annotated[Map | None, Meta(description="a hand-made map instead of a drawn one")] = None


# GOO-002
PRESETS: dict[str, dict[str, Any]] = {
    "standard": {"edition": "standard", "hyperlanes": True, "production_rounds": 100, "min_distance": 5.0},
    "classic": {"edition": "classic", "hyperlanes": False, "production_rounds": 0, "min_distance": 3.0},
}


def settings_of(setup: Setup) -> Settings:
    return msgspec.convert(setup.settings, Settings)


def window_ms(setup: Setup) -> int | None:
    deadline_s = settings_of(setup).deadline_s
    return round(deadline_s * 1000) if deadline_s else None


def check(options: Settings) -> None:
    """GOO-006"""
    if options.pairs_min > options.pairs_max:
        allowed = f"at most pairs_max, which is {options.pairs_max}"
        raise bad_settings("pairs_min", options.pairs_min, allowed, "GOO-006")
    if options.deadline_s and options.deadline_s < 0.05:
        raise bad_settings("deadline_s", options.deadline_s, "0 (no limit) or a number from 0.05 to 3600")
    room = t.FOUR_SPAN**2 * 2 if options.players == 4 else options.max_x**2 + options.max_y**2
    if room <= options.min_distance**2:
        allowed = "less than the distance of the corner, so that there is room for the start planets"
        raise bad_settings("min_distance", options.min_distance, allowed, "GOO-006")
