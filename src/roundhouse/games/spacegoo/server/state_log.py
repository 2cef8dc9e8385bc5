"""The log of a Spacegoo match as a list of states, computed from its entries. GOO-101"""

from collections.abc import Sequence

from ....core.entries import TICK, Entry, enter
from ....core.game import Setup
from .. import GAME
from .line_states import StateWriter


class GameLog:
    """States as lines of JSON: the first one, and one after every tick. A running match can be followed further."""

    def __init__(self, setup: Setup) -> None:
        self._state = GAME.start(setup)
        self._writer = StateWriter(self._state, [seat.name for seat in setup.seats])
        self._taken = 0
        self.lines = [self._line()]

    def follow(self, entries: Sequence[Entry]) -> None:
        """Take the entries of the match, of which those known already are passed over."""
        for entry in entries[self._taken :]:
            enter(GAME.rules, self._state, entry)
            self._taken += 1
            if entry.kind == TICK:
                self.lines.append(self._line())

    def _line(self) -> bytes:
        return self._writer.shared() + self._writer.own(0)
