"""The effect of an order, as far as its seat can know: the real rules applied to a state made from its view.

Sealed orders that the team has given before count as executed, without their combats; what others will do is not
predicted. A number that depends on a hidden battery is a range."""

from typing import Any

import msgspec
from msgspec import Struct

from ....core.game import Setup, Verdict
from .. import actions as a
from ..reasons import REFUSALS
from ..rules import tables as t
from ..rules.phases.moving import enter_cost
from ..rules.phases.orders import check_order, orderer, unit_of
from ..rules.phases.stats import main_attack, modifier, shields, unit_stat
from ..rules.phases.tile_work import capture_needed
from ..rules.phases.units import kind_of, tile_of
from ..rules.state import State
from ..state_from_view import carry_out, seen, state_from_view
from ..view import View, shown
from .combat import CombatAhead, combat_ahead

Spot = list[int]  # x, y


class MoveAhead(Struct, frozen=True, kw_only=True, tag="move"):
    """The tiles entered, what each costs, and the action points before and after. A swarm's ships pay each for
    themselves: a step's cost is that of the dearest, the points are those of the ship that has fewest. BOI-093"""

    unit: int
    path: list[Spot]
    costs: list[int]
    cost: int
    ap: int
    ap_left: int


class WorkAhead(Struct, frozen=True, kw_only=True, tag="work"):
    """A capture or a build: the turns it takes, and the turn at whose end it is finished, if nothing interrupts it. Of
    a build its template and the level that the superstructure then has."""

    unit: int
    work: str  # capturing or building
    tile: Spot
    turns: int
    turn: int
    template: str = ""
    level: int = 0


class BatteryAhead(Struct, frozen=True, kw_only=True, tag="battery"):
    """Attack and defense of the ship with another ratio, before all bonuses. BOI-284"""

    unit: int
    ratio: int
    attack: float
    defense: float


class Refused(Struct, frozen=True, kw_only=True, tag="refused"):
    """The order would not be carried out. Where only action points are missing `way` has what it would cost."""

    refusal: Verdict
    way: MoveAhead | None = None


Ahead = MoveAhead | CombatAhead | WorkAhead | BatteryAhead | Refused


def forecast(view: Any, setup: Setup, seat: int, action: Any) -> Ahead | None:
    """The effect of an order; None where there is nothing to say but that it can be executed. Whether the seat is done
    with its turn does not matter."""
    looked = seen(view)
    wanted: Any = action if isinstance(action, Struct) else msgspec.convert(action, a.Action)
    if isinstance(wanted, a.Done | a.Restart) or not isinstance(looked.you, Struct):
        return None
    g = state_from_view(looked, setup)
    carry_out(g, looked.you)
    row = a.row_of(wanted, g)
    player = orderer(g, seat, row)
    unit = unit_of(g, player, row)
    code = check_order(g, player, row)
    if code:
        line = next(line for line in REFUSALS if line.code == code)
        refusal = Verdict(line.verdict, line.name, line.field, line.rule, line.sentence)
        return Refused(refusal=refusal, way=way_of(g, unit) if code == t.NOT_ENOUGH_AP else None)
    if isinstance(wanted, a.Move):
        return way_of(g, unit)
    if isinstance(wanted, a.Attack):
        return combat_ahead(g, unit, wanted.target, hidden_in(looked))
    if isinstance(wanted, a.Battery):
        return dial_of(g, player, wanted.attack)
    if isinstance(wanted, a.Capture | a.Build):
        return work_of(g, unit, wanted)
    return None


def hidden_in(view: View) -> frozenset[int]:
    """The indices of the ships whose batteries the seat does not know."""
    return frozenset(
        unit.id - 1 for unit in view.units if unit.kind == "spaceship" and isinstance(unit.battery, msgspec.UnsetType)
    )


def spot(g: State, tile: int) -> Spot:
    return [tile % g.side, tile // g.side]


def members_of(g: State, unit: int) -> list[int]:
    """The indices of a unit, or of the ships of a swarm."""
    if kind_of(g, unit) != t.SWARM:
        return [unit - 1]
    return [index for index in range(g.player_count) if g.units[index].swarm == unit]


def way_of(g: State, unit: int) -> MoveAhead:
    """The path that the rules have just found."""
    tiles = list(g.path[: g.path_length])
    movers = members_of(g, unit)
    costs = {index: [int(enter_cost(g, index, tile)) for tile in tiles] for index in movers}
    return MoveAhead(
        unit=unit,
        path=[spot(g, tile) for tile in tiles],
        costs=[max(step) for step in zip(*costs.values(), strict=True)],
        cost=max(sum(one) for one in costs.values()),
        ap=min(g.units[index].ap for index in movers),
        ap_left=min(g.units[index].ap - sum(costs[index]) for index in movers),
    )


def dial_of(g: State, player: int, ratio: int) -> BatteryAhead:
    g.players[player].ratio = ratio
    return BatteryAhead(
        unit=player + 1,
        ratio=ratio,
        attack=unit_stat(g, player, t.ATTACK_STAT) + shown(main_attack(g, player)),
        defense=unit_stat(g, player, t.DEFENSE) + shown(shields(g, player)),
    )


def work_of(g: State, unit: int, wanted: a.Capture | a.Build) -> WorkAhead:
    """BOI-118, BOI-130"""
    tile = tile_of(g, unit)
    if isinstance(wanted, a.Capture):
        turns = capture_needed(g, tile, g.units[unit - 1].team)
        last = g.turn_no + turns - 1
        return WorkAhead(unit=unit, work="capturing", tile=spot(g, tile), turns=turns, turn=last)
    template = g.players[unit - 1].item_templates[wanted.item]
    turns = max(1, g.turns_of[template] + modifier(g, unit - 1, t.MOD_BUILD_RATE))
    standing = g.structure_at[tile]
    return WorkAhead(
        unit=unit, work="building", tile=spot(g, tile), turns=turns, turn=g.turn_no + turns - 1,
        template=t.TEMPLATE_KEYS[template], level=g.structures[standing - 1].level + 1 if standing else 1,
    )  # fmt: skip
