"""The handshake of a connection: who it is, and which match, table or queue it asks for."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Literal

from ...core.assist import Assist
from ...protocol.messages import VERSION, Hello, Welcome, encode, wrong_wish
from ...store.sessions import hash_of
from ..context import ServerContext
from ..errors import Refused
from ..matches.time_controls import CALENDAR
from ..tables.options import checked_assist
from .message_reader import Transport
from .unreadable import wrong_version

if TYPE_CHECKING:
    from ...store.players import Player
    from ..cluster.leader_requests import RemoteTable
    from ..cluster.node import Node
    from ..cluster.remote_match import RemoteMatch
    from ..matches.live_match import LiveMatch
    from ..matches.watchable import Watchable
    from ..tables.open_tables import Table

    Watched = Watchable | RemoteMatch


class SessionState(Enum):
    """The states of a session."""

    NEW = "new"  # no hello yet, or one that was refused
    JOINING = "joining"  # the hello is being decided
    IDLE = "idle"  # listens for news, or has nothing more to do
    WAITING = "waiting"  # for opponents, or at a table
    PLAYING = "playing"
    WATCHING = "watching"
    CLOSED = "closed"


class Handshake(ABC):
    """The first part of a session: from hello to a seat, a match to watch, or the news."""

    def __init__(self, context: ServerContext, transport: Transport, player: "Player | None") -> None:
        self.context = context
        self.transport = transport
        self.gone = False
        self.state = SessionState.NEW
        self.send: Callable[[bytes], None] = transport.send  # one message; each state has its own
        self._player = player  # from a browser's cookie, unless the hello has a token
        self.credential = b""  # the hash of the token or browser session it was opened with
        self._hello = Hello(version=VERSION)
        self._watched: Watched | None = None
        self._table: Table | RemoteTable | None = None
        self._far: tuple[RemoteMatch, int] | None = None  # a match that another process plays, and our seat in it
        self._left = 0  # matches still to play after this one; -1: no limit
        self._news = False

    @property
    def known(self) -> "Player | None":
        """The player, or None before an accepted hello."""
        return self._player

    @property
    def assist(self) -> Assist:
        """How much our tools tell the agent behind this connection."""
        return self._hello.assist

    @property
    def tries(self) -> int:
        """How many useless answers a turn of its takes; 0 is the usual number."""
        return self._hello.tries

    @property
    def player(self) -> "Player":
        """The player; only for states in which there is one."""
        if self._player is None:
            raise Refused("unauthorised", "To play you need a token.", field="token", status=401)
        return self._player

    async def admit(self, hello: Hello) -> None:
        """Decide a hello. Raises Refused, and then another hello may come."""
        self.state = SessionState.JOINING
        try:
            if hello.version != VERSION:
                raise wrong_version(hello.version)
            if hello.token:
                self._player = await self.context.accounts.by_token(hello.token)
                if self._player is None:
                    raise Refused("unauthorised", "No player signs in with this token.", field="token", status=401)
                self.credential = hash_of(hello.token)
            if self.context.cluster is not None:
                await self._look_elsewhere(self.context.cluster, hello)
            if not self.gone:
                self._join(hello)
        except Refused:
            if not self.gone:
                self.state = SessionState.NEW
            raise

    async def _look_elsewhere(self, cluster: "Node", hello: Hello) -> None:
        """Look for the requested match at other processes of the cluster."""
        self._far = None
        if hello.match and hello.match not in self.context.arena.matches.running:
            far = await cluster.find(hello.match)
            if far is not None:
                self._far = (far, far.seat_of(self._player.id) if self._player is not None else 0)
        elif hello.game and self._player is not None:
            self._far = await cluster.seat_for(self._player, hello.game, hello.preset)

    def _join(self, hello: Hello) -> None:
        """Take the seat, watch, queue or listen, whichever the hello asks for."""
        wishes = [name for name in ("match", "table", "game") if getattr(hello, name)]
        if len(wishes) > 1:
            raise Refused("bad_message", f"Give only one of {' and '.join(wishes)}.", field=wishes[1])
        if (wrong := wrong_wish(hello.want)) is not None:
            raise Refused("unknown_wish", wrong[1], field=wrong[0])
        if hello.assist or hello.tries:
            checked_assist(self.player)
        name, running = "", []
        if self._player is not None or wishes not in ([], ["match"]):
            name, running = self.player.name, self.context.arena.matches.running_of(self.player.id)
        self._hello = hello
        self._left = hello.matches - 1
        self.transport.send(encode(Welcome(VERSION, name, running, welcome(hello, name))))
        if hello.match:
            self._come_to(hello.match)
        elif hello.table:
            self._sit_down(hello.table)
        elif hello.game:
            self._queue_up(running)
        else:
            self.state = SessionState.IDLE
            self._news = True
            self.context.news.subscribe(self, self._player.id if self._player else None)

    def _come_to(self, key: str) -> None:
        """Join a match at the player's seat, or as a spectator."""
        arena = self.context.arena
        live: LiveMatch | RemoteMatch | None = arena.matches.running.get(key)
        seat = live.seat_of(self._player.id) if live is not None and self._player is not None else 0
        if live is None and self._far is not None:
            live, seat = self._far
        if live is not None and seat and self._hello.role != "spectator":
            self._take_seat(live, seat, self._hello.since)
            return
        watchable = arena.matches.watchable(key) or (self._far[0] if self._far is not None else None)
        if watchable is None:
            sentence = f"No match {key[:40]!r} is running; one that is over is at /api/matches/."
            raise Refused("no_match", sentence, field="match", status=404)
        self.state = SessionState.WATCHING
        self._watched = watchable
        watchable.watch(self, since=self._hello.since)

    def _sit_down(self, key: str) -> None:
        arena, cluster = self.context.arena, self.context.cluster
        if cluster is not None and not cluster.leads:
            self._table = cluster.far.sit(self, key, self._hello.choice)
            self.state = SessionState.WAITING
            return
        table = arena.tables.by_key.get(key)
        if table is None:
            raise Refused("no_table", f"There is no table {key[:40]!r}.", field="table", status=404)
        arena.seating.sit(table, self.player, 0, client=self, choice=self._hello.choice)
        if self.state is SessionState.JOINING:  # else the match has begun with us in the meantime
            self.state = SessionState.WAITING
            self._table = table

    def _queue_up(self, running: list[str]) -> None:
        """Resume a running match without a connection, or else queue for opponents."""
        for key in running:
            live = self.context.arena.matches.running.get(key)
            if live is None or live.game.key != self._hello.game:
                continue
            if live.clock.key == CALENDAR and self._hello.preset != live.setup.preset:
                continue  # it lasts for weeks; a player in the queue is not tied to it
            seat_state = live.seat_states[live.seat_of(self.player.id)]
            taken = seat_state.subscriber is not None or seat_state.coming is not None  # by ours, elsewhere
            if not taken and not seat_state.left:
                self._take_seat(live, seat_state.seat, self._hello.since)
                return
        if self._far is not None:
            self._take_seat(*self._far, self._hello.since)
            return
        self._wait()

    def _wait(self) -> None:
        self.state = SessionState.JOINING
        hello = self._hello
        self.context.matchmaker.wait(self, hello.game, hello.preset, self._left + 1, choice=hello.choice)
        if self.state is SessionState.JOINING:
            self.state = SessionState.WAITING

    # Implemented by `Session`

    @abstractmethod
    def _take_seat(self, live: "LiveMatch | RemoteMatch", seat: int, since: int | None) -> None: ...

    @abstractmethod
    def seated(self, live: "LiveMatch | RemoteMatch", seat: int) -> None: ...

    @abstractmethod
    def released(self) -> None: ...

    @abstractmethod
    def dismissed(self, reason: Literal["over", "replaced", "moved"], *, expected: bool = False) -> None: ...

    @abstractmethod
    def end(self, code: str = "", sentence: str = "") -> None: ...


def welcome(hello: Hello, name: str) -> str:
    """The sentence of `welcome`, for people."""
    who = f"Welcome, {name}. " if name else "Welcome. "
    if hello.match:
        return f"{who}This is about the match {hello.match[:40]}."
    if hello.table:
        return f"{who}You sit down at the table {hello.table[:40]}."
    if hello.game:
        return f"{who}You wait for opponents in {hello.game[:40]}."
    return f"{who}You will hear what is new."
