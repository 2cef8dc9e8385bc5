"""The names under which Gymnasium and PettingZoo know our environments."""

from typing import Any

from ..games import GAMES
from .environment import VERSION

PACKAGE = "roundhouse.rl"


def id_of(key: str) -> str:
    return f"roundhouse/{key}-v{VERSION}"


def register(gymnasium: Any, pettingzoo: Any) -> None:
    """Make every game known, once."""
    for key in GAMES:
        name = id_of(key)
        if name in gymnasium.registry:
            continue
        gymnasium.register(
            name,
            entry_point=f"{PACKAGE}:gym_env",
            vector_entry_point=f"{PACKAGE}.vector:made_for_gymnasium",
            kwargs={"key": key},
        )
        if hasattr(pettingzoo, "register"):  # older ones have no registry
            pettingzoo.register("parallel", name, entry_point=f"{PACKAGE}.{key}_v{VERSION}:parallel_env")
            pettingzoo.register("aec", name, entry_point=f"{PACKAGE}.{key}_v{VERSION}:env")
