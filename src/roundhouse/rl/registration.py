"""Registers our environments with Gymnasium and PettingZoo."""

import sys
from functools import partial
from types import ModuleType
from typing import Any

from ..core.registry import GAMES
from .aec_env import aec_env, raw_aec_env
from .environment import VERSION
from .parallel_env import parallel_env

PACKAGE = "roundhouse.rl"


def id_of(key: str) -> str:
    return f"roundhouse/{key}-v{VERSION}"


def versioned_module(key: str) -> ModuleType:
    """A game as a module with the name that PettingZoo's trainers import: `from roundhouse.rl import spacegoo_v0`."""
    name = f"{PACKAGE}.{key}_v{VERSION}"
    if name not in sys.modules:
        module: Any = ModuleType(name, f"{GAMES[key].name}, as PettingZoo's trainers import it.")
        module.parallel_env = partial(parallel_env, key)
        module.env = partial(aec_env, key)
        module.raw_env = partial(raw_aec_env, key)
        sys.modules[name] = module
    return sys.modules[name]


def register(gymnasium: Any, pettingzoo: Any) -> None:
    """Register every game, once."""
    for key in GAMES:
        versioned_module(key)
        name = id_of(key)
        if name in gymnasium.registry:
            continue
        gymnasium.register(
            name,
            entry_point=f"{PACKAGE}:gym_env",
            vector_entry_point=f"{PACKAGE}.vector_env:made_for_gymnasium",
            kwargs={"key": key},
        )
        if hasattr(pettingzoo, "register"):  # older versions have no registry
            pettingzoo.register("parallel", name, entry_point=f"{PACKAGE}.{key}_v{VERSION}:parallel_env")
            pettingzoo.register("aec", name, entry_point=f"{PACKAGE}.{key}_v{VERSION}:env")
