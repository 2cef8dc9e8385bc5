"""Standings: the one step that makes whole ladders."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse.competition.ladder.rating import START, rate
from roundhouse.competition.ladder.standing import NEWCOMER, Standing, fold, outcome, pool_of


def test_a_match_moves_both_standings():
    won, lost = fold([None, None], [1, 2], at_ms=7)

    skills = rate([START, START], [1, 2])
    assert won == Standing(skills[0], wins=1, last="w", last_ms=7)
    assert lost == Standing(skills[1], losses=1, last="l", last_ms=7)


def test_somebody_without_a_standing_is_a_newcomer():
    assert fold([None, NEWCOMER], [2, 1], at_ms=7) == fold([NEWCOMER, None], [2, 1], at_ms=7)


@pytest.mark.parametrize(
    ("places", "letters"),
    [
        ([1, 2], "wl"),
        ([1, 1], "dd"),
        ([2, 2], "ll"),
        ([1, 2, 3, 4], "wlll"),
        ([2, 1, 1, 4], "lddl"),
        ([1, 1, 1], "ddd"),
    ],
)
def test_first_alone_is_won_shared_first_is_drawn_all_else_is_lost(places, letters):
    assert "".join(outcome(place, places) for place in places) == letters


def test_the_last_ten_are_remembered():
    standing, other = NEWCOMER, NEWCOMER
    for won in [1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1]:
        standing, other = fold([standing, other], [1, 2] if won else [2, 1], at_ms=1)

    assert (standing.last, other.last) == ("llllwlllww", "wwwwlwwwll")
    assert (standing.wins, standing.losses, standing.matches) == (5, 7, 12)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(1, 2)), max_size=40))
def test_a_ladder_is_a_function_of_its_results(log):
    def ladder():
        known = {}
        for at_ms, (one, other, place) in enumerate(log):
            if one != other:
                after = fold([known.get(one), known.get(other)], [place, 1], at_ms)
                known[one], known[other] = after
        return known

    assert ladder() == ladder()


@pytest.mark.parametrize(
    ("kinds", "pool"),
    [
        (["person", "person"], "people"),
        (["bot", "bot", "bot"], "bots"),
        (["agent", "agent"], "agents"),
        (["person", "bot"], "mixed"),
        (["agent", "bot"], "mixed"),
    ],
)
def test_the_pool_is_that_of_the_kinds_at_the_match(kinds, pool):
    assert pool_of(kinds) == pool
