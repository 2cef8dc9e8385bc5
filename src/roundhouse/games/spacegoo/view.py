"""What a seat and a spectator may know. Nothing is hidden in this game (GOO-024), so they differ in one mark only."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import UNSET, Struct, UnsetType

from .rules.state import Fleet, State

Ships = tuple[int, int, int]


class PlanetView(Struct, frozen=True):
    id: int
    x: int
    y: int
    owner_id: int
    ships: list[int]
    production: list[int]
    production_rounds_left: int | UnsetType = UNSET


class FleetView(Struct, frozen=True):
    id: int
    owner_id: int
    ships: list[int]
    origin: int
    target: int
    eta: int
    alive: bool = True


class PlayerView(Struct, frozen=True):
    id: int
    name: str
    itsme: bool | UnsetType = UNSET


class View(Struct, frozen=True, kw_only=True):
    """The keys and their order are GOO-026 and GOO-027."""

    planets: list[PlanetView]
    fleets: list[FleetView]
    round: int
    max_rounds: int
    hyperlanes: list[tuple[int, int]] | UnsetType = UNSET
    player_id: int | UnsetType = UNSET
    game_over: bool
    winner: int | None
    players: list[PlayerView]


def view(g: State, seat: int, names: Sequence[str]) -> View:
    """The whole state as a seat receives it; seat 0 is a spectator or the log (GOO-101)."""
    finite = g.production_rounds != 0
    return View(
        planets=[
            PlanetView(n, g.x[n], g.y[n], p.owner, p.ships[:], p.production[:], p.rounds_left if finite else UNSET)
            for n, p in enumerate(g.planets[: g.planet_count])
        ],
        fleets=[FleetView(f.number, f.owner, f.ships[:], f.origin, f.target, f.eta) for f in fleets(g)],
        round=g.round_no,
        max_rounds=g.max_rounds,
        hyperlanes=lanes(g) if g.hyperlanes else UNSET,
        player_id=seat or UNSET,
        game_over=g.reason != 0,
        winner=g.winner or None,
        players=[PlayerView(n, name, n == seat if seat else UNSET) for n, name in enumerate(names, 1)],
    )


def fleets(g: State) -> list[Fleet]:
    """All fleets on the way, by id. GOO-028"""
    flying = []
    for head in filter(None, g.first):  # most queues are empty
        number = head
        while number:
            fleet = g.fleets[number]
            flying.append(fleet)
            number = fleet.after
    return sorted(flying, key=lambda fleet: fleet.number)


def lanes(g: State) -> list[tuple[int, int]]:
    """Every lane as two ordered pairs, sorted. GOO-015"""
    count = g.planet_count
    return list(_pairs(tuple([bytes(row[:count]) for row in g.lane[:count]])))


@lru_cache(maxsize=4096)  # they are in every view of a match and never change
def _pairs(rows: tuple[bytes, ...]) -> tuple[tuple[int, int], ...]:
    return tuple((a, b) for a, row in enumerate(rows) for b, lane in enumerate(row) if lane)
