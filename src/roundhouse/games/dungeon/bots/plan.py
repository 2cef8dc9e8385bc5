"""What the built-in bots plan with: the known map as numbers, ways by breadth-first search, time and energy."""

from collections import deque
from collections.abc import Iterable
from typing import Any

import msgspec

from ..actions import Action, Buying, Movement, Regeneration
from ..rules import tables as t
from ..settings import Settings
from ..view import OwnView, PlanetView, RobotView, View

FAR = 1 << 20  # no way is known


def own(view: View) -> OwnView:
    """What only the seat itself knows; a spectator cannot play."""
    if isinstance(view.you, msgspec.UnsetType):
        raise TypeError("this is a spectator's view")
    return view.you


class Atlas:
    """The planets that a seat knows, numbered in the order of its view. It stays good until more planets are known or
    visited; `fits` tells."""

    def __init__(self, view: View) -> None:
        planets = view.planets
        self.size = len(planets)
        self.visited = sum(planet.visited for planet in planets)
        self.ids = [planet.id for planet in planets]
        self.number = {planet.id: n for n, planet in enumerate(planets)}
        self.gravity = [planet.gravity for planet in planets]
        self.stations = [n for n, planet in enumerate(planets) if planet.station]
        self.fresh = [n for n, planet in enumerate(planets) if not planet.visited]
        self.near: list[list[int]] = [
            sorted(self.number[other] for other in planet.neighbours.values() if other in self.number)
            for planet in planets
        ]
        self._fields: dict[tuple[int, ...], list[int]] = {}

    def fits(self, view: View) -> bool:
        return len(view.planets) == self.size and sum(planet.visited for planet in view.planets) == self.visited

    def field(self, goals: Iterable[int]) -> list[int]:
        """The steps from every planet to the nearest goal."""
        key = tuple(goals)
        found = self._fields.get(key)
        if found is None:
            found = self._fields[key] = self._search(key)
        return found

    def _search(self, goals: tuple[int, ...]) -> list[int]:
        steps = [FAR] * self.size
        for goal in goals:
            steps[goal] = 0
        ways = deque(goals)
        while ways:
            at = ways.popleft()
            for other in self.near[at]:
                if steps[other] == FAR:
                    steps[other] = steps[at] + 1
                    ways.append(other)
        return steps

    def towards(self, field: list[int], at: int) -> int:
        """The neighbour that is nearest to the goals, of several the one that is easiest to leave."""
        if not self.near[at]:
            return at
        return min(self.near[at], key=lambda n: (field[n], self.gravity[n], n))

    @property
    def home(self) -> list[int]:
        """Steps to the nearest station."""
        return self.field(self.stations)


class Patch:
    """A place to mine, as far as it is known."""

    def __init__(self, at: int, kind: int, home: int) -> None:
        self.at = at
        self.kind = kind
        self.home = home  # steps to a station


class Scene:
    """One turn: what a planner looks at, and the money that is still free."""

    def __init__(self, view: View, options: Settings, atlas: Atlas) -> None:
        self.view = view
        self.options = options
        self.atlas = atlas
        self.you = own(view)
        self.robots = self.you.robots
        self.seat = self.you.seat
        self.round = view.round
        self.left = view.max_rounds - view.round  # rounds after this one
        self.purse = self.you.money
        self.prices = view.market.articles
        self.paid = [view.market.resources[name] for name in t.KIND_NAMES]
        self.at = {robot.id: atlas.number[robot.planet] for robot in self.robots}
        self.stations = set(atlas.stations)
        self.orders: dict[str, Action] = {}
        self.patches = self._patches(view.planets)
        self.foes = [sight for sight in view.sightings if sight.seat != self.seat]

    def _patches(self, planets: list[PlanetView]) -> list[Patch]:
        anywhere = self.options.trade_anywhere  # DUN-240
        home = self.atlas.home
        return [
            Patch(n, t.KIND_NAMES.index(planet.resource), 0 if anywhere else home[n])
            for n, planet in enumerate(planets)
            if planet.resource is not None and planet.amount != 0 and (anywhere or home[n] < FAR)
        ]

    # Places

    def trades(self, robot: RobotView) -> bool:
        """Whether it may buy and sell where it is. DUN-105, DUN-240"""
        return self.options.trade_anywhere or self.at[robot.id] in self.stations

    def home(self, robot: RobotView) -> int:
        """Steps to where it can trade."""
        return 0 if self.options.trade_anywhere else self.atlas.home[self.at[robot.id]]  # DUN-240

    # Energy and time

    def leaving(self, at: int) -> int:
        return move_energy(self.options, self.atlas.gravity[at])

    def digging(self, robot: RobotView, kind: int) -> int:
        return mining_energy(self.options, robot.levels["MINING"], kind)

    def hitting(self, robot: RobotView) -> int:
        """DUN-086"""
        return self.options.attack_multiplier * (robot.levels["DAMAGE"] + self.options.attack_weight)

    def way_time(self, robot: RobotView, steps: int, gravity: int = 1) -> float:
        """Rounds for a way, with the regeneration that it takes."""
        cost = move_energy(self.options, gravity)
        return steps * (1 + cost / max(1, robot.regeneration))

    # Orders

    def walk(self, robot: RobotView, field: list[int]) -> Action:
        """One step nearer, or the energy for it."""
        at = self.at[robot.id]
        goal = self.atlas.towards(field, at)
        if goal == at or robot.energy < self.leaving(at):
            return Regeneration(robot.id)
        return Movement(robot.id, self.atlas.ids[goal])

    def price(self, article: str, robot: RobotView | None = None) -> int:
        """Restorations cost more with the level. DUN-113, DUN-114"""
        price = self.prices[article]
        if robot is not None and article == "HEALTH":
            price *= robot.levels["HEALTH"] + 1
        if robot is not None and article == "ENERGY":
            price *= robot.levels["MAX_ENERGY"] + 1
        return price

    def buy(self, robot: RobotView, article: str) -> bool:
        """Order it if it can be paid."""
        price = self.price(article, robot)
        if price > self.purse:
            return False
        self.purse -= price
        self.orders[robot.id] = Buying(article, robot.id)
        return True


def move_energy(options: Settings, gravity: int) -> int:
    """What leaving a planet costs, from the settings as `move_cost` has it from the state. DUN-078"""
    return options.movement_multiplier * options.gravity_cost[gravity - 1]


def mining_energy(options: Settings, level: int, kind: int) -> int:
    """What mining costs, from the settings as `mining_cost` has it from the state. DUN-099"""
    by_kind = options.mining_energy == "resource"
    return options.mining_multiplier * (kind + 1 if by_kind else level + options.mining_weight)


def used(robot: RobotView) -> int:
    return sum(robot.cargo.values())


def worth(robot: RobotView, paid: list[int]) -> int:
    """What its cargo brings at these prices."""
    return sum(robot.cargo[name] * paid[kind] for kind, name in enumerate(t.KIND_NAMES))


def upgrade(stat: str, robot: RobotView) -> str:
    """The article that raises a stat by one level."""
    return f"{stat}_{robot.levels[stat] + 1}"


def read(event: Any, name: str) -> Any:
    """A field of an event, which is typed in this process and a plain dictionary from elsewhere."""
    return event.get(name) if isinstance(event, dict) else getattr(event, name, None)


def tag(event: Any) -> str:
    """What kind of event it is."""
    return str(event.get("type", "") if isinstance(event, dict) else event.__struct_config__.tag)
