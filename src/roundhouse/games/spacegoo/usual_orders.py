"""What an order's row usually looks like, so that records are small."""

from collections.abc import Sequence

from .rules.state import State
from .rules.tables import KIND, NOP, SEND, SHIPS, SOURCE, TARGET


def usual(g: State, seat: int, row: Sequence[int]) -> Sequence[int]:
    """The values that the next number of an order's row usually has, given those before it."""
    place = len(row)
    if place == KIND:
        return (SEND, NOP)
    if row[KIND] != SEND:
        return (0,)
    planets = range(g.planet_count)
    if place == SOURCE:
        return [n for n in planets if g.planets[n].owner == seat and any(g.planets[n].ships)]
    source = row[SOURCE]
    if source not in planets:
        return planets if place == TARGET else ()
    if place == TARGET:
        return [n for n in planets if (g.lane[source, n] if g.hyperlanes else n != source)]
    return range(g.planets[source].ships[place - SHIPS] + 1)
