"""How the terminal shows each game: a board, a line for every round, and events in words."""

from collections.abc import Sequence
from typing import Any, Protocol

from rich.console import RenderableType

from ..games.boidvoid import terminal
from ..games.dungeon import terminal as dungeon
from ..games.quest import terminal as quest
from ..games.rally import terminal as rally
from ..games.spacegoo import terminal as spacegoo


class Board(Protocol):
    """What a module of this package has."""

    def board_of(self, view: Any, names: Sequence[str], width: int, height: int) -> RenderableType:
        """The board, no larger than this."""

    def line_of(self, view: Any, names: Sequence[str]) -> str:
        """The same in a line."""

    def event_line(self, event: Any, names: Sequence[str]) -> str | None:
        """An event in a line, or None for what the orders or another line already say."""


BOARDS: dict[str, Board] = {
    "spacegoo": spacegoo,
    "rally": rally,
    "dungeon": dungeon,
    "quest": quest,
    "boidvoid": terminal,
}
