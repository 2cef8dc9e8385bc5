"""Which entries other seats may know of at once. Even the number of a step would give away that a hidden entry was
made."""

from ..core.entries import CHANGE, LEAVE, TICK
from ..core.game import Game
from .match import Step


def veiled(game: Game) -> bool:
    """Whether there can be entries that nobody but their own seat may notice."""
    return game.secrets and game.immediate_orders


def shows(game: Game, step: Step) -> bool:
    """Whether others learn of an entry when it is made. Only its own seat knows of an order that waits for the tick."""
    kind = step.entry.kind
    return kind in (TICK, CHANGE) or game.immediate_orders or (kind == LEAVE and bool(step.events))
