"""The fields of every message, as DUN-205 to DUN-231 list them: exactly these, none more.

A shape is a dictionary of names, a list with one shape for all its members, or a type. `maybe` may also be null.
"""

NUMBER, TEXT, FLAG = int, str, bool
KINDS = ("COAL", "IRON", "GEM", "GOLD", "PLATIN")
INVENTORY = dict.fromkeys(KINDS, NUMBER)
LEVELS = dict.fromkeys(
    (
        "healthLevel",
        "damageLevel",
        "miningSpeedLevel",
        "miningLevel",
        "energyLevel",
        "energyRegenLevel",
        "storageLevel",
    ),
    NUMBER,
)


class maybe:  # noqa: N801  # reads like a word of the shape
    def __init__(self, shape):
        self.shape = shape


def fits(value, shape, where="$"):
    """Fail where a value is not exactly of a shape."""
    if isinstance(shape, maybe):
        if value is not None:
            fits(value, shape.shape, where)
    elif isinstance(shape, dict):
        assert isinstance(value, dict), f"{where}: {value!r}"
        assert set(value) == set(shape), f"{where}: {sorted(set(value) ^ set(shape))}"
        for name, inner in shape.items():
            fits(value[name], inner, f"{where}.{name}")
    elif isinstance(shape, list):
        assert isinstance(value, list), f"{where}: {value!r}"
        for number, inner in enumerate(value):
            fits(inner, shape[0], f"{where}[{number}]")
    elif isinstance(shape, tuple):
        assert value in shape, f"{where}: {value!r}"
    elif shape is float:
        assert isinstance(value, int | float), f"{where}: {value!r}"
    else:
        assert type(value) is shape, f"{where}: {value!r}"


# R1 and R2

ROBOT_R = {
    "id": TEXT, "player": TEXT, "alive": FLAG,
    "planet": {"planetId": TEXT, "gameWorldId": TEXT, "movementDifficulty": NUMBER, "resourceType": maybe(TEXT)},
    "maxHealth": NUMBER, "maxEnergy": NUMBER, "energyRegen": NUMBER, "attackDamage": NUMBER, "miningSpeed": NUMBER,
    "health": NUMBER, "energy": NUMBER, **LEVELS,
    "inventory": {"storageLevel": NUMBER, "usedStorage": NUMBER, "maxStorage": NUMBER, "full": FLAG,
                  "resources": INVENTORY},
}  # fmt: skip
TRADED = {
    "playerId": TEXT, "robotId": maybe(TEXT), "type": ("ITEM", "UPGRADE", "RESTORATION", "RESOURCE"), "name": TEXT,
    "amount": NUMBER, "pricePerUnit": NUMBER, "totalPrice": NUMBER,
}  # fmt: skip
FIGHTER = {"robotId": TEXT, "availableHealth": NUMBER, "availableEnergy": NUMBER, "alive": FLAG}
PLACE = {"id": TEXT, "movementDifficulty": NUMBER}
R2 = {
    "GameStatus": {"gameId": TEXT, "gameworldId": maybe(TEXT), "status": ("created", "started", "ended")},
    "RoundStatus": {
        "gameId": TEXT, "roundId": TEXT, "roundNumber": NUMBER,
        "roundStatus": ("started", "command input ended", "ended"),
        "impreciseTimings": {
            "roundStarted": TEXT, "commandInputEnded": maybe(TEXT), "roundEnded": maybe(TEXT)},
        "impreciseTimingPredictions": {"roundStart": TEXT, "commandInputEnd": TEXT, "roundEnd": TEXT},
    },
    "BankAccountInitialized": {"playerId": TEXT, "balance": NUMBER},
    "BankAccountCleared": {"playerId": TEXT, "balance": NUMBER},
    "BankAccountTransactionBooked": {"playerId": TEXT, "transactionAmount": NUMBER, "balance": NUMBER},
    "TradablePrices": [{"name": TEXT, "price": NUMBER, "type": ("ITEM", "UPGRADE", "RESTORATION", "RESOURCE")}],
    "TradableBought": TRADED,
    "TradableSold": TRADED,
    "PlanetDiscovered": {
        "planet": TEXT, "movementDifficulty": NUMBER,
        "neighbours": [{"id": TEXT, "direction": ("NORTH", "EAST", "SOUTH", "WEST")}],
        "resource": maybe({"resourceType": KINDS, "maxAmount": NUMBER, "currentAmount": NUMBER}),
    },
    "ResourceMined": {
        "planet": TEXT, "minedAmount": NUMBER,
        "resource": {"type": KINDS, "maxAmount": NUMBER, "currentAmount": NUMBER},
    },
    "RobotSpawned": {"robot": ROBOT_R},
    "RobotMoved": {"robotId": TEXT, "remainingEnergy": NUMBER, "fromPlanet": PLACE, "toPlanet": PLACE},
    "RobotAttacked": {"attacker": FIGHTER, "target": FIGHTER},
    "RobotRegenerated": {"robotId": TEXT, "availableEnergy": NUMBER},
    "RobotResourceMined": {
        "robotId": TEXT, "minedAmount": NUMBER, "minedResource": KINDS, "resourceInventory": INVENTORY},
    "RobotResourceRemoved": {
        "robotId": TEXT, "removedAmount": NUMBER, "removedResource": KINDS, "resourceInventory": INVENTORY},
    "RobotRestoredAttributes": {
        "robotId": TEXT, "restorationType": ("HEALTH", "ENERGY"), "availableEnergy": NUMBER,
        "availableHealth": NUMBER},
    "RobotUpgraded": {"robotId": TEXT, "level": NUMBER, "upgrade": TEXT, "robot": ROBOT_R},
    "RobotsRevealed": {
        "robots": [{"robotId": TEXT, "planetId": TEXT, "playerNotion": TEXT, "health": NUMBER, "energy": NUMBER,
                    "levels": LEVELS}]},
    "error": {
        "playerId": TEXT, "robotId": maybe(TEXT), "transactionId": maybe(TEXT), "code": TEXT, "description": TEXT},
}  # fmt: skip


def r1_name(name):
    """What R1 calls an event of R2."""
    if name.startswith("Robot"):
        return name + "IntegrationEvent"
    return {"GameStatus": "game-status", "RoundStatus": "round-status"}.get(name, name)


R1 = {r1_name(name): shape for name, shape in R2.items()}
R_HEADERS = dict.fromkeys(("eventId", "transactionId", "playerId", "type", "version", "timestamp", "kafka-topic"), TEXT)

# K1

HEAD = {"success": FLAG, "message": TEXT}
CARGO = dict.fromkeys(("coal", "iron", "gem", "gold", "platin"), NUMBER)
ITEMS = dict.fromkeys(("rocket", "wormhole", "longRangeBombardment", "selfDestruction", "repairSwarm", "nuke"), NUMBER)
ROBOT_K = {
    "id": TEXT, "player": TEXT, "planet": TEXT, "alive": FLAG, "maxHealth": NUMBER, "maxEnergy": NUMBER,
    "energyRegen": NUMBER, "attackDamage": NUMBER, "miningSpeed": NUMBER, "health": NUMBER, "energy": NUMBER, **LEVELS,
    "inventory": {
        "maxStorage": NUMBER, "usedStorage": NUMBER, "storedCoal": NUMBER, "storedIron": NUMBER, "storedGem": NUMBER,
        "storedGold": NUMBER, "storedPlatin": NUMBER},
    "items": ITEMS,
}  # fmt: skip
PATCH = {"planet_id": TEXT, "resource_id": TEXT, "resource_type": tuple(CARGO)}
PRICES = [{"name": TEXT, "price": NUMBER}]
K1 = {
    "status": {"gameId": TEXT, "status": ("created", "started", "ended")},
    "playerStatus": {"playerId": TEXT, "name": TEXT},
    "roundStatus": {
        "gameId": TEXT, "roundId": TEXT, "roundNumber": NUMBER,
        "roundStatus": ("started", "command input ended", "ended")},
    "gameworld-created": {"id": TEXT, "spacestation_ids": [TEXT], "status": TEXT},
    "spacestation-created": {"planet_id": TEXT},
    "resource-mined": {**PATCH, "amount_mined": NUMBER, "amount_left": NUMBER},
    "resource-replenished": PATCH,
    "bank-created": {"playerId": TEXT, "money": NUMBER},
    "current-item-prices": PRICES,
    "current-resource-prices": PRICES,
    "spawn-notification": {"robotId": TEXT, "playerId": TEXT, "otherSeeableRobots": [TEXT]},
    "neighbours": {
        "neighbours": [{"planetId": TEXT, "movementDifficulty": NUMBER,
                        "direction": ("north", "east", "south", "west")}]},
    "movement": {
        **HEAD, "remainingEnergy": NUMBER, "robots": [TEXT],
        "planet": maybe({"planetId": TEXT, "movementDifficulty": NUMBER, "planetType": ("DEFAULT", "SPACESTATION"),
                         "resourceType": maybe(tuple(CARGO))}),
    },
    "planet-blocked": {**HEAD, "planetId": TEXT, "remainingEnergy": maybe(NUMBER)},
    "mining": {
        **HEAD, "remainingEnergy": NUMBER, "updatedInventory": NUMBER, "resourceType": (*CARGO, "none")},
    "fighting": {
        **HEAD, "attacker": TEXT, "defender": TEXT, "remainingDefenderHealth": maybe(NUMBER),
        "remainingEnergy": maybe(NUMBER)},
    "item-fighting": {**HEAD, "remainingItemCount": NUMBER, "associatedFights": [TEXT]},
    "item-repair": {**HEAD, "robots": [{"robotId": TEXT, "remainingHealth": NUMBER}]},
    "item-movement": {**HEAD, "associatedMovement": maybe(TEXT)},
    "resource-distribution": {"robotId": TEXT, **CARGO},
    "robot-destroyed": {"robotId": TEXT, "playerId": TEXT},
    "regeneration": {**HEAD, "remainingEnergy": NUMBER},
}  # fmt: skip
K_TYPES = {
    "status": "game-status", "playerStatus": "player-status", "roundStatus": "round-status",
    "planet-blocked": "planet_blocked",
}  # fmt: skip
TRADE_DATA = {"buy-robot": [ROBOT_K], "buy-item": None, "sell-resource": CARGO, "buy-error": None, "sell-error": None}
K_HEADERS = dict.fromkeys(("eventId", "transactionId", "version", "timestamp", "type"), TEXT)


def fits_k(topic, kind, value):
    """A record of K1 under its topic and type."""
    if topic == "fighting":  # a fight that failed hit nobody, so nothing is said of the defender
        assert (value["remainingDefenderHealth"] is None) == (not value["success"])
    if topic != "trades":
        assert kind == K_TYPES.get(topic, topic)
        fits(value, K1[topic], topic)
        return
    fits({**value, "data": None}, {**HEAD, "moneyChangedBy": NUMBER, "data": type(None)}, topic)
    shape = TRADE_DATA[kind]
    if shape is None:
        assert value["data"] is None
    else:
        fits(value["data"], shape, kind)
