"""BoidVoid: teams of spaceships on hexes that capture tiles, join into swarms, build and fight."""

from ...core.game import Game
from .rules import tables

GAME = Game.of(
    __name__,
    key="boidvoid",
    name="BoidVoid",
    sentence="Fly for your team: capture the void tile by tile, join swarms, guard the mothership, build and fight.",
    version="1",
    rules_prefix="BOI",
    seat_counts=tuple(range(2, tables.SEATS_MAX + 1)),
    immediate_orders=True,
    timeout_reason=0,
    bots={
        "random": "bots.simple:Random",
        "raider": "bots.raider:Raider",
        "admiral": "bots.admiral:Admiral",
    },
    position=5,
    api_modules=("season.api", "collectibles.api"),
    schemas=("collectibles.store.schema", "season.store.schema"),
    order_frames=False,
    multiple_orders=True,
    orders_until_tick=True,
    ends_turn=(tables.DONE, *(0,) * (tables.WIDTH - 1)),
    tag_alias="action",
    row_max=tables.NUMBER_MAX,
    secrets=True,
    pairs=True,
    demo_settings={"turn_seconds": 4},
    unhurried={"turn_seconds": 600},
)
