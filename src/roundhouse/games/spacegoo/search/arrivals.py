"""What is going to happen if nobody does anything more: the arrivals at every planet and what becomes of it.

Everything is weighed in ships at a horizon: what a planet will hold some rounds from now, ours positive, theirs
negative. Written in the rules' own subset of Python, so that it also compiles.
"""

from typing import Annotated, Any

from ....core.rules import rules
from ....core.schema import Grid, i2, i4, i8, slot, struct, u1
from ..rules.phases.round import battle, is_linked, total
from ..rules.state import State
from ..rules.tables import FLEETS, KINDS, PLANETS, SEATS, WIDTH

Ships = tuple[int, int, int]

# Tastes: numbers that make a style of play
AHEAD = 0  # rounds to look ahead beyond the longest trip
LAND = 1  # what any planet is worth, in ships
SHARE, MARGIN = 2, 3  # a measured fleet: percent of the garrison, and so many more
FUEL = 4  # what a ship on the way costs a round, in thousandths
NEARNESS = 5  # what a round of way costs when a goal is chosen
SHYNESS = 6  # how much less a neutral planet is liked as a goal
FEAR = 7  # percent of a planet's worth that is lost by leaving it without what it needs
WATCH = 8  # percent of the strongest threat that an attacker keeps at home
GUARD = 9  # the same for ships that are only brought to the front
LEAST = 10  # fewer ships than this are not brought anywhere
TASTES = 11
CAREFUL, RASH, PATIENT = 0, 1, 2
STYLES = (
    (25, 5, 160, 8, 4, 2, 30, 100, 100, 100, 30),
    (20, 0, 120, 2, 0, 2, 30, 30, 40, 40, 5),
    (60, 20, 200, 20, 10, 10, 0, 200, 150, 150, 60),
)

IDEAS = 40  # ideas kept for a search
FORCES = SEATS * KINDS
NEVER = 1 << 20  # longer than any way


@struct
class Mind:
    """What a policy works on. The ways are drawn once a match, the rest anew each time it is asked."""

    taste: Annotated[list[i8], TASTES]
    longest: i4  # rounds of the longest trip without a stop
    far: Annotated[Grid[i4], PLANETS, PLANETS]  # rounds along the lanes
    way: Annotated[Grid[u1], PLANETS, PLANETS]  # the first stop on the way
    head: Annotated[list[slot], PLANETS]  # the arrivals at a planet, by round
    tail: Annotated[list[slot], PLANETS]
    after: Annotated[list[slot], FLEETS]
    at: Annotated[list[i4], FLEETS]
    force: Annotated[Grid[i4], FLEETS, FORCES]
    owner: Annotated[list[u1], PLANETS]  # whose a planet will be if nobody does anything more
    worth: Annotated[list[i8], PLANETS]
    holds: Annotated[list[i8], PLANETS]  # ships it holds once the last fleet has landed
    since: Annotated[list[i4], PLANETS]  # the round of that
    need: Annotated[list[i8], PLANETS]  # ships to keep at home because of what could be sent there
    idea_count: i2
    score: Annotated[list[i8], IDEAS]
    ideas: Annotated[Grid[i4], IDEAS, WIDTH]


# Ways


@rules
def adopt(m: Any, style: int) -> None:
    """Once a match: a style of play."""
    for k in range(TASTES):
        m.taste[k] = STYLES[style][k]


@rules
def chart(g: State, m: Any) -> None:
    """Once a match: the shortest ways between all planets."""
    count = g.planet_count
    longest = 0
    for a in range(count):
        for b in range(count):
            m.way[a, b] = b
            if a == b:
                m.far[a, b] = 0
            elif is_linked(g, a, b):
                m.far[a, b] = g.distance[a, b]
                longest = max(longest, int(g.distance[a, b]))
            else:
                m.far[a, b] = NEVER
    for stop in range(count):
        for a in range(count):
            for b in range(count):
                through = m.far[a, stop] + m.far[stop, b]
                if through < m.far[a, b]:
                    m.far[a, b] = through
                    m.way[a, b] = m.way[a, stop]
    m.longest = longest


# Forecast


@rules
def forecast(g: State, m: Any) -> None:
    """Who arrives where and when, of the fleets under way."""
    for n in range(g.planet_count):
        m.head[n] = 0
        m.tail[n] = 0
    flying = 0
    for seat in range(1, g.seats + 1):
        flying += g.flying[seat]
    node = 0
    buckets = len(g.first)
    for when in range(g.round_no, g.round_no + buckets):
        if flying == 0:
            break
        number = int(g.first[when % buckets])
        while number != 0:
            fleet = g.fleets[number]
            n = int(fleet.target)
            last = int(m.tail[n])
            if last == 0 or m.at[last] != when:
                node += 1
                m.at[node] = when
                m.after[node] = 0
                for k in range(KINDS, (g.seats + 1) * KINDS):
                    m.force[node, k] = 0
                if last == 0:
                    m.head[n] = node
                else:
                    m.after[last] = node
                m.tail[n] = node
                last = node
            column = fleet.owner * KINDS
            for kind in range(KINDS):
                m.force[last, column + kind] += fleet.ships[kind]
            flying -= 1
            number = int(fleet.after)


@rules
def lands(g: State, m: Any, node: int, seat: int, extra: Ships) -> tuple[int, Ships]:
    """Who comes through of those that arrive together: the node's fleets and a seat's extra ships."""
    winner = 0
    best = (0, 0, 0)
    for side in range(1, g.seats + 1):
        force = (0, 0, 0)
        if node != 0:
            column = side * KINDS
            force = (int(m.force[node, column]), int(m.force[node, column + 1]), int(m.force[node, column + 2]))
        if side == seat:
            force = plus(force, extra)
        if total(force) > 0:
            if winner == 0:
                winner = side
                best = force
            else:
                best, force, _ = battle(best, force)
                if total(force) > 0:
                    winner = side
                    best = force
                elif total(best) == 0:
                    winner = 0
    return winner, best


@rules
def fate(
    g: State, m: Any, n: int, seat: int, eta: int, extra: Ships, gone: Ships, until: int
) -> tuple[int, Ships, int, int]:
    """What becomes of a planet until a round, if `gone` leaves it now and a seat's `extra` arrives in round `eta`
    (-1: none): owner, ships after the last landing, rounds of production left then, and when that is."""
    planet = g.planets[n]
    owner = int(planet.owner)
    ships = (int(planet.ships[0]) - gone[0], int(planet.ships[1]) - gone[1], int(planet.ships[2]) - gone[2])
    left = int(planet.rounds_left)
    at = int(g.round_no)
    node = int(m.head[n])
    while node != 0 or eta >= 0:
        known = node != 0 and (eta < 0 or m.at[node] <= eta)
        ours = eta >= 0 and (node == 0 or eta <= m.at[node])
        when = int(m.at[node]) if known else eta
        if when >= until:
            break
        if owner != 0 and left > 0:
            rounds = min(when - at + 1, left)
            ships = grown(g, n, ships, rounds)
            left -= rounds
        at = when + 1
        lander, force = lands(g, m, node if known else 0, seat if ours else 0, extra)
        if lander != 0:
            if lander == owner:
                ships = plus(ships, force)
            else:
                force, ships, _ = battle(force, ships)
                if total(ships) == 0:
                    owner = lander
                    ships = force
        if known:
            node = int(m.after[node])
        if ours:
            eta = -1
    return owner, ships, left, at


@rules
def grown(g: State, n: int, ships: Ships, rounds: int) -> Ships:
    made = g.planets[n].production
    return ships[0] + rounds * made[0], ships[1] + rounds * made[1], ships[2] + rounds * made[2]


@rules
def valued(g: State, m: Any, n: int, seat: int, owner: int, ships: Ships, left: int, at: int, until: int) -> int:
    """A planet at the horizon in the eyes of a seat, in ships."""
    if owner == 0:
        return 0
    value = total(ships) + m.taste[LAND]
    if left > 0:
        made = g.planets[n].production
        value += (made[0] + made[1] + made[2]) * min(left, until - at)
    return int(value) if owner == seat else int(-value) // (g.seats - 1)


@rules
def look_ahead(g: State, m: Any, seat: int) -> None:
    """What becomes of every planet if nobody does anything more."""
    forecast(g, m)
    until = horizon(g, m)
    for n in range(g.planet_count):
        owner, ships, left, at = fate(g, m, n, 0, -1, (0, 0, 0), (0, 0, 0), until)
        m.owner[n] = owner
        m.holds[n] = total(ships)
        m.since[n] = at
        m.worth[n] = valued(g, m, n, seat, owner, ships, left, at, until)
    for n in range(g.planet_count):
        if g.planets[n].owner == seat:
            m.need[n] = needed(g, m, seat, n)


@rules
def needed(g: State, m: Any, seat: int, n: int) -> int:
    """Ships that hold a planet against the strongest fleet that could be sent there, with what it makes until then."""
    home = g.planets[n]
    made = home.production[0] + home.production[1] + home.production[2] if home.rounds_left > 0 else 0
    most = 0
    for other in range(g.planet_count):
        planet = g.planets[other]
        if planet.owner != 0 and planet.owner != seat and m.far[other, n] < NEVER:
            threat = planet.ships[0] + planet.ships[1] + planet.ships[2] - made * m.far[other, n]
            if threat > most:
                most = threat
    return int(most)


@rules
def horizon(g: State, m: Any) -> int:
    """The round at which everything is weighed; whatever is sent now has landed by then."""
    return int(g.round_no + m.longest + m.taste[AHEAD])


@rules
def plus(one: Ships, two: Ships) -> Ships:
    return one[0] + two[0], one[1] + two[1], one[2] + two[2]
