"""Hyperlanes against two plain readings of the rule, on drawn and on degenerate maps; worked example 9."""

import random
from fractions import Fraction

import pytest

from roundhouse.games.spacegoo import GAME, notation
from roundhouse.games.spacegoo.hyperlanes import lanes_between
from roundhouse.games.spacegoo.map_generator import draw_four, draw_two
from roundhouse.games.spacegoo.settings import Settings
from roundhouse.games.spacegoo.view import lanes

SEVEN = [(0, 0), (10, 0), (-10, 0), (10, 10), (-10, -10), (0, 10), (0, -10)]
RING = [(5, 0), (3, 4), (0, 5), (-4, 3), (-5, 0), (-3, -4), (0, -5), (4, -3)]


def some_maps():
    rng = random.Random(13)
    yield from ([(p.x, p.y) for p in draw_two(seed, Settings()).planets] for seed in range(40))
    yield from ([(p.x, p.y) for p in draw_four(seed, Settings(players=4)).planets] for seed in range(10))
    grid = [(x, y) for x in range(-2, 3) for y in range(-2, 3)]
    yield from (rng.sample(grid, rng.randint(2, 12)) for _ in range(60))  # many on one circle, many on one line
    yield grid[::2]
    yield RING
    yield [(0, 0), *RING]
    yield [(n, 2 * n) for n in range(-4, 5)]
    yield [(0, 0), (1, 0)]


MAPS = list(some_maps())


def cross(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def inside(a, b, c, d):
    """Whether d is strictly inside the circle through a, b, c, by the determinant."""
    rows = [(p[0] - d[0], p[1] - d[1]) for p in (a, b, c)]
    (ax, ay), (bx, by), (cx, cy) = rows
    aa, bb, cc = (x * x + y * y for x, y in rows)
    determinant = ax * (by * cc - bb * cy) - ay * (bx * cc - bb * cx) + aa * (bx * cy - by * cx)
    return determinant * cross(a, b, c) > 0


def on_open_segment(a, b, c):
    return cross(a, b, c) == 0 and (a[0] - c[0]) * (b[0] - c[0]) + (a[1] - c[1]) * (b[1] - c[1]) < 0


def lane_by_014(places, a, b):
    """The words of GOO-014."""
    others = [p for p in places if p not in (a, b)]
    left = [c for c in others if cross(a, b, c) > 0]
    right = [d for d in others if cross(a, b, d) < 0]
    return not any(on_open_segment(a, b, c) for c in others) and not any(
        inside(a, b, c, d) for c in left for d in right
    )


def lane_by_013(places, a, b):
    """The words of GOO-013. If any circle through both will do, then the smallest one or one through a third planet."""
    others = [p for p in places if p not in (a, b)]
    middle = (Fraction(a[0] + b[0], 2), Fraction(a[1] + b[1], 2))
    centres = [middle] + [centre_of(a, b, c) for c in others if cross(a, b, c) != 0]
    return any(all(squared(m, p) >= squared(m, a) for p in others) for m in centres)


def centre_of(a, b, c):
    d = 2 * (a[0] * (b[1] - c[1]) + b[0] * (c[1] - a[1]) + c[0] * (a[1] - b[1]))
    aa, bb, cc = (p[0] ** 2 + p[1] ** 2 for p in (a, b, c))
    return (
        Fraction(aa * (b[1] - c[1]) + bb * (c[1] - a[1]) + cc * (a[1] - b[1]), d),
        Fraction(aa * (c[0] - b[0]) + bb * (a[0] - c[0]) + cc * (b[0] - a[0]), d),
    )


def squared(p, q):
    return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2


def pairs(places, rule):
    count = range(len(places))
    return [(a, b) for a in count for b in count if a < b and rule(places, places[a], places[b])]


@pytest.mark.rule("GOO-013")
def test_goo_013_a_lane_is_where_some_circle_through_both_has_no_planet_inside():
    for places in MAPS[:4] + MAPS[50:]:
        assert list(lanes_between(places)) == pairs(places, lane_by_013)


@pytest.mark.rule("GOO-014")
def test_goo_014_the_exact_test_on_whole_numbers_says_the_same():
    for places in MAPS:
        assert list(lanes_between(places)) == pairs(places, lane_by_014)


@pytest.mark.rule("GOO-013", "GOO-014")
def test_goo_013_lanes_do_not_depend_on_the_order_of_the_planets():
    rng = random.Random(14)
    for places in MAPS[50:80]:
        shuffled = rng.sample(places, len(places))
        one = {frozenset((places[a], places[b])) for a, b in lanes_between(places)}
        two = {frozenset((shuffled[a], shuffled[b])) for a, b in lanes_between(shuffled)}

        assert one == two


@pytest.mark.rule("GOO-013", "GOO-014")
def test_example_9_lanes_of_seven_planets_and_of_a_row():
    seven = "0-1 0-2 0-3 0-4 0-5 0-6 1-3 1-5 1-6 2-4 2-5 2-6 3-5 4-6"

    assert " ".join(f"{a}-{b}" for a, b in lanes_between(SEVEN)) == seven
    assert list(lanes_between([(0, 0), (6, 0), (-6, 0), (12, 0), (-12, 0)])) == [(0, 1), (0, 2), (1, 3), (2, 4)]


@pytest.mark.rule("GOO-015")
def test_goo_015_every_lane_is_listed_as_two_ordered_pairs_each_once_and_sorted():
    board = notation.read("0@0,0 0 +1,0,0 | 1@6,0 1 +1,0,0 | 2@-6,0 2 +1,0,0 | 3@12,0 0 +1,0,0 | 4@-12,0 0 +1,0,0")

    assert lanes(board) == [(0, 1), (0, 2), (1, 0), (1, 3), (2, 0), (2, 4), (3, 1), (4, 2)]


@pytest.mark.rule("GOO-016")
def test_goo_016_all_planets_are_connected_by_lanes():
    for places in MAPS:
        reached, roads = {0}, list(lanes_between(places))
        for _ in places:
            reached |= {end for road in roads if reached & set(road) for end in road}

        assert reached == set(range(len(places)))


@pytest.mark.rule("GOO-013")
def test_goo_013_a_drawn_match_has_these_lanes_and_classic_has_none():
    setup = GAME.setup(seed=21)
    state = GAME.start(setup)
    places = [(state.x[n], state.y[n]) for n in range(state.planet_count)]

    assert [(a, b) for a, b in lanes(state) if a < b] == pairs(places, lane_by_014)
    assert lanes(GAME.start(GAME.setup(seed=21, preset="classic"))) == []
