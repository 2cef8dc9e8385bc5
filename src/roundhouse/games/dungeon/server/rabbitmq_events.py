"""Native events as those of the generations with RabbitMQ. DUN-227 to DUN-231

`ROfSeat` is what one seat is told of a game; it is given what the seat is natively given, and nothing else but what
DUN-230 allows. Robots are shown as they were at the moment of the event.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from .. import events as e
from ..rules.tables import ITEM_NAMES, KIND_NAMES
from ..view import PlanetView, RobotView, View
from .broker_message import BrokerMessage, Facts, named
from .rabbitmq_names import LEVELS, RESTORATIONS, game_status, message_of, prices_of
from .robot_tracker import Swarm, step_of
from .round_messages import ENDED, INPUT_ENDED, STARTED, Insight, Times, unknown


class ROfSeat:
    """One seat's story of one game. `opening` comes first, then `tick` for every round."""

    def __init__(self, generation: str, facts: Facts) -> None:
        self.facts = facts
        self._generation = generation
        self._swarm = Swarm(facts.settings, facts.seat)
        self._entered: dict[str, PlanetView] = {}
        self._gravity: dict[str, int] = {}
        self._kinds: dict[str, str | None] = {}
        self._round = 1
        self._times: Times | None = None

    # The moments of a game

    def opening(self, view: View, times: Times) -> list[BrokerMessage]:
        """The game starts: round 1 begins."""
        self._know(view)
        return [self._status(STARTED), *self._begin(view, times)]

    def tick(
        self, events: Sequence[e.Event], view: View, insight: Insight, ended_at: float, next_times: Times
    ) -> tuple[list[BrokerMessage], list[BrokerMessage]]:
        """A round was executed: what is told at once, and what is told when the time of the round is over."""
        for planet in view.planets:
            self._gravity[planet.id] = planet.gravity
            self._kinds[planet.id] = planet.resource
        times = self._times
        assert times is not None  # noqa: S101  # opening came first
        times.input_ended = ended_at
        now = [self._round_status(INPUT_ENDED, times)]
        mined = {event.robot for event in events if isinstance(event, e.Mined) and event.success}
        places = {robot.planet for robot in self._swarm.robots.values() if robot.id in mined}
        for event in events:
            self._swarm.follow(event)
            moved = isinstance(event, e.Moved) and event.robot in mined and event.planet is not None
            if moved:
                places.add(event.planet.id)  # type: ignore[union-attr]
            if isinstance(event, e.ResourceMined) and event.planet not in places:
                continue
            now += self.letters_of(event, insight)
        now.append(self._revealed(insight))
        times.ended = next_times.started
        later = [self._round_status(ENDED, times)]
        if view.phase == "over":
            later += self.closing()
        else:
            self._round = view.round
            later += self._begin(view, next_times)
        self._know(view)
        self.facts.given.clear()
        return now, later

    def resume(self, times: Times) -> None:
        """After an outage the round that was played begins afresh."""
        self._times = times

    def given(self, transaction: str, name: str) -> None:
        self.facts.given[transaction] = name

    def closing(self) -> list[BrokerMessage]:
        """The game is over: the account is emptied. DUN-007"""
        payload = {"playerId": self.facts.me, "balance": 0}
        return [self._make("BankAccountCleared", payload, named(self.facts.game, f"cleared {self.facts.me}"))]

    def _status(self, status: str) -> BrokerMessage:
        return game_status(self._generation, self.facts.game, self.facts.world, status)

    def _begin(self, view: View, times: Times) -> list[BrokerMessage]:
        self._times = times
        prices = self._make("TradablePrices", prices_of(view), named(self.facts.round_id(view.round), "prices"))
        return [self._round_status(STARTED, times), prices]

    def _round_status(self, status: str, times: Times) -> BrokerMessage:
        payload = times.payload(self.facts, self._round, status)
        return self._make("RoundStatus", payload, named(payload["roundId"], status))

    def _know(self, view: View) -> None:
        if view.you:
            self._swarm.know(view.you)
        for planet in view.planets:
            self._gravity[planet.id] = planet.gravity
            self._kinds[planet.id] = planet.resource

    def _revealed(self, insight: Insight) -> BrokerMessage:
        """DUN-230"""
        robots = [
            {
                "robotId": robot.id,
                "planetId": robot.planet,
                "playerNotion": self.facts.notion(robot.seat),
                "health": robot.health,
                "energy": robot.energy,
                "levels": {name: robot.levels[stat] for name, stat in LEVELS.items()},
            }
            for robot in insight.robots
        ]
        event_id = named(self.facts.round_id(self._round), f"revealed {self.facts.me}")
        return self._make("RobotsRevealed", {"robots": robots}, event_id)

    # Single events; the swarm has followed them already

    def letters_of(self, event: e.Event, insight: Insight) -> Iterator[BrokerMessage]:
        """What the seat is told of one native event. Events of others are not for its queue, even where they are no
        secret: the original's queues carried a player's own events."""
        if isinstance(event, e.Trade):
            if event.seat == self.facts.seat:
                yield from self._trade(event)
        elif isinstance(event, e.ResourceMined):
            yield self._make("ResourceMined", self._patch_mined(event), event.id, event.transaction)
        elif isinstance(event, e.Fight):
            yield from self._fight(event)
        elif getattr(event, "seat", 0) != self.facts.seat:
            return
        elif isinstance(event, e.RobotSpawned):
            self._entered[event.planet.id] = event.planet
            spawned = {"robot": self._robot(self._swarm.robots[event.robot])}
            yield self._make("RobotSpawned", spawned, event.id, event.transaction)
        elif isinstance(event, e.Neighbours):
            yield self._make("PlanetDiscovered", self._discovered(event, insight), event.id, event.transaction)
        elif isinstance(event, e.Attempt) and not event.success:
            yield self._error(event.id, event.robot, event.transaction, event.reason)
        elif isinstance(event, e.Moved):
            yield from self._moved(event)
        elif isinstance(event, e.Mined):
            yield self._make("RobotResourceMined", self._mined(event), event.id, event.transaction)
        elif isinstance(event, e.Regenerated):
            payload = {"robotId": event.robot, "availableEnergy": event.energy}
            yield self._make("RobotRegenerated", payload, event.id, event.transaction)

    def _trade(self, event: e.Trade) -> Iterator[BrokerMessage]:
        if not event.success:
            yield self._error(event.id, event.robot, event.transaction, event.reason)
            return
        if event.kind == "sell":
            yield from self._sale(event)
        else:
            yield self._make("TradableBought", self._bought(event), event.id, event.transaction)
        booked = {"playerId": self.facts.me, "transactionAmount": event.money, "balance": self._swarm.money}
        yield self._make("BankAccountTransactionBooked", booked, named(event.id, "booked"), event.transaction)
        robot = self._swarm.robots.get(event.robot or "")
        if event.kind == "sell" or robot is None or event.article is None:
            return
        if event.article in RESTORATIONS:
            payload = {
                "robotId": robot.id,
                "restorationType": event.article,
                "availableEnergy": robot.energy,
                "availableHealth": robot.health,
            }
            yield self._make("RobotRestoredAttributes", payload, named(event.id, "restored"), event.transaction)
        elif event.article not in ITEM_NAMES:
            stat, level = step_of(event.article)
            payload = {"robotId": robot.id, "level": level, "upgrade": stat, "robot": self._robot(robot)}
            yield self._make("RobotUpgraded", payload, named(event.id, "upgraded"), event.transaction)

    def _sale(self, event: e.Trade) -> Iterator[BrokerMessage]:
        """One message for each kind; the robot's store empties with them, in the same order."""
        robot = self._swarm.robots.get(event.robot or "")
        left = dict.fromkeys(KIND_NAMES, 0) if robot is None else dict(robot.cargo)
        sold = [kind for kind in KIND_NAMES if event.sold.get(kind)]
        store = {kind: left.get(kind, 0) + event.sold.get(kind, 0) for kind in KIND_NAMES}
        for kind in sold:
            units, price = event.sold[kind], event.prices[kind]
            payload = self._tradable(event.robot, "RESOURCE", kind.upper(), units, price, units * price)
            yield self._make("TradableSold", payload, named(event.id, f"sold {kind}"), event.transaction)
            store[kind] -= units
            removed = {
                "robotId": event.robot,
                "removedAmount": units,
                "removedResource": kind.upper(),
                "resourceInventory": {name.upper(): amount for name, amount in store.items()},
            }
            yield self._make("RobotResourceRemoved", removed, named(event.id, f"removed {kind}"), event.transaction)

    def _bought(self, event: e.Trade) -> dict[str, Any]:
        article = event.article or ""
        kind = "UPGRADE"
        if article == "ROBOT" or article in ITEM_NAMES:
            kind = "ITEM"
        elif article in RESTORATIONS:
            kind, article = "RESTORATION", RESTORATIONS[article]
        paid, amount = -event.money, max(1, event.quantity)
        return self._tradable(event.robot, kind, article, amount, paid // amount, paid)

    def _tradable(self, robot: str | None, kind: str, name: str, amount: int, price: int, total: int) -> dict[str, Any]:
        return {
            "playerId": self.facts.me,
            "robotId": robot,
            "type": kind,
            "name": name,
            "amount": amount,
            "pricePerUnit": price,
            "totalPrice": total,
        }

    def _moved(self, event: e.Moved) -> Iterator[BrokerMessage]:
        if event.planet is None:
            return
        self._entered[event.planet.id] = event.planet
        payload = {
            "robotId": event.robot,
            "remainingEnergy": event.energy,
            "fromPlanet": {"id": event.origin, "movementDifficulty": self._gravity.get(event.origin, 1)},
            "toPlanet": {"id": event.planet.id, "movementDifficulty": event.planet.gravity},
        }
        yield self._make("RobotMoved", payload, event.id, event.transaction)

    def _discovered(self, event: e.Neighbours, insight: Insight) -> dict[str, Any]:
        planet = self._entered.get(event.planet)
        kind = None if planet is None else planet.resource
        resource = None if kind is None else self._patch("resourceType", kind, insight.amounts.get(event.planet, 0))
        return {
            "planet": event.planet,
            "movementDifficulty": self._gravity.get(event.planet, 1) if planet is None else planet.gravity,
            "neighbours": [{"id": one.id, "direction": one.direction.upper()} for one in event.neighbours],
            "resource": resource,
        }

    def _patch(self, key: str, kind: str, amount: int) -> dict[str, Any]:
        return {key: kind.upper(), "maxAmount": self.facts.settings["patch_amount"], "currentAmount": amount}

    def _patch_mined(self, event: e.ResourceMined) -> dict[str, Any]:
        resource = self._patch("type", event.resource, event.left)
        return {"planet": event.planet, "minedAmount": event.mined, "resource": resource}

    def _mined(self, event: e.Mined) -> dict[str, Any]:
        robot = self._swarm.robots.get(event.robot)
        cargo = {} if robot is None else robot.cargo
        return {
            "robotId": event.robot,
            "minedAmount": event.units,
            "minedResource": (event.resource or "").upper(),
            "resourceInventory": {kind.upper(): cargo.get(kind, 0) for kind in KIND_NAMES},
        }

    def _fight(self, event: e.Fight) -> Iterator[BrokerMessage]:
        """To both sides. Of the other's robot nothing is known but the health it has left, if it was hit; the rest is
        shown as that of a new one. DUN-052, DUN-230"""
        mine = event.seat == self.facts.seat
        if not event.success:
            if mine and not event.item:  # an item's failure is told once, by the item's own event
                yield self._error(event.id, event.robot, event.transaction, event.reason)
            return
        if not mine and event.target_seat != self.facts.seat:
            return
        attacker, target = self._swarm.robots.get(event.robot), self._swarm.robots.get(event.target)
        health = event.health or 0
        unknown_health, unknown_energy = unknown(self.facts.settings)
        payload = {
            "attacker": {
                "robotId": event.robot,
                "availableHealth": unknown_health if attacker is None else attacker.health,
                "availableEnergy": unknown_energy if attacker is None else attacker.energy,
                "alive": attacker is None or attacker.health > 0,
            },
            "target": {
                "robotId": event.target,
                "availableHealth": health,
                "availableEnergy": unknown_energy if target is None else target.energy,
                "alive": health > 0,
            },
        }
        transaction = event.transaction if mine else None
        yield self._make("RobotAttacked", payload, event.id, transaction)

    def _error(self, about: str, robot: str | None, transaction: str | None, reason: str) -> BrokerMessage:
        name = self.facts.given.get(transaction or "")
        payload = {
            "playerId": self.facts.me,
            "robotId": robot,
            "transactionId": transaction,
            "code": reason,
            "description": f"The command failed: {reason.replace('_', ' ')}{f' ({name})' if name else ''}.",
        }
        return self._make("error", payload, about, transaction)

    def _robot(self, robot: RobotView) -> dict[str, Any]:
        """DUN-231"""
        kind = self._kinds.get(robot.planet)
        used = sum(robot.cargo.values())
        return {
            "id": robot.id,
            "player": self.facts.me,
            "alive": robot.health > 0,
            "planet": {
                "planetId": robot.planet,
                "gameWorldId": self.facts.world,
                "movementDifficulty": self._gravity.get(robot.planet, 1),
                "resourceType": None if kind is None else kind.upper(),
            },
            "maxHealth": robot.max_health,
            "maxEnergy": robot.max_energy,
            "energyRegen": robot.regeneration,
            "attackDamage": robot.damage,
            "miningSpeed": robot.mining_speed,
            "health": robot.health,
            "energy": robot.energy,
            **{name: robot.levels[stat] for name, stat in LEVELS.items()},
            "inventory": {
                "storageLevel": robot.levels["STORAGE"],
                "usedStorage": used,
                "maxStorage": robot.storage,
                "full": used >= robot.storage,
                "resources": {kind.upper(): robot.cargo.get(kind, 0) for kind in KIND_NAMES},
            },
        }

    def _make(self, kind: str, payload: Any, event_id: str, transaction: str | None = None) -> BrokerMessage:
        return message_of(self._generation, kind, payload, event_id, transaction)
