"""The C compiler of this machine, and how it is called for each target.

A compiler is `$CC`, `cc`, `gcc` or `clang`; without any of them Zig's, from the package `ziglang`, which also builds
for other machines and WebAssembly. `$ROUNDHOUSE_ZIG` names its program where that package has a folder of its own.
"""

import contextlib
import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

# To the bit: no contraction of a * b + c, nothing that is only roughly equal.
FLAGS = ("-std=gnu11", "-O3", "-ffp-contract=off", "-fno-math-errno", "-w")
SHARED = ("-fPIC", "-shared", "-fvisibility=hidden")
# What a thread has for itself is found faster like this, where a compiler knows it
QUICK_THREADS = ("-mtls-dialect=gnu2",)
WASM = (
    "--target=wasm32-freestanding", "-mcpu=generic+bulk_memory", "-fno-sanitize=all", "-nostdlib",
    "-fvisibility=hidden", "-Wl,--no-entry", "-Wl,--export-dynamic", "-Wl,--export=__heap_base",
    "-Wl,--export=__stack_pointer", "-Wl,--strip-all",
)  # fmt: skip
V3 = frozenset({"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"})  # of x86-64-v3, as Linux calls them
CPUINFO = Path("/proc/cpuinfo")
LIMIT_S = 300


class BuildError(RuntimeError):
    """The compiler failed; the message has what it said."""


@dataclass(frozen=True)
class Compiler:
    command: tuple[str, ...]

    @property
    def is_zig(self) -> bool:
        return self.command[-1] == "cc" and len(self.command) > 1


@cache
def compiler() -> Compiler | None:
    """The compiler for this machine, or None."""
    asked = os.environ.get("CC")
    if asked:
        command = tuple(shlex.split(asked))
        return Compiler(command) if command and shutil.which(command[0]) else None
    for name in ("cc", "gcc", "clang"):
        if shutil.which(name):
            return Compiler((name,))
    return zig()


@cache
def zig() -> Compiler | None:
    """Zig's compiler, or None."""
    named = os.environ.get("ROUNDHOUSE_ZIG")
    if named:
        return Compiler((named, "cc")) if shutil.which(named) else None
    if importlib.util.find_spec("ziglang") is not None:
        return Compiler((sys.executable, "-m", "ziglang", "cc"))
    return None


@cache
def variant() -> str:
    """What libraries for this machine are called: its processor, with the faster instructions where it has them."""
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    return f"{sys.platform}-{machine}{'_v3' if machine == 'x86_64' and _has_v3() else ''}"


def variants() -> tuple[str, ...]:
    """All variants that run here, the fastest first."""
    return tuple(dict.fromkeys((variant(), variant().removesuffix("_v3"))))


def _has_v3() -> bool:
    try:
        lines = CPUINFO.read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    flags = next((line for line in lines if line.startswith("flags")), "")
    return set(flags.split()) >= V3


def build(source: Path, target: Path, used: Compiler, *, flags: Sequence[str] = ()) -> None:
    """A shared library for this machine."""
    faster: tuple[str, ...] = ("-march=x86-64-v3",) if variant().endswith("_v3") else ()
    if used.is_zig:
        faster = ("-mcpu=x86_64_v3",) if faster else ("-mcpu=baseline",)
        faster += ("-fno-sanitize=all", "-g0")
    command = [*used.command, *FLAGS, *SHARED, *faster, *flags, "-o", str(target), str(source)]
    if not used.is_zig and variant().startswith("linux-x86_64"):
        with contextlib.suppress(BuildError):
            run([*command, *QUICK_THREADS])
            return
    run(command)


def build_for(source: Path, target: Path, used: Compiler, name: str) -> None:
    """A shared library for another machine, by Zig: `linux-x86_64`, `linux-x86_64_v3`, `linux-aarch64`.

    It names no C library: the few functions it needs are those of the process that loads it, whichever that has.
    """
    system, _, machine = name.partition("-")
    cpu = ("-mcpu=x86_64_v3",) if machine.endswith("_v3") else ("-mcpu=baseline",)
    goal = f"--target={machine.removesuffix('_v3')}-{system}-musl"
    object_file = target.with_suffix(".o")
    hidden = ("-fPIC", "-fvisibility=hidden", "-fno-sanitize=all", "-g0")
    run([*used.command, goal, *FLAGS, *hidden, *cpu, "-c", "-o", str(object_file), str(source)])
    linker = (*used.command[:-1], "ld.lld")
    run([*linker, "-shared", "--strip-all", "--gc-sections", "-z", "now", "-o", str(target), str(object_file)])
    object_file.unlink()


def build_wasm(source: Path, target: Path, used: Compiler) -> None:
    """A WebAssembly module. Its memory is the host's to lay out, from `__heap_base` on."""
    run([*used.command, *FLAGS, *WASM, "-o", str(target), str(source)])


def run(command: Sequence[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BuildError(f"{command[0]} could not be run: {error}") from error
    if done.returncode != 0:
        raise BuildError(f"`{shlex.join(command)}` failed:\n{done.stderr.strip()[-4000:]}")
