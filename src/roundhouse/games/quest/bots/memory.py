"""What a built-in bot knows of the map: what its view shows now, what it remembers, and what follows from both.

All of it can be made anew from one view, so a bot that is started in the middle of a match plays on. What is kept
between turns only makes it know more: heaps it has seen, amounts it has dug up, what lay somewhere at first.
"""

from collections.abc import Mapping

from msgspec import UnsetType

from ..cells import Cell, SeenUnit
from ..rules import tables as t
from ..rules.phases.lookup import raised, surcharge
from ..settings import Settings
from ..view import View
from .buried_amounts import Outlines
from .pathfinding import Atlas, cells_of, set_of

Amounts = dict[str, int]
NUMBER = {name: n for n, name in enumerate(t.RESOURCE_NAMES)}
ALL = range(t.RESOURCES)


class Foe:
    """An enemy unit in sight, and what planned attacks leave of it."""

    def __init__(self, unit: SeenUnit, at: int) -> None:
        self.id = unit.id
        self.seat = unit.player
        self.at = at
        self.energy = unit.energy
        self.left = unit.max_energy
        self.sword = unit.sword
        self.armour = unit.armour
        self.frozen = unit.frozen
        self.shield = unit.shield


class Memory:
    """One seat's knowledge. `mirrored` lets it conclude from one part of a drawn map to the others (QST-005)."""

    def __init__(self, view: View, options: Settings, *, mirrored: bool = False) -> None:
        self.options = options
        self.seat = view.player
        self.atlas = Atlas(view.width, view.height)
        self.mirrored = mirrored and options.scenario is None
        self.outlines = Outlines(self.atlas, options.region_peak) if self.mirrored else None
        self.first = [0] * t.RESOURCES  # where something lay when it was seen first, and its mirror images
        self.dug: dict[int, tuple[int, list[int]]] = {}  # by cell: in which round, and what should still be there
        self.wrong: dict[int, int] = {}  # cells where something else was found than was thought, and since when
        self.heaps: dict[int, tuple[Amounts, Amounts]] = {}  # resources and items on the surface, as seen last
        self.foes_seen: dict[int, tuple[int, int]] = {}  # by id: cell and round
        self.building = 0  # cells where something was to be placed in the turn before
        self.hidden = 0  # cells where that failed: a trap of somebody else must be there
        self._expected: dict[int, int] = {}  # cells that should be empty now: a bit for every type
        self._mirrored_rock = self._mirrored_grass = 0
        self.round = -1

    # Reading a view

    def look(self, view: View) -> None:
        """Take in a turn's view."""
        self.round, self.left = view.round, view.rounds_left
        self.types = [0] * t.RESOURCES  # where something is buried, as far as it is seen or remembered
        self.foes: list[Foe] = []
        self.towers: dict[int, tuple[int, int]] = {}  # of others: owner and level
        self.blocked = 0  # by any tower
        self.traps = 0  # own ones, and those that can be seen
        self._look_at_terrain(view)
        self._look_around(view)
        self._recall(view)
        self._look_at_own(view)
        self._check_expected()
        self._mirror()
        self._cover()

    def _look_at_terrain(self, view: View) -> None:
        self.rock = self.atlas.read(view.terrain, "#")
        self.grass = self.atlas.read(view.terrain, ".")
        if self.mirrored:
            for at in cells_of(self.rock & ~self._mirrored_rock):
                self._mirrored_rock |= set_of(self.atlas.mirrors(at))
            for at in cells_of(self.grass & ~self._mirrored_grass):
                self._mirrored_grass |= set_of(self.atlas.mirrors(at))
        self.visited = self.rock | self.grass  # with own eyes
        self.rock |= self._mirrored_rock
        self.grass |= self._mirrored_grass
        self.known = self.rock | self.grass
        self.unknown = self.atlas.whole & ~self.known

    def _look_around(self, view: View) -> None:
        self.now = 0  # cells that are seen now
        for cell in view.cells:
            at = cell.y * self.atlas.stride + cell.x
            bit = 1 << at
            self.now |= bit
            if cell.terrain == "grass":
                for name in cell.buried:
                    self.types[NUMBER[name]] |= bit
                self._look_at(cell, at, bit)

    def _recall(self, view: View) -> None:
        heaps = {at for at in self.heaps if not self.now >> at & 1}
        for cell in view.remembered:
            at = cell.y * self.atlas.stride + cell.x
            bit = 1 << at
            for name in cell.buried:
                self.types[NUMBER[name]] |= bit
            if cell.resources or cell.items:
                heaps.discard(at)
            if cell.trap:
                self.traps |= bit
            if cell.tower_level:
                self.blocked |= bit
                if cell.tower_player != self.seat:
                    self.towers[at] = cell.tower_player, cell.tower_level
        for at in heaps:  # nothing was left there when it was seen last
            del self.heaps[at]

    def _look_at(self, cell: Cell, at: int, bit: int) -> None:
        if cell.resources or cell.items:
            self.heaps[at] = dict(cell.resources), dict(cell.items)
        else:
            self.heaps.pop(at, None)
        if cell.tower is not None:
            self.blocked |= bit
            if cell.tower.player != self.seat:
                self.towers[at] = cell.tower.player, cell.tower.level
        if cell.trap is not None:
            self.traps |= bit
        for unit in cell.units:
            if unit.player != self.seat:
                self.foes.append(Foe(unit, at))
                self.foes_seen[unit.id] = at, self.round

    def _look_at_own(self, view: View) -> None:
        if isinstance(view.units, UnsetType) or isinstance(view.towers, UnsetType):
            raise TypeError("this is a spectator's view")
        if isinstance(view.traps, UnsetType) or isinstance(view.dug, UnsetType):
            raise TypeError("this is a spectator's view")
        self.own_traps = set_of(self.atlas.at(trap.x, trap.y) for trap in view.traps)
        own_towers = set_of(self.atlas.at(tower.x, tower.y) for tower in view.towers)
        self.blocked |= own_towers
        self.hidden |= self.building & ~self.own_traps & ~own_towers
        self.building = 0
        self.traps |= self.own_traps | self.hidden
        for entry in view.dug:
            at = self.atlas.at(entry.x, entry.y)
            newest = self.dug[at][0] if at in self.dug else self.wrong.get(at, 0) - 1
            if newest < entry.round:
                self.dug[at] = entry.round, [entry.resources.get(name, 0) for name in t.RESOURCE_NAMES]
                self.wrong.pop(at, None)
                self._expected.pop(at, None)

    def _check_expected(self) -> None:
        """Where something is left that was to be taken, the amount was thought wrong: it must be dug up (again)."""
        for at, bits in self._expected.items():
            if any(bits >> n & 1 and self.types[n] >> at & 1 for n in ALL):
                self.dug.pop(at, None)
                self.wrong[at] = self.round
        self._expected = {}

    def _mirror(self) -> None:
        """What lay in a cell at first lay in its mirror images too, and lies there unless somebody took it."""
        self.believed = list(self.types)
        self.sure: list[dict[int, int]] = [{} for _ in ALL]
        if not self.mirrored or self.outlines is None:
            return
        fresh = self.atlas.whole & ~self.visited
        for n in ALL:
            for at in cells_of(self.types[n] & ~self.first[n]):
                self.first[n] |= set_of(self.atlas.mirrors(at))
            self.believed[n] |= self.first[n] & fresh
            self.sure[n] = self.outlines.amounts(self.first[n], self.rock, self.known)

    def _cover(self) -> None:
        """Which cells the towers of others reach. QST-061, QST-109"""
        options = self.options
        self.covers = []
        self.covered = 0
        for at, (_, level) in sorted(self.towers.items()):
            cover = self.atlas.square(at, raised(options.tower_radius, options.level_pct[level - 1]))
            self.covers.append(cover)
            self.covered |= cover

    # Asking

    @property
    def free(self) -> int:
        """Where units may walk; nobody knows of a cell that was never seen."""
        return self.atlas.whole & ~self.rock & ~self.blocked & ~self.traps

    def anything(self) -> int:
        """Where something is buried."""
        cells = 0
        for believed in self.believed:
            cells |= believed
        return cells

    def surcharge(self, at: int) -> int:
        """QST-061, QST-084"""
        if not self.covered >> at & 1:
            return 0
        return surcharge(self.options, sum(cover >> at & 1 for cover in self.covers))

    def buried(self, at: int) -> list[int] | None:
        """How much of every type lies in a cell's ground, or None where digging would be needed."""
        types = [n for n in ALL if self.believed[n] >> at & 1]
        amounts = [0] * t.RESOURCES
        entry = self.dug.get(at)
        if entry is not None:
            for n in types if self.options.view_buried_types else ALL:  # QST-042
                amounts[n] = entry[1][n]
            return amounts
        if at in self.wrong or self.outlines is None:
            return None if types or at in self.wrong else amounts
        fold = self.atlas.fold(at)
        for n in types:
            if fold not in self.sure[n]:
                return None
            amounts[n] = self.sure[n][fold]
        return amounts

    def guess(self, at: int, n: int) -> int:
        """How much of a type a cell holds, more or less: in the middle of a region there is more than at its edge."""
        entry = self.dug.get(at)
        if entry is not None:
            return entry[1][n]
        if self.outlines is not None and at not in self.wrong:
            sure = self.sure[n].get(self.atlas.fold(at))
            if sure is not None:
                return sure
        beside = (self.atlas.around(1 << at) & self.believed[n]).bit_count() - 1
        peak = self.options.region_peak
        return peak * (60 if beside == 8 else 40 if beside >= 5 else 15) // 100 + 1

    # What the plan of this turn changes

    def take(self, at: int, what: Mapping[str, int]) -> None:
        """Things that a unit will pick up: first from the surface, then out of the ground. QST-083"""
        resources, items = self.heaps.get(at, ({}, {}))
        amounts = self.buried(at) or [0] * t.RESOURCES
        bits = 0
        for name, quantity in what.items():
            heap = items if name in t.ITEM_NAMES else resources
            lying = min(quantity, heap.get(name, 0))
            if lying:
                heap[name] -= lying
                if heap[name] == 0:
                    del heap[name]
            if name in NUMBER and quantity > lying:
                n = NUMBER[name]
                amounts[n] = max(0, amounts[n] - quantity + lying)
                if amounts[n] == 0:
                    self.believed[n] &= ~(1 << at)
                    bits |= 1 << n
        self.dug[at] = self.dug[at][0] if at in self.dug else 0, amounts
        self._expected[at] = self._expected.get(at, 0) | bits
        if not resources and not items:
            self.heaps.pop(at, None)

    def lay(self, at: int, what: Mapping[str, int]) -> None:
        """Things that a unit will drop."""
        resources, items = self.heaps.setdefault(at, ({}, {}))
        for name, quantity in what.items():
            heap = items if name in t.ITEM_NAMES else resources
            heap[name] = heap.get(name, 0) + quantity
