"""What every connection needs of the rest of the server, in one place."""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .crowd import in_the_way
from .http.rate_limits import address_key
from .settings import ServerSettings
from .tasks import cancel_all

if TYPE_CHECKING:
    from .cluster.leader_requests import FarMatchmaker
    from .cluster.node import Node
    from .accounts import Accounts
    from .arena import Arena
    from ..games.spacegoo.server.line_match import Timers
    from .matchmaking.matchmaker import Matchmaker
    from .metrics import Metrics
    from .notices.page_updates import NewsDesk
    from .connections.session import Session

log = logging.getLogger("roundhouse.sessions")

LAST_WORDS_S = 0.3  # so long a stopping server waits for its last messages to leave


@dataclass
class Hall:
    """One per server. `sessions` are the open connections of all transports of the protocol."""

    arena: "Arena"
    matchmaker: "Matchmaker | FarMatchmaker"
    accounts: "Accounts"
    news: "NewsDesk"
    settings: ServerSettings
    metrics: "Metrics"
    cluster: "Node | None" = None  # this process among those that share a database; None: it is alone
    timers: "Timers" = field(default_factory=asyncio.get_running_loop)
    sessions: "set[Session]" = field(default_factory=set)
    stopping: bool = False
    lines_away: Callable[[Collection[int], str], None] = lambda player_ids, code: None  # from the line servers
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def full(self) -> bool:
        return len(self.sessions) >= self.settings.sessions_max

    def admits(self, address: str) -> bool:
        """Whether there is room for one more; somebody who has not said who it is may have to make it."""
        if not self.full:
            return True
        other = in_the_way(self.sessions, address_key(address), self.timers.time())
        if other is not None:
            other.end("full", "There are too many connections; come later.")
        return other is not None

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something happen that has to wait."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def send_away(self, player_ids: Collection[int], code: str, sentence: str) -> None:
        """Close the connections that players have here."""
        for session in list(self.sessions):
            if session.known is not None and session.known.id in player_ids:
                session.end(code, sentence)
        self.lines_away(player_ids, code)

    def sign_out(self, credential: bytes, sentence: str) -> None:
        """Close the connections of whoever came with a token or a browser's session that is over."""
        for session in list(self.sessions):
            if session.credential == credential:
                session.end("signed_out", sentence)

    async def close(self) -> None:
        """End every connection with a word; seats come back to their matches at the next start."""
        self.stopping = True
        for session in list(self.sessions):
            session.end("stopping", "The server stops; your matches go on when it is back.")
        await cancel_all(self._tasks)
        await asyncio.sleep(LAST_WORDS_S if self.sessions else 0)
