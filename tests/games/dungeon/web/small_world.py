"""A small world of the Dungeon as its view, for checks without a server: a row of planets with a branch.

a(station) - b - c(coal) - d(hard) - e(unvisited)
             |             |
             f(iron) ----- g(station)
"""

from typing import Any

import msgspec

from roundhouse.games import dungeon
from roundhouse.games.dungeon.settings import Settings

LANES = {
    "a": {"EAST": "b"},
    "b": {"WEST": "a", "EAST": "c", "SOUTH": "f"},
    "c": {"WEST": "b", "EAST": "d"},
    "d": {"WEST": "c", "EAST": "e", "SOUTH": "g"},
    "e": {},
    "f": {"NORTH": "b", "EAST": "g"},
    "g": {"WEST": "f", "NORTH": "d"},
}
SPOTS = {"a": (0, 1), "b": (1, 1), "c": (2, 1), "d": (3, 1), "e": (4, 1), "f": (1, 0), "g": (3, 0)}
GRAVITY = {"c": 2, "d": 3}
RESOURCES = {"c": "coal", "f": "iron"}
STATS = ("STORAGE", "HEALTH", "DAMAGE", "MINING_SPEED", "MINING", "MAX_ENERGY", "ENERGY_REGEN")


def robot(name: str, planet: str, **others: Any) -> dict[str, Any]:
    """A new robot, but for what is said."""
    base = {
        "id": name, "seat": 1, "planet": planet, "health": 10, "max_health": 10, "energy": 20, "max_energy": 20,
        "regeneration": 4, "damage": 1, "mining_speed": 2, "storage": 20, "levels": dict.fromkeys(STATS, 0),
        "cargo": {}, "items": {}, "command": None, "transaction": None, "last": None,
    }  # fmt: skip
    return base | others


def planet(name: str, **others: Any) -> dict[str, Any]:
    x, y = SPOTS[name]
    visited = name != "e"
    base = {
        "id": name, "x": x, "y": y, "gravity": GRAVITY.get(name, 1), "visited": visited,
        "station": name in "ag" if visited else None, "resource": RESOURCES.get(name), "amount": None, "as_of": 1,
        "neighbours": LANES[name],
    }  # fmt: skip
    return base | others


def world(*robots: dict[str, Any], settings: dict[str, Any] | None = None, **others: Any) -> list[Any]:
    """View and settings."""
    options = msgspec.to_builtins(msgspec.convert(settings or {}, Settings))
    articles = dict.fromkeys(dungeon.tables.ARTICLE_NAMES, 0)
    prices = [options["robot_price"], *options["restoration_prices"], *options["item_prices"]]
    prices += options["upgrade_prices"] * len(STATS)
    articles = dict(zip(articles, prices, strict=True))
    resources = dict(zip(("coal", "iron", "gem", "gold", "platin"), options["resource_prices"], strict=True))
    own = {"seat": 1, "money": 200, "robots": list(robots), "robot_limit": 128, "purchase": None, "done": False}
    own |= {"figures": {}} | others.pop("own", {})
    view = {
        "round": 5, "max_rounds": 40, "round_ms": 60000, "early_close": True, "phase": "collecting", "side": 15,
        "stations": ["a", "g"], "market": {"articles": articles, "resources": resources}, "players": [],
        "planets": [planet(name) for name in LANES], "sightings": [], "you": own,
    }  # fmt: skip
    return [view | others, options]
