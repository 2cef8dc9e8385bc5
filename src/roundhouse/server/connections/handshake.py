"""How a connection gets in: who it is, and which match, table or queue it comes for."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Literal

from ...core.assist import Assist
from ...protocol.messages import VERSION, Hello, Welcome, encode
from ...store.sessions import hash_of
from ..matches.time_controls import CALENDAR
from ..context import Hall
from .message_reader import Wire
from ..errors import Refused
from ..tables.options import checked_assist
from .unreadable import wrong_version

if TYPE_CHECKING:
    from ..cluster.leader_requests import FarTable
    from ..cluster.node import Node
    from ..cluster.remote_match import FarMatch
    from ...store.players import Player
    from ..arena import Spectacle, Table
    from ..matches.live_match import Playing

    Watched = Spectacle | FarMatch


class State(Enum):
    """Where a connection stands."""

    NEW = "new"  # no hello yet, or one that was refused
    JOINING = "joining"  # it is being decided
    IDLE = "idle"  # listens for news, or has nothing to do any more
    WAITING = "waiting"  # for opponents, or at a table
    PLAYING = "playing"
    WATCHING = "watching"
    CLOSED = "closed"


class Entrance(ABC):
    """The first part of a session: from hello to a seat, a place in the audience, or the news."""

    def __init__(self, hall: Hall, wire: Wire, player: "Player | None") -> None:
        self.hall = hall
        self.wire = wire
        self.gone = False
        self.state = State.NEW
        self.send: Callable[[bytes], None] = wire.send  # one encoded message; replaced by what the state needs
        self._player = player  # by a browser's cookie, until a token says otherwise
        self.credential = b""  # the hash of the token or of the browser's session that it came with
        self._hello = Hello(version=VERSION)
        self._spectacle: Watched | None = None
        self._table: Table | FarTable | None = None
        self._far: tuple[FarMatch, int] | None = None  # a match of another process, and our seat in it
        self._left = 0  # matches still to be played after this one; -1: without end
        self._news = False

    @property
    def known(self) -> "Player | None":
        """Who it is, if it has said so."""
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
        """Who it is; only asked for where somebody must be known."""
        if self._player is None:
            raise Refused("unauthorised", "To play you need a token.", field="token", status=401)
        return self._player

    async def admit(self, hello: Hello) -> None:
        """Find out who it is and what it wants; raises Refused, and then another hello may come."""
        self.state = State.JOINING
        try:
            if hello.version != VERSION:
                raise wrong_version(hello.version)
            if hello.token:
                self._player = await self.hall.accounts.by_token(hello.token)
                if self._player is None:
                    raise Refused("unauthorised", "No player signs in with this token.", field="token", status=401)
                self.credential = hash_of(hello.token)
            if self.hall.cluster is not None:
                await self._look_elsewhere(self.hall.cluster, hello)
            if not self.gone:
                self._join(hello)
        except Refused:
            if not self.gone:
                self.state = State.NEW
            raise

    async def _look_elsewhere(self, cluster: "Node", hello: Hello) -> None:
        """What is asked for may be a match of another process."""
        self._far = None
        if hello.match and hello.match not in self.hall.arena.playing:
            far = await cluster.find(hello.match)
            if far is not None:
                self._far = (far, far.seat_of(self._player.id) if self._player is not None else 0)
        elif hello.game and self._player is not None:
            self._far = await cluster.seat_for(self._player, hello.game, hello.preset)

    def _join(self, hello: Hello) -> None:
        """Known or not: now it is decided what this connection is for."""
        wishes = [name for name in ("match", "table", "game") if getattr(hello, name)]
        if len(wishes) > 1:
            raise Refused("bad_message", f"Give only one of {' and '.join(wishes)}.", field=wishes[1])
        if hello.assist or hello.tries:
            checked_assist(self.player)
        name, running = "", []
        if self._player is not None or wishes not in ([], ["match"]):
            name, running = self.player.name, self.hall.arena.running_of(self.player.id)
        self._hello = hello
        self._left = hello.matches - 1
        self.wire.send(encode(Welcome(VERSION, name, running, welcome(hello, name))))
        if hello.match:
            self._come_to(hello.match)
        elif hello.table:
            self._sit_down(hello.table)
        elif hello.game:
            self._queue_up(running)
        else:
            self.state = State.IDLE
            self._news = True
            self.hall.news.subscribe(self, self._player.id if self._player else None)

    def _come_to(self, key: str) -> None:
        """Back to my seat, or into the audience."""
        arena = self.hall.arena
        playing: Playing | FarMatch | None = arena.playing.get(key)
        seat = playing.seat_of(self._player.id) if playing is not None and self._player is not None else 0
        if playing is None and self._far is not None:
            playing, seat = self._far
        if playing is not None and seat and self._hello.role != "spectator":
            self._take_seat(playing, seat, self._hello.since)
            return
        spectacle = arena.spectacle(key) or (self._far[0] if self._far is not None else None)
        if spectacle is None:
            sentence = f"No match {key[:40]!r} is running; one that is over is at /api/matches/."
            raise Refused("no_match", sentence, field="match", status=404)
        self.state = State.WATCHING
        self._spectacle = spectacle
        spectacle.watch(self, since=self._hello.since)

    def _sit_down(self, key: str) -> None:
        arena, cluster = self.hall.arena, self.hall.cluster
        if cluster is not None and not cluster.leads:
            self._table = cluster.far.sit(self, key, self._hello.choice)
            self.state = State.WAITING
            return
        table = arena.tables.get(key)
        if table is None:
            raise Refused("no_table", f"There is no table {key[:40]!r}.", field="table", status=404)
        arena.sit(table, self.player, 0, guest=self, choice=self._hello.choice)
        if self.state is State.JOINING:  # else the match has begun with us
            self.state = State.WAITING
            self._table = table

    def _queue_up(self, running: list[str]) -> None:
        """First back to a match that runs without us, then to the next opponents."""
        for key in running:
            playing = self.hall.arena.playing.get(key)
            if playing is None or playing.game.key != self._hello.game:
                continue
            if playing.clock.key == CALENDAR and self._hello.preset != playing.setup.preset:
                continue  # it lasts for weeks; who waits for others is not kept there
            place = playing.places[playing.seat_of(self.player.id)]
            taken = place.audience is not None or place.coming is not None  # by another connection of ours
            if not taken and not place.left:
                self._take_seat(playing, place.seat, self._hello.since)
                return
        if self._far is not None:
            self._take_seat(*self._far, self._hello.since)
            return
        self._wait()

    def _wait(self) -> None:
        self.state = State.JOINING
        hello = self._hello
        self.hall.matchmaker.wait(self, hello.game, hello.preset, self._left + 1, choice=hello.choice)
        if self.state is State.JOINING:
            self.state = State.WAITING

    # What the rest of a session does

    @abstractmethod
    def _take_seat(self, playing: "Playing | FarMatch", seat: int, since: int | None) -> None: ...

    @abstractmethod
    def seated(self, playing: "Playing | FarMatch", seat: int) -> None: ...

    @abstractmethod
    def released(self) -> None: ...

    @abstractmethod
    def dismissed(self, reason: Literal["over", "replaced", "moved"], *, expected: bool = False) -> None: ...

    @abstractmethod
    def end(self, code: str = "", sentence: str = "") -> None: ...


def welcome(hello: Hello, name: str) -> str:
    """For people who read along."""
    who = f"Welcome, {name}. " if name else "Welcome. "
    if hello.match:
        return f"{who}This is about the match {hello.match[:40]}."
    if hello.table:
        return f"{who}You sit down at the table {hello.table[:40]}."
    if hello.game:
        return f"{who}You wait for opponents in {hello.game[:40]}."
    return f"{who}You will hear what is new."
