"""A sample of `make strength`: each bot beats the one below, with a margin for the smaller number of matches."""

import pytest
from tests.strength import CONTESTS, Contest, manned, measure, summed

from roundhouse.core.game import Place, Result
from roundhouse.sdk.local_match import Left, Outcome
from roundhouse.sdk.series import Played, pairings

OURS = tuple(contest for contest in CONTESTS if contest.game == "boidvoid")


def test_the_bars_are_for_both_kinds_of_seats() -> None:
    said = [(contest.where, contest.bot, contest.other, contest.least, contest.games, contest.crew) for contest in OURS]

    assert said == [
        ("standard", "raider", "random", 0.80, 200, 1),
        ("standard", "admiral", "raider", 0.80, 200, 1),
        ("crew", "raider", "random", 0.80, 200, 3),
        ("crew", "admiral", "raider", 0.80, 200, 3),
    ]


def test_a_crew_is_a_side() -> None:
    first, second = (manned(pairing, 3) for pairing in pairings("boidvoid", ("raider", "random"), 2, seed=1))

    assert first.bots == ("raider",) * 3 + ("random",) * 3
    assert second.bots == ("random",) * 3 + ("raider",) * 3
    assert (first.order, second.order, first.seed) == ((0, 1), (1, 0), second.seed)


def test_the_seats_of_a_crew_share_their_place() -> None:
    places = tuple(Place(seat, 2 if seat <= 3 else 1, 30 if seat <= 3 else 50) for seat in range(1, 7))
    left = (Left(5, True, "", "", 3),)
    made = summed(Played(0, (0, 1), Outcome(None, Result("turns", "", places), 60, 9, left)), 3)  # type: ignore[arg-type]

    assert made.outcome.result.places == (Place(1, 2, 30), Place(2, 1, 50))
    assert made.outcome.result.winner == 2
    assert [one.seat for one in made.outcome.left] == [2]


@pytest.mark.slow
@pytest.mark.parametrize("contest", OURS, ids=lambda contest: contest.title)
def test_each_bot_beats_the_one_below(contest: Contest) -> None:
    series = measure(contest, 4)

    assert series.score[0] >= 0.75
    assert series.forfeits == series.crashes == [0, 0]
