"""PettingZoo's and Gymnasium's own tests of environments, for all games."""

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)
from tests.scale import amount

from roundhouse import rl
from roundhouse.games import GAMES
from roundhouse.rl import boidvoid_v0, dungeon_v0, quest_v0, rally_v0, spacegoo_v0

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),
    # PettingZoo's test knows by name which environments may have observations with masks: only its own.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]
KEYS = list(GAMES)
CYCLES = amount(25, 1000)  # the long run takes four minutes for all games
MODULES = {
    "spacegoo": spacegoo_v0, "rally": rally_v0, "dungeon": dungeon_v0, "quest": quest_v0, "boidvoid": boidvoid_v0,
}  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
def test_parallel_environments_pass_pettingzoos_test(key):
    parallel_api_test(rl.parallel_env(key), num_cycles=CYCLES)


@pytest.mark.parametrize("key", KEYS)
def test_environments_in_turn_pass_pettingzoos_test(key):
    api_test(rl.aec_env(key), num_cycles=CYCLES)


@pytest.mark.parametrize("key", KEYS)
def test_equal_seeds_give_equal_matches(key):
    parallel_seed_test(lambda: rl.parallel_env(key), num_cycles=CYCLES)
    seed_test(lambda: rl.aec_env(key), num_cycles=CYCLES)


@pytest.mark.parametrize("key", KEYS)
def test_an_episode_is_cut_off_after_max_cycles(key):
    max_cycles_test(MODULES[key])


@pytest.mark.parametrize("key", KEYS)
def test_boards_are_shown(key, capsys):
    render_test(lambda render_mode=None: rl.aec_env(key, render_mode=render_mode))
    assert capsys.readouterr().out.count("\n") > 20


@pytest.mark.parametrize("key", KEYS)
def test_the_state_of_all_seats_is_in_its_space(key):
    state_test(rl.aec_env(key), rl.parallel_env(key), 10)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("mode", [None, "ansi"])
def test_single_environments_pass_gymnasiums_test(key, mode, capsys):
    check_env(gymnasium.make(f"roundhouse/{key}-v0", render_mode=mode).unwrapped)


@pytest.mark.parametrize("key", KEYS)
def test_both_libraries_know_the_games_by_their_ids(key):
    name = f"roundhouse/{key}-v0"

    single = gymnasium.make(name, seat=2)
    parallel = pettingzoo.make("parallel", name, max_cycles=3)
    in_turn = pettingzoo.make("aec", name)

    assert single.unwrapped.seat == 2
    assert parallel.unwrapped.options.max_cycles == 3
    in_turn.reset(seed=1)
    assert in_turn.agent_selection == "seat_1"
    assert str(parallel.unwrapped) == f"roundhouse_{key}_v0"


def test_gymnasium_makes_many_matches_of_ours_by_their_id():
    envs = gymnasium.make_vec("roundhouse/rally-v0", num_envs=3, vectorization_mode="vector_entry_point", seat="mixed")
    seen, _ = envs.reset(seed=1)

    assert isinstance(envs.unwrapped, rl.Vector)
    assert envs.observation_space.contains({name: np.array(part) for name, part in seen.items()})
    envs.close()
