"""Waiting for opponents and sitting at tables happen at the leader; here are both sides of its desk.

Whoever is connected elsewhere is a `FarGuest` at the leader. In the other processes `FarMatchmaker` stands in the place
of the matchmaker: it hands wishes on, keeps them, and hands them on again should another process become the leader.
"""

import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ..errors import Refused
from ..matchmaking.bot_rest import RestRoom
from ...store import players
from ...store.players import Player
from .leases import Leases
from .nats_connection import Post
from .remote_match import Connected, Link, Ways
from .messages import Ended, Lease, Released, Seated, Subjects, Unwait, Wait, encode

if TYPE_CHECKING:
    from ..context import Hall
    from ..matches.live_match import Playing
    from ..tables.open_tables import Table

log = logging.getLogger("roundhouse.server.cluster")


class FarGuest:
    """A connection of another process that waits here."""

    def __init__(self, desk: "Desk | None", origin: str, link: int, player: Player | None) -> None:
        self.gone = False
        self.table: Table | None = None
        self._desk = desk
        self._name = (origin, link)
        self._player = player

    @classmethod
    def like(cls, origin: str, link: int) -> "FarGuest":
        """One that is equal to the guest of this connection."""
        return cls(None, origin, link, None)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FarGuest) and other._name == self._name

    def __hash__(self) -> int:
        return hash(self._name)

    @property
    def origin(self) -> str:
        return self._name[0]

    @property
    def player(self) -> Player:
        assert self._player is not None  # noqa: S101 - only `like` has none
        return self._player

    def seated(self, playing: "Playing", seat: int) -> None:
        if self._desk is not None:
            self._desk.tell(self, Seated(self._name[1], playing.key, seat, self._desk.lease_of(playing)))

    def released(self) -> None:
        if self._desk is not None:
            self._desk.tell(self, Released(self._name[1]))

    def end(self, code: str = "", sentence: str = "") -> None:
        if self._desk is not None:
            self._desk.tell(self, Ended(self._name[1], code, sentence))


class Desk:
    """The leader's side."""

    def __init__(
        self,
        post: Post,
        subjects: Subjects,
        hall: "Hall",
        *,
        lease_of: Callable[["Playing"], Lease],
        refuse: Callable[[str, int, Refused], None],
        run: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self.lease_of = lease_of
        self._post = post
        self._subjects = subjects
        self._hall = hall
        self._refuse = refuse
        self._run = run
        self._guests: dict[tuple[str, int], FarGuest] = {}
        self._coming: set[tuple[str, int]] = set()

    def tell(self, guest: FarGuest, said: Seated | Released | Ended) -> None:
        """What a guest waited for has come. One who is seated may be seated once more, in a return match."""
        guest.gone = guest.gone or isinstance(said, Ended)
        if not isinstance(said, Seated):
            self._guests.pop(guest._name, None)
        self._post.send(self._subjects.link(guest.origin), encode(said))

    def wait(self, wait: Wait) -> None:
        self._coming.add((wait.origin, wait.link))
        self._run(self._welcome(wait))

    async def _welcome(self, wait: Wait) -> None:
        name, arena = (wait.origin, wait.link), self._hall.arena
        player = (await arena.read(lambda connection: players.by_ids(connection, [wait.player_id]))).get(wait.player_id)
        if name not in self._coming:
            return  # gone again
        self._coming.discard(name)
        if player is None:
            return
        guest = self._guests[name] = FarGuest(self, wait.origin, wait.link, player)
        try:
            if wait.table:
                guest.table = arena.tables.get(wait.table)
                if guest.table is None:
                    raise Refused("no_table", f"There is no table {wait.table!r}.", field="table", status=404)
                arena.sit(guest.table, player, 0, guest=guest, choice=wait.choice)
            else:
                self._hall.matchmaker.wait(guest, wait.game, wait.preset, wait.matches, choice=wait.choice)
        except Refused as refused:
            self._guests.pop(name, None)
            self._refuse(*name, refused)

    def unwait(self, unwait: Unwait) -> None:
        name = (unwait.origin, unwait.link)
        self._coming.discard(name)
        guest = self._guests.pop(name, None)
        if guest is not None:
            self._lose(guest)

    def parted(self, origin: str, link: int) -> None:
        """Somebody who was seated plays here no more."""
        guest = self._guests.pop((origin, link), None)
        if guest is not None:
            guest.gone = True

    def gone(self, origin: str) -> None:
        """A process is not there any more, and with it all who waited by way of it."""
        self._coming = {name for name in self._coming if name[0] != origin}
        for guest in [one for one in self._guests.values() if one.origin == origin]:
            del self._guests[guest._name]
            self._lose(guest)

    def close(self) -> None:
        """Another process leads; whoever waits is told to it by their own."""
        self._guests.clear()
        self._coming.clear()

    def _lose(self, guest: FarGuest) -> None:
        guest.gone = True
        self._hall.matchmaker.unwait(guest)
        if guest.table is not None:
            self._hall.arena.stand(guest.table, guest.player)


class FarTable(Struct, frozen=True):
    """A table of the leader at which a connection of ours waits."""

    key: str


class Wish(Struct, frozen=True):
    """What a connection of ours waits for."""

    link: Link
    wait: Wait


class FarMatchmaker:
    """In the place of the matchmaker where this process does not lead."""

    def __init__(self, ways: Ways, leases: Leases, hall: "Hall") -> None:
        self._ways = ways
        self._leases = leases
        self._hall = hall
        self._wishes: dict[Connected, Wish] = {}
        self._told = ""  # the leader that knows of them
        ways.waiting_for, ways.expected = self._granted, self._expect
        self._rest_room: RestRoom | None = None

    def wait(self, guest: Any, game: str, preset: str = "", matches: int = 1, *, choice: str = "") -> None:
        self._wish(guest, game=game, preset=preset, matches=matches, choice=choice)

    def sit(self, guest: Any, key: str, choice: str) -> FarTable:
        """Wait at a table."""
        self._wish(guest, table=key, choice=choice)
        return FarTable(key)

    def unwait(self, guest: Any) -> None:
        wish = self._wishes.pop(guest, None)
        if wish is not None:
            self._ways.unlink(wish.link)
            if self._told:
                self._ways.say(self._told, Unwait(self._ways.process, wish.link.number))

    def _wish(self, guest: Any, **wanted: Any) -> None:
        self.unwait(guest)
        link = self._ways.link(guest, "")
        wish = self._wishes[guest] = Wish(link, Wait(self._ways.process, link.number, guest.player.id, **wanted))
        if self._told:
            self._ways.say(self._told, wish.wait)

    def _expect(self, link: Link) -> None:
        """A return match begins at once; should the leader be gone before, it is waited for another one."""
        guest: Any = link.session
        game, preset, choice = guest.wish
        wait = Wait(self._ways.process, link.number, guest.player.id, game, preset, choice=choice)
        self._wishes[guest] = Wish(link, wait)

    def _granted(self, number: int) -> None:
        self._wishes = {guest: wish for guest, wish in self._wishes.items() if wish.link.number != number}

    # The leader

    def led_by(self, leader: str) -> None:
        """From now on this process is the leader; nobody at all if it has no name."""
        if leader != self._told:
            self._told = leader
            for wish in self._wishes.values() if leader else ():
                self._ways.say(leader, wish.wait)

    def hand_over(self) -> list[tuple[Any, Wait]]:
        """Those who wait, for the case that we lead now."""
        waiting = [(guest, wish.wait) for guest, wish in self._wishes.items()]
        for wish in self._wishes.values():
            self._ways.unlink(wish.link)
        self._wishes.clear()
        self._told = ""
        return waiting

    # What else others ask a matchmaker

    def expects(self, guest: Any) -> bool:
        return False  # the leader says it with the end of the match

    def over_elsewhere(self, key: str) -> None:
        """Nothing is counted here."""

    def waiting_count(self, game: str = "") -> int:
        leader = self._leases.processes.get(self._leases.leader)
        waiting = {} if leader is None else leader.waiting
        return waiting.get(game, 0) if game else sum(waiting.values())

    async def wake(self, player_id: int) -> Player | None:
        database = self._hall.arena.database
        assert database is not None  # noqa: S101 - a cluster has one
        room = self._rest_room or RestRoom(database, self._hall.settings, self._hall.news)
        self._rest_room = room
        return await room.wake(player_id)

    async def start(self) -> None:
        """Nothing begins here."""

    async def stop(self) -> None:
        """Nothing begins here."""
