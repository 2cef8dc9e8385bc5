"""What would come of a command: asked by the forecast of the server and by pages, which show the same.

GOO-120: the rules are played on from what a seat knows, with everybody passing, up to the landing of the fleet. There
the planet is looked at before the fleets come down.
"""

from typing import Annotated

from ....core.entry_types import Records, Row, Table
from ....core.rules import entry, rules
from ....core.schema import f8, i2, i4, i8, struct, u1
from .contract import act, check, tick
from .phases.round import land, produce, total, volley
from .state import State
from .tables import KINDS

NONE = -1


@struct
class Landing:
    """A fleet and what it finds. The battles are places in the state's `battles`, or NONE."""

    arrives: i4
    distance: i4
    lands: u1  # 0: the match is over before
    owner: u1  # of the planet just before the fleet lands
    winner: u1  # who holds it afterwards
    orbit: i2  # the battle before the landing, where fleets of others arrive in the same round
    orbit_winner: u1  # 0 for nobody
    ground: i2  # the battle for the planet
    ships: Annotated[list[i4], KINDS]  # of the fleet
    before: Annotated[list[i4], KINDS]  # on the planet, with what it produced until then
    force: Annotated[list[i4], KINDS]  # what lands, own fleets that arrive with it included
    after: Annotated[list[i4], KINDS]  # on the planet


@entry
def landing(s: Records[State], i: int, seat: int, action: Row[i8], out: Records[Landing]) -> int:
    """0, or why the command is not accepted. The match is played on up to the landing of a send; of a pass nothing
    comes, and nothing is told."""
    g = s[i]
    code = int(check(g, seat, action))
    if code != 0:
        return code
    number = g.next_fleet
    act(g, seat, action)
    tick(g)
    slot = 0
    for place in range(1, g.fleet_end):
        if g.fleets[place].owner == seat and g.fleets[place].number == number:
            slot = place
    if slot == 0:
        return 0
    fleet = g.fleets[slot]
    source = fleet.origin
    target = fleet.target
    arrives = fleet.eta
    made = out[0]
    made.arrives = arrives
    made.distance = g.distance[source, target]
    for kind in range(KINDS):
        made.ships[kind] = fleet.ships[kind]
        made.force[kind] = 0
    made.orbit = NONE
    made.orbit_winner = 0
    made.ground = NONE
    while g.round_no < arrives and g.reason == 0:
        tick(g)
    planet = g.planets[target]
    made.lands = g.reason == 0
    if made.lands:
        produce(g)
    made.owner = planet.owner
    for kind in range(KINDS):
        made.before[kind] = planet.ships[kind]
    if made.lands:
        come_down(g, seat, target, made)
    made.winner = planet.owner
    for kind in range(KINDS):
        made.after[kind] = planet.ships[kind]
    return 0


@rules
def come_down(g: State, seat: int, target: int, made: Landing) -> None:
    """All fleets of the round land; the battles at the target are those of this fleet. GOO-041"""
    contested = is_contested(g, target)
    g.event_count = 0
    g.battle_count = 0
    land(g)
    planet = g.planets[target]
    battles = 0
    for n in range(g.battle_count):
        battle = g.battles[n]
        if battle.planet == target:
            battles += 1
            if contested and battles == 1:
                made.orbit = n
                for k in range(battle.side_count):
                    if total((battle.remaining[k, 0], battle.remaining[k, 1], battle.remaining[k, 2])) > 0:
                        made.orbit_winner = battle.seats[k]
            elif made.ground == NONE and battle.seats[0] == seat:
                made.ground = n
    if made.ground != NONE:
        for kind in range(KINDS):
            made.force[kind] = g.battles[made.ground].before[0, kind]
    elif battles == int(contested) and planet.owner == seat:  # it joined its own, or nothing of it came through
        for kind in range(KINDS):
            made.force[kind] = planet.ships[kind] - made.before[kind]


@rules
def is_contested(g: State, target: int) -> bool:
    """Whether fleets of several seats arrive at a planet in this round."""
    owner = 0
    number = int(g.first[g.round_no % len(g.first)])
    while number != 0:
        fleet = g.fleets[number]
        if fleet.target == target:
            if owner != 0 and fleet.owner != owner:
                return True
            owner = int(fleet.owner)
        number = int(fleet.after)
    return False


@entry
def battle_round(sides: Table[f8]) -> None:
    """One round of a battle: both sides fire at once. Ships are damaged in parts. GOO-053"""
    one = (sides[0, 0], sides[0, 1], sides[0, 2])
    two = (sides[1, 0], sides[1, 1], sides[1, 2])
    sides[0, 0], sides[0, 1], sides[0, 2] = volley(two, one)
    sides[1, 0], sides[1, 1], sides[1, 2] = volley(one, two)
