"""The Master's search in the rules' own subset of Python: what could be tried, and what comes of it when all seats then
play on by the policy. Its entry points take arrays of one state and one mind, as all kernels do."""

from typing import Any

from ....core.entry_types import Records, Row, Table
from ....core.rules import copy_into, entry, rules
from ....core.schema import i8
from ..rules.contract import act, tick, waiting
from ..rules.phases.round import is_linked
from ..rules.state import State
from ..rules.tables import KIND, KINDS, SEND, SHIPS, SOURCE, TARGET, WIDTH
from .arrivals import IDEAS, NEVER, Mind, adopt, chart
from .policy import advise
from .recall import recall

LASTING = 40  # rounds of production that count for a planet when a trial is judged
WHOLE = 10_000  # everything belongs to one seat
CERTAIN = 20_000  # the match is won


# Entry points


@entry
def learn(s: Records[State], minds: Records[Mind]) -> None:
    """Once a match: the ways between its planets, for a mind of each style."""
    g = s[0]
    first = minds[0]
    chart(g, first)
    for style in range(len(minds)):
        mind = minds[style]
        adopt(mind, style)
        mind.longest = first.longest
        for a in range(g.planet_count):
            for b in range(g.planet_count):
                mind.far[a, b] = first.far[a, b]
                mind.way[a, b] = first.way[a, b]


@entry
def remind(s: Records[State], round_no: int, planets: Table[i8], fleets: Table[i8], fleet_count: int) -> None:
    """Once a round: the state as it is now."""
    recall(s[0], round_no, planets, fleets, fleet_count)


@entry
def brainstorm(s: Records[State], minds: Records[Mind], seat: int, rows: Table[i8]) -> int:
    """Fill rows with what a seat could try: what the policy would do, then nothing, then its other ideas, then ships
    brought from the strongest planets to their neighbours. Returns how many; the last row is for notes."""
    g = s[0]
    m = minds[0]
    work = rows[IDEAS]
    advise(g, m, seat, work)
    count = listed(rows, 0, work)
    for k in range(WIDTH):
        work[k] = 0
    count = listed(rows, count, work)
    for i in range(m.idea_count):
        if m.score[i] == -NEVER:
            continue
        for k in range(WIDTH):
            work[k] = m.ideas[i, k]
        count = listed(rows, count, work)
        home = g.planets[work[SOURCE]]
        for part in range(1, 4):
            for kind in range(KINDS):
                work[SHIPS + kind] = home.ships[kind] * (part + 1) // 4
            count = listed(rows, count, work)
    return transports(g, m, seat, rows, count, work)


@entry
def explore(
    s: Records[State],
    trial: Records[State],
    minds: Records[Mind],
    seat: int,
    style: int,
    rows: Table[i8],
    values: Row[i8],
    lo: int,
    hi: int,
    rounds: int,
    owing: Row[i8],
) -> None:
    """Try the rows from lo up to hi for so many rounds against a style: values[i] grows by how the seat then stands."""
    for i in range(lo, hi):
        copy_into(trial, 0, s, 0)
        act(trial[0], seat, rows[i])
        values[i] += played(trial[0], minds, seat, style, rounds, rows[IDEAS], owing)


# What could be tried


@rules
def listed(rows: Any, count: int, row: Any) -> int:
    """Add a row to the list if it is new and there is room. Returns the new count."""
    if count >= IDEAS or (row[KIND] == SEND and row[SHIPS] + row[SHIPS + 1] + row[SHIPS + 2] == 0):
        return count
    for i in range(count):
        same = True
        for k in range(WIDTH):
            if rows[i, k] != row[k]:
                same = False
        if same:
            return count
    for k in range(WIDTH):
        rows[count, k] = row[k]
    return count + 1


@rules
def transports(g: State, m: Any, seat: int, rows: Any, count: int, work: Any) -> int:
    """All ships of the strongest own planets to each of the own planets in reach, the nearest first."""
    below = 1 << 60
    for _ in range(3):
        source = -1
        most = 0
        for n in range(g.planet_count):
            planet = g.planets[n]
            ships = int(planet.ships[0] + planet.ships[1] + planet.ships[2])
            if planet.owner == seat and most < ships < below:
                most = ships
                source = n
        if source < 0:
            break
        below = most
        beyond = 0
        for _ in range(4):
            nearest = NEVER
            for n in range(g.planet_count):
                trip = int(g.distance[source, n])
                reached = n != source and is_linked(g, source, n)
                if reached and g.planets[n].owner == seat and beyond < trip < nearest:
                    nearest = trip
                    work[TARGET] = n
            if nearest == NEVER:
                break
            beyond = nearest
            work[KIND] = SEND
            work[SOURCE] = source
            for kind in range(KINDS):
                work[SHIPS + kind] = g.planets[source].ships[kind]
            count = listed(rows, count, work)
    return count


# What comes of it


@rules
def played(g: State, minds: Any, seat: int, style: int, rounds: int, work: Any, owing: Any) -> int:
    """All seats play on by the policy, the others in a style; then the state is judged."""
    left = rounds
    while left > 0 and g.reason == 0:
        waiting(g, owing)
        for other in range(1, g.seats + 1):
            if owing[other]:
                advise(g, minds[0 if other == seat else style], other, work)
                act(g, other, work)
        tick(g)
        left -= 1
    return judged(g, seat)


@rules
def judged(g: State, seat: int) -> int:
    """How a seat stands: its share of all ships and of what planets will still make; a result counts more."""
    if g.reason != 0 and g.winner != 0:
        return CERTAIN - int(g.round_no) if g.winner == seat else int(g.round_no) - CERTAIN
    if g.reason != 0:
        return WHOLE // g.seats
    mine = 0
    all_seats = 1
    for n in range(g.planet_count):
        planet = g.planets[n]
        if planet.owner != 0:
            ships = int(planet.ships[0] + planet.ships[1] + planet.ships[2]) + 3
            made = int(planet.production[0] + planet.production[1] + planet.production[2])
            ships += made * min(LASTING, int(planet.rounds_left))
            all_seats += ships
            if planet.owner == seat:
                mine += ships
    for bucket in range(len(g.first)):
        number = int(g.first[bucket])
        while number != 0:
            fleet = g.fleets[number]
            ships = int(fleet.ships[0] + fleet.ships[1] + fleet.ships[2])
            all_seats += ships
            if fleet.owner == seat:
                mine += ships
            number = int(fleet.after)
    return mine * WHOLE // all_seats
