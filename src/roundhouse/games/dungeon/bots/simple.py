"""The built-in bot `random`: any robot does anything that may succeed."""

from secrets import randbits

from ....core.rules import below, draw, stream
from ....protocol.messages import Start, Turn
from ....sdk.bot import Bot
from ..rules import tables as t
from ..actions import Action, Battle, BattleItemUse, Blocking, Buying, Done, Mining, MoveItemUse, Movement, Regeneration, RepairItemUse, Selling
from .plan import Atlas, Scene, seen, upgrade, used
from ..setup import settings_of
from ..view import RobotView

ROBOTS_AT_ONCE = 2


class Random(Bot):
    """Draws one of the things that each robot could do, as far as the seat knows. Without a seed it is a live one."""

    name = "random"

    def __init__(self, *, seed: int | None = None) -> None:
        self.seed = seed

    def start(self, start: Start) -> None:
        self.options = settings_of(start.setup)
        self.key = stream(randbits(64) if self.seed is None else self.seed, t.DRAW_AI)
        self.drawn = 0

    def act(self, turn: Turn) -> list[Action]:
        view = seen(turn.view)
        self.drawn = view.round << 20
        scene = Scene(view, self.options, Atlas(view))
        orders: list[Action] = []
        price = scene.prices["ROBOT"]
        room = scene.you.robot_limit - len(scene.robots)
        can = min(scene.purse // price, room, ROBOTS_AT_ONCE)
        if can > 0 and (not scene.robots or self.below(4) == 0):
            quantity = 1 + self.below(can)
            scene.purse -= quantity * price
            orders.append(Buying("ROBOT", None, quantity))
        for robot in scene.robots:
            orders.append(self.any_of(self.possible(scene, robot)))
        return [*orders, Done()]

    def below(self, bound: int) -> int:
        self.drawn += 1
        return below(draw(self.key, self.drawn), bound)

    def any_of(self, actions: list[Action]) -> Action:
        return actions[self.below(len(actions))]

    def possible(self, scene: Scene, robot: RobotView) -> list[Action]:
        """Everything that the robot could do now: what it likes to do often stands in it more than once."""
        at = scene.at[robot.id]
        planet = scene.view.planets[at]
        can: list[Action] = []
        if robot.energy < robot.max_energy:
            can.append(Regeneration(robot.id))
        if robot.energy >= scene.leaving(at):
            can += [Movement(robot.id, scene.atlas.ids[n]) for n in scene.atlas.near[at]]
        if planet.resource is not None and used(robot) < robot.storage:
            kind = t.KIND_NAMES.index(planet.resource)
            if kind <= robot.levels["MINING"] and robot.energy >= scene.digging(robot, kind):
                can += [Mining(robot.id)] * 8
        if scene.trades(robot):
            can += self.trades(scene, robot)
        can += self.fights(scene, robot)
        return can or [Regeneration(robot.id)]

    def trades(self, scene: Scene, robot: RobotView) -> list[Action]:
        can: list[Action] = [Selling(robot.id)] * 8 if used(robot) else []
        for article in ("HEALTH", "ENERGY", *t.ITEM_NAMES):
            if scene.price(article, robot) <= scene.purse:
                can.append(Buying(article, robot.id))
        for stat, most in zip(t.STAT_NAMES, t.LEVEL_MAX, strict=True):
            if robot.levels[stat] < most and scene.prices[upgrade(stat, robot)] <= scene.purse:
                can.append(Buying(upgrade(stat, robot), robot.id))
        return can

    def fights(self, scene: Scene, robot: RobotView) -> list[Action]:
        here = [foe for foe in scene.foes if foe.planet == robot.planet]
        can: list[Action] = []
        if robot.energy >= scene.hitting(robot):
            can += [Battle(robot.id, foe.id) for foe in here]
        if robot.items["ROCKET"]:
            can += [BattleItemUse(robot.id, "ROCKET", foe.id) for foe in here]
        if robot.items["LONG_RANGE_BOMBARDMENT"] and scene.foes:
            aim = scene.foes[self.below(len(scene.foes))]
            can.append(BattleItemUse(robot.id, "LONG_RANGE_BOMBARDMENT", aim.planet))
        if robot.items["NUKE"] and scene.foes:
            can.append(BattleItemUse(robot.id, "NUKE", scene.foes[self.below(len(scene.foes))].planet))
        if robot.items["SELF_DESTRUCTION"] and len(here) > 1:
            can.append(BattleItemUse(robot.id, "SELF_DESTRUCTION", robot.id))
        if robot.items["REPAIR_SWARM"] and robot.health < robot.max_health:
            can.append(RepairItemUse(robot.id))
        if robot.items["WORMHOLE"]:
            can.append(MoveItemUse(robot.id))
        if here and robot.energy == robot.max_energy:
            can.append(Blocking(robot.id))
        return can
