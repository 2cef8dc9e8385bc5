"""Maps that are drawn. GOO-003 to GOO-012, GOO-122"""

from typing import Any

from ...core.rules import below, draw, stream
from .production_values import value
from .rules import tables as t
from .settings import Map, MapPlanet, Position, Settings, Ships


class Draws:
    """Named draws of one map: each name has its own stream and counts its own draws."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._taken: dict[int, int] = {}

    def bits(self, purpose: int) -> int:
        n = self._taken.get(purpose, 0)
        self._taken[purpose] = n + 1
        return draw(stream(self._seed, purpose), n)

    def between(self, purpose: int, low: int, high: int) -> int:
        return low + below(self.bits(purpose), high - low + 1)


def draw_two(seed: int, options: Settings) -> Map:
    """A point symmetric map. GOO-003 to GOO-012"""
    draws = Draws(seed)
    pairs = draws.between(t.DRAW_PAIRS, options.pairs_min, options.pairs_max)
    return draw_map(draws, options, pairs, (options.max_x, options.max_y), lambda x, y: [(x, y), (-x, -y)])


def draw_four(seed: int, options: Settings) -> Map:
    """A map with the symmetry of a quarter turn. GOO-122"""
    draws = Draws(seed)
    groups = draws.between(t.DRAW_GROUPS, *t.FOUR_GROUPS)
    span = (t.FOUR_SPAN, t.FOUR_SPAN)
    return draw_map(draws, options, groups, span, lambda x, y: [(x, y), (-x, -y), (-y, x), (y, -x)])


def draw_map(draws: Draws, options: Settings, groups: int, span: Position, turned: Any) -> Map:
    """The draws in the order of GOO-007: the centre, then per group its position, production and start."""
    planets = [planet_at(0, (0, 0), 0, draw_production(draws))]
    taken: list[Position] = [(0, 0)]
    for group in range(groups):
        place = draw_place(draws, options.min_distance, span, taken)
        if place is None:
            break
        places = turned(*place)
        production = draw_production(draws)
        begins = group == 0
        if 0 < group < groups / 2:  # GOO-011
            begins = draws.between(t.DRAW_START, 0, t.EXTRA_START_OUT_OF - 1) < options.extra_start
        for seat, position in enumerate(places, 1):
            planets.append(planet_at(len(planets), position, seat if begins else 0, production))
        taken += places
    return Map(planets)


def draw_place(draws: Draws, min_distance: float, span: Position, taken: list[Position]) -> Position | None:
    """Where a group lies: farther than the least distance from all planets before. Its turned partners then are too,
    and from each other, because the planets before are symmetric and the centre is one of them. GOO-006"""
    least = min_distance * min_distance
    for _ in range(t.PLACING_TRIES):
        place = (draws.between(t.DRAW_X, -span[0], span[0]), draws.between(t.DRAW_Y, -span[1], span[1]))
        if all(squared(place, other) > least for other in taken):
            return place
    return None


def draw_production(draws: Draws) -> Ships:
    """GOO-008"""

    def drawn(mean: int, deviation: int) -> int:
        return value(mean, deviation, draws.bits(t.DRAW_VALUE))

    kind = draws.between(t.DRAW_KIND, 0, 2)
    if kind == 0:
        numbers = [drawn(2, 5), 0, 0]
    elif kind == 1:
        numbers = [drawn(1, 4), drawn(1, 4), 0]
    elif draws.between(t.DRAW_EQUAL, 0, 1) == 0:
        numbers = [drawn(0, 3), drawn(0, 3), drawn(0, 3)]
    else:
        numbers = [drawn(0, 3)] * 3
    a, b, c = t.SHUFFLES[draws.between(t.DRAW_SHUFFLE, 0, 5)]
    return numbers[a], numbers[b], numbers[c]


def planet_at(number: int, place: Position, owner: int, production: Ships) -> MapPlanet:
    return MapPlanet(number, *place, owner, production)


# Geometry


def squared(one: Position, two: Position) -> int:
    return (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2
