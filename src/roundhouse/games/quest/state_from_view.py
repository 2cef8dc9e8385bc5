"""A state made from what a seat is shown: all it needs to think ahead with the real rules.

What the seat does not know is, in the belief:
- a cell that it has never seen: grass with nothing in it
- what is buried where only the type is known: what the newest dig found, or one
- what lies about where it only remembers that something does: one wood, one sword of level 1
- a tower or a trap that it remembers: still there, the tower with full energy, the trap of level 1 and of the first
  player who can own it
- units of others out of sight: those with the lowest numbers, where they would come back to life or as near as the seat
  does not see, with full energy and nothing else
- what others carry, own, know and have dug: nothing, and no reactions
- how many requests of this turn count already: none; who is on a spree: nobody
- a start cell that the view leaves out: beside where it would be on a drawn map

The random key is 0; after the start nothing is drawn in this game.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import UnsetType

from ...core.game import Setup
from ...core.schema import new
from .cells import Cell, SeenUnit
from .figures import STAT_KEYS
from .map_generator import mirrored
from .rules import tables as t
from .rules.phases.knowledge import see_around
from .rules.phases.lookup import distance
from .rules.state import State, Unit
from .settings import settings_of
from .setup import form_of, put_blueprints, put_settings
from .view import Dug, OwnUnit, PlayerView, View

Towers = dict[int, tuple[int, int, int, int]]  # by cell: id (0: not known), seat, level, energy (0: not known)


def seen(view: Any) -> View:
    """A view as it comes: typed in this process, plain dictionaries from elsewhere."""
    return view if isinstance(view, View) else msgspec.convert(view, View)


def state_from_view(view: Any, setup: Setup) -> State:
    """The state behind a view; the module says what is in it of which the seat knows nothing."""
    view = seen(view)
    options = settings_of(setup)
    g: State = new(State, form_of(setup))
    g.seats, g.units_each = len(view.players), options.units
    g.width, g.height = view.width, view.height
    g.unit_count = g.seats * g.units_each
    put_settings(g, options)
    put_blueprints(g, options.blueprints)
    g.round_no, g.max_rounds, g.turn_of = view.round, view.rounds, view.turn_of
    put_players(g, view)
    put_ground(g, view)
    put_dug(g, view)
    put_buildings(g, view)
    put_units(g, view)
    look_around(g, view.player)
    if view.phase == "over":
        g.reason = t.ENDED_LAST_LEFT if g.seats - g.defeats <= 1 else t.ENDED_ROUNDS
    return g


# Players


def put_players(g: State, view: View) -> None:
    """The scoreboard, and what the seat knows of itself. QST-045, QST-135"""
    for line in view.players:
        player = g.players[line.seat]
        player.away = int(line.away)
        player.by_source[:] = [line.by_source[name] for name in t.SOURCE_NAMES]
        player.points = sum(player.by_source)
        player.levels[:] = [1] * t.KINDS
        for key in STAT_KEYS:
            setattr(player, key, line.stats[key])
        g.blood |= player.first_blood
    for line in sorted(view.players, key=lambda line: -line.place):
        if line.defeated:  # who was defeated later has the better place
            g.defeats += 1
            g.players[line.seat].defeated = g.defeats
    put_starts(g, view)
    if isinstance(view.gold, UnsetType) or isinstance(view.levels, UnsetType) or isinstance(view.figures, UnsetType):
        return
    own, figures = g.players[view.player], view.figures
    own.gold = view.gold
    own.levels[:] = [view.levels[name] for name in t.KIND_NAMES]
    own.taken[:] = [figures[f"taken_{name}"] for name in t.RESOURCE_NAMES]
    own.used[:] = [figures[f"used_{name}"] for name in t.RESOURCE_NAMES]
    own.crafted[:] = [figures[f"crafted_{name}"] for name in t.BLUEPRINT_NAMES]
    for key in ("points", "damage_dealt", "damage_taken", "energy_spent", "refused", "timed_out"):
        setattr(own, key, figures[key])


def put_starts(g: State, view: View) -> None:
    """QST-007, QST-008"""
    base = view.player or 1
    first = view.starts[base - 1]
    for seat, start in enumerate(view.starts, 1):
        if start:
            x, y = start
        else:  # not where it would be on a drawn map
            x, y = mirrored(g.width, g.height, seat, *mirrored(g.width, g.height, base, *first))
            x += 1 if x + 1 < g.width else -1
        g.players[seat].start_x, g.players[seat].start_y = x, y


# The map


def put_ground(g: State, view: View) -> None:
    """Terrain, and what lies about and is buried as far as it was seen. QST-040 to QST-042"""
    seat = view.player
    for y, line in enumerate(view.terrain):
        for x, letter in enumerate(line):
            if letter in t.TERRAIN:
                g.terrain[y * g.width + x] = t.TERRAIN.index(letter)
                g.memory[seat, y * g.width + x] = t.KNOWN
    for cell in view.cells:
        at = cell.y * g.width + cell.x
        g.memory[seat, at] = 0  # it is seen now
        bury(g, at, cell.buried)
        for name, amount in (*cell.resources.items(), *cell.items.items()):
            g.surface[t.THING_NAMES.index(name), at] = amount
    for kept in view.remembered:
        at = kept.y * g.width + kept.x
        bury(g, at, kept.buried)
        g.surface[t.WOOD, at] = int(kept.resources)
        g.surface[t.FIRST_ITEM, at] = int(kept.items)
        g.memory[seat, at] |= sum(1 << t.RESOURCE_NAMES.index(name) for name in kept.buried)
        g.memory[seat, at] |= kept.resources * t.SAW_RESOURCES | kept.items * t.SAW_ITEMS | kept.trap * t.SAW_TRAP
        g.memory[seat, at] |= kept.tower_level * t.SAW_TOWER | kept.tower_player * t.SAW_OWNER


def bury(g: State, cell: int, names: list[str]) -> None:
    for name in names:
        g.buried[t.RESOURCE_NAMES.index(name), cell] = 1


def put_dug(g: State, view: View) -> None:
    """The list of digs, and the amounts that they found where there still is something. QST-046"""
    if isinstance(view.dug, UnsetType):
        return
    first = view.player * t.DIGS_OWN
    g.players[view.player].digs = len(view.dug)
    for n, dug in enumerate(reversed(view.dug)):  # the oldest first, so that the newest one counts
        cell = dug.y * g.width + dug.x
        amounts = amounts_in(dug)
        for row, value in enumerate((cell, dug.round, *amounts)):
            g.digs[row, first + n] = value
        for k, amount in enumerate(amounts):
            if not g.view_buried_types or (amount and g.buried[k, cell]):
                g.buried[k, cell] = amount


def amounts_in(dug: Dug) -> list[int]:
    return [dug.resources.get(name, 0) for name in t.RESOURCE_NAMES]


# What is built


def put_buildings(g: State, view: View) -> None:
    """QST-043, QST-044"""
    for cell, trap in ((cell, cell.trap) for cell in view.cells):
        if trap is not None:
            put_trap(g, cell.y * g.width + cell.x, trap.player, trap.level)
    for kept in view.remembered:
        if kept.trap:
            put_trap(g, kept.y * g.width + kept.x, other_than(g, view.player), 1)
    if not isinstance(view.traps, UnsetType):
        for own in view.traps:
            put_trap(g, own.y * g.width + own.x, own.player, own.level)
    towers = towers_in(g, view)
    newest = max((one[0] for one in towers.values()), default=0)
    for cell, (serial, seat, level, energy) in towers.items():
        if serial == 0:
            newest += 1
        put_tower(g, cell, serial or newest, seat, level, energy or g.tower_energy[level])
    g.towers[: g.tower_count] = sorted(g.towers[: g.tower_count], key=lambda tower: tower.serial)
    g.serials = newest


def other_than(g: State, seat: int) -> int:
    """The first other player who is still in the game."""
    others = [n for n in range(1, g.seats + 1) if n != seat]
    return min(others, key=lambda n: (g.players[n].defeated != 0, n), default=seat)


def put_trap(g: State, cell: int, seat: int, level: int) -> None:
    if g.built[cell] == 0:
        g.built[cell] = t.BUILT_TRAP * t.BUILT_KIND + seat * t.BUILT_SEAT + level
        g.players[seat].traps += 1


def towers_in(g: State, view: View) -> Towers:
    towers: Towers = {}
    for kept in view.remembered:
        if kept.tower_level:
            towers[kept.y * g.width + kept.x] = 0, kept.tower_player, kept.tower_level, 0
    for cell, tower in ((cell, cell.tower) for cell in view.cells):
        if tower is not None:
            towers[cell.y * g.width + cell.x] = tower.id, tower.player, tower.level, tower.energy
    if not isinstance(view.towers, UnsetType):
        for own in view.towers:
            towers[own.y * g.width + own.x] = own.id, own.player, own.level, own.energy
    return towers


def put_tower(g: State, cell: int, serial: int, seat: int, level: int, energy: int) -> None:
    tower = g.towers[g.tower_count]
    g.tower_count += 1
    tower.serial, tower.owner, tower.level, tower.cell, tower.energy = serial, seat, level, cell, energy
    g.players[seat].towers += 1
    g.built[cell] = t.BUILT_TOWER * t.BUILT_KIND + seat * t.BUILT_SEAT + level


# Units


def put_units(g: State, view: View) -> None:
    for index in range(g.unit_count):
        g.units[index].owner = index // g.units_each + 1
    if not isinstance(view.units, UnsetType):
        for own in view.units:
            put_own_unit(g, own)
    for cell in view.cells:
        for other in cell.units:
            if other.player != view.player:
                put_seen_unit(g, other, cell)
    watched = {cell.y * g.width + cell.x for cell in view.cells}
    for line in view.players:
        if line.seat != view.player or isinstance(view.units, UnsetType):
            put_hidden_units(g, line, watched)


def unit_of(g: State, number: int) -> Unit:
    """The unit with an id. QST-011"""
    return g.units[(number // t.FIRST_ID - 1) * g.units_each + number % t.FIRST_ID]


def put_own_unit(g: State, shown: OwnUnit) -> None:
    unit = unit_of(g, shown.id)
    put_state(g, unit, shown)
    unit.x, unit.y = shown.x, shown.y
    for name, amount in (*shown.resources.items(), *shown.items.items()):
        unit.carried[t.THING_NAMES.index(name)] = amount
    unit.retaliation, unit.cutoff = shown.retaliate.energy, shown.retaliate.cutoff
    unit.spent = shown.retaliate.spent
    unit.respawned = int(shown.respawned)


def put_seen_unit(g: State, shown: SeenUnit, cell: Cell) -> None:
    unit = unit_of(g, shown.id)
    put_state(g, unit, shown)
    unit.x, unit.y = cell.x, cell.y


def put_state(g: State, unit: Unit, shown: OwnUnit | SeenUnit) -> None:
    """What everybody sees of a unit. Who is frozen or shielded in a turn is taken to have been so when it began."""
    unit.alive = 1
    unit.energy, unit.max_energy = shown.energy, shown.max_energy
    unit.sword, unit.armour = shown.sword, shown.armour
    unit.frozen, unit.shield = shown.frozen, int(shown.shield)
    if unit.owner == g.turn_of:
        unit.frozen_before, unit.shield_before = int(shown.frozen > 0), unit.shield


def put_hidden_units(g: State, line: PlayerView, watched: set[int]) -> None:
    """All units that a player still has and the seat does not see. QST-074"""
    first = (line.seat - 1) * g.units_each
    units = g.units[first : first + g.units_each]
    missing = line.units - sum(unit.alive for unit in units)
    places = hidden_places(g, line.seat, watched)
    for unit in [unit for unit in units if not unit.alive][: max(0, missing)]:
        cell = next(places)
        unit.alive, unit.x, unit.y = 1, cell % g.width, cell // g.width
        unit.energy = unit.max_energy = g.unit_energy


def hidden_places(g: State, seat: int, watched: set[int]) -> Iterator[int]:
    """The place nearest to a start cell that is out of sight and free of rock and towers, again and again."""
    player = g.players[seat]

    def far(cell: int) -> tuple[int, int]:
        return distance(cell % g.width, cell // g.width, player.start_x, player.start_y), cell

    walls = {tower.cell for tower in g.towers[: g.tower_count]}
    grass = [cell for cell in range(g.width * g.height) if g.terrain[cell] != t.ROCK and cell not in walls]
    best = min((cell for cell in grass if cell not in watched), key=far, default=-1)
    while True:
        yield best if best >= 0 else min(grass, key=far)


def look_around(g: State, seat: int) -> None:
    """Everybody sees what its units and towers see; what the others have seen before is not known."""
    for unit in g.units[: g.unit_count]:
        if unit.alive:
            see_around(g, unit.owner, unit.x, unit.y, g.view_radius)
    for tower in g.towers[: g.tower_count]:
        see_around(g, tower.owner, tower.cell % g.width, tower.cell // g.width, g.tower_radius[tower.level])
