"""Drawn maps: their symmetry, their draws, and the settings that are refused."""

from collections import Counter
from decimal import Decimal, getcontext
from itertools import combinations

import msgspec
import pytest

from roundhouse.core.schema import new
from roundhouse.core.settings import SetupError
from roundhouse.games.spacegoo import GAME
from roundhouse.games.spacegoo.map_generator import Draws, draw_four, draw_production, draw_two
from roundhouse.games.spacegoo.production_values import VALUES, normal_table, value
from roundhouse.games.spacegoo.rules import tables as t
from roundhouse.games.spacegoo.settings import Settings

SEEDS = range(300)
STANDARD = Settings()
CLASSIC = msgspec.convert(GAME.presets["classic"], Settings)
FOUR = Settings(players=4)


@pytest.mark.rule("GOO-001")
def test_goo_001_two_players_play_against_each_other():
    assert [seat.name for seat in GAME.setup(["ann", "bob"]).seats] == ["ann", "bob"]
    for names in (["ann"], ["ann", "bob", "cem"]):
        with pytest.raises(SetupError, match="bad_settings: players"):
            GAME.setup(names)


@pytest.mark.rule("GOO-002")
def test_goo_002_the_editions_are_presets_of_three_settings():
    three = ("hyperlanes", "production_rounds", "min_distance")

    def chosen(**given):
        return tuple(GAME.setup(**given).settings[key] for key in three)

    assert chosen() == chosen(preset="standard") == (True, 100, 5.0)
    assert chosen(preset="classic") == chosen(settings={"edition": "classic"}) == (False, 0, 3.0)
    assert chosen(preset="classic", settings={"production_rounds": 7}) == (False, 7, 3.0)
    assert GAME.setup(settings={"edition": "classic"}).preset == "classic"
    with pytest.raises(SetupError, match=r"bad_settings: edition: 'standard' .* classic"):
        GAME.setup(preset="classic", settings={"edition": "standard"})


@pytest.mark.rule("GOO-003", "GOO-004", "GOO-005")
def test_goo_003_maps_are_point_symmetric_around_planet_0_with_pairs_of_ids():
    for seed in SEEDS:
        centre, *others = draw_two(seed, STANDARD).planets

        assert (centre.id, centre.x, centre.y, centre.owner_id) == (0, 0, 0, 0)
        assert [planet.id for planet in others] == list(range(1, len(others) + 1))
        for one, two in zip(others[::2], others[1::2], strict=True):
            assert (one.x, one.y, one.production) == (-two.x, -two.y, two.production)
            assert (one.owner_id, two.owner_id) in ((0, 0), (1, 2))


@pytest.mark.rule("GOO-005")
def test_goo_005_the_number_of_pairs_is_uniform_over_its_range():
    counts = Counter(len(draw_two(seed, CLASSIC).planets) // 2 for seed in range(900))

    assert sorted(counts) == list(range(2, 11))
    assert all(70 <= count <= 130 for count in counts.values())
    assert {len(draw_two(seed, Settings(pairs_min=3, pairs_max=3)).planets) for seed in range(20)} == {7}


@pytest.mark.rule("GOO-006")
def test_goo_006_planets_lie_within_the_range_and_farther_apart_than_the_minimum():
    for options in (STANDARD, CLASSIC, Settings(max_x=9, max_y=30, min_distance=6.5)):
        maps = [draw_two(seed, options).planets for seed in range(100)]
        places = [(planet.x, planet.y) for planets in maps for planet in planets]

        assert {max(x for x, _ in places), -min(x for x, _ in places)} == {options.max_x}
        assert {max(y for _, y in places), -min(y for _, y in places)} == {options.max_y}
        for planets in maps:
            squares = [(a.x - b.x) ** 2 + (a.y - b.y) ** 2 for a, b in combinations(planets, 2)]
            assert min(squares) > options.min_distance**2


@pytest.mark.rule("GOO-006")
def test_goo_006_the_minimum_itself_is_too_near():
    # Within 5 x 5, only the corners are farther than the distance of (5, 4) from the centre.
    near = draw_two(1, Settings(max_x=5, max_y=5, min_distance=41**0.5))

    assert {(abs(planet.x), abs(planet.y)) for planet in near.planets[1:]} == {(5, 5)}


@pytest.mark.rule("GOO-006")
def test_goo_006_after_10000_failures_no_further_pairs_are_placed():
    corners = Settings(max_x=5, max_y=5, min_distance=7.0, pairs_min=10, pairs_max=10)

    planets = draw_two(1, corners).planets

    assert sorted((planet.x, planet.y) for planet in planets) == [(-5, -5), (-5, 5), (0, 0), (5, -5), (5, 5)]
    assert [planet.owner_id for planet in planets[:3]] == [0, 1, 2]


@pytest.mark.rule("GOO-006")
@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"pairs_min": 5, "pairs_max": 4}, "pairs_min"),
        ({"max_x": 5, "max_y": 5, "min_distance": 50**0.5}, "min_distance"),
        ({"max_x": 9, "max_y": 12, "min_distance": 15}, "min_distance"),
        ({"max_x": 4}, "max_x"),
        ({"extra_start": 12}, "extra_start"),
        ({"deadline_s": 0.01}, "deadline_s"),
        ({"players": 3}, "players"),
        ({"paris": 3}, "paris"),
    ],
)
def test_goo_006_settings_that_leave_no_room_are_refused(settings, field):
    with pytest.raises(SetupError) as refused:
        GAME.start(GAME.setup(settings=settings))

    assert (refused.value.code, refused.value.field) == ("bad_settings", field)


@pytest.mark.rule("GOO-006")
def test_goo_006_the_least_room_is_enough():
    start = GAME.start(GAME.setup(settings={"max_x": 5, "max_y": 5, "min_distance": 7, "pairs_min": 1, "pairs_max": 1}))

    assert start.owned[1:3] == [1, 1]


# An independent reading of the draws


M64 = 2**64 - 1


class Stream:
    """Numbers of one named draw, by splitmix64 on whole numbers."""

    def __init__(self, seed, purpose):
        self.key = mixed((seed & M64) ^ mixed(purpose))
        self.taken = 0

    def bits(self):
        self.taken += 1
        return mixed((self.key + 0x9E3779B97F4A7C15 * self.taken) & M64)

    def between(self, low, high):
        return low + ((self.bits() >> 32) * (high - low + 1) >> 32)


def mixed(z):
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & M64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & M64
    return z ^ (z >> 31)


def told_map(seed, options):
    """GOO-003 to GOO-012 and GOO-122 told once more: planets as (x, y, owner, production)."""
    names = ("pairs", "x", "y", "kind", "equal", "shuffle", "value", "start", "groups")
    draws = {name: Stream(seed, number) for number, name in enumerate(names, 1)}

    def v(mean, deviation):
        u = draws["value"].bits() >> 32
        return 1 + sum(1 for chance in VALUES[mean, deviation] if chance <= u)

    def production():
        kind = draws["kind"].between(0, 2)
        if kind == 0:
            made = [v(2, 5), 0, 0]
        elif kind == 1:
            made = [v(1, 4), v(1, 4), 0]
        elif draws["equal"].between(0, 1) == 0:
            made = [v(0, 3), v(0, 3), v(0, 3)]
        else:
            made = [v(0, 3)] * 3
        order = ("012", "021", "102", "120", "201", "210")[draws["shuffle"].between(0, 5)]
        return tuple(made[int(place)] for place in order)

    four = options.players == 4
    groups = draws["groups"].between(1, 5) if four else draws["pairs"].between(options.pairs_min, options.pairs_max)
    wide, high = (18, 18) if four else (options.max_x, options.max_y)
    planets = [(0, 0, 0, production())]
    for group in range(groups):
        for _ in range(10_000):
            x, y = draws["x"].between(-wide, wide), draws["y"].between(-high, high)
            if all((x - p[0]) ** 2 + (y - p[1]) ** 2 > options.min_distance**2 for p in planets):
                break
        else:
            break
        made = production()
        starts = group == 0 or (2 * group < groups and draws["start"].between(0, 10) < options.extra_start)
        around = [(x, y), (-x, -y), (-y, x), (y, -x)] if four else [(x, y), (-x, -y)]
        planets += [(*place, seat if starts else 0, made) for seat, place in enumerate(around, 1)]
    return planets


@pytest.mark.rule("GOO-005", "GOO-006", "GOO-007", "GOO-008", "GOO-011", "GOO-122")
@pytest.mark.parametrize("options", [STANDARD, CLASSIC, Settings(extra_start=11), FOUR], ids=str)
def test_goo_007_a_seed_gives_the_map_that_the_rules_tell(options):
    for seed in [*range(100), -1, 2**63, 2**64 + 5]:
        drawn = (draw_four if options.players == 4 else draw_two)(seed, options)

        assert [(p.x, p.y, p.owner_id, p.production) for p in drawn.planets] == told_map(seed, options)


# Production


@pytest.mark.rule("GOO-008")
def test_goo_008_productions_have_one_two_or_three_kinds_in_all_orders():
    drawn = [draw_production(Draws(seed)) for seed in range(6000)]

    kinds = Counter(sum(1 for made in production if made) for production in drawn)
    assert sorted(kinds) == [1, 2, 3]
    assert all(1880 <= count <= 2120 for count in kinds.values())
    for one in range(3):  # wherever a single kind or a single gap can be, it is, equally often
        assert 1 / 3 - 0.04 < sum(1 for p in drawn if p[one] and sum(map(bool, p)) == 1) / kinds[1] < 1 / 3 + 0.04
        assert 1 / 3 - 0.04 < sum(1 for p in drawn if not p[one] and sum(map(bool, p)) == 2) / kinds[2] < 1 / 3 + 0.04
    equal = sum(1 for p in drawn if p[0] == p[1] == p[2]) / kinds[3]
    thrice = sum((high - low) ** 3 for low, high in zip((0, *VALUES[0, 3]), (*VALUES[0, 3], 2**32), strict=True))
    assert abs(equal - (1 + thrice / 2**96) / 2) < 0.04  # half of them on purpose, a few by chance


@pytest.mark.rule("GOO-008", "GOO-127")
def test_goo_127_the_stored_table_is_that_of_the_normal_distribution():
    getcontext().prec = 50
    for (mean, deviation), stored in VALUES.items():
        # P(v <= k) = P(|g| < k + 1), because v is the whole part of |g| but at least 1
        exact = [
            (Decimal(2**32) * (phi(k + 1, mean, deviation) - phi(-k - 1, mean, deviation)))
            for k in range(1, mean + 5 * deviation)
        ]

        assert len(stored) == len(exact)
        assert max(abs(chance - want) for chance, want in zip(stored, exact, strict=True)) <= 1
        assert max(abs(a - b) for a, b in zip(stored, normal_table(mean, deviation), strict=True)) <= 1


def phi(x, mean, deviation):
    """The chance that a normal draw is below x, by the series of the error function."""
    z = Decimal(x - mean) / (Decimal(deviation) * Decimal(2).sqrt())
    term, total, n = z, z, 0
    while abs(term) > Decimal("1e-40"):
        n += 1
        term *= -z * z / n
        total += term / (2 * n + 1)
    pi = Decimal("3.14159265358979323846264338327950288419716939937511")
    return (1 + 2 / pi.sqrt() * total) / 2


@pytest.mark.rule("GOO-127")
def test_goo_127_values_go_from_1_to_a_cap_and_change_where_the_table_says():
    for (mean, deviation), cap in {(2, 5): 27, (1, 4): 21, (0, 3): 15}.items():
        row = VALUES[mean, deviation]

        assert value(mean, deviation, 0) == 1
        assert value(mean, deviation, 2**64 - 1) == cap == mean + 5 * deviation
        assert [value(mean, deviation, (chance << 32) - 1) for chance in row] == list(range(1, cap))
        assert [value(mean, deviation, chance << 32) for chance in row] == list(range(2, cap + 1))


@pytest.mark.rule("GOO-009")
def test_goo_009_production_is_fixed_for_the_whole_game():
    setup = GAME.setup(seed=9, preset="classic", settings={"max_rounds": 150})
    first, state = GAME.start(setup), [GAME.start(setup)]
    GAME.kernels.rollout(state, [first], 140, 5, 0, 1, [new(GAME.kernels.Scratch)])

    assert state[0].round_no == 140
    assert [planet.production for planet in state[0].planets] == [planet.production for planet in first.planets]


@pytest.mark.rule("GOO-010")
def test_goo_010_every_planet_starts_with_10_times_its_production_and_10_more():
    for seed in range(20):
        state = GAME.start(GAME.setup(seed=seed))

        for planet in state.planets[: state.planet_count]:
            assert planet.ships == [10 * made + 10 for made in planet.production]


@pytest.mark.rule("GOO-011")
def test_goo_011_pair_0_starts_and_some_of_the_first_half_do_too():
    extra = chances = 0
    for seed in SEEDS:
        planets = draw_two(seed, STANDARD).planets[1:]
        starts = [planet.owner_id for planet in planets[::2]]
        pairs = len(starts)
        assert starts[0] == 1
        assert not any(starts[n] for n in range(pairs) if 2 * n >= pairs)
        extra += sum(starts[1:])
        chances += sum(1 for n in range(1, pairs) if 2 * n < pairs)

    assert abs(extra / chances - 2 / 11) < 0.04


@pytest.mark.rule("GOO-011")
def test_goo_011_the_chance_of_extra_starts_goes_from_never_to_always():
    def starts(extra_start):
        options = Settings(extra_start=extra_start, pairs_min=6, pairs_max=6)
        return {sum(map(bool, (p.owner_id for p in draw_two(seed, options).planets))) for seed in range(30)}

    assert starts(0) == {2}
    assert starts(11) == {6}


@pytest.mark.rule("GOO-012")
def test_goo_012_all_other_planets_are_neutral_hold_ships_and_produce_nothing():
    setup = GAME.setup(seed=4, settings={"extra_start": 0})
    state = GAME.start(setup)
    neutral = [planet for planet in state.planets[: state.planet_count] if planet.owner == 0]
    before = [(planet.ships[:], planet.rounds_left) for planet in neutral]

    for _ in range(5):
        GAME.rules.tick(state)

    assert len(neutral) == state.planet_count - 2
    assert all(min(ships) >= 10 for ships, _ in before)
    assert [(planet.ships, planet.rounds_left) for planet in neutral] == before


# Four players


@pytest.mark.rule("GOO-122")
def test_goo_122_four_players_have_maps_with_the_symmetry_of_a_quarter_turn():
    sizes, widest = Counter(), 0
    for seed in SEEDS:
        centre, *others = draw_four(seed, FOUR).planets
        assert (centre.x, centre.y, centre.owner_id) == (0, 0, 0)
        assert [planet.id for planet in others] == list(range(1, len(others) + 1))
        sizes[len(others) // 4] += 1
        for n in range(0, len(others), 4):
            group = others[n : n + 4]
            x, y = group[0].x, group[0].y
            widest = max(widest, abs(x), abs(y))
            assert [(p.x, p.y) for p in group] == [(x, y), (-x, -y), (-y, x), (y, -x)]
            assert len({p.production for p in group}) == 1
            assert [p.owner_id for p in group] in ([1, 2, 3, 4], [0, 0, 0, 0])
        assert [planet.owner_id for planet in others[:4]] == [1, 2, 3, 4]
        planets = [centre, *others]
        assert min((a.x - b.x) ** 2 + (a.y - b.y) ** 2 for a, b in combinations(planets, 2)) > 25

    assert sorted(sizes) == [1, 2, 3, 4, 5]
    assert all(40 <= count <= 80 for count in sizes.values())
    assert widest == t.FOUR_SPAN == 18


@pytest.mark.rule("GOO-122")
def test_goo_122_the_settings_of_pairs_do_not_apply_to_four():
    other = Settings(players=4, pairs_min=1, pairs_max=1, max_x=5, max_y=5)

    assert [draw_four(seed, other) for seed in range(20)] == [draw_four(seed, FOUR) for seed in range(20)]


@pytest.mark.rule("GOO-122")
def test_goo_122_a_match_of_four_starts_with_four_seats_and_equal_shares():
    state = GAME.start(GAME.setup(seed=3, settings={"players": 4}))

    assert state.seats == 4
    assert state.owned[1] >= 1
    assert len(set(state.owned[1:5])) == 1
