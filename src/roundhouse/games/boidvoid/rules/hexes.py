"""The geometry of the map: neighbours and distances of tiles. BOI-027 to BOI-029"""

from ....core.rules import rules
from .state import State
from .tables import STEP_X_EVEN, STEP_X_ODD, STEP_Y

NOWHERE = -1


@rules
def neighbour(g: State, tile: int, direction: int) -> int:
    """The place next to a tile, or NOWHERE beyond the grid; there may be void. BOI-028"""
    x = tile % g.side
    y = tile // g.side
    x += STEP_X_ODD[direction] if y % 2 == 1 else STEP_X_EVEN[direction]
    y += STEP_Y[direction]
    if x < 0 or y < 0 or x >= g.side or y >= g.side:
        return NOWHERE
    return int(y * g.side + x)


@rules
def distance(g: State, tile: int, other: int) -> int:
    """BOI-029"""
    ay = tile // g.side
    by = other // g.side
    q = (tile % g.side - (ay - ay % 2) // 2) - (other % g.side - (by - by % 2) // 2)
    r = ay - by
    return int((abs(q) + abs(r) + abs(q + r)) // 2)
