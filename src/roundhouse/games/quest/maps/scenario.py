"""Hand-made start positions as messages: map, units and what lies where. QST-025"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..actions import Item, Thing
from ..rules import tables as t

Coordinate = Annotated[int, Meta(ge=0, lt=t.SIDE_MAX)]
Seat = Annotated[int, Meta(ge=1, le=t.SEATS_MAX)]
Level = Annotated[int, Meta(ge=0, le=t.LEVEL_MAX)]
Amount = Annotated[int, Meta(ge=1, le=t.AMOUNT_MAX)]
Resource = Literal["wood", "stone", "leather", "bronze", "iron", "titanium", "gold"]
Line = Annotated[str, Meta(pattern=r"^[.#]*$", max_length=t.SIDE_MAX)]
CELLS_MAX = t.SIDE_MAX * t.SIDE_MAX


class Heap(Struct, frozen=True, forbid_unknown_fields=True):
    """Resources of a cell, buried or on the surface."""

    x: Coordinate
    y: Coordinate
    resources: Annotated[dict[Resource, Amount], Meta(min_length=1)]


class Items(Struct, frozen=True, forbid_unknown_fields=True):
    """Swords and armours on the surface of a cell."""

    x: Coordinate
    y: Coordinate
    items: Annotated[dict[Item, Amount], Meta(min_length=1)]


class PlacedReaction(Struct, frozen=True, forbid_unknown_fields=True):
    energy: Annotated[int, Meta(ge=0, le=t.NUMBER_MAX)]
    cutoff: Annotated[int, Meta(ge=0, le=t.NUMBER_MAX)]


class Placed(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A unit. Without `energy` and `max_energy` it has all that `unit_energy` gives."""

    id: int
    player: Seat
    x: Coordinate
    y: Coordinate
    energy: Annotated[int, Meta(ge=0, le=2000)] | None = None
    max_energy: Annotated[int, Meta(ge=1, le=2000)] | None = None
    resources: dict[Resource, Amount] = {}
    items: dict[Item, Amount] = {}
    sword: Level = 0
    armour: Level = 0
    retaliate: PlacedReaction | None = None
    frozen: Annotated[int, Meta(ge=0, le=100)] = 0


class PlacedTower(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Without `energy` it has all that its level gives."""

    player: Seat
    x: Coordinate
    y: Coordinate
    level: Annotated[int, Meta(ge=1, le=t.LEVEL_MAX)]
    energy: Annotated[int, Meta(ge=1, le=100_000)] | None = None


class PlacedTrap(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    player: Seat
    x: Coordinate
    y: Coordinate
    level: Annotated[int, Meta(ge=1, le=t.LEVEL_MAX)]


class Team(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a player has at the start, where it is not the usual. Levels are by sword, armour, tower, trap."""

    gold: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    levels: dict[Literal["sword", "armour", "tower", "trap"], Annotated[int, Meta(ge=1, le=t.LEVEL_MAX)]] = {}


class Scenario(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`start` and `players` are by the player's number as text: "1", "2", ..."""

    terrain: Annotated[tuple[Line, ...], Meta(min_length=t.SIDE_MIN, max_length=t.SIDE_MAX)]
    start: dict[str, tuple[Coordinate, Coordinate]]
    units: Annotated[tuple[Placed, ...], Meta(min_length=1, max_length=t.UNITS)]
    buried: Annotated[tuple[Heap, ...], Meta(max_length=CELLS_MAX)] = ()
    surface: Annotated[tuple[Heap, ...], Meta(max_length=CELLS_MAX)] = ()
    items: Annotated[tuple[Items, ...], Meta(max_length=CELLS_MAX)] = ()
    towers: Annotated[tuple[PlacedTower, ...], Meta(max_length=t.TOWERS)] = ()
    traps: Annotated[tuple[PlacedTrap, ...], Meta(max_length=t.SEATS_MAX * t.TRAPS_OWN)] = ()
    players: dict[str, Team] = {}


class Recipe(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A blueprint that is not the usual one: its ways, and the weight of the item. QST-153"""

    ways: Annotated[
        tuple[Annotated[dict[Thing, Annotated[int, Meta(ge=1, le=1000)]], Meta(min_length=1)], ...],
        Meta(min_length=1, max_length=t.WAYS),
    ]
    weight: Annotated[int, Meta(ge=0, le=1000)] | None = None
