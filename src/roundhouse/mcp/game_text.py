"""What an agent's seat can be told of each game, made of its own view alone: boards as text, legal orders, refusals."""

from collections.abc import Iterator
from typing import Any, Protocol

from ..core.game import ACCEPTED, Game, Setup, Verdict
from ..games.boidvoid import agent
from ..games.dungeon import agent as dungeon
from ..games.quest import agent as quest
from ..games.rally import agent as rally
from ..games.spacegoo import agent as spacegoo


class Sight(Protocol):
    """What a module of this package has. Views come as they are on the wire: plain dictionaries."""

    BOT: str  # the built-in bot that gives advice
    ENDS: str  # the type of the action that ends a turn of several orders, or nothing
    FORMS: str  # orders as short text
    LEGEND: str  # how to read the board

    def board(self, view: Any, setup: Setup) -> str:
        """How things stand, as short text."""

    def happened(self, event: Any, view: Any) -> str:
        """An event in one line; nothing for one that says nothing."""

    def orders(self, view: Any, setup: Setup, seat: int) -> Iterator[Any]:
        """Orders that would be accepted now as far as the seat can know, the plainest first."""

    def code(self, view: Any, setup: Setup, seat: int, action: Any) -> int:
        """0, or the code of the refusal that this order would get as far as the seat can know."""

    def read(self, text: str, view: Any) -> Any:
        """An order in its short form. Raises ValueError with a sentence."""

    def write(self, action: Any, view: Any) -> str:
        """An order in its short form."""

    def named(self, action: dict[str, Any], view: Any) -> dict[str, Any]:
        """An order whose short names are replaced by ids."""


SIGHTS: dict[str, Sight] = {
    "spacegoo": spacegoo,
    "rally": rally,
    "dungeon": dungeon,
    "quest": quest,
    "boidvoid": agent,
}


def would_be(game: Game, view: Any, setup: Setup, seat: int, action: Any) -> Verdict:
    """The verdict that an order would get, as far as the seat can know."""
    code = SIGHTS[game.key].code(view, setup, seat, action)
    return ACCEPTED if code == 0 else game.verdict(code)
