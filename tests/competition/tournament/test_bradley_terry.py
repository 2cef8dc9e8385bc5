"""Estimates of strength: right on average, finite always, and surer with more matches."""

import numpy as np
import pytest

from roundhouse.competition.tournament.bradley_terry import ratings
from roundhouse.competition.tournament.results import Fact, Fixture


def fact(entrants, places, *, void=""):
    count = len(entrants)
    return Fact(
        fixture=Fixture(0, "", entrants, 1), places=places, points=(0,) * count, figures=({},) * count,
        left=("",) * count, rounds=1, reason="", void=void,
    )  # fmt: skip


def test_who_wins_more_is_rated_higher_and_the_mean_is_zero():
    facts = [fact((0, 1), (1, 2))] * 30 + [fact((1, 0), (1, 2))] * 10 + [fact((1, 2), (1, 2))] * 30
    made = ratings(3, facts)
    assert made[0].elo > made[1].elo > made[2].elo
    assert sum(one.elo for one in made) == pytest.approx(0, abs=1e-6)


def test_known_strengths_are_found_within_their_intervals():
    rng = np.random.default_rng(5)
    true = [150, 0, -150]
    facts = []
    for _ in range(600):
        a, b = rng.choice(3, 2, replace=False)
        first = rng.random() < 1 / (1 + 10 ** ((true[b] - true[a]) / 400))
        facts.append(fact((int(a), int(b)), (1, 2) if first else (2, 1)))
    made = ratings(3, facts)
    assert all(abs(one.elo - truth) < 1.5 * one.margin for one, truth in zip(made, true, strict=True))
    assert all(one.margin < 40 for one in made)


def test_who_won_everything_or_played_nothing_stays_finite_with_a_wide_interval():
    made = ratings(3, [fact((0, 1), (1, 2))] * 50)
    assert 200 < made[0].elo < 1500
    assert made[2].margin > made[0].margin
    assert all(np.isfinite([one.elo, one.margin]).all() for one in made)


def test_void_matches_say_nothing():
    assert ratings(2, [fact((0, 1), (1, 2), void="x")] * 9)[0].elo == pytest.approx(0)


def test_matches_of_four_count_as_everybody_against_everybody():
    made = ratings(4, [fact((0, 1, 2, 3), (1, 2, 3, 4))] * 20)
    assert [one.elo for one in made] == sorted((one.elo for one in made), reverse=True)
