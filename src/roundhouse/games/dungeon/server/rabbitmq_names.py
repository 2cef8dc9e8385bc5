"""What events are called by R1 and R2, and the messages that need nothing but names and numbers. DUN-228"""

from typing import Any

from ..rules.tables import ITEM_NAMES
from ..view import View
from .broker_message import BrokerMessage, named

LEVELS = {
    "healthLevel": "HEALTH",
    "damageLevel": "DAMAGE",
    "miningSpeedLevel": "MINING_SPEED",
    "miningLevel": "MINING",
    "energyLevel": "MAX_ENERGY",
    "energyRegenLevel": "ENERGY_REGEN",
    "storageLevel": "STORAGE",
}
RESTORATIONS = {"HEALTH": "HEALTH_RESTORE", "ENERGY": "ENERGY_RESTORE"}
TOPICS = {
    "GameStatus": "status", "RoundStatus": "roundStatus", "BankAccountInitialized": "bank",
    "BankAccountCleared": "bank", "BankAccountTransactionBooked": "bank",
    "TradablePrices": "prices", "TradableBought": "trade-buy",
    "TradableSold": "trade-sell", "PlanetDiscovered": "planet", "ResourceMined": "planet", "error": "error",
}  # fmt: skip
ROBOT_TOPIC = "robot"
R1_NAMES = {"GameStatus": "game-status", "RoundStatus": "round-status"}
PUBLIC = ("GameStatus", "RoundStatus", "TradablePrices")


def message_of(
    generation: str, kind: str, payload: Any, event_id: str, transaction: str | None = None
) -> BrokerMessage:
    """A message of either generation; R1 calls some of them differently. DUN-228"""
    name = kind
    if generation == "r1":
        name = R1_NAMES.get(kind, f"{kind}IntegrationEvent" if kind.startswith("Robot") else kind)
    return BrokerMessage(
        type=name,
        topic=TOPICS.get(kind, ROBOT_TOPIC),
        payload=payload,
        id=event_id,
        transaction=transaction or "",
        public=kind in PUBLIC,
    )


def game_status(generation: str, game: str, world: str | None, status: str) -> BrokerMessage:
    payload = {"gameId": game, "gameworldId": world, "status": status}
    return message_of(generation, "GameStatus", payload, named(game, status))


def account_opened(generation: str, game: str, player: str, money: int, transaction: str) -> BrokerMessage:
    """DUN-007"""
    payload = {"playerId": player, "balance": money}
    return message_of(generation, "BankAccountInitialized", payload, named(game, f"account {player}"), transaction)


def prices_of(view: View) -> list[dict[str, Any]]:
    """Everything that can be had or sold on this wire. DUN-225"""
    found = []
    for name, price in view.market.articles.items():
        if name in ITEM_NAMES:
            continue
        kind = "ITEM" if name == "ROBOT" else "RESTORATION" if name in RESTORATIONS else "UPGRADE"
        found.append({"name": RESTORATIONS.get(name, name), "price": price, "type": kind})
    for name, price in view.market.resources.items():
        found.append({"name": name.upper(), "price": price, "type": "RESOURCE"})
    return found
