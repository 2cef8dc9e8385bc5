"""How the terminal shows each game: a board, a line for every round, seats, and events in words."""

from collections.abc import Collection, Sequence
from typing import Any, Protocol

import msgspec
from rich.console import RenderableType
from rich.table import Table

from ..core.game import Game
from ..core.registry import part

MARKS = "○●▲■◆★▼✚♣"  # a seat is a colour and a shape, never one alone
COLOURS = (
    "#5d6675", "#74b2e6", "#e0350f", "#f0fbb4", "#9662f0", "#3fb68b", "#f29ec4", "#f5a623", "#b8c4d6",
)  # fmt: skip
SHAPES = len(MARKS) - 1
SEATS = ("seat", "winner", "previous", "by")  # fields that name a seat


class Board(Protocol):
    """What the module `terminal` of a game has."""

    def board_of(self, view: Any, names: Sequence[str], width: int, height: int) -> RenderableType:
        """The board, no larger than this."""

    def line_of(self, view: Any, names: Sequence[str]) -> str:
        """The same in a line."""

    def event_line(self, event: Any, names: Sequence[str]) -> str | None:
        """An event in a line, or None for what the orders or another line already say."""


class PlainBoard:
    """For games that bring no board of their own: the view as it is on the wire."""

    def board_of(self, view: Any, names: Sequence[str], width: int, height: int) -> RenderableType:
        return msgspec.json.format(msgspec.json.encode(view)).decode()

    def line_of(self, view: Any, names: Sequence[str]) -> str:
        return msgspec.json.encode(view).decode()

    def event_line(self, event: Any, names: Sequence[str]) -> str | None:
        return msgspec.json.encode(event).decode()


def board_of_game(game: Game) -> Board:
    """How the terminal shows a game."""
    found: Any = part(game, "terminal")
    board: Board = PlainBoard() if found is None else found
    return board


def table_with(heads: Sequence[str], *, left: Collection[str]) -> Table:
    """An empty table beside a board; the columns in `left` are words, the others numbers."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for head in heads:
        table.add_column(head, justify="left" if head in left else "right")
    return table


def mark_of(seat: int) -> str:
    """The shape of a seat. There are eight; seats beyond them have the same in another colour."""
    return MARKS[(seat - 1) % SHAPES + 1]


def colour_of(seat: int) -> str:
    return COLOURS[(seat - 1 + (seat - 1) // SHAPES) % SHAPES + 1]


def words_of(event: Any, names: Sequence[str], *, without: Collection[str] = (), seats: Collection[str] = SEATS) -> str:
    """An event as its type and its fields; those in `seats` by the names of seats."""
    plain = msgspec.to_builtins(event)
    kind = plain.pop("type").replace("_", " ")
    words = [f"{key} {_words(key, value, names, seats)}" for key, value in plain.items() if key not in without]
    return f"{kind}: {', '.join(words)}" if words else kind


def who(seat: int, names: Sequence[str]) -> str:
    return names[seat - 1] if seat else "nobody"


def _words(key: str, value: Any, names: Sequence[str], seats: Collection[str]) -> str:
    if key == "sides":
        return " / ".join(f"{who(side['seat'], names)} {side['before']} -> {side['after']}" for side in value)
    if key in seats and isinstance(value, list):
        return " and ".join(who(seat, names) for seat in value) or "nobody"
    return who(value, names) if key in seats and value is not None else str(value)
