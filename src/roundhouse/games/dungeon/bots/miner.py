"""The built-in bot `miner`: explores, mines what pays best, sells when the price is good, and grows its swarm. An
`Investor` does the same, but works out what is worth its price."""

from math import exp, sqrt

from msgspec import Struct
from msgspec.structs import replace

from ....protocol.messages import Start, Turn
from ....sdk.seeded_bot import SeededBot
from ..actions import Action, Buying, Done, Mining, Regeneration, Selling
from ..rules import tables as t
from ..settings import settings_of
from ..state_from_view import seen
from ..view import RobotView, View
from .plan import FAR, Atlas, Patch, Scene, mining_energy, upgrade, used, worth


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
    reserve: int = 300  # money beyond it is spent anyhow
    most: int = 128  # robots
    share: float = 0.8  # of the base price that a sale waits for,
    patience: int = 5  # so many rounds
    parcels: int = 0  # rounds before the end from which on it sells in parcels just large enough for all points
    explorers: int = 1  # robots that look around although there is something to mine
    endgame: int = 12  # rounds before the end in which everything becomes points
    tallest: int = 5  # levels at most: this and all below are of an investor
    growth: float = 0.025  # by which money is worth more for every round that is left
    choosy: float = 0.6  # of the best offer: what is worth less is not bought while money is short
    crowd: float = 0.34  # of the swarm that may be bought at once


class Miner(SeededBot):
    """Sees only its view and draws nothing: equal matches give equal orders, whatever the seed."""

    name = "miner"
    style = Style()

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
        base = self.options.resource_prices  # DUN-149
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
        return full or not self.options.trade_anywhere or scene.left <= self.style.endgame  # DUN-240

    def order_sale(self, scene: Scene, robot: RobotView) -> None:
        cap = self.options.score_trade_cap  # DUN-169
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
        if steps >= FAR or self.options.trade_anywhere:  # DUN-240
            return False
        return used(robot) >= robot.storage or scene.way_time(robot, steps, 2) >= scene.left - 1

    def best(self, scene: Scene, robot: RobotView, supply: list[float]) -> tuple[Patch | None, float]:
        """The patch that brings most per round, and the units a round."""
        at = scene.at[robot.id]
        load = used(robot)
        room = robot.storage - load
        demand = self.options.resource_demand * (1 if self.options.economy_scale == "flat" else self.seats)  # DUN-148
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
            sold = supply[patch.kind] * self.options.economy_window  # DUN-147
            price = self.options.resource_prices[patch.kind] * min(1.0, demand / max(1.0, sold)) ** 0.5  # DUN-149
            value = (price + self.options.score_weights[patch.kind]) * (room + load * 0.5) / time  # DUN-166
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


ECONOMY = ("STORAGE", "MINING_SPEED", "MINING", "ENERGY_REGEN")
MONEY_WORTH = 0.5  # points for money at the end: the cheapest upgrade costs 50 and brings 25 as a trade
USUAL_WAY = 4  # steps from a patch to a station, as long as none is known
PRICES_FADE = 0.1  # weight of a round in the usual price


class Investor(Miner):
    """Buys what brings most points for its price: money that flows faster is worth more the more rounds are left, a
    level brings a point a round, a trade brings points at once."""

    name = "investor"
    style = replace(Style(), explorers=0)

    def start(self, start: Start) -> None:
        super().start(start)
        self.usual_prices = [float(price) for price in self.options.resource_prices]  # DUN-149
        self.incomes: dict[tuple[int, int, int, int], float] = {}

    def look(self, view: View) -> Scene:
        scene = super().look(view)
        for kind, price in enumerate(scene.paid):
            self.usual_prices[kind] += PRICES_FADE * (price - self.usual_prices[kind])
        self.incomes = {}
        return scene

    def grow(self, scene: Scene) -> None:
        """The best offer first, whether it is a robot or an upgrade."""
        count = len(scene.robots)
        price = scene.prices["ROBOT"]
        room = min(self.style.most, scene.you.robot_limit) - count
        robots = 0
        robot_worth = self.robot_worth(scene) if room > 0 and scene.left > 0 else 0.0
        offers = sorted(self.offers(scene), key=lambda offer: (-offer[0], offer[1].id))
        least = self.style.choosy * max([robot_worth, *(offer[0] for offer in offers)])
        crowd = min(room, max(self.style.first - count, int(self.style.crowd * count), 1))
        for points, robot, article in [*offers, (0.0, None, "")]:
            if robot_worth >= points and robot_worth > 0:
                more = min(crowd - robots, scene.purse // price)
                robots += more
                scene.purse -= more * price
            if robot is None or (points < least and scene.purse < self.style.reserve):
                break
            scene.buy(robot, article)
        if robots > 0:
            scene.orders["robots"] = Buying("ROBOT", None, robots)

    def offers(self, scene: Scene) -> list[tuple[float, RobotView, str]]:
        """What each robot that could buy now would buy, and the points for its price."""
        found = []
        for robot in scene.robots:
            if scene.trades(robot) and isinstance(scene.orders.get(robot.id), Regeneration | None):
                points, article = self.best_upgrade(scene, robot)
                if article:
                    found.append((points, robot, article))
        return found

    def best_upgrade(self, scene: Scene, robot: RobotView) -> tuple[float, str]:
        best, most = "", 0.0
        for stat, top in zip(t.STAT_NAMES, t.LEVEL_MAX, strict=True):
            if robot.levels[stat] < min(top, self.style.tallest):
                article = upgrade(stat, robot)
                points = self.points(scene, self.gain(scene, robot, stat), 1, scene.prices[article])
                if points > most:
                    best, most = article, points
        return most, best

    def gain(self, scene: Scene, robot: RobotView, stat: str) -> float:
        """Money a round that a level more brings."""
        if stat not in ECONOMY:
            return 0.0
        levels = [robot.levels[name] for name in ECONOMY]
        higher = [level + (name == stat) for name, level in zip(ECONOMY, levels, strict=True)]
        return self.income(scene, *higher) - self.income(scene, *levels)

    def robot_worth(self, scene: Scene) -> float:
        """Of a robot with the two upgrades that it needs first."""
        iron = any(patch.kind == t.IRON for patch in scene.patches)
        price = scene.prices["ROBOT"] + scene.prices["MINING_SPEED_1"] + scene.prices["STORAGE_1"]
        return self.points(scene, self.income(scene, 1, 1, int(iron), 0), 2, price)

    def points(self, scene: Scene, gain: float, levels: int, price: int) -> float:
        """For each piece of money."""
        flow = gain * scene.left * MONEY_WORTH * exp(self.style.growth * scene.left)
        return (flow + levels * scene.left + min(price, self.options.score_trade_cap)) / price  # DUN-169

    def income(self, scene: Scene, storage: int, speed: int, mining: int, regeneration: int) -> float:
        """Money a round of a robot with these levels that mines the best patch again and again."""
        key = (storage, speed, mining, regeneration)
        if key not in self.incomes:
            places = [(patch.kind, patch.home) for patch in scene.patches] or [(t.COAL, USUAL_WAY)]
            rates = [self.rate(kind, home, *key) for kind, home in places if kind <= mining]
            self.incomes[key] = max(rates, default=0.0)
        return self.incomes[key]

    def rate(self, kind: int, home: int, storage: int, speed: int, mining: int, regeneration: int) -> float:
        options = self.options
        cargo = options.storage[storage]  # DUN-027
        digs = -(-cargo // max(1, options.mining_speed[speed]))
        # DUN-078
        leaving = options.movement_multiplier * (1 if kind == t.COAL else 1.7)  # beyond the outer planets it is harder
        energy = digs * mining_energy(options, mining, kind) + 2 * home * leaving
        rounds = digs + 2 * home + energy / max(1, options.energy_regen[regeneration]) + 2
        price = sqrt(self.usual_prices[kind] * options.resource_prices[kind])  # one sells when it is good (DUN-149)
        return cargo * (price + options.score_weights[kind]) / rounds  # DUN-166
