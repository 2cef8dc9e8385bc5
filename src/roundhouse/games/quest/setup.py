"""The first state of a game, with its map and units."""

from collections.abc import Mapping
from typing import Any

from ...core.game import Setup
from ...core.schema import LARGE, SMALL, new
from .actions import amounts_of
from .map_generator import draw_world, first_cell, start_cell
from .maps.scenario import Placed, Recipe, Scenario
from .rules import tables as t
from .rules.phases.building import put_tower
from .rules.phases.knowledge import see_around
from .rules.phases.turns import begin_turn
from .rules.state import State
from .settings import Settings, check, scenario_of, settings_of


def form_of(setup: Setup) -> str:
    small = int(setup.settings["width"]) * int(setup.settings["height"]) <= t.SMALL_CELLS
    return SMALL if small else LARGE


def start(setup: Setup) -> State:
    """The first state, in which the turn of player 1 has begun. QST-001 to QST-025"""
    options = settings_of(setup)
    check(options)
    g: State = new(State, form_of(setup))
    g.seed = setup.seed % 2**64
    g.seats, g.units_each = len(setup.seats), options.units
    g.width, g.height = options.width, options.height
    g.unit_count = g.seats * g.units_each
    g.round_no = 1
    put_settings(g, options)
    put_blueprints(g, options.blueprints)
    put_teams(g, options)
    if options.scenario is None:
        draw_world(g, options.rock_pct, options.region_peak, options.start == "centre")
    else:
        put_scenario(g, scenario_of(options.scenario, options.unit_energy)[1])
    for unit in g.units[: g.unit_count]:
        see_around(g, unit.owner, unit.x, unit.y, g.view_radius)
    begin_turn(g, 1)
    return g


def put_settings(g: State, options: Settings) -> None:
    g.max_rounds = options.rounds
    g.replenish_full = int(options.replenish_model == "full")
    g.replenish_all = int(options.replenish_on == "every_turn")
    g.origin_scoring = int(options.scoring == "origin")
    for name in (
        "max_actions", "unit_energy", "replenish_keep", "view_radius", "view_buried_types", "trap_visible",
        "max_energy_heal", "move_cost", "move_weight_pct", "carry_limit", "tower_surcharge", "dig_cost", "pickup_cost",
        "craft_cost", "place_trap_cost", "place_tower_cost", "research_energy", "trap_extra", "respawn", "spawn_shield",
        "no_build_radius", "kill_points", "pickup_points", "craft_points", "spree_length",
    ):  # fmt: skip
        setattr(g, name, int(getattr(options, name)))
    for level in range(1, t.LEVEL_MAX + 1):
        pct = options.level_pct[level - 1]
        g.level_pct[level] = pct
        g.tower_radius[level] = options.tower_radius * (100 + pct) // 100
        g.tower_drain[level] = options.tower_drain * (100 + pct) // 100
        g.tower_energy[level] = options.tower_energy * (100 + pct) // 100
    g.research_gold[:] = options.research_gold


def put_blueprints(g: State, blueprints: Mapping[Any, Recipe]) -> None:
    """The usual ones, and those of the settings in their place. QST-153"""
    for line, uses in enumerate(t.USES):
        g.uses[line] = list(uses)
    g.item_weights[:] = t.ITEM_WEIGHTS
    for name, recipe in blueprints.items():
        number = t.BLUEPRINT_NAMES.index(name)
        for way in range(t.WAYS):
            asked = recipe.ways[way] if way < len(recipe.ways) else {}
            g.uses[number * t.WAYS + way] = amounts_of(asked)
        if recipe.weight is not None:
            g.item_weights[number] = recipe.weight


def put_teams(g: State, options: Settings) -> None:
    """Start cells, gold, first blueprints, and the units in their blocks. QST-007 to QST-012, QST-022"""
    centre = options.start == "centre"
    for seat in range(1, g.seats + 1):
        player = g.players[seat]
        player.start_x, player.start_y = start_cell(g.width, g.height, seat, centre)
        player.gold = options.gold
        player.levels[:] = [1] * t.KINDS
        for number in range(g.units_each):
            unit = g.units[(seat - 1) * g.units_each + number]
            unit.owner, unit.alive = seat, 1
            unit.x, unit.y = first_cell(g.width, g.height, seat, number, centre)
            unit.energy = unit.max_energy = g.unit_energy


def put_scenario(g: State, scenario: Scenario) -> None:
    """A hand-made start position; what it does not say is as usual. QST-025"""
    for y, line in enumerate(scenario.terrain):
        g.terrain[y * g.width : (y + 1) * g.width] = map(t.TERRAIN.index, line)
    for amounts, heaps in ((g.buried, scenario.buried), (g.surface, scenario.surface)):
        for heap in heaps:
            for name, amount in heap.resources.items():
                amounts[t.RESOURCE_NAMES.index(name), heap.y * g.width + heap.x] += amount
    for pile in scenario.items:
        for item, amount in pile.items.items():
            g.surface[t.THING_NAMES.index(item), pile.y * g.width + pile.x] += amount
    for seat in range(1, g.seats + 1):
        player, team = g.players[seat], scenario.players.get(str(seat))
        player.start_x, player.start_y = scenario.start[str(seat)]
        if team is not None:
            player.gold = player.gold if team.gold is None else team.gold
            for kind, level in team.levels.items():
                player.levels[t.KIND_NAMES.index(kind)] = level
    for placed in scenario.units:
        put_unit(g, placed)
    for trap in scenario.traps:
        built = t.BUILT_TRAP * t.BUILT_KIND + trap.player * t.BUILT_SEAT + trap.level
        g.built[trap.y * g.width + trap.x] = built
        g.players[trap.player].traps += 1
    for tower in scenario.towers:
        energy = g.tower_energy[tower.level] if tower.energy is None else tower.energy
        put_tower(g, tower.player, tower.y * g.width + tower.x, tower.level, energy)


def put_unit(g: State, placed: Placed) -> None:
    unit = g.units[(placed.player - 1) * g.units_each + placed.id % t.FIRST_ID]
    unit.x, unit.y = placed.x, placed.y
    unit.max_energy = g.unit_energy if placed.max_energy is None else placed.max_energy
    unit.energy = unit.max_energy if placed.energy is None else placed.energy
    for name, amount in (dict(placed.resources) | dict(placed.items)).items():
        unit.carried[t.THING_NAMES.index(name)] = amount
    unit.sword, unit.armour, unit.frozen = placed.sword, placed.armour, placed.frozen
    if placed.retaliate is not None:
        unit.retaliation, unit.cutoff = placed.retaliate.energy, placed.retaliate.cutoff
