"""The maps that come with the game, and what is said about any other. BOI-043 to BOI-047"""

from typing import Any

from ....core.maps import MapCheck, Maps
from .parser import SHIPPED, MapError, MapFile, load, read

__all__ = ["MAPS", "SHIPPED", "MapError", "MapFile", "check", "load", "read"]


def check(text: str) -> MapCheck:
    try:
        made = read(text)
    except MapError as error:
        return MapCheck(error.problems)
    facts: dict[str, Any] = {
        "size": [made.width, made.height],
        "teams": len(made.homes),
        "tiles": len(made.tiles),
        "obstacles": sum(bool(tile.obstacle) for tile in made.tiles),
        "pois": sum(bool(tile.poi) for tile in made.tiles),
        "npcs": sum(bool(tile.npc) for tile in made.tiles),
    }
    return MapCheck([], made.key, made.name, len(made.homes), facts)


MAPS = Maps("map", SHIPPED, check)
