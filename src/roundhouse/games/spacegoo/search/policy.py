"""A quick and sensible way to play, in the rules' own subset of Python: the Greedy bot asks it once a round, the
simulated matches of the Master ask it every round.

An idea is worth the difference it makes at its source and at its target, in the forecast's measure.
"""

from typing import Any

from ....core.rules import rules
from ..rules.phases.round import is_linked, total
from ..rules.state import State
from ..rules.tables import KIND, KINDS, NOP, SEND, SHIPS, SOURCE, TARGET, WIDTH
from .arrivals import (
    FEAR,
    FUEL,
    GUARD,
    LAND,
    LEAST,
    MARGIN,
    NEARNESS,
    NEVER,
    SHARE,
    SHYNESS,
    WATCH,
    Ships,
    fate,
    horizon,
    look_ahead,
    valued,
)

SHORTLIST = 10  # ideas that are weighed exactly


# Ideas


@rules
def think(g: State, m: Any, seat: int) -> None:
    """Fill the list of ideas, the best first: attacks, help for planets in danger, and ships brought to the front."""
    look_ahead(g, m, seat)
    shortlist(g, m, seat)
    weigh(g, m, seat)


@rules
def shortlist(g: State, m: Any, seat: int) -> None:
    """Sends that could be worth something, by a rough guess."""
    m.idea_count = 0
    now = int(g.round_no)
    until = horizon(g, m)
    for source in range(g.planet_count):
        home = g.planets[source]
        if home.owner != seat:
            continue
        strength = home.ships[0] + home.ships[1] + home.ships[2]
        if strength == 0:
            continue
        for target in range(g.planet_count):
            if target == source or m.owner[target] == seat or not is_linked(g, source, target):
                continue
            other = g.planets[target]
            made = other.production[0] + other.production[1] + other.production[2]
            trip = int(g.distance[source, target])
            guard = int(m.holds[target])
            if m.owner[target] != 0 and other.rounds_left > 0:
                guard += made * max(0, min(now + trip + 1 - m.since[target], other.rounds_left))
            if 2 * strength <= guard:
                continue
            rounds = min(until - now - trip, int(other.rounds_left))
            guess = made * rounds + m.taste[LAND]
            if m.owner[target] != 0:
                guess += guess + guard
            guess -= guard * guard // strength
            remember(m, guess, source, target, SHORTLIST)


@rules
def remember(m: Any, score: int, source: int, target: int, most: int) -> int:
    """Put an idea into the list, which stays sorted. Returns its place, or -1 if the list is full of better ones."""
    place = int(m.idea_count)
    if place == most:
        if m.score[place - 1] >= score:
            return -1
        place -= 1
    else:
        m.idea_count += 1
    while place > 0 and m.score[place - 1] < score:
        m.score[place] = m.score[place - 1]
        for k in range(WIDTH):
            m.ideas[place, k] = m.ideas[place - 1, k]
        place -= 1
    m.score[place] = score
    m.ideas[place, KIND] = SEND
    m.ideas[place, SOURCE] = source
    m.ideas[place, TARGET] = target
    return place


@rules
def weigh(g: State, m: Any, seat: int) -> None:
    """Weigh the shortlist exactly, each idea with all ships and with about as many as it takes."""
    until = horizon(g, m)
    for i in range(m.idea_count):
        source = int(m.ideas[i, SOURCE])
        target = int(m.ideas[i, TARGET])
        home = g.planets[source]
        full = (int(home.ships[0]), int(home.ships[1]), int(home.ships[2]))
        best = gain(g, m, seat, source, target, full, until)
        force = full
        enough = int(m.holds[target]) * m.taste[SHARE] // 100 + m.taste[MARGIN]
        strength = total(full)
        if enough < strength and m.taste[SHARE] > 0:
            part = (
                -(-full[0] * enough // strength),
                -(-full[1] * enough // strength),
                -(-full[2] * enough // strength),
            )
            gained = gain(g, m, seat, source, target, part, until)
            if gained >= best:
                best = gained
                force = part
        m.score[i] = best
        for kind in range(KINDS):
            m.ideas[i, SHIPS + kind] = force[kind]


@rules
def gain(g: State, m: Any, seat: int, source: int, target: int, force: Ships, until: int) -> int:
    """What a send changes at its source and at its target."""
    trip = int(g.distance[source, target])
    owner, ships, left, at = fate(g, m, target, seat, g.round_no + trip, force, (0, 0, 0), until)
    if owner != seat and m.owner[target] == owner and m.owner[target] == 0:
        return -NEVER  # an attack on a neutral planet that fails
    value = valued(g, m, target, seat, owner, ships, left, at, until) - m.worth[target]
    owner, ships, left, at = fate(g, m, source, 0, -1, (0, 0, 0), force, until)
    value += valued(g, m, source, seat, owner, ships, left, at, until) - m.worth[source]
    need = int(m.need[source]) * m.taste[WATCH] // 100
    home = g.planets[source]
    lack = need - (home.ships[0] + home.ships[1] + home.ships[2] - total(force))
    if lack > 0 and m.worth[source] > 0:
        value -= m.worth[source] * min(lack, need) // need * m.taste[FEAR] // 100
    return int(value - total(force) * trip * m.taste[FUEL] // 1000)


# Advice


@rules
def advise(g: State, m: Any, seat: int, out: Any) -> None:
    """The action this policy takes for a seat."""
    think(g, m, seat)
    best = -1
    for i in range(m.idea_count):
        if m.score[i] > 0 and (best < 0 or m.score[i] > m.score[best]):
            best = i
    if best >= 0:
        for k in range(WIDTH):
            out[k] = m.ideas[best, k]
        return
    gather(g, m, seat, out)


@rules
def gather(g: State, m: Any, seat: int, out: Any) -> None:
    """Bring the ships that are worth most of the way nearer to the planet to attack next, or do nothing."""
    for k in range(WIDTH):
        out[k] = 0
    out[KIND] = NOP
    goal = next_goal(g, m, seat)
    if goal < 0:
        return
    best = 0
    until = horizon(g, m)
    for source in range(g.planet_count):
        home = g.planets[source]
        if home.owner != seat or m.owner[source] != seat or m.far[source, goal] >= NEVER:
            continue
        stop = int(m.way[source, goal])
        if g.hyperlanes == 0:  # GOO-002
            stop = nearer(g, m, seat, source, goal)
        if stop == source or g.planets[stop].owner != seat or m.owner[stop] != seat:
            continue
        ships = int(home.ships[0] + home.ships[1] + home.ships[2])
        spare = ships - int(m.need[source]) * m.taste[GUARD] // 100
        if spare > best and (spare > m.taste[LEAST] or home.rounds_left == 0):
            force = (
                int(home.ships[0]) * spare // ships,
                int(home.ships[1]) * spare // ships,
                int(home.ships[2]) * spare // ships,
            )
            if total(force) == 0:
                continue
            if m.head[source] != 0 and fate(g, m, source, 0, -1, (0, 0, 0), force, until)[0] != seat:
                continue
            best = spare
            out[KIND] = SEND
            out[SOURCE] = source
            out[TARGET] = stop
            for kind in range(KINDS):
                out[SHIPS + kind] = force[kind]


@rules
def next_goal(g: State, m: Any, seat: int) -> int:
    """The planet of another seat that is easiest to reach with force, or -1."""
    goal = -1
    least = 1 << 60
    for n in range(g.planet_count):
        if m.owner[n] == seat or g.planets[n].owner == seat:
            continue
        nearest = NEVER
        for source in range(g.planet_count):
            if g.planets[source].owner == seat and m.far[source, n] < nearest:
                nearest = int(m.far[source, n])
        if nearest >= NEVER:
            continue
        price = m.holds[n] + nearest * m.taste[NEARNESS]
        if g.planets[n].owner == 0:
            price += m.taste[SHYNESS]
        if price < least:
            least = price
            goal = n
    return goal


@rules
def nearer(g: State, m: Any, seat: int, source: int, goal: int) -> int:
    """Without lanes: the own planet nearest to the goal."""
    best = source
    for n in range(g.planet_count):
        if g.planets[n].owner == seat and m.owner[n] == seat and g.distance[n, goal] < g.distance[best, goal]:
            best = n
    return best
