"""The server process: settings, log, signals, and a greeting that says where it listens."""

import asyncio
import contextlib
import os
import shlex
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..core.settings import SetupError
from ..store.database import StoreError
from . import logs
from . import settings as server_settings
from .app import Server, calm_collector, fast_loop, running
from .settings import ServerSettings, database_of

OK, TROUBLE, USAGE = 0, 1, 2
FILES = 20_000  # open files that many connections need


def serve(
    *,
    data: Path | str = "data",
    flags: Mapping[str, Any] | None = None,
    say: Callable[[str], None] = lambda line: print(line, flush=True),  # noqa: T201
    ready: Callable[[str], None] = lambda address: None,
    keeping: bool = True,
) -> int:
    """Run the server until a signal stops it; returns the exit status. Flags that are None come from the settings.
    `ready` is called with the address; with `keeping` False the data folder is temporary."""
    folder = Path(data)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        settings = server_settings.load(folder, flags)
        logs.configure(settings.log_format)
        allow_files()
        with asyncio.Runner(loop_factory=fast_loop()) as runner:
            return runner.run(_serve(settings, folder, say, ready, keeping))
    except (SetupError, StoreError) as error:
        say(f"The server does not start: {error}")
        return USAGE
    except OSError as error:
        say(f"The server does not start: {error.strerror or error}")
        return TROUBLE


async def _serve(
    settings: ServerSettings,
    folder: Path,
    say: Callable[[str], None],
    ready: Callable[[str], None],
    keeping: bool,
) -> int:
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    async with running(settings, database_of(settings, folder)) as server:
        calm_collector()
        for line in greeting(server, folder if keeping else None):
            say(line)
        ready(server.address)
        told = loop.create_task(stop.wait())
        waiting: set[asyncio.Future[Any]] = {told, server.serving, server.failed}
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        told.cancel()
        say("Stopping. Running matches go on at the next start." if keeping else "Stopping.")
        failed = server.failed.done() or server.serving.done()
    return TROUBLE if failed else OK


def greeting(server: Server, folder: Path | None) -> list[str]:
    settings, ports = server.settings, server.ports
    host = settings.host if settings.host not in ("0.0.0.0", "::") else "localhost"  # noqa: S104
    python = shlex.quote(os.path.relpath(sys.executable) if _below(Path.cwd(), sys.executable) else sys.executable)
    return [
        f"Roundhouse is running at {server.address}",
        f"  Bots of all games, on {host}:  json lines, port {ports['json']}, or WebSockets at {server.address}/ws",
        *line_lines(ports),
        *wire_lines(server, host),
        *cluster_lines(server),
        f"  Data:                          {server.database if folder else 'kept nowhere'}",
        *example_lines(ports, python),
        "Stop with Ctrl-C; running matches go on at the next start." if folder else "Stop with Ctrl-C.",
    ]


def line_lines(ports: Mapping[str, int]) -> list[str]:
    """Where Spacegoo's own players connect; of several processes that share a database only the leader listens."""
    if "standard" not in ports:
        return ["  Spacegoo's own line protocol:  at the process that leads"]
    return [
        f"  Spacegoo's own line protocol:  standard, port {ports['standard']}",
        f"                                 classic, port {ports['classic']}",
    ]


def example_lines(ports: Mapping[str, int], python: str) -> list[str]:
    if "standard" not in ports:
        return []
    return [
        "Two bots for Spacegoo's line protocol, to try it, each in a terminal of its own:",
        f"  {python} -m roundhouse.games.spacegoo.server.example_bot {ports['standard']} alice",
        f"  {python} -m roundhouse.games.spacegoo.server.example_bot {ports['standard']} bob",
    ]


def cluster_lines(server: Server) -> list[str]:
    cluster = server.context.cluster
    if cluster is None:
        return []
    role = "leads" if cluster.leads else "follows"
    return [f"  One of several processes:      {cluster.process}, which {role}"]


def wire_lines(server: Server, host: str) -> list[str]:
    """Where players of the original Microservice Dungeon connect."""
    ports = " ".join(str(port) for name, port in server.ports.items() if name.startswith("dungeon"))
    where = server.settings.dungeon_wire_host or host
    return [f"  The original Dungeon's wire:   {server.settings.dungeon_wire}, on {where}: {ports}"] if ports else []


def _below(folder: Path, file: str) -> bool:
    return Path(os.path.abspath(file)).is_relative_to(folder)  # a virtual environment's Python is a link


def allow_files() -> None:
    """Raise the limit of open files as far as the system allows; every connection is one."""
    try:
        import resource
    except ImportError:  # Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
