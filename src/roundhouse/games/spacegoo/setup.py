"""How a match of Spacegoo starts: settings, maps drawn or given, the first state."""

from math import isqrt
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ...core.game import Setup
from ...core.rules import below, draw, emit, stream
from ...core.schema import LARGE, SMALL, new
from ...core.settings import SetupError, bad_settings
from .rules import tables as t
from .lanes import lanes_between
from .rules.phases.round import queue
from .rules.state import State
from .production_values import value

Position = tuple[int, int]
Ships = tuple[int, int, int]

FLEET_ID_MAX = 999_999  # of a fleet in a given map


class MapPlanet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    id: int
    x: int
    y: int
    owner_id: int
    production: Ships
    ships: Ships | None = None
    production_rounds_left: int | None = None


class MapFleet(Struct, frozen=True, forbid_unknown_fields=True):
    id: int
    owner_id: int
    ships: Ships
    origin: int
    target: int
    eta: int
    alive: bool = True


class Map(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A hand-made map. GOO-017"""

    planets: list[MapPlanet]
    fleets: list[MapFleet] = []
    round: int = 0
    hyperlanes: list[tuple[int, int]] | None = None


class Settings(Struct, frozen=True, kw_only=True):
    edition: Annotated[
        Literal["standard", "classic"], Meta(description="names the preset of the next three settings")
    ] = "standard"
    hyperlanes: Annotated[bool, Meta(description="travel only along lanes")] = True
    production_rounds: Annotated[
        int, Meta(ge=0, le=100_000, description="rounds a planet can produce in a game; 0 is for ever")
    ] = 100
    min_distance: Annotated[float, Meta(ge=0, le=15, description="planets are farther apart than this")] = 5.0
    off_lane: Annotated[Literal["disqualify", "ignore"], Meta(description="what a send outside the lanes gets")] = (
        "disqualify"
    )
    max_rounds: Annotated[int, Meta(ge=1, le=100_000, description="the game is a draw after this many rounds")] = 500
    deadline_s: Annotated[float, Meta(ge=0, le=3600, description="time for a reply; 0 is no limit")] = 3.0
    players: Annotated[Literal[2, 4], Meta(description="how many play")] = 2
    pairs_min: Annotated[int, Meta(ge=1, le=10, description="fewest pairs of planets besides the centre")] = 2
    pairs_max: Annotated[int, Meta(ge=1, le=10, description="most pairs of planets besides the centre")] = 10
    max_x: Annotated[int, Meta(ge=5, le=100, description="planets lie within -max_x .. max_x")] = 20
    max_y: Annotated[int, Meta(ge=5, le=100, description="planets lie within -max_y .. max_y")] = 15
    extra_start: Annotated[int, Meta(ge=0, le=11, description="chance out of 11 of an extra pair of start planets")] = 2
    map: Annotated[Map | None, Meta(description="a hand-made map instead of a drawn one")] = None


# GOO-002
PRESETS: dict[str, dict[str, Any]] = {
    "standard": {"edition": "standard", "hyperlanes": True, "production_rounds": 100, "min_distance": 5.0},
    "classic": {"edition": "classic", "hyperlanes": False, "production_rounds": 0, "min_distance": 3.0},
}


def settings_of(setup: Setup) -> Settings:
    return msgspec.convert(setup.settings, Settings)


def window_ms(setup: Setup) -> int | None:
    deadline_s = settings_of(setup).deadline_s
    return round(deadline_s * 1000) if deadline_s else None


def form_of(setup: Setup) -> str:
    """The small form is enough for two players on drawn maps of the usual size."""
    options = settings_of(setup)
    if options.players > 2:
        return LARGE
    given = options.map
    if given is None:
        return (
            SMALL if trip((-options.max_x, -options.max_y), (options.max_x, options.max_y)) <= t.SMALL_TRIP else LARGE
        )
    fits = len(given.planets) <= t.PLANETS and longest_trip(given) <= t.SMALL_TRIP
    fits = fits and len(given.fleets) + 2 * (t.SMALL_TRIP + 1) < t.FLEETS
    fits = fits and all(fleet.eta < given.round + t.BUCKETS for fleet in given.fleets)
    return SMALL if fits else LARGE


def start(setup: Setup) -> State:
    """The first state. GOO-022"""
    options = settings_of(setup)
    check_settings(options)
    given = options.map
    if given is None:
        given = draw_four(setup.seed, options) if options.players == 4 else draw_two(setup.seed, options)
    else:
        check_map(given, options)
    return first_state(given, options, form_of(setup))


def check_settings(options: Settings) -> None:
    """GOO-006"""
    if options.pairs_min > options.pairs_max:
        allowed = f"at most pairs_max, which is {options.pairs_max}"
        raise bad_settings("pairs_min", options.pairs_min, allowed, "GOO-006")
    if options.deadline_s and options.deadline_s < 0.05:
        raise bad_settings("deadline_s", options.deadline_s, "0 (no limit) or a number from 0.05 to 3600")
    room = t.FOUR_SPAN**2 * 2 if options.players == 4 else options.max_x**2 + options.max_y**2
    if room <= options.min_distance**2:
        allowed = "less than the distance of the corner, so that there is room for the start planets"
        raise bad_settings("min_distance", options.min_distance, allowed, "GOO-006")


# Drawn maps


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


# Given maps


def check_map(given: Map, options: Settings) -> None:
    """GOO-017 and the caps."""
    count = len(given.planets)
    if not 1 <= count <= t.PLANETS.large:
        raise bad_map("planets", f"there are {count}; allowed are 1 to {t.PLANETS.large}")
    if not 0 <= given.round < options.max_rounds:
        raise bad_map("round", f"{given.round} is not before max_rounds, which is {options.max_rounds}")
    for n, planet in enumerate(given.planets):
        check_planet(n, planet, options)
    places = [(planet.x, planet.y) for planet in given.planets]
    if len(set(places)) != count:
        twice = next(place for place in places if places.count(place) > 1)
        raise bad_map("planets", f"two planets lie at {twice}; positions must be distinct")
    for n, fleet in enumerate(given.fleets):
        check_fleet(n, fleet, given, options)
    most = options.players * (longest_trip(given) + 1)  # fleets that play itself can have in the air
    if len(given.fleets) + most > t.FLEETS.large - 1:
        allowed = t.FLEETS.large - 1 - most
        raise bad_map("fleets", f"there are {len(given.fleets)}; with trips this long at most {allowed} fit")
    if len({fleet.id for fleet in given.fleets}) != len(given.fleets):
        raise bad_map("fleets", "two fleets have the same id")
    for seat in range(1, options.players + 1):
        owners = [planet.owner_id for planet in given.planets] + [fleet.owner_id for fleet in given.fleets]
        if seat not in owners:
            raise bad_map("planets", f"player {seat} has neither a planet nor a fleet")
    for n, lane in enumerate(given.hyperlanes or ()):
        if not all(0 <= end < count for end in lane) or lane[0] == lane[1]:
            raise bad_map(f"hyperlanes[{n}]", f"{list(lane)} does not name two planets of the map")


def check_planet(n: int, planet: MapPlanet, options: Settings) -> None:
    where = f"planets[{n}]"
    if planet.id != n:
        raise bad_map(f"{where}.id", f"{planet.id} should be {n}: ids are 0, 1, 2 ... in order")
    if max(abs(planet.x), abs(planet.y)) > t.COORDINATE_MAX:
        raise bad_map(where, f"({planet.x}, {planet.y}) lies outside -{t.COORDINATE_MAX}..{t.COORDINATE_MAX}")
    if not 0 <= planet.owner_id <= options.players:
        raise bad_map(f"{where}.owner_id", f"{planet.owner_id} is not one of 0..{options.players}")
    if not all(0 <= n <= t.PRODUCTION_MAX for n in planet.production):
        raise bad_map(f"{where}.production", f"{list(planet.production)} is not within 0..{t.PRODUCTION_MAX}")
    if not all(0 <= n <= t.SHIPS_MAX for n in planet.ships or ()):
        raise bad_map(f"{where}.ships", f"{list(planet.ships or ())} is not within 0..{t.SHIPS_MAX}")
    if not 0 <= (planet.production_rounds_left or 0) <= 100_000:
        raise bad_map(f"{where}.production_rounds_left", f"{planet.production_rounds_left} is not within 0..100000")


def check_fleet(n: int, fleet: MapFleet, given: Map, options: Settings) -> None:
    where = f"fleets[{n}]"
    count = len(given.planets)
    if not 0 <= fleet.id <= FLEET_ID_MAX:
        raise bad_map(f"{where}.id", f"{fleet.id} is not within 0..{FLEET_ID_MAX}")
    if not 1 <= fleet.owner_id <= options.players:
        raise bad_map(f"{where}.owner_id", f"{fleet.owner_id} is not one of 1..{options.players}")
    if not (0 <= fleet.origin < count and 0 <= fleet.target < count):
        raise bad_map(where, "origin and target must be planets of the map")
    if not all(0 <= n <= t.SHIPS_MAX for n in fleet.ships) or sum(fleet.ships) == 0:
        raise bad_map(f"{where}.ships", f"{list(fleet.ships)} must be within 0..{t.SHIPS_MAX} and not all 0")
    if fleet.eta < given.round:
        raise bad_map(f"{where}.eta", f"{fleet.eta} is before the map's round, which is {given.round}")
    if fleet.eta >= given.round + t.BUCKETS.large:
        raise bad_map(f"{where}.eta", f"{fleet.eta} is {t.BUCKETS.large} or more rounds ahead")


def bad_map(field: str, sentence: str) -> SetupError:
    return SetupError("bad_map", field, sentence + ".", "GOO-017")


# The first state


def first_state(given: Map, options: Settings, form: str) -> State:
    g = new(State, form)
    g.round_no = given.round
    g.max_rounds = options.max_rounds
    g.production_rounds = options.production_rounds
    g.seats = options.players
    g.planet_count = len(given.planets)
    g.hyperlanes = int(options.hyperlanes)
    g.ignore_off_lane = int(options.off_lane == "ignore")
    g.fleet_end = 1
    for n, planet in enumerate(given.planets):
        put_planet(g, n, planet, options)
    places = [(planet.x, planet.y) for planet in given.planets]
    for a, one in enumerate(places):
        for b, two in enumerate(places):
            g.distance[a, b] = trip(one, two)
    if options.hyperlanes:
        for a, b in given.hyperlanes if given.hyperlanes is not None else lanes_between(places):
            g.lane[a, b] = g.lane[b, a] = 1  # lanes go both ways
    for fleet in sorted(given.fleets, key=lambda fleet: fleet.id):
        put_fleet(g, fleet)
    emit(g, t.GAME_STARTED, 0, 0, g.seats)
    return g


def put_planet(g: State, n: int, given: MapPlanet, options: Settings) -> None:
    planet = g.planets[n]
    g.x[n] = given.x
    g.y[n] = given.y
    planet.owner = given.owner_id
    planet.production = list(given.production)
    planet.ships = list(given.ships or [10 * made + 10 for made in given.production])  # GOO-010
    planet.rounds_left = t.ENDLESS
    if options.production_rounds:
        left = given.production_rounds_left
        planet.rounds_left = options.production_rounds if left is None else left
    g.owned[planet.owner] += 1


def put_fleet(g: State, given: MapFleet) -> None:
    number = g.fleet_end
    fleet = g.fleets[number]
    g.fleet_end += 1
    fleet.ships = list(given.ships)
    fleet.number = given.id
    fleet.eta = given.eta
    fleet.owner = given.owner_id
    fleet.origin = given.origin
    fleet.target = given.target
    queue(g, number, fleet)
    g.flying[given.owner_id] += 1
    g.next_fleet = given.id + 1


# Geometry


def squared(one: Position, two: Position) -> int:
    return (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2


def trip(one: Position, two: Position) -> int:
    """The straight distance rounded up, exactly. GOO-023"""
    square = squared(one, two)
    root = isqrt(square)
    return root if root * root == square else root + 1


def longest_trip(given: Map) -> int:
    places = [(planet.x, planet.y) for planet in given.planets]
    return max((trip(one, two) for one in places for two in places), default=0)
