"""The built-in bot `warlord`: a miner that fights where it pays, and bombs where many foreign robots stand."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...protocol.messages import Start, Turn
from .actions import Battle, BattleItemUse, Regeneration
from .miner import Miner, Style
from .plan import FAR, Scene, read, tag, used
from .view import RobotView, Sighting

BOMB, NUKE = "LONG_RANGE_BOMBARDMENT", "NUKE"
ROBOT_WORTH = 2.5  # what a usual robot has cost, upgrades included, in prices of a robot


class Temper(Struct, frozen=True, kw_only=True):
    """How a warlord fights."""

    memory: int = 6  # rounds after which a robot counts as gone
    crowd: int = 8  # attackers for one victim at most
    patience: int = 1  # rounds that an attack may take
    scouts: int = 1  # robots that look where the others are, from so many robots on:
    scouts_from: int = 12
    gain: float = 0.5  # of what a strike destroys: so much a weapon may cost
    stock: int = 3  # weapons in store at most


class Foe:
    """A foreign robot where it probably is, and what it can still take."""

    def __init__(self, sight: Sighting, at: int, health: int, sure: float) -> None:
        self.id = sight.id
        self.at = at
        self.health = health
        self.sure = sure


class Warlord(Miner):
    name = "warlord"
    style = replace(
        Style(),
        levels=1.0,
        slope=0.02,
        ladder=(
            "MINING_SPEED_1", "STORAGE_1", "MINING_1", "DAMAGE_1", "ENERGY_REGEN_1", "HEALTH_1", "MAX_ENERGY_1",
            "MINING_2", "MINING_SPEED_2", "STORAGE_2", "DAMAGE_2", "ENERGY_REGEN_2", "MINING_3", "MINING_SPEED_3",
            "STORAGE_3", "HEALTH_2", "MINING_4", "ENERGY_REGEN_3", "MAX_ENERGY_2", "MINING_SPEED_4", "STORAGE_4",
        ),
    )  # fmt: skip
    temper = Temper()

    def start(self, start: Start) -> None:
        super().start(start)
        self.health: dict[str, int] = {}  # of foreign robots that were hit
        self.gone: dict[str, int] = {}  # of foreign robots that were not where they were seen: in which round that was
        self.aims: dict[str, str] = {}  # whom each robot attacked in the round before

    def plan(self, scene: Scene, turn: Turn) -> None:
        self.learn(scene, turn.events)
        foes = self.foes(scene)
        self.throw(scene, foes)
        self.strike(scene, foes)
        self.sell(scene)
        self.arm(scene, foes)
        self.grow(scene)
        self.scout(scene)
        self.work(scene, [robot for robot in scene.robots if robot.id not in scene.orders])

    # What is known of the others

    def learn(self, scene: Scene, events: Sequence[Any]) -> None:
        for event in events:
            if tag(event) == "fight" and read(event, "success") and read(event, "health") is not None:
                self.health[read(event, "target")] = read(event, "health")
        sights = {sight.id: sight for sight in scene.foes}
        for robot in scene.robots:
            target = self.aims.get(robot.id)
            if target in sights and robot.last is not None and robot.last.reason.startswith("target_"):
                self.gone[target] = sights[target].round
        self.aims = {}

    def foes(self, scene: Scene) -> list[Foe]:
        """Whoever was seen lately. On a patch robots stay long, elsewhere hardly."""
        mined = {patch.at for patch in scene.patches}
        found = []
        for sight in scene.foes:
            age = scene.round - sight.round - 1
            at = scene.atlas.number.get(sight.planet, -1)
            if age > self.temper.memory or at < 0 or self.gone.get(sight.id) == sight.round:
                continue
            stays = 0.9 if at in mined else 0.6 if at in scene.stations else 0.3
            found.append(Foe(sight, at, max(1, self.health.get(sight.id, self.usual(scene))), stays**age))
        return found

    def usual(self, scene: Scene) -> int:
        """The health of a robot that was not hit yet: most are better protected later."""
        return self.options.health[0 if scene.round < 60 else 1]

    # Attacks

    def strike(self, scene: Scene, foes: list[Foe]) -> None:
        """Robots on the same planet attack together, the weakest victim first, if they can destroy it soon."""
        there = defaultdict(list)
        for robot in scene.robots:
            if robot.id not in scene.orders and robot.energy >= scene.hitting(robot):
                there[scene.at[robot.id]].append(robot)
        for robots in there.values():
            robots.sort(key=lambda robot: (-robot.damage, robot.id))
        for foe in sorted(foes, key=lambda foe: (foe.health, foe.id)):
            robots = there.get(foe.at, [])[: self.temper.crowd]
            if not robots or sum(robot.damage for robot in robots) * self.temper.patience < foe.health:
                continue
            left = foe.health
            for robot in robots:
                if left <= 0:
                    break
                left -= robot.damage
                there[foe.at].remove(robot)
                scene.orders[robot.id] = Battle(robot.id, foe.id)
                self.aims[robot.id] = foe.id

    # Weapons

    def value(self, scene: Scene, foes: list[Foe], at: int, damage: int) -> float:
        """What damage to everybody on a planet destroys, in money: theirs less ours."""
        one = ROBOT_WORTH * self.options.robot_price * min(1.0, 0.3 + scene.left / 100)
        gain = sum(foe.sure * min(1.0, damage / foe.health) for foe in foes if foe.at == at)
        for robot in scene.robots:
            if scene.at[robot.id] == at:
                gain -= 1.2 if robot.health <= damage else 0.2
        return one * gain

    def best_aim(self, scene: Scene, foes: list[Foe], damage: int) -> tuple[int, float]:
        best, most = -1, 0.0
        for at in sorted({foe.at for foe in foes}):
            value = self.value(scene, foes, at, damage)
            if value > most:
                best, most = at, value
        return best, most

    def damage(self, item: str) -> int:
        return self.options.bombardment_damage if item == BOMB else self.options.nuke_damage

    def throw(self, scene: Scene, foes: list[Foe]) -> None:
        for robot in scene.robots:
            for item in (NUKE, BOMB):
                at, value = self.best_aim(scene, foes, self.damage(item)) if robot.items[item] else (-1, 0.0)
                if at < 0 or value < scene.prices[item] * self.temper.gain:
                    continue
                scene.orders[robot.id] = BattleItemUse(robot.id, item, scene.atlas.ids[at])
                for foe in foes:
                    if foe.at == at:
                        foe.health -= self.damage(item)
                foes[:] = [foe for foe in foes if foe.health > 0]
                break

    def arm(self, scene: Scene, foes: list[Foe]) -> None:
        """Buy what would destroy much more than it costs."""
        stock = sum(robot.items[BOMB] + robot.items[NUKE] for robot in scene.robots)
        for robot in scene.robots:
            free = robot.id not in scene.orders or isinstance(scene.orders[robot.id], Regeneration)
            if stock >= self.temper.stock or not foes or not free or not scene.trades(robot):
                continue
            for item in (BOMB, NUKE):
                at, value = self.best_aim(scene, foes, self.damage(item))
                if at >= 0 and value * self.temper.gain >= scene.prices[item] and scene.buy(robot, item):
                    stock += 1
                    break

    # Scouts

    def scout(self, scene: Scene) -> None:
        """Some empty robots walk from patch to patch, first to the one of which nothing was heard for longest."""
        free = [robot for robot in scene.robots if robot.id not in scene.orders and used(robot) == 0]
        if len(scene.robots) < self.temper.scouts_from or not scene.patches:
            return
        heard = {n: planet.as_of for n, planet in enumerate(scene.view.planets)}
        goals = [patch.at for patch in scene.patches]
        for robot in sorted(free, key=weakest)[: self.temper.scouts]:
            at = scene.at[robot.id]
            fields = [(scene.atlas.field((goal,)), goal) for goal in goals if goal != at]
            ways = [(field[at] * 3 - (scene.round - heard[goal]), goal, field) for field, goal in fields]
            ways = [way for way in ways if way[2][at] < FAR]
            if ways:
                scene.orders[robot.id] = scene.walk(robot, min(ways)[2])


def weakest(robot: RobotView) -> tuple[int, str]:
    return sum(robot.levels.values()), robot.id
