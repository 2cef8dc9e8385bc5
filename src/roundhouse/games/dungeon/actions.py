"""What a seat may ask, as messages and as rows of numbers. DUN-212, DUN-243, DUN-253"""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from .changes import Change as Change  # the server finds these here too
from .changes import ChangeRounds as ChangeRounds
from .changes import ChangeRoundTime as ChangeRoundTime
from .changes import EndGame as EndGame
from .changes import change_row_of as change_row_of
from .ids import Id, MatchNaming, Naming, is_id
from .rules import tables as t
from .rules.state import State

Name = Annotated[str, Meta(max_length=40)]


class Blocking(Struct, frozen=True, tag="blocking"):
    """Nobody leaves the robot's planet this round. DUN-071"""

    robot: Id


class Movement(Struct, frozen=True, tag="movement"):
    """Go to a neighbouring planet. DUN-077"""

    robot: Id
    planet: Id


class Battle(Struct, frozen=True, tag="battle"):
    """Attack a robot on the same planet. DUN-085"""

    robot: Id
    target: Id


class Mining(Struct, frozen=True, tag="mining"):
    """Mine what the robot's planet has. DUN-098"""

    robot: Id


class Regeneration(Struct, frozen=True, tag="regeneration"):
    """Restore energy. DUN-102"""

    robot: Id


class BattleItemUse(Struct, frozen=True, tag="battleItemUse"):
    """ROCKET and SELF_DESTRUCTION name a robot, LONG_RANGE_BOMBARDMENT and NUKE a planet. DUN-091"""

    robot: Id
    item: Name
    target: Id


class RepairItemUse(Struct, frozen=True, tag="repairItemUse"):
    """Heal all own robots on the planet. DUN-097"""

    robot: Id
    item: Name = "REPAIR_SWARM"


class MoveItemUse(Struct, frozen=True, tag="moveItemUse"):
    """Go to a planet that nobody can foretell. DUN-083"""

    robot: Id
    item: Name = "WORMHOLE"


class Buying(Struct, frozen=True, tag="buying"):
    """An article for a robot at a station; or, from anywhere and without a robot, so many of ROBOT. DUN-105, DUN-107"""

    article: Name
    robot: Id | None = None
    quantity: int = 1


class Selling(Struct, frozen=True, tag="selling"):
    """Sell the whole cargo at a station, or only so much of one kind. DUN-103, DUN-225"""

    robot: Id
    resource: Name | None = None
    quantity: int = 0


class Withdraw(Struct, frozen=True, tag="withdraw"):
    """Take back the command of a robot, or without one the purchase of robots. DUN-061"""

    robot: Id | None = None


class Done(Struct, frozen=True, tag="done"):
    """I have given all commands of this round. More may follow as long as commands are collected. DUN-242"""


Action = (
    Blocking | Movement | Battle | Mining | Regeneration | BattleItemUse | RepairItemUse | MoveItemUse | Buying
    | Selling | Withdraw | Done
)  # fmt: skip


def _named(text: str, names: Sequence[str], other: int = t.MALFORMED) -> int:
    return names.index(text) if text in names else other


def _name(number: int, names: Sequence[str]) -> str:
    return names[number] if 0 <= number < len(names) else NO_NAME


def _robot(names: Naming, text: str | None) -> int:
    if text is None:
        return t.UNUSED
    return names.robot_of(text.lower()) if is_id(text) else t.MALFORMED


def _planet(names: Naming, text: str) -> int:
    return names.planet_of(text.lower()) if is_id(text) else t.MALFORMED


def row_of(action: Action, g: State) -> list[int]:
    return row_by(action, MatchNaming(g))


def row_by(action: Action, names: Naming) -> list[int]:
    """DUN-253. What is no id and no item becomes MALFORMED, and `check` refuses it. DUN-236 An article that is not sold
    here is UNKNOWN: whoever orders it is told when it is executed. DUN-237"""
    if isinstance(action, Done):
        return [t.DONE, -1, -1, -1, -1]
    robot = _robot(names, action.robot)
    if isinstance(action, Withdraw):
        return [t.WITHDRAW, robot, -1, -1, -1]
    if isinstance(action, Buying):
        article = _named(action.article.upper(), t.ARTICLE_NAMES, t.UNKNOWN)
        return [t.BUY, robot, -1, article, max(-t.NUMBER_MAX, min(action.quantity, t.NUMBER_MAX))]
    if isinstance(action, Selling):
        if action.resource is None:
            return [t.SELL, robot, -1, -1, -1]
        kind = _named(action.resource.lower(), t.KIND_NAMES)
        return [t.SELL, robot, -1, kind, max(-t.NUMBER_MAX, min(action.quantity, t.NUMBER_MAX))]
    if isinstance(action, Movement):
        return [t.MOVE, robot, _planet(names, action.planet), -1, -1]
    if isinstance(action, Battle):
        return [t.BATTLE, robot, _robot(names, action.target), -1, -1]
    if isinstance(action, BattleItemUse):
        item = _named(item_name(action.item), t.ITEM_NAMES)
        far = item in (t.BOMBARDMENT, t.NUKE)
        aim = _planet(names, action.target) if far else _robot(names, action.target)
        return [t.BATTLE_ITEM, robot, aim, item, -1]
    if isinstance(action, RepairItemUse | MoveItemUse):
        kind = t.REPAIR_ITEM if isinstance(action, RepairItemUse) else t.MOVE_ITEM
        return [kind, robot, -1, _named(item_name(action.item), t.ITEM_NAMES), -1]
    return [PLAIN[type(action)], robot, -1, -1, -1]


PLAIN: dict[type, int] = {Blocking: t.BLOCK, Mining: t.MINE, Regeneration: t.REGENERATE}


def item_name(text: str) -> str:
    """The original's documents have a spelling of their own for one item. DUN-220"""
    return text.upper().replace("BOMBAREDMENT", "BOMBARDMENT")


def action_of(row: Sequence[int], g: State) -> Action:
    return action_by(row, MatchNaming(g))


def action_by(row: Sequence[int], names: Naming) -> Action:
    kind, robot, target, article, quantity = row
    name = None if robot == t.UNUSED else names.robot_name(robot)
    if kind == t.DONE:
        return Done()
    if kind == t.WITHDRAW:
        return Withdraw(name)
    if kind == t.BUY:
        return Buying(_name(article, t.ARTICLE_NAMES), name, quantity)
    own = name or ""
    if kind == t.SELL:
        return Selling(own) if article == t.UNUSED else Selling(own, _name(article, t.KIND_NAMES), quantity)
    if kind == t.MOVE:
        return Movement(own, names.planet_name(target))
    if kind == t.BATTLE:
        return Battle(own, names.robot_name(target))
    if kind == t.BATTLE_ITEM:
        far = article in (t.BOMBARDMENT, t.NUKE)
        aim = names.planet_name(target) if far else names.robot_name(target)
        return BattleItemUse(own, _name(article, t.ITEM_NAMES), aim)
    if kind == t.REPAIR_ITEM:
        return RepairItemUse(own, _name(article, t.ITEM_NAMES))
    if kind == t.MOVE_ITEM:
        return MoveItemUse(own, _name(article, t.ITEM_NAMES))
    if kind == t.BLOCK:
        return Blocking(own)
    return Mining(own) if kind == t.MINE else Regeneration(own)


NO_NAME = "UNKNOWN"  # neither an article nor an item
