"""What would come of a send: the real rules played on from what a seat sees, with everybody passing."""

from typing import Any

import msgspec
from msgspec import Struct

from ...core.game import Setup, Verdict
from ...core.schema import Grid, new
from .actions import Action, Nop, Send, row_of
from .event_decoder import battle_of
from .events import BattleFought, Side
from .reasons import REFUSALS
from .rules.queries import NONE, Landing, battle_round, landing
from .rules.state import State
from .rules.tables import GAME_OVER_REFUSAL
from .state_from_view import as_ships, seen, state_from_view

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
    made = new(Landing)
    code = landing([state], 0, seat, row_of(wanted), [made])  # type: ignore[arg-type]
    return _refused(code) if code else _preview(state, wanted.target, seat, made)


def _preview(g: State, target: int, seat: int, made: Landing) -> Preview:
    orbit = None if made.orbit == NONE else battle_of(g, made.orbit, made.orbit_winner)
    ground = None if made.ground == NONE else battle_of(g, made.ground, made.winner)
    return Preview(
        arrives=made.arrives,
        distance=made.distance,
        ships=as_ships(made.ships),
        planet=PlanetAhead(made.owner, as_ships(made.before)),
        rounds=ground.rounds if ground else 0,
        winner=made.winner,
        remaining=as_ships(made.after),
        taken=made.owner != seat == made.winner,
        steps=_steps(ground) if ground else [],
        force=as_ships(made.force),
        lands=bool(made.lands),
        orbit=Orbit(orbit.sides, orbit.rounds, orbit.winner) if orbit else None,
    )


def _steps(ground: BattleFought) -> list[tuple[Damaged, Damaged]]:
    """Both sides after every battle round."""
    sides = Grid([[float(n) for n in side.before] for side in ground.sides])
    steps = []
    for _ in range(ground.rounds):
        battle_round(sides)  # type: ignore[arg-type]
        steps.append((_damaged(sides[0]), _damaged(sides[1])))
    return steps


def _damaged(ships: list[float]) -> Damaged:
    a, b, c = ships
    return a, b, c


def _refused(code: int) -> Refused:
    line = next(line for line in REFUSALS if line.code == code)
    return Refused(Verdict(line.verdict, line.name, line.field, line.rule, line.sentence))
