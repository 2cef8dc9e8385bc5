"""Hyperlanes: which planets are neighbours, decided exactly on whole numbers."""

from collections.abc import Iterator

Position = tuple[int, int]


def lanes_between(places: list[Position]) -> Iterator[tuple[int, int]]:
    """All pairs (a, b), a < b, such that some circle through both has no other planet strictly inside. GOO-013"""
    for a in range(len(places)):
        for b in range(a + 1, len(places)):
            if is_lane(places, a, b):
                yield a, b


def is_lane(places: list[Position], a: int, b: int) -> bool:
    """The circles through two planets form a family with one number, the position of the centre on the bisector. A
    planet left of the line keeps that number from going below some bound, one right of it from going above another; a
    lane is there if the bounds leave room. Bounds are fractions, compared by cross-multiplication. GOO-014"""
    one, two = places[a], places[b]
    low: tuple[int, int] | None = None
    high: tuple[int, int] | None = None
    for n, place in enumerate(places):
        if n in (a, b):
            continue
        side = cross(one, two, place)
        apart = dot(one, two, place)
        if side == 0 and apart < 0:
            return False  # it lies on the open segment, inside every circle
        if side > 0 and (low is None or -apart * low[1] > low[0] * side):
            low = (-apart, side)
        if side < 0 and (high is None or apart * high[1] < high[0] * -side):
            high = (apart, -side)
    return low is None or high is None or low[0] * high[1] <= high[0] * low[1]


def cross(a: Position, b: Position, c: Position) -> int:
    """Positive if c lies left of the line from a to b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def dot(a: Position, b: Position, c: Position) -> int:
    """Negative if c lies inside the circle that has a and b as its diameter."""
    return (a[0] - c[0]) * (b[0] - c[0]) + (a[1] - c[1]) * (b[1] - c[1])
