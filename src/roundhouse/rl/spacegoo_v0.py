"""Spacegoo under the names that PettingZoo's trainers import: `from roundhouse.rl import spacegoo_v0`."""

from functools import partial

from .aec_env import aec_env, raw_aec_env
from .parallel_env import parallel_env as _parallel_env

parallel_env = partial(_parallel_env, "spacegoo")
env = partial(aec_env, "spacegoo")
raw_env = partial(raw_aec_env, "spacegoo")
