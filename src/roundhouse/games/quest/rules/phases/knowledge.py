"""What a seat sees now, and what it remembers of what it has seen. QST-039 to QST-044

How many units and towers of a seat see a cell is counted, so that a step touches only the edges of what a unit sees.
"""

from .....core.rules import rules
from ..state import State
from ..tables import (
    BUILT_TOWER,
    BUILT_TRAP,
    FIRST_ITEM,
    KNOWN,
    RESOURCES,
    SAW_ITEMS,
    SAW_OWNER,
    SAW_RESOURCES,
    SAW_TOWER,
    SAW_TRAP,
    THINGS,
    TOUCHED,
)
from .lookup import built_kind, built_level, built_seat


@rules
def touch(g: State, cell: int) -> None:
    """Note that a cell looks different now, to whoever sees it, begins to see it or remembers it."""
    g.touched[g.touches % TOUCHED] = cell
    g.touches += 1


@rules
def see(g: State, seat: int, left: int, right: int, top: int, bottom: int) -> None:
    """One more sees the cells of this rectangle, cut at the edge of the map."""
    for y in range(max(0, top), min(g.height - 1, bottom) + 1):
        first = y * g.width
        for x in range(max(0, left), min(g.width - 1, right) + 1):
            cell = first + x
            g.watched[seat, cell] += 1
            if g.watched[seat, cell] == 1:
                touch(g, cell)


@rules
def lose_sight(g: State, seat: int, left: int, right: int, top: int, bottom: int) -> None:
    """One fewer sees them; what nobody of the seat sees any more is remembered as it was."""
    for y in range(max(0, top), min(g.height - 1, bottom) + 1):
        first = y * g.width
        for x in range(max(0, left), min(g.width - 1, right) + 1):
            cell = first + x
            g.watched[seat, cell] -= 1
            if g.watched[seat, cell] == 0:
                g.memory[seat, cell] = picture(g, seat, cell)
                touch(g, cell)


@rules
def see_around(g: State, seat: int, x: int, y: int, radius: int) -> None:
    """A unit or a tower begins to see its square. QST-039, QST-044"""
    see(g, seat, x - radius, x + radius, y - radius, y + radius)


@rules
def leave_sight(g: State, seat: int, x: int, y: int, radius: int) -> None:
    lose_sight(g, seat, x - radius, x + radius, y - radius, y + radius)


@rules
def shift_sight(g: State, seat: int, x: int, y: int, to_x: int, to_y: int) -> None:
    """A unit goes to a neighbouring cell: only the cells at the edges of both squares change. QST-039"""
    radius = g.view_radius
    step_x = to_x - x
    step_y = to_y - y
    left = max(x, to_x) - radius
    right = min(x, to_x) + radius
    if step_x != 0:
        edge = to_x + step_x * radius
        see(g, seat, edge, edge, to_y - radius, to_y + radius)
    if step_y != 0:
        edge = to_y + step_y * radius
        see(g, seat, left, right, edge, edge)
    if step_x != 0:
        edge = x - step_x * radius
        lose_sight(g, seat, edge, edge, y - radius, y + radius)
    if step_y != 0:
        edge = y - step_y * radius
        lose_sight(g, seat, left, right, edge, edge)


@rules
def picture(g: State, seat: int, cell: int) -> int:
    """What a seat keeps in mind of a cell: the layout stands in `tables`. QST-040, QST-042, QST-043"""
    seen = KNOWN
    for k in range(RESOURCES):
        if g.surface[k, cell] > 0:
            seen |= SAW_RESOURCES
        if g.view_buried_types != 0 and g.buried[k, cell] > 0:
            seen |= 1 << k
    for k in range(FIRST_ITEM, THINGS):
        if g.surface[k, cell] > 0:
            seen |= SAW_ITEMS
    built = g.built[cell]
    if built_kind(built) == BUILT_TOWER:
        seen |= built_level(built) * SAW_TOWER + built_seat(built) * SAW_OWNER
    elif built_kind(built) == BUILT_TRAP and g.trap_visible != 0 and built_seat(built) != seat:
        seen |= SAW_TRAP
    return seen
