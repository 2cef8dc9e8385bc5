"""Cells as somebody sees them now, and as a seat remembers them. QST-039 to QST-043

Most cells of a view have nothing in them but the ground. Such cells, and remembered ones, are made once and shared by
all views, so nobody may change what a view holds.
"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import compress
from operator import itemgetter
from typing import Any

from msgspec import Struct

from .rules import tables as t
from .rules.state import State, Unit

Amounts = dict[str, int]  # by name, without what there is nothing of


class SeenUnit(Struct, frozen=True, kw_only=True):
    """A unit as everybody sees it who sees its cell. QST-041"""

    id: int
    player: int
    energy: int
    max_energy: int
    sword: int
    armour: int
    frozen: int
    shield: bool


class CellTower(Struct, frozen=True, kw_only=True):
    id: int
    player: int
    level: int
    energy: int


class CellTrap(Struct, frozen=True, kw_only=True):
    player: int
    level: int


class Cell(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A cell that is seen now. What is empty is left out; `buried` are the types in the ground."""

    x: int
    y: int
    terrain: str  # grass or rock
    resources: Amounts = {}
    items: Amounts = {}
    buried: list[str] = []
    tower: CellTower | None = None
    trap: CellTrap | None = None
    units: list[SeenUnit] = []


class Remembered(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A cell that was seen before and had something in it; `resources` and `items` say whether some lay there."""

    x: int
    y: int
    buried: list[str] = []
    resources: bool = False
    items: bool = False
    trap: bool = False
    tower_level: int = 0
    tower_player: int = 0


TERRAIN_NAMES = ("grass", "rock")
FEW = 500  # cells that are quickly looked at one by one
SHARED = 60_000  # cells that are kept for the next view
NUMBERS = tuple(range(t.CELLS.large))  # of cells: to pick from, which is quicker than to count anew


def square(g: State, x: int, y: int, radius: int) -> list[int]:
    """The cells around a cell, cut at the edge of the map. QST-039"""
    left, right = max(0, x - radius), min(g.width, x + radius + 1)
    lines = range(max(0, y - radius), min(g.height, y + radius + 1))
    return [cell for line in lines for cell in NUMBERS[line * g.width + left : line * g.width + right]]


def cells(g: State, seen: Sequence[int], seat: int) -> list[Cell]:
    """These cells, rising, as a seat sees them; seat 0 sees all traps, and what is buried is not its affair here.
    QST-040 to QST-043"""
    if not seen:
        return []
    width = g.width
    pick = itemgetter(*seen) if len(seen) > 1 else lambda row: (row[seen[0]],)
    shown = list(pick(_plains(width, width * g.height)))
    for n in compress(NUMBERS, pick(g.terrain)):
        shown[n] = _bare(width, seen[n], t.ROCK, 0)
    if seat and g.view_buried_types:
        for n, types in _types(g, pick).items():
            shown[n] = _bare(width, seen[n], t.GRASS, types)
    for n, more in _contents(g, seen, pick, seat).items():
        bare = shown[n]
        shown[n] = Cell(x=bare.x, y=bare.y, terrain=bare.terrain, buried=bare.buried, **more)
    return shown


def is_empty(row: list[int]) -> bool:
    """Whether a row of amounts is all 0; a list counts one value much faster than it looks at all."""
    return row.count(0) == len(row)


def _types(g: State, pick: Any) -> dict[int, int]:
    """Which resources are buried there, a bit for each. QST-042"""
    types: dict[int, int] = {}
    for resource in range(t.RESOURCES):
        for n in compress(NUMBERS, pick(g.buried[resource])):
            types[n] = types.get(n, 0) | 1 << resource
    return types


def _contents(g: State, seen: Sequence[int], pick: Any, seat: int) -> dict[int, dict[str, Any]]:
    """What lies, stands and is built in cells that have something."""
    found: dict[int, dict[str, Any]] = {}
    few = len(seen) < FEW  # then it takes longer to look whether there is anything at all
    for thing, name in enumerate(t.THING_NAMES):
        if few or not is_empty(g.surface[thing]):
            field = "items" if thing >= t.FIRST_ITEM else "resources"
            amounts = pick(g.surface[thing])
            for n in compress(NUMBERS, amounts):
                found.setdefault(n, {}).setdefault(field, {})[name] = amounts[n]
    if few or not is_empty(g.built):
        built = pick(g.built)
        for n in compress(NUMBERS, built):
            trap = seen_trap(g, built[n], seat)
            if trap is not None:
                found.setdefault(n, {})["trap"] = trap
        for tower in g.towers[: g.tower_count]:
            n = _index(seen, tower.cell)
            if n >= 0:
                shown = CellTower(id=tower.serial, player=tower.owner, level=tower.level, energy=tower.energy)
                found.setdefault(n, {})["tower"] = shown
    each, width = g.units_each, g.width
    for k in range(g.unit_count):
        unit = g.units[k]
        n = _index(seen, unit.y * width + unit.x)
        if n >= 0 and unit.alive:
            found.setdefault(n, {}).setdefault("units", []).append(_unit(unit, k % each))
    return found


def _index(seen: Sequence[int], cell: int) -> int:
    """Where a cell is among rising ones, -1 for nowhere."""
    n = bisect_left(seen, cell)
    return n if n < len(seen) and seen[n] == cell else -1


def seen_trap(g: State, built: int, seat: int) -> CellTrap | None:
    """The trap in a cell, if there is one and the seat may know. QST-043"""
    if built // t.BUILT_KIND != t.BUILT_TRAP:
        return None
    owner, level = built % t.BUILT_KIND // t.BUILT_SEAT, built % t.BUILT_SEAT
    return CellTrap(player=owner, level=level) if g.trap_visible or seat in (0, owner) else None


def _unit(unit: Unit, number: int) -> SeenUnit:
    """QST-041"""
    return SeenUnit(
        id=unit.owner * t.FIRST_ID + number,
        player=unit.owner,
        energy=unit.energy,
        max_energy=unit.max_energy,
        sword=unit.sword,
        armour=unit.armour,
        frozen=unit.frozen,
        shield=unit.shield != 0,
    )


@lru_cache(maxsize=4)
def _plains(width: int, count: int) -> list[Cell]:
    """All cells of a map, as grass with nothing in it."""
    return [Cell(x=cell % width, y=cell // width, terrain=TERRAIN_NAMES[t.GRASS]) for cell in range(count)]


@lru_cache(maxsize=SHARED)
def _bare(width: int, cell: int, rock: int, types: int) -> Cell:
    """A cell with nothing in it but what is buried."""
    return Cell(x=cell % width, y=cell // width, terrain=TERRAIN_NAMES[rock], buried=_names(types))


def remembered(g: State, seat: int) -> list[Remembered]:
    """What a seat saw last of the cells that it does not see now, without those that were empty."""
    width, watched, memory = g.width, g.watched[seat], g.memory[seat]
    if is_empty(memory):
        return []
    known = zip(NUMBERS, memory, strict=False)
    return [_remembered(width, cell, saw) for cell, saw in known if saw > t.KNOWN and not watched[cell]]


@lru_cache(maxsize=SHARED)
def _remembered(width: int, cell: int, saw: int) -> Remembered:
    y, x = divmod(cell, width)
    return Remembered(
        x=x,
        y=y,
        buried=_names(saw & t.SAW_TYPES),
        resources=saw & t.SAW_RESOURCES != 0,
        items=saw & t.SAW_ITEMS != 0,
        trap=saw & t.SAW_TRAP != 0,
        tower_level=saw // t.SAW_TOWER & 3,
        tower_player=saw // t.SAW_OWNER & 7,
    )


def _names(types: int) -> list[str]:
    return [name for n, name in enumerate(t.RESOURCE_NAMES) if types >> n & 1]
