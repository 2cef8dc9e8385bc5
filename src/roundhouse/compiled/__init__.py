"""The compiled twin of the rules: `roundhouse.compiled.X` is the source file of `roundhouse.X`, loaded once more.

In the twin `@rules` means Numba's compiler, and relative imports lead from twin to twin, so that one process holds both
ways of running one source. Compiled code is cached on disk in a folder named after a hash of all rules sources, because
Numba alone does not notice that a function in another file has changed.
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


def rule_sources() -> list[Path]:
    """Every file whose text decides what compiled code does."""
    games = sorted(path for path in (PACKAGE / "games").rglob("*.py") if path.name in RULE_FILES)
    phases = sorted((PACKAGE / "games").glob("*/phases/*.py"))
    return [PACKAGE / name for name in CORE_FILES] + games + phases


@cache
def source_hash() -> str:
    digest = hashlib.blake2b(digest_size=8)
    for path in rule_sources():
        text = path.read_bytes()
        digest.update(f"{path.relative_to(PACKAGE)}:{len(text)}\n".encode())
        digest.update(text)
    return digest.hexdigest()


def cache_folder() -> Path:
    """Where compiled code of exactly these sources is kept."""
    home = os.environ.get("ROUNDHOUSE_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "roundhouse" / source_hash()


def module(name: str) -> ModuleType:
    """The compiled twin of a module, `module("games.spacegoo.rules")`."""
    if not available():
        raise RuntimeError(f"compiled rules are not available: {why_not()}")
    _prepare_numba()
    return importlib.import_module(PREFIX + name)


@cache
def _prepare_numba() -> None:
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return  # Numba then looks for a writable place itself, or compiles anew each time
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    numba = importlib.import_module("numba")
    numba.config.CACHE_DIR = str(folder)  # for the case that somebody imported Numba before us


class _TwinFinder(importlib.abc.MetaPathFinder):
    """Finds `roundhouse.compiled.X` in the file of `roundhouse.X`; packages are empty shells."""

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
        return importlib.util.spec_from_file_location(fullname, place.with_suffix(".py"))


if not any(isinstance(finder, _TwinFinder) for finder in sys.meta_path):
    sys.meta_path.insert(0, _TwinFinder())
