"""Observations and masks that are kept up to date: what does not change in a match is written once, and rows of things
that are not there any more are cleared once. Stats are computed once for all seats."""

from typing import Annotated, Any

from ....core.rules import row as numbers
from ....core.rules import rules
from ....core.schema import Grid, i2, i4, struct, u1
from ..rules.observation import (
    FEATURES,
    ITEM_FEATURES,
    ITEMS_SEEN,
    SEE_ITEMS,
    SEE_STRUCTURES,
    SEE_SWARMS,
    SEE_TEAMS,
    SEE_TILES,
    SEE_UNITS,
    STRUCTURE_FEATURES,
    STRUCTURE_STATS,
    STRUCTURES_SEEN,
    SWARM_FEATURES,
    SWARMS_SEEN,
    TEAM_FEATURES,
    TILE_FEATURES,
    UNIT_FEATURES,
    UNIT_STATS,
    UNITS_SEEN,
    counted,
    observe,
    observe_game,
    observe_items,
    observe_structure,
    observe_swarm,
    observe_team,
    observe_unit,
    stats_of_structure,
    stats_of_unit,
)
from ..rules.state import State
from ..rules.tables import MATCH_PLAYERS, MATCH_SIDE, WIDTH
from .actions import CHOICES, SLOTS, gone, legal_of, unit_in

NUMBERS = "i4"
TILE_OWNER = 3  # the first column of a tile that changes


@struct
class Seen:
    numbers: Annotated[list[i4], FEATURES]


@struct
class Sight:
    """What a row shows."""

    shown: u1  # 0: nothing that would hold for this match
    swarms: i2
    structures: i2
    filled: Annotated[list[u1], SLOTS]  # slots of the mask with choices


@struct
class Survey:
    """The stats of a match's units."""

    fits: u1
    units: Annotated[Grid[i4], UNITS_SEEN, UNIT_STATS]
    structures: Annotated[Grid[i4], STRUCTURES_SEEN, STRUCTURE_STATS]


@rules
def survey(g: State, common: Survey) -> None:
    common.fits = fits(g)
    if common.fits != 0:
        for index in range(g.unit_count):
            stats_of_unit(g, index, common.units[index])
        for n in range(g.structure_count):
            stats_of_structure(g, n, common.structures[n])


@rules
def fits(g: State) -> bool:
    """Whether observations have room for all there is."""
    if g.side > MATCH_SIDE or g.player_count > MATCH_PLAYERS or g.unit_count > UNITS_SEEN:
        return False
    return bool(g.swarm_count <= SWARMS_SEEN and g.structure_count <= STRUCTURES_SEEN)


@rules
def show(g: State, seat: int, common: Survey, seen: Seen, flags: Any, sight: Sight) -> None:
    """`observe` and `legal` of a seat, in a row that may show the same match at an earlier time."""
    if sight.shown == 0 or common.fits == 0:
        observe(g, seat, seen.numbers)
        for k in range(len(flags)):
            flags[k] = 0
        flags[0] = 1
        for slot in range(SLOTS):
            sight.filled[slot] = 0
        sight.shown = common.fits
        sight.swarms = g.swarm_count
        sight.structures = g.structure_count
    else:
        show_things(g, seat, common, seen.numbers, sight)
    show_mask(g, seat, flags, sight)


@rules
def show_things(g: State, seat: int, common: Survey, out: Any, sight: Sight) -> None:
    own = int(g.seat_team[seat])
    observe_game(g, seat, own, out)
    for team in range(1, g.teams + 1):
        observe_team(g, own, team, SEE_TEAMS + (counted(own, team) - 1) * TEAM_FEATURES, out)
    for index in range(g.unit_count):
        observe_unit(g, seat, own, index, common.units[index], SEE_UNITS + index * UNIT_FEATURES, out)
    for n in range(g.swarm_count):
        observe_swarm(g, own, n, SEE_SWARMS + n * SWARM_FEATURES, out)
    for k in range(g.swarm_count * SWARM_FEATURES, sight.swarms * SWARM_FEATURES):
        out[SEE_SWARMS + k] = 0
    sight.swarms = g.swarm_count
    for n in range(g.structure_count):
        observe_structure(g, own, n, common.structures[n], SEE_STRUCTURES + n * STRUCTURE_FEATURES, out)
    for k in range(g.structure_count * STRUCTURE_FEATURES, sight.structures * STRUCTURE_FEATURES):
        out[SEE_STRUCTURES + k] = 0
    sight.structures = g.structure_count
    first = int(g.team_list[own].first)
    for player in range(first, first + g.team_list[own].size_of):
        observe_items(g, player, SEE_ITEMS + player * ITEMS_SEEN * ITEM_FEATURES, out)
    for tile in range(g.side * g.side):
        at = SEE_TILES + tile * TILE_FEATURES + TILE_OWNER
        n = int(g.structure_at[tile]) - 1
        out[at] = counted(own, int(g.owner[tile]))
        out[at + 1] = g.standing[tile]
        out[at + 2] = g.structures[n].serial if n >= 0 else 0


@rules
def show_mask(g: State, seat: int, flags: Any, sight: Sight) -> None:
    may = int(g.reason == 0 and g.done[seat] == 0 and g.left[seat] == 0 and not gone(g, seat))
    work = numbers(WIDTH)
    for slot in range(SLOTS):
        at = 1 + slot * CHOICES
        if sight.filled[slot] != 0:
            for k in range(CHOICES):
                flags[at + k] = 0
        unit = unit_in(g, seat, slot) if may != 0 else 0
        sight.filled[slot] = unit != 0
        if unit != 0:
            legal_of(g, seat, unit, at, work, flags)
