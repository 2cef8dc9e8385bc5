"""How much of a core the line server needs: round trips per CPU-second, against a C program answering the same bytes.

The server (or the C program) runs on one core, a load client in C on another; only the server's CPU time counts.
"""

import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .measure import Row, Skipped, built

CONNECTIONS = 200
SECONDS = 2.0
REPETITIONS = 7
SERVER_CORE, LOAD_CORE = 0, 1

SERVER = """
import asyncio, sys
from pathlib import Path
from roundhouse.server import settings
from roundhouse.games.spacegoo.server.standalone import line_server
from roundhouse.server.app import calm_collector, fast_loop
from roundhouse.store.database import Database

async def main(folder):
    options = settings.checked({
        "tcp_port": 0, "classic_port": 0, "match_interval_s": 0.05,
        "spacegoo": {"max_rounds": 100_000, "deadline_s": 60.0},
    })
    database = Database(Path(folder) / "bench.db") if folder else None
    async with line_server(options, database) as server:
        calm_collector()
        print(server.ports["standard"], flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)

with asyncio.Runner(loop_factory=fast_loop()) as runner:
    runner.run(main(sys.argv[1]))
"""


def without_store(options: Any) -> list[Row]:
    """T1: protocol and real rules, nothing kept."""
    return [_ratio("T1", "line server without store / C ping-pong", "", 0.35)]


def with_store(options: Any) -> list[Row]:
    """T2: the same with every order durable before it is acknowledged."""
    with tempfile.TemporaryDirectory() as folder:
        return [_ratio("T2", "line server, every order durable / C ping-pong", folder, 0.10)]


def _ratio(name: str, what: str, folder: str, required: float) -> Row:
    if not Path("/proc/self/stat").exists():
        raise Skipped("CPU time of another process is read from /proc, which is not here")
    if len(os.sched_getaffinity(0)) < 2:
        raise Skipped("only one core")
    load, pingpong = built("load.c"), built("pingpong.c")
    ours, limit, sizes = [], [], []
    for _ in range(REPETITIONS):  # in turns, so that noise hits both alike
        with _line_server(folder) as (process, port):
            rate, size = _round_trips(load, process, port)
            ours.append(rate)
            sizes.append(size)
        with _ping_pong(pingpong, size) as (process, port):
            limit.append(_round_trips(load, process, port)[0])
    # What else the machine does can only make either of them slower, so the best runs are the truest.
    best, best_limit = max(ours), max(limit)
    ratio, size = best / best_limit, statistics.mean(sizes)
    detail = f"{best / 1e3:.1f} k of {best_limit / 1e3:.1f} k round trips per CPU-second, {size:,.0f} bytes each"
    return Row(name, what, ratio, required, detail=detail)


def _round_trips(load: Path, server: subprocess.Popen[str], port: int) -> tuple[float, float]:
    """Round trips per second of the server's CPU time, and bytes per round trip."""
    command = [str(load), str(port), str(CONNECTIONS), str(SECONDS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as client:
        pin(client.pid, LOAD_CORE)
        if line_of(client) != "playing":
            raise RuntimeError("the load client got no matches")
        before = cpu_seconds(server.pid)
        trips, size, _ = line_of(client).split()
        used = cpu_seconds(server.pid) - before
    return int(trips) / used, int(size) / int(trips)


@contextlib.contextmanager
def _line_server(folder: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    with tempfile.TemporaryDirectory(dir=folder or None) as inner:
        command = [sys.executable, "-c", SERVER, inner if folder else ""]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            pin(process.pid, SERVER_CORE)
            try:
                yield process, int(line_of(process))
            finally:
                if process.stdin is not None:
                    process.stdin.close()
                process.wait(30)


@contextlib.contextmanager
def _ping_pong(program: Path, size: float) -> Iterator[tuple[subprocess.Popen[str], int]]:
    with tempfile.NamedTemporaryFile() as payload:
        payload.write(b"{" + b"x" * (round(size) - 2) + b"\n")
        payload.flush()
        with subprocess.Popen([str(program), payload.name], stdout=subprocess.PIPE, text=True) as process:
            pin(process.pid, SERVER_CORE)
            try:
                yield process, int(line_of(process))
            finally:
                process.kill()


def pin(pid: int, core: int) -> None:
    os.sched_setaffinity(pid, {sorted(os.sched_getaffinity(0))[core]})


def cpu_seconds(pid: int) -> float:
    numbers = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


def line_of(process: "subprocess.Popen[str]") -> str:
    """The next line that a program prints, however long that takes; most say so where they listen."""
    line = process.stdout.readline().strip() if process.stdout is not None else ""
    if not line:
        raise RuntimeError(f"{Path(str(process.args[0])).name} ended early, with status {process.wait()}")  # type: ignore[index]
    return line
