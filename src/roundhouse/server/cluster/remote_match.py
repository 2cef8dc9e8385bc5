"""Connections of this process to matches that live in another one. To a session they look like any other match."""

import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec
from nats.aio.msg import Msg

from ...protocol import messages as say
from ..errors import Refused
from .leases import Leases
from .nats_connection import Post
from .messages import Act, Answered, Ask, Dismissed, Ended, Join, Lease, Part, People, Refusal, Released, Resign, Say, Seated, Shout, Shown, Subjects, Told, ToLink, ToProcess, Watch, Watched, decode_shout, decode_to_link, encode, unpack

if TYPE_CHECKING:
    from ..matches.broadcast import Audience

log = logging.getLogger("roundhouse.server.cluster")

ANSWER_S = 10.0  # an act that is not answered by then is not going to be
MOVED = ("moved", "The match goes on in another process; come back with hello, `match` and `since`.")

Answer = Callable[[Any], None]
_answer_of = msgspec.json.Decoder(say.Verdicts | say.Forecast | say.Error).decode


class Connected(Protocol):
    """A session as this module sees it."""

    gone: bool

    def send(self, message: bytes) -> None: ...

    def dismissed(self, reason: Literal["over", "replaced", "moved"], *, expected: bool = False) -> None: ...

    def refuse(self, refused: Refused, seq: int | None = None) -> None: ...

    def seated(self, playing: Any, seat: int) -> None: ...

    def released(self) -> None: ...

    def end(self, code: str = "", sentence: str = "") -> None: ...

    def turned_away(self, refused: Refused) -> None: ...


class Link:
    """One connection and where it leads."""

    def __init__(self, number: int, session: Connected, process: str) -> None:
        self.number = number
        self.session = session
        self.process = process
        self.heard = 0  # messages so far
        self.answers: list[tuple[float, Answer]] = []  # acts on their way, with the time they left


class Ways:
    """All links of this process."""

    def __init__(self, post: Post, subjects: Subjects, leases: Leases) -> None:
        self.process = leases.process
        self.waiting_for: Callable[[int], None] = lambda link: None  # a link that waited has got what it waited for
        self.expected: Callable[[Link], None] = lambda link: None  # a link waits for a return match
        self._post = post
        self._subjects = subjects
        self._leases = leases
        self._links: dict[int, Link] = {}
        self._stages: dict[str, FarStage] = {}
        self._numbers = 0

    def open(self) -> None:
        self._post.follow(self._subjects.seats(self.process), self._heard)
        self._post.follow(self._subjects.link(self.process), self._heard)

    def match(self, key: str, lease: Lease) -> "FarMatch":
        return FarMatch(self, key, lease)

    @property
    def count(self) -> int:
        return len(self._links) + sum(stage.watching for stage in self._stages.values())

    # Links

    def link(self, session: Connected, process: str, number: int = 0) -> Link:
        """A new link; with a `number`, one that goes on where another has ended."""
        if not number:
            number = self._numbers = self._numbers + 1
        made = self._links[number] = Link(number, session, process)
        return made

    def unlink(self, link: Link) -> None:
        self._links.pop(link.number, None)

    def say(self, process: str, message: ToProcess) -> None:
        self._post.send(self._subjects.process(process), encode(message))

    def stage(self, key: str, lease: Lease) -> "FarStage":
        stage = self._stages.get(key)
        if stage is None or stage.process != lease.process:
            if stage is not None:
                stage.close("moved")
            stage = self._stages[key] = FarStage(self, key, lease.process)
            self._post.follow(self._subjects.watch(key), stage.heard)
        return stage

    def unstage(self, stage: "FarStage") -> None:
        if self._stages.get(stage.key) is stage:
            del self._stages[stage.key]
            self._post.unfollow(self._subjects.watch(stage.key))

    # What becomes of processes and of the connection to NATS

    def gone(self, process: str) -> None:
        """A process is not there any more: whoever was connected to a match of it comes back to its new place."""
        for link in list(self._links.values()):
            if link.process == process:
                self._send_back(link, "the process is gone")
        for stage in list(self._stages.values()):
            if stage.process == process:
                stage.close("moved")

    def moved(self, key: str, process: str) -> None:
        """A match lives in another process now."""
        stage = self._stages.get(key)
        if stage is not None and stage.process != process:
            stage.close("moved")

    def cut(self) -> None:
        """Nobody knows what was lost on the way."""
        for link in list(self._links.values()):
            if link.process:
                self._send_back(link, "NATS is away")
        for stage in list(self._stages.values()):
            stage.close("moved")

    def overdue(self) -> None:
        """End links on which an answer does not come."""
        late = time.monotonic() - ANSWER_S
        for link in list(self._links.values()):
            if link.answers and link.answers[0][0] < late:
                self._send_back(link, "an answer does not come")

    def _send_back(self, link: Link, why: str) -> None:
        log.info("a connection to %s ends: %s", link.process, why)
        self.unlink(link)
        if not link.session.gone:
            link.session.dismissed("moved")

    # What is heard

    async def _heard(self, message: Msg) -> None:
        try:
            said = decode_to_link(message.data)
            link = self._links.get(said.link)
            if isinstance(said, Shown):
                stage = self._stages.get(said.key)
                if stage is not None:
                    stage.shown(said)
            elif link is not None and not link.session.gone:
                self._take(link, said)
        except Exception:
            log.exception("a mistake at a message of another process")

    def _take(self, link: Link, said: ToLink) -> None:
        session = link.session
        if isinstance(said, Told | Answered):
            link.heard += 1
            if said.number != link.heard:
                self._send_back(link, "something was lost on the way")
            elif isinstance(said, Told):
                session.send(unpack(said.body))
            elif link.answers:
                link.answers.pop(0)[1](_answer_of(unpack(said.body)))
        elif isinstance(said, Dismissed) and said.expected:
            link.process, link.heard = "", 0  # it is the same guest who is seated again
            self.expected(link)
            session.dismissed(said.reason, expected=True)
        elif isinstance(said, Dismissed):
            self.unlink(link)
            session.dismissed(said.reason)
        elif isinstance(said, Refusal):
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
                session.seated(FarMatch(self, said.key, said.lease, link.number), said.seat)
            elif isinstance(said, Released):
                session.released()
            elif isinstance(said, Ended):
                session.end(said.code, said.sentence)


class FarMatch:
    """A match of another process, for one connection: a seat of it, or a spectator."""

    def __init__(self, ways: Ways, key: str, lease: Lease, number: int = 0) -> None:
        self.key = key
        self.lease = lease
        self.requests = lease.requests
        self._number = number  # of the link with which it was waited for
        self._ways = ways
        self._link: Link | None = None
        self._seat = 0

    def seat_of(self, player_id: int) -> int:
        return self.lease.players.index(player_id) + 1 if player_id in self.lease.players else 0

    # A seat

    def join(self, seat: int, audience: Any, *, follow: bool = False, since: int | None = None) -> None:
        self._seat = seat
        self._link = self._ways.link(audience, self.lease.process, self._number)
        join = Join(self._ways.process, self._link.number, self.key, seat, follow, since)
        self._ways.say(self.lease.process, join)

    def debug(self, seat: int, debugged: bool) -> bool:
        """Only the process that plays a match can let its clocks stand still for a debugger."""
        return not debugged

    def act(self, seat: int, message: say.Act, answer: Answer) -> None:
        self._pass_on(Act, message, answer)

    def ask(self, seat: int, message: say.Ask, answer: Answer) -> None:
        self._pass_on(Ask, message, answer)

    def _pass_on(self, kind: type[Act] | type[Ask], message: say.Act | say.Ask, answer: Answer) -> None:
        link = self._link
        if link is not None:
            link.answers.append((time.monotonic(), answer))
            self._ways.say(link.process, kind(self._ways.process, link.number, say.encode(message)))

    def resign(self, seat: int) -> None:
        if self._link is not None:
            self._ways.say(self._link.process, Resign(self._ways.process, self._link.number))

    def seen(self, seat: int, step: int) -> None:
        if self._link is not None:
            self._ways.say(self._link.process, Watched(self._ways.process, self._link.number, step))

    # Both

    def say(self, seat: int, name: str, text: str) -> None:
        number = self._link.number if self._link is not None else 0
        self._ways.say(self.lease.process, Say(self._ways.process, number, self.key, seat, name, text))

    def part(self, audience: "Audience") -> None:
        link, self._link = self._link, None
        if link is not None:
            self._ways.unlink(link)
            self._ways.say(link.process, Part(self._ways.process, link.number))
        else:
            self._ways.stage(self.key, self.lease).part(audience)

    # A spectator

    def watch(self, audience: "Audience", *, since: int | None = None) -> None:
        self._ways.stage(self.key, self.lease).watch(audience, since=since)

    def fresh(self, audience: "Audience") -> None:
        self._ways.stage(self.key, self.lease).fresh(audience)


class FarStage:
    """All spectators of one match here. They share one subscription; whoever comes is told by the match itself what was
    before, and joins the others at the right message."""

    def __init__(self, ways: Ways, key: str, process: str) -> None:
        self.key = key
        self.process = process
        self._ways = ways
        self._members: dict[Any, None] = {}
        self._coming: dict[int, tuple[Any, list[Shout]]] = {}  # by link, with what was said to all in the meantime
        self._number = -1
        self._numbers = 0
        self._closed = False

    @property
    def watching(self) -> int:
        return len(self._members) + len(self._coming)

    def watch(self, audience: Any, *, since: int | None = None, fresh: bool = False) -> None:
        self._numbers += 1
        self._coming[self._numbers] = (audience, [])
        self._ways.say(self.process, Watch(self._ways.process, self._numbers, self.key, since, fresh))
        self._count()

    def fresh(self, audience: Any) -> None:
        self._members.pop(audience, None)
        self.watch(audience, fresh=True)

    def part(self, audience: Any) -> None:
        self._members.pop(audience, None)
        self._coming = {link: one for link, one in self._coming.items() if one[0] is not audience}
        self._count()
        if not self.watching:
            self._closed = True
            self._ways.unstage(self)

    def _count(self) -> None:
        self._ways.say(self.process, People(self._ways.process, self.key, self.watching))

    def shown(self, said: Shown) -> None:
        if said.link not in self._coming:
            return
        audience, meanwhile = self._coming.pop(said.link)
        self._members[audience] = None
        for message in said.messages:
            audience.send(unpack(message))
        for shout in meanwhile:
            if shout.number > said.number:
                audience.send(unpack(shout.body))

    async def heard(self, message: Msg) -> None:
        try:
            shout = decode_shout(message.data)
            if self._closed:
                return
            if shout.reason:
                self.close(shout.reason)
            elif self._number >= 0 and shout.number != self._number + 1:
                self.close("moved")  # something was lost on the way
            else:
                self._number, body = shout.number, unpack(shout.body)
                for audience in tuple(self._members):
                    audience.send(body)
                for _, meanwhile in self._coming.values():
                    meanwhile.append(shout)
        except Exception:
            log.exception("a mistake at a message to spectators")

    def close(self, reason: Literal["over", "moved"]) -> None:
        self._closed = True
        self._ways.unstage(self)
        there = [*self._members, *(audience for audience, _ in self._coming.values())]
        self._members.clear()
        self._coming.clear()
        for audience in there:
            if not audience.gone:
                audience.dismissed(reason)
