"""Builds the parts of the server, starts them in the right order, and stops them in reverse."""

import asyncio
import contextlib
import gc
import logging
import random
import socket
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ..competition.ladder.rating import shown
from ..match.table import pool_of
from ..store import ladder as ladders
from ..store import players, sessions
from ..store.database import Database
from ..store.database.cluster_database import SharedDatabase
from ..store.database.engine import StoreError
from . import settings as server_settings
from .accounts import accounts_of
from .arena import Arena
from .bounded_http import Http, config
from .builtin_bots.supervisor import BotSupervisor
from .connections.agent_seats import McpEndpoint
from .connections.json_lines import JsonServer
from .connections.webhooks.webhook_bots import WebhookBots
from .contest.contest_service import ContestService
from .context import ServerContext
from .failures import failing, failure_of
from .http import web_client
from .http.admin import spectators
from .http.application import application
from .http.dependencies import HttpContext
from .listen import bound
from .matches.live_match import LiveMatch
from .matches.match_log import StoredMatchLog
from .matches.scheduled_match import Now, wall
from .matchmaking.matchmaker import Matchmaker
from .metrics import Metrics
from .notices.page_updates import PageUpdates
from .plugin import GamePlugin, Services, make_plugins
from .rendering.archive import Archive
from .rendering.render_service import RenderService
from .settings import ServerSettings
from .timers import wall_ms

log = logging.getLogger("roundhouse")

COLLECT_AFTER = 50_000  # allocations; logs and states hold no cycles, so the collector seldom finds anything
SWITCH_S = 0.0005  # the longest time the loop waits for the thread that writes to the store
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
    """Freeze what lives as long as the process, so that the garbage collector seldom runs; and let threads take turns
    more often."""
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER, 20, 50)
    sys.setswitchinterval(SWITCH_S)


async def prepare(settings: ServerSettings, database: Database, plugins: Mapping[str, GamePlugin]) -> None:
    """Write what every database must contain, such as the accounts of built-in bots."""
    await make_ladders(settings, database)
    for plugin in plugins.values():
        await plugin.prepare()


async def make_ladders(settings: ServerSettings, database: Database) -> None:
    """Count results of the first release, which had no ladders."""
    start_elo, elo_k = settings.start_elo, settings.elo_k
    made = database.submit(lambda connection: ladders.catch_up(connection, start_elo=start_elo, elo_k=elo_k))
    report = await asyncio.wrap_future(made)
    if report is not None:
        log.info("the ladders were made from %d results", report.results)


# The whole server


@dataclass
class Server:
    """The running server. `ports` are those of the TCP servers, by their names in the greeting."""

    settings: ServerSettings
    database: Database
    context: ServerContext
    plugins: Mapping[str, GamePlugin]
    http_context: HttpContext
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
    now: Now = wall,
    draws: random.Random | None = None,
) -> AsyncIterator[Server]:
    """Run the server until the context ends; then matches are parked and all connections are closed with a message.

    `now` is the clock by which seasons begin and turns of their games end. Seeds of matches come from `draws`, by
    default from the system, so that nobody can guess them.
    """
    loop = asyncio.get_running_loop()
    async with contextlib.AsyncExitStack() as closing:
        sock = closing.enter_context(contextlib.closing(bound(settings.host, settings.port, flag="port")))
        settings = server_settings.with_address(settings, settings.address or address_of(settings, sock))
        database = SharedDatabase(where) if settings.nats else Database(where, alone=True)
        closing.callback(database.close)
        failed = failing(database)
        metrics = Metrics()
        database.watch(metrics.commit)
        accounts = accounts_of(settings, database)
        closing.callback(accounts.close)
        render_service = RenderService(database, rollouts=settings.analysis_rollouts)
        closing.push_async_callback(render_service.close)

        news = PageUpdates(loop)
        bots = BotSupervisor()
        closing.push_async_callback(bots.stop)
        match_log = StoredMatchLog(database, loop, failure=failure_of(database, failed), count=ladders.count)
        arena = Arena(settings, match_log=match_log, timers=loop, news=news, database=database, bots=bots, draws=draws)
        wire(arena, render_service.archive, metrics)
        services = Services(
            settings, database, arena, accounts, render_service, metrics, news, loop, now, failed, draws
        )  # fmt: skip
        plugins = make_plugins(services)
        arena.matches.beside = [plugin.watchable for plugin in plugins.values()]
        if not settings.nats:
            await prepare(settings, database, plugins)
        matchmaker = Matchmaker(arena, database, settings, loop, draws or random.SystemRandom(), news=news)
        keeper = ContestService(arena, matchmaker, settings, now=now)
        context = ServerContext(arena, matchmaker, accounts, news, settings, metrics)
        webhooks = WebhookBots(context, database)
        arena.seating.take = matchmaker.take
        arena.seating.rating_of = lambda player_id, game, preset: rating_of(database, player_id, game, preset)

        await bots.start()
        closing.push_async_callback(arena.notices.webhook.stop)
        closing.push_async_callback(park, context)
        closing.push_async_callback(keeper.stop)
        if isinstance(database, SharedDatabase):
            try:
                from .cluster.start import LeaderServices, open_cluster  # needs a package that other servers do without
            except ModuleNotFoundError as error:
                raise StoreError(NO_NATS) from error
            ready = partial(prepare, settings, database, plugins)
            leader_services = LeaderServices(matchmaker, keeper, render_service, webhooks, plugins, ready)
            await open_cluster(closing, context, database, leader_services, watch=metrics.watch)
        else:
            for plugin in plugins.values():
                closing.push_async_callback(plugin.end)
            await arena.restore()
            await matchmaker.start()
            await keeper.start()
            render_service.resume()
            for plugin in plugins.values():
                await plugin.begin()
        json = JsonServer(context)
        closing.push_async_callback(json.stop)
        await json.listen()
        # documents and pages name the real ones
        context.settings = server_settings.with_ports(settings, {"json": json.port, **ports_of(plugins)})

        http_context = HttpContext(context, database, render_service, plugins, keeper)
        closing.callback(http_context.close)
        http_context.agents = McpEndpoint(http_context)
        context.plugins = plugins
        watch(metrics, http_context)
        for plugin in plugins.values():
            await plugin.open(closing, context)
        site = partial(application, http_context, web=web)
        # this blocks long enough that other processes might take us for dead
        http = Http(config(site() if context.cluster is None else await asyncio.to_thread(site), settings))
        serving = loop.create_task(http.serve(sockets=[sock]))
        closing.push_async_callback(end, http, serving)
        closing.push_async_callback(context.close)
        closing.push_async_callback(http_context.agents.close)
        http_context.webhooks = webhooks
        closing.push_async_callback(webhooks.stop)
        if context.cluster is None:
            await webhooks.start()
        else:
            closing.push_async_callback(context.cluster.stop)  # before clients reconnect, the matches must be elsewhere
        closing.push_async_callback(park, context)  # first: later losses of connections harm nothing
        for plugin in plugins.values():
            closing.push_async_callback(plugin.pause)
        closing.push_async_callback(keeper.stop)
        await http.ready.wait()
        sweeping = loop.create_task(sweep(database))
        closing.callback(sweeping.cancel)
        ports = {"json": json.port, **ports_of(plugins)}
        yield Server(settings, database, context, plugins, http_context, http, ports, failed, serving)


def ports_of(plugins: Mapping[str, GamePlugin]) -> dict[str, int]:
    """The ports of all games, by what they are called in the greeting."""
    return {name: port for plugin in plugins.values() for name, port in plugin.ports.items()}


def address_of(settings: ServerSettings, sock: socket.socket) -> str:
    host = "localhost" if settings.host in ("0.0.0.0", "::", "") else settings.host  # noqa: S104
    host = f"[{host}]" if ":" in host else host
    return f"{'https' if settings.tls_certificate else 'http'}://{host}:{sock.getsockname()[1]}"


def wire(arena: Arena, archive: Archive, metrics: Metrics) -> None:
    """Connect matches with the parts that are called when they start and end."""
    arena.matches.late = metrics.late
    arena.matches.started_hooks.append(lambda live: metrics.match_started(live.game.key))
    arena.matches.over_hooks.append(lambda live: archive.keep(live.id))
    arena.matches.over_hooks.append(lambda live: metrics.match_over(live.game.key, ending(live)))


def rating_of(database: Database, player_id: int, game: str, preset: str) -> float | None:
    """The rating shown beside a seat: the one among players of the same kind."""
    with database.engine.connect() as connection:
        player = players.by_id(connection, player_id)
        if player is None:
            return None
        ladder = (game, preset, pool_of([player.kind]))
        standing = ladders.standings_of(connection, ladder, [player_id]).get(player_id)
    return None if standing is None else shown(standing.skill)


def ending(played: LiveMatch) -> str:
    result = played.match.result
    return "abandoned" if result is None else str(result.reason)


def watch(metrics: Metrics, http_context: HttpContext) -> None:
    """Register the metrics that are read on request."""
    arena, context = http_context.arena, http_context.server
    metrics.watch("matches", "Running matches of the arena.", lambda: len(arena.matches.running))
    metrics.watch("tables", "Open tables.", lambda: len(arena.tables.by_key))
    metrics.watch("spectators", "People who watch a match of the arena.", lambda: spectators(http_context))
    metrics.watch("waiting", "Bots that wait for an opponent.", partial(waiting_in, context))
    for plugin in http_context.plugins.values():
        plugin.watch(metrics)


def waiting_in(context: ServerContext) -> int:
    """How many players wait for opponents. The queue is looked up each time, because the leader may change."""
    return context.matchmaker.waiting_count()


async def park(context: ServerContext) -> None:
    """Stop all matches and flush the store. Calling it again does no harm."""
    await context.matchmaker.stop()
    await context.arena.drain()


async def end(http: Http, serving: "asyncio.Task[None]") -> None:
    http.should_exit = True
    await asyncio.gather(serving, return_exceptions=True)


async def sweep(database: Database) -> None:
    """Delete expired sessions, once a day."""
    while True:
        await asyncio.wrap_future(database.submit(lambda connection: sessions.sweep(connection, wall_ms())))
        await asyncio.sleep(SWEEP_S)
