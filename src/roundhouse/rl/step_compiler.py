"""Finds the step functions of a game, interpreted or compiled.

`stepping.py` is one source for all games. It is run with the names of a game's module in `moves`, in a namespace of its
own, so that each game has functions that call its own rules directly, which compiled code needs. Compiled ones are kept
on disk with the game's other compiled rules, in a folder that changes with these two sources too.
"""

import hashlib
import importlib
import importlib.util
import sys
from contextlib import suppress
from functools import cache
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

from ..core import compiled as twin

HERE = Path(__file__).resolve().parent
PACKAGE = "roundhouse."
NAMES = (
    "Scratch", "act", "actions", "check", "gone", "legal", "result", "sample", "spell", "tick", "waiting", "worth",
)  # fmt: skip


@cache
def steps_of(key: str, jit: bool) -> ModuleType:
    """The functions of `stepping.py` for a game."""
    if not jit:
        return _bound(key, importlib.import_module(f"{PACKAGE}rl.moves.{key}"), f"{PACKAGE}rl.stepping_{key}")
    twin.module("rl")  # an empty shell, as a place for what follows
    twin.module("rl.moves")
    config = importlib.import_module("numba").config
    before = config.CACHE_DIR
    with suppress(OSError):  # Numba then looks for a writable place itself, or compiles anew each time
        config.CACHE_DIR = str(_folder(key))
    try:
        moves = _loaded(f"{twin.PREFIX}rl.moves.{key}", HERE / "moves" / f"{key}.py")
        return _bound(key, moves, f"{twin.PREFIX}rl.stepping_{key}")
    finally:
        config.CACHE_DIR = before


@cache
def announce(key: str, form: str) -> None:
    """Say once what the first steps wait for, if they were never compiled for this form of the state."""
    with suppress(OSError):
        if not _mark(key, form).exists():
            sys.stderr.write(
                f"roundhouse: compiling the steps of {key}, once; this can take minutes (`roundhouse warm` does it "
                "beforehand).\n"
            )
            sys.stderr.flush()


@cache
def keep_in_mind(key: str, form: str) -> None:
    """They are compiled now."""
    with suppress(OSError):
        _mark(key, form).touch()


def _mark(key: str, form: str) -> Path:
    return _folder(key) / f"ready-{form}"


def _folder(key: str) -> Path:
    digest = hashlib.blake2b(digest_size=8)
    for path in (HERE / "stepping.py", HERE / "moves" / f"{key}.py"):
        digest.update(path.read_bytes())
    folder = twin.cache_folder(key) / f"rl-{digest.hexdigest()}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _bound(key: str, moves: ModuleType, name: str) -> ModuleType:
    return _loaded(name, HERE / "stepping.py", {word: getattr(moves, word) for word in NAMES})


def _loaded(name: str, file: Path, names: dict[str, object] | None = None) -> ModuleType:
    """A module of this name from a file, with some names in it from the start."""
    loader = SourceFileLoader(name, str(file))
    module = importlib.util.module_from_spec(ModuleSpec(name, loader, origin=str(file)))
    module.__file__ = str(file)
    vars(module).update(names or {})
    sys.modules[name] = module
    try:
        loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
