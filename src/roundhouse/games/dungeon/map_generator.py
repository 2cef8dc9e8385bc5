"""The map of planets as it is drawn for a game. DUN-009 to DUN-023, DUN-194"""

from collections.abc import Sequence
from typing import Literal

from ...core.rules import below, draw, stream
from ...core.settings import SetupError
from .maps.parser import World
from .rules import tables as t
from .rules.state import State

INNER, MID, OUTER = 3, 2, 1  # zones, by the gravity there (DUN-015)


def draw_world(
    g: State, stations_per_player: int, desert_factor: int | Literal["drawn"], connected: bool, cells: Sequence[int]
) -> None:
    side = g.side
    for index in range(side * side):
        planet = g.planets[index]
        planet.exists = 1
        planet.gravity = zone(side, index // side, index % side)
        planet.kind = t.NOTHING
    draw_stations(g, stations_per_player * g.seats)
    draw_deserts(g, desert_factor, connected)
    draw_patches(g, cells)
    count(g)


def put_world(g: State, world: World) -> None:
    """A map made by hand. DUN-272"""
    for index in range(g.side * g.side):
        planet = g.planets[index]
        planet.exists, planet.gravity = int(world.gravities[index] > 0), world.gravities[index]
        planet.station, planet.kind = int(world.stations[index]), world.kinds[index]
        planet.amount = g.patch_amount if planet.kind != t.NOTHING else 0
    count(g)


def zone(side: int, x: int, y: int) -> int:
    """Inner, mid or outer, which is also the gravity. DUN-014, DUN-015"""
    last = side - 1
    inner = last // 3
    mid = inner // 2
    if inner < x < last - inner and inner < y < last - inner:
        return INNER
    if mid < x < last - mid and mid < y < last - mid:
        return MID
    return OUTER


def shuffled(g: State, purpose: int, items: Sequence[int], first: int = 0) -> list[int]:
    """Fisher-Yates from the last place to the first, counted by the place in the list. DUN-244"""
    key, mixed = stream(g.seed, purpose), list(items)
    for place in range(len(mixed) - 1, 0, -1):
        other = below(draw(key, first + place), place + 1)
        mixed[place], mixed[other] = mixed[other], mixed[place]
    return mixed


def draw_stations(g: State, wanted: int) -> None:
    """DUN-016"""
    outer = [index for index in range(g.side * g.side) if g.planets[index].gravity == OUTER]
    for index in shuffled(g, t.DRAW_STATIONS, outer)[:wanted]:
        g.planets[index].station = 1


def draw_deserts(g: State, factor: int | Literal["drawn"], connected: bool) -> None:
    """DUN-017 to DUN-019"""
    side = g.side
    if factor == "drawn":
        factor = 1 + below(draw(stream(g.seed, t.DRAW_DESERT_FACTOR), 0), 3)
    wanted = -(-side * side // 10) * factor
    edges = (1, side - 2)
    candidates = [
        index
        for index in range(side * side)
        if not g.planets[index].station
        and g.planets[index].gravity != INNER
        and index // side not in edges
        and index % side not in edges
    ]
    for index in shuffled(g, t.DRAW_DESERT_ORDER, candidates):
        if wanted == 0:
            break
        g.planets[index].exists = 0
        if connected and not in_one_piece(g):
            g.planets[index].exists = 1
        else:
            wanted -= 1


def in_one_piece(g: State) -> bool:
    """Whether every existing planet can be reached from every other."""
    side = g.side
    there = [index for index in range(side * side) if g.planets[index].exists]
    if not there:
        return False
    reached, ways = {there[0]}, [there[0]]
    while ways:
        x, y = divmod(ways.pop(), side)
        for step_x, step_y in zip(t.STEP_X, t.STEP_Y, strict=True):
            if 0 <= x + step_x < side and 0 <= y + step_y < side:
                index = (x + step_x) * side + y + step_y
                if g.planets[index].exists and index not in reached:
                    reached.add(index)
                    ways.append(index)
    return len(reached) == len(there)


def draw_patches(g: State, cells: Sequence[int]) -> None:
    """DUN-021 to DUN-023"""
    size = g.side * g.side
    zones = ((OUTER,), (MID, INNER), (MID, INNER), (INNER,), (INNER,))
    for kind in range(t.KINDS):
        free = [
            index
            for index in range(size)
            if (planet := g.planets[index]).exists
            and not planet.station
            and planet.kind == t.NOTHING
            and planet.gravity in zones[kind]
        ]
        for index in shuffled(g, t.DRAW_PATCH, free, first=kind * size)[: size // cells[kind]]:
            g.planets[index].kind = kind
            g.planets[index].amount = g.patch_amount


def mark_world(g: State, marks: Sequence[str], connected: bool) -> None:
    """What the organiser has taken away or added before the start. Raises SetupError. DUN-194"""
    for mark in marks:
        place, what = mark.split(" ")
        x, y = map(int, place.split(","))
        if x >= g.side or y >= g.side:
            raise SetupError("bad_settings", "marks", f"{mark}: the map has {g.side} planets a side.", "DUN-194")
        planet = g.planets[x * g.side + y]
        if planet.station:
            raise SetupError("bad_settings", "marks", f"{mark}: a space station stays.", "DUN-194")
        planet.exists = int(what == "existing")
        planet.kind, planet.amount = t.NOTHING, 0
        if connected and not in_one_piece(g):
            raise SetupError("bad_settings", "marks", f"{mark}: this would split the map.", "DUN-194")
    count(g)


def count(g: State) -> None:
    """The lists that draws choose from. DUN-244"""
    g.planet_count = g.station_count = 0
    for index in range(g.side * g.side):
        planet = g.planets[index]
        if planet.exists:
            g.existing[g.planet_count] = index
            g.planet_count += 1
        if planet.station:
            g.stations[g.station_count] = index
            g.station_count += 1
