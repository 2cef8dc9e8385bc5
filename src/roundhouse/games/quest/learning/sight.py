"""Observations and masks that are kept up to date: only what has changed since a row was shown last is written.

Cells are many and seldom change: the rules note those that do. The mask of a unit is found anew if the unit changed, or
something that decides about it: a cell beside it, an enemy in sight, its player, a tower."""

from typing import Annotated, Any

from ....core.rules import inlined, rules
from ....core.rules import row as numbers
from ....core.schema import i2, i4, struct, u1
from ..rules.observation import (
    CELL_FEATURES,
    ENEMY_FEATURES,
    FEATURES,
    FOES_HERE,
    GAME_FEATURES,
    OWN_FEATURES,
    OWN_HERE,
    PLAYER_FEATURES,
    SEE_CELLS,
    SEE_ENEMIES,
    SEE_OWN,
    SEE_PLAYERS,
    SEE_TOWERS,
    TOWER_FEATURES,
    observe,
    observe_cell,
    observe_digs,
    observe_enemy,
    observe_game,
    observe_memory,
    observe_own,
    observe_own_tower,
    observe_player,
    observe_tower,
)
from ..rules.state import State
from ..rules.tables import BUILT_KIND, BUILT_TOWER, SAW_OWNER, SAW_TOWER, SMALL_CELLS, TOUCHED, UNITS, UNITS_MAX
from .actions import (
    CHOICES,
    KNOWN_MAX,
    known_towers,
    legal_fights,
    legal_handling,
    legal_making,
    legal_moves,
)

NUMBERS = "i2"
GOLD_SEEN, LEVELS_SEEN = 7, 10  # columns of the game that decide what can be made


@struct
class Seen:
    numbers: Annotated[list[i2], FEATURES]


@struct
class Sight:
    """What a row shows."""

    shown: u1  # 0: nothing that would hold for this match
    touches: i4  # the changes of cells that it shows
    may: u1  # whether the mask has more than the pass
    serials: i4  # the towers for which the mask holds
    tower_count: i2
    own_towers: i2
    digs: i4
    foes: i2
    stood_count: i2
    stood: Annotated[list[i2], UNITS]  # cells with units on them
    stale: Annotated[list[u1], UNITS_MAX]  # units whose masks do not hold any more
    known_count: i2  # cells with remembered towers; as many as there is room for: there may be more
    known: Annotated[list[i2], KNOWN_MAX]


@struct
class Survey:
    nothing: u1


@rules
def survey(g: State, common: Survey) -> None:
    """Seats have too little in common."""
    return


@rules
def show(g: State, seat: int, common: Survey, seen: Seen, flags: Any, sight: Sight) -> None:
    """`observe` and `legal` of a seat, in a row that may show the same match at an earlier time."""
    missed = g.touches - sight.touches
    if sight.shown == 0 or missed > TOUCHED or missed < 0 or g.width * g.height > SMALL_CELLS:
        show_all(g, seat, seen.numbers, flags, sight)
    else:
        changed = show_players(g, seat, seen.numbers)
        show_cells(g, seat, seen.numbers, sight)
        show_units(g, seat, seen.numbers, sight)
        if show_towers(g, seat, seen.numbers, sight) or changed:
            outdate(sight)
        if sight.digs != g.players[seat].digs:
            sight.digs = g.players[seat].digs
            observe_digs(g, seat, seen.numbers)
            outdate(sight)  # what is known of the ground
    show_mask(g, seat, flags, sight)


@rules
def outdate(sight: Sight) -> None:
    """No unit's mask holds any more."""
    for number in range(UNITS_MAX):
        sight.stale[number] = 1


@rules
def show_all(g: State, seat: int, out: Any, flags: Any, sight: Sight) -> None:
    observe(g, seat, out)
    for k in range(len(flags)):
        flags[k] = 0
    flags[0] = 1
    sight.shown = 1
    sight.touches = g.touches
    sight.may = 0
    sight.serials = g.serials
    sight.tower_count = g.tower_count
    sight.digs = g.players[seat].digs
    outdate(sight)
    sight.own_towers = 0
    for n in range(g.tower_count):
        if g.towers[n].owner == seat:
            sight.own_towers += 1
    sight.foes = 0
    sight.stood_count = 0
    for k in range(g.unit_count):
        unit = g.units[k]
        cell = unit.y * g.width + unit.x
        if unit.alive != 0 and (unit.owner == seat or g.watched[seat, cell] > 0):
            sight.stood[sight.stood_count] = cell
            sight.stood_count += 1
            if unit.owner != seat:
                sight.foes += 1
    sight.known_count = 0
    for cell in range(g.width * g.height):
        if g.memory[seat, cell] // SAW_TOWER & 3 != 0:
            remember(sight, cell)


@rules
def remember(sight: Sight, cell: int) -> None:
    """A cell in which a tower was seen, once."""
    for n in range(sight.known_count):
        if sight.known[n] == cell:
            return
    if sight.known_count < KNOWN_MAX:
        sight.known[sight.known_count] = cell
        sight.known_count += 1


@rules
def show_players(g: State, seat: int, out: Any) -> bool:
    """Returns whether what the own player can pay or make is different now."""
    before = numbers(GAME_FEATURES)
    for k in range(GOLD_SEEN, GAME_FEATURES):
        before[k] = out[k]
    observe_game(g, seat, out)
    for n in range(g.seats):
        observe_player(g, seat if n == 0 else n if n < seat else n + 1, SEE_PLAYERS + n * PLAYER_FEATURES, out)
    changed = int(before[GOLD_SEEN] ^ out[GOLD_SEEN])
    for k in range(LEVELS_SEEN, GAME_FEATURES):
        changed |= before[k] ^ out[k]
    return changed != 0


@rules
def show_cells(g: State, seat: int, out: Any, sight: Sight) -> None:
    """Cells that changed."""
    for n in range(sight.touches, g.touches):
        cell = int(g.touched[n % TOUCHED])
        at = SEE_CELLS + cell * CELL_FEATURES
        for k in range(CELL_FEATURES):
            out[at + k] = 0
        if g.watched[seat, cell] > 0:
            observe_cell(g, seat, cell, at, out)
        elif g.memory[seat, cell] != 0:
            observe_memory(g, seat, cell, at, out)
        if g.memory[seat, cell] // SAW_TOWER & 3 != 0:
            remember(sight, cell)
            outdate(sight)
        elif g.built[cell] // BUILT_KIND == BUILT_TOWER:
            outdate(sight)
        x = cell % g.width
        y = cell // g.width
        for number in range(g.units_each):
            unit = g.units[(seat - 1) * g.units_each + number]
            if abs(unit.x - x) <= 1 and abs(unit.y - y) <= 1:
                sight.stale[number] = 1
    sight.touches = g.touches


@rules
def show_units(g: State, seat: int, out: Any, sight: Sight) -> None:
    """Own units, and the enemies in view."""
    for n in range(sight.stood_count):
        at = SEE_CELLS + sight.stood[n] * CELL_FEATURES
        out[at + OWN_HERE] = 0
        out[at + FOES_HERE] = 0
    sight.stood_count = 0
    foes = 0
    moved = False
    before = numbers(OWN_FEATURES)
    for k in range(g.unit_count):
        unit = g.units[k]
        cell = unit.y * g.width + unit.x
        if unit.owner == seat:
            number = k % g.units_each
            at = SEE_OWN + number * OWN_FEATURES
            for column in range(OWN_FEATURES):
                before[column] = out[at + column]
            if unit.alive != 0:
                observe_own(unit, k, at, out)
                out[SEE_CELLS + cell * CELL_FEATURES + OWN_HERE] += 1
                stand(sight, cell)
            else:
                for column in range(OWN_FEATURES):
                    out[at + column] = 0
            changed = 0
            for column in range(OWN_FEATURES):
                changed |= before[column] ^ out[at + column]
            if changed != 0:
                sight.stale[number] = 1
        elif unit.alive != 0 and g.watched[seat, cell] > 0:
            at = SEE_ENEMIES + foes * ENEMY_FEATURES
            for column in range(ENEMY_FEATURES):
                before[column] = out[at + column]
            observe_enemy(g, unit, k, seat, at, out)
            for column in range(ENEMY_FEATURES):
                moved = moved or before[column] != out[at + column]
            out[SEE_CELLS + cell * CELL_FEATURES + FOES_HERE] += 1
            stand(sight, cell)
            foes += 1
    for n in range(foes * ENEMY_FEATURES, sight.foes * ENEMY_FEATURES):
        out[SEE_ENEMIES + n] = 0
    if moved or foes != sight.foes:
        outdate(sight)
    sight.foes = foes


@inlined
def stand(sight: Sight, cell: int) -> None:
    sight.stood[sight.stood_count] = cell
    sight.stood_count += 1


@rules
def show_towers(g: State, seat: int, out: Any, sight: Sight) -> bool:
    """Returns whether there are others now."""
    own = 0
    for n in range(g.tower_count):
        tower = g.towers[n]
        if g.watched[seat, tower.cell] > 0:
            observe_tower(seat, tower, SEE_CELLS + tower.cell * CELL_FEATURES, out)
        if tower.owner == seat:
            observe_own_tower(g, tower, SEE_TOWERS + own * TOWER_FEATURES, out)
            own += 1
    for k in range(own * TOWER_FEATURES, sight.own_towers * TOWER_FEATURES):
        out[SEE_TOWERS + k] = 0
    sight.own_towers = own
    others = sight.serials != g.serials or sight.tower_count != g.tower_count
    sight.serials = g.serials
    sight.tower_count = g.tower_count
    return others


@rules
def show_mask(g: State, seat: int, flags: Any, sight: Sight) -> None:
    player = g.players[seat]
    may = int(g.reason == 0 and g.ended == 0 and g.turn_of == seat and player.defeated == 0 and player.away == 0)
    if may == 0 and sight.may == 0:
        return
    towers = numbers(2 * KNOWN_MAX)
    count = -1
    for number in range(g.units_each):
        if may == sight.may and sight.stale[number] == 0:
            continue
        at = 1 + number * CHOICES
        for k in range(CHOICES):
            flags[at + k] = 0
        sight.stale[number] = 1 - may
        unit = g.units[(seat - 1) * g.units_each + number]
        if may != 0 and unit.alive != 0 and unit.frozen == 0 and unit.respawned == 0:
            if count < 0:
                count = towers_known(g, seat, towers, sight)
            legal_moves(g, unit, towers, count, at, flags)
            legal_fights(g, unit, at, flags)
            legal_handling(g, unit, towers, count, at, flags)
            legal_making(g, unit, at, flags)
    sight.may = may


@rules
def towers_known(g: State, seat: int, out: Any, sight: Sight) -> int:
    """`known_towers`, without a look at every cell."""
    if sight.known_count >= KNOWN_MAX or sight.known_count + g.tower_count > KNOWN_MAX:
        return known_towers(g, seat, out)
    count = 0
    for n in range(g.tower_count):
        tower = g.towers[n]
        if tower.owner != seat and g.watched[seat, tower.cell] != 0:
            out[2 * count] = tower.cell
            out[2 * count + 1] = g.tower_radius[tower.level]
            count += 1
    for n in range(sight.known_count):
        cell = int(sight.known[n])
        saw = int(g.memory[seat, cell])
        level = saw // SAW_TOWER & 3
        if level > 0 and g.watched[seat, cell] == 0 and saw // SAW_OWNER & 7 != seat:
            out[2 * count] = cell
            out[2 * count + 1] = g.tower_radius[level]
            count += 1
    return count
