"""Positions of BoidVoid made by hand: a rectangle of clear tiles, units where a test wants them, and fixed draws."""

import json
from collections.abc import Sequence
from typing import Any

from roundhouse.core.game import Setup
from roundhouse.games.boidvoid import GAME
from roundhouse.games.boidvoid.rules import tables as t
from roundhouse.games.boidvoid.rules.phases import combat, tile_work, units
from roundhouse.games.boidvoid.rules.phases.destruction import top_up
from roundhouse.games.boidvoid.rules.state import State

SIDE = 12
NO_CRIT = 9999


def plain_map(
    width: int = SIDE, height: int = SIDE, homes: Sequence[Sequence[int]] = ((0, 0), (11, 11)), **tiles: Any
) -> str:
    """A map file of clear tiles; `tiles` are lines by "x_y" with what they have besides."""
    lines = []
    for y in range(height):
        for x in range(width):
            lines.append({"x": x, "y": y, "type": "clear"} | tiles.get(f"t{x}_{y}", {}))
    return json.dumps({"name": "plain", "width": width, "height": height, "homes": homes, "tiles": lines})


def setup_of(seed: int = 1, *, preset: str = "crew", tiles: dict[str, Any] | None = None, **settings: Any) -> Setup:
    settings.setdefault("map", plain_map(**(tiles or {})))
    settings.setdefault("starting_inventory", ())
    return GAME.setup(seed=seed, preset=preset, settings=settings)


def game(seed: int = 1, *, tiles: dict[str, Any] | None = None, **settings: Any) -> State:
    """Two teams of three ships that all stand off the map, on a plain map."""
    settings.setdefault("initial_spawn", "manual")
    made: State = GAME.start(setup_of(seed, tiles=tiles, **settings))
    made.event_count = 0
    return made


def tile(g: State, x: int, y: int) -> int:
    return y * g.side + x


def place(g: State, unit: int, x: int, y: int, *, battery: float | None = None, ratio: int | None = None,
          health: float | None = None, ap: int | None = None, stats: dict[str, int] | None = None) -> int:  # fmt: skip
    """Put a ship, a mothership or an NPC on the map; returns its id. `stats` are modifiers of a template of its own."""
    index = unit - 1
    one = g.units[index]
    if stats:
        one.template = template(g, stats)
    top_up(g, index)
    units.put(g, unit, tile(g, x, y))
    if battery is not None:
        g.players[index].battery = round(battery * 100)
    if ratio is not None:
        g.players[index].ratio = ratio
    if health is not None:
        one.health = round(health * 100)
    if ap is not None:
        one.ap = ap
    return unit


def template(g: State, mods: dict[str, int], schema: int = t.SCHEMA_SPACESHIP) -> int:
    """A template with these modifiers, added to the game's."""
    number = g.template_count
    g.template_count += 1
    g.schema_of[number] = schema
    for name, value in mods.items():
        g.mods[number, t.MOD_NAMES.index(name)] = value
    return number


def swarm(g: State, x: int, y: int, members: Sequence[int]) -> int:
    """A swarm of ships that were placed anywhere on the map."""
    serial = units.new_swarm(g, g.units[members[0] - 1].team, tile(g, x, y))
    for unit in members:
        units.enlist(g, unit - 1, serial)
    return serial


def structure(g: State, x: int, y: int, team: int, key: str = "ss-relay", level: int = 1) -> int:
    tile_work.raise_structure(g, team, tile(g, x, y), t.TEMPLATE_KEYS.index(key), (team - 1) * 3)
    n = g.structure_count - 1
    g.structures[n].level = level
    g.structures[n].health = tile_work.structure_health(g, n)
    return int(g.structures[n].serial)


def fix_draws(monkeypatch: Any, *drawn: int) -> None:
    """The critical draws of the combats to come; without one there is no critical hit."""
    rest = list(drawn)
    monkeypatch.setattr(
        combat, "below", lambda number, n: (rest.pop(0) if rest else NO_CRIT) if n == 10000 else number % n
    )
