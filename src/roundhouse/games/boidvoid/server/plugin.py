"""Seasons and collectibles as a plug-in of the server: the scheduler runs in the process that is the leader."""

import asyncio
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from ....protocol.api.platform import Avatar
from ....server.http.dependencies import HttpContext
from ....server.plugin import GamePlugin, Services
from ....server.timers import wall_ms
from ..collectibles.server import http as collectibles
from ..collectibles.server.page_data import avatar_of
from ..collectibles.starting_catalogue import catalogue
from ..collectibles.store import catalogue as stored_catalogue
from ..season.job_times import Daily
from ..season.server import http as seasons
from ..season.server.scheduler import Scheduler
from ..season.server.season_games import SeasonGames


class BoidvoidServer(GamePlugin):
    def __init__(self, services: Services) -> None:
        settings = services.settings
        self._database = services.database
        self.scheduler = Scheduler(
            SeasonGames(services.arena, now=services.now),
            now=services.now,
            timers=services.timers,
            season_line=Daily(cron_line(settings.season_job_time)),
            maintenance=Daily(cron_line(settings.maintenance_time)),
        )

    async def prepare(self) -> None:
        """Add the rulebook's templates and those that come with the server to the catalogue. BOI-244"""
        await asyncio.wrap_future(
            self._database.submit(lambda connection: stored_catalogue.install(connection, catalogue(), wall_ms()))
        )

    async def begin(self) -> None:
        await self.scheduler.start()

    async def pause(self) -> None:
        await self.scheduler.stop()

    async def end(self) -> None:
        await self.scheduler.stop()

    def api_handlers(self, http: HttpContext) -> Mapping[str, list[Any]]:
        return {"collectibles": collectibles.handlers(http), "seasons": seasons.handlers(http, self.scheduler)}

    def avatar(self, connection: Connection, player_id: int) -> Avatar | None:
        return avatar_of(connection, player_id)


def cron_line(time: str) -> str:
    """A time of day as a cron line."""
    hour, minute = time.split(":")
    return f"{int(minute)} {int(hour)} * * *"
