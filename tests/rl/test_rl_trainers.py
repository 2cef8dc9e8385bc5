"""Stable-Baselines3 and a loop in the manner of CleanRL, if they are installed."""

import importlib

import numpy as np
import pytest

from roundhouse import rl


@pytest.fixture
def trainers():
    pytest.importorskip("sb3_contrib", reason="the extra `train` is not installed")


def test_without_the_extra_it_is_said_what_to_install():
    try:
        import stable_baselines3  # noqa: F401
    except ImportError:
        with pytest.raises(ImportError, match=r"roundhouse-arena\[train\]"):
            importlib.import_module("roundhouse.rl.stable_baselines")


def test_the_adapter_gives_what_the_vector_environment_gives(trainers):
    from roundhouse.rl.stable_baselines import sb3_env

    env = sb3_env("spacegoo", 4, max_rounds=6, starts=2)
    plain = rl.vector_env("spacegoo", 4, seat="mixed", max_rounds=6, starts=2, scaled=True)
    env.seed(3)
    seen, (expected, _) = env.reset(), plain.reset(seed=3)
    total = np.zeros(4)
    for n in range(9):
        assert np.array_equal(seen, expected["observation"])
        assert np.array_equal(env.action_masks(), expected["action_mask"])
        assert np.array_equal(np.stack(env.env_method("action_masks")), env.action_masks())
        actions = plain.random_actions(1, n)
        seen, rewards, over, infos = env.step(actions)
        expected, same, ended, cut, told = plain.step(actions)
        assert np.allclose(rewards, same)
        assert np.array_equal(over, ended | cut)
        total += rewards
        for row in np.flatnonzero(over):
            assert np.array_equal(infos[row]["terminal_observation"], told["final_obs"][row]["observation"])
            assert infos[row]["episode"]["l"] == 6
            assert infos[row]["episode"]["r"] == pytest.approx(total[row])
            assert infos[row]["TimeLimit.truncated"] is False
            total[row] = 0
    _, _, _, infos = env.step(np.full(4, 10**6))
    assert infos[0]["refusal"]["code"] == "no_such_action"
    env.close()


def test_an_episode_that_is_cut_off_is_told_to_the_trainer(trainers):
    from roundhouse.rl.stable_baselines import MaskedVecEnv, sb3_env

    env = sb3_env("rally", 2, max_cycles=2, starts=2)
    env.reset()
    env.step(np.zeros(2, np.int64))
    _, _, over, infos = env.step(np.zeros(2, np.int64))
    assert over.all()
    assert all(info["TimeLimit.truncated"] for info in infos)
    packed = rl.vector_env("rally", 2, masks="packed")
    with pytest.raises(ValueError, match="dense masks"):
        MaskedVecEnv(packed)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_maskable_ppo_trains_on_the_adapter(trainers):
    """Two rounds of learning, with a look before and after."""
    from roundhouse.rl.examples.maskable_ppo import trained

    _, points = trained(10_000.0, steps=2 * 32 * 32, matches=32, rollout=32, every=1e9, look=20, starts=16)
    assert points[0][0] == 0
    assert points[-1][0] == 2048
    assert all(score.played == 20 for _, score in points)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_loop_in_one_file_runs_to_its_end(trainers, capsys):
    from roundhouse.rl.examples import ppo_loop

    ppo_loop.main(["--rounds", "1", "--matches", "4", "--steps", "8", "--final", "4"])
    assert "self-play against random play: " in capsys.readouterr().out
