"""The built-in bot `random`: any robot does anything that may succeed."""

from ....protocol.messages import Start, Turn
from ....sdk.seeded_bot import SeededBot
from .. import actions as a
from ..rules import tables as t
from ..settings import settings_of
from ..state_from_view import seen
from ..view import RobotView
from .plan import Atlas, Scene, upgrade, used

ROBOTS_AT_ONCE = 2


class Random(SeededBot):
    """Draws one of the things that each robot could do, as far as the seat knows. Without a seed it is a live one."""

    name = "random"

    def start(self, start: Start) -> None:
        self.options = settings_of(start.setup)
        self.begin_draws(t.DRAW_AI)

    def act(self, turn: Turn) -> list[a.Action]:
        view = seen(turn.view)
        self.drawn = view.round << 20
        scene = Scene(view, self.options, Atlas(view))
        orders: list[a.Action] = []
        price = scene.prices["ROBOT"]
        room = scene.you.robot_limit - len(scene.robots)
        can = min(scene.purse // price, room, ROBOTS_AT_ONCE)
        if can > 0 and (not scene.robots or self.below(4) == 0):
            quantity = 1 + self.below(can)
            scene.purse -= quantity * price
            orders.append(a.Buying("ROBOT", None, quantity))
        for robot in scene.robots:
            orders.append(self.any_of(self.possible(scene, robot)))
        return [*orders, a.Done()]

    def any_of(self, actions: list[a.Action]) -> a.Action:
        return actions[self.below(len(actions))]

    def possible(self, scene: Scene, robot: RobotView) -> list[a.Action]:
        """Everything that the robot could do now: what it likes to do often stands in it more than once."""
        at = scene.at[robot.id]
        planet = scene.view.planets[at]
        can: list[a.Action] = []
        if robot.energy < robot.max_energy:
            can.append(a.Regeneration(robot.id))
        if robot.energy >= scene.leaving(at):
            can += [a.Movement(robot.id, scene.atlas.ids[n]) for n in scene.atlas.near[at]]
        if planet.resource is not None and used(robot) < robot.storage:
            kind = t.KIND_NAMES.index(planet.resource)
            if kind <= robot.levels["MINING"] and robot.energy >= scene.digging(robot, kind):
                can += [a.Mining(robot.id)] * 8
        if scene.trades(robot):
            can += self.trades(scene, robot)
        can += self.fights(scene, robot)
        return can or [a.Regeneration(robot.id)]

    def trades(self, scene: Scene, robot: RobotView) -> list[a.Action]:
        can: list[a.Action] = [a.Selling(robot.id)] * 8 if used(robot) else []
        for article in ("HEALTH", "ENERGY", *t.ITEM_NAMES):
            if scene.price(article, robot) <= scene.purse:
                can.append(a.Buying(article, robot.id))
        for stat, most in zip(t.STAT_NAMES, t.LEVEL_MAX, strict=True):
            if robot.levels[stat] < most and scene.prices[upgrade(stat, robot)] <= scene.purse:
                can.append(a.Buying(upgrade(stat, robot), robot.id))
        return can

    def fights(self, scene: Scene, robot: RobotView) -> list[a.Action]:
        here = [foe for foe in scene.foes if foe.planet == robot.planet]
        can: list[a.Action] = []
        if robot.energy >= scene.hitting(robot):
            can += [a.Battle(robot.id, foe.id) for foe in here]
        if robot.items["ROCKET"]:
            can += [a.BattleItemUse(robot.id, "ROCKET", foe.id) for foe in here]
        if robot.items["LONG_RANGE_BOMBARDMENT"] and scene.foes:
            aim = scene.foes[self.below(len(scene.foes))]
            can.append(a.BattleItemUse(robot.id, "LONG_RANGE_BOMBARDMENT", aim.planet))
        if robot.items["NUKE"] and scene.foes:
            can.append(a.BattleItemUse(robot.id, "NUKE", scene.foes[self.below(len(scene.foes))].planet))
        if robot.items["SELF_DESTRUCTION"] and len(here) > 1:
            can.append(a.BattleItemUse(robot.id, "SELF_DESTRUCTION", robot.id))
        if robot.items["REPAIR_SWARM"] and robot.health < robot.max_health:
            can.append(a.RepairItemUse(robot.id))
        if robot.items["WORMHOLE"]:
            can.append(a.MoveItemUse(robot.id))
        if here and robot.energy == robot.max_energy:
            can.append(a.Blocking(robot.id))
        return can
