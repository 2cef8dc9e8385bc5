"""A sample of `make strength`: each bot beats the one below, with a margin for the smaller number of matches."""

import pytest
from tests.modes import needs_compiler
from tests.strength import CONTESTS, measure

NORMAL, HARD = (contest for contest in CONTESTS if contest.game == "rally")


@pytest.mark.rule("RAL-312")
def test_the_bars_are_those_of_the_rules() -> None:
    assert (NORMAL.least, HARD.least) == (0.95, 0.60)
    assert NORMAL.games == HARD.games == 400
    assert len(NORMAL.grounds) == len(HARD.grounds) == 4


@pytest.mark.slow
@pytest.mark.rule("RAL-312")
def test_normal_beats_easy() -> None:
    series = measure(NORMAL, 24)

    assert series.score[0] >= 0.9
    assert series.forfeits == series.crashes == [0, 0]


@pytest.mark.slow
@needs_compiler
@pytest.mark.rule("RAL-312")
def test_hard_beats_normal() -> None:
    """Three matches in four are won in the long run; in so few, less than 45 % would be very bad luck."""
    series = measure(HARD, 40)

    assert series.score[0] >= 0.45
    assert series.forfeits == series.crashes == [0, 0]
