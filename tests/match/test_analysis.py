"""The analysis of a match: which frames are judged, how certain the end is, and where the moments are."""

from dataclasses import replace
from itertools import pairwise

import msgspec
import pytest
from tests.match.recorded_matches import GAME, duel, duel_setup, random_match
from tests.modes import needs_native

from roundhouse.core.game import Place, Result
from roundhouse.match.analysis import (
    APART,
    COARSE,
    FINE,
    MOMENTS,
    analyse,
    chances_of,
    key_moments,
    luck,
    outcome,
    spread,
    steepest,
)
from roundhouse.match.frames import frames
from roundhouse.match.record import Record


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDHOUSE_NATIVE", "0")


@pytest.mark.usefixtures("interpreted")
def test_a_short_match_is_judged_at_every_frame_and_ends_as_it_did() -> None:
    record = duel()
    made = analyse(record)

    assert made.state == "ready"
    assert made.frames == list(range(record.rounds + 1))
    assert made.chances[-1] == [0.0, 1.0]
    assert all(sum(row) == pytest.approx(1, abs=0.001) for row in made.chances)
    assert made.rollouts == 4  # interpreted rules allow no more


@pytest.mark.slow
@pytest.mark.usefixtures("interpreted")
def test_equal_seeds_give_equal_curves_and_others_do_not() -> None:
    whole = random_match(6, rounds=400).record()
    record = replace(whole, entries=whole.entries[:3], result=None)
    curve = analyse(record, seed=1)

    assert analyse(record, seed=1) == curve
    assert analyse(record, seed=2).chances != curve.chances


@pytest.mark.usefixtures("interpreted")
def test_a_match_without_an_end_is_judged_to_its_last_frame() -> None:
    record = duel()
    made = analyse(replace(record, entries=record.entries[:9], result=None))

    assert made.frames == [0, 1, 2, 3]
    assert sum(made.chances[-1]) == pytest.approx(1, abs=0.001)


@pytest.mark.usefixtures("interpreted")
def test_an_analysis_travels_as_bytes() -> None:
    made = analyse(duel())

    assert msgspec.msgpack.decode(msgspec.msgpack.encode(made), type=type(made)) == made


@pytest.mark.slow
@needs_native
def test_a_long_match_is_judged_at_some_frames_and_more_closely_where_it_turns() -> None:
    record = random_match(3, rounds=150).record()
    made = analyse(record, rollouts=16)
    last = len(frames(record)) - 1

    assert set(spread(last, COARSE)) <= set(made.frames)
    assert len(made.frames) <= COARSE + sum(FINE)
    assert made.frames == sorted(set(made.frames))
    assert made.rollouts == 16
    assert analyse(record, rollouts=16) == made


# Any game


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_a_game_without_a_judgement_of_its_own_is_judged_by_random_play(players: int) -> None:
    game = replace(GAME, chances=None)
    setup = game.setup(seed=5, settings={"players": players, "max_rounds": 12})
    (row,), rollouts = chances_of(game, [game.start(setup)], setup, 64, 0)

    assert len(row) == players
    assert sum(row) == pytest.approx(1)
    assert rollouts == 8


@pytest.mark.usefixtures("interpreted")
def test_random_play_knows_a_lost_position() -> None:
    game = replace(GAME, chances=None)
    record = duel()
    match = Record(game, record.setup, False, record.entries, result=record.result)
    made = analyse(match)

    assert made.chances[0][1] > 0.5  # forty ships against five
    assert made.chances[-1] == [0.0, 1.0]


@pytest.mark.slow
@needs_native
def test_random_play_is_the_same_natively() -> None:
    game = replace(GAME, chances=None)
    setup = duel_setup(max_rounds=60)
    (row,), rollouts = chances_of(game, [game.start(setup)], setup, 64, 3)

    assert rollouts == 64
    assert row[1] > 0.6


# The end


def result(*places: int) -> Result:
    return Result("won", "", tuple(Place(seat, place, 0) for seat, place in enumerate(places, 1)))


def test_draws_are_shared() -> None:
    assert outcome(result(1, 2)) == [1.0, 0.0]
    assert outcome(result(1, 1)) == [0.5, 0.5]
    assert outcome(result(3, 1, 1, 4)) == [0.0, 0.5, 0.5, 0.0]


# Which frames


def test_few_frames_are_all_judged_and_many_evenly() -> None:
    assert spread(3, 10) == [0, 1, 2, 3]
    assert spread(100, 5) == [0, 25, 50, 75, 100]
    assert spread(0, 5) == [0]


def test_the_steepest_part_is_looked_at_more_closely() -> None:
    curve = {0: [0.5, 0.5], 10: [0.6, 0.4], 20: [0.2, 0.8], 30: [0.2, 0.8], 33: [0.4, 0.6]}
    assert steepest(curve, 1) == [15]
    assert steepest(curve, 2) == [15, 31]
    assert steepest(curve, 9) == [5, 15, 31]
    assert steepest({0: [0.5, 0.5], 10: [0.52, 0.48]}, 9) == []  # even enough
    assert steepest({0: [0.1, 0.9], 1: [0.9, 0.1]}, 9) == []  # nothing between


# Key moments


def curve(*chances: float) -> tuple[list[int], list[list[float]], list[int]]:
    frames = list(range(len(chances)))
    return frames, [[one, 1 - one] for one in chances], [frame + 100 for frame in frames]


def test_a_moment_names_the_seat_that_gained() -> None:
    (moment,) = key_moments(*curve(0.5, 0.5, 0.9, 0.9), rollouts=1000)
    assert (moment.frame, moment.round, moment.seat, moment.swing) == (1, 101, 1, 0.4)

    (moment,) = key_moments(*curve(0.5, 0.5, 0.1, 0.1), rollouts=1000)
    assert (moment.frame, moment.seat, moment.swing) == (1, 2, 0.4)


def test_a_swing_of_several_frames_is_one_moment() -> None:
    (moment,) = key_moments(*curve(0.5, 0.6, 0.7, 0.8, 0.8, 0.8), rollouts=1000)

    assert (moment.frame, moment.swing) == (0, 0.3)


def test_the_largest_swings_are_kept_a_few_rounds_apart() -> None:
    moments = key_moments(*curve(*[0.2, 0.8] * 40), rollouts=1000)

    assert len(moments) == MOMENTS
    assert [moment.frame for moment in moments] == sorted(moment.frame for moment in moments)
    assert all(two.frame - one.frame >= APART for one, two in pairwise(moments))


def test_small_changes_and_luck_are_no_moments() -> None:
    assert key_moments(*curve(0.5, 0.59, 0.5), rollouts=10_000) == []
    assert key_moments(*curve(0.5, 0.65, 0.5), rollouts=64) == []
    assert len(key_moments(*curve(0.5, 0.65, 0.65), rollouts=10_000)) == 1
    assert luck(0.5, 0.5, 200) == pytest.approx(0.05)


def test_frames_far_apart_are_compared_with_their_neighbours() -> None:
    moments = key_moments([0, 50, 100], [[0.5, 0.5], [0.5, 0.5], [0.9, 0.1]], list(range(101)), rollouts=1000)

    assert [(moment.frame, moment.swing) for moment in moments] == [(50, 0.4)]
