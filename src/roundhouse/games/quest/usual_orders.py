"""What an order's row usually looks like, so that records are small. QST-150"""

from collections.abc import Sequence

from .answers import place_of
from .rules import tables as t
from .rules.state import State, Unit

ZERO = (0,)
NEVER: tuple[int, ...] = ()
WITH_AMOUNTS = (t.PICKUP, t.DROP, t.CRAFT, t.PLACE_TRAP, t.PLACE_TOWER)
LADEN = (t.CRAFT, t.EQUIP, t.PLACE_TRAP, t.PLACE_TOWER)  # only for units that carry something
LEAST = {
    t.MOVE: "move_cost", t.DIG: "dig_cost", t.PICKUP: "pickup_cost", t.CRAFT: "craft_cost",
    t.RESEARCH: "research_energy", t.PLACE_TRAP: "place_trap_cost", t.PLACE_TOWER: "place_tower_cost",
}  # fmt: skip


def usual(g: State, seat: int, row: Sequence[int]) -> Sequence[int]:
    """The values that the next number of an order's row usually has, given those before it."""
    column = len(row)
    if column == t.DO:
        return range(t.END_TURN, t.RESIGN + 1)
    do = row[t.DO]
    if do in (t.END_TURN, t.RESIGN) or (column >= t.N and do not in WITH_AMOUNTS):
        return ZERO
    if column == t.UNIT:
        return _units(g, seat, do)
    k = place_of(g, seat, row[t.UNIT])
    if k < 0:
        return ZERO
    unit = g.units[k]
    if column == t.A:
        return _first(g, seat, unit, do)
    if column == t.B:
        return _second(g, unit, do, row[t.A])
    return _amounts(g, unit, row, column - t.N)


def _units(g: State, seat: int, do: int) -> Sequence[int]:
    """Those that can do it, as far as that is quickly told."""
    first, found = (seat - 1) * g.units_each, []
    least = LEAST.get(do)
    needed = getattr(g, least) if least else 0
    for number in range(g.units_each):
        unit = g.units[first + number]
        able = unit.energy >= needed and not unit.frozen and not unit.respawned
        if unit.alive and (able or do == t.VIEW) and (do not in LADEN or any(unit.carried)):
            found.append(seat * t.FIRST_ID + number)
    return found


def _first(g: State, seat: int, unit: Unit, do: int) -> Sequence[int]:
    if do == t.MOVE:
        return [x for x in (unit.x - 1, unit.x, unit.x + 1) if 0 <= x < g.width]
    if do == t.ATTACK:
        return [
            other.owner * t.FIRST_ID + k % g.units_each
            for k, other in enumerate(g.units[: g.unit_count])
            if other.alive and other.owner != seat and abs(other.x - unit.x) <= 1 and abs(other.y - unit.y) <= 1
        ]
    if do == t.RETALIATE:
        return range(unit.max_energy + 1)
    if do in (t.CRAFT, t.EQUIP):
        return range(t.ITEMS)
    if do == t.RESEARCH:
        return range(t.KINDS)
    if do == t.PLACE_TOWER:
        return range(t.FIRST_TOWER, t.FIRST_TRAP)
    return range(t.FIRST_TRAP, t.BLUEPRINTS) if do == t.PLACE_TRAP else ZERO


def _second(g: State, unit: Unit, do: int, first: int) -> Sequence[int]:
    if do == t.MOVE:
        lines = [y for y in (unit.y - 1, unit.y, unit.y + 1) if 0 <= y < g.height]
        free = [y for y in lines if (first, y) != (unit.x, unit.y) and _free(g, first, y)]
        return free or lines
    if do == t.ATTACK:
        return range(1, unit.energy + 1)
    return range(unit.max_energy * 4 + 1) if do == t.RETALIATE else ZERO


def _free(g: State, x: int, y: int) -> bool:
    cell = y * g.width + x
    return 0 <= x < g.width and g.terrain[cell] == t.GRASS and g.built[cell] // t.BUILT_KIND != t.BUILT_TOWER


def _amounts(g: State, unit: Unit, row: Sequence[int], thing: int) -> Sequence[int]:
    do = row[t.DO]
    cell = unit.y * g.width + unit.x
    if do == t.PICKUP:
        most = g.surface[thing, cell] + (g.buried[thing, cell] if thing < t.RESOURCES else 0)
        return range(most + 1)
    if do == t.DROP:
        return range(unit.carried[thing] + 2)
    if do in (t.CRAFT, t.PLACE_TRAP, t.PLACE_TOWER):
        return _ingredients(g, row, thing)
    return ZERO


def _ingredients(g: State, row: Sequence[int], thing: int) -> Sequence[int]:
    """What the ways of a blueprint that fit so far take of a thing."""
    blueprint, named = row[t.A], row[t.N :]
    if not 0 <= blueprint < t.BLUEPRINTS:
        return NEVER
    found: list[int] = []
    for way in range(blueprint * t.WAYS, blueprint * t.WAYS + t.WAYS):
        uses = g.uses[way]
        if any(uses) and list(uses[: len(named)]) == list(named) and uses[thing] not in found:
            found.append(uses[thing])
    return found or NEVER
