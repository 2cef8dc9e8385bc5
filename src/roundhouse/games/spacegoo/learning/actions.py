"""Spacegoo's actions: 0 passes; the others send a share of all ships on a planet to another planet. Shares
are rounded up, so that a share of a single ship is that ship."""

from typing import Any

from ....core.rules import inlined, rules
from ..rules.phases.round import is_linked
from ..rules.state import State
from ..rules.tables import KIND, KINDS, NOP, SEND, SHIPS, SOURCE, TARGET, WIDTH

SHARES = (25, 50, 100)  # percent of each kind, rounded up
LEVELS = 3
PRODUCTION_ROUNDS = 10  # a ship made every round is worth as much as so many ships


@rules
def actions(g: State) -> int:
    """How many there are."""
    return 1 + len(g.planets) * len(g.planets) * LEVELS


@rules
def legal(g: State, seat: int, out: Any) -> None:
    """Own planets with ships, and where their fleets may go."""
    for k in range(len(out)):
        out[k] = 0
    out[0] = 1
    if g.reason != 0 or gone(g, seat) or g.ordered[seat] != 0:
        return
    count = len(g.planets)
    for source in range(g.planet_count):
        home = g.planets[source]
        if home.owner != seat or home.ships[0] + home.ships[1] + home.ships[2] == 0:
            continue
        for target in range(g.planet_count):
            if target != source and is_linked(g, source, target):
                first = 1 + (source * count + target) * LEVELS
                for level in range(LEVELS):
                    out[first + level] = 1


@inlined
def spell(g: State, seat: int, choice: int, row: Any) -> None:
    """The row of an action."""
    for k in range(WIDTH):
        row[k] = 0
    row[KIND] = NOP
    if choice == 0:
        return
    count = len(g.planets)
    pair = (choice - 1) // LEVELS
    source = pair // count
    row[KIND] = SEND
    row[SOURCE] = source
    row[TARGET] = pair % count
    for kind in range(KINDS):
        ships = g.planets[source].ships[kind]
        row[SHIPS + kind] = (ships * SHARES[(choice - 1) % LEVELS] + 99) // 100


@inlined
def gone(g: State, seat: int) -> bool:
    return bool(g.out_round[seat] != 0 or g.left[seat] != 0)


@rules
def worth(g: State, seat: int) -> int:
    """Ships, on planets and on the way, and what planets can still make in a while."""
    total = 0
    rounds = g.max_rounds - g.round_no  # GOO-059
    for n in range(g.planet_count):
        planet = g.planets[n]
        if planet.owner == seat:
            left = min(planet.rounds_left, rounds, PRODUCTION_ROUNDS)
            for kind in range(KINDS):
                total += planet.ships[kind] + planet.production[kind] * left
    for bucket in range(len(g.first)):
        number = int(g.first[bucket])
        while number != 0:
            fleet = g.fleets[number]
            if fleet.owner == seat:
                total += fleet.ships[0] + fleet.ships[1] + fleet.ships[2]
            number = int(fleet.after)
    return int(total)
