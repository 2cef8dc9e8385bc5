"""`python -m roundhouse.core.native_build`: the native rules of all games at once, so that nobody waits for them later.

    cache        libraries for this machine, into the cache: what a checkout needs, and what is done if nothing is said
    package      the same, into the package: what is installed from source
    release      libraries for all machines of `MACHINES`, into the package
    wasm         WebAssembly, into the package

Several words do several things; `ask` before them does nothing. The exit code is 2 if something must be built and there
is no compiler for it: the machine's builds for the machine itself, Zig for all others and WebAssembly.

`hatch_build.py` runs this before anything is installed, so it needs no more than NumPy, msgspec and cffi.
"""

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from .native.compiler import BuildError, Compiler, build_for, compiler, variant, variants, zig
from .native.entry_modules import entry_points
from .native.library import SHIPPED, MissingLibraryError, file_name, library_file, library_text, locked
from .native.wasm import built_wasm
from .registry import GAMES, GROUP
from .schema import FORMS

CACHE, PACKAGE, RELEASE, WASM = "cache", "package", "release", "wasm"
MACHINES = ("linux-x86_64", "linux-x86_64_v3", "linux-aarch64")
FAILED, NO_COMPILER = 1, 2


def packages() -> dict[str, str]:
    """The games that come with Roundhouse, by key."""
    return {key: game.package for key, game in GAMES.items() if game.package.startswith(f"{GROUP}.")}


def wasm_file(package: str, form: str) -> Path:
    """The WebAssembly of a game; its description lies beside it."""
    return SHIPPED / Path(file_name(package, form, "wasm32")).with_suffix(".wasm")


def is_ready(package: str, form: str, target: str) -> bool:
    """Whether something is in the package; of this machine's libraries, one that runs here is enough."""
    if target == WASM:
        path = wasm_file(package, form)
        return path.exists() and path.with_suffix(".json").exists()
    names = variants() if target in (CACHE, PACKAGE) else (target,)
    return any((SHIPPED / file_name(package, form, name)).exists() for name in names)


def lacks_compiler(jobs: Sequence[tuple[str, str, str]]) -> bool:
    return any(
        (compiler() if target in (CACHE, PACKAGE) else zig()) is None
        for package, form, target in jobs
        if not is_ready(package, form, target)
    )


def make(package: str, form: str, target: str) -> bool:
    """Make one file; false if it was there."""
    if is_ready(package, form, target):
        return False
    if target == CACHE:
        began = time.time()
        return library_file(package, form).stat().st_mtime > began - 1
    if target == WASM:
        built_wasm(entry_points(package), form, wasm_file(package, form), package)
        return True
    with tempfile.TemporaryDirectory(dir=SHIPPED, prefix=".building-") as folder:
        made = Path(folder) / file_name(package, form, variant() if target == PACKAGE else target)
        if target == PACKAGE:
            shutil.copyfile(library_file(package, form), made)
        else:
            source = made.with_suffix(".c")
            source.write_text(library_text(package, form), encoding="utf-8")
            build_for(source, made, _zig(), target)
        made.replace(SHIPPED / made.name)
    return True


def make_all(jobs: Sequence[tuple[str, str, str]]) -> None:
    """Make files on all cores, with a line for each game. Raises MissingLibraryError or BuildError."""
    began = time.monotonic()
    keys = {package: key for key, package in packages().items()}
    left = {package: sum(job[0] == package for job in jobs) for package in keys}
    built = dict.fromkeys(keys, 0)
    for package in keys:
        entry_points(package)  # imports are done by one thread
    with ThreadPoolExecutor(_cores()) as pool:
        begun = {pool.submit(make, *job): job[0] for job in jobs}
        try:
            for job in as_completed(begun):
                package = begun[job]
                built[package] += job.result()
                left[package] -= 1
                if not left[package]:
                    number = f"{built[package]} built, {time.monotonic() - began:.0f} s"
                    say(f"{keys[package]}: {number if built[package] else 'up to date'}")
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def remove_old() -> None:
    """Take what was built of other sources out of the package."""
    fresh = tuple(file_name(package, form, "").removesuffix(".so") for package in packages().values() for form in FORMS)
    for path in SHIPPED.iterdir():
        if path.suffix in (".so", ".wasm", ".json") and not path.name.startswith(fresh):
            path.unlink(missing_ok=True)


def say(what: str) -> None:
    sys.stdout.write(f"native rules: {what}\n")
    sys.stdout.flush()


def _zig() -> Compiler:
    used = zig()
    if used is None:
        raise MissingLibraryError("libraries for other machines are built by Zig, and it is not here")
    return used


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def main(words: list[str]) -> int:
    asks = words[:1] == ["ask"]
    wanted = [target for word in words[asks:] or [CACHE] for target in (MACHINES if word == RELEASE else (word,))]
    if unknown := set(wanted) - {CACHE, PACKAGE, WASM, *MACHINES}:
        say(f"{', '.join(sorted(unknown))} is none of cache, package, release, wasm")
        return FAILED
    jobs = [(package, form, target) for package in packages().values() for target in wanted for form in FORMS]
    if lacks_compiler(jobs):
        return NO_COMPILER
    if asks:
        return 0
    try:
        if wanted == [CACHE]:
            make_all(jobs)
            return 0
        SHIPPED.mkdir(exist_ok=True)
        with locked(SHIPPED / ".lock"):
            remove_old()
            make_all(jobs)
    except (BuildError, MissingLibraryError) as error:
        say(str(error))
        return FAILED
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
