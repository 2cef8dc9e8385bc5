"""One process of a cluster: shows that it is there, leads if nobody else does, takes over what others leave behind, and
finds for its connections where a match lives."""

import asyncio
import contextlib
import logging
import os
import secrets
import socket
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from nats.aio.msg import Msg

from ..tasks import cancel_all
from ...store.database.cluster_database import SharedDatabase
from .takeover import Adopting, lease_of
from .leader_requests import Desk, FarMatchmaker
from .match_lookup import Finding
from .http_proxy import Forwarding
from .remote_clients import Hosting
from .leases import BEAT_S, TROUBLE, Held, Leases
from .nats_connection import Post
from .remote_match import Ways
from .messages import Away, Fetch, Glance, Lease, News, Presence, Subjects, Unwait, Wait, decode_question, decode_to_process, encode, pack, unpack

if TYPE_CHECKING:
    from ..context import Hall
    from ..matches.live_match import Playing

log = logging.getLogger("roundhouse.server.cluster")

LOOK_AROUND_S = 0.2
STALL_S = 1.0  # a beat that is so late says that we were not there, not that others were not


class Duties(Protocol):
    """What the leader does; see `duties`."""

    async def begin(self) -> None: ...

    async def end(self) -> None: ...

    def waiting(self) -> dict[str, int]: ...


class Node(Finding):
    """`duties` must be set before `start`."""

    duties: Duties

    def __init__(self, url: str, database: SharedDatabase, hall: "Hall") -> None:
        super().__init__()
        host = "".join(one if one.isalnum() else "-" for one in socket.gethostname().lower())[:30]
        self.process = f"{host}-{os.getpid()}-{secrets.token_hex(3)}"
        self.leads = False
        self.hall = hall
        self.database = database
        self.subjects = Subjects(database.name)
        self.post = Post(url, f"roundhouse {self.process}")
        self.leases = Leases(self.post, self.subjects, self.process)
        self.ways = Ways(self.post, self.subjects, self.leases)
        self.far = FarMatchmaker(self.ways, self.leases, hall)
        self.hosting = Hosting(self.post, self.subjects, hall)
        self.desk = Desk(
            self.post, self.subjects, hall, lease_of=self._lease_of, refuse=self.hosting.refuse, run=self._run
        )
        self.hosting.parted = self.desk.parted
        self.forwarding = Forwarding(
            self.post, self.subjects, self.process, owner=self.owner_of, leader=self.leader_now
        )
        self.adopting = Adopting(self.leases, database, hall.arena, self.process, address=lambda: hall.settings.address)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._living: asyncio.Task[None] | None = None
        self._changing: asyncio.Task[None] | None = None
        self._stopping = False
        self._shown = 0.0

    # From the start to the end

    async def start(self) -> None:
        """Raises OSError where there is no NATS."""
        await self.post.open()
        self.post.lost, self.post.back = self._cut, self._back
        self.leases.changed = self._lease_changed
        arena = self.hall.arena
        self.database.lost = self._lost
        arena.elsewhere = self._elsewhere
        arena.started_hooks.append(self._began)
        arena.over_hooks.append(self._over)
        self.hall.news.pass_on = self._pass_on
        self.post.follow(self.subjects.process(self.process), self._told)
        self.post.follow(self.subjects.question(self.process), self._asked)
        self.post.follow(self.subjects.news, self._news)
        self.post.follow(self.subjects.away, self._away)
        self.ways.open()
        await self.post.flush()
        try:
            await self.leases.open()
            await self._beat()
        except TROUBLE as error:
            raise OSError(f"NATS does not keep leases; is JetStream on? {error!r}") from None
        self._living = asyncio.get_running_loop().create_task(self._live())
        if self._changing is not None:
            await self._changing

    async def stop(self) -> None:
        """After the matches are parked: let others have them at once."""
        self._stopping = True
        await cancel_all(task for task in (self._living, self._changing) if task is not None)
        if self.post.connected:
            with contextlib.suppress(*TROUBLE):
                await self.leases.leave()
        if self.leads:
            self.leads = False
            await self.duties.end()
        await cancel_all(self._tasks)
        self.leases.stop()
        await self.post.close()

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(self._quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _quietly(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except TROUBLE as error:
            log.warning("NATS does not answer: %r", error)
        except Exception:
            log.exception("a mistake among processes")

    # The beat

    async def _live(self) -> None:
        last = time.monotonic()
        while True:
            await asyncio.sleep(LOOK_AROUND_S)
            now = time.monotonic()
            if now - last > LOOK_AROUND_S + STALL_S:
                log.warning("this process was not there for %.1f s", now - last)
                self.leases.excuse()
            last = now
            if not self.post.connected:
                continue
            try:
                if not self.leases.ready.is_set():
                    await self._come_back()
                await self._beat()
            except TROUBLE as error:
                log.warning("NATS does not answer: %r", error)
            except Exception:
                log.exception("a mistake among processes")

    async def _beat(self) -> None:
        """Show ourselves, if it is time, and look after the others."""
        if time.monotonic() - self._shown >= BEAT_S - LOOK_AROUND_S / 2:
            self._shown = time.monotonic()
            await self._show()
        for process in [one for one in self.leases.processes if not self.leases.alive(one)]:
            if await self.leases.is_gone(process):
                self._miss(process)
        self.adopting.look(leads=self.leads)

    async def _show(self) -> None:
        await self.leases.show(Presence(self.process, self.hall.settings.address, self.duties.waiting()))
        leads = await self.leases.lead()
        if leads != self.leads and (self._changing is None or self._changing.done()):
            self.leads = leads
            self._changing = asyncio.get_running_loop().create_task(self._change(leads))
        if not self.leads:
            self.far.led_by(self.leader_now())
        self.ways.overdue()

    async def _change(self, leads: bool) -> None:
        """Begin to lead, or end it."""
        try:
            if leads:
                log.info("%s leads now", self.process)
                await self.adopting.take_seasons()
                await self.duties.begin()
            else:
                log.warning("%s does not lead any more", self.process)
                await self.duties.end()
                self.desk.close()
        except Exception:
            log.exception("the lead could not be taken or given up")

    def _miss(self, process: str) -> None:
        if process in self.leases.left:
            log.info("%s has left", process)
        else:
            log.warning("%s is not there any more", process)
        self.leases.forget(process)
        self.ways.gone(process)
        self.hosting.gone(process)
        self.desk.gone(process)

    # The connection to NATS

    def _cut(self) -> None:
        """Matches of this process go on; whatever leads through NATS does not."""
        self.leases.stop()
        self.ways.cut()
        self.hosting.cut()
        self.far.led_by("")

    def _back(self) -> None:
        """The next beat does what has to be done."""

    async def _come_back(self) -> None:
        """Look at the leases anew, and write those of our matches that are not there any more."""
        await self.leases.open()
        for key, playing in list(self.hall.arena.playing.items()):
            held = self.leases.matches.get(key)
            if held is None:
                await self.leases.take(key, self._lease_of(playing), 0)
            elif held.lease.process != self.process:
                self._lease_changed(key, held)

    # Matches of this process

    def _lease_of(self, playing: "Playing") -> Lease:
        return lease_of(playing, self.process, self.hall.settings.address)

    def _began(self, playing: "Playing") -> None:
        if self.post.connected and self.leases.ready.is_set():
            self._run(self._claim(playing))

    async def _claim(self, playing: "Playing") -> None:
        await self.leases.take(playing.key, self._lease_of(playing), 0)

    def _over(self, playing: "Playing") -> None:
        held = self.leases.matches.get(playing.key)
        self.database.owned.pop(playing.id, None)
        if held is not None and held.lease.process == self.process and self.post.connected:
            self._run(self.leases.drop(playing.key))

    def _lease_changed(self, key: str, held: Held | None) -> None:
        """Somebody has taken a match, or it is over."""
        playing = self.hall.arena.playing.get(key)
        if held is None:
            if playing is None and self.leads:
                self.hall.matchmaker.over_elsewhere(key)
            return
        self.ways.moved(key, held.lease.process)
        if playing is not None and held.lease.process != self.process and not self._stopping:
            self._drop(playing)

    def _lost(self, match_id: int, epoch: int) -> None:
        """The database has refused something: another process has raised the epoch of the match."""
        if self.database.owned.get(match_id, 0) == epoch:
            playing = next((one for one in self.hall.arena.playing.values() if one.id == match_id), None)
            if playing is not None:
                self._drop(playing)

    def _drop(self, playing: "Playing") -> None:
        log.warning("match %d of %s goes on in another process", playing.number, playing.game.key)
        self.hall.arena.drop(playing)

    # What others say

    async def _told(self, message: Msg) -> None:
        try:
            said = decode_to_process(message.data)
            if isinstance(said, Wait):
                if self.leads:
                    self.desk.wait(said)
            elif isinstance(said, Unwait):
                self.desk.unwait(said)
            else:
                self.hosting.take(said)
        except Exception:
            log.exception("a mistake at a message of another process")

    async def _asked(self, message: Msg) -> None:
        try:
            asked = decode_question(unpack(message.data))
            if isinstance(asked, Fetch):
                self.forwarding.serve(asked, message.reply)
            elif isinstance(asked, Glance):
                await message.respond(pack(encode(self.hosting.glance(asked))))
            else:
                await message.respond(encode(self.hosting.free(asked)))
        except TROUBLE as error:
            log.warning("NATS does not answer: %r", error)
        except Exception:
            log.exception("a mistake at a question of another process")

    def _pass_on(self, topics: tuple[str, ...], player_id: int | None) -> None:
        self.post.send(self.subjects.news, encode(News(self.process, list(topics), player_id)))

    async def _news(self, message: Msg) -> None:
        news = msgspec.msgpack.decode(message.data, type=News)
        if news.process != self.process:
            self.hall.news.hear(news.topics, player_id=news.player_id)

    def send_away(self, player_ids: list[int], code: str, sentence: str) -> None:
        """Close the connections of players at all other processes."""
        self.post.send(self.subjects.away, encode(Away(self.process, player_ids, code, sentence)))

    def sign_out(self, credential: bytes, sentence: str) -> None:
        """Close the connections that came with a token or a session to any other process."""
        self.post.send(self.subjects.away, encode(Away(self.process, [], "signed_out", sentence, credential)))

    async def _away(self, message: Msg) -> None:
        away = msgspec.msgpack.decode(message.data, type=Away)
        if away.process == self.process:
            return
        if away.credential:
            self.hall.sign_out(away.credential, away.sentence)
        else:
            self.hall.send_away(away.player_ids, away.code, away.sentence)

    # For those who look after it

    def health(self) -> dict[str, str | int]:
        return {
            "process": self.process,
            "role": "leader" if self.leads else "follower",
            "leader": self.leader_now(),
            "nats": "connected" if self.post.connected else "lost",
            "processes": 1 + sum(one != self.process and self.leases.alive(one) for one in self.leases.processes),
            "matches": len(self.hall.arena.playing),
            "leases": sum(held.lease.process == self.process for held in self.leases.matches.values()),
        }


WATCHED: tuple[tuple[str, str, Callable[[Node], float]], ...] = (
    ("cluster_leader", "Whether this process leads.", lambda node: float(node.leads)),
    ("cluster_nats", "Whether NATS is connected.", lambda node: float(node.post.connected)),
    ("cluster_processes", "Processes that are there.", lambda node: float(node.health()["processes"])),
    ("cluster_leases", "Leases of matches that this process holds.", lambda node: float(node.health()["leases"])),
    ("cluster_taken", "Matches taken over from other processes.", lambda node: float(node.adopting.taken)),
    ("cluster_links", "Connections to matches of other processes.", lambda node: float(node.ways.count)),
    ("cluster_far_seats", "Seats here whose players are connected elsewhere.", lambda node: float(node.hosting.count)),
)
