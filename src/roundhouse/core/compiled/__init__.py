"""The compiled twin of the rules: `roundhouse.core.compiled.X` is the source file of `roundhouse.X`, loaded once more.

In the twin `@rules` means Numba's compiler, and relative imports lead from twin to twin, so that one process holds both
ways of running one source. Compiled code is cached on disk in a folder for each game, named after a hash of its rules
sources, because Numba alone does not notice that a function in another file has changed.
"""

import hashlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).resolve().parent.parent
PREFIX = __name__ + "."
RULE_FILES = (
    "tables.py",
    "state.py",
    "phases.py",
    "rules.py",
    "kernels.py",
    "forecast.py",
    "hexes.py",
    "observing.py",
    "playouts.py",
    "policy.py",
    "recall.py",
    "sampling.py",
    "search.py",
)
CORE_FILES = ("core/schema.py", "core/rules.py", "compiled/__init__.py")


def available() -> bool:
    """Whether rules can be compiled here: Numba is installed and ROUNDHOUSE_JIT is not 0."""
    return not switched_off() and importlib.util.find_spec("numba") is not None


def switched_off() -> bool:
    return os.environ.get("ROUNDHOUSE_JIT", "1") == "0"


def why_not() -> str:
    """The reason, in words, why `available` is false."""
    if switched_off():
        return "ROUNDHOUSE_JIT=0 asks for interpreted rules"
    return "Numba is not installed (pip install 'roundhouse-arena[fast]')"


def rule_sources(game: str = "") -> list[Path]:
    """Every file whose text decides what compiled code of a game does; without one, what all games build on."""
    core = [PACKAGE / name for name in CORE_FILES]
    if not game:
        return core
    folder = PACKAGE / "games" / game
    files = sorted(path for path in folder.rglob("*.py") if path.name in RULE_FILES)
    return core + files + sorted(folder.glob("phases/*.py"))


@cache
def source_hash(game: str = "") -> str:
    digest = hashlib.blake2b(digest_size=8)
    for path in rule_sources(game):
        text = path.read_bytes()
        digest.update(f"{path.relative_to(PACKAGE)}:{len(text)}\n".encode())
        digest.update(text)
    return digest.hexdigest()


def cache_home() -> Path:
    """The folder of all compiled code."""
    home = os.environ.get("ROUNDHOUSE_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "roundhouse"


def cache_folder(game: str = "") -> Path:
    """Where compiled code of exactly these sources is kept."""
    return cache_home() / f"{game or 'core'}-{source_hash(game)}"


def module(name: str) -> ModuleType:
    """The compiled twin of a module, `module("games.spacegoo.rules")`."""
    if not available():
        raise RuntimeError(f"compiled rules are not available: {why_not()}")
    return importlib.import_module(PREFIX + name)


class _TwinLoader(importlib.machinery.SourceFileLoader):
    """Loads a twin with Numba's cache in its game's folder: functions keep the place they had when they were made."""

    def exec_module(self, module: ModuleType) -> None:
        config = importlib.import_module("numba").config
        parts = self.name.removeprefix(PREFIX).split(".")
        folder = cache_folder(parts[1] if parts[0] == "games" else "")
        before = config.CACHE_DIR
        try:
            folder.mkdir(parents=True, exist_ok=True)
            config.CACHE_DIR = str(folder)
        except OSError:
            pass  # Numba then looks for a writable place itself, or compiles anew each time
        try:
            super().exec_module(module)
        finally:
            config.CACHE_DIR = before


class _TwinFinder(importlib.abc.MetaPathFinder):
    """Finds `roundhouse.core.compiled.X` in the file of `roundhouse.X`; packages are empty shells."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not fullname.startswith(PREFIX):
            return None
        place = PACKAGE.joinpath(*fullname[len(PREFIX) :].split("."))
        if place.is_dir():
            spec = importlib.machinery.ModuleSpec(fullname, None, is_package=True)
            spec.submodule_search_locations = []
            return spec
        file = str(place.with_suffix(".py"))
        return importlib.util.spec_from_file_location(fullname, file, loader=_TwinLoader(fullname, file))


if not any(isinstance(finder, _TwinFinder) for finder in sys.meta_path):
    sys.meta_path.insert(0, _TwinFinder())
