"""The parts of the server that every connection needs, in one object."""

import asyncio
import logging
from collections.abc import Collection, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .connections.connection_limit import in_the_way
from .rate_limits import address_key
from .settings import ServerSettings
from .tasks import Tasks

if TYPE_CHECKING:
    from .accounts import Accounts
    from .arena import Arena
    from .cluster.leader_requests import RemoteMatchmaker
    from .cluster.node import Node
    from .connections.session import Session
    from .matchmaking.matchmaker import Matchmaker
    from .metrics import Metrics
    from .notices.page_updates import PageUpdates
    from .plugin import GamePlugin
    from .timers import Timers

log = logging.getLogger("roundhouse.sessions")

LAST_WORDS_S = 0.3  # how long a stopping server waits for its last messages to be sent


@dataclass
class ServerContext:
    """One per server. `sessions` are the open connections of all transports of the protocol."""

    arena: "Arena"
    matchmaker: "Matchmaker | RemoteMatchmaker"
    accounts: "Accounts"
    news: "PageUpdates"
    settings: ServerSettings
    metrics: "Metrics"
    cluster: "Node | None" = None  # this process of a cluster; None if it runs alone
    timers: "Timers" = field(default_factory=asyncio.get_running_loop)
    sessions: "set[Session]" = field(default_factory=set)
    stopping: bool = False
    plugins: "Mapping[str, GamePlugin]" = field(default_factory=dict)  # what games add, by their key
    _tasks: Tasks = field(default_factory=Tasks)

    @property
    def full(self) -> bool:
        return len(self.sessions) >= self.settings.sessions_max

    def admits(self, address: str) -> bool:
        """Whether one more connection fits; a connection that has not said hello may be closed for it."""
        if not self.full:
            return True
        other = in_the_way(self.sessions, address_key(address), self.timers.time())
        if other is not None:
            other.end("full", "There are too many connections; come later.")
        return other is not None

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine as a task that `close` cancels."""
        self._tasks.run(work)

    def send_away(self, player_ids: Collection[int], code: str, sentence: str) -> None:
        """Close all connections of these players."""
        for session in list(self.sessions):
            if session.known is not None and session.known.id in player_ids:
                session.end(code, sentence)
        for plugin in self.plugins.values():
            plugin.send_away(player_ids, code)

    def sign_out(self, credential: bytes, sentence: str) -> None:
        """Close the connections that were opened with a token or browser session that has ended."""
        for session in list(self.sessions):
            if session.credential == credential:
                session.end("signed_out", sentence)

    async def close(self) -> None:
        """Close every connection with a message. Seats can be resumed after the next start."""
        self.stopping = True
        for session in list(self.sessions):
            session.end("stopping", "The server stops; your matches go on when it is back.")
        await self._tasks.cancel()
        await asyncio.sleep(LAST_WORDS_S if self.sessions else 0)
