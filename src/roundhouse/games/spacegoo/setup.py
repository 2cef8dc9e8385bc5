"""The first state of a match, from a map drawn or given."""

from math import isqrt

from ...core.game import Setup
from ...core.rules import emit
from ...core.schema import LARGE, SMALL, new
from ...core.settings import SetupError
from .hyperlanes import lanes_between
from .map_generator import draw_four, draw_two, squared
from .rules import tables as t
from .rules.phases.round import queue
from .rules.state import State
from .settings import Map, MapFleet, MapPlanet, Position, Settings, check, settings_of

FLEET_ID_MAX = 999_999  # of a fleet in a given map


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
    check(options)
    given = options.map
    if given is None:
        given = draw_four(setup.seed, options) if options.players == 4 else draw_two(setup.seed, options)
    else:
        check_map(given, options)
    return first_state(given, options, form_of(setup))


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


def trip(one: Position, two: Position) -> int:
    """The straight distance rounded up, exactly. GOO-023"""
    square = squared(one, two)
    root = isqrt(square)
    return root if root * root == square else root + 1


def longest_trip(given: Map) -> int:
    places = [(planet.x, planet.y) for planet in given.planets]
    return max((trip(one, two) for one in places for two in places), default=0)
