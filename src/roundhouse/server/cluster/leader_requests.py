"""Queueing and sitting at tables happen at the leader; here are both sides of such a request.

At the leader a client of another process is a `RemoteQueuedClient`. Other processes have a `RemoteMatchmaker` instead
of the matchmaker: it passes requests on, keeps them, and passes them on again if the leader changes.
"""

import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ...store import players
from ...store.players import Player
from ..errors import Refused
from ..matchmaking.bot_rest import BotRest
from .leases import Leases
from .messages import Ended, Lease, Released, Seated, Subjects, Unwait, Wait, encode
from .nats_connection import NatsConnection
from .remote_match import Connected, RemoteLink, RemoteMatches

if TYPE_CHECKING:
    from ..context import ServerContext
    from ..matches.live_match import LiveMatch
    from ..tables.open_tables import Table

log = logging.getLogger("roundhouse.server.cluster")


class RemoteQueuedClient:
    """A client of another process in the queue or at a table here."""

    def __init__(self, leader_requests: "LeaderRequests | None", origin: str, link: int, player: Player | None) -> None:
        self.gone = False
        self.table: Table | None = None
        self._leader_requests = leader_requests
        self._name = (origin, link)
        self._player = player

    @classmethod
    def like(cls, origin: str, link: int) -> "RemoteQueuedClient":
        """An equal object, to look a client up by."""
        return cls(None, origin, link, None)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RemoteQueuedClient) and other._name == self._name

    def __hash__(self) -> int:
        return hash(self._name)

    @property
    def origin(self) -> str:
        return self._name[0]

    @property
    def player(self) -> Player:
        assert self._player is not None  # noqa: S101 - only `like` has none
        return self._player

    def seated(self, live: "LiveMatch", seat: int) -> None:
        if self._leader_requests is not None:
            self._leader_requests.tell(
                self, Seated(self._name[1], live.key, seat, self._leader_requests.lease_of(live))
            )

    def released(self) -> None:
        if self._leader_requests is not None:
            self._leader_requests.tell(self, Released(self._name[1]))

    def end(self, code: str = "", sentence: str = "") -> None:
        if self._leader_requests is not None:
            self._leader_requests.tell(self, Ended(self._name[1], code, sentence))


class LeaderRequests:
    """The leader's side."""

    def __init__(
        self,
        nats: NatsConnection,
        subjects: Subjects,
        context: "ServerContext",
        *,
        lease_of: Callable[["LiveMatch"], Lease],
        refuse: Callable[[str, int, Refused], None],
        run: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self.lease_of = lease_of
        self._nats = nats
        self._subjects = subjects
        self._context = context
        self._refuse = refuse
        self._run = run
        self._clients: dict[tuple[str, int], RemoteQueuedClient] = {}
        self._coming: set[tuple[str, int]] = set()

    def tell(self, client: RemoteQueuedClient, said: Seated | Released | Ended) -> None:
        """Pass the outcome on to the client. It may be seated again later, in a return match."""
        client.gone = client.gone or isinstance(said, Ended)
        if not isinstance(said, Seated):
            self._clients.pop(client._name, None)
        self._nats.send(self._subjects.link(client.origin), encode(said))

    def wait(self, wait: Wait) -> None:
        self._coming.add((wait.origin, wait.link))
        self._run(self._welcome(wait))

    async def _welcome(self, wait: Wait) -> None:
        name, arena = (wait.origin, wait.link), self._context.arena
        player = (await arena.store.read(lambda connection: players.by_ids(connection, [wait.player_id]))).get(
            wait.player_id
        )
        if name not in self._coming:
            return  # it has left in the meantime
        self._coming.discard(name)
        if player is None:
            return
        client = self._clients[name] = RemoteQueuedClient(self, wait.origin, wait.link, player)
        try:
            if wait.table:
                client.table = arena.tables.by_key.get(wait.table)
                if client.table is None:
                    raise Refused("no_table", f"There is no table {wait.table!r}.", field="table", status=404)
                arena.seating.sit(client.table, player, 0, client=client, choice=wait.choice)
            else:
                self._context.matchmaker.wait(client, wait.game, wait.preset, wait.matches, choice=wait.choice)
        except Refused as refused:
            self._clients.pop(name, None)
            self._refuse(*name, refused)

    def unwait(self, unwait: Unwait) -> None:
        name = (unwait.origin, unwait.link)
        self._coming.discard(name)
        client = self._clients.pop(name, None)
        if client is not None:
            self._lose(client)

    def parted(self, origin: str, link: int) -> None:
        """A seated client does not play here any more."""
        client = self._clients.pop((origin, link), None)
        if client is not None:
            client.gone = True

    def gone(self, origin: str) -> None:
        """A process is gone, and with it all its clients."""
        self._coming = {name for name in self._coming if name[0] != origin}
        for client in [one for one in self._clients.values() if one.origin == origin]:
            del self._clients[client._name]
            self._lose(client)

    def close(self) -> None:
        """Forget all clients, because another process leads; their own processes pass them on to it."""
        self._clients.clear()
        self._coming.clear()

    def _lose(self, client: RemoteQueuedClient) -> None:
        client.gone = True
        self._context.matchmaker.unwait(client)
        if client.table is not None:
            self._context.arena.seating.stand(client.table, client.player)


class RemoteTable(Struct, frozen=True):
    """A table at the leader at which a connection of this process waits."""

    key: str


class QueueRequest(Struct, frozen=True):
    """What a connection of this process waits for."""

    link: RemoteLink
    wait: Wait


class RemoteMatchmaker:
    """Replaces the matchmaker in processes that do not lead."""

    def __init__(self, remote_matches: RemoteMatches, leases: Leases, context: "ServerContext") -> None:
        self._remote_matches = remote_matches
        self._leases = leases
        self._context = context
        self._requests: dict[Connected, QueueRequest] = {}
        self._told = ""  # the leader that got these requests
        remote_matches.waiting_for, remote_matches.expected = self._granted, self._expect
        self._bot_rest: BotRest | None = None

    def wait(self, client: Any, game: str, preset: str = "", matches: int = 1, *, choice: str = "") -> None:
        self._request(client, game=game, preset=preset, matches=matches, choice=choice)

    def sit(self, client: Any, key: str, choice: str) -> RemoteTable:
        """Wait at a table."""
        self._request(client, table=key, choice=choice)
        return RemoteTable(key)

    def unwait(self, client: Any) -> None:
        request = self._requests.pop(client, None)
        if request is not None:
            self._remote_matches.unlink(request.link)
            if self._told:
                self._remote_matches.say(self._told, Unwait(self._remote_matches.process, request.link.number))

    def _request(self, client: Any, **wanted: Any) -> None:
        self.unwait(client)
        link = self._remote_matches.link(client, "")
        request = self._requests[client] = QueueRequest(
            link, Wait(self._remote_matches.process, link.number, client.player.id, **wanted)
        )
        if self._told:
            self._remote_matches.say(self._told, request.wait)

    def _expect(self, link: RemoteLink) -> None:
        """A return match starts at once; if the leader is lost before, queue for another match."""
        client: Any = link.session
        game, preset, choice = client.wish
        wait = Wait(self._remote_matches.process, link.number, client.player.id, game, preset, choice=choice)
        self._requests[client] = QueueRequest(link, wait)

    def _granted(self, number: int) -> None:
        kept = {client: one for client, one in self._requests.items() if one.link.number != number}
        self._requests = kept

    # The leader

    def led_by(self, leader: str) -> None:
        """Set the leading process; "" if there is none."""
        if leader != self._told:
            self._told = leader
            for request in self._requests.values() if leader else ():
                self._remote_matches.say(leader, request.wait)

    def hand_over(self) -> list[tuple[Any, Wait]]:
        """The waiting clients, for this process leads now."""
        waiting = [(client, request.wait) for client, request in self._requests.items()]
        for request in self._requests.values():
            self._remote_matches.unlink(request.link)
        self._requests.clear()
        self._told = ""
        return waiting

    # The rest of a matchmaker's interface

    def expects(self, client: Any) -> bool:
        return False  # the leader says so at the end of the match

    def over_elsewhere(self, key: str) -> None:
        """Nothing is counted here."""

    def waiting_count(self, game: str = "") -> int:
        leader = self._leases.processes.get(self._leases.leader)
        waiting = {} if leader is None else leader.waiting
        return waiting.get(game, 0) if game else sum(waiting.values())

    async def wake(self, player_id: int) -> Player | None:
        database = self._context.arena.store.database
        assert database is not None  # noqa: S101 - a cluster has one
        bot_rest = self._bot_rest or BotRest(database, self._context.settings, self._context.news)
        self._bot_rest = bot_rest
        return await bot_rest.wake(player_id)

    async def start(self) -> None:
        """Nothing begins here."""

    async def stop(self) -> None:
        """Nothing begins here."""
