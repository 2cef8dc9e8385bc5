"""Numbers for learning: observations, action numbers and masks, the same in both modes and true to the rules."""

from random import Random

import numpy as np
import pytest
from tests.games.spacegoo.playing import DUEL, BoardMatch
from tests.modes import both_modes, needs_compiler

from roundhouse.core.batch import Batch
from roundhouse.games.spacegoo import GAME, notation
from roundhouse.games.spacegoo.learning import arrays
from roundhouse.games.spacegoo.rules import tables as t


def batch_of(count=6, *, jit, rounds=25):
    setups = [GAME.setup(seed=seed, preset=("standard", "classic")[seed % 2]) for seed in range(count)]
    batch = Batch.of(GAME, setups, jit=jit)
    batch.rollout(rounds, seed=1)
    return batch


def states_of(board, *, jit, **settings):
    return Batch(GAME, [notation.read(board, **settings)], jit=jit).states


@both_modes
def test_an_observation_tells_all_about_every_planet(jit):
    match = BoardMatch(DUEL.replace("+1,1,1", "+1,1,1 30"), max_rounds=50)
    match.play("send 1 0 25 0 1 / send 2 0 0 7 0", "send 1 0 1 0 0 / nop", "nop / send 2 0 0 0 2")

    seen = arrays.observations(Batch(GAME, [match.state], jit=jit).states, 1)[0]

    def row(n):
        return dict(zip(arrays.COLUMNS, seen[n].tolist(), strict=True))

    empty = dict.fromkeys(arrays.COLUMNS, 0)
    assert row(0) == empty | {
        "planet": 1, "ships a": 20, "ships b": 20, "ships c": 20,
        "production a": 1, "production b": 1, "production c": 1, "production rounds left": 30,
        "my fleets a": 26, "my fleets c": 1, "my next landing": 6,
        "their fleets b": 7, "their fleets c": 2, "their next landing": 6, "rounds left": 47,
    }  # fmt: skip
    assert row(1) == empty | {
        "planet": 1, "mine": 1, "ships a": 23, "ships b": 10, "ships c": 9, "production a": 3,
        "production rounds left": 47, "x": 8, "rounds left": 47,
    }  # fmt: skip
    assert row(2) == empty | {
        "planet": 1, "theirs": 1, "ships a": 49, "ships b": 3, "ships c": 8, "production a": 3,
        "production rounds left": 47, "x": -8, "rounds left": 47,
    }  # fmt: skip
    assert not seen[3:].any()
    assert seen.shape == arrays.observation_shape()


@both_modes
def test_each_seat_sees_itself_as_mine(jit):
    states = states_of(DUEL, jit=jit)
    one, two = (arrays.observations(states, seat)[0] for seat in (1, 2))

    assert one[:, t.SEE_MINE].tolist()[:3] == two[:, t.SEE_THEIRS].tolist()[:3] == [0, 1, 0]


@both_modes
def test_a_planet_that_cannot_produce_any_more_shows_no_production(jit):
    seen = arrays.observations(states_of(DUEL.replace("+3,0,0", "+3,0,0 0"), jit=jit), 1)[0]

    assert seen[1, t.SEE_PRODUCTION : t.SEE_ROUNDS_LEFT + 1].tolist() == [0, 0, 0, 0]


def test_an_array_that_was_used_before_is_filled_anew():
    used = np.full((1, *arrays.observation_shape()), 9, np.int64)
    GAME.kernels.observed([notation.read(DUEL)], 1, used, 0, 1)

    assert used[0].tolist() == arrays.observations([notation.read(DUEL)], 1)[0].tolist()


@pytest.mark.slow
@needs_compiler
def test_both_modes_give_the_same_arrays():
    fast, slow = batch_of(jit=True).states, batch_of(jit=False).states
    numbers = [int(np.flatnonzero(mask)[-1]) for mask in arrays.masks(slow, 2)]

    for seat in (1, 2, 3):
        assert arrays.observations(fast, seat).tolist() == arrays.observations(slow, seat).tolist()
        assert arrays.masks(fast, seat).tolist() == arrays.masks(slow, seat).tolist()
    assert arrays.rows(fast, numbers).tolist() == arrays.rows(slow, numbers).tolist()
    assert arrays.reach(fast).tolist() == arrays.reach(slow).tolist()
    assert arrays.distances(fast).tolist() == arrays.distances(slow).tolist()


def test_the_mask_is_what_check_says():
    for state in batch_of(2, jit=False, rounds=40).states:
        for seat in (1, 2):
            (mask,) = arrays.masks([state], seat)
            said = []
            for number in range(arrays.action_count()):
                (row,) = arrays.rows([state], [number])
                said.append(GAME.rules.check(state, seat, row.tolist()) == 0)
            assert mask.tolist() == said
            assert mask.sum() > 1


@both_modes
def test_a_seat_that_is_not_waited_for_has_no_legal_action(jit):
    match = BoardMatch(DUEL)
    match.give(1, "nop")
    gone = BoardMatch(DUEL)
    gone.give(1, "send 1 0 -1 0 0")
    over = BoardMatch(DUEL)
    over.play("send 1 0 -1 0 0")
    batch = Batch(GAME, [match.state, gone.state, over.state], jit=jit)

    assert arrays.masks(batch.states, 1).any(axis=1).tolist() == [False, False, False]
    assert arrays.masks(batch.states, 2).any(axis=1).tolist() == [True, True, False]
    assert not arrays.masks(batch.states, 3).any()


@both_modes
def test_numbers_become_rows_with_shares_rounded_up(jit):
    states = states_of(DUEL.replace("40,10,10", "41,1,0"), jit=jit)
    first = 1 + (1 * t.PLANETS + 0) * len(arrays.SHARES)

    told = [arrays.rows(states, [number])[0].tolist() for number in (0, first, first + 1, first + 2)]

    assert told == [[0, 0, 0, 0, 0, 0], [1, 1, 0, 11, 1, 0], [1, 1, 0, 21, 1, 0], [1, 1, 0, 41, 1, 0]]


def test_rows_become_numbers_where_one_sends_the_same():
    state = notation.read(DUEL)
    rng = Random(1)
    (mask,) = arrays.masks([state], 1)
    for number in rng.sample(np.flatnonzero(mask).tolist(), 3):
        (row,) = arrays.rows([state], [number])
        again = arrays.number_of(state, row.tolist())
        assert again is not None
        assert arrays.rows([state], [again])[0].tolist() == row.tolist()
    assert arrays.number_of(state, [1, 1, 0, 40, 10, 10]) == 1 + t.PLANETS * 3 + 2
    assert arrays.number_of(state, [1, 1, 0, 40, 0, 0]) is None
    assert arrays.number_of(state, [1, 99, 0, 40, 0, 0]) is None
    assert arrays.number_of(state, [0] * 6) == 0


@pytest.mark.parametrize("numbers", [[-1], [arrays.action_count()], [0, 0], 0])
def test_numbers_that_are_no_actions_are_refused(numbers):
    with pytest.raises(ValueError, match=r"an action is a number from 0 to 1323|one per state"):
        arrays.rows([notation.read(DUEL)], numbers)


@both_modes
def test_a_learner_can_play_whole_matches_with_numbers_alone(jit):
    batch = batch_of(jit=jit, rounds=0)
    rng = np.random.default_rng(5)
    for _ in range(30):
        actions = np.zeros((len(batch), GAME.seats_max + 1, t.WIDTH), np.int64)
        for seat in (1, 2):
            masks = arrays.masks(batch.states, seat)
            numbers = [int(rng.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in masks]
            actions[:, seat] = arrays.rows(batch.states, numbers)
        verdicts, _ = batch.step(actions)
        assert not verdicts.any()
    assert {batch.state(i).round_no for i in range(len(batch))} == {30}


def test_four_players_have_larger_arrays():
    state = GAME.start(GAME.setup(seed=1, settings={"players": 4}))

    assert arrays.observations([state], 4).shape == (1, *arrays.observation_shape(t.PLANETS.large))
    assert arrays.masks([state], 4).shape == (1, arrays.action_count(t.PLANETS.large))
