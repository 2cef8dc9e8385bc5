"""What a seat may ask, as messages, and their rows of numbers."""

from collections.abc import Sequence

from msgspec import Struct

from .rules.state import State
from .rules.tables import KIND, NOP, NUMBER_MAX, SEND, SHIPS, SOURCE, TARGET


class Nop(Struct, frozen=True, tag="nop"):
    """Do nothing this round. GOO-031"""


class Send(Struct, frozen=True, tag="send"):
    """Launch a fleet from an own planet to another. GOO-032"""

    source: int
    target: int
    ships: tuple[int, int, int]


Action = Nop | Send


def row_of(action: Action) -> list[int]:
    """GOO-130. A number too large for a row is taken as the largest: more ships than exist, or no planet."""
    if isinstance(action, Nop):
        return [NOP, 0, 0, 0, 0, 0]
    return [SEND, *(clipped(n) for n in (action.source, action.target, *action.ships))]


def clipped(number: int) -> int:
    return max(-NUMBER_MAX, min(NUMBER_MAX, number))


def action_of(row: Sequence[int]) -> Action:
    kind, source, target, a, b, c = row
    return Nop() if kind == NOP else Send(source, target, (a, b, c))


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
