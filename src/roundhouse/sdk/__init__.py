"""For bot authors: the class to subclass, and matches in this process."""

from .bot import Bot

__all__ = ["Bot"]
