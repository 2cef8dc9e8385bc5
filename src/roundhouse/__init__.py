"""Roundhouse: programs, people and AI agents play turn-based strategy games against each other.

from roundhouse import games, play

result = play(games.spacegoo, bots=["random", "greedy"], seed=7)
print(result.places)
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import games as games
    from .sdk.bot import Bot as Bot
    from .sdk.local_match import play as play

__version__ = "0.1.0"
__all__ = ["Bot", "__version__", "games", "play"]


def __getattr__(name: str) -> Any:
    """Loaded when asked for, so that `roundhouse --help` stays quick."""
    import importlib

    if name == "games":
        return importlib.import_module(".games", __name__)
    if name == "play":
        return importlib.import_module(".sdk.local_match", __name__).play
    if name == "Bot":
        return importlib.import_module(".sdk.bot", __name__).Bot
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
