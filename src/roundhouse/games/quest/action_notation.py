"""Actions as short text, read and written."""

import msgspec

from ...core.notation import TextError, number, place_of
from .actions import Action, EndTurn, Resign
from .rules import tables as t

BLIND = "blind"  # the last word of an action whose answer leaves the cells out


def read_action(text: str) -> Action:
    """`end_turn`, `resign`, `101 move 6,5`, `101 attack 203 40`, `101 retaliate 30 70`, `101 dig`, `101 view`,
    `101 pickup iron 5 wood 3`, `101 drop iron 5`, `101 craft sword1 bronze 14 wood 4`, `101 equip sword1`,
    `101 research sword`, `101 place_trap trap1 stone 12 wood 18`, `101 place_tower tower1 stone 50 wood 50`; with
    `blind` at the end the answer has no cells."""
    words = text.split()
    if words in (["end_turn"], ["resign"]):
        return EndTurn() if words[0] == "end_turn" else Resign()
    message: dict[str, object] = {}
    if words and words[-1] == BLIND:
        words.pop()
        message["view"] = False
    try:
        message |= {"unit": number(words[0]), "type": words[1]} | _fields(words[1], words[2:])
        action: Action = msgspec.convert(message, Action)
    except (LookupError, ValueError) as error:
        raise TextError(
            f"{text!r} is no action ({error}); there are: {' '.join(str(read_action.__doc__).split())}"
        ) from None
    return action


def _fields(do: str, words: list[str]) -> dict[str, object]:
    match do, words:
        case "move", [place]:
            return {"to": place_of(place)}
        case "attack", [target, energy]:
            return {"target": number(target), "energy": number(energy)}
        case "retaliate", [energy, cutoff]:
            return {"energy": number(energy), "cutoff": number(cutoff)}
        case (("dig" | "view"), []):
            return {}
        case (("pickup" | "drop"), _):
            return {"what": amounts(words)}
        case "equip", [item]:
            return {"item": item}
        case "research", [kind]:
            return {"kind": kind}
        case (("craft" | "place_trap" | "place_tower"), [item, *rest]):
            return {"item": item, "use": amounts(rest)}
    raise TextError("its words do not fit")


def amounts(words: list[str]) -> dict[str, int]:
    """`iron 5 wood 3`, each name once."""
    names, numbers = words[::2], words[1::2]
    strange = [name for name in names if name not in t.THING_NAMES]
    if strange or len(names) != len(numbers) or len(set(names)) != len(names):
        raise TextError(f"{' '.join(words)!r} are no amounts; they look like iron 5 wood 3")
    return {name: number(word) for name, word in zip(names, numbers, strict=True)}


def write_action(action: Action) -> str:
    told = msgspec.to_builtins(action)
    do, unit, sight = told.pop("type"), told.pop("unit", None), told.pop("view", True)
    words = [] if unit is None else [str(unit)]
    words.append(do)
    for value in told.values():
        if isinstance(value, dict):
            words += things(value)
        elif do == "move":
            words.append(",".join(map(str, value)))
        else:
            words.append(str(value))
    return " ".join(words if sight else [*words, BLIND])


def things(what: dict[str, int]) -> list[str]:
    """Amounts in the order of their table."""
    return [f"{name} {what[name]}" for name in t.THING_NAMES if what.get(name)]
