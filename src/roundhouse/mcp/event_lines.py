"""Events in one line each, which are easier for an agent than JSON."""

from collections.abc import Collection
from typing import Any


def plain(event: Any, view: Any, *, noise: Collection[str] = ()) -> str:
    """`moved seat 1 origin 3,7 to 4,7`: the type, then the fields by name. Fields that are empty, false or noise are
    left out; a 0 is not, because a planet may have that number."""
    words = [str(event["type"])]
    for name, value in event.items():
        if name != "type" and name not in noise and value not in (None, "", [], {}) and value is not False:
            words.append(name if value is True else f"{name} {_short(value)}")
    return " ".join(words)


def _short(value: Any) -> str:
    if isinstance(value, list) and not any(isinstance(one, list | dict) for one in value):
        return ",".join(map(_short, value))
    if isinstance(value, list):
        return "; ".join(map(_short, value))
    if isinstance(value, dict):
        return "(" + " ".join(f"{name} {_short(one)}" for name, one in value.items()) + ")"
    return f"{value:g}" if isinstance(value, float) else "-" if value is None else str(value)
