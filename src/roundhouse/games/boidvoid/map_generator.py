"""The map of a game: generated with the symmetry of its teams, or read from a file. BOI-032 to BOI-045, BOI-304

Places of a generated map are cube coordinates (q, r) around its centre; s is -q - r.
"""

from collections.abc import Callable, Iterable

from ...core.rules import below, draw, stream
from ...core.settings import bad_settings
from .rules import tables as t
from .rules.state import State

Place = tuple[int, int]  # q, r
Spot = tuple[int, int]  # x, y
Turn = Callable[[int, int, int], tuple[int, int, int]]

# How team 0's places are rotated for team k (BOI-035)
SYMMETRIES: dict[int, tuple[Turn, ...]] = {
    2: (lambda q, r, s: (q, r, s), lambda q, r, s: (-q, -r, -s)),
    3: (lambda q, r, s: (q, r, s), lambda q, r, s: (s, q, r), lambda q, r, s: (r, s, q)),
    4: (
        lambda q, r, s: (q, r, s),
        lambda q, r, s: (q, s, r),
        lambda q, r, s: (-q, -r, -s),
        lambda q, r, s: (-q, -s, -r),
    ),
    6: (
        lambda q, r, s: (q, r, s),
        lambda q, r, s: (-r, -s, -q),
        lambda q, r, s: (s, q, r),
        lambda q, r, s: (-q, -r, -s),
        lambda q, r, s: (r, s, q),
        lambda q, r, s: (-s, -q, -r),
    ),
}
LEAST_RADIUS = {2: 4, 3: 4, 4: 5, 6: 6}  # BOI-033
TILES_PER_SHIP = 14
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def size_of(place: Place) -> int:
    """How far a place is from the centre."""
    q, r = place
    return (abs(q) + abs(r) + abs(q + r)) // 2


def apart(one: Place, other: Place) -> int:
    return size_of((one[0] - other[0], one[1] - other[1]))


def images(place: Place, teams: int) -> list[Place]:
    """Where a place is for every team, in their order. BOI-035"""
    q, r = place
    return [turn(q, r, -q - r)[:2] for turn in SYMMETRIES[teams]]


def base_radius_of(ships: int, asked: int | str) -> int:
    """BOI-034"""
    if asked != "auto":
        return int(asked)
    return next((b for b in (1, 2) if 3 * b * (b + 1) >= ships), 3)


def radius_of(teams: int, ships: int, base: int, asked: int | str, most: int) -> int:
    """BOI-033"""
    if asked != "auto":
        return int(asked)
    radius = max(LEAST_RADIUS.get(teams, 4), base + 3)
    while 3 * radius * (radius + 1) + 1 < TILES_PER_SHIP * teams * ships and radius < most:
        radius += 1
    return min(radius, most)


def home_of(teams: int, radius: int, base: int) -> Place:
    """Team 0's home tile. BOI-036"""
    far = radius - base
    if teams != 4:
        return -far, 0
    m = (4 * far + 3) // 6  # 2d/3, rounded half up
    return -m, far


class Orbits:
    """The places of a generated map in sets of images. A set's first place is its smallest [y, x]."""

    def __init__(self, radius: int, teams: int) -> None:
        self.radius, self.teams = radius, teams
        self.spot = {place: self.spot_of(place) for place in disc(radius)}
        self.places = {spot: place for place, spot in self.spot.items()}
        seen: set[Place] = set()
        self.all: list[list[Place]] = []
        for _, _, place in sorted((y, x, place) for place, (x, y) in self.spot.items()):
            if place not in seen:
                orbit = sorted(set(images(place, teams)), key=lambda one: self.spot[one][::-1])
                seen.update(orbit)
                self.all.append(orbit)

    def spot_of(self, place: Place) -> Spot:
        """The columns and lines of the grid; the centre is [R, R]. BOI-027, BOI-032"""
        q, r = place
        centre = self.radius
        line = r + centre
        column = q + (line - line % 2) // 2 + centre - (centre - centre % 2) // 2
        return column, line


def disc(radius: int) -> list[Place]:
    """BOI-032"""
    return [(q, r) for q in range(-radius, radius + 1) for r in range(-radius, radius + 1) if size_of((q, r)) <= radius]


def is_connected(ground: set[Place]) -> bool:
    if not ground:
        return True
    first = next(iter(ground))
    reached, ways = {first}, [first]
    while ways:
        q, r = ways.pop()
        for dq, dr in AROUND:
            near = q + dq, r + dr
            if near in ground and near not in reached:
                reached.add(near)
                ways.append(near)
    return len(reached) == len(ground)


def shuffled(orbits: list[list[Place]], seed: int) -> list[list[Place]]:
    """BOI-006, BOI-303"""
    key, order = stream(seed, t.DRAW_SHUFFLE), list(orbits)
    for i in range(len(order) - 1, 0, -1):
        j = below(draw(key, i), i + 1)
        order[i], order[j] = order[j], order[i]
    return order


class Plan:
    """A generated map before it is put into a state: homes and bases of the teams, and what is on which place."""

    def __init__(self, radius: int, base: int, teams: int) -> None:
        self.orbits = Orbits(radius, teams)
        self.base = base
        self.homes = images(home_of(teams, radius, base), teams)
        self.kind = dict.fromkeys(self.orbits.spot, 1)
        self.obstacle: dict[Place, int] = {}
        self.poi: dict[Place, int] = {}
        self.npcs: list[Place] = []

    def is_clear(self, place: Place) -> bool:
        """Near a home there is nothing but clear ground. BOI-038"""
        return any(apart(place, home) <= self.base + 1 for home in self.homes)


def plan(
    seed: int, radius: int, base: int, teams: int, percent: int, pois: int, npcs: int, weights: Iterable[int]
) -> Plan:
    """Draw a map. BOI-037 to BOI-042"""
    made = Plan(radius, base, teams)
    near = min(apart(one, other) for n, one in enumerate(made.homes) for other in made.homes[:n])
    if near < 2 * base + 1:
        raise bad_settings("map_radius", radius, f"more, for bases of radius {base} that do not overlap", "BOI-304")
    outside = [orbit for orbit in made.orbits.all if not any(made.is_clear(place) for place in orbit)]
    order = shuffled(outside, seed)
    rest = lay_obstacles(made, order, seed, percent)
    whole = [orbit for orbit in rest if len(orbit) == teams]
    poi_key = stream(seed, t.DRAW_POI)
    for n, orbit in enumerate(whole[:pois]):
        kind = 1 + below(draw(poi_key, n), t.POI_KINDS - 1)
        made.poi.update(dict.fromkeys(orbit, kind))
    for orbit in whole[pois : pois + npcs]:
        first = orbit[0]
        made.npcs += images(first, teams)
    tile_key, bounds = stream(seed, t.DRAW_TILE), list(weights)
    for n, orbit in enumerate(sorted(rest, key=lambda one: made.orbits.spot[one[0]][::-1])):
        roll, kind = below(draw(tile_key, n), 100), 1
        while roll >= bounds[kind - 1]:
            roll -= bounds[kind - 1]
            kind += 1
        made.kind.update(dict.fromkeys(orbit, kind))
    return made


def lay_obstacles(made: Plan, order: list[list[Place]], seed: int, percent: int) -> list[list[Place]]:
    """Returns the orbits that got none. BOI-039"""
    most = len(made.kind) * percent // 100
    ground = set(made.kind)
    rest: list[list[Place]] = []
    blocked: list[list[Place]] = []
    for orbit in order:
        less = ground - set(orbit)
        if sum(len(one) for one in blocked) + len(orbit) <= most and is_connected(less):
            ground = less
            blocked.append(orbit)
        else:
            rest.append(orbit)
    key = stream(seed, t.DRAW_OBSTACLE)
    for n, orbit in enumerate(sorted(blocked, key=lambda one: made.orbits.spot[one[0]][::-1])):
        made.obstacle.update(dict.fromkeys(orbit, 1 + below(draw(key, n), 3)))
    return rest


def lay(g: State, made: Plan) -> tuple[list[int], list[int], list[list[int]]]:
    """Put a generated map into a state. Returns homes, the NPCs' tiles, and for every team the tiles of its base in the
    order of BOI-048: those of team k are the images of team 0's."""
    side, spot = 2 * made.orbits.radius + 1, made.orbits.spot
    g.side = side

    def tile(place: Place) -> int:
        x, y = spot[place]
        return y * side + x

    for place, kind in made.kind.items():
        g.tile_kind[tile(place)] = kind
    for place, kind in made.obstacle.items():
        g.obstacle[tile(place)] = kind
    for place, kind in made.poi.items():
        g.poi[tile(place)] = kind
    home = made.homes[0]
    own = [place for place in made.kind if apart(place, home) <= made.base and place not in made.obstacle]
    own.sort(key=lambda place: (apart(place, home), spot[place][1], spot[place][0]))
    bases = [[tile(images(place, g.teams)[k]) for place in own] for k in range(g.teams)]
    return [tile(place) for place in made.homes], [tile(place) for place in made.npcs], bases


def check_teams(teams: int) -> None:
    if teams not in SYMMETRIES:
        raise bad_settings("teams", teams, "2, 3, 4 or 6 without a map file", "BOI-304")
