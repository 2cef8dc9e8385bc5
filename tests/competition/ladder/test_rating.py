"""Skills: what a match changes, and how they are shown."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse.competition.ladder.rating import (
    START,
    Skill,
    chance,
    information,
    provisional,
    rate,
    shown,
    uncertainty,
)

skills = st.builds(Skill, st.floats(0, 50), st.floats(0.8, 25 / 3))


def test_two_newcomers_move_apart_by_the_same():
    winner, loser = rate([None, None], [1, 2])

    assert winner.mu - START.mu == pytest.approx(START.mu - loser.mu)
    assert winner.sigma == loser.sigma < START.sigma


def test_the_skills_after_a_match_are_these():
    """Another version of OpenSkill that computes otherwise would make every ladder new: that must not go unseen."""
    after = rate([None, Skill(30.0, 2.0), Skill(20.0, 4.0), None], [2, 1, 2, 4])

    # the last bits are the C library's
    assert [skill.mu for skill in after] == pytest.approx(
        [24.489129809012628, 30.17535046549906, 20.064621096008164, 22.191183560750318], rel=1e-12
    )
    assert [skill.sigma for skill in after] == pytest.approx(
        [7.787878363312655, 1.99779801725584, 3.953099916346757, 7.787878363312655], rel=1e-12
    )


def test_the_same_match_gives_the_same_skills_each_time():
    once = rate([Skill(31.4, 2.7), Skill(14.1, 5.9)], [2, 1])

    assert all(rate([Skill(31.4, 2.7), Skill(14.1, 5.9)], [2, 1]) == once for _ in range(20))


def test_sharing_a_place_brings_two_skills_together():
    strong, weak = rate([Skill(30.0, 3.0), Skill(20.0, 3.0)], [1, 1])

    assert 20.0 < weak.mu < strong.mu < 30.0


def test_of_many_seats_a_better_place_is_worth_more():
    after = rate([None] * 8, [3, 1, 2, 4, 5, 6, 7, 8])

    assert sorted(range(8), key=lambda seat: -after[seat].mu) == [1, 2, 0, 3, 4, 5, 6, 7]


@given(st.lists(skills, min_size=2, max_size=8), st.data())
def test_skills_stay_numbers_and_only_places_matter(before, data):
    places = data.draw(st.lists(st.integers(1, 8), min_size=len(before), max_size=len(before)))

    after = rate(before, places)

    assert all(math.isfinite(skill.mu) and 0 < skill.sigma < 9 for skill in after)
    assert rate(before, [place * 10 for place in places]) == after


@pytest.mark.parametrize(("before", "places"), [([], []), ([START], [1]), ([START, START], [1])])
def test_what_is_no_match_is_refused(before, places):
    with pytest.raises(ValueError, match="do not make a match"):
        rate(before, places)


def test_a_newcomer_is_shown_in_the_middle_and_as_unknown():
    assert (shown(START), round(uncertainty(START), 9)) == (1500.0, 500.0)
    assert provisional(START, 0)


def test_two_hundred_points_ahead_wins_three_of_four():
    well_known = 0.5
    ahead = Skill(START.mu + 200 / 30, well_known)

    assert chance(ahead, Skill(START.mu, well_known)) == pytest.approx(0.75, abs=0.01)


def test_a_rating_is_provisional_until_enough_matches_have_told_enough():
    known = Skill(30.0, 2.0)

    assert provisional(known, 9)
    assert not provisional(known, 10)
    assert not provisional(known, 3, placement=3)
    assert provisional(Skill(30.0, 7.0), 500), "five hundred matches that told nothing"


def test_a_match_tells_most_about_those_little_is_known_of_and_of_similar_skill():
    known, unknown = Skill(25.0, 1.0), Skill(25.0, 8.0)

    assert information(unknown, unknown) > information(unknown, known) > information(known, known)
    assert information(known, known) > information(known, Skill(40.0, 1.0))


@given(skills, skills)
def test_chances_of_two_add_up(one, other):
    assert chance(one, other) + chance(other, one) == pytest.approx(1.0)
    assert information(one, other) == pytest.approx(information(other, one))
    assert information(one, other) >= 0
