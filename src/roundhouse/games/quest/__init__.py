"""Quest: teams of units on a fogged map that gather, craft, set traps, build towers and fight, turn by turn."""

from ...core.game import Game
from .rules import tables

GAME = Game.of(
    __name__,
    key="quest",
    name="Crafting Quest 3",
    sentence="Lead a team through the fog: gather, craft, set traps, build towers, and fight for every vein.",
    version="1",
    rules_prefix="QST",
    seat_counts=tuple(range(2, tables.SEATS_MAX + 1)),
    immediate_orders=True,
    timeout_reason=0,
    bots={
        "random": "bots.simple:Random",
        "gatherer": "bots.gatherer:Gatherer",
        "crafter": "bots.crafter:Crafter",
    },
    position=4,
    order_frames=False,
    multiple_orders=True,
    unreadable=(tables.BAD_REQUEST, tables.UNREADABLE_ROW),
    skip_after_refusal=(tables.UNIT, tables.SKIPPED),
    ends_turn=(tables.END_TURN, *(0,) * (tables.WIDTH - 1)),
    tag_alias="do",
    secrets=True,
    pairs=True,
    demo_settings={"turn_ms": 3000},
    unhurried={"turn_ms": 600_000},
    spectator_delay=10,
)
