"""The tables of the database, by topic. Importing one module adds all tables to `platform.metadata`."""

import importlib

from ...core.registry import GAMES
from . import cluster as cluster
from . import contest as contest
from . import platform as platform
from . import remarks as remarks
from . import teams as teams

for _game in GAMES.values():
    for _name in _game.schemas:
        importlib.import_module(f"{_game.package}.{_name}")
