"""Many matches at once: the same as single ones, in arrays that are not copied."""

import re

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from tests.modes import needs_native
from tests.rl.matches import SHORT

from roundhouse import rl
from roundhouse.core.native import available
from roundhouse.games import GAMES
from roundhouse.rl import throughput
from roundhouse.rl.single_match import Position
from roundhouse.rl.throughput import busy, played

KEYS = list(GAMES)
SLOW = "ignore:.*is played by interpreted rules:UserWarning"
# What takes long to compile for the first time
COMPILES = [pytest.mark.slow, needs_native, pytest.mark.timeout(900)]


def transcript(env, steps, seed=1):
    """All that an environment returns in so many random steps."""
    seen, _ = env.reset(seed=seed)
    out = [seen["observation"].copy(), seen["action_mask"].copy()]
    for n in range(steps):
        seen, *rest, infos = env.step(env.random_actions(seed, n))
        out += [seen["observation"].copy(), seen["action_mask"].copy(), *rest]
        out.append(infos.get("refusals", np.zeros(1)))
    return out


def alike(one, two):
    return len(one) == len(two) and all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


@pytest.mark.parametrize("key", [pytest.param(key, marks=COMPILES) for key in KEYS])
@pytest.mark.filterwarnings(SLOW)
def test_native_and_interpreted_rules_give_the_same_bytes(key):
    both = [
        transcript(rl.vector_env(key, 3, seat="mixed", starts=2, reward="margin", native=native, **SHORT[key]), 60)
        for native in (False, True)
    ]
    assert alike(*both)


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.filterwarnings(SLOW)
def test_all_seats_as_rows_play_the_match_that_a_single_position_plays(key):
    env = rl.vector_env(key, 1, seat="all", starts=1, native=False, **SHORT[key])
    seen, _ = env.reset(seed=3)
    position = Position(env.options, 0, setup=env.options.setup(0), state=env.batch.state(0))
    for n in range(30):
        for row in range(env.num_envs):
            assert np.array_equal(seen["observation"][row], position.observation(row + 1))
            assert np.array_equal(seen["action_mask"][row], position.mask(row + 1))
        actions = env.random_actions(1, n)
        seen, rewards, ended, _, infos = env.step(actions)
        refusals = position.play({row + 1: int(action) for row, action in enumerate(actions)})
        assert refusals == {}
        assert "refusals" not in infos
        assert rewards.tolist() == list(position.rewards().values())
        assert ended.all() == (position.result is not None)
        if ended.any():
            final = [infos["final_obs"][row]["observation"] for row in range(env.num_envs)]
            assert all(np.array_equal(final[row], position.observation(row + 1)) for row in range(env.num_envs))
            break


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("native", [False, pytest.param(True, marks=COMPILES)])
@pytest.mark.filterwarnings(SLOW)
def test_a_row_is_the_match_of_a_single_learner(key, native):
    """The same match against the same random opponents, in the first row of a vector and alone, interpreted."""
    env = rl.vector_env(key, 2, seat=2, starts=2, reward="margin", native=native, **SHORT[key])
    seen, _ = env.reset(seed=5)
    alone = Position(env.options, 0, learner=2, setup=env.options.setup(0), state=env.batch.state(0))
    alone._key, alone._draws[0] = int(env._key), int(env._draws[0])
    over, steps = False, 0
    while not over and steps < 40:
        assert np.array_equal(seen["observation"][0], alone.observation(2))
        assert np.array_equal(seen["action_mask"][0], alone.mask(2))
        actions = env.random_actions(3, steps)
        seen, rewards, ended, _, infos = env.step(actions)
        assert alone.play({2: int(actions[0])}) == {}
        assert rewards[0] == alone.rewards()[2]
        assert ended[0] == alone.is_gone(2)
        over, steps = ended[0], steps + 1
    assert steps > 9
    if over:
        assert np.array_equal(infos["final_obs"][0]["observation"], alone.observation(2))


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=COMPILES)])
@pytest.mark.filterwarnings(SLOW)
def test_observations_are_views_that_live_for_one_more_step(native):
    env = rl.vector_env("spacegoo", 4, starts=2, native=native)
    first, _ = env.reset(seed=1)
    kept = first["observation"].copy()
    assert np.shares_memory(first["observation"], env._rows.seen[0])
    assert np.shares_memory(first["action_mask"], env._rows.masks[0])
    for part in first.values():  # what the rules keep up to date nobody else can write into
        with pytest.raises(ValueError, match="read-only"):
            part[0] = 0

    second = env.step(env.random_actions(1, 0))[0]
    assert not np.shares_memory(first["observation"], second["observation"])
    assert np.array_equal(first["observation"], kept)  # still there during the next step
    third = env.step(env.random_actions(1, 1))[0]
    assert np.shares_memory(first["observation"], third["observation"])
    assert not np.array_equal(first["observation"], kept)  # and overwritten by the one after it

    copying = rl.vector_env("spacegoo", 2, copy=True, starts=2, native=native)
    copies = copying.reset(seed=1)[0]
    assert not np.shares_memory(copies["observation"], copying._rows.seen[0])
    copies["observation"][:] = 7


@pytest.mark.filterwarnings(SLOW)
def test_without_observations_the_same_matches_are_played():
    seeing, blind = (
        rl.vector_env("spacegoo", 3, max_rounds=6, starts=2, observe=observe, native=False) for observe in (True, False)
    )
    seen, _ = seeing.reset(seed=1)
    assert blind.reset(seed=1)[0] == {}
    assert blind.single_observation_space.contains({})
    for n in range(10):
        now = blind.observations()
        assert np.array_equal(seen["observation"], now["observation"])
        assert np.array_equal(seen["action_mask"], now["action_mask"])
        actions = seeing.random_actions(1, n)
        assert np.array_equal(blind.random_actions(1, n), actions)
        seen, *rest, infos = seeing.step(actions)
        nothing, *same, less = blind.step(actions)
        assert nothing == {}
        assert alike(rest, same)
        assert ("final_info" in infos) == ("final_info" in less)
        assert "final_obs" not in less
    with pytest.raises(ValueError, match="observe=False"):
        rl.vector_env("spacegoo", 2, observe=False, opponent="greedy")


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=COMPILES)])
@pytest.mark.filterwarnings(SLOW)
def test_a_match_that_is_over_begins_anew_in_the_same_step(native):
    env = rl.vector_env("spacegoo", 3, max_rounds=4, starts=2, native=native)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    env.reset(seed=1)
    for n in range(3):
        assert not env.step(env.random_actions(1, n))[2].any()
    seen, rewards, ended, cut, infos = env.step(np.zeros(3, np.int64))

    assert ended.all()
    assert not cut.any()
    assert rewards.tolist() == [0, 0, 0]  # draws
    assert infos["final_info"]["outcome"].tolist() == [0, 0, 0]
    assert infos["final_info"]["steps"].tolist() == [4, 4, 4]
    left = 20  # the column with the rounds left of the match, of the first planet
    assert [row["observation"][left] for row in infos["final_obs"]] == [0, 0, 0]
    assert seen["observation"][:, left].tolist() == [4, 4, 4]


@pytest.mark.filterwarnings(SLOW)
def test_an_episode_that_is_cut_off_is_told_apart():
    env = rl.vector_env("spacegoo", 2, max_cycles=2, starts=2, native=False)
    env.reset(seed=1)
    assert not env.step(np.zeros(2, np.int64))[3].any()
    _, _, ended, cut, infos = env.step(np.zeros(2, np.int64))
    assert cut.all()
    assert not ended.any()
    assert infos["_final_obs"].all()


@pytest.mark.filterwarnings(SLOW)
def test_an_illegal_action_counts_as_a_pass_in_its_row():
    env, other = (rl.vector_env("spacegoo", 3, starts=2, native=False) for _ in range(2))
    env.reset(seed=1)
    other.reset(seed=1)

    seen, _, _, _, infos = env.step(np.array([0, 1, 10**6]))
    expected = other.step(np.zeros(3, np.int64))[0]

    assert infos["_refusals"].tolist() == [False, True, True]
    assert env.refusal(int(infos["refusals"][1]))["rule"].startswith("GOO-")
    assert env.refusal(int(infos["refusals"][2]))["code"] == "no_such_action"
    assert np.array_equal(seen["observation"], expected["observation"])
    with pytest.raises(ValueError, match="shape"):
        env.step(np.zeros(2, np.int64))


@pytest.mark.parametrize("key", [pytest.param("spacegoo", marks=COMPILES), pytest.param("rally", marks=COMPILES)])
def test_threads_change_nothing(key):
    one, three = (transcript(rl.vector_env(key, 7, threads=n, starts=4), 40) for n in (1, 3))
    assert alike(one, three)


@pytest.mark.filterwarnings(SLOW)
def test_a_mixed_environment_puts_the_learner_on_every_seat():
    env = rl.vector_env("rally", 5, seat="mixed", starts=2, native=False)
    seen, _ = env.reset(seed=1)
    assert seen["observation"][:, 0].tolist() == [1, 1, 2, 2, 2]  # the first column is the own seat
    with pytest.raises(ValueError, match="'mixed' or 'all'"):
        rl.vector_env("rally", 5, seat=3, native=False)
    with pytest.raises(ValueError, match="from 1 on"):
        rl.vector_env("rally", 0, native=False)


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=COMPILES)])
@pytest.mark.filterwarnings(SLOW)
def test_copies_of_many_matches(native):
    env = rl.vector_env("rally", 4, seat="mixed", starts=3, native=native)
    env.reset(seed=1)
    played(env, 7)
    kept = env.serialize()

    twin, other = env.clone(redraw=False), rl.vector_env("rally", 4, seat="mixed", starts=3, native=native)
    other.deserialize(kept)
    dreamt = env.resample(1, 5)
    before = env.observations()["observation"].copy()
    assert np.array_equal(dreamt.observations()["observation"][:2], before[:2])  # rows of seat 1 know the same
    assert not np.array_equal(dreamt.observations()["observation"][2:], before[2:])
    played(env.clone(), 3)
    for one in (env, twin, other):
        played(one, 2)
    assert env.serialize() == twin.serialize() == other.serialize() != kept
    with pytest.raises(ValueError, match="no matches of an environment"):
        env.deserialize(b"nothing")
    with pytest.raises(ValueError, match="other options"):
        rl.vector_env("rally", 5, starts=3, native=native).deserialize(kept)


def test_interpreted_rules_are_announced(monkeypatch):
    monkeypatch.setenv("ROUNDHOUSE_NATIVE", "0")
    assert not available()
    with pytest.warns(UserWarning, match="interpreted rules, which are slow: ROUNDHOUSE_NATIVE=0"):
        env = rl.vector_env("rally", 2)
    assert env.metadata["native"] is False
    assert played(env, 0) == 0


def test_a_built_in_opponent_makes_it_gymnasiums_own_vector_environment():
    env = rl.vector_env("rally", 3, opponent="easy", seat="mixed")
    assert isinstance(env, SyncVectorEnv)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, _ = env.reset(seed=1)
    assert seen["observation"][:, 0].tolist() == [1, 2, 2]
    seen, _, _, _, _ = env.step(seen["action_mask"].argmax(axis=1))
    assert seen["observation"].shape == (3, 344)
    env.close()


@pytest.mark.filterwarnings(SLOW)
def test_the_benchmark_plays_random_legal_actions():
    env = busy("spacegoo", 4, native=False)
    assert played(env, 5) == 20
    assert set(env._steps) == {8}


@pytest.mark.filterwarnings(SLOW)
def test_the_throughput_is_told(monkeypatch, capsys):
    monkeypatch.setenv("ROUNDHOUSE_NATIVE", "0")
    throughput.main(["rally", "--matches", "2", "--seconds", "0.01"])
    told = re.fullmatch(
        r"rally: ([\d,]+) steps a second \(2 matches, 1 threads, interpreted\)\n", capsys.readouterr().out
    )
    assert int(told[1].replace(",", "")) > 0
    with pytest.raises(SystemExit):
        throughput.main(["chess"])
    assert "there is no game 'chess'" in capsys.readouterr().err
