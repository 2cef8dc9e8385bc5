"""A robot that stays where it is, as far as its cards allow: who loses to it is no opponent."""

from roundhouse.games.rally.actions import Program
from roundhouse.games.rally.state_from_view import seen
from roundhouse.protocol.messages import Turn
from roundhouse.sdk.bot import Bot

PREFERENCE = "LRUB123"


class Spinner(Bot):
    name = "spinner"

    def act(self, turn: Turn) -> Program:
        you = seen(turn.view).you
        hand = sorted(you.hand, key=lambda card: PREFERENCE.index(card[0]))  # type: ignore[union-attr]
        return Program([None if held else hand.pop(0) for held in you.slots], False)  # type: ignore[union-attr]
