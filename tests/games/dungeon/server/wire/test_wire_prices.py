"""Prices change on every wire where those of the original do, and where an operator wants it."""

import pytest

from roundhouse.games.dungeon import GAME
from roundhouse.games.dungeon import actions as a
from roundhouse.games.dungeon.server.broker_message import Facts
from roundhouse.games.dungeon.server.kafka_events import KOfSeat
from roundhouse.games.dungeon.server.rabbitmq_events import ROfSeat
from roundhouse.games.dungeon.server.round_messages import times_of
from roundhouse.games.dungeon.server.settings import PRESETS

ROBOTS = 30
ID = "00000000-0000-4000-8000-000000000001"


def told(generation, **settings):
    """The prices of round 1 and of round 3, when so many robots were bought, and each of them a rocket or, where the
    wire has none, a repair; by name, as the wire tells them."""
    usual = {"start_money": 50_000, "map": "first-claim"} | settings
    setup = GAME.setup(["anna"], preset=PRESETS[generation], seed=5, settings=usual)
    g = GAME.start(setup)
    found = [prices(generation, setup, g)]
    GAME.rules.act(g, 1, GAME.row_of(a.Buying("ROBOT", quantity=ROBOTS), g))
    GAME.rules.tick(g)
    item = "ROCKET" if generation == "k1" else "ENERGY"
    for robot in GAME.view(g, 1, ["anna"]).you.robots:
        GAME.rules.act(g, 1, GAME.row_of(a.Buying(item, robot=robot.id), g))
    GAME.rules.tick(g)
    return [*found, prices(generation, setup, g)]


def prices(generation, setup, g):
    facts = Facts(game=ID, world=ID, seat=1, players=[ID], names=["anna"], settings=setup.settings)
    writer = KOfSeat(facts) if generation == "k1" else ROfSeat(generation, facts)
    messages = writer.opening(GAME.view(g, 1, ["anna"]), times_of(0, 60_000))
    lines = [line for one in messages if isinstance(one.payload, list) for line in one.payload]
    return {line["name"]: line["price"] for line in lines}


@pytest.mark.rule("DUN-146", "DUN-228", "DUN-245")
@pytest.mark.parametrize(
    ("generation", "settings", "changed"),
    [
        ("k1", {}, {"ROCKET"}),
        ("k1", {"dynamic_prices": "all"}, {"ROBOT", "ROCKET"}),
        ("k1", {"dynamic_prices": "none"}, set()),
        ("r2", {}, set()),
        ("r2", {"dynamic_prices": "all"}, {"ROBOT", "ENERGY_RESTORE"}),
        ("r1", {"dynamic_prices": "all"}, {"ROBOT", "ENERGY_RESTORE"}),
    ],
)
def test_prices_change_as_the_preset_or_the_operator_says(generation, settings, changed):
    first, later = told(generation, **settings)
    assert set(first) == set(later)
    assert {"ROBOT", "ROCKET" if generation == "k1" else "ENERGY_RESTORE"} <= set(first)
    assert {name for name in first if later[name] != first[name]} == changed
