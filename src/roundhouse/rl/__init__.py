"""Environments for learning: every game as PettingZoo and Gymnasium environments, one match or thousands at once.

Importing this package registers `roundhouse/GAME-v0` with both libraries.
"""

try:
    import gymnasium as _gymnasium
    import pettingzoo as _pettingzoo
except ImportError as _error:
    raise ImportError(f"{_error.name} is not installed (pip install 'roundhouse-arena[rl]')") from None

from typing import Any as _Any

from ..core.registry import GAMES as _GAMES
from .aec_env import InTurn, aec_env, raw_aec_env
from .environment import VERSION as _VERSION
from .gym_env import Single, gym_env
from .options import REWARDS, Options
from .parallel_env import Parallel, parallel_env
from .registration import register as _register
from .registration import versioned_module as _versioned_module
from .single_match import Position
from .vector_env import Vector, vector_env

__all__ = [
    "REWARDS",
    "InTurn",
    "Options",
    "Parallel",
    "Position",
    "Single",
    "Vector",
    "aec_env",
    "gym_env",
    "parallel_env",
    "raw_aec_env",
    "vector_env",
]

_register(_gymnasium, _pettingzoo)


def __getattr__(name: str) -> _Any:
    """`spacegoo_v0` and the like, of every game there is; and what needs a trainer to be installed."""
    if name == "sb3_env":
        from .stable_baselines import sb3_env

        return sb3_env
    key, _, version = name.rpartition("_v")
    if key in _GAMES and version == str(_VERSION):
        return _versioned_module(key)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
