"""WebAssembly: a game's rules for browsers and other hosts that have no compiler.

A module comes with a description, which says what its host needs: the entry points with their parameters, how every
kind of record is laid out, and how to put a fault into words. The host provides one function, `rules.fail`, which must
throw; before it calls again it puts `__stack_pointer` back to what it was. Memory from `__heap_base` on is the host's.
"""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from ..layout import field_map
from ..schema import schema_of
from .compiler import BuildError, build_wasm, zig
from .entry_functions import signature
from .errors import FAULTS, LINE_BITS
from .kinds import DRAWN, FLAG, NOTHING, REAL, Kind, Outer
from .library import FILES_SYMBOL
from .simulator_source import simulator_text
from .translator import Function, translated


def built_wasm(entries: dict[str, Function], form: str, path: Path, package: str = "") -> Path:
    """Build a module, with its description beside it, and with the simulator of a package's game. Raises BuildError."""
    used = zig()
    if used is None:
        raise BuildError(
            "WebAssembly is built by Zig; install the package ziglang, or name its program by ROUNDHOUSE_ZIG"
        )
    made = translated(entries.items(), form)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".building-") as folder:
        source, module = Path(folder) / "rules.c", Path(folder) / "rules.wasm"
        source.write_text(made.source() + simulator_text(package, form, made.files), encoding="utf-8")
        build_wasm(source, module, used)
        os.replace(module, path)
    path.with_suffix(".json").write_text(json.dumps(described(entries, form, made.files)), encoding="utf-8")
    return path


def described(entries: dict[str, Function], form: str, files: list[str]) -> dict[str, Any]:
    """What a host needs to call a module."""
    return {
        "form": form,
        FILES_SYMBOL: files,
        "line_bits": LINE_BITS,
        "faults": {code: [fault.name, fault.sentence] for code, fault in FAULTS.items()},
        "entries": {name: _entry(function, form) for name, function in entries.items()},
        "records": _records(entries, form),
    }


def _records(entries: dict[str, Function], form: str) -> dict[str, Any]:
    """Every kind of record that a host fills or reads, and those inside of them."""
    kinds = (kind for function in entries.values() for _, kind in signature(function)[0])
    found: dict[str, Any] = {}
    for kind in kinds:
        if isinstance(kind, Outer) and not isinstance(kind.item, str):
            found |= field_map(kind.item, form)
    return found


def _entry(function: Function, form: str) -> dict[str, Any]:
    arguments, result = signature(function)
    returns = None if result == NOTHING else "bool" if result == FLAG else "i8"
    return {"arguments": [[name, _argument(kind, form)] for name, kind in arguments], "returns": returns}


def _argument(kind: Kind, form: str) -> Any:
    """A number by its code; an array by what is in it and its dimensions."""
    if not isinstance(kind, Outer):
        return {DRAWN: "u8", REAL: "f8"}.get(kind, "i8")  # type: ignore[call-overload]
    if isinstance(kind.item, str):
        return {"of": kind.item, "dimensions": kind.dimensions}
    return {"of": kind.item.__name__, "bytes": schema_of(kind.item).dtype(form).itemsize, "dimensions": kind.dimensions}
