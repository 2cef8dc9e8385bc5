"""Native events as records of the first generation's Kafka topics. DUN-218 to DUN-220

`KOfSeat` is what one seat is told of a game. On a shared broker, which means `open`, every seat is told the same, and
one seat's story is the whole one.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UnsetType

from .. import events as e
from ..rules.tables import KIND_NAMES
from ..view import PlanetView, RobotView, View
from .broker_message import NO_TRANSACTION, BrokerMessage, Facts, named
from .robot_tracker import newborn
from .round_messages import ENDED, INPUT_ENDED, STARTED, Insight, Times

MAP_TOPICS = ("gameworld-created", "spacestation-created", "resource-mined", "resource-replenished")
TOPICS = (
    "status", "playerStatus", "roundStatus", *MAP_TOPICS, "bank-created", "current-item-prices",
    "current-resource-prices", "trades", "spawn-notification", "neighbours", "movement", "planet-blocked", "mining",
    "fighting", "item-fighting", "item-repair", "item-movement", "resource-distribution", "robot-destroyed",
    "regeneration",
)  # fmt: skip
TYPES = {
    "status": "game-status", "playerStatus": "player-status", "roundStatus": "round-status",
    "planet-blocked": "planet_blocked",
}  # fmt: skip
ITEM_FIELDS = {
    "rocket": "ROCKET", "wormhole": "WORMHOLE", "longRangeBombardment": "LONG_RANGE_BOMBARDMENT",
    "selfDestruction": "SELF_DESTRUCTION", "repairSwarm": "REPAIR_SWARM", "nuke": "NUKE",
}  # fmt: skip
ACCEPTED = "ok"  # what `message` says where nothing went wrong
NAMING = ("unknown_article", "unknown_planet")  # reasons about what a command named


def record(topic: str, payload: Any, event_id: str, transaction: str | None = None, kind: str = "") -> BrokerMessage:
    """Without a command behind it the transaction is the zero id, of map events nothing. DUN-218"""
    nothing = "" if topic in MAP_TOPICS else NO_TRANSACTION
    name = kind or TYPES.get(topic, topic)
    return BrokerMessage(type=name, topic=topic, payload=payload, id=event_id, transaction=transaction or nothing)


class KOfSeat:
    """One seat's story of one game. `opening` comes first, then `tick` for every round."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._round = 1
        self._born: dict[str, e.RobotSpawned] = {}

    # The moments of a game

    def opening(self, view: View, times: Times) -> list[BrokerMessage]:
        facts = self.facts
        world = {"id": facts.world, "spacestation_ids": view.stations, "status": "active"}
        told = [
            game_status(facts.game, STARTED),
            record("gameworld-created", world, named(facts.game, "world")),
        ]
        told += [record("spacestation-created", {"planet_id": one}, named(one, "station")) for one in view.stations]
        return told + self._begin(view)

    def tick(
        self, events: Sequence[e.Event], view: View, insight: Insight, ended_at: float, next_times: Times
    ) -> tuple[list[BrokerMessage], list[BrokerMessage]]:
        """A round was executed: what is told at once, and what is told when the time of the round is over."""
        now = [self._round_status(INPUT_ENDED)]
        self._born = {event.robot: event for event in events if isinstance(event, e.RobotSpawned)}
        for event in events:
            now += self.letters_of(event)
        later = [self._round_status(ENDED)]
        if view.phase != "over":
            self._round = view.round
            later += self._begin(view)
        self.facts.given.clear()
        return now, later

    def resume(self, times: Times) -> None:
        """Nothing on this wire tells of times."""

    def given(self, transaction: str, name: str) -> None:
        self.facts.given[transaction] = name

    def _begin(self, view: View) -> list[BrokerMessage]:
        about = self.facts.round_id(view.round)
        return [
            record("current-item-prices", items_of(view), named(about, "items")),
            record("current-resource-prices", resources_of(view), named(about, "resources")),
            self._round_status(STARTED),
        ]

    def _round_status(self, status: str) -> BrokerMessage:
        round_id = self.facts.round_id(self._round)
        payload = {
            "gameId": self.facts.game,
            "roundId": round_id,
            "roundNumber": self._round,
            "roundStatus": status,
        }
        return record("roundStatus", payload, named(round_id, status))

    # Single events

    def letters_of(self, event: e.Event) -> Iterator[BrokerMessage]:
        made = self._record_of(event)
        if made is not None:
            topic, payload = made[0], made[1]
            yield record(topic, payload, event.id, event.transaction, kind=made[2] if len(made) > 2 else "")

    def _record_of(self, event: e.Event) -> tuple[Any, ...] | None:
        if isinstance(event, e.Trade):
            return self._trade(event)
        if isinstance(event, e.RobotSpawned):
            seen = [robot for robot in event.robots if robot != event.robot]
            player = self.facts.player(event.seat)
            return "spawn-notification", {
                "robotId": event.robot,
                "playerId": player,
                "otherSeeableRobots": seen,
            }
        if isinstance(event, e.Neighbours):
            near = [
                {"planetId": one.id, "movementDifficulty": one.gravity, "direction": one.direction.lower()}
                for one in event.neighbours
            ]
            return "neighbours", {"neighbours": near}
        if isinstance(event, e.RobotDestroyed):
            return "robot-destroyed", {"robotId": event.robot, "playerId": self.facts.player(event.seat)}
        if isinstance(event, e.CargoShared):
            cargo = {kind: event.cargo.get(kind, 0) for kind in KIND_NAMES}
            return "resource-distribution", {"robotId": event.robot, **cargo}
        if isinstance(event, e.ResourceMined):
            return "resource-mined", {
                **patch(event.planet, event.resource),
                "amount_mined": event.mined,
                "amount_left": event.left,
            }
        if isinstance(event, e.ResourceAppeared):
            return "resource-replenished", patch(event.planet, event.resource)
        return self._attempt(event) if isinstance(event, e.Attempt) else None

    def _trade(self, event: e.Trade) -> tuple[Any, ...]:
        if event.kind == "sell":
            kind = "sell-resource" if event.success else "sell-error"
        elif not event.success:
            kind = "buy-error"
        else:
            kind = "buy-robot" if event.article == "ROBOT" else "buy-item"
        data: Any = None
        if event.success and kind == "sell-resource":
            data = {name: event.sold.get(name, 0) for name in KIND_NAMES}
        elif kind == "buy-robot":
            born = [self._born[robot] for robot in event.robots if robot in self._born]
            player = self.facts.player(event.seat)
            data = [robot_of(newborn(one, self.facts.settings), player) for one in born]
        payload = {
            "success": event.success,
            "moneyChangedBy": event.money,
            "message": self._message(event),
            "data": data,
        }
        return "trades", payload, kind

    def _message(self, event: e.Trade | e.Attempt) -> str:
        """The reason of a failure; one about a name says which."""
        name = self.facts.given.get(event.transaction or "") if event.reason in NAMING else None
        return f"{event.reason}: {name}" if name else event.reason or ACCEPTED

    def _attempt(self, event: e.Attempt) -> tuple[str, dict[str, Any]] | None:
        head = {"success": event.success, "message": self._message(event)}
        if isinstance(event, e.Moved):
            planet = None if event.planet is None or not event.success else planet_of(event.planet)
            robots = list(event.robots) if event.success else []
            return "movement", {**head, "remainingEnergy": event.energy, "planet": planet, "robots": robots}
        if isinstance(event, e.PlanetBlocked):
            return "planet-blocked", {**head, "planetId": event.planet, "remainingEnergy": known(event.energy)}
        if isinstance(event, e.Mined):
            return "mining", {
                **head,
                "remainingEnergy": event.energy,
                "updatedInventory": event.amount,
                "resourceType": event.resource or "none",
            }
        if isinstance(event, e.Fight):
            return "fighting", {
                **head,
                "attacker": event.robot,
                "defender": event.target,
                "remainingDefenderHealth": event.health,
                "remainingEnergy": known(event.energy),
            }
        if isinstance(event, e.ItemFight):
            return "item-fighting", {**head, "remainingItemCount": event.left, "associatedFights": event.fights}
        if isinstance(event, e.ItemRepair):
            healed = [{"robotId": robot, "remainingHealth": health} for robot, health in event.robots.items()]
            return "item-repair", {**head, "robots": healed}
        if isinstance(event, e.ItemMovement):
            return "item-movement", {**head, "associatedMovement": event.movement}
        if isinstance(event, e.Regenerated):
            return "regeneration", {**head, "remainingEnergy": event.energy}
        return None


def game_status(game: str, status: str) -> BrokerMessage:
    return record("status", {"gameId": game, "status": status}, named(game, status))


def player_joined(game: str, player: str, name: str, transaction: str) -> BrokerMessage:
    return record("playerStatus", {"playerId": player, "name": name}, named(game, f"joined {player}"), transaction)


def account_opened(game: str, player: str, money: int, transaction: str) -> BrokerMessage:
    """DUN-007"""
    payload = {"playerId": player, "money": money}
    return record("bank-created", payload, named(game, f"account {player}"), transaction)


def known(value: int | UnsetType) -> int | None:
    """What the receiver may not know is null. DUN-052"""
    return None if isinstance(value, UnsetType) else value


def resource_id(planet: str) -> str:
    return named(planet, "resource")


def patch(planet: str, kind: str) -> dict[str, Any]:
    return {"planet_id": planet, "resource_id": resource_id(planet), "resource_type": kind}


def planet_of(planet: PlanetView) -> dict[str, Any]:
    return {
        "planetId": planet.id,
        "movementDifficulty": planet.gravity,
        "planetType": "SPACESTATION" if planet.station else "DEFAULT",
        "resourceType": planet.resource,
    }


def robot_of(robot: RobotView, player: str) -> dict[str, Any]:
    """DUN-215"""
    levels = robot.levels
    return {
        "id": robot.id,
        "player": player,
        "planet": robot.planet,
        "alive": robot.health > 0,
        "maxHealth": robot.max_health,
        "maxEnergy": robot.max_energy,
        "energyRegen": robot.regeneration,
        "attackDamage": robot.damage,
        "miningSpeed": robot.mining_speed,
        "health": robot.health,
        "energy": robot.energy,
        "healthLevel": levels["HEALTH"],
        "damageLevel": levels["DAMAGE"],
        "miningSpeedLevel": levels["MINING_SPEED"],
        "miningLevel": levels["MINING"],
        "energyLevel": levels["MAX_ENERGY"],
        "energyRegenLevel": levels["ENERGY_REGEN"],
        "storageLevel": levels["STORAGE"],
        "inventory": {
            "maxStorage": robot.storage,
            "usedStorage": sum(robot.cargo.values()),
            **{f"stored{kind.capitalize()}": robot.cargo.get(kind, 0) for kind in KIND_NAMES},
        },
        "items": {field: robot.items.get(item, 0) for field, item in ITEM_FIELDS.items()},
    }


def items_of(view: View) -> list[dict[str, Any]]:
    return [{"name": name, "price": price} for name, price in view.market.articles.items()]


def resources_of(view: View) -> list[dict[str, Any]]:
    return [{"name": name, "price": price} for name, price in view.market.resources.items()]
