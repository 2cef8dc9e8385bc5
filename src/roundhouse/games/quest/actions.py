"""What a seat may ask, as messages and as rows of numbers. QST-049 to QST-114, QST-148, QST-150"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ...core.order_rows import Column, OrderRows, numbers
from .rules import tables as t
from .rules.state import State

Id = Annotated[int, Meta(ge=-t.NUMBER_MAX, le=t.NUMBER_MAX)]
Number = Annotated[int, Meta(ge=-t.NUMBER_MAX, le=t.NUMBER_MAX)]
Quantity = Annotated[int, Meta(ge=1, le=t.NUMBER_MAX)]
NotNegative = Annotated[int, Meta(ge=0, le=t.NUMBER_MAX)]
Thing = Literal[
    "wood", "stone", "leather", "bronze", "iron", "titanium", "gold", "sword1", "sword2", "sword3", "armour1",
    "armour2", "armour3",
]  # fmt: skip
Item = Literal["sword1", "sword2", "sword3", "armour1", "armour2", "armour3"]
Things = Annotated[dict[Thing, Quantity], Meta(min_length=1, max_length=t.THINGS)]


class OfUnit(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`view` false leaves the cells out of the answer. QST-050"""

    unit: Id
    view: bool = True


class Move(OfUnit, frozen=True, tag="move"):
    """Go to one of the 8 cells around. QST-057"""

    to: tuple[Number, Number]


class Attack(OfUnit, frozen=True, tag="attack"):
    """Hit an enemy in the same cell or beside it, with so much energy. QST-063"""

    target: Id
    energy: Quantity


class Retaliate(OfUnit, frozen=True, tag="retaliate"):
    """Strike back with so much energy each time, in all with no more than the cutoff. QST-067"""

    energy: NotNegative
    cutoff: NotNegative


class Dig(OfUnit, frozen=True, tag="dig"):
    """Learn what is buried here, and how much. QST-080"""


class Pickup(OfUnit, frozen=True, tag="pickup"):
    """Take things from this cell, out of the ground too; each pair is all or nothing. QST-081"""

    what: Things


class Drop(OfUnit, frozen=True, tag="drop"):
    """Lay things down in this cell. QST-088"""

    what: Things


class Look(OfUnit, frozen=True, tag="view"):
    """Look around. QST-091"""


class Craft(OfUnit, frozen=True, tag="craft"):
    """Make a sword or an armour, with exactly the ingredients of one of its ways. QST-092"""

    item: Item
    use: Things


class Equip(OfUnit, frozen=True, tag="equip"):
    """Wear a sword or an armour from the inventory. QST-097"""

    item: Item


class Research(OfUnit, frozen=True, tag="research"):
    """The team learns the next level of a kind of blueprint. QST-098"""

    kind: Literal["sword", "armour", "tower", "trap"]


class PlaceTrap(OfUnit, frozen=True, tag="place_trap"):
    """Build a trap in this cell. QST-100"""

    item: Literal["trap1", "trap2", "trap3"]
    use: Things


class PlaceTower(OfUnit, frozen=True, tag="place_tower"):
    """Build a tower in this cell. QST-100"""

    item: Literal["tower1", "tower2", "tower3"]
    use: Things


class EndTurn(Struct, frozen=True, tag="end_turn"):
    """That was all for this turn. QST-114"""


class Resign(Struct, frozen=True, tag="resign"):
    """Give up the game; also possible in the turns of others. QST-148"""


Action = (
    EndTurn | Move | Attack | Retaliate | Dig | Pickup | Drop | Look | Craft | Equip | Research | PlaceTrap | PlaceTower
    | Resign
)  # fmt: skip

UNIT = Column("unit")
ITEM = Column("item", names=t.BLUEPRINT_NAMES)
WHAT, USE = (Column(name, names=t.THING_NAMES, amounts=True) for name in ("what", "use"))
ROWS = OrderRows(
    t.WIDTH,
    {
        EndTurn: (t.END_TURN,),
        Move: (t.MOVE, UNIT, Column("to", count=2)),
        Attack: (t.ATTACK, UNIT, Column("target"), Column("energy")),
        Retaliate: (t.RETALIATE, UNIT, Column("energy"), Column("cutoff")),
        Dig: (t.DIG, UNIT),
        Pickup: (t.PICKUP, UNIT, 0, 0, WHAT),
        Drop: (t.DROP, UNIT, 0, 0, WHAT),
        Look: (t.VIEW, UNIT),
        Craft: (t.CRAFT, UNIT, ITEM, 0, USE),
        Equip: (t.EQUIP, UNIT, ITEM),
        Research: (t.RESEARCH, UNIT, Column("kind", names=t.KIND_NAMES)),
        PlaceTrap: (t.PLACE_TRAP, UNIT, ITEM, 0, USE),
        PlaceTower: (t.PLACE_TOWER, UNIT, ITEM, 0, USE),
        Resign: (t.RESIGN,),
    },
)


def things_of(amounts: Sequence[int]) -> dict[str, int]:
    """Quantities by name, without what there is nothing of."""
    return {name: amount for name, amount in zip(t.THING_NAMES, amounts, strict=False) if amount}


def amounts_of(things: Mapping[Any, int]) -> list[int]:
    """Quantities in the order of a row."""
    return numbers(WHAT, things)


def row_of(action: Action, g: State | None = None) -> list[int]:
    """QST-150"""
    return ROWS.row_of(action)


def action_of(row: Sequence[int], g: State | None = None) -> Action:
    """The message behind a row that was accepted. A row that stands for no message is shown as the end of a turn."""
    do, unit, a, b, *amounts = row
    things = things_of(amounts)
    item = t.BLUEPRINT_NAMES[a] if 0 <= a < t.BLUEPRINTS else ""
    if do == t.MOVE:
        return Move(unit=unit, to=(a, b))
    if do == t.ATTACK:
        return Attack(unit=unit, target=a, energy=b)
    if do == t.RETALIATE:
        return Retaliate(unit=unit, energy=a, cutoff=b)
    if do == t.DIG:
        return Dig(unit=unit)
    if do == t.PICKUP:
        return Pickup(unit=unit, what=things)  # type: ignore[arg-type]
    if do == t.DROP:
        return Drop(unit=unit, what=things)  # type: ignore[arg-type]
    if do == t.VIEW:
        return Look(unit=unit)
    if do == t.CRAFT:
        return Craft(unit=unit, item=item, use=things)  # type: ignore[arg-type]
    if do == t.EQUIP:
        return Equip(unit=unit, item=item)  # type: ignore[arg-type]
    if do == t.RESEARCH:
        return Research(unit=unit, kind=t.KIND_NAMES[a])  # type: ignore[arg-type]
    if do == t.PLACE_TRAP:
        return PlaceTrap(unit=unit, item=item, use=things)  # type: ignore[arg-type]
    if do == t.PLACE_TOWER:
        return PlaceTower(unit=unit, item=item, use=things)  # type: ignore[arg-type]
    return Resign() if do == t.RESIGN else EndTurn()
