"""The built-in bot `crafter`: gathers so that it can craft, knows amounts without digging, fights when that pays."""

from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ....protocol.messages import Start
from ..rules import tables as t
from .gatherer import Gatherer, Style
from .pathfinding import cells_of, set_of
from .plan import Hand, Scene
from .squad import strike
from .valuation import Load, Tastes, Worth, load_of

NAMES = t.RESOURCE_NAMES
CARRIED = tuple(name for name in NAMES if name != "gold")
GOALS_MAX = 8  # of one unit in one turn
SURFACE = t.RESOURCES
CROWD = 2  # cells around a goal

Amounts = tuple[int, ...]  # of the resources in the ground, then on the surface


class Temper(Struct, frozen=True, kw_only=True):
    """What makes one crafter different from another."""

    tastes: Tastes = Tastes()
    rich: int = 15  # units in a cell that is worth a way; poorer ones only when they are near
    near: int = 3  # steps
    farthest: int = 60  # steps to a goal
    fade: int = 6  # rounds before the end in which a load loses its value
    best_unit: float = 7.0  # points that no unit of a resource ever brings
    hope: float = 800.0  # points that no goal ever brings
    crowd: float = 0.7  # what is left of a goal's rate for everybody else who goes near it
    reach: int = 3  # steps to an enemy
    kill_energy: int = 260  # the most that is spent on destroying one
    bored: float = 0.15  # points for energy below which it rather hunts
    recall: int = 5  # rounds in which an enemy is still looked for where it was
    lurk: int = 140  # energy that a hunter keeps when it is near
    about: int = 12  # steps from an enemy within which swords are worn
    shares: tuple[float, float] = (0.4, 0.25)  # wood and stone that a unit of something else takes
    dearest: float = 2.0  # times the usual value
    wanted: tuple[str, ...] = ("sword", "armour", "sword", "armour", "tower", "trap", "tower", "trap")  # research


class Goal(Struct):
    at: int
    steps: int
    rate: float


class Offer(NamedTuple):
    """Amounts, more than they can be worth, and the energy that getting them takes: so much, and so many steps."""

    amounts: Amounts
    most: float
    pickups: int
    walks: int


class Crafter(Gatherer):
    """Sees only its view and draws nothing: equal matches give equal turns, whatever the seed."""

    name = "crafter"
    style = Style(mirrored=True, unseen=1.5)
    temper = Temper()

    def start(self, start: Start) -> None:
        super().start(start)
        self.goals: dict[int, int] = {}  # of units, in the turn before

    def plan(self, scene: Scene) -> None:
        self.prepare(scene)
        self.raid(scene)
        self.study(scene)
        for hand in scene.hands:
            self.work(scene, hand)
        for hand in scene.hands:
            self.brace(hand)

    def prepare(self, scene: Scene) -> None:
        """What is the same for all units of a turn."""
        memory = scene.memory
        fade = min(1.0, scene.left / self.temper.fade)
        for_points = scene.options.scoring == "points"  # else only kills count (QST-131)
        self.pickup_points = scene.options.pickup_points if for_points else 0  # QST-127
        craft_points = scene.options.craft_points if for_points else 0  # QST-128
        self.claimed = 0
        self.crowds: dict[int, int] = {}
        self.look_out(scene)
        self.ground: dict[int, Amounts] = {}
        self.sites: dict[int, list[Offer]] = {}
        self.rich = self.poor = 0
        for at in cells_of(memory.anything()):
            if sum(self.amounts(scene, at)) >= self.temper.rich:
                self.rich |= 1 << at
            else:
                self.poor |= 1 << at
        for at, (resources, _) in memory.heaps.items():
            if sum(resources.values()) >= self.temper.rich:
                self.rich |= 1 << at
                self.poor &= ~(1 << at)
        self.worth = Worth(scene.ways(), craft_points, self.tastes(scene), fade * for_points)

    def tastes(self, scene: Scene) -> Tastes:
        """The scarcer what goes with everything, the dearer: then it is carried on and not built with."""
        usual, totals = self.temper.tastes, [0] * t.RESOURCES
        for at in scene.memory.heaps:
            self.amounts(scene, at)
        for amounts in self.ground.values():
            for n in range(t.RESOURCES):
                totals[n] += amounts[n] + amounts[SURFACE + n]
        wanted = totals[t.LEATHER] + totals[t.BRONZE] + totals[t.IRON]
        price, most = list(usual.price), list(usual.most)
        for n, share in zip((t.WOOD, t.STONE), self.temper.shares, strict=True):
            scarce = min(self.temper.dearest, max(1.0, share * wanted / (1 + totals[n])))
            price[n], most[n] = price[n] * scarce, int(most[n] * scarce)
        return replace(usual, price=tuple(price), most=tuple(most))

    def amounts(self, scene: Scene, at: int) -> Amounts:
        """What lies in the ground of a cell, as far as anybody can tell, and on it."""
        known = self.ground.get(at)
        if known is None:
            memory = scene.memory
            buried = [memory.guess(at, n) if memory.believed[n] >> at & 1 else 0 for n in range(t.RESOURCES)]
            lying = memory.heaps[at][0] if at in memory.heaps else {}
            known = self.ground[at] = (*buried, *(lying.get(name, 0) for name in NAMES))
        return known

    # Fighting

    def raid(self, scene: Scene) -> None:
        """Destroy who can be destroyed in this turn, where that brings more than the energy would otherwise."""
        for foe in sorted(scene.memory.foes, key=lambda foe: (foe.left, foe.id)):
            strike(scene, scene.hands, foe, reach=self.temper.reach, most=self.temper.kill_energy)

    def hunt(self, scene: Scene, hand: Hand) -> None:
        """Go near an enemy and gather strength there, or to where enemies come from."""
        memory = scene.memory
        goals = set_of([foe.at for foe in memory.foes if not foe.shield] or self.recent(scene) or scene.starts)
        levels = scene.atlas.spread(1 << hand.at, memory.free | goals, self.temper.farthest)
        for steps, level in enumerate(levels):
            if level & goals:
                way = scene.atlas.path(levels, next(cells_of(level & goals)), steps)
                hand.walk(way[:-1], keep=self.temper.lurk if steps <= self.temper.reach + 2 else 0)
                return

    def recent(self, scene: Scene) -> list[int]:
        """Where enemies were seen lately."""
        memory = scene.memory
        return [at for at, when in memory.foes_seen.values() if memory.round - when <= self.temper.recall]

    # Research

    def study(self, scene: Scene) -> None:
        """Gold is good for nothing else."""
        done = dict.fromkeys(t.KIND_NAMES, 1)
        for kind in self.temper.wanted:
            done[kind] += 1
            if scene.levels[kind] >= done[kind]:
                continue
            price = scene.price(kind)
            if price is None or price > scene.gold or scene.left < self.temper.fade:
                return
            # QST-098
            hands = [hand for hand in scene.hands if hand.able and hand.energy >= scene.options.research_energy]
            if not hands:
                return
            max(hands, key=lambda hand: (hand.energy, hand.id)).research(kind)

    # Work

    def work(self, scene: Scene, hand: Hand) -> None:
        """From goal to goal, as far as the energy reaches."""
        for _ in range(GOALS_MAX):
            if not hand.able:
                return
            self.harvest(scene, hand)
            goal = self.choose(scene, hand)
            if goal is None or goal.rate < self.temper.bored:
                self.hunt(scene, hand)
                return
            if not self.lighten(scene, hand, goal):
                return
            levels = scene.atlas.spread(1 << hand.at, scene.memory.free, goal.steps)
            if not hand.walk(scene.atlas.path(levels, goal.at, goal.steps)):
                return
            blind = not scene.options.view_buried_types and hand.at not in scene.memory.dug  # QST-042
            if blind or scene.memory.buried(hand.at) is None:
                hand.dig()
                return

    def harvest(self, scene: Scene, hand: Hand) -> None:
        """Take what is here, and make of it what can be made."""
        memory = scene.memory
        amounts = memory.buried(hand.at)
        lying = memory.heaps.get(hand.at, ({}, {}))[0]
        what = {} if amounts is None else {name: n for name, n in zip(NAMES, amounts, strict=True) if n}
        worth = float(sum(what.values()) * self.pickup_points)
        load = dict(hand.things)
        for name in what.keys() | lying.keys():
            what[name] = what.get(name, 0) + lying.get(name, 0)
            load[name] = load.get(name, 0) + what[name]
        worth += self.worth.value(load_of(load)) - self.worth.value(load_of(hand.things))
        if what and worth > self.worth.tastes.energy * hand.pickup_cost() and hand.pickup(dict(sorted(what.items()))):
            self.ground.pop(hand.at, None)
            self.rich &= ~(1 << hand.at)
            self.poor &= ~(1 << hand.at)
            self.forget(scene, hand.at)
        self.make(scene, hand)

    def make(self, scene: Scene, hand: Hand) -> None:
        for made in self.worth.makes(load_of(hand.things), place=hand.may_build()):
            for _ in range(made.times):
                hand.craft(made.way)
        self.arm(scene, hand)
        hand.drop({item: n for item, n in hand.things.items() if item in t.ITEM_NAMES})

    def arm(self, scene: Scene, hand: Hand) -> None:
        """Wear the best sword there is, where enemies are about: elsewhere it only weighs."""
        if all(scene.atlas.apart(at, hand.at) > self.temper.about for at in self.recent(scene)):
            return
        for level in range(t.LEVEL_MAX, hand.worn["sword"], -1):
            if hand.equip(f"sword{level}"):
                return

    def lighten(self, scene: Scene, hand: Hand, goal: Goal) -> bool:
        """Leave behind what is not worth being carried so far, unless the unit is too tired to leave in this turn."""
        options = scene.options
        carrying = options.move_cost * options.move_weight_pct / 100 * goal.steps * self.worth.tastes.energy  # QST-061
        left: dict[str, int] = {}
        for n, name in enumerate(CARRIED):
            quantity, most = hand.things.get(name, 0), self.worth.tastes.most[n]
            if quantity and self.worth.marginal(n, 1) < carrying:
                left[name] = quantity
            elif quantity > most and self.worth.marginal(n, quantity) < carrying:
                left[name] = quantity - most
        over = hand.weight - sum(left.values()) - options.carry_limit  # QST-060
        for name in reversed(CARRIED):
            if over > 0 and hand.things.get(name, 0) > left.get(name, 0):
                more = min(over, hand.things[name] - left.get(name, 0))
                left[name] = left.get(name, 0) + more
                over -= more
        if goal.steps and hand.energy < hand.step_cost(hand.weight - sum(left.values())):
            return False
        hand.drop(left)
        return True

    # Goals

    def choose(self, scene: Scene, hand: Hand) -> Goal | None:
        """The goal that brings the most for its energy; somebody else's goals are left to them."""
        memory, atlas, temper = scene.memory, scene.atlas, self.temper
        levels = atlas.spread(1 << hand.at, memory.free, temper.farthest)
        kept = self.keep(scene, hand, levels)
        if kept is not None:
            return kept
        step = max(1, hand.step_cost())
        worths: dict[Amounts, float] = {}
        load = load_of(hand.things)
        before = self.worth.value(load)
        best = Goal(-1, 0, 0.0)
        rich = self.rich & ~self.claimed
        near = rich | self.poor & ~self.claimed
        for steps, level in enumerate(levels):
            way = steps * step
            if best.rate * way > temper.hope:  # nothing so far away can be better
                break
            for at in cells_of(level & (near if steps <= temper.near else rich)):
                offers = self.offers(scene, at)
                rate = 0.0
                crowd = temper.crowd ** self.crowds.get(at, 0)
                for amounts, most, pickups, walks in offers if steps else offers[:1]:
                    effort = max(1, way + pickups + walks * step)
                    if most * crowd <= best.rate * effort:
                        continue
                    if amounts not in worths:
                        worths[amounts] = self.profit(scene, load, amounts) - before
                    rate = max(rate, crowd * worths[amounts] / effort)
                if rate > best.rate:
                    best = Goal(at, steps, rate)
            if steps and level & self.outlooks and (fresh := self.sight(scene, level)) is not None:
                rate = self.style.unseen * fresh[1] / way
                if rate > best.rate:
                    best = Goal(fresh[0], steps, rate)
        if best.at < 0:
            return None
        self.claim(scene, best.at)
        self.goals[hand.id] = best.at
        return best

    def keep(self, scene: Scene, hand: Hand, levels: list[int]) -> Goal | None:
        """A unit on a long way goes on, as long as its goal is worth it."""
        at = self.goals.get(hand.id, -1)
        if at < 0 or not (self.rich & ~self.claimed) >> at & 1 or scene.atlas.apart(at, hand.at) < self.temper.near:
            return None
        for steps, level in enumerate(levels):
            if level >> at & 1:
                self.claim(scene, at)
                return Goal(at, steps, self.temper.bored)
        return None

    def claim(self, scene: Scene, at: int) -> None:
        """Others keep away from a goal, and rather from what is near it."""
        self.claimed |= 1 << at
        self.unseen &= ~scene.atlas.square(at, scene.options.view_radius)
        for other in cells_of(scene.atlas.square(at, CROWD)):
            self.crowds[other] = self.crowds.get(other, 0) + 1
        self.forget(scene, at)

    def forget(self, scene: Scene, at: int) -> None:
        """A cell has changed, so the offers beside it have."""
        for other in cells_of(scene.atlas.around(1 << at)):
            self.sites.pop(other, None)

    def offers(self, scene: Scene, at: int) -> list[Offer]:
        """What a cell offers: alone, and together with the rich ones beside it."""
        offers = self.sites.get(at)
        if offers is None:
            options = scene.options
            alone = self.amounts(scene, at)
            dig = options.dig_cost if scene.memory.buried(at) is None else 0  # QST-080
            offers = self.sites[at] = [Offer(alone, self.most(alone), options.pickup_cost + dig, 0)]  # QST-084
            cells = scene.atlas.around(1 << at) & self.rich & ~self.claimed & ~(1 << at)
            if cells:
                lists = [alone, *(self.amounts(scene, other) for other in cells_of(cells))]
                total = tuple(map(sum, zip(*lists, strict=True)))
                offers.append(Offer(total, self.most(total), len(lists) * options.pickup_cost + dig, len(lists) - 1))
        return offers

    def most(self, amounts: Amounts) -> float:
        return sum(amounts) * self.temper.best_unit

    def profit(self, scene: Scene, load: Load, amounts: Amounts) -> float:
        """What a load and these amounts would be worth, with the points for taking them out of the ground."""
        more = [load[n] + amounts[n] + amounts[SURFACE + n] for n in range(t.RESOURCES)]
        gold = self.worth.tastes.gold * more[t.GOLD] if self.pickup_points else 0.0
        points = self.pickup_points * sum(amounts[:SURFACE])
        return points + gold + self.worth.value((*more, *load[t.FIRST_ITEM :]))
