"""A sample of `make strength`: each bot beats the one below, with a margin for the smaller number of matches."""

import pytest
from tests.scale import amount
from tests.strength import CONTESTS, Contest, interval, measure

from roundhouse.core.native import available
from roundhouse.sdk.local_match import play

GAMES = amount(4, 8)
MARGIN = 0.10


@pytest.mark.slow
@pytest.mark.parametrize(
    "contest", [contest for contest in CONTESTS if contest.game == "spacegoo"], ids=lambda contest: contest.title
)
def test_each_bot_beats_the_one_below(contest: Contest) -> None:
    if contest.bot == "master" and not available():
        pytest.skip("interpreted, this takes too long")
    series = measure(contest, GAMES)

    assert series.score[0] >= contest.least - MARGIN
    assert series.forfeits == series.crashes == [0, 0]


@pytest.mark.slow
def test_an_interpreted_master_still_beats_greedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDHOUSE_NATIVE", "0")
    outcome = play("spacegoo", ["master", "greedy"], seed=7_000, preset="classic")

    assert outcome.winner == 1
    assert outcome.left == ()


def test_the_interval_of_a_score_narrows_with_the_number_of_matches() -> None:
    low, high = interval(0.8, 200)
    assert 0.73 < low < 0.8 < high < 0.86
    assert interval(0.8, 20)[0] < low
    assert interval(1.0, 200)[1] == pytest.approx(1.0)
