"""Orders as short text, read and written."""

import msgspec

from ...core import notation
from ...core.notation import TextError
from .actions import Action, Done, Restart

NUMBER_DIGITS, PLACE_DIGITS = 19, 4
OWN = "ship"  # instead of a unit's id: the own spaceship
PARTIAL = "partial"  # the last word of a move that goes as far as it can


def read_action(text: str) -> Action:
    """`done`, `restart`, `3 move 4,5`, `3 move 4,5 partial`, `3 path 4,5 5,5`, `3 capture`, `3 cancel`, `3 build 0`,
    `3 spawn 4,5`, `3 battery 80`, `3 detonate`, `3 attack 31`, `3 swarm_create`, `3 swarm_join 40`,
    `3 swarm_leave 4,5`, `3 automode on`, `3 boost 1 burn 3`, `3 boost 1 stake 3`, `3 unstake 1`, `3 equip 2`; `ship`
    instead of an id is the own spaceship."""
    words = text.split()
    if words in (["done"], ["restart"]):
        return Done() if words[0] == "done" else Restart()
    try:
        unit, name, *rest = words
        message = {"unit": 0 if unit == OWN else number(unit)} | _fields(name, rest)
        action: Action = msgspec.convert(message, Action)
    except (LookupError, ValueError) as error:
        raise TextError(
            f"{text!r} is no order ({error}); there are: {' '.join(str(read_action.__doc__).split())}"
        ) from None
    return action


def _fields(name: str, words: list[str]) -> dict[str, object]:
    match name, words:
        case (("move" | "path"), [*places, last]) if last == PARTIAL:
            return _fields(name, places) | {"partial": True}
        case "move", [place]:
            return {"type": "move", "to": place_of(place)}
        case "path", places:
            return {"type": "move", "path": [place_of(place) for place in places]}
        case (("capture" | "cancel" | "detonate" | "swarm_create"), []):
            return {"type": name}
        case (("build" | "unstake" | "equip"), [item]):
            return {"type": name, "item": number(item)}
        case (("spawn" | "swarm_leave"), [place]):
            return {"type": name, "tile": place_of(place)}
        case "battery", [share]:
            return {"type": name, "attack": number(share)}
        case "attack", [target]:
            return {"type": name, "target": number(target)}
        case "swarm_join", [swarm]:
            return {"type": name, "swarm": number(swarm)}
        case "automode", [("on" | "off") as switch]:
            return {"type": name, "on": switch == "on"}
        case "boost", [item, mode]:
            return {"type": name, "item": number(item), "mode": mode}
        case "boost", [item, mode, target]:
            return {"type": name, "item": number(item), "mode": mode, "target": number(target)}
    raise TextError("its words do not fit")


def number(word: str) -> int:
    return notation.number(word, NUMBER_DIGITS)


def place_of(word: str) -> tuple[int, int]:
    return notation.place_of(word, PLACE_DIGITS)


def write_action(action: Action) -> str:
    told = msgspec.to_builtins(action)
    name = told.pop("type")
    if isinstance(action, Done | Restart):
        return str(name)
    unit, partial = told.pop("unit", 0), told.pop("partial", False)
    words = [str(unit) if unit else OWN]
    if "path" in told:
        words += ["path", *(",".join(map(str, place)) for place in told["path"])]
    else:
        words.append(name)
        for value in told.values():
            if isinstance(value, bool):
                words.append("on" if value else "off")
            elif isinstance(value, list | tuple):
                words.append(",".join(map(str, value)))
            else:
                words.append(str(value))
    return " ".join([*words, PARTIAL] if partial else words)
