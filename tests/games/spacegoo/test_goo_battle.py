"""The arithmetic of battles, with the worked examples 1, 2, 3 and 11."""

import random

import pytest
from tests.games.spacegoo.plain_game import fight
from tests.games.spacegoo.text_matches import BoardMatch

from roundhouse.games.spacegoo.events import BattleFought, PlanetTaken, Side
from roundhouse.games.spacegoo.rules.phases.round import battle, destroyed, volley

SAME, BEATEN, BEATER = 0, 1, 2


@pytest.mark.rule("GOO-050", "GOO-051")
def test_goo_050_a_beats_b_beats_c_beats_a():
    ten = [(10, 0, 0), (0, 10, 0), (0, 0, 10)]

    won = {(one, two): battle(ten[one], ten[two])[0] for one in range(3) for two in range(3)}

    none = (0, 0, 0)
    assert won == {
        (0, 1): (5, 0, 0), (1, 2): (0, 5, 0), (2, 0): (0, 0, 5),
        (1, 0): none, (2, 1): none, (0, 2): none,
        (0, 0): none, (1, 1): none, (2, 2): none,
    }  # fmt: skip


@pytest.mark.rule("GOO-051")
@pytest.mark.parametrize(
    ("ships", "relation", "losses"),
    [
        (100.0, SAME, 10.0), (10.0, SAME, 1.0), (9.0, SAME, 1.0), (0.5, SAME, 1.0), (0.0, SAME, 0.0),
        (100.0, BEATEN, 25.0), (8.0, BEATEN, 2.0), (7.0, BEATEN, 2.0), (0.5, BEATEN, 2.0), (0.0, BEATEN, 0.0),
        (300.0, BEATER, 3.0), (100.0, BEATER, 1.0), (99.0, BEATER, 1.0), (0.5, BEATER, 1.0), (0.0, BEATER, 0.0),
    ],
)  # fmt: skip
def test_goo_051_losses_are_a_share_but_at_least_1_2_or_1(ships, relation, losses):
    assert destroyed(ships, relation) == losses


@pytest.mark.rule("GOO-051")
def test_example_1_one_half_round():
    assert volley((10.0, 4.0, 0.0), (20.0, 20.0, 20.0)) == (18.0, 16.5, 17.0)


@pytest.mark.rule("GOO-051", "GOO-054")
@pytest.mark.parametrize(
    ("one", "two", "left", "right", "rounds"),
    [
        ((10, 0, 0), (0, 10, 0), (5, 0, 0), (0, 0, 0), 5),
        ((1, 1, 1), (20, 20, 20), (0, 0, 0), (16, 16, 16), 1),
        ((20, 20, 20), (30, 0, 0), (11, 0, 15), (0, 0, 0), 5),
    ],
)
def test_example_2_battles(one, two, left, right, rounds):
    assert battle(one, two) == (left, right, rounds)


@pytest.mark.rule("GOO-051", "GOO-053")
def test_example_2_a_large_battle_to_the_last_bit():
    a, b = (1000.0, 0.0, 0.0), (0.0, 1000.0, 0.0)
    while sum(b) > 0:
        a, b = volley(b, a), volley(a, b)

    assert (a, b) == ((973.90625, 0.0, 0.0), (0.0, 0.0, 0.0))
    assert battle((1000, 0, 0), (0, 1000, 0))[:2] == ((973, 0, 0), (0, 0, 0))


@pytest.mark.rule("GOO-053", "GOO-055")
def test_example_3_fractions_are_dropped_on_both_sides():
    a, b, rounds = (11.0, 0.0, 0.0), (12.0, 0.0, 0.0), 0
    while sum(a) > 0 and sum(b) > 0:
        a, b, rounds = volley(b, a), volley(a, b), rounds + 1

    assert (a, b, rounds) == ((0.0, 0.0, 0.0), (0.9000000000000004, 0.0, 0.0), 11)
    assert battle((11, 0, 0), (12, 0, 0)) == ((0, 0, 0), (0, 0, 0), 11)


@pytest.mark.rule("GOO-048", "GOO-055")
def test_example_3_a_planet_that_survives_with_a_fraction_changes_hands_empty():
    match = BoardMatch("0@0,0 1 11,0,0 +0,0,0 | 1@3,0 2 12,0,0 +0,0,0 | 2@9,9 2 +0,0,0", edition="classic")

    events = match.play("send 0 1 11 0 0", "", "", "")

    fought = BattleFought(1, 11, 1, (Side(1, (11, 0, 0), (0, 0, 0)), Side(2, (12, 0, 0), (0, 0, 0))))
    assert events[1:] == [fought, PlanetTaken(1, 1, 2)]
    assert match.planet(1) == "1 0,0,0"


@pytest.mark.rule("GOO-052")
def test_goo_052_losses_are_computed_from_the_numbers_at_the_beginning_of_the_round():
    # One round: whoever shot first would otherwise survive.
    assert battle((1, 0, 0), (1, 0, 0)) == ((0, 0, 0), (0, 0, 0), 1)
    assert battle((2, 0, 0), (0, 1, 0)) == ((1, 0, 0), (0, 0, 0), 1)


@pytest.mark.rule("GOO-053")
@pytest.mark.parametrize(
    ("kind", "attacker", "ships", "left"),
    [
        (0, (322.0, 102.0, 329.0), 186.1, 70.62999999999997),
        (1, (294.0, 203.0, 278.0), 100.1, 3.5199999999999934),
        (2, (329.0, 360.0, 319.0), 328.1, 202.91),
    ],
)
def test_goo_053_losses_are_subtracted_in_the_order_of_the_attacking_kinds(kind, attacker, ships, left):
    """Numbers for which every other order, and adding up the losses first, gives another last digit."""
    defender = [0.0, 0.0, 0.0]
    defender[kind] = ships

    assert volley(attacker, tuple(defender))[kind] == left


@pytest.mark.rule("GOO-053")
def test_goo_053_fractions_count_as_ships_and_nothing_falls_below_0():
    assert volley((0.25, 0.0, 0.0), (3.0, 1.5, 0.0)) == (2.0, 0.0, 0.0)


@pytest.mark.rule("GOO-053", "GOO-054", "GOO-055")
def test_goo_053_battles_equal_a_plain_reading_of_the_rules():
    rng = random.Random(53)
    for _ in range(2000):
        one, two = (tuple(rng.choice((0, 1, 9, rng.randrange(300))) for _ in range(3)) for _ in range(2))

        left, rounds = fight([one, two])
        assert battle(one, two) == (tuple(left[0]), tuple(left[1]), rounds)


@pytest.mark.rule("GOO-056")
def test_goo_056_the_result_does_not_depend_on_who_is_called_attacker():
    rng = random.Random(56)
    for _ in range(1000):
        one, two = (tuple(rng.randrange(200) for _ in range(3)) for _ in range(2))
        left, right, rounds = battle(one, two)

        assert battle(two, one) == (right, left, rounds)


# Three and four sides

QUARREL = """
    0@0,0 0 9,9,9 +0,0,0
    1@3,0 1 100,100,100 +0,0,0 | 2@-3,0 2 100,100,100 +0,0,0
    3@0,3 3 100,100,100 +0,0,0 | 4@0,-3 4 100,100,100 +0,0,0
"""


def orbit(*fleets):
    """What is left of fleets, given by seat, that meet over planet 0, and the battle rounds."""
    match = BoardMatch(QUARREL, edition="classic")
    sends = "/".join(f"send {seat} 0 {' '.join(map(str, ships))}" if any(ships) else "" for seat, ships in fleets)
    events = match.play(sends, "", "", "")
    fought = next(event for event in events if isinstance(event, BattleFought))
    return fought.winner, fought.rounds, [side.after for side in fought.sides]


@pytest.mark.rule("GOO-123")
def test_example_11_three_sides_in_orbit():
    assert orbit((1, (100, 0, 0)), (2, (0, 30, 0)), (3, (0, 0, 10))) == (1, 2, [(93, 0, 0), (0, 0, 0), (0, 0, 0)])
    assert orbit((1, (30, 0, 0)), (2, (0, 30, 0)), (3, (0, 0, 30))) == (0, 7, [(0, 0, 0), (0, 0, 0), (0, 0, 0)])


@pytest.mark.rule("GOO-123")
def test_goo_123_many_sides_equal_a_plain_reading_of_the_rules():
    rng = random.Random(123)
    for sides in (3, 4) * 25:
        fleets = [tuple(rng.choice((0, rng.randrange(1, 101))) for _ in range(3)) for _ in range(sides)]
        fleets = [ships if any(ships) else (1, 0, 0) for ships in fleets]
        left, rounds = fight(fleets)

        winner = next((seat for seat, ships in enumerate(left, 1) if any(ships)), 0)
        assert orbit(*enumerate(fleets, 1)) == (winner, rounds, [tuple(ships) for ships in left])


@pytest.mark.rule("GOO-123")
def test_goo_123_with_two_sides_it_is_the_battle_of_two():
    rng = random.Random(1230)
    for _ in range(20):
        one, two = (tuple(rng.randrange(1, 101) for _ in range(3)) for _ in range(2))

        assert orbit((1, one), (2, two))[1:] == (battle(one, two)[2], list(battle(one, two)[:2]))
