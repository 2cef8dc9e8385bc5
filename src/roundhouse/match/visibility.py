"""Who may know of an entry when it is made, also if nothing of it is told: numbers of steps would give it away."""

from ..core.entries import CHANGE, LEAVE, TICK
from ..core.game import Game
from .match import Step


def veiled(game: Game) -> bool:
    """Whether there can be entries that nobody but their own seat may notice."""
    return game.secrets and game.at_once


def shows(game: Game, step: Step) -> bool:
    """Whether others learn of an entry when it is made. Orders that wait for the tick are known to their seat alone."""
    kind = step.entry.kind
    return kind in (TICK, CHANGE) or game.at_once or (kind == LEAVE and bool(step.events))
