"""The built-in bot `warlord`: grows like an investor, keeps soldiers that look for foreign robots, fights where it
pays, and bombs where many of them stand."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ....protocol.messages import Start, Turn
from ..actions import Battle, BattleItemUse, Regeneration
from ..view import RobotView, Sighting
from .miner import Investor
from .plan import FAR, Scene, read, tag, used

BOMB, NUKE = "LONG_RANGE_BOMBARDMENT", "NUKE"
ROBOT_WORTH = 2.5  # what a usual robot has cost, upgrades included, in prices of a robot


class Temper(Struct, frozen=True, kw_only=True):
    """How a warlord fights."""

    memory: int = 6  # rounds after which a robot counts as gone
    crowd: int = 8  # attackers for one victim at most
    patience: int = 4  # rounds that an attack may take
    soldiers: float = 0.2  # of the swarm, from so many robots on:
    soldiers_from: int = 8
    kit: tuple[str, ...] = ("DAMAGE_1", "HEALTH_1", "DAMAGE_2")  # what a soldier buys
    gain: float = 0.5  # of what a strike destroys: so much a weapon may cost
    stock: int = 3  # weapons in store at most
    peaceful: bool = False  # fights only those who began


class Foe:
    """A foreign robot where it probably is, and what it can still take."""

    def __init__(self, sight: Sighting, at: int, health: int, sure: float) -> None:
        self.id = sight.id
        self.at = at
        self.health = health
        self.sure = sure


class Warlord(Investor):
    name = "warlord"
    style = replace(Investor.style, first=2)
    temper = Temper()

    def start(self, start: Start) -> None:
        super().start(start)
        self.health: dict[str, int] = {}  # of foreign robots that were hit
        self.gone: dict[str, int] = {}  # of foreign robots that were not where they were seen: in which round that was
        self.aims: dict[str, str] = {}  # whom each robot attacked in the round before
        self.soldiers: set[str] = set()
        self.danger = 0.0  # own robots hit in a round, lately
        self.enemies: set[int] = set()  # seats that hit one of ours

    def plan(self, scene: Scene, turn: Turn) -> None:
        self.learn(scene, turn.events)
        foes = self.foes(scene)
        self.throw(scene, foes)
        self.strike(scene, foes)
        self.sell(scene)
        self.muster(scene)
        self.arm(scene, foes)
        self.grow(scene)
        self.march(scene, foes)
        self.work(scene, [robot for robot in scene.robots if robot.id not in scene.orders])

    # What is known of the others

    def learn(self, scene: Scene, events: Sequence[Any]) -> None:
        hurt = set()
        for event in events:
            if tag(event) == "fight" and read(event, "success") and read(event, "health") is not None:
                self.health[read(event, "target")] = read(event, "health")
                if read(event, "target_seat") == self.seat and read(event, "seat") != self.seat:
                    hurt.add(read(event, "target"))
                    self.enemies.add(read(event, "seat"))
        self.danger += 0.1 * (len(hurt) - self.danger)
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
            if self.temper.peaceful and sight.seat not in self.enemies:
                continue
            stays = 0.9 if at in mined else 0.6 if at in scene.stations else 0.3
            found.append(Foe(sight, at, max(1, self.health.get(sight.id, self.usual(scene))), stays**age))
        return found

    def usual(self, scene: Scene) -> int:
        """The health of a robot that was not hit yet: most are better protected later."""
        return self.options.health[0 if scene.round < 60 else 1]  # DUN-027

    def gain(self, scene: Scene, robot: RobotView, stat: str) -> float:
        """Who is attacked protects itself: twice the health loses half as many robots."""
        if stat == "HEALTH" and self.danger:
            saved = 0.5 * self.danger / len(scene.robots) / max(1, robot.max_health // 10)
            return saved * ROBOT_WORTH * self.options.robot_price
        return super().gain(scene, robot, stat)

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

    # Soldiers

    def muster(self, scene: Scene) -> None:
        """Empty robots on stations become soldiers, as long as others are known and there are too few."""
        self.soldiers &= {robot.id for robot in scene.robots}
        count = len(scene.robots)
        wanted = int(count * self.temper.soldiers) if count >= self.temper.soldiers_from and scene.foes else 0
        for robot in scene.robots:
            if len(self.soldiers) >= wanted:
                break
            if scene.trades(robot) and used(robot) == 0:
                self.soldiers.add(robot.id)

    def march(self, scene: Scene, foes: list[Foe]) -> None:
        """Armed soldiers go where most of the others are, or to the patch of which nothing was heard for longest."""
        crowds: dict[int, float] = defaultdict(float)
        for foe in foes:
            crowds[foe.at] += foe.sure
        heard = scene.view.planets
        patches = [patch.at for patch in scene.patches]
        for robot in scene.robots:
            at = scene.at[robot.id]
            if robot.id not in self.soldiers or robot.id in scene.orders or robot.levels["DAMAGE"] == 0:
                continue
            ways = []
            for goal in crowds or patches:
                steps = scene.atlas.field((goal,))[at]
                if steps < FAR and (crowds or goal != at):
                    worth = crowds[goal] / (3 + steps) if crowds else scene.round - heard[goal].as_of - 3 * steps
                    ways.append((-worth, goal))
            goal = min(ways)[1] if ways else at
            if goal != at:
                scene.orders[robot.id] = scene.walk(robot, scene.atlas.field((goal,)))

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
        return self.options.bombardment_damage if item == BOMB else self.options.nuke_damage  # DUN-091 to DUN-096

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
        """Soldiers get their kit; weapons are bought if they would destroy much more than they cost."""
        stock = sum(robot.items[BOMB] + robot.items[NUKE] for robot in scene.robots)
        aims = {item: self.best_aim(scene, foes, self.damage(item)) for item in (BOMB, NUKE)} if foes else {}
        for robot in scene.robots:
            if not scene.trades(robot) or not isinstance(scene.orders.get(robot.id), Regeneration | None):
                continue
            for item, (at, value) in aims.items():
                wanted = stock < self.temper.stock and at >= 0 and value * self.temper.gain >= scene.prices[item]
                if wanted and scene.buy(robot, item):
                    stock += 1
                    break
            else:
                if robot.id in self.soldiers:
                    self.equip(scene, robot)

    def equip(self, scene: Scene, robot: RobotView) -> None:
        for article in self.temper.kit:
            stat, level = article[:-2], int(article[-1])
            if robot.levels[stat] < level:
                if robot.levels[stat] == level - 1:
                    scene.buy(robot, article)
                return
