"""The class a bot author subclasses: two methods, of which one must be written."""

from collections.abc import Callable
from typing import Any

from ..core.game import Verdict
from ..protocol.messages import Over, Start, Turn, Verdicts


class Bot:
    """A player. A new one is made for every match.

    `act` is called whenever the seat is waited for and returns one action, or a list of them where the game takes
    several. Actions are the game's messages (`roundhouse.games.spacegoo.actions.Send`) or the same as plain
    dictionaries (`{"type": "nop"}`).
    """

    name = ""
    _enter: Callable[[Any], Verdict] | None = None  # while `act` is called, in games that answer each action

    def start(self, start: Start) -> None:
        """The match begins; `start.setup` and `start.seat` say what and where you play."""

    def act(self, turn: Turn) -> Any:
        """Your turn. `turn.view` is what you may know, `turn.clock` what your last turn cost and what remains."""
        raise NotImplementedError(f"{type(self).__name__} must define act(turn)")

    def request(self, action: Any) -> Verdict:
        """One action in the middle of `act`, in games that answer each action at once (Quest): it happens now, and the
        verdict has the answer. What `act` returns in the end comes after it; nothing more is None. QST-123"""
        if self._enter is None:
            raise RuntimeError("request() is for games that answer each action, and only while act() is called")
        return self._enter(action)

    def verdicts(self, verdicts: Verdicts) -> None:
        """What became of your last actions."""

    def over(self, over: Over) -> None:
        """The match is over."""
