"""What the boards of all games share: how seats look, and events as words."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

MARKS = "○●▲■◆★▼✚♣"  # a seat is a colour and a shape, never one alone
COLOURS = (
    "#5d6675", "#74b2e6", "#e0350f", "#f0fbb4", "#9662f0", "#3fb68b", "#f29ec4", "#f5a623", "#b8c4d6",
)  # fmt: skip
SHAPES = len(MARKS) - 1
SEATS = ("seat", "winner", "previous", "by")  # fields that name a seat


def mark_of(seat: int) -> str:
    """The shape of a seat. There are eight; seats beyond them have the same in another colour."""
    return MARKS[(seat - 1) % SHAPES + 1]


def colour_of(seat: int) -> str:
    return COLOURS[(seat - 1 + (seat - 1) // SHAPES) % SHAPES + 1]


def words_of(event: Any, names: Sequence[str], *, without: Collection[str] = ()) -> str:
    """An event as its type and its fields, seats by their names."""
    plain = msgspec.to_builtins(event)
    kind = plain.pop("type").replace("_", " ")
    words = [f"{key} {_words(key, value, names)}" for key, value in plain.items() if key not in without]
    return f"{kind}: {', '.join(words)}" if words else kind


def who(seat: int, names: Sequence[str]) -> str:
    return names[seat - 1] if seat else "nobody"


def _words(key: str, value: Any, names: Sequence[str]) -> str:
    if key == "sides":
        return " / ".join(f"{who(side['seat'], names)} {side['before']} -> {side['after']}" for side in value)
    if key in SEATS and isinstance(value, list):
        return " and ".join(who(seat, names) for seat in value) or "nobody"
    return who(value, names) if key in SEATS and value is not None else str(value)
