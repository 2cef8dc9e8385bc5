"""What an agent's seat is told about a game, made from its own view alone: boards as text, legal orders, refusals."""

from collections.abc import Iterator
from typing import Any, Protocol

import msgspec

from ..core.game import ACCEPTED, Game, Setup, Verdict
from ..core.registry import part
from .event_lines import plain


class GameText(Protocol):
    """What the module `agent` of a game defines. Views are plain dictionaries, as in messages. It may also have
    `EXAMPLES`, an order of every type as in messages."""

    BOT: str  # the built-in bot that gives advice
    ENDS: str  # the type of the action that ends a turn of several orders, or ""
    FORMS: str  # orders as short text
    LEGEND: str  # how to read the board

    def board(self, view: Any, setup: Setup) -> str:
        """The position, as short text."""

    def happened(self, event: Any, view: Any) -> str:
        """An event in one line; "" for one that is not worth telling."""

    def orders(self, view: Any, setup: Setup, seat: int) -> Iterator[Any]:
        """Orders that would be accepted now as far as the seat can know, the simplest first."""

    def code(self, view: Any, setup: Setup, seat: int, action: Any) -> int:
        """0, or the code of the refusal that this order would get as far as the seat can know."""

    def read(self, text: str, view: Any) -> Any:
        """An order in its short form. Raises ValueError with a sentence."""

    def write(self, action: Any, view: Any) -> str:
        """An order in its short form."""

    def named(self, action: dict[str, Any], view: Any) -> dict[str, Any]:
        """An order with ids instead of short names."""


class PlainText:
    """For games without a module `agent`: views and orders as in messages, and no list of orders."""

    ENDS = ""
    FORMS = "there are none; give an order as JSON"
    LEGEND = "The view as it is on the wire."

    def __init__(self, game: Game) -> None:
        self.BOT = next(iter(game.bots))

    def board(self, view: Any, setup: Setup) -> str:
        return msgspec.json.encode(view).decode()

    def happened(self, event: Any, view: Any) -> str:
        return plain(event, view)

    def orders(self, view: Any, setup: Setup, seat: int) -> Iterator[Any]:
        return iter(())

    def code(self, view: Any, setup: Setup, seat: int, action: Any) -> int:
        """Only the rules themselves can tell, so nothing is refused here."""
        return 0

    def read(self, text: str, view: Any) -> Any:
        raise ValueError(f"{text[:40]!r} is no order; {self.FORMS}.")

    def write(self, action: Any, view: Any) -> str:
        return msgspec.json.encode(action).decode()

    def named(self, action: dict[str, Any], view: Any) -> dict[str, Any]:
        return action


def text_of(game: Game) -> GameText:
    """The module `agent` of a game, or `PlainText`."""
    found: Any = part(game, "agent")
    text: GameText = PlainText(game) if found is None else found
    return text


def would_be(game: Game, view: Any, setup: Setup, seat: int, action: Any) -> Verdict:
    """The verdict that an order would get, as far as the seat can know."""
    code = text_of(game).code(view, setup, seat, action)
    return ACCEPTED if code == 0 else game.verdict(code)
