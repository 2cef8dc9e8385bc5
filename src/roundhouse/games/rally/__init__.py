"""Rally: robots that are programmed five steps ahead and race over a factory floor, pushing each other about."""

from ...core.game import Game
from .rules import tables

GAME = Game.of(
    __name__,
    key="rally",
    name="Robo Rally",
    sentence="Program your robot five steps ahead, then watch belts, oil, lasers and the others wreck the plan.",
    version="1",
    rules_prefix="RAL",
    seat_counts=tuple(range(tables.SEATS_MIN, tables.SEATS_MAX + 1)),
    immediate_orders=True,
    timeout_reason=0,
    bots={
        "easy": "bots.simple:Easy",
        "normal": "bots.simple:Normal",
        "hard": "bots.hard:Hard",
    },
    position=2,
    order_frames=False,
    multiple_orders=True,
    secrets=True,
    choices=tables.MODELS,
    spare_seats=True,
    pairs=True,
    demo_settings={"ai_min_seconds": 10},
    unhurried={"timer_seconds": 300, "ai_min_seconds": 0},
)
