"""What the handlers share: the parts of the server, the current player, and access to the database."""

import asyncio
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from litestar import Request
from litestar.di import NamedDependency
from litestar.params import PathParameter, SkipValidation
from sqlalchemy import Connection

from ...protocol.api.platform import PlayerCard
from ...store import players
from ...store.database import Database
from ...store.database.sql_dialect import NUMBER_MAX
from ...store.players import Player
from ..errors import Refused
from ..timers import wall_ms
from .security import SESSION

if TYPE_CHECKING:
    from ..arena import Arena
    from ..connections.agent_seats import McpEndpoint
    from ..connections.webhooks.webhook_bots import WebhookBots
    from ..contest.contest_service import ContestService
    from ..context import ServerContext
    from ..rendering.render_service import RenderService
    from ..settings import ServerSettings

T = TypeVar("T")
Ask = Request[Any, Any, Any]

READERS = 6  # threads that read for pages

# The current player: `Visitor` may be None, `Member` is always a player, at least a guest.
Visitor = NamedDependency[SkipValidation[Player | None]]
Member = NamedDependency[SkipValidation[Player]]
KeyPath = Annotated[str, PathParameter(max_length=40)]
NamePath = Annotated[str, PathParameter(max_length=100)]
NumberPath = Annotated[int, PathParameter(ge=0, le=NUMBER_MAX)]


@dataclass
class HttpContext:
    """One per application."""

    server: "ServerContext"
    database: Database
    render_service: "RenderService"
    plugins: Mapping[str, Any]  # a `GamePlugin` by the game's key
    events: "ContestService"
    agents: "McpEndpoint | None" = None  # the endpoint of agents
    webhooks: "WebhookBots | None" = None  # bots with a webhook
    started_ms: int = field(default_factory=wall_ms)
    _readers: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(READERS, thread_name_prefix="pages")
    )

    @property
    def arena(self) -> "Arena":
        return self.server.arena

    @property
    def settings(self) -> "ServerSettings":
        return self.server.settings

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Query the database on a thread, so that the loop goes on."""

        def ask() -> T:
            with self.database.engine.connect() as connection:
                return query(connection)

        return await self.aside(ask)

    async def aside(self, work: Callable[[], T]) -> T:
        """Run a slow function on a thread for pages."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    async def write(self, change: Callable[[Connection], T]) -> T:
        return await asyncio.wrap_future(self.database.submit(change))

    async def player(self, name: str) -> Player:
        found = await self.read(lambda connection: players.find(connection, name))
        if found is None:
            raise Refused("no_player", f"There is no player called {name!r}.", status=404)
        return found

    def send_away(self, player_ids: Collection[int], code: str, sentence: str) -> None:
        """Close the connections of a player, at all processes."""
        self.server.send_away(player_ids, code, sentence)
        if self.server.cluster is not None:
            self.server.cluster.send_away(list(player_ids), code, sentence)

    def sign_out(self, credential: bytes, sentence: str) -> None:
        """Close the connections that were opened with a token or session that has ended."""
        self.server.sign_out(credential, sentence)
        if self.server.cluster is not None:
            self.server.cluster.sign_out(credential, sentence)

    async def household(self, player: Player) -> set[int]:
        """The player, their bots, and the bots of those."""
        return await self.read(lambda connection: players.household(connection, player.id))

    # The current player

    async def visitor(self, request: Ask) -> Player | None:
        """The player by token or session. A given token must be valid, and then the session does not count."""
        header = request.headers.get("authorization", "")
        if header.lower().startswith("bearer "):
            player = await self.server.accounts.by_token(header[7:].strip())
            if player is None:
                raise Refused("bad_token", "No player signs in with this token.", status=401)
            return player
        return await self.server.accounts.by_session(request.cookies.get(SESSION, ""))

    def close(self) -> None:
        self._readers.shutdown(wait=True, cancel_futures=True)


async def member(visitor: Visitor) -> Player:
    if visitor is None:
        raise Refused("sign_in_first", "To do this you must be signed in.", status=401)
    return visitor


def card(player: Player) -> PlayerCard:
    return PlayerCard(player.name, player.kind, player.guest, player.builtin)


def no_guest(player: Player) -> None:
    if player.guest:
        raise Refused("sign_up_first", "Guests cannot do this. Make an account first.", status=403)
