"""A sample of `make strength`: each bot beats the one below, with a margin for the smaller number of matches."""

import pytest
from tests.scale import amount
from tests.strength import CONTESTS, measure

GATHERER, CRAFTER = (contest for contest in CONTESTS if contest.game == "quest")


def test_the_bars_are_for_two_seats_and_the_standard_rules() -> None:
    assert (GATHERER.bot, GATHERER.other, GATHERER.least) == ("gatherer", "random", 0.80)
    assert (CRAFTER.bot, CRAFTER.other, CRAFTER.least) == ("crafter", "gatherer", 0.80)
    assert GATHERER.games == CRAFTER.games == 200
    assert GATHERER.grounds == CRAFTER.grounds == ({},)


@pytest.mark.slow
def test_a_gatherer_beats_random_play() -> None:
    series = measure(GATHERER, amount(2, 4))

    assert series.score[0] >= 0.75
    assert series.forfeits == series.crashes == [0, 0]


@pytest.mark.slow
def test_a_crafter_beats_a_gatherer() -> None:
    series = measure(CRAFTER, amount(2, 4))

    assert series.score[0] >= 0.75
    assert series.forfeits == series.crashes == [0, 0]
