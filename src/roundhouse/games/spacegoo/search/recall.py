"""Puts what a seat was shown back into a state: the part that changes with the rounds, from two tables of numbers."""

from typing import Any

from ....core.rules import rules
from ..rules.phases.round import queue
from ..rules.state import State
from ..rules.tables import KINDS, SEATS

# Columns of the planets' table: owner, ships by kind, rounds of production left
PLANET_COLUMNS = 5
OWNER, PLANET_SHIPS, ROUNDS_LEFT = 0, 1, 4
# Columns of the fleets' table: id, seat, origin, target, eta, ships by kind
FLEET_COLUMNS = 8
NUMBER, SEAT, ORIGIN, GOAL, ETA, FLEET_SHIPS = 0, 1, 2, 3, 4, 5


@rules
def recall(g: State, round_no: int, planets: Any, fleets: Any, fleet_count: int) -> None:
    """Make a state of the same map show this round. What no seat can know, such as orders just given, is left out."""
    g.round_no = round_no
    g.reason = 0
    g.winner = 0
    g.leaving = 0
    g.event_count = 0
    g.events_lost = 0
    g.battle_count = 0
    for seat in range(SEATS):
        g.owned[seat] = 0
        g.flying[seat] = 0
        g.ordered[seat] = 0
        g.left[seat] = 0
        g.out_round[seat] = 0
    for n in range(g.planet_count):
        planet = g.planets[n]
        planet.owner = planets[n, OWNER]
        planet.rounds_left = planets[n, ROUNDS_LEFT]
        for kind in range(KINDS):
            planet.ships[kind] = planets[n, PLANET_SHIPS + kind]
        g.owned[planet.owner] += 1
    for bucket in range(len(g.first)):
        g.first[bucket] = 0
    g.free_slot = 0
    g.fleet_end = 1
    for n in range(fleet_count):
        number = int(g.fleet_end)
        fleet = g.fleets[number]
        fleet.number = fleets[n, NUMBER]
        fleet.owner = fleets[n, SEAT]
        fleet.origin = fleets[n, ORIGIN]
        fleet.target = fleets[n, GOAL]
        fleet.eta = fleets[n, ETA]
        for kind in range(KINDS):
            fleet.ships[kind] = fleets[n, FLEET_SHIPS + kind]
        queue(g, number, fleet)
        g.flying[fleet.owner] += 1
        g.fleet_end = number + 1
        g.next_fleet = fleet.number + 1
    if g.seats > 2:
        for seat in range(1, g.seats + 1):
            if g.owned[seat] == 0 and g.flying[seat] == 0:
                g.out_round[seat] = round_no + 1
