"""The built-in bot `miner`: explores, mines what pays best, sells when the price is good, and grows its swarm."""

from msgspec import Struct

from ...protocol.messages import Start, Turn
from ...sdk.bot import Bot
from . import tables as t
from .actions import Action, Buying, Done, Mining, Regeneration, Selling
from .plan import FAR, Atlas, Patch, Scene, seen, upgrade, used, worth
from .setup import settings_of
from .view import RobotView, View


class Style(Struct, frozen=True, kw_only=True):
    """What makes one economy different from another."""

    ladder: tuple[str, ...] = (
        "MINING_SPEED_1", "STORAGE_1", "MINING_1", "ENERGY_REGEN_1", "HEALTH_1", "MAX_ENERGY_1", "DAMAGE_1",
        "MINING_2", "MINING_SPEED_2", "STORAGE_2", "ENERGY_REGEN_2", "MINING_3", "MINING_SPEED_3", "STORAGE_3",
        "MINING_4", "ENERGY_REGEN_3", "MAX_ENERGY_2", "HEALTH_2", "DAMAGE_2", "MINING_SPEED_4", "STORAGE_4",
    )  # fmt: skip
    first: int = 1  # robots before anything else
    levels: float = 2.0  # mean levels of a robot before the next one is bought,
    slope: float = 0.04  # and so much more for every robot there is
    reserve: int = 300  # money beyond it becomes robots anyhow
    most: int = 128  # robots
    share: float = 0.8  # of the base price that a sale waits for,
    patience: int = 5  # so many rounds
    parcels: int = 0  # rounds before the end from which on it sells in parcels just large enough for all points
    explorers: int = 1  # robots that look around although there is something to mine
    endgame: int = 12  # rounds before the end in which everything becomes points


class Miner(Bot):
    """Sees only its view and draws nothing: equal matches give equal orders, whatever the seed."""

    name = "miner"
    style = Style()

    def __init__(self, *, seed: int | None = None) -> None:
        self.seed = seed

    def start(self, start: Start) -> None:
        self.seat = start.seat
        self.options = settings_of(start.setup)
        self.seats = len(start.setup.seats)
        self.atlas: Atlas | None = None
        self.waited: dict[str, int] = {}

    def act(self, turn: Turn) -> list[Action]:
        scene = self.look(seen(turn.view))
        self.plan(scene, turn)
        return [*scene.orders.values(), Done()]

    def look(self, view: View) -> Scene:
        if self.atlas is None or not self.atlas.fits(view):
            self.atlas = Atlas(view)
        return Scene(view, self.options, self.atlas)

    def plan(self, scene: Scene, turn: Turn) -> None:
        self.sell(scene)
        self.grow(scene)
        self.work(scene, [robot for robot in scene.robots if robot.id not in scene.orders])

    # Trading

    def sell(self, scene: Scene) -> None:
        """Sell where the price is good; a robot that waits for it regenerates."""
        base = self.options.resource_prices
        late = scene.left <= self.style.endgame
        waiting: dict[str, int] = {}
        for robot in scene.robots:
            if not scene.trades(robot) or used(robot) == 0 or not self.sells(scene, robot):
                continue
            waits = self.waited.get(robot.id, 0)
            good = worth(robot, scene.paid) >= self.style.share * worth(robot, list(base))
            if good or late or waits >= self.style.patience:
                self.order_sale(scene, robot)
            else:
                waiting[robot.id] = waits + 1
                scene.orders[robot.id] = Regeneration(robot.id)
        self.waited = waiting

    def sells(self, scene: Scene, robot: RobotView) -> bool:
        """Where one can sell anywhere, cargo is gathered first."""
        full = 2 * used(robot) >= robot.storage
        return full or not self.options.trade_anywhere or scene.left <= self.style.endgame

    def order_sale(self, scene: Scene, robot: RobotView) -> None:
        cap = self.options.score_trade_cap
        if scene.left < self.style.parcels:
            for kind, name in enumerate(t.KIND_NAMES):
                wanted = -(-cap // scene.paid[kind])
                if robot.cargo[name] > wanted > 0:
                    scene.purse += wanted * scene.paid[kind]
                    scene.orders[robot.id] = Selling(robot.id, name, wanted)
                    return
        scene.purse += worth(robot, scene.paid)
        scene.orders[robot.id] = Selling(robot.id)

    # Growing

    def grow(self, scene: Scene) -> None:
        """Robots as long as they are few or cheap compared to what the others already carry, then upgrades."""
        count = len(scene.robots)
        levels = sum(sum(robot.levels.values()) for robot in scene.robots)
        price = scene.prices["ROBOT"]
        free = min(self.style.most, scene.you.robot_limit) - count
        robots = 0
        if count < self.style.first:
            robots = min(self.style.first - count, free, scene.purse // price)
            scene.purse -= robots * price
        elif levels >= count * (self.style.levels + self.style.slope * count) and scene.purse >= price and free > 0:
            robots = 1
            scene.purse -= price
        if count + robots >= min(2, self.style.first):
            self.upgrade(scene)
        if count >= self.style.first and scene.purse >= price + self.style.reserve and free > robots:
            more = min(free - robots, (scene.purse - self.style.reserve) // price, 4)
            robots += more
            scene.purse -= more * price
        if robots > 0 and scene.left > 0:
            scene.orders["robots"] = Buying("ROBOT", None, robots)

    def upgrade(self, scene: Scene) -> None:
        for robot in scene.robots:
            if robot.id in scene.orders and not isinstance(scene.orders[robot.id], Regeneration):
                continue
            article = self.wish(scene, robot)
            if article and scene.trades(robot):
                scene.buy(robot, article)

    def wish(self, scene: Scene, robot: RobotView) -> str:
        """The next upgrade of a robot. A higher mining level makes all mining cost more energy: it is only bought for
        a resource that is known."""
        known = max((patch.kind for patch in scene.patches), default=0)
        for step in self.style.ladder:
            stat = step[:-2]
            if step == upgrade(stat, robot) and (stat != "MINING" or robot.levels[stat] < known):
                return step
        return ""

    # Working

    def work(self, scene: Scene, robots: list[RobotView]) -> None:
        """Carry full cargo home, mine what pays best, look around where nothing is known."""
        supply = [0.0] * t.KINDS
        taken: set[int] = set()
        scouts = 0
        for robot in robots:
            if used(robot) > 0 and self.returns(scene, robot):
                scene.orders[robot.id] = scene.walk(robot, scene.atlas.home)
                continue
            patch, rate = self.best(scene, robot, supply)
            lonely = sum(robot.levels.values()) == 0 and scouts < self.style.explorers
            if patch is None or (lonely and used(robot) == 0 and scene.left > 30):
                scouts += 1
                if self.explore(scene, robot, taken):
                    continue
            if patch is None:
                scene.orders[robot.id] = self.stroll(scene, robot)
                continue
            supply[patch.kind] += rate
            scene.orders[robot.id] = self.mine(scene, robot, patch)

    def returns(self, scene: Scene, robot: RobotView) -> bool:
        steps = scene.home(robot)
        if steps >= FAR or self.options.trade_anywhere:
            return False
        return used(robot) >= robot.storage or scene.way_time(robot, steps, 2) >= scene.left - 1

    def best(self, scene: Scene, robot: RobotView, supply: list[float]) -> tuple[Patch | None, float]:
        """The patch that brings most per round, and the units a round."""
        at = scene.at[robot.id]
        load = used(robot)
        room = robot.storage - load
        demand = self.options.resource_demand * (1 if self.options.economy_scale == "flat" else self.seats)
        chosen, chosen_rate, most = None, 0.0, 0.0
        for patch in scene.patches:
            if patch.kind > robot.levels["MINING"]:
                continue
            steps = scene.atlas.field((patch.at,))[at]
            if steps >= FAR:
                continue
            digs = -(-room // robot.mining_speed)
            dig = digs * (1 + scene.digging(robot, patch.kind) / max(1, robot.regeneration))
            gravity = 1 if patch.kind == t.COAL else 2
            time = scene.way_time(robot, steps, gravity) + dig + scene.way_time(robot, patch.home, gravity) + 2
            sold = supply[patch.kind] * self.options.economy_window
            price = self.options.resource_prices[patch.kind] * min(1.0, demand / max(1.0, sold)) ** 0.5
            value = (price + self.options.score_weights[patch.kind]) * (room + load * 0.5) / time
            if value > most:
                chosen, chosen_rate, most = patch, room / time, value
        return chosen, chosen_rate

    def mine(self, scene: Scene, robot: RobotView, patch: Patch) -> Action:
        if scene.at[robot.id] != patch.at:
            return scene.walk(robot, scene.atlas.field((patch.at,)))
        if robot.energy < scene.digging(robot, patch.kind):
            return Regeneration(robot.id)
        return Mining(robot.id)

    def explore(self, scene: Scene, robot: RobotView, taken: set[int]) -> bool:
        """Walk to the nearest planet that was not visited and that no other robot has in mind."""
        atlas = scene.atlas
        goals = [n for n in atlas.fresh if n not in taken]
        field = atlas.field(goals)
        at = scene.at[robot.id]
        if not goals or field[at] >= FAR:
            return False
        scene.orders[robot.id] = scene.walk(robot, field)
        while field[at]:
            at = atlas.towards(field, at)
        taken.add(at)
        return True

    def stroll(self, scene: Scene, robot: RobotView) -> Action:
        """Nothing to do: rest."""
        return Regeneration(robot.id)
