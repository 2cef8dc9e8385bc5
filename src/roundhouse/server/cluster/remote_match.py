"""Connections of this process to matches of another one. To a session they look like local matches."""

import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec
from nats.aio.msg import Msg

from ...protocol import messages
from ..errors import Refused
from .leases import Leases
from .messages import (
    Answered,
    Dismissed,
    Ended,
    FirstMessages,
    Join,
    Lease,
    Part,
    People,
    Released,
    RemoteAct,
    RemoteAsk,
    RemoteRefusal,
    RemoteSay,
    Resign,
    Seated,
    SeatMessage,
    SpectatorMessage,
    Subjects,
    ToLink,
    ToProcess,
    Watch,
    Watched,
    decode_spectator_message,
    decode_to_link,
    encode,
    unpack,
)
from .nats_connection import NatsConnection

if TYPE_CHECKING:
    from ..matches.broadcast import Subscriber

log = logging.getLogger("roundhouse.server.cluster")

ANSWER_S = 10.0  # an act without an answer by then has failed
MOVED = ("moved", "The match goes on in another process; come back with hello, `match` and `since`.")

Answer = Callable[[Any], None]
_answer_of = msgspec.json.Decoder(messages.Verdicts | messages.Forecast | messages.Error).decode


class Connected(Protocol):
    """What this module needs of a session."""

    gone: bool

    def send(self, message: bytes) -> None: ...

    def dismissed(self, reason: Literal["over", "replaced", "moved"], *, expected: bool = False) -> None: ...

    def refuse(self, refused: Refused, seq: int | None = None) -> None: ...

    def seated(self, live: Any, seat: int) -> None: ...

    def released(self) -> None: ...

    def end(self, code: str = "", sentence: str = "") -> None: ...

    def turned_away(self, refused: Refused) -> None: ...


class RemoteLink:
    """One connection, and the process and match it is linked to."""

    def __init__(self, number: int, session: Connected, process: str) -> None:
        self.number = number
        self.session = session
        self.process = process
        self.heard = 0  # messages received so far
        self.answers: list[tuple[float, Answer]] = []  # unanswered acts, with the time they were sent


class RemoteMatches:
    """All links of this process."""

    def __init__(self, nats: NatsConnection, subjects: Subjects, leases: Leases) -> None:
        self.process = leases.process
        self.waiting_for: Callable[[int], None] = lambda link: None  # called when a waiting link is served
        self.expected: Callable[[RemoteLink], None] = lambda link: None  # called when a link waits for a return match
        self._nats = nats
        self._subjects = subjects
        self._leases = leases
        self._links: dict[int, RemoteLink] = {}
        self._remote_watches: dict[str, RemoteWatch] = {}
        self._numbers = 0

    def open(self) -> None:
        self._nats.follow(self._subjects.seats(self.process), self._heard)
        self._nats.follow(self._subjects.link(self.process), self._heard)

    def match(self, key: str, lease: Lease) -> "RemoteMatch":
        return RemoteMatch(self, key, lease)

    @property
    def count(self) -> int:
        return len(self._links) + sum(remote_watch.watching for remote_watch in self._remote_watches.values())

    # Links

    def link(self, session: Connected, process: str, number: int = 0) -> RemoteLink:
        """A new link; with `number` it continues an earlier one."""
        if not number:
            number = self._numbers = self._numbers + 1
        made = self._links[number] = RemoteLink(number, session, process)
        return made

    def unlink(self, link: RemoteLink) -> None:
        self._links.pop(link.number, None)

    def say(self, process: str, message: ToProcess) -> None:
        self._nats.send(self._subjects.process(process), encode(message))

    def remote_watch(self, key: str, lease: Lease) -> "RemoteWatch":
        remote_watch = self._remote_watches.get(key)
        if remote_watch is None or remote_watch.process != lease.process:
            if remote_watch is not None:
                remote_watch.close("moved")
            remote_watch = self._remote_watches[key] = RemoteWatch(self, key, lease.process)
            self._nats.follow(self._subjects.watch(key), remote_watch.heard)
        return remote_watch

    def unwatch(self, remote_watch: "RemoteWatch") -> None:
        if self._remote_watches.get(remote_watch.key) is remote_watch:
            del self._remote_watches[remote_watch.key]
            self._nats.unfollow(self._subjects.watch(remote_watch.key))

    # Lost processes and connections

    def gone(self, process: str) -> None:
        """A process is gone: connections to its matches reconnect when those are taken over."""
        for link in list(self._links.values()):
            if link.process == process:
                self._send_back(link, "the process is gone")
        for remote_watch in list(self._remote_watches.values()):
            if remote_watch.process == process:
                remote_watch.close("moved")

    def moved(self, key: str, process: str) -> None:
        """A match has moved to another process."""
        remote_watch = self._remote_watches.get(key)
        if remote_watch is not None and remote_watch.process != process:
            remote_watch.close("moved")

    def cut(self) -> None:
        """NATS was lost: messages may be missing, so all links end."""
        for link in list(self._links.values()):
            if link.process:
                self._send_back(link, "NATS is away")
        for remote_watch in list(self._remote_watches.values()):
            remote_watch.close("moved")

    def overdue(self) -> None:
        """End links with an overdue answer."""
        late = time.monotonic() - ANSWER_S
        for link in list(self._links.values()):
            if link.answers and link.answers[0][0] < late:
                self._send_back(link, "an answer does not come")

    def _send_back(self, link: RemoteLink, why: str) -> None:
        log.info("a connection to %s ends: %s", link.process, why)
        self.unlink(link)
        if not link.session.gone:
            link.session.dismissed("moved")

    # Messages from other processes

    async def _heard(self, message: Msg) -> None:
        try:
            said = decode_to_link(message.data)
            link = self._links.get(said.link)
            if isinstance(said, FirstMessages):
                remote_watch = self._remote_watches.get(said.key)
                if remote_watch is not None:
                    remote_watch.shown(said)
            elif link is not None and not link.session.gone:
                self._take(link, said)
        except Exception:
            log.exception("a mistake at a message of another process")

    def _take(self, link: RemoteLink, said: ToLink) -> None:
        session = link.session
        if isinstance(said, SeatMessage | Answered):
            link.heard += 1
            if said.number != link.heard:
                self._send_back(link, "something was lost on the way")
            elif isinstance(said, SeatMessage):
                session.send(unpack(said.body))
            elif link.answers:
                link.answers.pop(0)[1](_answer_of(unpack(said.body)))
        elif isinstance(said, Dismissed) and said.expected:
            link.process, link.heard = "", 0  # the same client is seated again
            self.expected(link)
            session.dismissed(said.reason, expected=True)
        elif isinstance(said, Dismissed):
            self.unlink(link)
            session.dismissed(said.reason)
        elif isinstance(said, RemoteRefusal):
            refused = Refused(said.code, said.sentence, field=said.field, status=said.status)
            if link.process:
                session.refuse(refused)
            else:
                self.waiting_for(link.number)
                self.unlink(link)
                session.turned_away(refused)
        else:
            self.waiting_for(link.number)
            self.unlink(link)
            if isinstance(said, Seated):
                session.seated(RemoteMatch(self, said.key, said.lease, link.number), said.seat)
            elif isinstance(said, Released):
                session.released()
            elif isinstance(said, Ended):
                session.end(said.code, said.sentence)


class RemoteMatch:
    """A match of another process, for one connection: a seat of it, or a spectator."""

    def __init__(self, remote_matches: RemoteMatches, key: str, lease: Lease, number: int = 0) -> None:
        self.key = key
        self.lease = lease
        self.requests = lease.requests
        self._number = number  # of the link that waited for it
        self._remote_matches = remote_matches
        self._link: RemoteLink | None = None
        self._seat = 0

    def seat_of(self, player_id: int) -> int:
        return self.lease.players.index(player_id) + 1 if player_id in self.lease.players else 0

    # A seat

    def join(self, seat: int, subscriber: Any, *, follow: bool = False, since: int | None = None) -> None:
        self._seat = seat
        self._link = self._remote_matches.link(subscriber, self.lease.process, self._number)
        join = Join(self._remote_matches.process, self._link.number, self.key, seat, follow, since)
        self._remote_matches.say(self.lease.process, join)

    def debug(self, seat: int, debugged: bool) -> bool:
        """Not supported: only the process that plays the match could stop its clocks."""
        return not debugged

    def act(self, seat: int, message: messages.Act, answer: Answer) -> None:
        self._pass_on(RemoteAct, message, answer)

    def ask(self, seat: int, message: messages.Ask, answer: Answer) -> None:
        self._pass_on(RemoteAsk, message, answer)

    def _pass_on(
        self, kind: type[RemoteAct] | type[RemoteAsk], message: messages.Act | messages.Ask, answer: Answer
    ) -> None:
        link = self._link
        if link is not None:
            link.answers.append((time.monotonic(), answer))
            self._remote_matches.say(
                link.process, kind(self._remote_matches.process, link.number, messages.encode(message))
            )

    def resign(self, seat: int) -> None:
        if self._link is not None:
            self._remote_matches.say(self._link.process, Resign(self._remote_matches.process, self._link.number))

    def seen(self, seat: int, step: int) -> None:
        if self._link is not None:
            self._remote_matches.say(self._link.process, Watched(self._remote_matches.process, self._link.number, step))

    # Both

    def say(self, seat: int, name: str, text: str) -> None:
        number = self._link.number if self._link is not None else 0
        self._remote_matches.say(
            self.lease.process, RemoteSay(self._remote_matches.process, number, self.key, seat, name, text)
        )

    def part(self, subscriber: "Subscriber") -> None:
        link, self._link = self._link, None
        if link is not None:
            self._remote_matches.unlink(link)
            self._remote_matches.say(link.process, Part(self._remote_matches.process, link.number))
        else:
            self._remote_matches.remote_watch(self.key, self.lease).part(subscriber)

    # A spectator

    def watch(self, subscriber: "Subscriber", *, since: int | None = None) -> None:
        self._remote_matches.remote_watch(self.key, self.lease).watch(subscriber, since=since)

    def fresh(self, subscriber: "Subscriber") -> None:
        self._remote_matches.remote_watch(self.key, self.lease).fresh(subscriber)


class RemoteWatch:
    """All spectators of one match at this process. They share one subscription; a newcomer gets its first messages from
    the match itself, and joins the others at the right message."""

    def __init__(self, remote_matches: RemoteMatches, key: str, process: str) -> None:
        self.key = key
        self.process = process
        self._remote_matches = remote_matches
        self._members: dict[Any, None] = {}
        # by link: spectators who wait for their first messages, with the messages to all that came in the meantime
        self._coming: dict[int, tuple[Any, list[SpectatorMessage]]] = {}
        self._number = -1
        self._numbers = 0
        self._closed = False

    @property
    def watching(self) -> int:
        return len(self._members) + len(self._coming)

    def watch(self, subscriber: Any, *, since: int | None = None, fresh: bool = False) -> None:
        self._numbers += 1
        self._coming[self._numbers] = (subscriber, [])
        self._remote_matches.say(
            self.process, Watch(self._remote_matches.process, self._numbers, self.key, since, fresh)
        )
        self._count()

    def fresh(self, subscriber: Any) -> None:
        self._members.pop(subscriber, None)
        self.watch(subscriber, fresh=True)

    def part(self, subscriber: Any) -> None:
        self._members.pop(subscriber, None)
        self._coming = {link: one for link, one in self._coming.items() if one[0] is not subscriber}
        self._count()
        if not self.watching:
            self._closed = True
            self._remote_matches.unwatch(self)

    def _count(self) -> None:
        self._remote_matches.say(self.process, People(self._remote_matches.process, self.key, self.watching))

    def shown(self, said: FirstMessages) -> None:
        if said.link not in self._coming:
            return
        subscriber, meanwhile = self._coming.pop(said.link)
        self._members[subscriber] = None
        for message in said.messages:
            subscriber.send(unpack(message))
        for shout in meanwhile:
            if shout.number > said.number:
                subscriber.send(unpack(shout.body))

    async def heard(self, message: Msg) -> None:
        try:
            shout = decode_spectator_message(message.data)
            if self._closed:
                return
            if shout.reason:
                self.close(shout.reason)
            elif self._number >= 0 and shout.number != self._number + 1:
                self.close("moved")  # a message is missing
            else:
                self._number, body = shout.number, unpack(shout.body)
                for subscriber in tuple(self._members):
                    subscriber.send(body)
                for _, meanwhile in self._coming.values():
                    meanwhile.append(shout)
        except Exception:
            log.exception("a mistake at a message to spectators")

    def close(self, reason: Literal["over", "moved"]) -> None:
        self._closed = True
        self._remote_matches.unwatch(self)
        there = [*self._members, *(subscriber for subscriber, _ in self._coming.values())]
        self._members.clear()
        self._coming.clear()
        for subscriber in there:
            if not subscriber.gone:
                subscriber.dismissed(reason)
