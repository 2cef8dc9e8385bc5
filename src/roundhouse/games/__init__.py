"""The games of the platform. A new game is one line here."""

from ..core.game import Game
from .spacegoo import GAME as spacegoo

GAMES: dict[str, Game] = {game.key: game for game in (spacegoo,)}

__all__ = ["GAMES", "spacegoo"]
