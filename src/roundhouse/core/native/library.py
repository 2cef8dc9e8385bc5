"""Libraries: found beside the package or in the cache, built where neither has one, and loaded.

A library has the native code of one game for one form of its state. Its name has a hash of all sources it depends on,
so a changed rule means another library, and nothing is ever overwritten. Several processes that need the same one at
once wait for the first of them.
"""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from .compiler import BuildError, Compiler, build, compiler, variant, variants
from .entry_modules import PACKAGE, entry_points, source_hash
from .errors import fault
from .simulator_source import simulator_text
from .translator import Function, Translator, translated

SHIPPED = PACKAGE / "native_libraries"
FILES_SYMBOL = "rules_files"
UNFINISHED = -(1 << 63)  # what an entry point returns after a fault


class MissingLibraryError(RuntimeError):
    """There is no library and none can be built; the message says why."""


class Library:
    """A loaded library: its functions take pointers and numbers, see `entry_functions`."""

    def __init__(self, path: Path, declarations: str) -> None:
        from cffi import FFI

        self.path = path
        self.ffi: Any = FFI()
        self.ffi.cdef(f"int64_t rules_fault(int64_t *); extern const char {FILES_SYMBOL}[]; {declarations}")
        self.code: Any = self.ffi.dlopen(str(path))
        self.files = self.ffi.string(getattr(self.code, FILES_SYMBOL)).decode().split("\n")

    def check(self) -> None:
        """After an entry point has returned UNFINISHED: raise what went wrong."""
        report = self.ffi.new("int64_t[4]")
        if self.code.rules_fault(report) != 0:
            raise fault(report[0], self.files, report[1], report[2], report[3])


def cache_home() -> Path:
    """The folder of all libraries that were built on this machine."""
    home = os.environ.get("ROUNDHOUSE_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "roundhouse" / "native"


def library_file(package: str, form: str) -> Path:
    """The file of a game's library for this machine, built if there is none. Raises MissingLibraryError."""
    for name in variants():
        shipped = SHIPPED / file_name(package, form, name)
        if shipped.exists():
            return shipped
    used = compiler()
    if used is None:
        raise MissingLibraryError("no C compiler was found; install gcc or clang, or the package ziglang by pip")
    file = file_name(package, form, variant(), used)
    for folder in (cache_home(), Path(tempfile.gettempdir()) / f"roundhouse-{_user()}"):
        path = folder / file
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not is_private(folder):
                continue
            if path.exists():
                return path
            with locked(path.with_suffix(".lock")):
                if not path.exists():
                    built(package, form, path, used)
            return path
        except OSError:
            continue  # a folder that cannot be written
        except BuildError as error:
            raise MissingLibraryError(f"the C compiler failed: {error}") from error
    raise MissingLibraryError(
        f"there is no place to keep the library in; {cache_home()} cannot be written, or others can write there"
    )


def is_private(folder: Path) -> bool:
    """Whether nobody else can put a file there: what lies in it is loaded and run."""
    if not hasattr(os, "getuid"):
        return True
    status = folder.stat()
    return status.st_uid in (0, os.getuid()) and not status.st_mode & 0o022


def file_name(package: str, form: str, name: str, used: Compiler | None = None) -> str:
    """One that was built here also names the compiler: another one may be asked for."""
    maker = "" if used is None else "-" + "".join(filter(str.isalnum, Path(used.command[0]).name))
    if used is not None and used.is_zig:
        maker = "-zig"
    return f"{package.rpartition('.')[2]}-{form}-{source_hash(package)}-{name}{maker}.so"


def built(package: str, form: str, path: Path, used: Compiler) -> None:
    """Translate and compile a game's rules into a file, which is there at once or not at all."""
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".building-") as folder:
        source, made = Path(folder) / "rules.c", Path(folder) / "rules.so"
        source.write_text(library_text(package, form), encoding="utf-8")
        build(source, made, used)
        os.replace(made, path)


def library_text(package: str, form: str) -> str:
    """All of a game's library in C: its rules, and the simulator around them."""
    made = translated(entry_points(package).items(), form)
    return _with_files(made) + simulator_text(package, form, made.files)


def c_text(entries: dict[str, Function], form: str) -> str:
    """Entry points and all rules they reach in C."""
    return _with_files(translated(entries.items(), form))


def _with_files(made: Translator) -> str:
    files = "\\n".join(made.files)
    return f'{made.source()}ENTRY const char {FILES_SYMBOL}[] = "{files}";\n'


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Only one process at a time. Where files cannot be locked, two may do the same work, which harms nobody."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@cache
def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "user"
