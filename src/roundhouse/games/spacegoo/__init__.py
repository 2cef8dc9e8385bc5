"""Rocket Paper Spacegoo: planets, fleets and three kinds of ships that beat each other in a ring."""

from ...core.game import Game
from .rules import tables

GAME = Game.of(
    __name__,
    key="spacegoo",
    name="Rocket Paper Spacegoo",
    sentence="Rocket beats paper beats goo. Planets build three kinds of ships; take all planets of the other side.",
    version="1",
    rules_prefix="GOO",
    seat_counts=(2, 4),
    immediate_orders=False,
    timeout_reason=tables.NO_COMMAND,
    bots={
        "random": "bots.simple:Random",
        "greedy": "bots.simple:Greedy",
        "master": "bots.master:Master",
    },
    position=1,
)
