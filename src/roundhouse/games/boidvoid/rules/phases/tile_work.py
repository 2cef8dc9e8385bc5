"""What ships do with the tile they are on: capturing, building, and coming back. BOI-116 to BOI-138"""

from typing import Any

from .....core.rules import rules
from ..state import State
from ..tables import (
    ALREADY_BUILDING,
    ALREADY_OWNED,
    BUILD_DROPPED,
    BUILD_STARTED,
    BUILDING,
    BUILT,
    CAPTURE_PAUSED,
    CAPTURE_STARTED,
    CAPTURING,
    F_CAPTURE,
    IDLE,
    ITEM_FREE,
    ITEM_GONE,
    ITEM_NONE,
    LEVELLED,
    MAX_LEVEL,
    MOD_BUILD_RATE,
    MOTHERSHIP_DESTROYED,
    NO_SUCH_ITEM,
    NOT_BURNABLE,
    NOT_YOUR_TILE,
    NOTHING_TO_CANCEL,
    OCCUPIED,
    POI_CAPTURED,
    SCHEMA_SUPERSTRUCTURE,
    SPACESHIP,
    SPAWNED,
    STILL_RESPAWNING,
    STRUCTURE_HERE,
    TILE_CAPTURED,
    TOO_MANY_STRUCTURES,
    VOID,
)
from .badges import STACKER, award
from .destruction import player_of, stop_work, structure_health, top_up
from .stats import field, modifier
from .units import NONE, clear_boosts, mothership_of, note, put

# Capturing


@rules
def can_capture(g: State, team: int) -> bool:
    """BOI-057, BOI-121, BOI-122"""
    return g.capture_needs_mothership == 0 or g.units[mothership_of(g, team)].tile != NONE


@rules
def capture_needed(g: State, tile: int, team: int) -> int:
    """The turns that a capture takes. BOI-118, BOI-119"""
    taken = g.owner[tile] != 0 and g.owner[tile] != team
    return capture_time(g, field(g, tile, team, F_CAPTURE, NONE), taken)


@rules
def capture_time(g: Any, extra: int, taken: bool) -> int:
    """The same when the ground adds this much, of a tile that is or is not another team's. `g` may also be the
    settings, which have the same names. BOI-118, BOI-119"""
    turns = max(1, int(g.capture_turns) + extra)
    return turns * int(g.enemy_capture_factor) if taken else turns


@rules
def check_capture(g: State, index: int) -> int:
    """BOI-120, BOI-121"""
    unit = g.units[index]
    if g.owner[unit.tile] == unit.team:
        return ALREADY_OWNED
    return 0 if can_capture(g, unit.team) else MOTHERSHIP_DESTROYED


@rules
def capture(g: State, index: int) -> None:
    """BOI-117, BOI-126"""
    unit = g.units[index]
    stop_work(g, index)
    unit.job = CAPTURING
    unit.needed = capture_needed(g, unit.tile, unit.team)
    note(g, CAPTURE_STARTED, unit.team, index, index + 1, 0, unit.tile, 0, unit.needed, 0, 0)


@rules
def advance_capture(g: State, index: int) -> None:
    """At the end of a turn. BOI-122, BOI-123, BOI-211"""
    unit = g.units[index]
    if not can_capture(g, unit.team):
        note(g, CAPTURE_PAUSED, unit.team, index, index + 1, 0, unit.tile, unit.progress, unit.needed, 0, 0)
        return
    unit.progress += 1
    if unit.progress < unit.needed:
        return
    tile = int(unit.tile)
    former = int(g.owner[tile])
    unit.job = IDLE
    unit.progress = 0
    unit.needed = 0
    own(g, tile, unit.team)
    player = g.players[index]
    player.captured += 1
    if former != 0:
        player.usurped += 1
    note(g, TILE_CAPTURED, unit.team, index, index + 1, 0, tile, unit.team, former, 0, 0)
    if g.poi[tile] != 0:
        player.pois += 1
        note(g, POI_CAPTURED, unit.team, index, index + 1, 0, tile, g.poi[tile], unit.team, 0, 0)


@rules
def own(g: State, tile: int, team: int) -> None:
    """A tile belongs to a team from now on."""
    if g.owner[tile] != 0:
        g.tiles_owned[g.owner[tile]] -= 1
    g.owner[tile] = team
    g.tiles_owned[team] += 1


# Building


@rules
def item_code(g: State, player: int, item: int, schema: int) -> int:
    """0, or why a player cannot use up an item of a schema. BOI-129, BOI-249"""
    one = g.players[player]
    if item < 0 or item >= len(one.item_templates) or one.item_states[item] == ITEM_NONE:
        return NO_SUCH_ITEM
    if one.item_states[item] != ITEM_FREE or g.schema_of[one.item_templates[item]] != schema:
        return NO_SUCH_ITEM
    return 0


@rules
def check_build(g: State, index: int, item: int) -> int:
    """BOI-128, BOI-129, BOI-131, BOI-133"""
    unit = g.units[index]
    if g.owner[unit.tile] != unit.team:
        return NOT_YOUR_TILE
    code = item_code(g, index, item, SCHEMA_SUPERSTRUCTURE)
    if code != 0:
        return code
    if g.players[index].item_burnable[item] == 0:
        return NOT_BURNABLE
    n = g.structure_at[unit.tile] - 1
    if n >= 0:
        structure = g.structures[n]
        if structure.team != unit.team or structure.template != g.players[index].item_templates[item]:
            return STRUCTURE_HERE
        if structure.level >= g.superstructure_max_level:
            return MAX_LEVEL
    if unit.job == BUILDING:
        return ALREADY_BUILDING
    if n < 0 and len(g.structures) < len(g.tile_kind) and g.structure_count + builds(g) >= len(g.structures):
        return TOO_MANY_STRUCTURES
    return 0


@rules
def builds(g: State) -> int:
    """How many new superstructures are being built; where there is room for one on every tile nobody asks."""
    count = 0
    for index in range(g.player_count):
        if g.units[index].job == BUILDING and g.structure_at[g.units[index].tile] == 0:
            count += 1
    return count


@rules
def build(g: State, index: int, item: int) -> None:
    """The item is burned at once. BOI-129, BOI-130"""
    unit = g.units[index]
    player = g.players[index]
    stop_work(g, index)
    template = int(player.item_templates[item])
    player.item_states[item] = ITEM_GONE
    unit.job = BUILDING
    unit.build_item = template
    unit.needed = max(1, g.turns_of[template] + modifier(g, index, MOD_BUILD_RATE))
    note(g, BUILD_STARTED, unit.team, index, index + 1, 0, unit.tile, template, unit.needed, 0, 0)


@rules
def advance_build(g: State, index: int) -> None:
    """At the end of a turn. BOI-132, BOI-134, BOI-211"""
    unit = g.units[index]
    unit.progress += 1
    if unit.progress < unit.needed:
        return
    template = int(unit.build_item)
    tile = int(unit.tile)
    unit.job = IDLE
    unit.progress = 0
    unit.needed = 0
    unit.build_item = 0
    n = g.structure_at[tile] - 1
    if n >= 0:
        structure = g.structures[n]
        if structure.template != template or structure.level >= g.superstructure_max_level:
            note(g, BUILD_DROPPED, unit.team, index, index + 1, 0, tile, template, 0, 0, 0)
            return
        before = structure_health(g, n)
        structure.level += 1
        structure.health += structure_health(g, n) - before
        g.players[index].built += 1
        if structure.level >= g.superstructure_max_level:
            award(g, index, STACKER)
        note(g, LEVELLED, unit.team, index, index + 1, structure.serial, tile, template, structure.level, 0, 0)
        return
    if g.structure_count >= len(g.structures):
        note(g, BUILD_DROPPED, unit.team, index, index + 1, 0, tile, template, 0, 0, 0)
        return
    raise_structure(g, unit.team, tile, template, index)
    g.players[index].built += 1
    note(g, BUILT, unit.team, index, index + 1, g.serials, tile, template, 1, 0, 0)


@rules
def raise_structure(g: State, team: int, tile: int, template: int, builder: int) -> None:
    """A new superstructure with full health. BOI-134"""
    g.serials += 1
    n = int(g.structure_count)
    structure = g.structures[n]
    structure.serial = g.serials
    structure.team = team
    structure.tile = tile
    structure.template = template
    structure.level = 1
    structure.staked = 0
    structure.builder = builder
    clear_boosts(structure)
    g.structure_count += 1
    g.structure_at[tile] = n + 1
    structure.health = structure_health(g, n)


@rules
def check_cancel(g: State, index: int) -> int:
    """BOI-127"""
    return 0 if g.units[index].job in (CAPTURING, BUILDING) else NOTHING_TO_CANCEL


# Coming back


@rules
def check_spawn(g: State, index: int, x: int, y: int) -> int:
    """BOI-135 to BOI-137"""
    if x < 0 or y < 0 or x >= g.side or y >= g.side:
        return NOT_YOUR_TILE
    tile = y * g.side + x
    unit = g.units[index]
    if g.tile_kind[tile] == VOID or g.owner[tile] != unit.team:
        return NOT_YOUR_TILE
    if unit.respawn > 0:
        return STILL_RESPAWNING
    if g.standing[tile] != 0 or g.obstacle[tile] != 0:
        return OCCUPIED
    return 0


@rules
def spawn(g: State, index: int, tile: int) -> None:
    """Full health, no action points; the battery keeps its value. BOI-138, BOI-270"""
    unit = g.units[index]
    top_up(g, index)
    unit.ap = 0
    put(g, index + 1, tile)
    again = 1 if unit.destroyed > 0 else 0
    if unit.kind == SPACESHIP and again != 0:
        g.players[index].respawns += 1
    note(g, SPAWNED, unit.team, player_of(g, index), index + 1, 0, tile, again, 0, 0, 0)
