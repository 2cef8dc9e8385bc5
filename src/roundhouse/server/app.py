"""Puts the parts of the server together and says in plain words where it listens."""

import asyncio
import contextlib
import gc
import logging
import os
import random
import shlex
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import uvicorn

from ..core.settings import SetupError
from ..games.spacegoo import GAME
from ..store import matches
from ..store.database import FILE, Database, StoreError
from . import settings as server_settings
from .accounts import Accounts, Guests
from .archive import Archive, width
from .http import application
from .ledger import MemoryLedger, StoreLedger
from .settings import ServerSettings
from .spacegoo_api import SpacegooApi
from .tcp import LineServer, bound

log = logging.getLogger("roundhouse")

OK, USAGE, TROUBLE = 0, 2, 1
COLLECT_AFTER = 50_000  # allocations; logs and states hold no cycles, so the collector seldom finds anything


def serve(
    *,
    host: str | None = None,
    port: int | None = None,
    tcp_port: int | None = None,
    classic_port: int | None = None,
    data: Path | str = "data",
    say: Callable[[str], None] = lambda line: print(line, flush=True),  # noqa: T201
) -> int:
    """Run the server until it is told to stop; returns the exit status. Flags that are None come from the settings."""
    folder = Path(data)
    flags = {"host": host, "port": port, "tcp_port": tcp_port, "classic_port": classic_port}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        settings = server_settings.load(folder, flags)
        logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", stream=sys.stderr)
        with asyncio.Runner(loop_factory=fast_loop()) as runner:
            return runner.run(_serve(settings, folder, say))
    except (SetupError, StoreError) as error:
        say(f"The server does not start: {error}")
        return USAGE
    except OSError as error:
        say(f"The server does not start: {error.strerror or error}")
        return TROUBLE


def fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where it exists, else the loop of the standard library."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def calm_collector() -> None:
    """Let the garbage collector leave alone what is there for good, and look seldom at the rest."""
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER, 20, 50)


@contextlib.asynccontextmanager
async def line_server(
    settings: ServerSettings, database: Database | None = None, *, draws: random.Random | None = None
) -> AsyncIterator[LineServer]:
    """A listening line server; without a database nothing is kept and no order waits to be written.

    Interrupted matches of the database wait for their players. Ports given as 0 are found in `.ports`.
    """
    loop = asyncio.get_running_loop()
    if database is None:
        memory = MemoryLedger(start_elo=settings.start_elo, elo_k=settings.elo_k)
        server = LineServer(
            settings, accounts=Guests(start_elo=settings.start_elo, rating=memory.rating), ledger=memory, draws=draws
        )
        await server.listen()
        try:
            yield server
        finally:
            await server.stop()
        return
    accounts = Accounts(
        database,
        start_elo=settings.start_elo,
        allow_creation=settings.allow_account_creation,
        name_max=settings.name_max,
    )
    archive = Archive(database)
    failed: asyncio.Future[None] = loop.create_future()

    def failure(error: BaseException) -> None:
        log.error("the database cannot be written: %s", error)
        if not failed.done():
            failed.set_result(None)

    database.deliver(loop.call_soon_threadsafe, failure)
    ledger = StoreLedger(database, loop, start_elo=settings.start_elo, elo_k=settings.elo_k, failure=failure)
    server = LineServer(settings, accounts=accounts, ledger=ledger, draws=draws)
    server.failed = failed
    for lobby in server.lobbies.values():
        lobby.over = lambda live: archive.keep(live.id)
    try:
        archive.keep_all()
        with database.engine.connect() as connection:
            for stored in matches.running(connection, GAME.key):
                server.restore(stored, matches.entries_of(connection, stored.id, width))
        await server.listen()
        yield server
    finally:
        await server.stop()
        accounts.close()
        archive.close()


async def _serve(settings: ServerSettings, folder: Path, say: Callable[[str], None]) -> int:
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    with contextlib.ExitStack() as closing:
        web = closing.enter_context(_listening("port", settings.host, settings.port))
        web_port = web.getsockname()[1]
        address = settings.address or f"http://{settings.host}:{web_port}"
        settings = server_settings.with_address(settings, address)
        database = Database(folder / FILE)
        closing.callback(database.close)
        async with line_server(settings, database) as lines:
            api = SpacegooApi(database, live=lines.live_match, inactive_games=settings.inactive_games)
            http = Http(uvicorn.Config(application(api), log_level="warning", lifespan="off", access_log=False))
            serving = loop.create_task(http.serve(sockets=[web]))
            await http.ready.wait()
            calm_collector()
            for line in greeting(settings, lines.ports, folder, address):
                say(line)
            waiting: set[asyncio.Future[Any]] = {loop.create_task(stop.wait()), serving, lines.failed}
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            say("Stopping. Running matches go on at the next start.")
            http.should_exit = True
            await asyncio.gather(serving, *_cancelled(waiting - {serving, lines.failed}), return_exceptions=True)
            failed = lines.failed.done()
    return TROUBLE if failed else OK


def _cancelled(futures: set[asyncio.Future[Any]]) -> set[asyncio.Future[Any]]:
    for future in futures:
        future.cancel()
    return futures


class Http(uvicorn.Server):
    """A web server among others in one loop: signals are ours."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.contextmanager
def _listening(flag: str, host: str, port: int) -> Iterator[socket.socket]:
    with bound(host, port, flag=flag) as sock:
        yield sock


def greeting(settings: ServerSettings, ports: dict[str, int], folder: Path, address: str) -> list[str]:
    python = shlex.quote(os.path.relpath(sys.executable) if _below(Path.cwd(), sys.executable) else sys.executable)
    host = settings.host if settings.host not in ("0.0.0.0", "::") else "localhost"  # noqa: S104
    return [
        "Roundhouse is running.",
        f"  Spacegoo, line protocol        {host} port {ports['standard']}",
        f"  Spacegoo classic               {host} port {ports['classic']}",
        f"  Ranking and matches as JSON    {address}/spacegoo/api/info.json",
        f"  A match to watch, by number    {address}/spacegoo/game/1",
        f"  Data                           {folder}",
        f"Try it:     printf 'login me secret\\n' | nc {host} {ports['standard']}",
        "            A match begins when two players wait. Two example bots, each in a terminal of its own:",
        f"            {python} -m roundhouse.server.example_bot {ports['standard']} alice",
        f"            {python} -m roundhouse.server.example_bot {ports['standard']} bob",
        "Stop with Ctrl-C; running matches go on at the next start.",
    ]


def _below(folder: Path, file: str) -> bool:
    return Path(os.path.abspath(file)).is_relative_to(folder)  # a virtual environment's Python is a link


def create_account(data: Path | str, name: str, password: str | None = None) -> str:
    """For an administrator: make an account; returns the password, a random one if none was given. GOO-121"""
    database = Database(Path(data) / FILE)
    accounts = Accounts(database)
    try:
        return accounts.create(name, password)
    finally:
        accounts.close()
        database.close()


__all__: list[Any] = ["create_account", "line_server", "serve"]
