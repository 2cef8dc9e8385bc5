"""The numbers that planets and robots of a view have in a belief: what the match calls them tells nothing.

Own robots have the first serial numbers, in their order, then come those that were seen, by their ids. A planet is
where its coordinates say; without coordinates the known parts of the map are laid somewhere on it, so that they fit
their gravity as well as possible and have the neighbours that the seat knows, and no others.
"""

from collections.abc import Iterator

from msgspec import UnsetType

from .ids import NOWHERE
from .map_generator import zone
from .rules import tables as t
from .view import PlanetView, View

Spot = tuple[int, int]  # x, y
Part = dict[str, Spot]  # planets that are known to hang together


class ViewNumbers:
    """Both ways, as `ids.Naming` says."""

    def __init__(self, view: View) -> None:
        own = [] if isinstance(view.you, UnsetType) else [robot.id for robot in view.you.robots]
        self.robots = {name: n for n, name in enumerate([*own, *(one.id for one in view.sightings)], 1)}
        self.planets = placed(view)
        self._robot_names = dict(zip(self.robots.values(), self.robots, strict=True))
        self._planet_names = dict(zip(self.planets.values(), self.planets, strict=True))

    def robot_of(self, name: str) -> int:
        return self.robots.get(name, t.UNKNOWN)

    def planet_of(self, name: str) -> int:
        return self.planets.get(name, t.UNKNOWN)

    def robot_name(self, serial: int) -> str:
        return self._robot_names.get(serial, NOWHERE)

    def planet_name(self, index: int) -> str:
        return self._planet_names.get(index, NOWHERE)


def placed(view: View) -> dict[str, int]:
    """The index of every known planet."""
    known = {planet.id: planet for planet in view.planets}
    if all(planet.x is not None for planet in view.planets):
        return {planet.id: index_of(view.side, (planet.x or 0, planet.y or 0)) for planet in view.planets}
    land = Land(view.side, known)
    for part in sorted(parts(known), key=lambda part: (-len(part), min(part))):
        land.lay(part)
    return {name: index_of(view.side, spot) for name, spot in land.spots.items()}


def index_of(side: int, spot: Spot) -> int:
    return spot[0] * side + spot[1]


def parts(known: dict[str, PlanetView]) -> Iterator[Part]:
    """The known planets in pieces, with places counted from one of them."""
    left = dict.fromkeys(sorted(known))
    while left:
        first = next(iter(left))
        found: Part = {first: (0, 0)}
        ways = [first]
        while ways:
            name = ways.pop()
            for way, other in known[name].neighbours.items():
                if other in known and other not in found:
                    found[other] = step(found[name], t.DIRECTIONS.index(way))
                    ways.append(other)
        for name in found:
            del left[name]
        yield found


def step(spot: Spot, way: int) -> Spot:
    return spot[0] + t.STEP_X[way], spot[1] + t.STEP_Y[way]


class Land:
    """A map on which parts are laid one after the other."""

    def __init__(self, side: int, known: dict[str, PlanetView]) -> None:
        self.side = side
        self.known = known
        self.spots: Part = {}
        self.used: set[Spot] = set()
        self.closed: set[Spot] = set()  # beside a visited planet, where it has no neighbour

    def lay(self, part: Part) -> None:
        """Where it fits best; where it does not fit at all, planet by planet, so that nothing is lost."""
        best = max(self.offsets(part), key=lambda offset: self.fit(part, offset), default=None)
        if best is None or self.fit(part, best) < 0:
            free = ((x, y) for x in range(self.side) for y in range(self.side) if (x, y) not in self.used)
            self.put({name: next(free) for name in part})
        else:
            self.put({name: (x + best[0], y + best[1]) for name, (x, y) in part.items()})

    def offsets(self, part: Part) -> Iterator[Spot]:
        xs, ys = zip(*part.values(), strict=True)
        for x in range(-min(xs), self.side - max(xs)):
            for y in range(-min(ys), self.side - max(ys)):
                yield x, y

    def fit(self, part: Part, offset: Spot) -> int:
        """How many planets have the gravity of their zone; -1 where the part cannot be."""
        good = 0
        for name, (x, y) in part.items():
            spot = x + offset[0], y + offset[1]
            if spot in self.used or spot in self.closed or not self.used.isdisjoint(self.shut(name, spot)):
                return -1
            good += zone(self.side, *spot) == self.known[name].gravity
        return good

    def shut(self, name: str, spot: Spot) -> list[Spot]:
        """The places beside a planet in which there is none."""
        if not self.known[name].visited:
            return []
        there = self.known[name].neighbours
        return [step(spot, way) for way, word in enumerate(t.DIRECTIONS) if word not in there]

    def put(self, part: Part) -> None:
        self.spots |= part
        self.used.update(part.values())
        for name, spot in part.items():
            self.closed.update(self.shut(name, spot))
