"""The games there are, and the parts of a game that other packages use. The only place that knows where games come
from.

A game is a folder of `roundhouse.games`, or a package from elsewhere with an entry point in the group
`roundhouse.games` that names its `Game`. Games are imported when they are first asked for.
"""

import importlib
import logging
import pkgutil
from collections.abc import Iterator, MutableMapping
from functools import cached_property
from importlib.metadata import entry_points
from types import ModuleType

from .game import Game
from .game_parts import module_of

GROUP = "roundhouse.games"
log = logging.getLogger(__name__)


class Games(MutableMapping[str, Game]):
    """All games by key, in the order of `Game.position`, and of their keys where that is the same."""

    @cached_property
    def _found(self) -> dict[str, Game]:
        found = {game.key: game for game in _in_the_package()}
        for game in _installed():
            if found.setdefault(game.key, game) is not game:
                log.warning("the game %s of %s is left out: another one has this key", game.key, game.package)
        return {game.key: game for game in sorted(found.values(), key=lambda game: (game.position, game.key))}

    def __getitem__(self, key: str) -> Game:
        return self._found[key]

    def __setitem__(self, key: str, game: Game) -> None:
        self._found[key] = game

    def __delitem__(self, key: str) -> None:
        del self._found[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def _in_the_package() -> Iterator[Game]:
    package = importlib.import_module(GROUP)
    for folder in pkgutil.iter_modules(package.__path__):
        if folder.ispkg:
            yield importlib.import_module(f"{GROUP}.{folder.name}").GAME


def _installed() -> Iterator[Game]:
    """Games of other packages. One that cannot be loaded is logged and left out: it must not stop a server."""
    for point in entry_points(group=GROUP):
        try:
            game = point.load()
            if not isinstance(game, Game):
                raise TypeError(f"{point.value} is no Game")
        except (Exception, SystemExit) as error:
            log.warning("the game %s is left out: %r", point.name, error)
        else:
            yield game


GAMES = Games()


def part(game: Game, name: str) -> ModuleType | None:
    """A module of a game's package, `part(game, "terminal")`; None if the game has none of this name."""
    return module_of(game.package, name)
