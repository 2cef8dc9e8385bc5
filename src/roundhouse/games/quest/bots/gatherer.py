"""The built-in bot `gatherer`: explores, digs where something is buried, takes what pays, and defends itself."""

from functools import cache
from typing import Any

from msgspec import Struct

from ....protocol.messages import Start, Turn
from ....sdk.seeded_bot import SeededBot
from ..rules import tables as t
from ..settings import settings_of
from ..state_from_view import seen
from ..view import View
from .memory import Memory
from .pathfinding import cells_of
from .plan import Book, Hand, Scene
from .squad import strike


class Style(Struct, frozen=True, kw_only=True):
    """What makes one way of gathering different from another."""

    mirrored: bool = False  # whether it concludes from a drawn map's symmetry, and from outlines
    least: int = 5  # units in the ground that are worth a pickup
    unseen: float = 1.0  # points that a cell is worth which was never seen
    farthest: int = 40  # steps to a goal
    reaction: int = 40  # energy of a strike back


class Gatherer(SeededBot):
    """Sees only its view and draws nothing: equal matches give equal turns, whatever the seed."""

    name = "gatherer"
    style = Style()

    def start(self, start: Start) -> None:
        self.options = settings_of(start.setup)
        self.book = Book(self.options)
        self.memory: Memory | None = None

    def act(self, turn: Turn) -> list[Any]:
        view = seen(turn.view)
        scene = self.look(view)
        self.plan(scene)
        return scene.orders()

    def look(self, view: View) -> Scene:
        if self.memory is None:
            self.memory = Memory(view, self.options, mirrored=self.style.mirrored)
        self.memory.look(view)
        return Scene(view, self.options, self.memory, self.book)

    def plan(self, scene: Scene) -> None:
        self.claimed = 0  # cells where somebody is, or is on its way to
        for hand in scene.hands:
            self.claimed |= 1 << hand.at
        self.guesses: dict[int, int] = {}
        self.look_out(scene)
        self.defend(scene)
        for hand in scene.hands:
            self.work(scene, hand)
        for hand in scene.hands:
            self.brace(hand)

    # Fighting

    def defend(self, scene: Scene) -> None:
        """Destroy whoever stands beside us, where our units can do that at once."""
        for foe in sorted(scene.memory.foes, key=lambda foe: (foe.left, foe.id)):
            strike(scene, scene.hands, foe)

    def brace(self, hand: Hand) -> None:
        """What is left at the end of a turn strikes back."""
        energy = self.style.reaction
        hand.retaliate(energy if hand.energy >= energy else 0, hand.energy)

    # Gathering

    def work(self, scene: Scene, hand: Hand) -> None:
        """Take what is known to be here, then go where it pays best and dig there."""
        if not hand.able:
            return
        self.take(scene, hand)
        way = self.best(scene, hand)
        there = way is not None and hand.walk(way)
        blind = not scene.options.view_buried_types and hand.at not in scene.memory.dug  # QST-042
        if blind or (there and scene.memory.buried(hand.at) is None):
            hand.dig()

    def take(self, scene: Scene, hand: Hand) -> None:
        """Points are for taking something out of the ground; nobody needs to carry it after that."""
        amounts = scene.memory.buried(hand.at)
        if amounts is None or sum(amounts) < self.style.least:
            return
        lying = scene.memory.heaps.get(hand.at, ({}, {}))[0]
        what = {name: n + lying.get(name, 0) for name, n in zip(t.RESOURCE_NAMES, amounts, strict=True) if n}
        if hand.pickup(what):
            hand.drop(dict(hand.things))
            for at in cells_of(scene.atlas.around(1 << hand.at)):
                self.guesses.pop(at, None)

    def best(self, scene: Scene, hand: Hand) -> list[int] | None:
        """The way to the goal that brings the most points for its energy."""
        memory, atlas = scene.memory, scene.atlas
        levels = atlas.spread(1 << hand.at, memory.free, self.style.farthest)
        step, dig = max(1, hand.step_cost()), scene.options.dig_cost + scene.options.pickup_cost  # QST-080, QST-084
        goals = memory.anything() & (~self.claimed | 1 << hand.at)
        best, goal, steps = 0.0, -1, 0
        # QST-039
        hope = max(self.style.unseen * (2 * scene.options.view_radius + 1) ** 2, 3 * scene.options.region_peak)
        for distance, level in enumerate(levels):
            if best * distance * step > hope:  # nothing so far away can be better
                break
            for at in cells_of(level & goals):
                units = self.units(scene, at)
                rate = units / max(1, distance * step + dig) if units >= self.style.least else 0.0
                if rate > best:
                    best, goal, steps = rate, at, distance
            if distance and level & self.outlooks and (fresh := self.sight(scene, level)) is not None:
                at, cells = fresh
                if self.style.unseen * cells / (distance * step) > best:
                    best, goal, steps = self.style.unseen * cells / (distance * step), at, distance
        if goal < 0:
            return None
        self.claimed |= 1 << goal
        self.unseen &= ~atlas.square(goal, scene.options.view_radius)
        return atlas.path(levels, goal, steps)

    def units(self, scene: Scene, at: int) -> int:
        """About how much lies in a cell's ground."""
        known = self.guesses.get(at)
        if known is None:
            memory = scene.memory
            known = sum([memory.guess(at, n) for n in range(t.RESOURCES) if memory.believed[n] >> at & 1])
            self.guesses[at] = known
        return known

    def sight(self, scene: Scene, level: int) -> tuple[int, int] | None:
        """Of cells at one distance, the one that shows most of what was never seen."""
        atlas, radius = scene.atlas, scene.options.view_radius  # QST-039
        best, goal = 0, -1
        for at in cells_of(level & self.outlooks):
            cells = (atlas.square(at, radius) & self.unseen).bit_count()
            if cells > best:
                best, goal = cells, at
        return (goal, best) if goal >= 0 else None

    def look_out(self, scene: Scene) -> None:
        """Find cells from which something is seen that never was: of a lattice, so that there are few."""
        self.unseen = near = scene.memory.unknown
        for _ in range(scene.options.view_radius):  # QST-039
            near = scene.atlas.around(near)
        self.outlooks = (
            near
            & scene.memory.grass
            & lattice(scene.atlas.width, scene.atlas.height, min(3, scene.options.view_radius))
        )


@cache
def lattice(width: int, height: int, step: int) -> int:
    """Every so many cells of every so many lines."""
    line = sum(1 << x for x in range(0, width, step))
    return sum(line << (y * (width + 1)) for y in range(0, height, step))
