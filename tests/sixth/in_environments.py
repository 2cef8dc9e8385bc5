"""Pebbles for learners, in a process that has it installed. Prints one JSON document about what happened."""

import json
import sys
import warnings

import gymnasium
import numpy as np
from pettingzoo.test import api_test, parallel_api_test

from roundhouse import rl
from roundhouse.core.batch import Batch
from roundhouse.core.registry import GAMES
from roundhouse.match.analysis import chances_of
from roundhouse.rl import pebbles_v0
from roundhouse.rl.openspiel import load_game

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # PettingZoo's tests have opinions on dictionaries as observations
    parallel_api_test(pebbles_v0.parallel_env(), 40)
    api_test(pebbles_v0.env(), 40)

single = gymnasium.make("roundhouse/pebbles-v0", pebbles=4)
seen, _ = single.reset(seed=1)
_, reward, over, _, info = single.step(2)  # of four pebbles three; then the other seat takes the last one

with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    several = gymnasium.make_vec("roundhouse/pebbles-v0", num_envs=3)
several.reset(seed=1)
several.step(np.zeros(3, np.int64))
refused = ""
try:
    rl.vector_env("pebbles", 2, native=True)
except RuntimeError as error:
    refused = str(error)

game = GAMES["pebbles"]
setup = game.setup(seed=1)
points = Batch.of(game, [setup] * 4, native=False).playout(100)
here, plain = Batch.of(game, [setup] * 4), Batch.of(game, [setup] * 4, native=False)
for batch in (here, plain):
    batch.rollout(30, seed=2)
chances, rollouts = chances_of(game, [game.start(setup)], setup, 64, 1)

told = {
    "mask": seen["action_mask"].tolist(),
    "single": [reward, over, info["result"]],
    "warned": [str(warning.message) for warning in said],
    "refused": refused,
    "length": load_game("pebbles").max_game_length(),
    "points": points.tolist(),
    "chances": chances,
    "rollouts": rollouts,
    "native": here.native,
    "equal": [here.digest(i) for i in range(4)] == [plain.digest(i) for i in range(4)],
}
sys.stdout.write(json.dumps(told) + "\n")
