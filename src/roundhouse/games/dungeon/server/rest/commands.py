"""Commands of the original as actions of the game. DUN-211, DUN-212, DUN-224, DUN-225, DUN-229"""

from typing import Any

from msgspec import Struct

from .....server.errors import Refused
from ... import actions as a
from ...actions import item_name

PLAIN = {"blocking": "blocking", "mining": "mining", "regeneration": "regeneration", "regenerate": "regeneration"}
OF_R = ("movement", "battle", "mining", "regenerate", "regeneration", "buying", "selling")
FAR_ITEMS = ("LONG_RANGE_BOMBARDMENT", "NUKE")
RESTORATIONS = {"HEALTH_RESTORE": "HEALTH", "ENERGY_RESTORE": "ENERGY"}
ITEMS = ("ROCKET", "WORMHOLE", "LONG_RANGE_BOMBARDMENT", "SELF_DESTRUCTION", "REPAIR_SWARM", "NUKE")


class Fields(Struct, frozen=True):
    """The fields of a command, whatever they are called around it. Empty strings count as null."""

    robotId: str | None = None  # noqa: N815  # the original's names
    planetId: str | None = None  # noqa: N815
    targetId: str | None = None  # noqa: N815
    itemName: str | None = None  # noqa: N815
    itemQuantity: int | str | None = None  # noqa: N815
    commandType: str | None = None  # noqa: N815


class KCommand(Struct, frozen=True):
    """K1 and R1. The one names the player by its token, the other by its id."""

    gameId: str | None = None  # noqa: N815
    playerToken: str | None = None  # noqa: N815
    playerId: str | None = None  # noqa: N815
    robotId: str | None = None  # noqa: N815
    commandType: str | None = None  # noqa: N815
    commandObject: Fields | None = None  # noqa: N815


class R2Command(Struct, frozen=True):
    playerId: str | None = None  # noqa: N815
    type: str | None = None
    data: Fields | None = None


def needed(value: str | None, name: str) -> str:
    if not value:
        raise Refused("bad_field", f"{name} is missing.", field=name)
    return value


def action_of(kind: str | None, robot: str | None, fields: Fields, *, generation: str) -> dict[str, Any]:
    """The action that a command stands for; raises Refused with the codes of DUN-236."""
    known = kind in PLAIN or kind in ACTIONS
    if not known or (generation != "k1" and kind not in OF_R):
        raise Refused("unknown_command", f"There is no command of the type {kind!r} on this wire.", field="commandType")
    robot = robot or fields.robotId or None
    if kind in PLAIN:
        return {"type": PLAIN[kind], "robot": needed(robot, "robotId")}
    made: dict[str, Any] = ACTIONS[str(kind)](robot, fields, generation)
    return made


def _movement(robot: str | None, fields: Fields, generation: str) -> dict[str, Any]:
    return {
        "type": "movement",
        "robot": needed(robot, "robotId"),
        "planet": needed(fields.planetId, "planetId"),
    }


def _battle(robot: str | None, fields: Fields, generation: str) -> dict[str, Any]:
    return {
        "type": "battle",
        "robot": needed(robot, "robotId"),
        "target": needed(fields.targetId, "targetId"),
    }


def _battle_item(robot: str | None, fields: Fields, generation: str) -> dict[str, Any]:
    """Items that are aimed at a planet take it from either field."""
    item = item_name(needed(fields.itemName, "itemName"))
    target = (fields.planetId or fields.targetId) if item in FAR_ITEMS else fields.targetId
    return {
        "type": "battleItemUse",
        "robot": needed(robot, "robotId"),
        "item": item,
        "target": needed(target, "targetId"),
    }


def _own_item(kind: str) -> Any:
    def made(robot: str | None, fields: Fields, generation: str) -> dict[str, Any]:
        item = item_name(needed(fields.itemName, "itemName"))
        return {"type": kind, "robot": needed(robot, "robotId"), "item": item}

    return made


def _buying(robot: str | None, fields: Fields, generation: str) -> dict[str, Any]:
    article = needed(fields.itemName, "itemName").upper()
    if generation != "k1":
        if article in ITEMS or article in RESTORATIONS.values():
            raise Refused("bad_field", f"{article} is not offered on this wire.", field="itemName")
        article = RESTORATIONS.get(article, article)
    return {"type": "buying", "robot": robot, "article": item_name(article), "quantity": quantity(fields, 1)}


def _selling(robot: str | None, fields: Fields, generation: str) -> dict[str, Any]:
    """On the wires with RabbitMQ a sale may name one resource and how much of it. DUN-225"""
    action: dict[str, Any] = {"type": "selling", "robot": needed(robot, "robotId")}
    if generation != "k1" and fields.itemName:
        action |= {"resource": fields.itemName.lower(), "quantity": quantity(fields, 0)}
    return action


def quantity(fields: Fields, usual: int) -> int:
    given = fields.itemQuantity
    if given is None or given == "":
        return usual
    try:
        return int(given)
    except ValueError:
        raise Refused("bad_field", "itemQuantity is a number.", field="itemQuantity") from None


ACTIONS: dict[str, Any] = {
    "movement": _movement,
    "battle": _battle,
    "battleItemUse": _battle_item,
    "repairItemUse": _own_item("repairItemUse"),
    "moveItemUse": _own_item("moveItemUse"),
    "buying": _buying,
    "selling": _selling,
}


def command_of(action: a.Action) -> tuple[str, str | None, dict[str, Any]]:
    """The other way round, for the list of a round's commands: type, robot and the command's object. DUN-213"""
    kind = str(action.__struct_config__.tag)
    robot = getattr(action, "robot", None)
    far = isinstance(action, a.BattleItemUse) and action.item in FAR_ITEMS
    target = getattr(action, "target", None)
    named = getattr(action, "item", None) or getattr(action, "article", None) or getattr(action, "resource", None)
    amount = getattr(action, "quantity", None)
    fields = {
        "commandType": kind,
        "planetId": getattr(action, "planet", None) or (target if far else None),
        "targetId": None if far else target,
        "itemName": named,
        "itemQuantity": amount if amount and named else None,
    }
    return kind, robot, fields
