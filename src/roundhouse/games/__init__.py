"""The games of the platform, one folder each. `core.registry` finds them, so a new game need not be listed anywhere."""

import importlib
import importlib.util
from types import ModuleType

from ..core.registry import GAMES

__all__ = ["GAMES"]


def __getattr__(name: str) -> ModuleType:
    """Imports `games.spacegoo` and the like on first use."""
    full = f"{__name__}.{name}"
    if name.startswith("_") or importlib.util.find_spec(full) is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return importlib.import_module(full)
