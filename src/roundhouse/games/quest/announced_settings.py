"""What everybody is told of the settings before the first turn. QST-023, QST-024, QST-138"""

from collections.abc import Mapping
from typing import Any

from .rules import tables as t
from .maps.parser import ScenarioError, load


def announced(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings with all blueprints and their features; of a scenario no more than its key, because nobody knows the map
    in advance."""
    told = dict(settings)
    if "blueprints" in told:
        told["blueprints"] = {name: blueprint(name, n, told["blueprints"]) for n, name in enumerate(t.BLUEPRINT_NAMES)}
    if told.get("scenario") is not None:
        told["scenario"] = key_of(told["scenario"])
    return told


def blueprint(name: str, number: int, own: Mapping[str, Any]) -> dict[str, Any]:
    """A blueprint as in QST-153: its ways, and what the item weighs."""
    recipe = own.get(name) or {}
    usual = t.USES[number * t.WAYS : (number + 1) * t.WAYS]
    ways = recipe.get("ways") or [{thing: n for thing, n in zip(t.THING_NAMES, way, strict=True) if n} for way in usual]
    if number >= t.ITEMS:
        return {"ways": ways}
    weight = recipe.get("weight")
    return {"ways": ways, "weight": t.ITEM_WEIGHTS[number] if weight is None else weight}


def key_of(scenario: Any) -> str | None:
    """What a scenario file is called; a start position alone has no name."""
    if not isinstance(scenario, str):
        return None
    try:
        return load(scenario).key
    except ScenarioError:
        return None
