"""Elo ratings, with the worked example 10 of the rules."""

import pytest

from roundhouse.competition.ladder.elo import changes, expected

WIN, LOSS, DRAW = (1, 2), (2, 1), (1, 1)


@pytest.mark.rule("GOO-066")
@pytest.mark.parametrize(
    ("own", "other", "places", "change"),
    [(1000, 1000, WIN, 5.0), (1000, 1000, LOSS, -5.0), (1000, 995, WIN, 4.93), (1200, 1000, LOSS, -7.60),
     (1200, 1000, DRAW, -2.60)],
)  # fmt: skip
def test_a_rating_moves_by_k_times_score_less_expected(own, other, places, change):
    assert round(changes([own, other], places, k=10)[0], 2) == change


@pytest.mark.rule("GOO-066")
def test_the_expected_scores_of_two_players_make_one():
    assert expected(1400, 1000) == pytest.approx(10 / 11)
    assert expected(1400, 1000) + expected(1000, 1400) == pytest.approx(1)


@pytest.mark.rule("GOO-068")
def test_changes_are_not_rounded():
    assert changes([1000, 995], WIN, k=10)[0] != round(changes([1000, 995], WIN, k=10)[0], 2)


@pytest.mark.rule("GOO-125")
def test_among_four_each_pair_counts_a_third():
    assert changes([1000] * 4, [1, 2, 3, 4], k=30) == pytest.approx([15, 5, -5, -15])
    assert changes([1000] * 4, [1, 1, 3, 3], k=30) == pytest.approx([10, 10, -10, -10])
    one = sum(10 / 3 * (1 - expected(1200, other)) for other in (1000, 1100, 900))
    assert changes([1200, 1000, 1100, 900], [1, 2, 3, 4], k=10)[0] == pytest.approx(one)


def test_ratings_and_places_must_belong_together():
    with pytest.raises(ValueError, match="2 ratings and 3 places"):
        changes([1000, 1000], [1, 2, 3], k=10)
