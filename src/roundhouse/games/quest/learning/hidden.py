"""Quest: what is buried and lies about out of sight, and the others' units, towers, traps, gold and blueprints."""

from typing import Any

from ....rl.hidden_information import Dice
from ..rules import tables as t
from ..rules.phases.knowledge import see_around

GOLD_MAX = 500  # of another team, as far as anybody can guess
PLACES_TRIED = 200
WORN = ("energy", "max_energy", "sword", "armour", "frozen", "shield", "respawned", "hurt")


def draw_hidden(g: Any, seat: int, key: int) -> None:
    """Where there is rock stays as it is: most maps are mirrored, and the others are known. What is drawn anew fits
    what the seat sees, remembers and has dug up."""
    dice = Dice(key)
    fog = Fog(g, seat)
    bury_anew(g, fog, dice)
    scatter_anew(g, fog, dice)
    for other in range(1, g.seats + 1):
        if other != seat:
            prepare_anew(g, other, dice)
    build_anew(g, fog, dice)
    place_anew(g, fog, dice)
    look_anew(g, seat)


class Fog:
    """What a seat knows of cells."""

    def __init__(self, g: Any, seat: int) -> None:
        self.seat = seat
        self.grass = [cell for cell in range(g.width * g.height) if g.terrain[cell] == t.GRASS]
        self.watched = g.watched[seat]
        self.memory = g.memory[seat]
        self.unseen = [cell for cell in self.grass if not self.watched[cell]]
        self.never = [cell for cell in self.unseen if not self.memory[cell]]
        digs = min(g.players[seat].digs, t.DIGS_OWN)
        self.dug = {g.digs[0, seat * t.DIGS_OWN + n] for n in range(digs)}

    def types(self, g: Any, cell: int) -> int | None:
        """The types in the ground of a cell, a bit for each, or None where they are not known. QST-042"""
        if not g.view_buried_types or not (self.watched[cell] or self.memory[cell]):
            return None
        if self.watched[cell]:
            return sum(1 << k for k in range(t.RESOURCES) if g.buried[k, cell] > 0)
        return int(self.memory[cell]) & t.SAW_TYPES


def bury_anew(g: Any, fog: Fog, dice: Dice) -> None:
    """The heaps in the ground change places among the cells in which they may be. QST-042, QST-046"""
    open_cells = [cell for cell in fog.grass if cell not in fog.dug]
    known = {cell: fog.types(g, cell) for cell in open_cells}
    for resource in range(t.RESOURCES):
        heaps = [g.buried[resource, cell] for cell in open_cells if g.buried[resource, cell] > 0]
        dice.shuffle(heaps)
        amounts = heaps or [1]
        free = []
        for cell in open_cells:
            g.buried[resource, cell] = 0
            types = known[cell]
            if types is None:
                free.append(cell)
            elif types >> resource & 1:
                g.buried[resource, cell] = heaps.pop() if heaps else dice.one_of(amounts)
        dice.shuffle(free)
        for cell, amount in zip(free, heaps, strict=False):
            g.buried[resource, cell] = amount


def scatter_anew(g: Any, fog: Fog, dice: Dice) -> None:
    """What lies about out of sight: something where the seat remembers something, the rest anywhere. QST-040"""
    for first, last, flag in ((0, t.FIRST_ITEM, t.SAW_RESOURCES), (t.FIRST_ITEM, t.THINGS, t.SAW_ITEMS)):
        heaps = []
        for thing in range(first, last):
            for cell in fog.unseen:
                if g.surface[thing, cell] > 0:
                    heaps.append((thing, g.surface[thing, cell]))
                    g.surface[thing, cell] = 0
        dice.shuffle(heaps)
        for cell in fog.unseen:
            if fog.memory[cell] & flag:
                thing, amount = heaps.pop() if heaps else (dice.between(first, last - 1), 1)
                g.surface[thing, cell] += amount
        for thing, amount in heaps:
            g.surface[thing, dice.one_of(fog.unseen)] += amount


def prepare_anew(g: Any, other: int, dice: Dice) -> None:
    """Gold, blueprints and digs of another team, and what its units carry."""
    player = g.players[other]
    player.gold = dice.between(0, GOLD_MAX)
    player.digs = 0
    for kind in range(t.KINDS):
        player.levels[kind] = dice.between(1, t.LEVEL_MAX)
    units = [unit for unit in g.units[: g.unit_count] if unit.owner == other]
    loads = [unit.carried[:] for unit in units]
    dice.shuffle(loads)
    for unit, load in zip(units, loads, strict=True):
        unit.carried[:] = load
        unit.retaliation = dice.one_of((0, unit.max_energy // 4, unit.max_energy // 2))
        unit.cutoff = unit.max_energy
        unit.spent = 0


def build_anew(g: Any, fog: Fog, dice: Dice) -> None:
    """Traps of others that the seat cannot see, and towers that it has never seen. QST-042, QST-043"""
    stood_on = {unit.y * g.width + unit.x for unit in g.units[: g.unit_count] if unit.alive}
    for cell in fog.grass:
        built = g.built[cell]
        owner = built % t.BUILT_KIND // t.BUILT_SEAT
        shown = g.trap_visible and (fog.watched[cell] or fog.memory[cell] & t.SAW_TRAP)
        if built // t.BUILT_KIND == t.BUILT_TRAP and owner != fog.seat and not shown:
            places = fog.never if g.trap_visible else fog.grass
            to = free_cell(g, places, stood_on, dice)
            if to >= 0:
                g.built[cell], g.built[to] = 0, built
    for tower in g.towers[: g.tower_count]:
        if tower.owner != fog.seat and not fog.watched[tower.cell]:
            tower.energy = dice.between(1, g.tower_energy[tower.level])
            to = -1 if fog.memory[tower.cell] // t.SAW_TOWER & 3 else free_cell(g, fog.never, stood_on, dice)
            if to >= 0:
                g.built[tower.cell], g.built[to] = 0, g.built[tower.cell]
                tower.cell = to


def free_cell(g: Any, places: list[int], stood_on: set[int], dice: Dice) -> int:
    """A cell in which nothing is built and nobody stands, or -1 where none is found."""
    for _ in range(PLACES_TRIED if places else 0):
        cell = dice.one_of(places)
        if g.built[cell] == 0 and cell not in stood_on:
            return cell
    return -1


def place_anew(g: Any, fog: Fog, dice: Dice) -> None:
    """Units of others that are out of sight: where they are, and which of them is how."""
    for other in range(1, g.seats + 1):
        lost = [
            unit
            for unit in g.units[: g.unit_count]
            if unit.owner == other != fog.seat and unit.alive and not fog.watched[unit.y * g.width + unit.x]
        ]
        kits = [[getattr(unit, name) for name in WORN] for unit in lost]
        dice.shuffle(kits)
        for unit, kit in zip(lost, kits, strict=True):
            for name, value in zip(WORN, kit, strict=True):
                setattr(unit, name, value)
            unit.energy = dice.between(1, unit.max_energy)
            cell = free_cell(g, fog.unseen, set(), dice)
            if cell >= 0:
                unit.x, unit.y = cell % g.width, cell // g.width


def look_anew(g: Any, seat: int) -> None:
    """Others see what is around them now, and remember nothing: what they have seen before is not known."""
    for other in range(1, g.seats + 1):
        if other != seat:
            g.watched[other] = [0] * len(g.watched[other])
            g.memory[other] = [0] * len(g.memory[other])
    for unit in g.units[: g.unit_count]:
        if unit.alive and unit.owner != seat:
            see_around(g, unit.owner, unit.x, unit.y, g.view_radius)
    for tower in g.towers[: g.tower_count]:
        if tower.owner != seat:
            see_around(g, tower.owner, tower.cell % g.width, tower.cell // g.width, g.tower_radius[tower.level])
