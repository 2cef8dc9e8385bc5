"""What would come of a send: the real rules played on from what a seat sees, with everybody passing."""

from typing import Any

import msgspec
from msgspec import Struct

from ...core.game import Setup, Verdict
from .actions import Action, Nop, Send, row_of
from .event_decoder import events_of
from .events import BattleFought, FleetLaunched, Side
from .reasons import REFUSALS
from .rules.contract import act, check, tick
from .rules.phases.round import land, produce, volley
from .rules.state import State
from .rules.tables import GAME_OVER_REFUSAL
from .state_from_view import as_ships, seen, state_from_view
from .view import fleets

Ships = tuple[int, int, int]
Damaged = tuple[float, float, float]


class PlanetAhead(Struct, frozen=True):
    """A planet just before the fleet lands, with what it produced until then."""

    owner_id: int
    ships: Ships


class Orbit(Struct, frozen=True):
    """The battle before the landing, where fleets of others arrive in the same round."""

    sides: tuple[Side, ...]
    rounds: int
    winner: int


class Preview(Struct, frozen=True):
    """The way of a fleet and the battle at its end, if nobody sends anything more.

    `force` is what lands: the ships of this fleet, those of own fleets that arrive with it, less what fell in orbit.
    `steps` are attacker and defender after each battle round, damaged ships in parts; at the end they are cut to whole
    ones. `winner` holds the planet afterwards. With `lands` false the match is over before, `planet` is as it is then
    and there is no battle.
    """

    arrives: int
    distance: int
    ships: Ships
    planet: PlanetAhead
    rounds: int
    winner: int
    remaining: Ships
    taken: bool
    steps: list[tuple[Damaged, Damaged]]
    force: Ships
    lands: bool = True
    orbit: Orbit | None = None


class Refused(Struct, frozen=True):
    """The action would not be accepted, or would count and do nothing; the refusal says which."""

    refusal: Verdict


def forecast(view: Any, setup: Setup, seat: int, action: Any) -> Preview | Refused | None:
    """What comes of an action as far as a seat can know; None for a pass, of which nothing comes. What was ordered in
    this round already is not in a view, so a second command is not noticed here."""
    shown = seen(view)
    wanted: Any = action if isinstance(action, Nop | Send) else msgspec.convert(action, Action)
    if shown.game_over:
        return _refused(GAME_OVER_REFUSAL)
    if isinstance(wanted, Nop):
        return None
    state = state_from_view(shown, setup)
    row = row_of(wanted)
    if code := check(state, seat, row):
        return _refused(code)
    act(state, seat, row)
    tick(state)
    fleet = next(event for event in events_of(state) if isinstance(event, FleetLaunched))
    while state.round_no < fleet.arrives and state.reason == 0:
        tick(state)
    return _landing(state, fleet)


def _landing(g: State, fleet: FleetLaunched) -> Preview:
    """The round of the landing, in the order of GOO-041 but with a look at the planet before the fleets come down."""
    planet = g.planets[fleet.target]
    distance = int(g.distance[fleet.source, fleet.target])
    lands = g.reason == 0
    contested = False
    battles: list[BattleFought] = []
    if lands:
        produce(g)
    ahead = PlanetAhead(planet.owner, as_ships(planet.ships))
    if lands:
        seats = {one.owner for one in fleets(g) if one.target == fleet.target and one.eta == fleet.arrives}
        contested = len(seats) > 1
        g.event_count = g.battle_count = 0
        land(g)
        happened = events_of(g)
        battles = [one for one in happened if isinstance(one, BattleFought) and one.planet == fleet.target]
    orbit = battles[0] if contested else None
    landed = battles[contested:]
    ground = landed[0] if landed and landed[0].sides[0].seat == fleet.seat else None
    force = ground.sides[0].before if ground else (0, 0, 0)
    if lands and not landed and planet.owner == fleet.seat:  # it joined its own, or nothing of it came through
        a, b, c = (int(now - before) for now, before in zip(planet.ships, ahead.ships, strict=True))
        force = a, b, c
    return Preview(
        arrives=fleet.arrives,
        distance=distance,
        ships=fleet.ships,
        planet=ahead,
        rounds=ground.rounds if ground else 0,
        winner=planet.owner,
        remaining=as_ships(planet.ships),
        taken=ahead.owner_id != fleet.seat == planet.owner,
        steps=_steps(ground) if ground else [],
        force=force,
        lands=lands,
        orbit=Orbit(orbit.sides, orbit.rounds, orbit.winner) if orbit else None,
    )


def _steps(ground: BattleFought) -> list[tuple[Damaged, Damaged]]:
    """Both sides after every battle round, by the rules' own volleys."""
    one, two = (_damaged(side.before) for side in ground.sides)
    steps = []
    for _ in range(ground.rounds):
        one, two = volley(two, one), volley(one, two)
        steps.append((one, two))
    return steps


def _damaged(ships: Ships) -> Damaged:
    a, b, c = ships
    return float(a), float(b), float(c)


def _refused(code: int) -> Refused:
    line = next(line for line in REFUSALS if line.code == code)
    return Refused(Verdict(line.verdict, line.name, line.field, line.rule, line.sentence))
