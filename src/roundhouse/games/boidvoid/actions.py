"""What a seat may order, as messages and as rows of numbers. BOI-095, BOI-105 to BOI-164, BOI-306"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from .rules import tables as t
from .rules.hexes import NOWHERE, neighbour
from .rules.state import State

Id = Annotated[int, Meta(ge=0, le=2_147_483_647)]
Spot = tuple[Annotated[int, Meta(ge=-1000, le=1000)], Annotated[int, Meta(ge=-1000, le=1000)]]


class OfUnit(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`unit` is an id; without it, the own spaceship (of a team's seat: the leader's)."""

    unit: Id = 0


class Move(OfUnit, frozen=True, tag="move"):
    """Go along a path, or the cheapest way to a tile; with `partial` as far as it goes. BOI-105 to BOI-115"""

    to: Spot | UnsetType = UNSET
    path: Annotated[list[Spot], Meta(max_length=100)] | UnsetType = UNSET
    partial: bool = False


class Capture(OfUnit, frozen=True, tag="capture"):
    """Begin to capture the tile the ship is on. BOI-116"""


class Cancel(OfUnit, frozen=True, tag="cancel"):
    """Give up a capture or a build. BOI-127"""


class Build(OfUnit, frozen=True, tag="build"):
    """Build a superstructure from an item; its number in the own inventory. BOI-128"""

    item: Id


class Spawn(OfUnit, frozen=True, tag="spawn"):
    """Put a destroyed ship back on the map. BOI-135"""

    tile: Spot


class Battery(OfUnit, frozen=True, tag="battery"):
    """How much of the battery is for attacks, in percent. BOI-139"""

    attack: Annotated[int, Meta(ge=-1000, le=1000)]


class Detonate(OfUnit, frozen=True, tag="detonate"):
    """Destroy the own ship. BOI-141"""


class Attack(OfUnit, frozen=True, tag="attack"):
    """BOI-144"""

    target: Id


class SwarmCreate(OfUnit, frozen=True, tag="swarm_create"):
    """BOI-148"""


class SwarmJoin(OfUnit, frozen=True, tag="swarm_join"):
    """BOI-150"""

    swarm: Id


class SwarmLeave(OfUnit, frozen=True, tag="swarm_leave"):
    """BOI-153"""

    tile: Spot


class Automode(OfUnit, frozen=True, tag="automode"):
    """BOI-155"""

    on: bool


class UseBoost(OfUnit, frozen=True, tag="boost"):
    """Apply a boost to a unit, or stake a superstructure's item on one. BOI-158 to BOI-163"""

    item: Id
    mode: Literal["burn", "stake"]
    target: Id = 0  # the unit that gets it; without it the own spaceship


class Unstake(OfUnit, frozen=True, tag="unstake"):
    """Take a staked item back. BOI-160"""

    item: Id


class Equip(OfUnit, frozen=True, tag="equip"):
    """Use a template of a spaceship or a mothership from the next spawn on. BOI-164"""

    item: Id


class Done(Struct, frozen=True, tag="done"):
    """These were all orders of this turn. BOI-219"""


class Restart(Struct, frozen=True, tag="restart"):
    """Forget the sealed orders of this turn; others may follow. BOI-214"""


Action = (
    Done | Move | Capture | Cancel | Build | Spawn | Battery | Detonate | Attack | SwarmCreate | SwarmJoin | SwarmLeave
    | Automode | UseBoost | Unstake | Equip | Restart
)  # fmt: skip

PLAIN: dict[type, int] = {
    Capture: t.CAPTURE, Cancel: t.CANCEL, Detonate: t.DETONATE, SwarmCreate: t.SWARM_CREATE
}  # fmt: skip
NO_PATH = -1  # a path that cannot be coded: it is refused as bad_path


def path_code(g: State, path: Sequence[Spot]) -> int:
    """The steps of a path after its first tile as one number; NO_PATH for what is none. BOI-107, BOI-306"""
    inside = all(0 <= x < g.side and 0 <= y < g.side for x, y in path)
    if not inside or not 1 <= len(path) <= t.PATH_MAX:
        return NO_PATH
    tiles = [y * g.side + x for x, y in path]
    code = 0
    for step, (tile, after) in enumerate(pairwise(tiles)):
        ways = [way for way in range(6) if neighbour(g, tile, way) == after]
        if not ways:
            return NO_PATH
        code += (ways[0] + 1) * 8**step
    return code


def row_of(action: Action, g: State) -> list[int]:
    """BOI-306"""
    if isinstance(action, Done | Restart):
        return [t.DONE if isinstance(action, Done) else t.RESTART, 0, 0, 0, 0, 0]
    unit = action.unit
    if isinstance(action, Move):
        if isinstance(action.path, UnsetType):
            x, y = (-1, -1) if isinstance(action.to, UnsetType) else action.to
            return [t.MOVE, unit, x, y, 0, int(action.partial)]
        x, y = action.path[0] if action.path else (-1, -1)
        return [t.MOVE, unit, x, y, path_code(g, action.path), t.PARTIAL * int(action.partial) + t.BY_PATH]
    if isinstance(action, Spawn | SwarmLeave):
        return [t.SPAWN if isinstance(action, Spawn) else t.SWARM_LEAVE, unit, *action.tile, 0, 0]
    if isinstance(action, Battery):
        return [t.BATTERY, unit, action.attack, 0, 0, 0]
    if isinstance(action, Attack):
        return [t.ATTACK, unit, action.target, 0, 0, 0]
    if isinstance(action, SwarmJoin):
        return [t.SWARM_JOIN, unit, action.swarm, 0, 0, 0]
    if isinstance(action, Automode):
        return [t.AUTOMODE, unit, int(action.on), 0, 0, 0]
    if isinstance(action, UseBoost):
        return [t.BOOST, unit, action.item, t.STAKE if action.mode == "stake" else t.BURN, action.target, 0]
    if isinstance(action, Build | Unstake | Equip):
        kinds: dict[type, int] = {Build: t.BUILD, Unstake: t.UNSTAKE, Equip: t.EQUIP}
        return [kinds[type(action)], unit, action.item, 0, 0, 0]
    return [PLAIN[type(action)], unit, 0, 0, 0, 0]


def _path(g: State, x: int, y: int, code: int) -> list[Spot]:
    path, at = [(x, y)], y * g.side + x
    while code > 0 and at != NOWHERE:
        at = neighbour(g, at, code % 8 - 1)
        path.append((at % g.side, at // g.side))
        code //= 8
    return path


def action_of(row: Sequence[int], g: State) -> Action:
    """The message behind a row."""
    action, unit, a, b, c, d = row
    if action == t.MOVE:
        partial = bool(d & t.PARTIAL)
        if d & t.BY_PATH:
            return Move(unit=unit, path=_path(g, a, b, c), partial=partial)
        return Move(unit=unit, to=(a, b), partial=partial)
    made: dict[int, Action] = {
        t.CAPTURE: Capture(unit=unit),
        t.CANCEL: Cancel(unit=unit),
        t.BUILD: Build(unit=unit, item=a),
        t.SPAWN: Spawn(unit=unit, tile=(a, b)),
        t.BATTERY: Battery(unit=unit, attack=a),
        t.DETONATE: Detonate(unit=unit),
        t.ATTACK: Attack(unit=unit, target=a),
        t.SWARM_CREATE: SwarmCreate(unit=unit),
        t.SWARM_JOIN: SwarmJoin(unit=unit, swarm=a),
        t.SWARM_LEAVE: SwarmLeave(unit=unit, tile=(a, b)),
        t.AUTOMODE: Automode(unit=unit, on=bool(a)),
        t.BOOST: UseBoost(unit=unit, item=a, mode="stake" if b == t.STAKE else "burn", target=c),
        t.UNSTAKE: Unstake(unit=unit, item=a),
        t.EQUIP: Equip(unit=unit, item=a),
        t.RESTART: Restart(),
    }
    return made.get(action, Done())
