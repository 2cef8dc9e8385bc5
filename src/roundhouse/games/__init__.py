"""The games of the platform. A new game is one line here."""

from ..core.game import Game
from . import boidvoid as _boidvoid
from . import dungeon as _dungeon
from . import quest as _quest
from . import rally as _rally
from . import spacegoo as _spacegoo

GAMES: dict[str, Game] = {
    game.key: game for game in (_spacegoo.GAME, _rally.GAME, _dungeon.GAME, _quest.GAME, _boidvoid.GAME)
}

__all__ = ["GAMES"]
