"""The sequential verdict on two bots: how often it is wrong, when it stops, and what it says."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse.sdk import duel, series
from roundhouse.sdk.duel import DuelTally, judge

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
TALLIES = st.lists(st.sampled_from(SCORES), min_size=1, max_size=60)


def tally_of(scores):
    tally = DuelTally()
    for score in scores:
        tally = tally.plus(score)
    return tally


def drawn(rng, mean, pairs):
    """Pairs of two games, each won with this chance."""
    return [((rng.random() < mean) + (rng.random() < mean)) / 2 for _ in range(pairs)]


@given(TALLIES)
def test_the_interval_holds_the_mean_and_is_the_same_from_the_other_side(scores):
    here, there = judge(tally_of(scores), difference=20), judge(tally_of([1 - one for one in scores]), difference=20)
    assert 0 <= here.least <= here.score <= here.most <= 1
    assert there.least == pytest.approx(1 - here.most, abs=1e-9)
    assert (here.better, there.better) in {(0, 0), (1, 2), (2, 1)}
    assert here.even == there.even
    assert here.more == there.more


@given(TALLIES, st.floats(0.02, 0.98))
def test_a_bet_that_is_fair_does_not_grow_on_average(scores, mean):
    """One more pair whose mean is the one that is bet against leaves the expected capital where it was."""
    tally = tally_of(scores)
    now = math.exp(duel.capital(tally, mean))
    after = mean * math.exp(duel.capital(tally.plus(1.0), mean)) + (1 - mean) * math.exp(
        duel.capital(tally.plus(0.0), mean)
    )
    assert after == pytest.approx(now, rel=1e-9)


def test_equal_bots_are_hardly_ever_told_apart_however_often_one_looks():
    rng = random.Random(5)
    wrong = 0
    for _ in range(300):
        tally = DuelTally()
        for score in drawn(rng, 0.5, 60):
            tally = tally.plus(score)
            if max(duel.capital(tally, 0.5), duel.capital(duel.turned(tally), 0.5)) >= math.log(2 / duel.RISK):
                wrong += 1
                break
    assert wrong <= 300 * duel.RISK  # the bound holds for endless looking, so that sixty looks stay below it


def test_a_better_bot_is_found_and_the_truth_lies_in_the_interval():
    rng, found, inside = random.Random(6), 0, 0
    for _ in range(20):
        verdict = judge(tally_of(drawn(rng, 0.7, 150)), difference=20)
        found += verdict.better == 1
        inside += verdict.least <= 0.7 <= verdict.most
    assert found == 20
    assert inside >= 18


def test_a_bot_that_wins_everything_needs_few_games_and_none_are_wasted():
    tally, pairs = DuelTally(), 0
    while not judge(tally, difference=20).settled:
        tally, pairs = tally.plus(1.0), pairs + 1
    assert 4 <= pairs <= 10
    verdict = judge(tally, difference=20)
    assert (verdict.better, verdict.more) == (1, 0)
    assert verdict.elo == math.inf
    assert 0 < verdict.elo_least < math.inf


def test_bots_that_split_every_seed_are_as_good_as_each_other():
    tally = tally_of([0.5] * 20)
    first = judge(tally, difference=20)
    assert not first.settled
    later = judge(tally_of([0.5] * (20 + first.more // 2)), difference=20)
    assert (later.even, later.better, later.more) == (True, 0, 0)
    assert -20 < later.elo_least < 0 < later.elo_most < 20


@given(TALLIES)
def test_playing_on_in_the_same_way_settles_it_when_that_was_said(scores):
    tally = tally_of(scores)
    verdict = judge(tally, difference=50)
    if verdict.settled or verdict.more is None or verdict.more > 20_000:
        return
    times = 1 + verdict.more / 2 / tally.pairs
    same = DuelTally(tuple((score, count * times) for score, count in tally.counts))
    assert judge(same, difference=50).settled


def test_nothing_played_is_no_verdict():
    verdict = judge(DuelTally(), difference=20)
    assert (verdict.settled, verdict.pairs, verdict.least, verdict.most, verdict.more) == (False, 0, 0.0, 1.0, None)


@pytest.mark.slow
def test_a_duel_ends_as_soon_as_it_is_settled_and_lets_go_of_its_games():
    wanted = series.pairings("spacegoo", ["greedy", "random"], 100, seed=3, settings={"max_rounds": 160})
    closed = []

    def playing(pairings):
        try:
            yield from series.playing(pairings, 1)
        finally:
            closed.append(True)

    said = []
    fought = duel.fight(wanted, playing, difference=20, told=said.append)
    assert fought.verdict.better == 1
    assert closed == [True]
    assert len(fought.played) == 2 * fought.verdict.pairs == 2 * len(said) < 100
    assert [one.settled for one in said] == [False] * (len(said) - 1) + [True]
    seeds = [one.outcome.setup.seed for one in fought.played]
    assert seeds == sorted(2 * list(dict.fromkeys(seeds))), "every seed from both seats"
    assert {one.order for one in fought.played} == {(0, 1), (1, 0)}


def test_a_duel_that_is_broken_off_tells_what_it_knows():
    wanted = series.pairings("spacegoo", ["random", "random"], 10, seed=1, settings={"max_rounds": 2})

    def playing(pairings):
        yield from map(series.play_pairing, pairings[:5])
        raise KeyboardInterrupt

    fought = duel.fight(wanted, playing, difference=20)

    assert fought.broken_off
    assert (fought.verdict.pairs, len(fought.played)) == (2, 4)
