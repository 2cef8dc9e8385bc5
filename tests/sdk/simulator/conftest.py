"""Folders with simulators, each made once as `roundhouse sim` makes it."""

import importlib.util
import shutil
import sys
from types import ModuleType

import pytest

from roundhouse.core.native.compiler import compiler
from roundhouse.games import GAMES
from roundhouse.sdk.simulator import folder

needs_compiler = pytest.mark.skipif(compiler() is None, reason="there is no C compiler here")


class Simulators:
    def __init__(self, root):
        self.root = root
        self.made = {}
        self.modules = {}

    def folder(self, game, form="small"):
        if (game, form) not in self.made:
            self.made[game, form] = folder.write(GAMES[game], form, self.root / f"{game}-{form}")
        return self.root / f"{game}-{form}"

    def module(self, game, form="small") -> ModuleType:
        """The binding for Python."""
        name = f"simulator_{game}_{form}"
        if name not in self.modules:
            path = self.folder(game, form) / "simulator.py"
            spec = importlib.util.spec_from_file_location(name, path)
            self.modules[name] = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(self.modules[name])
        return self.modules[name]

    def file(self, game, name, form="small"):
        """A file of a folder; the test is left out with the reason if the folder is without it."""
        where = self.folder(game, form)
        missing = self.made[game, form].missing
        if name in missing:
            pytest.skip(f"{name} is missing: {missing[name]}")
        return where / name


@pytest.fixture(scope="session")
def simulators(tmp_path_factory):
    root = tmp_path_factory.mktemp("simulators")
    yield Simulators(root)
    if sys.platform == "linux":  # a library that is in use may be unlinked
        shutil.rmtree(root, ignore_errors=True)
