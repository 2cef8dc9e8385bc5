"""Remembers what has been compiled here, so that nobody loads half a gigabyte only to find that all is there.

A stamp lies beside a game's compiled code. It holds for the sources it was made from and the folder they lie in, one
Python, one Numba and one kind of processor, because Numba's cache does.
"""

import hashlib
import importlib.metadata
import platform
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

from .compiled import PACKAGE, cache_folder

CPUINFO = Path("/proc/cpuinfo")
COMPILER = ("cli/tools.py", "core/batch.py")  # they decide what `roundhouse warm` compiles
LEARNING = ("rl/compiling.py", "rl/stepping.py", "rl/throughput.py", "rl/moves/{key}.py")


def is_warm(key: str, *, learning: bool) -> bool:
    """Whether all that a game's bots and batches run compiled is on disk; with `learning`, the environments' too."""
    return _path(key, learning).exists()


def note_warm(key: str, *, learning: bool) -> None:
    """All of it has just been compiled. A cache that cannot be written to is compiled anew each time, as before."""
    for what in {False, learning}:
        with suppress(OSError):
            _path(key, what).parent.mkdir(parents=True, exist_ok=True)
            _path(key, what).touch()


def _path(key: str, learning: bool) -> Path:
    return cache_folder(key) / f"warm-{'learning' if learning else 'play'}-{_digest(key, learning)}"


@cache
def _digest(key: str, learning: bool) -> str:
    digest = hashlib.blake2b(digest_size=8)
    versions = [importlib.metadata.version(name) for name in ("numba", "llvmlite", "numpy")]
    digest.update(repr((str(PACKAGE), sys.version, platform.machine(), versions, _processor())).encode())
    names = COMPILER + LEARNING if learning else COMPILER
    files = [PACKAGE / name.format(key=key) for name in names]
    for path in files + sorted((PACKAGE / "games" / key).rglob("*.py")):
        digest.update(hashlib.blake2b(path.read_bytes()).digest())
    return digest.hexdigest()


def _processor() -> str:
    """What the compiler knows of the processor: its model and the instructions it has."""
    try:
        lines = CPUINFO.read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return repr(sorted({line for line in lines if line.startswith(("model name", "flags", "Features", "CPU part"))}))
