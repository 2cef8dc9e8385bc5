"""A sample of `make strength`: each bot beats the one below, with a margin for the smaller number of matches."""

import pytest
from tests.modes import needs_native
from tests.scale import amount
from tests.strength import CONTESTS, Contest, measure

EASY, STANDING, NORMAL, HARD = (contest for contest in CONTESTS if contest.game == "rally")


@pytest.mark.rule("RAL-312")
def test_the_bars_are_those_of_the_rules() -> None:
    contests = (EASY, STANDING, NORMAL, HARD)
    assert [contest.least for contest in contests] == [0.95, 0.90, 0.95, 0.60]
    assert all(contest.games == 400 and len(contest.grounds) == 4 for contest in contests)


@pytest.mark.slow
@pytest.mark.rule("RAL-312", "RAL-308")
@pytest.mark.parametrize("contest", [EASY, STANDING], ids=["random", "a robot that turns on the spot"])
def test_easy_beats_who_does_not_play(contest: Contest) -> None:
    series = measure(contest, 24)

    assert series.score[0] >= 0.8
    assert series.forfeits == series.crashes == [0, 0]
    assert series.rounds < 24 * 40, "and comes to an end"


@pytest.mark.slow
@pytest.mark.rule("RAL-312")
def test_normal_beats_easy() -> None:
    series = measure(NORMAL, 24)

    assert series.score[0] >= 0.9
    assert series.forfeits == series.crashes == [0, 0]


@pytest.mark.slow
@needs_native
@pytest.mark.rule("RAL-312")
def test_hard_beats_normal() -> None:
    """Three matches in four are won in the long run; in so few, less than 45 % would be very bad luck."""
    series = measure(HARD, amount(16, 40))

    assert series.score[0] >= 0.45
    assert series.forfeits == series.crashes == [0, 0]
