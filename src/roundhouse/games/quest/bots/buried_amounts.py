"""How much lies where, from the outline of a region alone. QST-019, QST-020

The view shows which cells hold a type, not how much. But a drawn region is a disc or a vein, and either has its own
outline: where only one (or one pair of overlapping ones) fits, the amounts are known without digging.
"""

from math import ceil

from .pathfinding import Atlas, cells_of

RING = (1000, 607, 136)  # parts in a thousand of the peak, by distance from the middle of a disc
AXIS = (1000, 136)  # the same, by distance from the axis of a vein
SLOPES = ((1, 0), (0, 1), (1, 1), (1, -1))  # right, down, down-right, up-right
HALF = 4  # of a vein's length
PAIRS_MAX = 40  # shapes among which pairs are looked for

Shape = dict[int, int]  # amounts by cell


class Outlines:
    """Fits shapes to outlines in the map's quarter; what it found out once it knows."""

    def __init__(self, atlas: Atlas, peak: int) -> None:
        self.atlas = atlas
        self.quarter = atlas.quarter()
        self.ring = [ceil(peak * part / 1000) for part in RING]
        self.axis = [ceil(peak * part / 1000) for part in AXIS]
        self._known: dict[tuple[int, int], Shape] = {}

    def amounts(self, cells: int, rock: int, known: int) -> Shape:
        """What surely lies in the cells of one type: at least so much, and nearly always exactly. Regions that are not
        seen to their edge are left out."""
        found: Shape = {}
        left = cells & self.quarter
        while left:
            region = 0
            for level in self.atlas.spread(left & -left, left):
                region |= level
            left &= ~region
            if self.atlas.around(region) & self.quarter & ~known == 0:
                near = rock & self._beyond(region)
                if (region, near) not in self._known:
                    self._known[region, near] = self._fit(region, near)
                found.update(self._known[region, near])
        return found

    def _beyond(self, region: int) -> int:
        """As far as a shape can reach that shows only a part of itself."""
        for _ in range(HALF):
            region = self.atlas.around(region)
        return region & self.quarter

    def _fit(self, region: int, rock: int) -> Shape:
        """The least amounts over all shapes, or else pairs of shapes, that have exactly this outline."""
        inside = []
        for middle in cells_of(region):
            for shape in self._shapes(middle, rock):
                outline = 0
                for at in shape:
                    outline |= 1 << at
                if outline & ~region == 0:
                    inside.append((outline, shape))
        fits = [shape for outline, shape in inside if outline == region]
        if not fits and len(inside) <= PAIRS_MAX:
            for n, (outline, shape) in enumerate(inside):
                for other, second in inside[n:]:
                    if outline | other == region:
                        fits.append({at: shape.get(at, 0) + second.get(at, 0) for at in shape.keys() | second.keys()})
        return {at: min(shape[at] for shape in fits) for at in cells_of(region)} if fits else {}

    def _shapes(self, middle: int, rock: int) -> list[Shape]:
        """The disc and the four veins around a cell, cut at rock and at the quarter's edge."""
        x, y = self.atlas.place(middle)
        if x < 2 or y < 2:
            return []
        allowed = self.quarter & ~rock
        disc = {(x + u, y + v): self.ring[max(abs(u), abs(v))] for u in range(-2, 3) for v in range(-2, 3)}
        shapes = [disc]
        for right, down in SLOPES:
            across = (0, 1) if down == 0 else (1, 0)
            vein = {}
            for j in range(-HALF, HALF + 1):
                for k in (-1, 0, 1):
                    vein[x + j * right + k * across[0], y + j * down + k * across[1]] = self.axis[abs(k)]
            shapes.append(vein)
        cut = []
        for shape in shapes:
            inside = {self.atlas.at(u, v): n for (u, v), n in shape.items() if self.atlas.inside(u, v)}
            cut.append({at: n for at, n in inside.items() if allowed >> at & 1})
        return cut
