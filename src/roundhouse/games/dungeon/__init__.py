"""The Microservice Dungeon: swarms of robots that explore a grid of planets, mine, trade and fight in rounds."""

from ...core.game import Game
from .rules import tables

GAME = Game.of(
    __name__,
    key="dungeon",
    name="Microservice Dungeon",
    sentence="Command a swarm of robots: explore planets, mine, trade at space stations, block and fight.",
    version="1",
    rules_prefix="DUN",
    seat_counts=tuple(range(1, tables.SEATS_MAX + 1)),
    immediate_orders=False,
    timeout_reason=0,
    bots={
        "random": "bots.simple:Random",
        "miner": "bots.miner:Miner",
        "warlord": "bots.warlord:Warlord",
    },
    position=3,
    multiple_orders=True,
    orders_until_tick=True,
    secrets=True,
    spare_seats=True,
    demo_settings={"round_ms": 6000, "start_robots": 6},
    unhurried={"round_ms": 600_000, "early_close": True},
    spectator_delay=10,
    api_modules=("server.pages.api",),
)
