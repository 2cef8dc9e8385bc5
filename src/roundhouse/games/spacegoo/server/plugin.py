"""The line server as a part of a whole server: it plays where the process leads, and its matches are watched and
counted with all others."""

import asyncio
import logging
from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Connection

from ....server.accounts import Accounts
from ....server.failures import failure_of
from ....server.http.dependencies import HttpContext
from ....server.metrics import Metrics
from ....server.plugin import GamePlugin, Services
from ....server.rendering.archive import widths
from ....server.settings import ServerSettings
from ....server.timers import Randomness
from ....store import ladder, matches
from ....store.database import Database
from ....store.database.cluster_database import SharedDatabase, running_ids
from ....store.schema.platform import RUNNING
from .. import GAME
from . import http as pages
from .builtin_opponents import BuiltinOpponents
from .line_log import StoredLineLog
from .line_match import LineMatch
from .line_server import LineServer
from .line_tables import LineTables, comes_by_line
from .ranking_pages import SpacegooApi
from .watched_line_match import WatchedLineMatch

log = logging.getLogger("roundhouse.server.cluster")

AGAIN_S = 2.0  # before ports are tried again that another process still has
width = widths(GAME)


def stored_line_server(
    settings: ServerSettings,
    database: Database,
    accounts: Accounts,
    failed: "asyncio.Future[None]",
    draws: Randomness | None = None,
) -> LineServer:
    """A line server whose matches are kept in a database."""
    line_log = StoredLineLog(
        database,
        asyncio.get_running_loop(),
        start_elo=settings.start_elo,
        elo_k=settings.elo_k,
        failure=failure_of(database, failed),
        count=ladder.count,
    )
    server = LineServer(settings, accounts=accounts, line_log=line_log, draws=draws)
    server.failed = failed
    return server


def restore_matches(server: LineServer, database: Database) -> None:
    """Take up the matches that were running when the process stopped."""
    with database.engine.connect() as connection:
        for stored in matches.running(connection, GAME.key, line=True):
            server.restore(stored, matches.entries_of(connection, stored.id, width))


class SpacegooServer(GamePlugin):
    """`lines` is the line server of the moment; there is a new one each time this process begins to lead."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._opening: asyncio.Task[None] | None = None
        self._watched: dict[str, WatchedLineMatch] = {}
        services.arena.seating.comes_by_line = comes_by_line
        self.lines = self._new_lines()
        self.api = SpacegooApi(
            services.database,
            line_match=self._line_match,
            inactive_games=services.settings.inactive_games,
        )

    def _new_lines(self) -> LineServer:
        own = self._services
        made = stored_line_server(own.settings, own.database, own.accounts, own.failed, own.draws)
        for line_queue in made.line_queues.values():
            line_queue.over = self._on_over
            line_queue.opponents = BuiltinOpponents(own.arena, line_queue.edition, start_elo=own.settings.start_elo)
            line_queue.tables = LineTables(own.arena, line_queue.edition, own.settings.address, back=line_queue.enter)
        return made

    def _line_match(self, number: int) -> LineMatch | None:
        return self.lines.line_match(number)

    def _on_over(self, live: LineMatch) -> None:
        self._services.render_service.archive.keep(live.id)
        watched = self._watched.pop(live.key, None)
        if watched is not None:
            watched.closed()
        result = live.match.result
        self._services.metrics.match_over(GAME.key, "abandoned" if result is None else str(result.reason))
        self._services.news.tell("matches")

    # Where the process leads

    async def begin(self) -> None:
        database = self._services.database
        if isinstance(database, SharedDatabase):
            await self._begin_in_cluster(database)
        else:
            restore_matches(self.lines, database)
            await self.lines.listen()

    async def _begin_in_cluster(self, database: SharedDatabase) -> None:
        """Take up the matches of the process that led before, and listen. A leader that was stopped, not ended, may
        still have the ports."""
        arena = self._services.arena
        self.lines = self._new_lines()

        def take(connection: Connection) -> dict[int, int]:
            """From now on nobody else writes about these matches."""
            return database.take(connection, [number for number, _ in running_ids(connection, line=True)])

        database.owned.update(await arena.store.write(take))
        for match_id in sorted(await arena.store.read(lambda connection: running_ids(connection, line=True))):
            stored = await arena.store.read(lambda connection, n=match_id[0]: matches.by_id(connection, n))  # type: ignore[misc]
            if stored is not None and stored.state == RUNNING:
                entries = await arena.store.read(
                    lambda connection, n=stored.id: matches.entries_of(connection, n, width)  # type: ignore[misc]
                )
                self.lines.restore(stored, entries)
        try:
            await self.lines.listen()
        except OSError as error:
            log.warning("the line servers do not listen yet: %s", error.strerror or error)
            self._opening = asyncio.get_running_loop().create_task(self._listen_later(self.lines))

    async def _listen_later(self, lines: LineServer) -> None:
        while True:
            await asyncio.sleep(AGAIN_S)
            try:
                return await lines.listen()
            except OSError:
                continue

    async def end(self) -> None:
        if self._opening is not None:
            self._opening.cancel()
            self._opening = None
        await self.lines.stop()
        if isinstance(self._services.database, SharedDatabase):
            self.lines = self._new_lines()

    # What others ask

    @property
    def ports(self) -> Mapping[str, int]:
        return self.lines.ports

    @property
    def running(self) -> int:
        return sum(len(line_queue.line_matches) for line_queue in self.lines.line_queues.values())

    def watchable(self, key: str) -> WatchedLineMatch | None:
        if key not in self._watched:
            line_queues = self.lines.line_queues.values()
            live = next(
                (live for line_queue in line_queues for live in line_queue.line_matches.values() if live.key == key),
                None,
            )
            if live is None:
                return None
            self._watched[key] = WatchedLineMatch(key, live)
        return self._watched[key]

    def watch(self, metrics: Metrics) -> None:
        metrics.watch("line_matches", "Running matches of Spacegoo's line protocol.", lambda: self.running)
        metrics.watch_connections("line", lambda: len(self.lines.connections))

    def send_away(self, player_ids: Collection[int], code: str) -> None:
        self.lines.send_away(player_ids, code)

    def handlers(self, http: HttpContext) -> list[Any]:
        return pages.handlers(self.api, http)
