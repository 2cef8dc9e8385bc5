"""The built-in bot `random`: any unit does anything that may succeed."""

from collections.abc import Callable
from typing import Any

from ....protocol.messages import Start, Turn
from ....sdk.seeded_bot import SeededBot
from ..rules import tables as t
from ..settings import settings_of
from ..state_from_view import seen
from .memory import Foe, Memory
from .pathfinding import cells_of
from .plan import Book, Hand, Scene

ACTIONS_MAX = 4  # of one unit in one turn
TAKEN_MAX = 40  # of something buried of which nobody knows how much there is

Choice = Callable[[], bool]


class Random(SeededBot):
    """Draws a few of the things that each unit could do, as far as the seat knows. Without a seed it is a live one."""

    name = "random"

    def start(self, start: Start) -> None:
        self.options = settings_of(start.setup)
        self.book = Book(self.options)
        self.begin_draws(t.DRAW_AI)

    def act(self, turn: Turn) -> list[Any]:
        view = seen(turn.view)
        self.drawn = view.round << 20
        memory = Memory(view, self.options)
        memory.look(view)
        scene = Scene(view, self.options, memory, self.book)
        for hand in scene.hands:
            for _ in range(1 + self.below(ACTIONS_MAX)):
                can = self.possible(scene, hand) if hand.able else []
                if can:
                    can[self.below(len(can))]()
        return scene.orders()

    def possible(self, scene: Scene, hand: Hand) -> list[Choice]:
        """Everything that a unit could do now: what it likes to do often stands in it more than once."""
        options, memory = scene.options, scene.memory
        can: list[Choice] = []
        if hand.energy >= hand.step_cost() and not hand.is_overweight():
            beside = memory.atlas.around(1 << hand.at) & memory.grass & memory.free & ~(1 << hand.at)
            can += [lambda to=to: hand.move(to) for to in cells_of(beside)]  # type: ignore[misc]
        if hand.energy >= options.dig_cost:  # QST-080
            can.append(hand.dig)
        can += self.takings(scene, hand) * 4
        can += self.makings(scene, hand) * 2
        for foe in memory.foes:
            if hand.reaches(foe) and hand.energy and not foe.shield and foe.left > 0:
                can += [lambda foe=foe: self.hit(hand, foe)] * 4  # type: ignore[misc]
        if self.below(20) == 0:
            can.append(lambda: hand.retaliate(self.below(60), self.below(200)))
        return can

    def hit(self, hand: Hand, foe: Foe) -> bool:
        done = hand.attack(foe, 1 + self.below(hand.energy))
        hand.able = False  # who knows how the enemy strikes back
        return done

    def takings(self, scene: Scene, hand: Hand) -> list[Choice]:
        memory = scene.memory
        here = [n for n in range(t.RESOURCES) if memory.types[n] >> hand.at & 1]
        resources, items = memory.heaps.get(hand.at, ({}, {}))
        what = dict(resources) | dict(items)
        for n in here:
            what[t.RESOURCE_NAMES[n]] = 1 + self.below(TAKEN_MAX)
        can: list[Choice] = []
        if what and hand.energy >= hand.pickup_cost():
            can.append(lambda: hand.pickup(what, sure=not here))
        if hand.things:
            names = sorted(hand.things)
            name = names[self.below(len(names))]
            quantity = 1 + self.below(hand.things[name])
            can += [lambda: hand.drop({name: quantity})] * (3 if hand.is_overweight() else 1)
        return can

    def makings(self, scene: Scene, hand: Hand) -> list[Choice]:
        can: list[Choice] = [lambda way=way: hand.craft(way) for way in scene.ways() if hand.has(way.use)]  # type: ignore[misc]
        can += [lambda item=item: hand.equip(item) for item in t.ITEM_NAMES if hand.things.get(item)]  # type: ignore[misc]
        for kind in t.KIND_NAMES:
            price = scene.price(kind)
            if price is not None and price <= scene.gold and self.below(8) == 0:
                can.append(lambda kind=kind: hand.research(kind))  # type: ignore[misc]
        return can
