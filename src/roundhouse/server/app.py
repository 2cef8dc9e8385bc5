"""Puts the parts of the server together, starts them in the right order, and stops them in the reverse of it."""

import asyncio
import contextlib
import gc
import logging
import random
import socket
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ..games.spacegoo import GAME
from ..competition.ladder.rating import shown
from ..games.boidvoid.collectibles.starting_catalogue import catalogue
from ..match.table import pool_of
from ..games.boidvoid.season.job_times import Daily
from ..games.boidvoid.collectibles.store import catalogue as catalogues
from ..store import ladder as ladders, matches, players, sessions
from ..store.database import Database
from ..store.database.engine import NotLeaderError, StoreError, TakenOverError
from ..store.database.cluster_database import SharedDatabase
from . import settings as server_settings
from .accounts import Accounts, Guests, wall_ms
from .connections.agent_seats import Door
from .rendering.archive import Archive, width
from .arena import Arena
from .matches.match_log import StoreMatchLedger
from .builtin_bots.supervisor import BotHouse
from .contest.contest_service import Keeper
from .context import Hall
from .http import web_client
from .http.admin import spectators
from .http.dependencies import Parts
from .http.application import application
from .http.bounded_http import Http, config
from .connections.json_lines import JsonServer
from ..games.spacegoo.server.line_log import MemoryLedger, StoreLedger
from .line_house import LineHouse
from ..games.spacegoo.server.line_match import LiveMatch, Timers
from .matchmaking.matchmaker import Matchmaker
from .metrics import Metrics
from .notices.page_updates import NewsDesk
from .matches.live_match import Playing
from .matches.scheduled_match import Now, wall
from ..games.boidvoid.season.server.season_games import Runner
from ..games.boidvoid.season.server.scheduler import Scheduler
from .settings import ServerSettings
from ..games.spacegoo.server.ranking_pages import SpacegooApi
from ..games.spacegoo.server.line_server import LineServer, bound
from .connections.webhooks.webhook_bots import Webhooks
from .rendering.render_service import Workshop

log = logging.getLogger("roundhouse")

COLLECT_AFTER = 50_000  # allocations; logs and states hold no cycles, so the collector seldom finds anything
SWITCH_S = 0.0005  # so long the loop waits at most for the thread that writes to the store
SWEEP_S = 86_400.0
NO_NATS = "Several processes need one more package: pip install 'roundhouse-arena[cluster]'"


def fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where it exists, else the loop of the standard library."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def calm_collector() -> None:
    """Let the garbage collector leave alone what is there for good and look seldom at the rest, and threads take
    turns more often."""
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER, 20, 50)
    sys.setswitchinterval(SWITCH_S)


# The line server by itself


@contextlib.asynccontextmanager
async def line_server(
    settings: ServerSettings, database: Database | None = None, *, draws: random.Random | None = None
) -> AsyncIterator[LineServer]:
    """A listening line server; without a database nothing is kept and no order waits to be written.

    Interrupted matches of the database wait for their players. Ports given as 0 are found in `.ports`.
    """
    if database is None:
        memory = MemoryLedger(start_elo=settings.start_elo, elo_k=settings.elo_k)
        guests = Guests(start_elo=settings.start_elo, rating=memory.rating)
        server = LineServer(settings, accounts=guests, ledger=memory, draws=draws)
        await server.listen()
        try:
            yield server
        finally:
            await server.stop()
        return
    failed = failing(database)
    await make_ladders(settings, database)
    accounts = accounts_of(settings, database)
    archive = Archive(database)
    server = lines_of(settings, database, accounts, failed, draws)
    for lobby in server.lobbies.values():
        lobby.over = lambda live: archive.keep(live.id)
    try:
        archive.keep_all()
        take_up_lines(server, database)
        await server.listen()
        yield server
    finally:
        await server.stop()
        accounts.close()
        archive.close()


def failing(database: Database) -> asyncio.Future[None]:
    """Is done when nothing can be written any more; the answers of the database come on this loop from now on."""
    loop = asyncio.get_running_loop()
    failed: asyncio.Future[None] = loop.create_future()
    database.deliver(loop.call_soon_threadsafe, lambda error: fail(failed, error))
    return failed


def fail(failed: asyncio.Future[None], error: BaseException) -> None:
    log.error("the database cannot be written: %s", error)
    if not failed.done():
        failed.set_result(None)


def failure_of(database: Database, failed: asyncio.Future[None]) -> Callable[[BaseException], None]:
    """What is called when something about a match could not be written; that it is another process's by now is no
    failure."""

    def failure(error: BaseException) -> None:
        if isinstance(error, TakenOverError) and isinstance(database, SharedDatabase):
            database.lost(error.match_id, error.epoch)
        elif isinstance(error, NotLeaderError):
            log.warning("a match does not begin: %s", error)
        else:
            fail(failed, error)

    return failure


async def prepare(settings: ServerSettings, database: Database) -> None:
    """Bring to the database what belongs there."""
    await make_ladders(settings, database)
    await install_catalogue(database)


async def make_ladders(settings: ServerSettings, database: Database) -> None:
    """The results of the first release were not yet counted in ladders."""
    start_elo, elo_k = settings.start_elo, settings.elo_k
    made = database.submit(lambda connection: ladders.catch_up(connection, start_elo=start_elo, elo_k=elo_k))
    report = await asyncio.wrap_future(made)
    if report is not None:
        log.info("the ladders were made from %d results", report.results)


async def install_catalogue(database: Database) -> None:
    """What the rules know and what comes with the server can be collected from the start. BOI-244"""
    await asyncio.wrap_future(
        database.submit(lambda connection: catalogues.install(connection, catalogue(), wall_ms()))
    )


def accounts_of(settings: ServerSettings, database: Database) -> Accounts:
    return Accounts(
        database,
        start_elo=settings.start_elo,
        allow_creation=settings.allow_account_creation,
        name_max=settings.name_max,
    )


def lines_of(
    settings: ServerSettings,
    database: Database,
    accounts: Accounts,
    failed: asyncio.Future[None],
    draws: random.Random | None = None,
) -> LineServer:
    ledger = StoreLedger(
        database,
        asyncio.get_running_loop(),
        start_elo=settings.start_elo,
        elo_k=settings.elo_k,
        failure=failure_of(database, failed),
        count=ladders.count,
    )
    server = LineServer(settings, accounts=accounts, ledger=ledger, draws=draws)
    server.failed = failed
    return server


def take_up_lines(server: LineServer, database: Database) -> None:
    with database.engine.connect() as connection:
        for stored in matches.running(connection, GAME.key, line=True):
            server.restore(stored, matches.entries_of(connection, stored.id, width))


# Everything


@dataclass
class Server:
    """The whole server, listening. `ports` are those of the TCP servers, by what they are called in the greeting."""

    settings: ServerSettings
    database: Database
    hall: Hall
    lines: LineServer
    parts: Parts
    http: Http
    ports: dict[str, int]
    failed: asyncio.Future[None]
    serving: asyncio.Task[None]

    @property
    def address(self) -> str:
        return self.settings.address


@contextlib.asynccontextmanager
async def running(
    settings: ServerSettings,
    where: Path | str,
    *,
    web: Path = web_client.FOLDER,
    warming: bool = True,
    now: Now = wall,
    draws: random.Random | None = None,
) -> AsyncIterator[Server]:
    """The server on its ports; at the end matches are parked, and everybody who is there is told. `now` is the clock
    by which seasons begin and turns of their games end. Seeds of matches come from `draws`, or else from the system,
    so that nobody can guess them."""
    loop = asyncio.get_running_loop()
    async with contextlib.AsyncExitStack() as closing:
        sock = closing.enter_context(contextlib.closing(bound(settings.host, settings.port, flag="port")))
        settings = server_settings.with_address(settings, settings.address or address_of(settings, sock))
        database = SharedDatabase(where) if settings.nats else Database(where, alone=True)
        closing.callback(database.close)
        failed = failing(database)
        if not settings.nats:
            await prepare(settings, database)
        metrics = Metrics()
        database.watch(metrics.commit)
        accounts = accounts_of(settings, database)
        closing.callback(accounts.close)
        workshop = Workshop(database, rollouts=settings.analysis_rollouts)
        closing.push_async_callback(workshop.close)

        news = NewsDesk(loop)
        bots = BotHouse(warming=warming)
        closing.push_async_callback(bots.stop)
        ledger = StoreMatchLedger(database, loop, failure=failure_of(database, failed), count=ladders.count)
        arena = Arena(settings, ledger=ledger, timers=loop, news=news, database=database, bots=bots, draws=draws)
        wire(arena, workshop.archive, metrics)

        def new_lines() -> LineServer:
            made = lines_of(settings, database, accounts, failed, draws)
            wire_lines(arena, made, workshop.archive, metrics, news)
            return made

        matchmaker = Matchmaker(arena, database, settings, loop, draws or random.SystemRandom(), news=news)
        scheduler = scheduler_of(settings, arena, now, loop)
        keeper = Keeper(arena, matchmaker, settings, now=now)
        hall = Hall(arena, matchmaker, accounts, news, settings, metrics)
        webhooks = Webhooks(hall, database)
        arena.take = matchmaker.take
        arena.rating_of = lambda player_id, game, preset: rating_of(database, player_id, game, preset)

        await bots.start()
        closing.push_async_callback(arena.messenger.stop)
        closing.push_async_callback(park, hall)
        closing.push_async_callback(scheduler.stop)
        closing.push_async_callback(keeper.stop)
        if isinstance(database, SharedDatabase):
            try:
                from .cluster.start import Crew, open_cluster  # needs a package that other servers do without
            except ModuleNotFoundError as error:
                raise StoreError(NO_NATS) from error
            ready = partial(prepare, settings, database)
            crew = Crew(matchmaker, scheduler, keeper, workshop, webhooks, new_lines, ready)
            lines_now = await open_cluster(closing, hall, database, crew, watch=metrics.watch)
        else:
            lines = new_lines()
            closing.push_async_callback(lines.stop)
            await arena.restore()
            await matchmaker.start()
            await scheduler.start()
            await keeper.start()
            workshop.resume()
            take_up_lines(lines, database)
            await lines.listen()
            lines_now = partial(same, lines)
        json = JsonServer(hall)
        closing.push_async_callback(json.stop)
        await json.listen()
        # documents and pages name the real ones
        hall.settings = server_settings.with_ports(settings, {"json": json.port, **lines_now().ports})

        parts = Parts(
            hall,
            database,
            workshop,
            SpacegooApi(
                database, live=lambda number: lines_now().live_match(number), inactive_games=settings.inactive_games
            ),
            scheduler,
            keeper,
            line_matches=lambda: sum(len(lobby.live) for lobby in lines_now().lobbies.values()),
            warm=lambda: bots.warm,
        )
        closing.callback(parts.close)
        parts.agents = Door(parts)
        hall.lines_away = lambda player_ids, code: lines_now().send_away(player_ids, code)
        watch(metrics, parts, lines_now)
        wire_ports: dict[str, int] = {}
        if settings.dungeon_wire:
            from ..games.dungeon.server.service import open_wire  # needs packages that other servers do without

            opened = await open_wire(closing, settings, hall, database, workshop)
            wire_ports = {f"dungeon {number}": port for number, port in enumerate(opened.ports, 1)}
        site = partial(application, parts, web=web)
        # it takes long enough that others might take us for dead
        http = Http(config(site() if hall.cluster is None else await asyncio.to_thread(site), settings))
        serving = loop.create_task(http.serve(sockets=[sock]))
        closing.push_async_callback(end, http, serving)
        closing.push_async_callback(hall.close)
        closing.push_async_callback(parts.agents.close)
        parts.webhooks = webhooks
        closing.push_async_callback(webhooks.stop)
        if hall.cluster is None:
            await webhooks.start()
        else:
            closing.push_async_callback(hall.cluster.stop)  # before anybody comes back, the matches are elsewhere
        closing.push_async_callback(park, hall)  # first of all: who loses the connection then loses nothing else
        closing.push_async_callback(scheduler.stop)
        closing.push_async_callback(keeper.stop)
        await http.ready.wait()
        sweeping = loop.create_task(sweep(database))
        closing.callback(sweeping.cancel)
        ports = {"json": json.port, **lines_now().ports, **wire_ports}
        yield Server(settings, database, hall, lines_now(), parts, http, ports, failed, serving)


def scheduler_of(settings: ServerSettings, arena: Arena, now: Now, timers: Timers) -> Scheduler:
    return Scheduler(
        Runner(arena, now=now),
        now=now,
        timers=timers,
        season_line=Daily(line_of(settings.season_job_time)),
        maintenance=Daily(line_of(settings.maintenance_time)),
    )


def line_of(time: str) -> str:
    """A time of day as a line of a time table."""
    hour, minute = time.split(":")
    return f"{int(minute)} {int(hour)} * * *"


def address_of(settings: ServerSettings, sock: socket.socket) -> str:
    host = "localhost" if settings.host in ("0.0.0.0", "::", "") else settings.host  # noqa: S104
    host = f"[{host}]" if ":" in host else host
    return f"{'https' if settings.tls_certificate else 'http'}://{host}:{sock.getsockname()[1]}"


def wire(arena: Arena, archive: Archive, metrics: Metrics) -> None:
    """Who hears of matches."""
    arena.late = metrics.late
    arena.started_hooks.append(lambda playing: metrics.match_started(playing.game.key))
    arena.over_hooks.append(lambda playing: archive.keep(playing.id))
    arena.over_hooks.append(lambda playing: metrics.match_over(playing.game.key, ending(playing)))


def wire_lines(arena: Arena, lines: LineServer, archive: Archive, metrics: Metrics, news: NewsDesk) -> None:
    """Who hears of matches of the line servers."""

    def line_match(key: str) -> LiveMatch | None:
        return next((live for lobby in lines.lobbies.values() for live in lobby.live.values() if live.key == key), None)

    def line_over(live: LiveMatch) -> None:
        archive.keep(live.id)
        arena.line_over(live)
        metrics.match_over(GAME.key, ending(live))
        news.tell("matches")

    arena.line_match = line_match
    for lobby in lines.lobbies.values():
        lobby.over = line_over
        lobby.house = LineHouse(arena, lobby.edition, start_elo=lines.settings.start_elo)


def rating_of(database: Database, player_id: int, game: str, preset: str) -> float | None:
    """What is shown beside a seat: the rating among players of the same kind."""
    with database.engine.connect() as connection:
        player = players.by_id(connection, player_id)
        if player is None:
            return None
        ladder = (game, preset, pool_of([player.kind]))
        standing = ladders.standings_of(connection, ladder, [player_id]).get(player_id)
    return None if standing is None else shown(standing.skill)


def ending(played: Playing | LiveMatch) -> str:
    result = played.match.result
    return "abandoned" if result is None else str(result.reason)


def same(lines: LineServer) -> LineServer:
    """The line servers of a process that is alone are the same all its life."""
    return lines


def watch(metrics: Metrics, parts: Parts, lines_now: Callable[[], LineServer]) -> None:
    """Numbers that are looked up when somebody asks."""
    arena, hall = parts.arena, parts.hall
    metrics.watch("matches", "Running matches of the arena.", lambda: len(arena.playing))
    metrics.watch("line_matches", "Running matches of Spacegoo's line protocol.", parts.line_matches)
    metrics.watch("tables", "Open tables.", lambda: len(arena.tables))
    metrics.watch("spectators", "People who watch a match of the arena.", lambda: spectators(parts))
    metrics.watch("waiting", "Bots that wait for an opponent.", partial(waiting_in, hall))
    metrics.watch_connections("line", lambda: len(lines_now().connections))


def waiting_in(hall: Hall) -> int:
    """How many wait for opponents; whom to ask changes with the lead."""
    return hall.matchmaker.waiting_count()


async def park(hall: Hall) -> None:
    """Nothing begins, nothing ticks, and all that was entered is on disk. Once more does no harm."""
    await hall.matchmaker.stop()
    await hall.arena.drain()


async def end(http: Http, serving: "asyncio.Task[None]") -> None:
    http.should_exit = True
    await asyncio.gather(serving, return_exceptions=True)


async def sweep(database: Database) -> None:
    """Forget sessions that are over, once a day."""
    while True:
        await asyncio.wrap_future(database.submit(lambda connection: sessions.sweep(connection, wall_ms())))
        await asyncio.sleep(SWEEP_S)
