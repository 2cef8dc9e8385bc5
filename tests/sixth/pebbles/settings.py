"""What can be chosen before a match."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from roundhouse.core.game import Setup


class Settings(Struct, frozen=True, kw_only=True):
    pebbles: Annotated[int, Meta(ge=0, le=200, description="pebbles in the heap; 0 draws 15 to 30 of them")] = 0
    most: Annotated[int, Meta(ge=2, le=9, description="most pebbles in one turn")] = 3
    deadline_s: Annotated[float, Meta(ge=0, le=3600, description="time for a turn; 0 is no limit")] = 10.0


PRESETS: dict[str, dict[str, Any]] = {"standard": {}}


def settings_of(setup: Setup) -> Settings:
    return msgspec.convert(setup.settings, Settings)


def window_ms(setup: Setup) -> int | None:
    deadline_s = settings_of(setup).deadline_s
    return round(deadline_s * 1000) if deadline_s else None
