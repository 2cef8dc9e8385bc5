"""A sample of `make strength`: each bot beats the one below, with a margin for the smaller number of matches."""

import pytest
from tests.scale import amount
from tests.strength import CONTESTS, measure

MINER, WARLORD = (contest for contest in CONTESTS if contest.game == "dungeon")


def test_the_bars_are_for_two_seats_and_the_standard_rules() -> None:
    assert (MINER.bot, MINER.other, MINER.least) == ("miner", "random", 0.95)
    assert (WARLORD.bot, WARLORD.other, WARLORD.least) == ("warlord", "miner", 0.65)
    assert MINER.games == WARLORD.games == 200
    assert MINER.grounds == WARLORD.grounds == ({},)


@pytest.mark.slow
def test_a_miner_beats_random_play() -> None:
    series = measure(MINER, amount(2, 8))

    assert series.score[0] >= 0.8
    assert series.forfeits == series.crashes == [0, 0]


@pytest.mark.slow
def test_a_warlord_beats_a_miner() -> None:
    """Six matches in seven are won in the long run; in so few, less than three in five would be very bad luck."""
    series = measure(WARLORD, amount(6, 16))

    assert series.score[0] >= 0.6
    assert series.forfeits == series.crashes == [0, 0]
