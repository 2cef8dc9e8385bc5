"""Actions as short text, read and written, and ids as short names: robots by their serial numbers, r12, planets by
their places, 3,4."""

import re

from ...core.notation import TextError
from .actions import (
    Action,
    Battle,
    BattleItemUse,
    Blocking,
    Buying,
    Done,
    Mining,
    MoveItemUse,
    Movement,
    Regeneration,
    RepairItemUse,
    Selling,
    Withdraw,
)
from .ids import order_id, planet_id, planet_ids, robot_id
from .rules.state import State

_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
_PLAIN: dict[str, type[Blocking | Mining | Regeneration]] = {
    "block": Blocking, "mine": Mining, "regenerate": Regeneration
}  # fmt: skip


def read_action(text: str, g: State) -> Action:
    """`r1 move 3,4`, `r1 battle r5`, `r1 block`, `r1 mine`, `r1 regenerate`, `r1 use ROCKET r5`, `r1 use NUKE 3,4`,
    `r1 use WORMHOLE`, `r1 buy MINING_1`, `r1 sell`, `r1 sell 5 coal`, `buy 3 ROBOT`, `withdraw`, `r1 withdraw`, `done`.
    """
    words = text.split()
    robot = _robot_named(words.pop(0), g) if words and _is_robot(words[0]) else None
    match words:
        case ["done"] if robot is None:
            return Done()
        case ["withdraw"]:
            return Withdraw(robot)
        case ["buy", number, article] if number.lstrip("-").isdecimal():
            return Buying(article, robot, int(number))
        case ["buy", article]:
            return Buying(article, robot)
    if robot is not None:
        match words:
            case [word] if word in _PLAIN:
                return _PLAIN[word](robot)
            case ["move", place]:
                return Movement(robot, _planet_named(place, g))
            case ["battle", target] if _is_robot(target):
                return Battle(robot, _robot_named(target, g))
            case ["use", "WORMHOLE"]:
                return MoveItemUse(robot)
            case ["use", "REPAIR_SWARM"]:
                return RepairItemUse(robot)
            case ["use", item, target]:
                aim = _robot_named(target, g) if _is_robot(target) else _planet_named(target, g)
                return BattleItemUse(robot, item, aim)
            case ["sell"]:
                return Selling(robot)
            case ["sell", number, kind] if number.lstrip("-").isdecimal():
                return Selling(robot, kind, int(number))
    raise TextError(f"{text!r} is no action; there are: {' '.join(str(read_action.__doc__).split())}")


def write_action(action: Action) -> str:
    """The same with ids; `short` gives them their short names."""
    own = f"{action.robot} " if not isinstance(action, Done) and action.robot is not None else ""
    return own + words_of(action)


def words_of(action: Action) -> str:
    match action:
        case Done():
            return "done"
        case Withdraw():
            return "withdraw"
        case Buying():
            return f"buy {action.quantity} {action.article}" if action.quantity != 1 else f"buy {action.article}"
        case Selling():
            return "sell" if action.resource is None else f"sell {action.quantity} {action.resource}"
        case Movement():
            return f"move {action.planet}"
        case Battle():
            return f"battle {action.target}"
        case BattleItemUse():
            return f"use {action.item} {action.target}"
        case RepairItemUse() | MoveItemUse():
            return f"use {action.item}"
    return next(word for word, kind in _PLAIN.items() if isinstance(action, kind))


def short(text: str, g: State) -> str:
    """A text whose ids are replaced: robots and planets as above, orders as seat#number, others by a few signs."""
    names = _short_names(g)
    return _ID.sub(lambda found: names.get(found[0], f"~{found[0][:4]}"), text)


def _short_names(g: State) -> dict[str, str]:
    names = {name: "{},{}".format(*divmod(index, g.side)) for index, name in enumerate(planet_ids(g.seed, g.side**2))}
    names |= {robot_id(g, serial): f"r{serial}" for serial in range(1, g.serials + 1)}
    for seat in range(1, g.seats + 1):
        names |= {order_id(g, seat, n): f"{seat}#{n}" for n in range(1, g.players[seat].orders + 1)}
    return names


def _is_robot(word: str) -> bool:
    return word[:1] == "r" and word[1:].isdecimal()


def _robot_named(word: str, g: State) -> str:
    return robot_id(g, int(word[1:]))


def _planet_named(word: str, g: State) -> str:
    return planet_id(g, index_of(word, g))


def index_of(word: str, g: State) -> int:
    x, comma, y = word.partition(",")
    if not comma or not x.isdecimal() or not y.isdecimal() or int(x) >= g.side or int(y) >= g.side:
        raise TextError(f"{word!r} is no place; it is x,y with numbers below {g.side}")
    return int(x) * g.side + int(y)
