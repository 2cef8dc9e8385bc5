"""Serves matches of this process to players and spectators who are connected to another one."""

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from ...protocol import messages
from ..errors import Refused
from .messages import (
    Answered,
    Dismissed,
    FirstMessages,
    Free,
    Glance,
    GlanceAnswer,
    Join,
    Part,
    People,
    RemoteAct,
    RemoteAsk,
    RemoteRefusal,
    RemoteSay,
    Resign,
    SeatMessage,
    SpectatorMessage,
    Subjects,
    ToProcess,
    Watch,
    Watched,
    encode,
    pack,
)
from .nats_connection import NatsConnection

if TYPE_CHECKING:
    from ..arena import Arena
    from ..context import ServerContext
    from ..matches.live_match import LiveMatch
    from ..matches.watchable import Watchable

log = logging.getLogger("roundhouse.server.cluster")

_act_of = msgspec.json.Decoder(messages.Act).decode
_ask_of = msgspec.json.Decoder(messages.Ask).decode


class RemoteSeat:
    """A player of a match here who is connected to another process."""

    def __init__(self, hosting: "Hosting", live: "LiveMatch", join: Join) -> None:
        self.live = live
        self.seat = join.seat
        self.origin = join.origin
        self.link = join.link
        self._hosting = hosting
        self._subject = hosting.subjects.seat(join.key, join.seat, join.origin)
        self._number = 0

    def send(self, message: bytes) -> None:
        self._number += 1
        self._hosting.nats.send(self._subject, encode(SeatMessage(self.link, self._number, pack(message))))

    def answer(self, reply: Any) -> None:
        """Send the answer to an act, in order with the other messages to the seat."""
        self._number += 1
        self._hosting.nats.send(self._subject, encode(Answered(self.link, self._number, pack(messages.encode(reply)))))

    def dismissed(self, reason: Literal["over", "replaced", "moved"]) -> None:
        expected = self._hosting.expects(self.origin, self.link)
        self._hosting.nats.send(self._subject, encode(Dismissed(self.link, reason, expected)))
        self._hosting.forget(self)
        if not expected:
            self._hosting.parted(self.origin, self.link)


class RemoteSpectators:
    """All spectators of a match who are connected to other processes; messages to them are published once."""

    def __init__(self, hosting: "Hosting", key: str, watchable: "Watchable") -> None:
        self.key = key
        self.watchable = watchable
        self.number = 0
        self.origins: dict[str, int] = {}  # how many are connected to each process
        self._hosting = hosting
        self._subject = hosting.subjects.watch(key)

    @property
    def people(self) -> int:
        """How many spectators these are."""
        return sum(self.origins.values())

    def send(self, message: bytes) -> None:
        self.number += 1
        self._hosting.nats.send(self._subject, encode(SpectatorMessage(self.number, pack(message))))

    def dismissed(self, reason: Literal["over", "replaced", "moved"]) -> None:
        word: Literal["over", "moved"] = "moved" if reason == "moved" else "over"
        self._hosting.nats.send(self._subject, encode(SpectatorMessage(self.number + 1, b"", word)))
        self._hosting.spectators.pop(self.key, None)


class Newcomer:
    """Collects the first messages of a new spectator, and sends them with the number of the newest message to all."""

    people = 0

    def __init__(self, hosting: "Hosting", spectators: RemoteSpectators, watch: Watch) -> None:
        self._hosting = hosting
        self._spectators = spectators
        self._watch = watch
        self._messages: list[bytes] = []

    def send(self, message: bytes) -> None:
        if not self._messages:
            asyncio.get_running_loop().call_soon(self._hand_over)
        self._messages.append(message)

    def dismissed(self, reason: Literal["over", "replaced", "moved"]) -> None:
        """Nothing: `RemoteSpectators` is dismissed as well."""

    def _hand_over(self) -> None:
        self._spectators.watchable.part(self)
        watch = self._watch
        messages = self._messages[1:] if watch.fresh else self._messages  # it has `start` already
        shown = FirstMessages(watch.link, watch.key, self._spectators.number, [pack(message) for message in messages])
        self._hosting.nats.send(self._hosting.subjects.link(watch.origin), encode(shown))


class Hosting:
    def __init__(self, nats: NatsConnection, subjects: Subjects, context: "ServerContext") -> None:
        self.nats = nats
        self.subjects = subjects
        self.spectators: dict[str, RemoteSpectators] = {}
        self.parted: Callable[[str, int], None] = lambda origin, link: None  # a connection plays here no more
        self._context = context
        self._seats: dict[tuple[str, int], RemoteSeat] = {}

    @property
    def arena(self) -> "Arena":
        return self._context.arena

    @property
    def count(self) -> int:
        return len(self._seats)

    def expects(self, origin: str, link: int) -> bool:
        """Whether a return match follows for a connection of another process."""
        from .leader_requests import RemoteQueuedClient  # which knows this module

        return self._context.matchmaker.expects(RemoteQueuedClient.like(origin, link))

    def forget(self, seat: RemoteSeat) -> None:
        self._seats.pop((seat.origin, seat.link), None)

    def refuse(self, origin: str, link: int, refused: Refused) -> None:
        problem = refused.problem
        refusal = RemoteRefusal(link, problem.code, problem.sentence, problem.field, refused.status)
        self.nats.send(self.subjects.link(origin), encode(refusal))

    # Messages from other processes

    def take(self, said: ToProcess) -> None:
        if isinstance(said, Join):
            self._join(said)
        elif isinstance(said, Watch):
            self._watch(said)
        elif isinstance(said, People):
            self._people(said)
        elif isinstance(said, RemoteSay):
            self._say(said)
        elif isinstance(said, RemoteAct | RemoteAsk | Resign | Watched | Part):
            seat = self._seats.get((said.origin, said.link))
            if seat is not None:
                self._seat(seat, said)

    def _seat(self, seat: RemoteSeat, said: RemoteAct | RemoteAsk | Resign | Watched | Part) -> None:
        if isinstance(said, RemoteAct):
            seat.live.act(seat.seat, _act_of(said.body), seat.answer)
        elif isinstance(said, RemoteAsk):
            seat.live.ask(seat.seat, _ask_of(said.body), seat.answer)
        elif isinstance(said, Resign):
            seat.live.resign(seat.seat)
        elif isinstance(said, Watched):
            seat.live.seen(seat.seat, said.step)
        else:
            self.forget(seat)
            self.parted(said.origin, said.link)
            seat.live.part(seat)

    def _join(self, join: Join) -> None:
        live = self.arena.matches.running.get(join.key)
        if live is None or not 1 <= join.seat <= len(live.player_ids):
            dismissed = Dismissed(join.link, "moved")
            self.nats.send(self.subjects.link(join.origin), encode(dismissed))
            return
        seat = self._seats[join.origin, join.link] = RemoteSeat(self, live, join)
        live.join(join.seat, seat, follow=join.follow, since=join.since)

    def _watch(self, watch: Watch) -> None:
        watchable = self.arena.matches.watchable(watch.key)
        if watchable is None:
            self.nats.send(self.subjects.watch(watch.key), encode(SpectatorMessage(1, b"", "moved")))
            return
        spectators = self.spectators.get(watch.key)
        if spectators is None:
            spectators = self.spectators[watch.key] = RemoteSpectators(self, watch.key, watchable)
            watchable.watch(spectators)
        spectators.origins.setdefault(watch.origin, 1)
        watchable.watch(Newcomer(self, spectators, watch), since=watch.since)

    def _people(self, people: People) -> None:
        spectators = self.spectators.get(people.key)
        if spectators is None:
            return
        spectators.origins[people.origin] = people.people
        if not people.people:
            del spectators.origins[people.origin]
        if not spectators.origins:
            del self.spectators[people.key]
            spectators.watchable.part(spectators)

    def _say(self, said: RemoteSay) -> None:
        watchable = self.arena.matches.watchable(said.key)
        try:
            if watchable is not None:
                watchable.say(said.seat, said.name, said.text)
        except Refused as refused:
            self.refuse(said.origin, said.link, refused)

    # Lost processes

    def gone(self, origin: str) -> None:
        """A process is gone. Its players are not at fault, so clocks wait for them."""
        for seat in [one for one in self._seats.values() if one.origin == origin]:
            self._lose(seat)
        for spectators in list(self.spectators.values()):
            if origin in spectators.origins:
                self._people(People(origin, spectators.key, 0))

    def cut(self) -> None:
        """NATS is lost: clients of other processes cannot be reached."""
        for seat in list(self._seats.values()):
            self._lose(seat)
        for spectators in list(self.spectators.values()):
            spectators.watchable.part(spectators)
        self.spectators.clear()

    def _lose(self, seat: RemoteSeat) -> None:
        self.forget(seat)
        seat.live.part(seat)
        if seat.live.match.result is None:
            seat.live.absent(seat.seat, self._context.settings.outage_grace_ms)

    # Requests

    def glance(self, glance: Glance) -> dict[str, GlanceAnswer]:
        found = {}
        for key in glance.keys:
            watchable = self.arena.matches.watchable(key)
            if watchable is None:
                continue
            live = self.arena.matches.running.get(key)
            host = -1
            if live is not None and live.host_id != live.terms.host_id:
                host = live.seat_of(live.host_id)
            view = messages.encode(watchable.view) if glance.view else b"null"
            found[key] = GlanceAnswer(watchable.round, watchable.watching, host, view)
        return found

    def free(self, free: Free) -> int:
        """The seat that a player may resume, or 0."""
        live = self.arena.matches.running.get(free.key)
        if live is None:
            return 0
        seat_state = live.seat_states[live.seat_of(free.player_id)]
        taken = seat_state.subscriber is not None or seat_state.coming is not None
        return 0 if taken or seat_state.left else seat_state.seat
