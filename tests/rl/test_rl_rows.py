"""The arrays of many rows: kept up to date, packed, as fractions."""

import importlib

import numpy as np
import pytest
from tests.modes import needs_native
from tests.rl.matches import SHORT
from tests.scale import amount

from roundhouse import rl
from roundhouse.core.native import entry_modules
from roundhouse.core.rules import nth_one, ones
from roundhouse.games import GAMES
from roundhouse.rl.game_learning import numbers_of
from roundhouse.rl.row_arrays import unpacked
from roundhouse.rl.scales import bounded, fields_of

KEYS = list(GAMES)
# Long enough for what is rare: units that die, swarms that come and go
LONGER = SHORT | {"boidvoid": {"turn_limit": 12, "orders": 8}, "quest": SHORT["quest"] | {"rounds": 6}}


def whole(env, seat):
    """What the rules write of a seat into empty arrays, match by match."""
    game, states = env.options.game, env.batch.states
    seen = np.zeros((env.matches, *env.shape), np.int32)
    game.native.observed(states, seat, seen, 0, env.matches)
    return seen.reshape(env.matches, -1)


def legal(env, i, seat):
    flags = [0] * env.actions
    importlib.import_module(f"{env.options.game.package}.learning.actions").legal(env.batch.state(i), seat, flags)
    return flags


@needs_native
@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("key", KEYS)
def test_rows_that_are_kept_up_to_date_are_as_if_they_were_written_whole(key):
    env = rl.vector_env(key, 5, seat="all", starts=3, **LONGER[key])
    seen, _ = env.reset(seed=2)
    ended = 0
    for n in range(amount(120, 2000)):
        for seat in range(1, env.seats + 1):
            rows = slice((seat - 1) * 5, seat * 5)
            assert np.array_equal(seen["observation"][rows], whole(env, seat))
            if n % 9 == 0:
                i = n % 5
                assert seen["action_mask"][rows][i].tolist() == legal(env, i, seat)
        fresh = env.clone(redraw=False).observations()
        assert np.array_equal(seen["action_mask"], fresh["action_mask"])
        seen, _, over, _, infos = env.step(env.random_actions(2, n))
        ended += over.sum()
        if over.any():
            row = int(np.flatnonzero(over)[0])
            assert infos["final_obs"][row]["observation"].dtype == numbers_of(env.options.game)
    assert ended or key in ("dungeon", "quest")


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=needs_native)])
@pytest.mark.filterwarnings("ignore:.*is played by interpreted rules:UserWarning")
def test_masks_come_packed_too(native):
    dense, packed = (rl.vector_env("rally", 3, starts=2, native=native, masks=kind) for kind in ("dense", "packed"))
    seen, bits = dense.reset(seed=1)[0], packed.reset(seed=1)[0]
    for n in range(8):
        assert packed.observation_space.contains({name: np.array(part) for name, part in bits.items()})
        assert bits["action_mask"].shape == (3, 3)  # 21 actions
        assert np.array_equal(unpacked(bits["action_mask"], 21), seen["action_mask"])
        seen, bits = (env.step(env.random_actions(1, n))[0] for env in (dense, packed))
    with pytest.raises(ValueError, match="masks are dense or packed"):
        rl.vector_env("rally", 3, masks="bits", native=native)


@pytest.mark.parametrize("key", KEYS)
def test_observations_come_as_fractions_with_a_name_and_a_bound_for_each(key):
    env, plain = rl.parallel_env(key, scaled=True), rl.parallel_env(key)
    seen, _ = env.reset(seed=1)
    numbers, _ = plain.reset(seed=1)
    tables = fields_of(env.position.game, env.position.shape)
    bounds = np.concatenate([np.tile([bound for _, bound in one.fields], one.rows) for one in tables])

    assert env.observation_space("seat_1").contains(seen["seat_1"])
    assert plain.observation_space("seat_1").contains(numbers["seat_1"])
    expected = np.clip(numbers["seat_1"]["observation"] / bounds, -1, 1)
    assert np.allclose(seen["seat_1"]["observation"], expected, atol=1e-6)
    assert np.count_nonzero(np.abs(expected) == 1) < 0.2 * len(expected)  # few are cut off
    with pytest.raises(ValueError, match="no fields beauty"):
        bounded("planets", 1, ("x",), {"beauty": 1})
    with pytest.raises(ValueError, match="scaled is True or False"):
        rl.parallel_env(key, scaled="yes")


@needs_native
def test_flags_are_counted_and_found_as_python_says():
    env = rl.vector_env("spacegoo", 1)
    env.reset(seed=1)
    random = np.random.default_rng(1)
    for length in (1, 7, 8, 127, 128, 1024, 1324, 2500):
        masks = (random.random((50, length)) < random.random((50, 1))).astype(np.int8)
        masks[:, random.integers(length)] = 1
        masks[0] = 1
        out = np.zeros(50, np.int64)
        env._kernels.picked(masks, 7, 3, out, 0, 50)
        listed = [0] * 50
        entry_modules.steps(env.options.game.package).picked(masks.tolist(), 7, 3, listed, 0, 50)
        assert out.tolist() == listed
    assert (ones([0, 1, 1]), nth_one([0, 1, 1], 1), nth_one([0, 1], 4)) == (2, 2, 2)


@pytest.mark.parametrize("key", KEYS)
def test_a_board_is_a_picture_of_what_the_seat_may_know(key):
    whole_board, own = rl.parallel_env(key, render_mode="rgb_array"), rl.gym_env(key, render_mode="rgb_array", seat=2)
    whole_board.reset(seed=1)
    own.reset(seed=1)
    picture, mine = whole_board.render(), own.render()

    assert picture.dtype == mine.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3
    assert min(picture.shape[:2]) > 100
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 4
    hidden = own.position.resample(2, 5)
    own._position = hidden  # all that the seat cannot know is drawn anew, and the picture stays
    assert np.array_equal(own.render(), mine)
