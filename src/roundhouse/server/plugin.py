"""What a game can add to a server: the package `server` of its folder.

`games/<key>/server/__init__.py` may have

    make_plugin(services)       the game's part of a running server, a `GamePlugin`
    check_settings(settings)    raises SetupError for settings of the server that belong to the game

The server walks all games and calls what is there; it names none of them.
"""

import asyncio
import random
from collections.abc import Collection, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from ..core.registry import GAMES, part
from ..protocol.api.platform import Avatar

if TYPE_CHECKING:
    from ..store.database import Database
    from .accounts import Accounts
    from .arena import Arena
    from .context import ServerContext
    from .http.dependencies import HttpContext
    from .matches.scheduled_match import Now
    from .matches.watchable import Watchable
    from .metrics import Metrics
    from .notices.page_updates import PageUpdates
    from .rendering.render_service import RenderService
    from .settings import ServerSettings
    from .timers import Timers


@dataclass
class Services:
    """The context of a server that a game's plug-in may use. `failed` is done when nothing can be written any more;
    `now` is the clock that calendars go by."""

    settings: "ServerSettings"
    database: "Database"
    arena: "Arena"
    accounts: "Accounts"
    render_service: "RenderService"
    metrics: "Metrics"
    news: "PageUpdates"
    timers: "Timers"
    now: "Now"
    failed: "asyncio.Future[None]"
    draws: random.Random | None = None


class GamePlugin:
    """One per server and game. Every method may be left as it is."""

    async def prepare(self) -> None:
        """Write what the database must contain. Called before anything starts, by the leading process."""

    async def begin(self) -> None:
        """Start what only the leader of a cluster runs. A server without a cluster always leads."""

    async def pause(self) -> None:
        """The server is stopping: start nothing new, but go on sending. May be called more than once."""

    async def end(self) -> None:
        """Stop what `begin` started. May be called more than once, and `begin` may follow."""

    async def open(self, closing: AsyncExitStack, context: "ServerContext") -> None:
        """Open what every process serves, until `closing` closes it."""

    @property
    def ports(self) -> Mapping[str, int]:
        """The open ports, by their names in the greeting."""
        return {}

    @property
    def running(self) -> int:
        """How many matches the game runs beside those of the arena."""
        return 0

    def watchable(self, key: str) -> "Watchable | None":
        """One of those matches, for spectators."""
        return None

    def watch(self, metrics: "Metrics") -> None:
        """Register the metrics of the game."""

    def send_away(self, player_ids: Collection[int], code: str) -> None:
        """Close the connections of these players."""

    def api_handlers(self, http: "HttpContext") -> Mapping[str, list[Any]]:
        """Handlers under /api, by their tag."""
        return {}

    def handlers(self, http: "HttpContext") -> list[Any]:
        """Handlers outside /api."""
        return []

    def avatar(self, connection: Connection, player_id: int) -> Avatar | None:
        """The picture of a player, where the game has one."""
        return None


def make_plugins(services: Services) -> dict[str, Any]:
    """The plug-ins of all games that have one, by the key of the game."""
    made = {}
    for key, game in GAMES.items():
        make = getattr(part(game, "server"), "make_plugin", None)
        if make is not None:
            made[key] = make(services)
    return made
