"""Observations and masks that are kept up to date: what all seats see alike is computed once, and of a mask only what
has changed since it was shown last is written."""

from typing import Annotated, Any

from ....core.rules import inlined, rules
from ....core.schema import Grid, i2, i4, struct, u1
from ..rules.contract import SEEN_MOST
from ..rules.phases.round import is_linked
from ..rules.state import State
from ..rules.tables import (
    KINDS,
    PLANET_FEATURES,
    PLANETS,
    SEATS,
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
)
from .actions import LEVELS, gone

NUMBERS = "i2"
COMING = KINDS + 1  # of a seat to a planet: ships by their kinds, and how much sooner than FAR the first one lands
FAR = 32767


@struct
class Seen:
    planets: Annotated[Grid[i2], PLANETS, PLANET_FEATURES]


@struct
class Sight:
    """What a row shows."""

    shown: u1  # 0: nothing that would hold for this match
    ready: Annotated[list[u1], PLANETS]  # planets from which the mask allows sends


@struct
class Survey:
    """What all seats of a match see alike, and its fleets, added up by their seats."""

    board: Annotated[Grid[i2], PLANETS, PLANET_FEATURES]  # without whose planets and fleets are
    coming: Annotated[Grid[i4], PLANETS, SEATS * COMING]
    sides: Annotated[Grid[i2], PLANETS, SEATS * COMING]  # the same as it is shown


@rules
def survey(g: State, common: Survey) -> None:
    survey_planets(g, common)
    survey_fleets(g, common)


@inlined
def survey_planets(g: State, common: Survey) -> None:
    rounds = min(g.max_rounds - g.round_no, SEEN_MOST)  # GOO-059
    for n in range(g.planet_count):
        planet = g.planets[n]
        row = common.board[n]
        left = min(planet.rounds_left, rounds)
        row[SEE_PLANET] = 1
        for kind in range(KINDS):
            row[SEE_SHIPS + kind] = min(planet.ships[kind], SEEN_MOST)
            row[SEE_PRODUCTION + kind] = planet.production[kind] * (left > 0)
        row[SEE_ROUNDS_LEFT] = left
        row[SEE_X] = g.x[n]
        row[SEE_Y] = g.y[n]
        row[SEE_MATCH_ROUNDS] = rounds


@inlined
def survey_fleets(g: State, common: Survey) -> None:
    """By slots, without a branch for each: queues would be walked at the pace of wrong guesses of the processor. A slot
    is in use if its fleet lands later; that of a player who was disqualified is not."""
    for n in range(g.planet_count):
        for k in range(SEATS * COMING):
            common.coming[n, k] = 0
    for number in range(1, g.fleet_end):
        fleet = g.fleets[number]
        flies = (fleet.eta >= g.round_no) * (g.flying[fleet.owner] > 0)
        sums = common.coming[fleet.target]
        at = fleet.owner * COMING
        for kind in range(KINDS):
            sums[at + kind] += fleet.ships[kind] * flies
        sums[at + KINDS] = max(sums[at + KINDS], (FAR - (1 + fleet.eta - g.round_no)) * flies)
    for n in range(g.planet_count):
        for seat in range(1, g.seats + 1):
            at = seat * COMING
            for kind in range(KINDS):
                common.sides[n, at + kind] = min(common.coming[n, at + kind], SEEN_MOST)
            common.sides[n, at + KINDS] = landing(int(common.coming[n, at + KINDS]))


@inlined
def landing(sooner: int) -> int:
    """Rounds until then; 0 if nothing is on the way."""
    return (FAR - sooner) * (sooner != 0)


@inlined
def show(g: State, seat: int, common: Survey, seen: Seen, flags: Any, sight: Sight) -> None:
    """`observe` and `legal` of a seat, in a row that may show the same match at an earlier time."""
    if sight.shown == 0:
        begin(g, seen, flags, sight)
    for n in range(g.planet_count):
        owner = g.planets[n].owner
        row = seen.planets[n]
        board = common.board[n]
        sides = common.sides[n]
        for column in range(PLANET_FEATURES):
            row[column] = board[column]
        row[SEE_MINE] = owner == seat
        row[SEE_THEIRS] = (owner != seat) * (owner != 0)
        for k in range(COMING):
            row[SEE_MY_FLEETS + k] = sides[seat * COMING + k]
        if g.seats == 2:
            for k in range(COMING):
                row[SEE_THEIR_FLEETS + k] = sides[(3 - seat) * COMING + k]
        else:
            show_others(g, seat, n, common, row)
    show_sends(g, seat, flags, sight)


@rules
def begin(g: State, seen: Seen, flags: Any, sight: Sight) -> None:
    """Zeros for planets that there are not, and for the mask."""
    sight.shown = 1
    for n in range(len(g.planets)):
        sight.ready[n] = 0
        for column in range(PLANET_FEATURES):
            seen.planets[n, column] = 0
    for k in range(len(flags)):
        flags[k] = 0
    flags[0] = 1


@rules
def show_others(g: State, seat: int, n: int, common: Survey, row: Any) -> None:
    """The fleets of several others."""
    sums = common.coming[n]
    sooner = 0
    for kind in range(KINDS):
        theirs = 0
        for other in range(1, g.seats + 1):
            theirs += sums[other * COMING + kind] * (other != seat)
        row[SEE_THEIR_FLEETS + kind] = min(theirs, SEEN_MOST)
    for other in range(1, g.seats + 1):
        sooner = max(sooner, int(sums[other * COMING + KINDS]) * (other != seat))
    row[SEE_THEIR_FLEETS + KINDS] = landing(sooner)


@inlined
def show_sends(g: State, seat: int, flags: Any, sight: Sight) -> None:
    may = int(g.reason == 0 and not gone(g, seat) and g.ordered[seat] == 0)
    for n in range(g.planet_count):
        home = g.planets[n]
        ready = may * (home.owner == seat) * (home.ships[0] + home.ships[1] + home.ships[2] != 0)
        if sight.ready[n] != ready:
            sight.ready[n] = ready
            show_sends_from(g, n, ready, flags)


@rules
def show_sends_from(g: State, source: int, ready: int, flags: Any) -> None:
    count = len(g.planets)
    for target in range(g.planet_count):
        if target != source and is_linked(g, source, target):
            first = 1 + (source * count + target) * LEVELS
            for level in range(LEVELS):
                flags[first + level] = ready
