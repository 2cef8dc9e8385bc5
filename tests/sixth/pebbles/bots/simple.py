"""Random takes anything."""

from random import Random as Draws

from roundhouse.protocol.messages import Turn
from roundhouse.sdk.bot import Bot

from ..actions import Take
from ..state_from_view import seen


class Random(Bot):
    """A random legal number of pebbles."""

    name = "random"

    def __init__(self, *, seed: int | None = None) -> None:
        self.draws = Draws(seed)

    def act(self, turn: Turn) -> Take:
        view = seen(turn.view)
        return Take(self.draws.randint(1, min(view.most, view.pebbles)))
