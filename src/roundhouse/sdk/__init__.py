"""For bot authors: the class to subclass, and matches in this process."""

from .bot import Bot

__all__ = ["Bot", "play"]


def __getattr__(name: str) -> object:
    """`play` brings matches and records along; a bot that plays elsewhere does not need them."""
    if name == "play":
        from .local_match import play

        return play
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
