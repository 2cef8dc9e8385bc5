"""Pebbles: two players take pebbles from one heap, and the last pebble wins."""

from roundhouse.core.game import Game

from .rules.tables import NO_ANSWER

GAME = Game.of(
    __name__,
    key="pebbles",
    name="Pebbles",
    sentence="Take one to three pebbles in your turn; whoever takes the last one wins.",
    version="1",
    rules_prefix="PEB",
    seat_counts=(2,),
    immediate_orders=False,
    timeout_reason=NO_ANSWER,
    bots={"random": "bots.simple:Random"},
)
