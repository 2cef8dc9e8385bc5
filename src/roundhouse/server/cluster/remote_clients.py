"""Matches of this process for players and spectators who are connected to another one."""

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from ...protocol import messages as say
from ..errors import Refused
from .nats_connection import Post
from .messages import Act, Answered, Ask, Dismissed, Free, Glance, Join, Part, People, Refusal, Resign, Say, Seen, Shout, Shown, Subjects, Told, ToProcess, Watch, Watched, encode, pack

if TYPE_CHECKING:
    from ..arena import Arena, Playing, Spectacle
    from ..context import Hall

log = logging.getLogger("roundhouse.server.cluster")

_act_of = msgspec.json.Decoder(say.Act).decode
_ask_of = msgspec.json.Decoder(say.Ask).decode


class FarSeat:
    """Somebody at a seat of ours who is connected elsewhere."""

    def __init__(self, hosting: "Hosting", playing: "Playing", join: Join) -> None:
        self.playing = playing
        self.seat = join.seat
        self.origin = join.origin
        self.link = join.link
        self._hosting = hosting
        self._subject = hosting.subjects.seat(join.key, join.seat, join.origin)
        self._number = 0

    def send(self, message: bytes) -> None:
        self._number += 1
        self._hosting.post.send(self._subject, encode(Told(self.link, self._number, pack(message))))

    def answer(self, reply: Any) -> None:
        """Between the messages to the seat, so that everything arrives in its order."""
        self._number += 1
        self._hosting.post.send(self._subject, encode(Answered(self.link, self._number, pack(say.encode(reply)))))

    def dismissed(self, reason: Literal["over", "replaced", "moved"]) -> None:
        expected = self._hosting.expects(self.origin, self.link)
        self._hosting.post.send(self._subject, encode(Dismissed(self.link, reason, expected)))
        self._hosting.forget(self)
        if not expected:
            self._hosting.parted(self.origin, self.link)


class Crowd:
    """All spectators of a match who are connected elsewhere: what is said to them is published once."""

    def __init__(self, hosting: "Hosting", key: str, spectacle: "Spectacle") -> None:
        self.key = key
        self.spectacle = spectacle
        self.number = 0
        self.origins: dict[str, int] = {}  # how many are connected to each process
        self._hosting = hosting
        self._subject = hosting.subjects.watch(key)

    @property
    def people(self) -> int:
        """As how many they are counted."""
        return sum(self.origins.values())

    def send(self, message: bytes) -> None:
        self.number += 1
        self._hosting.post.send(self._subject, encode(Shout(self.number, pack(message))))

    def dismissed(self, reason: Literal["over", "replaced", "moved"]) -> None:
        word: Literal["over", "moved"] = "moved" if reason == "moved" else "over"
        self._hosting.post.send(self._subject, encode(Shout(self.number + 1, b"", word)))
        self._hosting.crowds.pop(self.key, None)


class Newcomer:
    """Gathers what one new spectator has to be told, and hands it over with its place among the messages to all."""

    people = 0

    def __init__(self, hosting: "Hosting", crowd: Crowd, watch: Watch) -> None:
        self._hosting = hosting
        self._crowd = crowd
        self._watch = watch
        self._messages: list[bytes] = []

    def send(self, message: bytes) -> None:
        if not self._messages:
            asyncio.get_running_loop().call_soon(self._hand_over)
        self._messages.append(message)

    def dismissed(self, reason: Literal["over", "replaced", "moved"]) -> None:
        """The crowd is told."""

    def _hand_over(self) -> None:
        self._crowd.spectacle.part(self)
        watch = self._watch
        messages = self._messages[1:] if watch.fresh else self._messages  # `start` is known already
        shown = Shown(watch.link, watch.key, self._crowd.number, [pack(message) for message in messages])
        self._hosting.post.send(self._hosting.subjects.link(watch.origin), encode(shown))


class Hosting:
    def __init__(self, post: Post, subjects: Subjects, hall: "Hall") -> None:
        self.post = post
        self.subjects = subjects
        self.crowds: dict[str, Crowd] = {}
        self.parted: Callable[[str, int], None] = lambda origin, link: None  # a connection plays here no more
        self._hall = hall
        self._seats: dict[tuple[str, int], FarSeat] = {}

    @property
    def arena(self) -> "Arena":
        return self._hall.arena

    @property
    def count(self) -> int:
        return len(self._seats)

    def expects(self, origin: str, link: int) -> bool:
        """Whether a return match follows for a connection of another process."""
        from .leader_requests import FarGuest  # which knows this module

        return self._hall.matchmaker.expects(FarGuest.like(origin, link))

    def forget(self, seat: FarSeat) -> None:
        self._seats.pop((seat.origin, seat.link), None)

    def refuse(self, origin: str, link: int, refused: Refused) -> None:
        problem = refused.problem
        refusal = Refusal(link, problem.code, problem.sentence, problem.field, refused.status)
        self.post.send(self.subjects.link(origin), encode(refusal))

    # What others say

    def take(self, said: ToProcess) -> None:
        if isinstance(said, Join):
            self._join(said)
        elif isinstance(said, Watch):
            self._watch(said)
        elif isinstance(said, People):
            self._people(said)
        elif isinstance(said, Say):
            self._say(said)
        elif isinstance(said, Act | Ask | Resign | Watched | Part):
            seat = self._seats.get((said.origin, said.link))
            if seat is not None:
                self._seat(seat, said)

    def _seat(self, seat: FarSeat, said: Act | Ask | Resign | Watched | Part) -> None:
        if isinstance(said, Act):
            seat.playing.act(seat.seat, _act_of(said.body), seat.answer)
        elif isinstance(said, Ask):
            seat.playing.ask(seat.seat, _ask_of(said.body), seat.answer)
        elif isinstance(said, Resign):
            seat.playing.resign(seat.seat)
        elif isinstance(said, Watched):
            seat.playing.seen(seat.seat, said.step)
        else:
            self.forget(seat)
            self.parted(said.origin, said.link)
            seat.playing.part(seat)

    def _join(self, join: Join) -> None:
        playing = self.arena.playing.get(join.key)
        if playing is None or not 1 <= join.seat <= len(playing.player_ids):
            dismissed = Dismissed(join.link, "moved")
            self.post.send(self.subjects.link(join.origin), encode(dismissed))
            return
        seat = self._seats[join.origin, join.link] = FarSeat(self, playing, join)
        playing.join(join.seat, seat, follow=join.follow, since=join.since)

    def _watch(self, watch: Watch) -> None:
        spectacle = self.arena.spectacle(watch.key)
        if spectacle is None:
            self.post.send(self.subjects.watch(watch.key), encode(Shout(1, b"", "moved")))
            return
        crowd = self.crowds.get(watch.key)
        if crowd is None:
            crowd = self.crowds[watch.key] = Crowd(self, watch.key, spectacle)
            spectacle.watch(crowd)
        crowd.origins.setdefault(watch.origin, 1)
        spectacle.watch(Newcomer(self, crowd, watch), since=watch.since)

    def _people(self, people: People) -> None:
        crowd = self.crowds.get(people.key)
        if crowd is None:
            return
        crowd.origins[people.origin] = people.people
        if not people.people:
            del crowd.origins[people.origin]
        if not crowd.origins:
            del self.crowds[people.key]
            crowd.spectacle.part(crowd)

    def _say(self, said: Say) -> None:
        stage = self.arena.spectacle(said.key)
        try:
            if stage is not None:
                stage.say(said.seat, said.name, said.text)
        except Refused as refused:
            self.refuse(said.origin, said.link, refused)

    # What becomes of other processes

    def gone(self, origin: str) -> None:
        """A process is not there any more. Its players lost their connection by no fault of theirs: clocks wait."""
        for seat in [one for one in self._seats.values() if one.origin == origin]:
            self._lose(seat)
        for crowd in list(self.crowds.values()):
            if origin in crowd.origins:
                self._people(People(origin, crowd.key, 0))

    def cut(self) -> None:
        """Without NATS nobody who is connected elsewhere hears us."""
        for seat in list(self._seats.values()):
            self._lose(seat)
        for crowd in list(self.crowds.values()):
            crowd.spectacle.part(crowd)
        self.crowds.clear()

    def _lose(self, seat: FarSeat) -> None:
        self.forget(seat)
        seat.playing.part(seat)
        if seat.playing.match.result is None:
            seat.playing.absent(seat.seat, self._hall.settings.outage_grace_ms)

    # Questions

    def glance(self, glance: Glance) -> dict[str, Seen]:
        found = {}
        for key in glance.keys:
            spectacle = self.arena.spectacle(key)
            if spectacle is None:
                continue
            playing = self.arena.playing.get(key)
            host = -1
            if playing is not None and playing.host_id != playing.terms.host_id:
                host = playing.seat_of(playing.host_id)
            view = say.encode(spectacle.view) if glance.view else b"null"
            found[key] = Seen(spectacle.round, spectacle.watching, host, view)
        return found

    def free(self, free: Free) -> int:
        """The seat of a player who may come back to it, or 0."""
        playing = self.arena.playing.get(free.key)
        if playing is None:
            return 0
        place = playing.places[playing.seat_of(free.player_id)]
        taken = place.audience is not None or place.coming is not None
        return 0 if taken or place.left else place.seat
