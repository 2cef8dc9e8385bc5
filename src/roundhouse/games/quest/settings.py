"""What can be set for a game, what is told of it before the first turn, and the time of a turn."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ...core.game import Pace, Setup
from ...core.settings import SetupError, bad_settings
from .maps.parser import BAD, ScenarioError, load, problems_of, typed
from .maps.scenario import Recipe, Scenario
from .rules import tables as t
from .rules.state import State

Cost = Annotated[int, Meta(ge=0, le=500)]
Percent = Annotated[int, Meta(ge=0, le=100)]
Side = Annotated[int, Meta(ge=t.SIDE_MIN, le=t.SIDE_MAX)]


class Settings(Struct, frozen=True, kw_only=True):
    players: Annotated[int, Meta(ge=2, le=t.SEATS_MAX, description="number of players")] = 2
    width: Annotated[Side, Meta(description="columns of the map: 50 to 100, from 5 on with a scenario")] = 60
    height: Annotated[Side, Meta(description="lines of the map: 50 to 100, from 5 on with a scenario")] = 60
    rounds: Annotated[int, Meta(ge=1, le=1000, description="the game ends after this round")] = 80
    units: Annotated[int, Meta(ge=1, le=t.UNITS_MAX, description="units of every player")] = 10
    turn_ms: Annotated[int, Meta(ge=0, le=3_600_000, description="clock of one turn, at least 50; 0: none")] = 1000
    max_actions: Annotated[int, Meta(ge=1, le=100_000, description="requests of a turn, refused ones too")] = 1000
    unit_energy: Annotated[int, Meta(ge=20, le=2000, description="maximum energy of a new unit")] = 200
    replenish_model: Annotated[
        Literal["logarithmic", "full"], Meta(description="how energy returns at the start of a turn")
    ] = "logarithmic"
    replenish_keep: Annotated[Percent, Meta(description="share of the gap to the maximum that stays")] = 60
    replenish_on: Annotated[
        Literal["own_turn", "every_turn"], Meta(description="whether energy also returns in the turns of others")
    ] = "own_turn"
    view_radius: Annotated[int, Meta(ge=1, le=20, description="how far a unit sees, in a square")] = 5
    view_buried_types: Annotated[bool, Meta(description="what is buried is seen, but not how much")] = True
    trap_visible: Annotated[bool, Meta(description="enemies see traps")] = False
    max_energy_heal: Annotated[Cost, Meta(description="maximum energy that an unhurt unit regains in a turn")] = 5
    move_cost: Annotated[Cost, Meta(description="energy of a step without a load")] = 20
    move_weight_pct: Annotated[Percent, Meta(description="share of it that is added per unit of weight")] = 2
    carry_limit: Annotated[int, Meta(ge=0, le=100_000, description="with more weight a unit cannot move")] = 100
    tower_surcharge: Annotated[Cost, Meta(description="energy to move or pick up where an enemy's tower reaches")] = 10
    dig_cost: Annotated[Cost, Meta(description="energy of digging")] = 10
    pickup_cost: Annotated[Cost, Meta(description="energy of picking up")] = 5
    drop_cost: Annotated[Literal[0], Meta(description="energy of dropping: always nothing")] = 0
    craft_cost: Annotated[Cost, Meta(description="energy of crafting a sword or an armour")] = 0
    place_trap_cost: Annotated[Cost, Meta(description="energy of placing a trap")] = 40
    place_tower_cost: Annotated[Cost, Meta(description="energy of placing a tower")] = 75
    research_energy: Annotated[Cost, Meta(description="energy of a research")] = 40
    research_gold: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=100_000)], ...],
        Meta(min_length=8, max_length=8, description="gold of level 2 and 3 of sword, armour, tower and trap"),
    ] = t.RESEARCH_GOLD
    level_pct: Annotated[
        tuple[Percent, ...], Meta(min_length=3, max_length=3, description="bonus of level 1, 2 and 3, in percent")
    ] = (25, 50, 75)
    tower_radius: Annotated[int, Meta(ge=1, le=20, description="how far a tower reaches, before its level")] = 4
    tower_drain: Annotated[int, Meta(ge=1, le=1000, description="energy it drains, before its level")] = 100
    tower_energy: Annotated[int, Meta(ge=1, le=10000, description="its own energy, before its level")] = 250
    trap_extra: Annotated[int, Meta(ge=0, le=10, description="turns that a trap freezes beyond its level")] = 1
    gold: Annotated[int, Meta(ge=0, le=100_000, description="gold of every team at the start")] = 200
    respawn: Annotated[bool, Meta(description="killed units come back at home")] = True
    spawn_shield: Annotated[bool, Meta(description="units that came back cannot be attacked at first")] = True
    no_build_radius: Annotated[
        int, Meta(ge=0, le=10, description="nobody builds so near to the start of another player")
    ] = 2
    scoring: Annotated[
        Literal["points", "origin"], Meta(description="points by source, or the formula of the original")
    ] = "points"
    kill_points: Annotated[int, Meta(ge=0, le=100_000, description="points for an enemy unit destroyed")] = 150
    pickup_points: Annotated[int, Meta(ge=0, le=1000, description="points for a unit taken out of the ground")] = 1
    craft_points: Annotated[int, Meta(ge=0, le=1000, description="points for a unit used up by crafting")] = 3
    spree_length: Annotated[int, Meta(ge=2, le=100, description="kills in a row that are a killing spree")] = 5
    rock_pct: Annotated[int, Meta(ge=0, le=20, description="share of rock that is aimed at")] = 8
    region_peak: Annotated[int, Meta(ge=1, le=1000, description="amount in the richest cell of a region")] = 40
    start: Annotated[Literal["corners", "centre"], Meta(description="where the teams start")] = "corners"
    blueprints: Annotated[
        dict[
            Literal[
                "sword1", "sword2", "sword3", "armour1", "armour2", "armour3", "tower1", "tower2", "tower3", "trap1",
                "trap2", "trap3",
            ],
            Recipe,
        ],
        Meta(description="blueprints that are not the usual ones"),
    ] = {}  # fmt: skip
    scenario: Annotated[
        Scenario | Annotated[str, Meta(max_length=2_000_000)] | None,
        Meta(description="a start position instead of a drawn map: the key of a shipped one, or a scenario file"),
    ] = None


PRESETS: dict[str, dict[str, Any]] = {
    "standard": {},
    "medium": {"width": 80, "height": 80, "rounds": 100},
    "large": {"width": 100, "height": 100, "rounds": 120, "start": "centre"},
    "four": {"players": 4},
    "skirmish": {"width": 50, "height": 50, "units": 4, "rounds": 40, "turn_ms": 60000},  # for people
    "origin": {
        "replenish_on": "every_turn",
        "move_weight_pct": 50,
        "carry_limit": 100_000,
        "tower_surcharge": 0,
        "research_energy": 0,
        "trap_visible": True,
        "max_energy_heal": 0,
        "spawn_shield": False,
        "no_build_radius": 0,
        "scoring": "origin",
    },
}


def settings_of(setup: Setup) -> Settings:
    return msgspec.convert(setup.settings, Settings)


def window_ms(setup: Setup) -> int | None:
    """The clock of one turn. QST-120"""
    return int(setup.settings["turn_ms"]) or None


def pace(setup: Setup, g: State) -> Pace:
    """Turns follow each other at once; whoever is away is not waited for much longer. QST-120, QST-125"""
    return Pace(window_ms=window_ms(setup), absent_ms=t.GRACE_MS)


def expand(settings: Mapping[str, Any]) -> Mapping[str, Any]:
    """The settings that follow from a scenario, and those of its file; explicit ones win. Raises SetupError. QST-154"""
    if settings.get("scenario") is None:
        return settings
    own, scenario = scenario_of(settings["scenario"], settings.get("unit_energy"))
    following = {
        "width": len(scenario.terrain[0]),
        "height": len(scenario.terrain),
        "players": len(scenario.start),
        "units": len(scenario.units) // len(scenario.start),
    }
    return own | following | dict(settings)


def scenario_of(value: Any, unit_energy: Any = None) -> tuple[dict[str, Any], Scenario]:
    """A start position given as an object, by its key or as the text of a file, with the file's settings."""
    if isinstance(value, str):
        file = load(value)
        return dict(file.settings), file.scenario
    scenario, problems = (value, []) if isinstance(value, Scenario) else typed(value)
    if scenario is not None:
        problems = problems_of(scenario, unit_energy if isinstance(unit_energy, int) else 0)
    if scenario is None or problems:
        raise ScenarioError(problems)
    return {}, scenario


def check_setup(setup: Setup) -> None:
    check(settings_of(setup))


def check(options: Settings) -> None:
    """What the ranges alone do not say. QST-003, QST-025, QST-151, QST-153"""
    check_recipes(options.blueprints)
    if 0 < options.turn_ms < t.TURN_MS_MIN:
        raise bad_settings("turn_ms", options.turn_ms, f"0, or {t.TURN_MS_MIN} to 3600000", "QST-120")
    if options.scenario is not None:
        check_scenario(options, scenario_of(options.scenario, options.unit_energy)[1])
        return
    for side in ("width", "height"):
        value = getattr(options, side)
        if value < t.GENERATED_MIN:
            allowed = f"a whole number from {t.GENERATED_MIN} to {t.SIDE_MAX} for a map that is drawn"
            raise bad_settings(side, value, allowed, "QST-003")
    if options.players == 3 and (options.start != "corners" or options.width != options.height):
        raise SetupError(
            "bad_settings", "players", "Three players start in the corners of a map as wide as high.", "QST-151"
        )


def check_scenario(options: Settings, scenario: Scenario) -> None:
    """Settings that follow from a scenario say the same as it. QST-025"""
    expected = (len(scenario.terrain[0]), len(scenario.terrain), len(scenario.start))
    each = len(scenario.units) // len(scenario.start)
    for name, value in zip(("width", "height", "players", "units"), (*expected, each), strict=True):
        if getattr(options, name) != value:
            sentence = f"its {name} is {value}, but the setting {name} is {getattr(options, name)}."
            raise SetupError(BAD, "scenario", sentence, "QST-025")


def check_recipes(blueprints: Mapping[Any, Recipe]) -> None:
    """QST-153"""
    for name, recipe in blueprints.items():
        if recipe.weight is not None and name not in t.ITEM_NAMES:
            raise SetupError("bad_settings", "blueprints", f"{name}.weight: only items have a weight.", "QST-153")
        if any("gold" in way for way in recipe.ways):
            raise SetupError("bad_settings", "blueprints", f"{name}.ways: gold is never carried.", "QST-087")
    ways = {name: ways_of(blueprints, n) for n, name in enumerate(t.BLUEPRINT_NAMES)}
    made = set[str]()
    while new_ones := {name for name in ways if name not in made and any(set(way) <= made for way in ways[name])}:
        made |= new_ones
    for name in ways:
        if name not in made and name in needed(name, ways, made):
            raise SetupError("bad_settings", "blueprints", f"{name} needs itself in all of its ways.", "QST-153")


def ways_of(blueprints: Mapping[Any, Recipe], number: int) -> list[list[str]]:
    """The items that each way of a blueprint needs."""
    recipe = blueprints.get(t.BLUEPRINT_NAMES[number])
    if recipe is not None:
        return [[thing for thing in way if thing in t.ITEM_NAMES] for way in recipe.ways]
    lines = t.USES[number * t.WAYS : (number + 1) * t.WAYS]
    return [[name for name, n in zip(t.ITEM_NAMES, line[t.FIRST_ITEM :], strict=True) if n] for line in lines]


def needed(name: str, ways: Mapping[str, list[list[str]]], made: set[str]) -> set[str]:
    """All that cannot be made and that a blueprint needs, directly or through others."""
    found, left = set[str](), [name]
    while left:
        for thing in {thing for way in ways[left.pop()] for thing in way} - made - found:
            found.add(thing)
            left.append(thing)
    return found


def announced(settings: Mapping[str, Any]) -> dict[str, Any]:
    """What everybody is told before the first turn: settings with all blueprints and their features; of a scenario no
    more than its key, because nobody knows the map in advance. QST-023, QST-024, QST-138"""
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
