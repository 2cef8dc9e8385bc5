"""Commands as players write them, `2@670`, and as numbers. RAL-002, RAL-318"""

from collections.abc import Iterable, Sequence

from .rules import tables as t

NAMES = (
    None,
    *(f"{t.LETTERS[t.KINDS[card]]}@{10 * card}" for card in range(1, t.CARDS + 1)),
    "P",
)
NUMBERS = {name: number for number, name in enumerate(NAMES)}
UNKNOWN = "?"  # how a number that is no card is shown


def name_of(card: int) -> str | None:
    """The command of a number, None for an empty slot."""
    return NAMES[card] if 0 <= card <= t.PAUSE else UNKNOWN


def number_of(name: str | None) -> int:
    """The number of a command, 0 for an empty slot, -1 for what is none."""
    return NUMBERS.get(name, -1)


def names_of(cards: Iterable[int]) -> list[str]:
    """The commands of cards that are there."""
    return [str(NAMES[card]) for card in cards]


def slots_of(cards: Sequence[int]) -> dict[str, str]:
    """Commands by the number of their slot, without empty ones."""
    return {str(n): str(NAMES[card]) for n, card in enumerate(cards, 1) if card}
