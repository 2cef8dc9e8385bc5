"""The map for the built-in bots: the tiles of a view, paths, and what tiles do to units.

Only the owners and superstructures of a map change, so an atlas is made once for a match.
"""

from heapq import heappop, heappush

from ..rules import tables as t
from ..view import View

FAR = 10**6


class Atlas:
    """Tiles are numbers, y * side + x, as in the rules."""

    def __init__(self, view: View) -> None:
        self.side = view.side
        self.kinds = {tile.y * view.side + tile.x: t.TILE_NAMES.index(tile.type) for tile in view.tiles}
        self.pois = {tile.y * view.side + tile.x: t.POI_NAMES.index(tile.poi) for tile in view.tiles if tile.poi}
        self.ground = [tile.y * view.side + tile.x for tile in view.tiles if not tile.obstacle]
        solid = set(self.ground)
        self.near = {at: [other for other in self._around(at) if other in solid] for at in self.ground}
        self._cubes = {at: self._cube(at) for at in self.kinds}
        self._from: dict[int, dict[int, int]] = {}
        self._rings: dict[tuple[int, int], list[int]] = {}

    def spot(self, at: int) -> tuple[int, int]:
        return at % self.side, at // self.side

    def _around(self, at: int) -> list[int]:
        """BOI-028"""
        x, y = self.spot(at)
        steps = zip(t.STEP_X_ODD if y % 2 else t.STEP_X_EVEN, t.STEP_Y, strict=True)
        return [(y + dy) * self.side + x + dx for dx, dy in steps if 0 <= x + dx < self.side and y + dy >= 0]

    def _cube(self, at: int) -> tuple[int, int]:
        x, y = self.spot(at)
        return x - (y - y % 2) // 2, y

    def distance(self, at: int, other: int) -> int:
        return self.distances(at)[other]

    def distances(self, at: int) -> dict[int, int]:
        """How far all tiles are from one. BOI-029"""
        if at not in self._from:
            q, r = self._cubes[at]
            self._from[at] = {
                other: (abs(q - q2) + abs(r - r2) + abs(q - q2 + r - r2)) // 2
                for other, (q2, r2) in self._cubes.items()
            }
        return self._from[at]

    def within(self, at: int, radius: int) -> list[int]:
        """The passable tiles up to this distance from a tile, ordered by number."""
        key = (at, radius)
        if key not in self._rings:
            far = self.distances(at)
            self._rings[key] = [tile for tile in self.ground if far[tile] <= radius]
        return self._rings[key]

    def lasting(self, at: int, which: int, *, owned: bool) -> int:
        """A field modifier of the tile and its point of importance, which may require ownership. BOI-069, BOI-072"""
        total = t.TILE_FIELDS[self.kinds[at]][which]
        poi = self.pois.get(at, 0)
        if poi and (owned or t.FOR_EVERYBODY[which]):
            total += t.POI_FIELDS[poi][which]
        return total


def spread(
    near: dict[int, list[int]], costs: dict[int, int], start: int, most: int
) -> tuple[dict[int, int], dict[int, int]]:
    """The cheapest paths from a tile over tiles that have a cost, up to a maximum: the cost of each tile, and the tile
    before it on the path."""
    best, came = {start: 0}, {start: start}
    heap = [(0, start)]
    while heap:
        spent, at = heappop(heap)
        if spent > best[at]:
            continue
        for after in near[at]:
            total = spent + costs.get(after, FAR)
            if total <= most and total < best.get(after, FAR):
                best[after], came[after] = total, at
                heappush(heap, (total, after))
    return best, came
