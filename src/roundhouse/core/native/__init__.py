"""Native rules: the functions marked `@rules` become C, which is built once, kept, and called.

For whoever runs rules:

    native.available(package)     whether the rules of a game can run natively here; without a package, any at all.
                                  Where they cannot, that is said once on stderr, with what to install. With a form of
                                  the state as well, the library of that form is ready afterwards
    native.why_not(package)       the reason in words
    game.native                   the entry points of `core/kernels.py` for a game: `rollout`, `step`, `observed` ...
                                  with the arguments that `game.kernels` takes, as NumPy arrays and records
    native.steps(package)         the same for `rl/step_template.py`
    native.functions(module)      the same for a module of a game's `search` folder

Which form of a state runs is decided by the records that are given. Calls release Python's lock, so threads run side by
side, each on its own part and with its own scratch. A fault (an index out of range, a division by zero, a number that
does not fit its field) raises a `RuleError` that names the file and line of the rule.

`ROUNDHOUSE_NATIVE=0` switches all of it off: then rules run interpreted. Without a compiler and without a ready library
they do as well.

What a rule means is the same interpreted, native and in WebAssembly:

- Whole numbers have 64 bits. A sum or product that needs more wraps around natively and is exact when interpreted, so
  rules keep their numbers within 64 bits.
- Draws and seeds are numbers of 64 bits without a sign.
- A number that does not fit the field it is stored in is an OverflowError: natively at once, interpreted as soon as the
  state is packed or its batch returns.
- `//` and `%` round down as in Python; by 0 they are a ZeroDivisionError, as `/` is. `/` of whole numbers beyond 2**53
  is an OverflowError natively.
- A shift by less than 0 is a ValueError; `<<` keeps the lowest 64 bits, `>>` by 64 and more leaves 0 or -1.
- An index counts from the beginning: one below 0 or beyond the end is an IndexError. (Interpreted, -1 reads the last
  element; so rules that do that fail as soon as they run natively.)
- Floats are those of Python to the last bit: IEEE doubles, nothing contracted, nothing reordered.
"""

import os
import sys
from functools import cache
from types import ModuleType

from ..game_parts import module_of
from ..schema import SMALL
from . import compiler as _compiler
from . import entry_modules, library
from .entry_functions import EntryFunctions
from .entry_functions import library as loaded
from .errors import RefusedRuleError, RuleError
from .library import MissingLibraryError

__all__ = [
    "EntryFunctions", "MissingLibraryError", "RefusedRuleError", "RuleError", "available", "functions", "kernels",
    "steps", "switched_off", "why_not",
]  # fmt: skip


def switched_off() -> bool:
    return os.environ.get("ROUNDHOUSE_NATIVE", "1") == "0"


def available(package: str = "", form: str = SMALL) -> bool:
    """Whether rules can run natively here. Asked for a game, its library is loaded, and built if there is none yet."""
    reason = why_not(package, form)
    if reason and not switched_off():
        _say_once(reason)
    return not reason


def why_not(package: str = "", form: str = SMALL) -> str:
    """The reason, in words, why `available` is false; else empty."""
    if switched_off():
        return "ROUNDHOUSE_NATIVE=0 asks for interpreted rules"
    if package:
        return _missing(package, form)
    if _compiler.compiler() is None and not library.SHIPPED.exists():
        return "no C compiler was found; install gcc or clang, or the package ziglang by pip"
    return ""


@cache
def _missing(package: str, form: str) -> str:
    try:
        loaded(package, form)
    except (MissingLibraryError, OSError) as error:
        return str(error)
    return ""


@cache
def _say_once(reason: str) -> None:
    sys.stderr.write(f"roundhouse: rules run interpreted, which is slower: {reason}\n")
    sys.stderr.flush()


def _needed() -> None:
    if switched_off():
        raise RuntimeError(f"native rules are not available: {why_not()}")


@cache
def kernels(package: str) -> EntryFunctions:
    """The entry points that batches call, natively. Raises RuntimeError with the reason where that is not possible."""
    _needed()
    return EntryFunctions(package, entry_modules.kernels(package))


@cache
def steps(package: str) -> EntryFunctions:
    """The entry points that environments call, natively."""
    _needed()
    module = entry_modules.steps(package)
    if module is None:
        raise LookupError(f"{package} has no numbered actions")
    return EntryFunctions(package, module)


@cache
def functions(module: str) -> EntryFunctions:
    """The entry points of a module in a game's `search` folder, natively, by its full name."""
    _needed()
    package, _, name = module.partition(".search.")
    found: ModuleType | None = module_of(package, f"search.{name}")
    if found is None:
        raise LookupError(f"{module} is no module of a game's search")
    return EntryFunctions(package, found)
