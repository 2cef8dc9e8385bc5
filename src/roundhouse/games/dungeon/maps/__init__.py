"""The maps that come with the game, and what is said about any other. DUN-270 to DUN-272"""

from typing import Any

from ....core.maps import MapCheck, Maps
from ..rules import tables as t
from .parser import SHIPPED, MapError, World, load, read, text_of

__all__ = ["MAPS", "SHIPPED", "MapError", "World", "check", "load", "read", "text_of"]


def check(text: str) -> MapCheck:
    world, problems = read(text)
    if world is None or problems:
        return MapCheck(problems)
    kinds = [kind for kind in world.kinds if kind != t.NOTHING]
    facts: dict[str, Any] = {
        "size": [world.side, world.side],
        "planets": sum(gravity > 0 for gravity in world.gravities),
        "stations": sum(world.stations),
        "patches": {name: kinds.count(kind) for kind, name in enumerate(t.KIND_NAMES) if kind in kinds},
    }
    return MapCheck([], world.key, world.name, t.SEATS_MAX, facts)


MAPS = Maps("map", SHIPPED, check)
