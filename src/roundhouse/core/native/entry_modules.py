"""The modules of a game whose functions Python calls natively, and the files that decide what they do.

`core/kernels.py`, `core/replay_kernels.py` and `rl/step_template.py` are one source for all games: each is executed
once for every game, as a module of its own, with the names of the game's rules. A game's `search` folder has entry
points of its own, and `rules/queries.py` has the questions of whoever plans orders: pages, bots, forecasts.
"""

import hashlib
import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

from .. import unchanged
from ..entry_types import Cube, Records, Table
from ..game_parts import module_of
from ..schema import i4
from .rule_source import source_of

CORE = Path(__file__).resolve().parents[1]
PACKAGE = CORE.parent
KERNELS = CORE / "kernels.py"
REPLAYS = CORE / "replay_kernels.py"
STEPS = PACKAGE / "rl" / "step_template.py"
PLAIN_SIGHT = PACKAGE / "rl" / "plain_sight.py"

OF_CONTRACT = ("act", "check", "leave", "observe", "result", "sample", "tick", "void", "waiting")
OF_TABLES = ("COUNTS", "LEAVES", "SEATS", "TURNS", "WIDTH")
OF_ACTIONS = ("actions", "gone", "legal", "spell", "worth")
OF_SIGHT = ("Sight", "Survey", "show", "survey")
OF_REPLAYS = ("act", "check", "leave", "tick", "void", "waiting")
OF_KERNELS = ("Scratch", "State", "act", "check", "result", "sample", "tick", "waiting")


@cache
def kernels(package: str) -> ModuleType:
    """The functions of `core/kernels.py` for a game, interpreted."""
    contract, tables = (importlib.import_module(f"{package}.rules.{name}") for name in ("contract", "tables"))
    names: dict[str, Any] = {name: getattr(contract, name) for name in OF_CONTRACT}
    names |= {name: getattr(tables, name) for name in OF_TABLES}
    names["State"] = importlib.import_module(f"{package}.rules.state").State
    names["Observations"] = getattr(contract, "Observations", Table[i4])
    return executed(KERNELS, f"roundhouse.core.kernels_{package.replace('.', '_')}", names)


@cache
def replays(package: str) -> ModuleType:
    """The functions of `core/replay_kernels.py` for a game, interpreted."""
    contract, tables = (importlib.import_module(f"{package}.rules.{name}") for name in ("contract", "tables"))
    names: dict[str, Any] = {name: getattr(contract, name) for name in OF_REPLAYS}
    names |= {name: getattr(tables, name) for name in ("COUNTS", "LEAVES")}
    names |= {name: getattr(contract, name, getattr(unchanged, name)) for name in ("check_change", "change")}
    names["State"] = importlib.import_module(f"{package}.rules.state").State
    return executed(REPLAYS, f"roundhouse.core.replays_{package.replace('.', '_')}", names)


@cache
def queries(package: str) -> ModuleType | None:
    """A game's `rules/queries.py`, interpreted."""
    return module_of(package, "rules.queries")


@cache
def steps(package: str) -> ModuleType | None:
    """The functions of `rl/step_template.py` for a game, interpreted; None if it has no numbered actions."""
    actions = module_of(package, "learning.actions")
    if actions is None:
        return None
    names = {name: getattr(actions, name) for name in OF_ACTIONS}
    names |= {name: getattr(kernels(package), name) for name in OF_KERNELS}
    shown = sight(package)
    names |= {name: getattr(shown, name) for name in OF_SIGHT}
    names["Seen"] = _seen(package, shown)
    return executed(STEPS, f"roundhouse.rl.steps_{package.replace('.', '_')}", names)


def _seen(package: str, shown: Any) -> Any:
    """The type of the observations of many rows: a struct of the game's own, or numbers in two or three dimensions."""
    if hasattr(shown, "Seen"):
        return Records[shown.Seen]
    dimensions = Cube if getattr(kernels(package).Observations, "__origin__", None) is Cube else Table
    return dimensions[Annotated[int, shown.NUMBERS]]


@cache
def sight(package: str) -> ModuleType:
    """How observations and masks of a game are brought up to date: its `learning.sight`, or the plain way."""
    own = module_of(package, "learning.sight")
    if own is not None:
        return own
    actions: Any = module_of(package, "learning.actions")
    names = {"observe": kernels(package).observe, "legal": actions.legal}
    return executed(PLAIN_SIGHT, f"roundhouse.rl.sight_{package.replace('.', '_')}", names)


def executed(file: Path, name: str, names: dict[str, Any]) -> ModuleType:
    """A module of this name from a file, with some names defined before it is executed."""
    loader = SourceFileLoader(name, str(file))
    module = importlib.util.module_from_spec(ModuleSpec(name, loader, origin=str(file)))
    module.__file__ = str(file)
    vars(module).update(names)
    sys.modules[name] = module
    try:
        loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def search_modules(package: str) -> Iterator[tuple[str, ModuleType]]:
    folder = module_of(package, "search")
    if folder is not None:
        for found in pkgutil.iter_modules(folder.__path__):
            yield found.name, importlib.import_module(f"{folder.__name__}.{found.name}")


@cache
def entry_points(package: str) -> dict[str, Callable[..., Any]]:
    """All entry points of a game by the names under which its library exports them."""
    found = {}
    modules = {"kernels": kernels(package), "replays": replays(package)}
    for name, module in (("queries", queries(package)), ("steps", steps(package))):
        if module is not None:
            modules[name] = module
    modules |= {f"search_{name}": module for name, module in search_modules(package)}
    for label, module in modules.items():
        for function in entries_of(module):
            found[f"{label}_{function.__name__}"] = function
    return found


def entries_of(module: ModuleType) -> list[Callable[..., Any]]:
    """The functions of a module that are marked @entry."""
    return [
        value
        for value in vars(module).values()
        if getattr(value, "__module__", None) == module.__name__
        and hasattr(value, "__code__")
        and getattr(value, "is_entry", False)
        and source_of(value)
    ]


# The files


def source_files(package: str) -> list[tuple[str, Path]]:
    """Every file whose text decides what native code of a game does, with a name for it that is the same everywhere."""
    core = ("entries", "entry_types", "kernels", "layout", "replay_kernels", "rules", "schema", "unchanged")
    files = [CORE / f"{name}.py" for name in core]
    files += [*sorted((CORE / "native").glob("*.py")), *sorted((CORE / "native").glob("*.c")), STEPS, PLAIN_SIGHT]
    named = [(str(path.relative_to(PACKAGE).as_posix()), path) for path in files if path.exists()]
    home = importlib.util.find_spec(package)
    if home is None or not home.submodule_search_locations:
        return named
    folder = Path(next(iter(home.submodule_search_locations)))
    own = [*folder.glob("rules/**/*.py"), *folder.glob("search/**/*.py"), *folder.glob("learning/actions.py")]
    own += [*folder.glob("learning/__init__.py"), *folder.glob("reasons.py")]  # what the simulator says
    own += folder.glob("learning/sight.py")
    return named + [(f"{package}/{path.relative_to(folder).as_posix()}", path) for path in sorted(own)]


@cache
def source_hash(package: str) -> str:
    """A hash of all that decides what native code of a game does. The ends of lines do not."""
    digest = hashlib.blake2b(digest_size=10)
    for name, path in source_files(package):
        text = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{name}:{len(text)}\n".encode())
        digest.update(text)
    return digest.hexdigest()
