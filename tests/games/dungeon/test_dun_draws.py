"""Draws: each from its own stream, counted by what it is for, and fair."""

from collections import Counter

import pytest
from tests.games.dungeon.rule_states import MAP, TWO, Game, start

from roundhouse.core.rules import below, draw, stream
from roundhouse.games.dungeon.map_generator import draw_stations
from roundhouse.games.dungeon.rules import tables as t


@pytest.mark.rule("DUN-244", "DUN-108")
def test_where_a_robot_appears_depends_on_its_serial_number_alone():
    def places(*orders):
        game = Game(MAP + "1 money 5000\n2 money 5000\n", seed=11)
        for order in orders:
            game.round(*order)
        return [game.robot(name).planet for name in game.alive()]

    assert places(["1: buy 4 ROBOT"]) == places(["2: buy 1 ROBOT"], ["1: buy 2 ROBOT"], [], ["2: buy 1 ROBOT"])
    g = start(2, seed=11, start_robots=3)
    key = stream(11, t.DRAW_SPAWN)
    stations = sorted(g.stations[: g.station_count])
    expected = [stations[below(draw(key, serial), len(stations))] for serial in range(1, 7)]
    assert [robot.planet for robot in g.robots[: g.robot_count]] == expected


@pytest.mark.rule("DUN-244", "DUN-083")
def test_where_a_wormhole_leads_depends_on_the_round_and_the_robot_alone():
    def end(others):
        game = Game(TWO + "r1 1 0,1 WORMHOLE 9\nr2 2 0,1 WORMHOLE 9\nr3 2 0,3\n", seed=3)
        game.round(*others)
        game.round("r1 use WORMHOLE")
        return game.place("r1")

    assert end(["r2 use WORMHOLE", "r3 mine", "2: buy 1 ROBOT"]) == end([])
    robots = [f"r{n}" for n in range(1, 101)]
    game = Game("1S 1.\n1. 1.\n1\n" + "".join(f"{name} 1 0,0 WORMHOLE 5\n" for name in robots), seed=3)
    ends = Counter()
    for _ in range(5):
        game.round(*(f"{name} use WORMHOLE" for name in robots))
        ends.update(game.place(name) for name in robots)
    assert min(ends.values()) > 90


@pytest.mark.rule("DUN-244", "DUN-143")
def test_where_a_patch_comes_back_depends_on_the_round_and_the_emptied_planet_alone():
    def ends(seed, *orders):
        game = Game(MAP + "patch 2,4 2\npatch 2,3 2\n1\n2\nr1 1 2,4\nr2 2 2,3 MINING 1\n", seed=seed)
        game.round("r1 mine", *orders)
        return [row[3] for row in game.rows(t.APPEARED) if row[4] == t.COAL]

    drawn = [ends(seed) for seed in range(40)]
    assert len(set(map(tuple, drawn))) > 8
    assert ends(7, "2: buy 1 ROBOT") == ends(7)


@pytest.mark.rule("DUN-244")
def test_seeds_make_different_games_and_the_same_seed_the_same():
    maps = {tuple(planet.kind for planet in start(2, seed=seed).planets) for seed in range(5)}
    assert len(maps) == 5
    one, other = start(2, seed=9), start(2, seed=9)
    assert [p.kind for p in one.planets] == [p.kind for p in other.planets]


@pytest.mark.rule("DUN-244", "DUN-016")
def test_stations_are_drawn_uniformly_among_outer_planets():
    g = start(1, map_side=5)
    found = Counter()
    for seed in range(400):
        g.seed = seed
        for planet in g.planets:
            planet.station = 0
        draw_stations(g, 2)
        found.update(index for index in range(25) if g.planets[index].station)
    assert len(found) == 16
    assert min(found.values()) > 25  # 50 are expected


@pytest.mark.rule("DUN-244")
def test_a_shuffle_goes_from_the_last_place_to_the_first_by_the_place_in_the_list():
    g = start(1, seed=21, map_side=5)
    outer = [index for index in range(25) if g.planets[index].gravity == 1]
    key = stream(21, t.DRAW_STATIONS)
    for at in range(len(outer) - 1, 0, -1):
        other = below(draw(key, at), at + 1)
        outer[at], outer[other] = outer[other], outer[at]
    assert sorted(outer[:2]) == list(g.stations[: g.station_count])
