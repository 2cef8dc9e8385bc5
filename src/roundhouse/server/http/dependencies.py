"""What the handlers share: the parts of the server, who is asking, and the way to the database."""

import asyncio
from collections.abc import Callable, Collection
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
from ..accounts import wall_ms
from ..errors import Refused
from .security import SESSION

if TYPE_CHECKING:
    from ..connections.agent_seats import Door
    from ..arena import Arena
    from ..contest.contest_service import Keeper
    from ..context import Hall
    from ...games.boidvoid.season.server.season_games import Runner
    from ...games.boidvoid.season.server.scheduler import Scheduler
    from ..settings import ServerSettings
    from ...games.spacegoo.server.ranking_pages import SpacegooApi
    from ..connections.webhooks.webhook_bots import Webhooks
    from ..rendering.render_service import Workshop

T = TypeVar("T")
Ask = Request[Any, Any, Any]

READERS = 6  # threads that read for pages

# Who is asking: `Visitor` may be nobody, `Member` is somebody, a guest at least.
Visitor = NamedDependency[SkipValidation[Player | None]]
Member = NamedDependency[SkipValidation[Player]]
KeyPath = Annotated[str, PathParameter(max_length=40)]
NamePath = Annotated[str, PathParameter(max_length=100)]
NumberPath = Annotated[int, PathParameter(ge=0, le=NUMBER_MAX)]


@dataclass
class Parts:
    """One per application. `line_matches` counts the running matches of the line server."""

    hall: "Hall"
    database: Database
    workshop: "Workshop"
    spacegoo: "SpacegooApi"
    scheduler: "Scheduler"
    events: "Keeper"
    line_matches: Callable[[], int] = lambda: 0
    warm: Callable[[], bool] = lambda: False
    agents: "Door | None" = None  # where agents play over MCP
    webhooks: "Webhooks | None" = None  # bots that are called
    started_ms: int = field(default_factory=wall_ms)
    _readers: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(READERS, thread_name_prefix="pages")
    )

    @property
    def arena(self) -> "Arena":
        return self.hall.arena

    @property
    def seasons(self) -> "Runner":
        return self.scheduler.runner

    @property
    def settings(self) -> "ServerSettings":
        return self.hall.settings

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Ask the database, without keeping the loop."""

        def ask() -> T:
            with self.database.engine.connect() as connection:
                return query(connection)

        return await self.aside(ask)

    async def aside(self, work: Callable[[], T]) -> T:
        """Do something that takes a while on a thread of the pages."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    async def write(self, change: Callable[[Connection], T]) -> T:
        return await asyncio.wrap_future(self.database.submit(change))

    async def player(self, name: str) -> Player:
        found = await self.read(lambda connection: players.find(connection, name))
        if found is None:
            raise Refused("no_player", f"There is no player called {name!r}.", status=404)
        return found

    def send_away(self, player_ids: Collection[int], code: str, sentence: str) -> None:
        """Close the connections of somebody who may not be here any more."""
        self.hall.send_away(player_ids, code, sentence)
        if self.hall.cluster is not None:
            self.hall.cluster.send_away(list(player_ids), code, sentence)

    def sign_out(self, credential: bytes, sentence: str) -> None:
        """Close the connections that were opened with a token or a session that is over."""
        self.hall.sign_out(credential, sentence)
        if self.hall.cluster is not None:
            self.hall.cluster.sign_out(credential, sentence)

    async def household(self, player: Player) -> set[int]:
        """The player and all bots that are theirs in the end."""
        return await self.read(lambda connection: players.household(connection, player.id))

    # Who is asking

    async def visitor(self, request: Ask) -> Player | None:
        """By token or by session; a token that is given must be right, and nothing else counts then."""
        header = request.headers.get("authorization", "")
        if header.lower().startswith("bearer "):
            player = await self.hall.accounts.by_token(header[7:].strip())
            if player is None:
                raise Refused("bad_token", "No player signs in with this token.", status=401)
            return player
        return await self.hall.accounts.by_session(request.cookies.get(SESSION, ""))

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
