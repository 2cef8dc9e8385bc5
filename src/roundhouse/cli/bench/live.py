"""The whole server under load: one step to many spectators, and many matches at one round a second."""

import contextlib
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .measure import Row, Skipped, built
from .tcp import LOAD_CORE, SERVER_CORE, cpu_seconds, line_of, pin

SPECTATORS = 500
SIZE = 2048
FAN_SECONDS = 2.0
REPETITIONS = 5

MATCHES = 2000
PLAY_SECONDS = 30.0
JITTER_TIMES = 10  # the most that the slowest hundredth of rounds may be late, in units of the machine's own jitter

WHOLE = """
import asyncio, contextlib, json, os, resource, sys, time
from pathlib import Path
from roundhouse.protocol.api.platform import TableOptions
from roundhouse.server import settings
from roundhouse.server.app import calm_collector, fast_loop, running
from roundhouse.store import players, tokens

def options(**values):
    ports = {"port": 0, "tcp_port": 0, "classic_port": 0, "json_port": 0, "log_format": "plain"}
    return settings.checked(ports | values)

async def people(server, count):
    def make(connection):
        now_ms = round(time.time() * 1000)
        made = [players.create(connection, name=f"bench-{n}", kind="bot", now_ms=now_ms)[0] for n in range(count)]
        return made, [tokens.make(connection, player.id, "bench", now_ms)[0] for player in made]
    return await asyncio.wrap_future(server.database.submit(make))

def of_spacegoo(**values):
    return TableOptions(game="spacegoo", clock="calm", settings={"max_rounds": 100_000} | values)

async def fed():
    return await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
"""

FAN_OUT = (
    WHOLE
    + """
async def main(folder, size):
    async with running(options(), Path(folder) / "bench.db") as server:
        sitting, _ = await people(server, 2)
        live = await server.context.arena.matches.start(of_spacegoo(), sitting, rated=False)
        print(server.http.servers[0].sockets[0].getsockname()[1], live.key, flush=True)
        await fed()
        calm_collector()
        everybody = list(live.broadcast.everybody())
        message = b'{"type":"step","step":1,"events":[],"view":"' + b"x" * (size - 46) + b'"}'
        stopping = asyncio.ensure_future(fed())
        while not stopping.done():
            for audience in everybody:
                audience.send(message)
            await asyncio.sleep(0)
        os._exit(0)

with asyncio.Runner(loop_factory=fast_loop()) as runner:
    runner.run(main(sys.argv[1], int(sys.argv[2])))
"""
)

PACED = (
    WHOLE
    + """
async def main(folder, count):
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    high = {"sessions_max": 3 * count, "connections_max": 3 * count}
    async with running(options(**high), Path(folder) / "bench.db") as server:
        sitting, secrets = await people(server, 2 * count)
        arena, began = server.context.arena, time.monotonic()
        with open(Path(folder) / "hellos", "w") as file:
            for n in range(count):
                pair = sitting[2 * n : 2 * n + 2]
                live = await arena.matches.start(of_spacegoo(), pair, rated=False, listed=False, pace_ms=1000)
                for token in secrets[2 * n : 2 * n + 2]:
                    hello = {"type": "hello", "version": 1, "token": token, "match": live.key}
                    file.write(json.dumps(hello) + chr(10))
        print(server.ports["json"], flush=True)
        await fed()
        calm_collector()
        late, ticks = [], sum(live.match.ticks for live in arena.matches.running.values())
        arena.matches.late = late.append
        await fed()
        late.sort()
        share = lambda part: late[int(part * (len(late) - 1))] if late else -1.0
        ticked = sum(live.match.ticks for live in arena.matches.running.values()) - ticks
        print(share(0.5), share(0.99), late[-1] if late else -1.0, ticked, len(arena.matches.running), flush=True)
        await fed()
        os._exit(0)

with asyncio.Runner(loop_factory=fast_loop()) as runner:
    runner.run(main(sys.argv[1], int(sys.argv[2])))
"""
)


def fan_out(options: Any) -> list[Row]:
    """F1: messages to spectators per CPU-second, against a C program that sends the same bytes."""
    needs_two_cores()
    drain, limit = built("drain.c"), built("fanout.c")
    ours, theirs = [], []
    for _ in range(REPETITIONS):  # in turns, so that noise hits both alike
        with script(FAN_OUT, str(SIZE)) as (server, _):
            port, key = line_of(server).split()
            hello = f'{{"type":"hello","version":1,"role":"spectator","match":"{key}"}}'
            ours.append(sent_per_second(drain, server, int(port), hello))
        command = [str(limit), str(SPECTATORS), str(SIZE)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as sender:
            pin(sender.pid, SERVER_CORE)
            try:
                theirs.append(sent_per_second(drain, sender, int(line_of(sender)), None))
            finally:
                sender.kill()
    ratio = max(ours) / max(theirs)
    detail = f"{max(ours) / 1e3:.0f} k of {max(theirs) / 1e3:.0f} k messages of {SIZE} bytes per CPU-second"
    return [Row("F1", f"one step to {SPECTATORS} spectators / C send loop", ratio, 0.35, detail=detail)]


def sent_per_second(drain: Path, server: "subprocess.Popen[str]", port: int, hello: str | None) -> float:
    command = [str(drain), str(port), str(SPECTATORS), str(FAN_SECONDS), *([hello] if hello else [])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as client:
        pin(client.pid, LOAD_CORE)
        if hello:
            time.sleep(1.0)  # the greetings of all spectators are answered by then
            tell(server)
        if line_of(client) != "reading":
            raise RuntimeError("the spectators were not let in")
        before = cpu_seconds(server.pid)
        total = int(line_of(client))
        used = cpu_seconds(server.pid) - before
    return total / SIZE / used


def many_matches(options: Any) -> list[Row]:
    """M1: how late rounds are when many matches are played at one round a second on one core."""
    needs_two_cores()
    load = built("players.c")
    with script(PACED, str(MATCHES)) as (server, folder):
        port = line_of(server)
        hellos = str(folder / "hellos")
        with subprocess.Popen(
            [str(load), port, hellos, str(PLAY_SECONDS + 10)], stdout=subprocess.PIPE, text=True
        ) as bots:
            pin(bots.pid, LOAD_CORE)
            if line_of(bots) != "playing":
                raise RuntimeError("the bots were not let in")
            time.sleep(5.0)  # all seats are taken and every match has had a round
            jitter: list[float] = []
            beside = threading.Thread(target=own_jitter, args=(jitter, PLAY_SECONDS))
            tell(server)
            before, began = cpu_seconds(server.pid), time.monotonic()
            beside.start()
            time.sleep(PLAY_SECONDS)
            tell(server)
            median, slow, slowest, ticks, running = map(float, line_of(server).split())
            share = (cpu_seconds(server.pid) - before) / (time.monotonic() - began)
            beside.join()
            _, errors, overs, lost = map(int, line_of(bots).split())
            tell(server)
    jitter.sort()
    own = jitter[int(0.99 * (len(jitter) - 1))]
    expected = MATCHES * PLAY_SECONDS
    fine = running == MATCHES and not errors and not overs and not lost and ticks > 0.97 * expected
    late = f"late by {median * 1e3:.1f} ms (half), {slow * 1e3:.1f} ms (99 %), {slowest * 1e3:.0f} ms (all)"
    rounds = f"{running:,.0f} matches, {ticks:,.0f} of {expected:,.0f} rounds, {share:.0%} of a core"
    detail = f"{rounds}; {late}; the machine's own timers {own * 1e3:.2f} ms (99 %)"
    if not fine:
        detail += f"; {errors} errors, {overs} matches over, {lost} connections lost"
    ratio = slow / own if fine else float("inf")
    what = f"lateness of {MATCHES:,} matches at one round a second / timer jitter"
    return [Row("M1", what, ratio, float(JITTER_TIMES), most=True, detail=detail)]


def own_jitter(found: list[float], seconds: float) -> None:
    """How late this machine wakes a program that asked for nothing else, on the core beside the server's."""
    end = time.perf_counter() + seconds
    while (due := time.perf_counter() + 0.01) < end:
        time.sleep(0.01)
        found.append(time.perf_counter() - due)


def needs_two_cores() -> None:
    if not Path("/proc/self/stat").exists():
        raise Skipped("CPU time of another process is read from /proc, which is not here")
    if len(os.sched_getaffinity(0)) < 2:
        raise Skipped("only one core")


@contextlib.contextmanager
def script(source: str, argument: str) -> Iterator[tuple["subprocess.Popen[str]", Path]]:
    """A server of its own process, on its core, with a folder for its data."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", source, folder, argument]
        with (
            (Path(folder) / "log").open("w") as log,
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True) as process,
        ):
            pin(process.pid, SERVER_CORE)
            try:
                yield process, Path(folder)
            finally:
                if process.stdin is not None:
                    process.stdin.close()
                process.kill()


def tell(process: "subprocess.Popen[str]") -> None:
    if process.stdin is not None:
        process.stdin.write("\n")
        process.stdin.flush()
