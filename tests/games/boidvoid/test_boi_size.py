"""A season's game has a thousand ships and more: what the end of a turn costs grows with their number, not faster.

Not the time is taken but the calls of rules are counted, which are the same on every machine."""

import sys

import pytest

from roundhouse.games.boidvoid import GAME
from roundhouse.games.boidvoid.rules import tables as t
from roundhouse.games.boidvoid.rules.hexes import neighbour
from roundhouse.games.boidvoid.rules.phases.destruction import top_up
from roundhouse.games.boidvoid.rules.phases.swarms import create_swarm
from roundhouse.games.boidvoid.rules.phases.units import put

TEAMS = 4
SIZES = (248, 992)
LINEAR, QUADRATIC = 4, 16  # what four times as many ships would cost


def season(ships, **settings):
    asked = {"teams": TEAMS, "ships_per_team": ships // TEAMS, "map_radius": 24, "npc_per_team": 6} | settings
    return GAME.start(GAME.setup([str(n) for n in range(ships)], seed=5, preset="season", settings=asked))


def spread(g):
    """All ships evenly over the map."""
    tiles = [tile for tile in range(g.side * g.side) if g.tile_kind[tile] and not g.obstacle[tile]]
    free = [tile for tile in tiles if not g.standing[tile]]
    missing = [n for n in range(g.player_count) if g.units[n].tile == -1]
    for place, n in enumerate(missing):
        top_up(g, n)
        put(g, n + 1, free[place * len(free) // len(missing)])
    return g


def asleep(g):
    for unit in g.units[: g.player_count]:
        unit.automode = 1
    return g


def at_work(g):
    for n, unit in enumerate(g.units[: g.player_count]):
        if n % 2 and g.owner[unit.tile] != unit.team:
            GAME.rules.act(g, n + 1, [t.CAPTURE, 0, 0, 0, 0, 0])
    return g


def on_the_move(g):
    """Three orders each, sealed: two steps and a way of some length."""
    for n, unit in enumerate(g.units[: g.player_count]):
        unit.ap = 24
        for k in range(2):
            tile = neighbour(g, unit.tile, (n + k) % 6)
            GAME.rules.act(g, n + 1, [t.MOVE, 0, tile % g.side, tile // g.side, 0, t.PARTIAL])
        GAME.rules.act(g, n + 1, [t.MOVE, 0, (unit.tile % g.side + 6) % g.side, unit.tile // g.side, 0, t.PARTIAL])
    return g


def in_swarms_of_one(g):
    for n in range(g.player_count):
        create_swarm(g, n)
    return g


def calls_of(g, turns):
    """How many functions are called while so many turns end."""
    count = 0

    def see(frame, event, argument):
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(see)
    try:
        for _ in range(turns):
            GAME.rules.tick(g)
    finally:
        sys.setprofile(before)
    assert g.events_lost == 0
    return count


@pytest.mark.rule("BOI-016", "BOI-210", "BOI-213")
@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("turns", "made"),
    [
        (3, lambda ships: asleep(season(ships))),
        (3, lambda ships: asleep(spread(season(ships, swarm_max_ships=2)))),
        (2, lambda ships: at_work(spread(season(ships)))),
        (1, lambda ships: on_the_move(spread(season(ships, turn_mode="sealed")))),
        (2, lambda ships: in_swarms_of_one(spread(season(ships)))),
    ],
    ids=["asleep-at-home", "asleep-in-small-swarms", "captures", "sealed-moves", "swarms-of-one"],
)
def test_the_end_of_a_turn_costs_no_more_for_a_ship_where_there_are_more(turns, made):
    few, many = (calls_of(made(ships), turns) for ships in SIZES)

    assert many / few < 1.6 * LINEAR < QUADRATIC / 2


@pytest.mark.rule("BOI-016", "BOI-264")
@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_end_of_a_game_costs_no_more_for_a_ship_where_there_are_more():
    counts = []
    for ships in SIZES:
        g = spread(season(ships))
        g.ending = 1
        counts.append(calls_of(g, 1))
        assert g.reason == t.ENDED_SEASON
        assert len(GAME.result(g).places) == ships
    assert counts[1] / counts[0] < 1.6 * LINEAR
