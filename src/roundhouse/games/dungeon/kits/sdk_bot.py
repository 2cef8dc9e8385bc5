"""A bot for the Microservice Dungeon: robots dig coal where they find it, sell it at stations, and explore."""

from roundhouse.games.dungeon.actions import Action, Buying, Done, Mining, Movement, Regeneration, Selling
from roundhouse.games.dungeon.view import PlanetView, RobotView
from roundhouse.protocol.messages import Turn
from roundhouse.sdk import Bot

ROBOTS = 12  # more are not bought


class MyBot(Bot):
    def act(self, turn: Turn) -> list[Action]:
        you, self.planets = turn.view.you, {planet.id: planet for planet in turn.view.planets}
        orders: list[Action] = [self.order(robot, self.planets[robot.planet]) for robot in you.robots]
        if len(you.robots) < ROBOTS and you.money >= turn.view.market.articles["ROBOT"]:
            orders.append(Buying("ROBOT"))
        return [*orders, Done()]

    def order(self, robot: RobotView, here: PlanetView) -> Action:
        coal = robot.cargo.get("coal", 0)
        if here.station and coal:
            return Selling(robot.id)
        if robot.energy <= here.gravity:
            return Regeneration(robot.id)
        if here.resource == "coal" and coal < robot.storage:
            return Mining(robot.id)
        ways = sorted(here.neighbours.values(), key=lambda way: self.planets[way].visited)
        return Movement(robot.id, ways[(robot.energy + coal) % len(ways)])
