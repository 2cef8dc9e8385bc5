"""Wrong use of environments: refused in words, at once, and nothing is lost."""

import gymnasium
import numpy as np
import pettingzoo
import pytest

from roundhouse import rl
from roundhouse.core.settings import SetupError

SLOW = "ignore:.*is played by interpreted rules:UserWarning"
MAKERS = [rl.parallel_env, rl.aec_env, rl.gym_env, lambda key, **more: rl.vector_env(key, 2, native=False, **more)]


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.filterwarnings(SLOW)
def test_a_bad_option_is_refused_by_every_kind(make):
    for key in ("chess", "", None, 7, ["spacegoo"]):
        with pytest.raises(ValueError, match="there is no game"):
            make(key)
    for seats in (0, -1, 2.5, True, [1, 2]):
        with pytest.raises(ValueError, match="seats is a whole number from 1 on"):
            make("spacegoo", seats=seats)
    for seats in (3, 99):
        with pytest.raises(SetupError, match="seats were given"):
            make("spacegoo", seats=seats)
    with pytest.raises(SetupError, match="there is no such setting"):
        make("spacegoo", colour="red")
    with pytest.raises(SetupError, match="preset"):
        make("rally", preset="chess")
    with pytest.raises(SetupError, match="no room"):
        make("quest", width=90, height=90)
    with pytest.raises(ValueError, match="reward is outcome or margin"):
        make("spacegoo", reward="glory")
    for name in ("orders", "max_cycles"):
        with pytest.raises(ValueError, match=f"{name} is a whole number from 0 on"):
            make("quest", **{name: -1})


def test_a_bot_or_a_seat_that_there_is_not_is_refused_at_once():
    with pytest.raises(ValueError, match="there is no bot 'nobody'; built-in are"):
        rl.gym_env("rally", opponent="nobody")
    for seat in (0, 3, -1, "seat_9", "seat_x", "two", 1.0, True, None):
        with pytest.raises(ValueError, match="there is no seat"):
            rl.gym_env("spacegoo", seat=seat)
    assert rl.gym_env("spacegoo", seat="seat_2").seat == 2
    with pytest.raises(ValueError, match="render_mode is human, ansi or rgb_array"):
        rl.parallel_env("spacegoo", render_mode="hologram")


def test_many_matches_are_whole_numbers_from_1_on():
    for name, value in (("threads", 0), ("threads", "2"), ("starts", 0), ("starts", 1.5)):
        with pytest.raises(ValueError, match=f"{name} is a whole number from 1 on"):
            rl.vector_env("spacegoo", 2, **{name: value})
    for n in (0, -3, 2.5, "4", None, True):
        with pytest.raises(ValueError, match="n is a whole number from 1 on"):
            rl.vector_env("spacegoo", n)
        with pytest.raises(ValueError, match="n is a whole number from 1 on"):
            rl.vector_env("spacegoo", n, opponent="greedy")
    for seat in (0, 3, "both", None, 1.5):
        with pytest.raises(ValueError, match="'mixed' or 'all'"):
            rl.vector_env("spacegoo", 2, seat=seat)


@pytest.mark.filterwarnings(SLOW)
def test_nothing_is_played_before_the_first_reset():
    parallel, in_turn, single, many = (make("spacegoo") for make in MAKERS)
    for use in (
        lambda: single.step(0), single.clone, single.serialize, single.render, lambda: parallel.step({"seat_1": 0}),
        parallel.clone, parallel.serialize, parallel.state, lambda: many.step(np.zeros(2, np.int64)), many.clone,
        many.serialize,
    ):  # fmt: skip
        with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
            use()
    with pytest.raises(AssertionError, match="reset"):  # PettingZoo's own
        in_turn.step(0)


def test_nothing_is_played_after_the_end():
    single = rl.gym_env("spacegoo", max_cycles=1)
    single.reset(seed=1)
    assert single.step(0)[3]
    with pytest.raises(RuntimeError, match=r"the episode is over, call reset\(\)"):
        single.step(0)
    single.reset()
    assert single.step(0)[3]

    parallel = rl.parallel_env("spacegoo", max_cycles=1)
    parallel.reset(seed=1)
    parallel.step({})
    assert parallel.agents == []
    assert parallel.step({}) == ({}, {}, {}, {}, {})  # as PettingZoo has it


@pytest.mark.parametrize("action", ["send", None, 1.5, np.array([1, 2]), True, [0], {}])
@pytest.mark.filterwarnings(SLOW)
def test_an_action_that_is_no_number_is_an_error_and_changes_nothing(action):
    single, parallel, in_turn = (make("spacegoo") for make in (rl.gym_env, rl.parallel_env, rl.aec_env))
    for env in (single, parallel, in_turn):
        env.reset(seed=1)
    kept = [env.serialize() for env in (single, parallel, in_turn)]

    with pytest.raises(TypeError, match="an action is a whole number"):
        single.step(action)
    with pytest.raises(TypeError, match="an action is a whole number"):
        parallel.step({"seat_1": 0, "seat_2": action})
    with pytest.raises(TypeError, match="an action is a whole number"):
        in_turn.step(action)
    assert [env.serialize() for env in (single, parallel, in_turn)] == kept


def test_agents_that_there_are_not_are_an_error():
    env = rl.parallel_env("spacegoo")
    env.reset(seed=1)
    for agent in ("seat_3", "ann", 9, ("seat_1",)):
        with pytest.raises(ValueError, match="there is no seat"):
            env.step({agent: 0})
    with pytest.raises(ValueError, match="there is no seat"):
        env.resample("seat_7", 1)
    assert env.position.steps == 0


@pytest.mark.filterwarnings(SLOW)
def test_actions_of_another_shape_or_kind_are_an_error_and_change_nothing():
    env = rl.vector_env("spacegoo", 3, native=False, starts=2)
    env.reset(seed=1)
    before = env.serialize()
    for actions in (0, [0, 0], np.zeros((3, 1), np.int64), np.zeros(4, np.int64), []):
        with pytest.raises(ValueError, match="actions have the shape"):
            env.step(actions)
    for actions in ([0.0, 1.0, 2.0], ["a", "b", "c"], [None] * 3, np.zeros(3, bool)):
        with pytest.raises(TypeError, match="actions are whole numbers"):
            env.step(actions)
    with pytest.raises(ValueError, match="one seed is for all rows"):
        env.reset(seed=[1, 2, 3])
    with pytest.raises(ValueError, match="there is no seat"):
        env.resample(5, 1)
    assert env.serialize() == before
    for kind in (np.int8, np.uint64, np.int32):
        env.step(np.zeros(3, kind))
    assert env.step([2**62, -(2**62), 0])[4]["_refusals"].tolist() == [True, True, False]


@pytest.mark.filterwarnings(SLOW)
def test_bytes_that_were_changed_cut_or_made_up_are_refused_and_nothing_is_lost():
    envs = [
        rl.parallel_env("rally"),
        rl.raw_aec_env("rally"),
        rl.gym_env("rally"),
        rl.vector_env("rally", 2, native=False, starts=2),
    ]
    for env in envs:
        env.reset(seed=1)
        kept = env.serialize()
        wrong = [b"", kept[:-1], kept[: len(kept) // 2], kept + b"x", b"RHE1", b"RHV1" + bytes(40), "text", None, 7]
        for place in (5, 20, len(kept) // 2, len(kept) - 40):
            changed = bytearray(kept)
            changed[place] ^= 1
            wrong.append(bytes(changed))
        for other in envs:
            if other is not env:
                other.reset(seed=1)
                wrong.append(other.serialize())
        for data in wrong:
            with pytest.raises(ValueError, match=r"no match|other options"):
                env.deserialize(data)
        assert env.serialize() == kept


def test_ids_that_there_are_not_are_refused_by_both_libraries():
    with pytest.raises(gymnasium.error.Error, match="chess"):
        gymnasium.make("roundhouse/chess-v0")
    with pytest.raises(gymnasium.error.Error, match="v7"):
        gymnasium.make("roundhouse/spacegoo-v7")
    with pytest.raises(Exception, match="chess"):
        pettingzoo.make("parallel", "roundhouse/chess-v0")
    with pytest.raises(SetupError, match="there is no such setting"):
        gymnasium.make("roundhouse/spacegoo-v0", colour="red")
