"""What the built-in bots plan with: a turn as they see it, and units whose actions are reckoned before they are sent.

A bot hands in one list for a whole turn and learns only afterwards what became of it. So a `Hand` keeps count of
energy, load and place exactly as the rules will, and refuses what they would refuse.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, UnsetType

from ..actions import (
    Action,
    Attack,
    Craft,
    Dig,
    Drop,
    EndTurn,
    Equip,
    Move,
    Pickup,
    PlaceTower,
    PlaceTrap,
    Research,
    Retaliate,
)
from ..rules import tables as t
from ..rules.phases.crafting import making_price, research_price
from ..rules.phases.fighting import damage_by
from ..rules.phases.moving import is_overweight, step_price
from ..settings import Settings
from ..view import OwnUnit, View
from .memory import Foe, Memory

WEIGHT_OF = dict(zip(t.RESOURCE_NAMES, t.RESOURCE_WEIGHTS, strict=True))


class Way(Struct, frozen=True):
    """One way of making something."""

    item: str
    number: int  # of the blueprint
    kind: int  # sword, armour, tower or trap
    level: int
    use: dict[str, int]
    units: int  # of resources that it uses up, which points are given for (QST-128)
    cost: int  # energy


class Book:
    """The blueprints of a match and the weights of things."""

    def __init__(self, options: Settings) -> None:
        self.weights = {**WEIGHT_OF, **dict(zip(t.ITEM_NAMES, t.ITEM_WEIGHTS, strict=True))}
        self.ways: list[Way] = []
        for number, item in enumerate(t.BLUEPRINT_NAMES):
            kind, level = number // t.LEVEL_MAX, number % t.LEVEL_MAX + 1
            uses: Sequence[Mapping[str, int]] = [
                {name: n for name, n in zip(t.THING_NAMES, row, strict=True) if n}
                for row in t.USES[t.WAYS * number : t.WAYS * (number + 1)]
            ]
            recipe = options.blueprints.get(item)  # type: ignore[call-overload]
            if recipe is not None:
                uses = recipe.ways
                if recipe.weight is not None and item in self.weights:
                    self.weights[item] = recipe.weight
            for use in uses:
                units = sum(n for name, n in use.items() if name in WEIGHT_OF)
                self.ways.append(Way(item, number, kind, level, dict(use), units, making_price(options, number)))

    def known(self, levels: Mapping[str, int]) -> list[Way]:
        """The ways that a team of these levels may use. QST-093"""
        return [way for way in self.ways if levels[t.KIND_NAMES[way.kind]] >= way.level]


class Scene:
    """One turn: the team, what it may know, and the actions planned so far."""

    def __init__(self, view: View, options: Settings, memory: Memory, book: Book) -> None:
        if isinstance(view.units, UnsetType) or isinstance(view.gold, UnsetType):
            raise TypeError("this is a spectator's view")
        if isinstance(view.levels, UnsetType) or isinstance(view.traps, UnsetType):
            raise TypeError("this is a spectator's view")
        if isinstance(view.towers, UnsetType):
            raise TypeError("this is a spectator's view")
        self.view = view
        self.options = options
        self.memory = memory
        self.book = book
        self.atlas = memory.atlas
        self.seat = view.player
        self.left = view.rounds_left
        self.gold = view.gold
        self.levels = dict(view.levels)
        self.trap_count, self.tower_count = len(view.traps), len(view.towers)
        self.built = memory.blocked | memory.traps
        self.actions: list[Action] = []
        self.hands = [Hand(self, unit) for unit in view.units]
        self.home = -1
        self.starts: list[int] = []  # of others
        self.no_build = 0
        for seat, start in enumerate(view.starts, 1):
            if start and seat == self.seat:
                self.home = self.atlas.at(*start)
            elif start:
                self.starts.append(self.atlas.at(*start))
                self.no_build |= self.atlas.square(self.atlas.at(*start), options.no_build_radius)

    def orders(self) -> list[Any]:
        """The turn's list: as many as a turn may have, and its end."""
        most = self.options.max_actions  # QST-052
        return self.actions[:most] if len(self.actions) >= most else [*self.actions, EndTurn()]

    def ways(self) -> list[Way]:
        return self.book.known(self.levels)

    def price(self, kind: str) -> int | None:
        """The gold that the next level of a kind costs. QST-098"""
        level = self.levels[kind]
        if level >= t.LEVEL_MAX:
            return None
        return research_price(self.options, t.KIND_NAMES.index(kind), level)


class Hand:
    """A unit of the team while its turn is planned. Every action answers whether it will be carried out, and then has
    been counted."""

    def __init__(self, scene: Scene, unit: OwnUnit) -> None:
        self.scene = scene
        self.unit = unit
        self.id = unit.id
        self.at = scene.atlas.at(unit.x, unit.y)
        self.energy = unit.energy
        self.most = unit.max_energy
        self.weight = unit.weight
        self.things = {**unit.resources, **unit.items}
        self.worn = {"sword": unit.sword, "armour": unit.armour}
        self.able = not unit.frozen and not unit.respawned

    # Costs

    def step_cost(self, weight: int | None = None) -> int:
        """QST-061, without towers"""
        return step_price(self.scene.options, self.weight if weight is None else weight)

    def is_overweight(self) -> bool:
        """QST-060"""
        return is_overweight(self.scene.options, self.weight)

    def pickup_cost(self) -> int:
        """QST-084"""
        return self.scene.options.pickup_cost + self.scene.memory.surcharge(self.at)

    def has(self, use: Mapping[str, int]) -> bool:
        return all(self.things.get(name, 0) >= quantity for name, quantity in use.items())

    def _pay(self, cost: int) -> bool:
        if not self.able or self.energy < cost:
            return False
        self.energy -= cost
        return True

    def _do(self, action: Action) -> bool:
        self.scene.actions.append(action)
        return True

    def _change(self, what: Mapping[str, int], sign: int) -> None:
        for name, quantity in what.items():
            left = self.things.get(name, 0) + sign * quantity
            if left:
                self.things[name] = left
            else:
                del self.things[name]
            self.weight += sign * quantity * self.scene.book.weights[name]

    # Actions

    def move(self, to: int) -> bool:
        """A step to a cell beside it that is known to be free."""
        memory = self.scene.memory
        if self.is_overweight() or not memory.grass >> to & 1 or memory.blocked >> to & 1:
            return False
        if not self._pay(self.step_cost() + memory.surcharge(to)):
            return False
        self.at = to
        x, y = self.scene.atlas.place(to)
        return self._do(Move(unit=self.id, view=False, to=(x, y)))

    def walk(self, way: Sequence[int], *, keep: int = 0) -> bool:
        """Along a way as far as energy and knowledge reach; true if to its end. It keeps some energy."""
        for to in way:
            if self.energy - self.step_cost() - self.scene.memory.surcharge(to) < keep or not self.move(to):
                return False
        return True

    def dig(self) -> bool:
        return self._pay(self.scene.options.dig_cost) and self._do(Dig(unit=self.id, view=False))

    def pickup(self, what: Mapping[str, int], *, sure: bool = True) -> bool:
        """Take what lies here; gold goes to the team (QST-087). If it is not sure that there is so much, the unit has
        done its share of the turn: nobody can tell what it carries then."""
        if not what or not self._pay(self.pickup_cost()):
            return False
        self.able = sure
        if sure:
            self.scene.memory.take(self.at, what)
            self._change({name: n for name, n in what.items() if name != "gold"}, 1)
            self.scene.gold += what.get("gold", 0)
        return self._do(Pickup(unit=self.id, view=False, what=dict(what)))  # type: ignore[arg-type]

    def drop(self, what: Mapping[str, int]) -> bool:
        if not what or not self.able or not self.has(what):
            return False
        self._change(what, -1)
        self.scene.memory.lay(self.at, what)
        return self._do(Drop(unit=self.id, view=False, what=dict(what)))  # type: ignore[arg-type]

    def craft(self, way: Way) -> bool:
        """A sword or an armour into the inventory, or a tower or trap into this cell."""
        scene = self.scene
        if not self.has(way.use) or scene.levels[t.KIND_NAMES[way.kind]] < way.level:
            return False
        if way.kind in (t.TOWER, t.TRAP):
            return self._place(way)
        if not self._pay(way.cost):
            return False
        self._change(way.use, -1)
        self._change({way.item: 1}, 1)
        return self._do(Craft(unit=self.id, view=False, item=way.item, use=way.use))  # type: ignore[arg-type]

    def may_build(self) -> bool:
        """QST-101, QST-102"""
        return not (self.scene.built | self.scene.no_build) >> self.at & 1

    def _place(self, way: Way) -> bool:
        scene, trap = self.scene, way.kind == t.TRAP
        room = scene.trap_count < t.TRAPS_OWN if trap else scene.tower_count < t.TOWERS_OWN
        if not room or not self.may_build() or not self._pay(way.cost):
            return False
        self._change(way.use, -1)
        scene.built |= 1 << self.at
        scene.memory.building |= 1 << self.at
        if trap:
            scene.trap_count += 1
            scene.memory.traps |= 1 << self.at
            return self._do(PlaceTrap(unit=self.id, view=False, item=way.item, use=way.use))  # type: ignore[arg-type]
        scene.tower_count += 1
        scene.memory.blocked |= 1 << self.at
        return self._do(PlaceTower(unit=self.id, view=False, item=way.item, use=way.use))  # type: ignore[arg-type]

    def equip(self, item: str) -> bool:
        """QST-097"""
        if not self.able or not self.things.get(item):
            return False
        kind, level = item[:-1], int(item[-1])
        weight = self.weight  # what is worn weighs as much as what is carried
        self._change({item: 1}, -1)
        if self.worn[kind]:
            self._change({f"{kind}{self.worn[kind]}": 1}, 1)
        self.weight = weight
        self.worn[kind] = level
        return self._do(Equip(unit=self.id, view=False, item=item))  # type: ignore[arg-type]

    def research(self, kind: str) -> bool:
        """QST-098"""
        price = self.scene.price(kind)
        if price is None or price > self.scene.gold or not self._pay(self.scene.options.research_energy):
            return False
        self.scene.gold -= price
        self.scene.levels[kind] += 1
        return self._do(Research(unit=self.id, view=False, kind=kind))  # type: ignore[arg-type]

    def retaliate(self, energy: int, cutoff: int) -> bool:
        """How it strikes back from now on; nothing is sent where that is so already. QST-067"""
        now = self.unit.retaliate
        if not self.able or (now.energy, now.cutoff) == (energy, cutoff):
            return False
        return self._do(Retaliate(unit=self.id, view=False, energy=energy, cutoff=cutoff))

    # Fighting

    def reaches(self, foe: Foe) -> bool:
        return self.scene.atlas.apart(self.at, foe.at) <= 1

    def damage(self, foe: Foe, energy: int) -> int:
        """QST-064"""
        return damage_by(energy, *self._percents(foe))

    def needed(self, foe: Foe) -> int | None:
        """The least energy that destroys an enemy at once, None if none does: `damage_by` turned round. QST-064"""
        sword, armour = self._percents(foe)
        factor = (100 + sword) * (100 - armour)
        return None if factor <= 0 else max(1, -(-(foe.left * 10000 - 5000) // factor))

    def _percents(self, foe: Foe) -> tuple[int, int]:
        """What the own sword adds and the enemy's armour takes away. QST-096"""
        percents = (0, *self.scene.options.level_pct)
        return percents[self.worn["sword"]], percents[foe.armour]

    def attack(self, foe: Foe, energy: int) -> bool:
        """A hit; what the enemy strikes back with is not known, so the unit should be done with its turn after one
        that does not destroy."""
        if energy < 1 or foe.shield or foe.left <= 0 or not self.reaches(foe) or not self._pay(energy):
            return False
        foe.left -= self.damage(foe, energy)
        return self._do(Attack(unit=self.id, view=False, target=foe.id, energy=energy))
