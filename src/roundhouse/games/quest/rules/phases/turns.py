"""How a turn begins and ends, and whose is next. QST-106 to QST-119, QST-122, QST-152"""

from .....core.rules import rules
from ..state import State, Tower, Unit
from ..tables import BY_LEAVING, DRAINED, ENDED_ROUNDS, HEALED, REPLENISHED, TURN_ENDED, TURN_STARTED
from .building import destroy_tower
from .lookup import distance, everybody, id_of, note
from .scoring import finish


@rules
def begin_turn(g: State, seat: int) -> None:
    """QST-116"""
    g.turn_of = seat
    g.ended = 0
    g.players[seat].acted = 0
    first = (seat - 1) * g.units_each
    note(g, TURN_STARTED, seat, everybody(g), 0, 0, -1, g.round_no, 0, 0)
    for index in range(first, first + g.units_each):
        unit = g.units[index]
        unit.spent = 0
        unit.frozen_before = 1 if unit.frozen > 0 else 0
        unit.shield_before = unit.shield
    if g.replenish_all != 0:
        for index in range(g.unit_count):
            replenish(g, index)
    else:
        for index in range(first, first + g.units_each):
            replenish(g, index)
    for index in range(first, first + g.units_each):
        if g.units[index].alive != 0:
            drain(g, index)
    for index in range(first, first + g.units_each):
        g.units[index].respawned = 0


@rules
def replenish(g: State, index: int) -> None:
    """Energy returns, but not to who is frozen. QST-106, QST-117, QST-118"""
    unit = g.units[index]
    if unit.alive == 0:
        return
    before = int(unit.energy)
    if unit.frozen > 0:
        unit.energy = 0
    elif g.replenish_full != 0:
        unit.energy = unit.max_energy
    else:
        keep = int(g.replenish_keep)
        unit.energy = (keep * unit.energy + (100 - keep) * unit.max_energy + 50) // 100
    if unit.owner == g.turn_of:
        gained = max(0, unit.energy - before)
        seen = 1 << unit.owner
        note(g, REPLENISHED, unit.owner, seen, id_of(g, index), 0, -1, gained, unit.energy, unit.max_energy)


@rules
def drain(g: State, index: int) -> None:
    """The towers of others take energy, as much as they lose themselves. QST-109 to QST-112"""
    unit = g.units[index]
    n = 0
    while n < g.tower_count:
        tower = g.towers[n]
        amount = drain_of(g, unit, tower)
        if amount > 0:
            unit.energy -= amount
            tower.energy -= amount
            seen = 1 << unit.owner | 1 << tower.owner
            note(g, DRAINED, unit.owner, seen, id_of(g, index), tower.serial, -1, amount, tower.energy, tower.owner)
        if tower.energy <= 0:
            destroy_tower(g, n)
        else:
            n += 1


@rules
def drain_of(g: State, unit: Unit, tower: Tower) -> int:
    """QST-109 to QST-111"""
    x = tower.cell % g.width
    y = tower.cell // g.width
    if tower.owner == unit.owner or distance(unit.x, unit.y, x, y) > g.tower_radius[tower.level]:
        return 0
    wanted = g.tower_drain[tower.level] // rounded_distance(unit.x - x, unit.y - y)
    return int(min(wanted, tower.energy, unit.energy))


@rules
def rounded_distance(dx: int, dy: int) -> int:
    """The straight distance to the nearest whole number, at least 1. QST-110"""
    square = dx * dx + dy * dy
    d = 1
    while d * d + d < square:
        d += 1
    return d


@rules
def end_turn(g: State) -> None:
    """Frozen units thaw, shields end, unhurt units heal. QST-107, QST-122, QST-152"""
    seat = int(g.turn_of)
    player = g.players[seat]
    how = int(g.ended)
    if how == 0 and player.away != 0:
        how = BY_LEAVING
    elif how == 0:
        player.timed_out += 1
    note(g, TURN_ENDED, seat, everybody(g), 0, 0, -1, how, 0, 0)
    first = (seat - 1) * g.units_each
    for index in range(first, first + g.units_each):
        unit = g.units[index]
        if unit.frozen_before != 0 and unit.frozen > 0:
            unit.frozen -= 1
        unit.frozen_before = 0
    for index in range(first, first + g.units_each):
        unit = g.units[index]
        if unit.shield_before != 0:
            unit.shield = 0
        unit.shield_before = 0
    for index in range(first, first + g.units_each):
        heal(g, index)


@rules
def heal(g: State, index: int) -> None:
    """QST-152"""
    unit = g.units[index]
    if unit.alive != 0 and unit.hurt == 0 and unit.max_energy < g.unit_energy and g.max_energy_heal > 0:
        unit.max_energy = min(g.unit_energy, unit.max_energy + g.max_energy_heal)
        seen = 1 << unit.owner
        note(g, HEALED, unit.owner, seen, id_of(g, index), 0, -1, unit.max_energy, 0, 0)
    unit.hurt = 0


@rules
def pass_on(g: State) -> None:
    """The next player still in the game, or the next round, or the end. QST-115, QST-130"""
    seat = g.turn_of + 1
    while seat <= g.seats and g.players[seat].defeated != 0:
        seat += 1
    if seat > g.seats:
        if g.round_no >= g.max_rounds:
            finish(g, ENDED_ROUNDS)
            return
        g.round_no += 1
        seat = 1
        while g.players[seat].defeated != 0:
            seat += 1
    begin_turn(g, seat)
