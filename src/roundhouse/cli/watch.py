"""A match in the terminal: the board moves where there is a terminal, else one line per round."""

import sys
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

from rich.console import Console
from rich.live import Live

from ..core.entries import TICK
from ..core.game import EVERYTHING, Game, Setup
from ..match.match import Step
from ..match.replay import Replay
from .terminal_board import board_of_game


class Watcher:
    """Follows the steps of a match, at most `speed` rounds a second."""

    def __init__(
        self,
        game: Game,
        setup: Setup,
        *,
        speed: float,
        on_stderr: bool = False,
        sleep: Callable[[float], None] = time.sleep,
        console: Console | None = None,
    ) -> None:
        self._replay = Replay(game, setup)
        self._board = board_of_game(game)
        self._names = [seat.name for seat in setup.seats]
        self._looks = looks(game)
        self._pause_s = 1 / speed
        self._sleep = sleep
        # The stream is taken now: while bots play, standard output leads elsewhere.
        self._console = console or Console(file=sys.stderr if on_stderr else sys.stdout)
        self._live: Live | None = None

    def __enter__(self) -> "Watcher":
        if self._console.is_terminal:
            self._live = Live(console=self._console, auto_refresh=False)
            self._live.start()
            self._show()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def follow(self, step: Step) -> None:
        if self._replay.fault(step.entry):
            return
        self._replay.enter(step.entry)
        if step.entry.kind == TICK:
            self._show()

    def _show(self) -> None:
        view = self._replay.view(self._looks)
        if self._live is None:
            self._console.print(self._board.line_of(view, self._names), highlight=False, markup=False, soft_wrap=True)
            return
        size = self._console.size
        self._live.update(self._board.board_of(view, self._names, size.width, size.height), refresh=True)
        self._sleep(self._pause_s)


def looks(game: Game) -> int:
    """With whose eyes a match is seen here: a spectator's, or everybody's where spectators would see all of it later.
    Nobody plays by what is shown here."""
    return EVERYTHING if game.spectator_delay else 0


def picture(game: Game, view: Any, names: Sequence[str]) -> None:
    """One board, once: a whole map, which need not fit on a screen."""
    console = Console()
    height = max(34, getattr(view, "height", getattr(view, "side", 0)) + 4)
    console.print(board_of_game(game).board_of(view, names, min(console.size.width, 100), height))
