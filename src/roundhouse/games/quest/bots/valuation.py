"""What a load is worth to a crafter: the points of what can be made of it, and what the rest is good for later."""

from collections.abc import Sequence

from msgspec import Struct

from ..rules import tables as t
from .plan import Way

Load = tuple[int, ...]  # quantities in the order of an action's row: resources, then items


class Tastes(Struct, frozen=True, kw_only=True):
    """What a unit of a resource is worth that is carried on, and up to how many: ingredients that go with everything
    make points out of whatever is found next. In the order of the resources, without gold."""

    price: tuple[float, ...] = (4.0, 3.0, 0.8, 0.8, 0.8, 0.8)
    most: tuple[int, ...] = (24, 16, 40, 40, 40, 40)
    more: float = 0.3  # of every unit beyond
    energy: float = 0.7  # points that a unit of energy is worth
    gold: float = 1.0  # points that a unit of gold is worth besides those of the pickup


class Made(Struct, frozen=True):
    way: Way
    times: int


class Worth:
    """Judges loads by the ways that a team knows. `fade` falls to 0 as the match ends: nothing is for later then."""

    def __init__(self, ways: Sequence[Way], craft_points: int, tastes: Tastes, fade: float) -> None:
        self.tastes = tastes
        self.points = craft_points
        self.price = [price * fade for price in tastes.price]
        self.more = tastes.more * fade
        items = [way for way in ways if way.kind in (t.SWORD, t.ARMOUR) and self._pays(way)]
        placed = [way for way in ways if way.kind in (t.TOWER, t.TRAP)]
        # What makes the most of a load comes first
        self._items = [needs(way) for way in sorted(items, key=lambda way: (-way.level, -way.units, way.item))]
        self._placed = [needs(way) for way in sorted(placed, key=lambda way: (-way.units, way.item))]
        self._known: dict[Load, float] = {}

    def _pays(self, way: Way) -> bool:
        later = sum(self.price[n] * way.use.get(name, 0) for n, name in enumerate(t.RESOURCE_NAMES[: t.GOLD]))
        return self.points * way.units > later + self.tastes.energy * way.cost

    def later(self, load: Sequence[int]) -> float:
        """What a load is worth that nothing is made of now."""
        total = 0.0
        for n, most in enumerate(self.tastes.most):
            quantity = load[n]
            if quantity > most:
                total += self.price[n] * most + self.more * (quantity - most)
            elif quantity:
                total += self.price[n] * quantity
        return total

    def makes(self, load: Load, *, place: bool = True) -> list[Made]:
        """What should be made of a load, one after the other; what is made may be an ingredient of the next. One thing
        at most is placed: a cell has room for one, and it must bring more than its ingredients would later."""
        left, made, busy = list(load), list[Made](), True
        while busy:
            busy = False
            for way, use, (first, least), (second, less) in self._items:
                if left[first] < least or left[second] < less:  # most are out of the question at a glance
                    continue
                times = min([left[n] // quantity for n, quantity in use])
                if times:
                    busy = True
                    made.append(Made(way, times))
                    for n, quantity in use:
                        left[n] -= times * quantity
                    left[t.FIRST_ITEM + way.number] += times
        for way, use, (first, least), (second, less) in self._placed if place else ():
            if left[first] >= least and left[second] >= less and all(left[n] >= quantity for n, quantity in use):
                after = list(left)
                for n, quantity in use:
                    after[n] -= quantity
                if self.points * way.units - self.tastes.energy * way.cost > self.later(left) - self.later(after):
                    made.append(Made(way, 1))
                    break
        return made

    def value(self, load: Load) -> float:
        """All that a load is worth."""
        known = self._known.get(load)
        if known is None:
            left, known = list(load), 0.0
            for made in self.makes(load):
                way = made.way
                known += made.times * (self.points * way.units - self.tastes.energy * way.cost)
                for name, quantity in way.use.items():
                    left[t.THING_NAMES.index(name)] -= made.times * quantity
            known += self.later(left)
            self._known[load] = known
        return known

    def marginal(self, n: int, quantity: int) -> float:
        """What the last of so many units is worth later."""
        return self.price[n] if quantity <= self.tastes.most[n] else self.more


Need = tuple[int, int]


def needs(way: Way) -> tuple[Way, list[Need], Need, Need]:
    """A way with its ingredients by number, and two of those that not everybody carries."""
    use = [(t.THING_NAMES.index(name), quantity) for name, quantity in way.use.items()]
    return way, use, max(use), sorted(use)[-2:][0]


def load_of(things: dict[str, int]) -> Load:
    return tuple([things.get(name, 0) for name in t.THING_NAMES])
