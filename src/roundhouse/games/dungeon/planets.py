"""What never changes of a map in a match: which planets there are, what they are called and which are neighbours.

Views and events ask for it all the time, so it is worked out once for every map.
"""

from functools import lru_cache

from .ids import MATCHES_KEPT, planet_ids
from .rules import tables as t
from .rules.state import State

ALL_WAYS = (1 << len(t.DIRECTIONS)) - 1


class Chart:
    """`ids` by index; `neighbours` by index as pairs of direction and index, in the order of the directions."""

    def __init__(self, side: int, exists: bytes, ids: list[str]) -> None:
        self.ids = ids
        self.there = [index for index in range(side * side) if exists[index]]
        self.by_id = sorted(self.there, key=ids.__getitem__)
        self.places = [divmod(index, side) for index in range(side * side)]
        self.neighbours: list[list[tuple[int, int]]] = [_around(side, exists, index) for index in range(side * side)]
        self._links: dict[tuple[int, int], dict[str, str]] = {}

    def links(self, index: int, ways: int = ALL_WAYS) -> dict[str, str]:
        """The ids of the neighbours by direction, those whose bit is set; to be read only."""
        known = self._links.get((index, ways))
        if known is None:
            known = {t.DIRECTIONS[way]: self.ids[other] for way, other in self.neighbours[index] if ways >> way & 1}
            self._links[index, ways] = known
        return known


def chart_of(g: State) -> Chart:
    return _chart(g.seed, g.side, bytes([planet.exists for planet in g.planets[: g.side * g.side]]))


@lru_cache(maxsize=MATCHES_KEPT)
def _chart(seed: int, side: int, exists: bytes) -> Chart:
    return Chart(side, exists, planet_ids(seed, side * side))


def _around(side: int, exists: bytes, index: int) -> list[tuple[int, int]]:
    """DUN-012, DUN-020"""
    x, y = divmod(index, side)
    found = []
    for way, (step_x, step_y) in enumerate(zip(t.STEP_X, t.STEP_Y, strict=True)):
        if 0 <= x + step_x < side and 0 <= y + step_y < side:
            other = (x + step_x) * side + y + step_y
            if exists[other]:
                found.append((way, other))
    return found
