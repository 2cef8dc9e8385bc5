"""A bot for Pebbles: leaves a multiple of `most` + 1 whenever it can."""

from pebbles.actions import Take
from roundhouse.protocol.messages import Turn
from roundhouse.sdk import Bot


class MyBot(Bot):
    def act(self, turn: Turn) -> Take:
        return Take(turn.view.pebbles % (turn.view.most + 1) or 1)
