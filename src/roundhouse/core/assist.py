"""Assist levels: how much the platform's own tools tell an agent beyond its view. Recorded with the seat."""

from typing import Literal

Assist = Literal["", "rules", "schema", "legal", "hints"]

# From the least to the most; each gives what those before it give
LEVELS: tuple[Assist, ...] = ("rules", "schema", "legal", "hints")
GIVES = {
    "rules": "the rules and the own view",
    "schema": "also the form of every action, with an example",
    "legal": "also legal orders, and whether an order would be refused",
    "hints": "also what would come of an order, and what a built-in bot would do",
}
TRIES = 3  # unusable answers that end a turn, unless the seat sets its own number
TRIES_MAX = 20


def gives(level: str, wanted: Assist) -> bool:
    """Whether a seat of this level may use what `wanted` names. A seat without a level has no such limits: it is played
    by a program, not by an agent."""
    return not level or LEVELS.index(level) >= LEVELS.index(wanted)
