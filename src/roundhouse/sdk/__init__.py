"""For bot authors: the class to subclass, and matches in this process."""

from .bot import Bot

__all__ = ["Bot", "play"]


def __getattr__(name: str) -> object:
    """`play` is imported on first use: it needs matches and records, which a bot that plays elsewhere does not."""
    if name == "play":
        from .local_match import play

        return play
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
