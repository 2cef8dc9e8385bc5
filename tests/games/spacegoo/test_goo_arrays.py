"""Numbers for learning: observations, action numbers and masks, the same in both modes and true to the rules."""

import numpy as np
import pytest
from tests.games.spacegoo.text_matches import DUEL, BoardMatch
from tests.modes import both_modes, needs_native

from roundhouse.core.batch import Batch
from roundhouse.games.spacegoo import GAME, notation
from roundhouse.games.spacegoo.learning import actions, arrays
from roundhouse.games.spacegoo.rules import tables as t
from roundhouse.games.spacegoo.rules.phases.round import is_linked


def batch_of(count=6, *, native, rounds=25):
    setups = [GAME.setup(seed=seed, preset=("standard", "classic")[seed % 2]) for seed in range(count)]
    batch = Batch.of(GAME, setups, native=native)
    batch.rollout(rounds, seed=1)
    return batch


def states_of(board, *, native, **settings):
    return Batch(GAME, [notation.read(board, **settings)], native=native).states


@both_modes
def test_an_observation_tells_all_about_every_planet(native):
    match = BoardMatch(DUEL.replace("+1,1,1", "+1,1,1 30"), max_rounds=50)
    match.play("send 1 0 25 0 1 / send 2 0 0 7 0", "send 1 0 1 0 0 / nop", "nop / send 2 0 0 0 2")

    seen = arrays.observations(Batch(GAME, [match.state], native=native).states, 1)[0]

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
def test_each_seat_sees_itself_as_mine(native):
    states = states_of(DUEL, native=native)
    one, two = (arrays.observations(states, seat)[0] for seat in (1, 2))

    assert one[:, t.SEE_MINE].tolist()[:3] == two[:, t.SEE_THEIRS].tolist()[:3] == [0, 1, 0]


@both_modes
def test_a_planet_that_cannot_produce_any_more_shows_no_production(native):
    seen = arrays.observations(states_of(DUEL.replace("+3,0,0", "+3,0,0 0"), native=native), 1)[0]

    assert seen[1, t.SEE_PRODUCTION : t.SEE_ROUNDS_LEFT + 1].tolist() == [0, 0, 0, 0]


def test_an_array_that_was_used_before_is_filled_anew():
    used = np.full((1, *arrays.observation_shape()), 9, np.int64)
    GAME.kernels.observed([notation.read(DUEL)], 1, used, 0, 1)

    assert used[0].tolist() == arrays.observations([notation.read(DUEL)], 1)[0].tolist()


@pytest.mark.slow
@needs_native
def test_both_modes_give_the_same_arrays():
    fast, slow = batch_of(native=True).states, batch_of(native=False).states
    numbers = [int(np.flatnonzero(mask)[-1]) for mask in arrays.masks(slow, 2)]

    for seat in (1, 2):
        assert arrays.observations(fast, seat).tolist() == arrays.observations(slow, seat).tolist()
        assert arrays.masks(fast, seat).tolist() == arrays.masks(slow, seat).tolist()
    assert arrays.rows(fast, 2, numbers).tolist() == arrays.rows(slow, 2, numbers).tolist()
    assert arrays.reach(fast).tolist() == arrays.reach(slow).tolist()
    assert arrays.distances(fast).tolist() == arrays.distances(slow).tolist()


def test_the_mask_is_what_check_says():
    for state in batch_of(2, native=False, rounds=40).states:
        for seat in (1, 2):
            (mask,) = arrays.masks([state], seat)
            said = []
            for number in range(actions.actions(state)):
                (row,) = arrays.rows([state], seat, [number])
                said.append(GAME.rules.check(state, seat, row.tolist()) == 0)
            assert mask.tolist() == said
            assert mask.sum() > 1


@pytest.mark.rule("GOO-002", "GOO-036")
def test_without_lanes_fleets_may_fly_anywhere():
    lanes, free = (notation.read(DUEL, hyperlanes=wanted) for wanted in (True, False))
    count = lanes.planet_count
    reached = [arrays.reach([state])[0] for state in (lanes, free)]
    for state, pairs in zip((lanes, free), reached, strict=True):
        assert not pairs[count:].any()
        assert not pairs[:, count:].any()
        for source in range(count):
            owner = state.planets[source].owner
            legal = arrays.masks([state], owner or 1)[0]
            for target in range(count):
                linked = source != target and is_linked(state, source, target)
                first = 1 + (source * len(state.planets) + target) * actions.LEVELS
                assert pairs[source, target] == linked
                assert legal[first] == (owner != 0 and linked)
    assert reached[0].sum() < reached[1].sum() == count * (count - 1)


@both_modes
def test_a_seat_that_is_not_waited_for_can_only_pass(native):
    match = BoardMatch(DUEL)
    match.give(1, "nop")
    gone = BoardMatch(DUEL)
    gone.give(1, "send 1 0 -1 0 0")
    over = BoardMatch(DUEL)
    over.play("send 1 0 -1 0 0")
    batch = Batch(GAME, [match.state, gone.state, over.state], native=native)

    for seat, chooses in ((1, [False, False, False]), (2, [True, True, False])):
        assert arrays.masks(batch.states, seat)[:, 0].all()
        assert arrays.masks(batch.states, seat)[:, 1:].any(axis=1).tolist() == chooses


@both_modes
def test_numbers_become_rows_with_shares_rounded_up(native):
    states = states_of(DUEL.replace("40,10,10", "41,1,0"), native=native)
    first = 1 + (1 * t.PLANETS + 0) * len(actions.SHARES)

    told = [arrays.rows(states, 1, [number])[0].tolist() for number in (0, first, first + 1, first + 2)]

    assert told == [[0, 0, 0, 0, 0, 0], [1, 1, 0, 11, 1, 0], [1, 1, 0, 21, 1, 0], [1, 1, 0, 41, 1, 0]]


@pytest.mark.parametrize("number", [-1, 1324])
def test_numbers_that_are_no_actions_are_refused(number):
    with pytest.raises(ValueError, match="an action is a number from 0 to 1323"):
        arrays.rows([notation.read(DUEL)], 1, [number])


@both_modes
def test_a_learner_can_play_whole_matches_with_numbers_alone(native):
    batch = batch_of(native=native, rounds=0)
    rng = np.random.default_rng(5)
    for _ in range(30):
        entered = np.zeros((len(batch), GAME.seats_max + 1, t.WIDTH), np.int64)
        for seat in (1, 2):
            masks = arrays.masks(batch.states, seat)
            numbers = [int(rng.choice(np.flatnonzero(mask))) for mask in masks]
            entered[:, seat] = arrays.rows(batch.states, seat, numbers)
        verdicts, _ = batch.step(entered)
        assert not verdicts.any()
    assert {batch.state(i).round_no for i in range(len(batch))} == {30}


def test_four_players_have_larger_arrays():
    state = GAME.start(GAME.setup(seed=1, settings={"players": 4}))

    assert arrays.observations([state], 4).shape == (1, *arrays.observation_shape(t.PLANETS.large))
    assert arrays.masks([state], 4).shape == (1, actions.actions(state))
