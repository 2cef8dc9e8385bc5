"""Spacegoo's contract with the platform: who is waited for, what is accepted, and the order of a round."""

from typing import Any

from ....core.entry_types import Cube
from ....core.rules import below, draw, inlined, rules
from ....core.schema import i4
from .phases.round import airborne, departures, eliminate, is_linked, land, launch, produce
from .state import State
from .tables import (
    BAD_ACTION,
    GAME_OVER_REFUSAL,
    KIND,
    KINDS,
    NEGATIVE_SHIPS,
    NO_PLANET,
    NO_SHIPS,
    NOP,
    NOT_OWNER,
    OFF_LANE,
    OFF_LANE_IGNORED,
    PLANET_FEATURES,
    SECOND_COMMAND,
    SEE_MATCH_ROUNDS,
    SEE_MINE,
    SEE_MY_FLEETS,
    SEE_PLANET,
    SEE_PRODUCTION,
    SEE_ROUNDS_LEFT,
    SEE_SHIPS,
    SEE_THEIR_FLEETS,
    SEE_THEIRS,
    SEE_X,
    SEE_Y,
    SEND,
    SHIPS,
    SOURCE,
    TARGET,
    WIDTH,
)

PLACE, POINTS = 0, 1
SEEN_MOST = 32767  # learners see a larger number as this one, because observations have two bytes a number
Observations = Cube[i4]  # a table for every match


@inlined
def waiting(g: State, out: Any) -> int:
    """Every player still in the match owes one command a round. GOO-030, GOO-040"""
    count = 0
    for seat in range(1, g.seats + 1):
        owes = g.reason == 0 and g.out_round[seat] == 0 and g.left[seat] == 0 and g.ordered[seat] == 0
        out[seat] = owes
        if owes:
            count += 1
    return count


@inlined
def check(g: State, seat: int, action: Any) -> int:
    """0, or why the command is not accepted, in the order of GOO-036."""
    if g.reason != 0 or g.out_round[seat] != 0 or g.left[seat] != 0:
        return GAME_OVER_REFUSAL
    if g.ordered[seat] != 0:
        return SECOND_COMMAND
    if action[KIND] == NOP:
        return 0
    if action[KIND] != SEND:
        return BAD_ACTION
    for kind in range(KINDS):
        if action[SHIPS + kind] < 0:
            return NEGATIVE_SHIPS
    source = action[SOURCE]
    target = action[TARGET]
    exists = 0 <= source < g.planet_count and 0 <= target < g.planet_count and source != target
    if g.hyperlanes != 0 and not (exists and is_linked(g, source, target)):  # GOO-002
        return OFF_LANE_IGNORED if g.ignore_off_lane != 0 else OFF_LANE
    if not exists:
        return NO_PLANET
    home = g.planets[source]
    if home.owner != seat:
        return NOT_OWNER
    for kind in range(KINDS):
        if action[SHIPS + kind] > 0 and home.ships[kind] > 0:
            return 0
    return NO_SHIPS


@inlined
def act(g: State, seat: int, action: Any) -> None:
    """A command waits for the tick."""
    g.ordered[seat] = 1
    order = g.orders[seat]
    for k in range(WIDTH):
        order[k] = action[k]


@rules
def void(g: State, seat: int, action: Any) -> None:
    """A command that does nothing still counts as the command of the round. GOO-034, GOO-035"""
    g.ordered[seat] = 1
    g.orders[seat, KIND] = NOP


@rules
def leave(g: State, seat: int, reason: int) -> None:
    """A seat is disqualified or gone; the tick draws the consequence. GOO-061"""
    if g.reason == 0 and g.out_round[seat] == 0 and g.left[seat] == 0:
        g.left[seat] = reason
        g.leaving += 1


@inlined
def tick(g: State) -> None:
    """One round. GOO-041"""
    g.event_count = 0
    g.events_lost = 0
    g.battle_count = 0
    if departures(g):
        return
    launch(g)
    produce(g)
    had_fleets = airborne(g)
    land(g)
    eliminate(g, had_fleets)


@inlined
def result(g: State, out: Any) -> int:
    """0 while the match runs; else why it is over, with place and points of every seat. GOO-124"""
    if g.reason == 0:
        return 0
    for seat in range(1, g.seats + 1):
        better = 0
        equal = 0
        for other in range(1, g.seats + 1):
            if other != seat:
                if outlived(g, other, seat):
                    better += 1
                elif not outlived(g, seat, other):
                    equal += 1
        out[seat, PLACE] = better + 1
        out[seat, POINTS] = 2 * (g.seats - 1 - better) - equal  # 2 for everyone behind, 1 for everyone level
    return int(g.reason)


@rules
def outlived(g: State, one: int, two: int) -> bool:
    """Whether a seat did better than another: the winner first, then who is still in, then who was in longer."""
    if g.winner != 0 and (one == g.winner or two == g.winner):
        return bool(one == g.winner)
    if g.out_round[one] == 0 or g.out_round[two] == 0:
        return bool(g.out_round[one] == 0 and g.out_round[two] != 0)
    return bool(g.out_round[one] > g.out_round[two])


@inlined
def sample(g: State, seat: int, key: int, n: int, out: Any) -> None:
    """A random legal command: some ships from a random own planet to a random planet in reach, or a pass."""
    out[KIND] = NOP
    for k in range(1, WIDTH):
        out[k] = 0
    if g.owned[seat] == 0:
        return
    pick = below(draw(key, 8 * n), g.owned[seat])
    source = 0
    for planet in range(g.planet_count):
        if g.planets[planet].owner == seat:
            if pick == 0:
                source = planet
                break
            pick -= 1
    target = random_target(g, source, draw(key, 8 * n + 1))
    if target == source:
        return
    size = 0
    for kind in range(KINDS):
        out[SHIPS + kind] = below(draw(key, 8 * n + 2 + kind), g.planets[source].ships[kind] + 1)
        size += out[SHIPS + kind]
    if size == 0:
        return
    out[KIND] = SEND
    out[SOURCE] = source
    out[TARGET] = target


@rules
def random_target(g: State, source: int, u: int) -> int:
    """A planet in reach of another, or that one itself if there is none."""
    if g.hyperlanes == 0:  # GOO-002
        if g.planet_count == 1:
            return source
        target = below(u, g.planet_count - 1)
        return int(target + 1 if target >= source else target)
    lanes = 0
    for planet in range(g.planet_count):
        lanes += g.lane[source, planet]
    pick = below(u, lanes)
    for planet in range(g.planet_count):
        if g.lane[source, planet] != 0:
            if pick == 0:
                return planet
            pick -= 1
    return source


@rules
def observe(g: State, seat: int, out: Any) -> None:
    """Planets in rows of numbers, seen from a seat; `arrays.py` names the columns. Rows after the last planet are 0."""
    rounds = min(g.max_rounds - g.round_no, SEEN_MOST)  # GOO-059
    for n in range(len(out)):
        for column in range(PLANET_FEATURES):
            out[n, column] = 0
    for n in range(g.planet_count):
        planet = g.planets[n]
        out[n, SEE_PLANET] = 1
        out[n, SEE_MINE] = planet.owner == seat
        out[n, SEE_THEIRS] = planet.owner != seat and planet.owner != 0
        left = min(planet.rounds_left, rounds)
        for kind in range(KINDS):
            out[n, SEE_SHIPS + kind] = min(planet.ships[kind], SEEN_MOST)
            out[n, SEE_PRODUCTION + kind] = planet.production[kind] if left > 0 else 0
        out[n, SEE_ROUNDS_LEFT] = left
        out[n, SEE_X] = g.x[n]
        out[n, SEE_Y] = g.y[n]
        out[n, SEE_MATCH_ROUNDS] = rounds
    for bucket in range(len(g.first)):
        number = g.first[bucket]
        while number != 0:
            fleet = g.fleets[number]
            column = SEE_MY_FLEETS if fleet.owner == seat else SEE_THEIR_FLEETS
            for kind in range(KINDS):
                already = int(out[fleet.target, column + kind])
                out[fleet.target, column + kind] = min(already + fleet.ships[kind], SEEN_MOST)
            lands = 1 + fleet.eta - g.round_no
            soonest = out[fleet.target, column + KINDS]
            if soonest == 0 or lands < soonest:
                out[fleet.target, column + KINDS] = lands
            number = fleet.after
