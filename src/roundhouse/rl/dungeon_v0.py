"""Dungeon under the names that PettingZoo's trainers import: `from roundhouse.rl import dungeon_v0`."""

from functools import partial

from .aec_env import aec_env, raw_aec_env
from .parallel_env import parallel_env as _parallel_env

parallel_env = partial(_parallel_env, "dungeon")
env = partial(aec_env, "dungeon")
raw_env = partial(raw_aec_env, "dungeon")
