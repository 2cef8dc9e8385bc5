"""One process of a cluster: announces itself, leads if no other does, takes over orphaned matches, and finds matches of
other processes for its connections."""

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

from ...store.database.cluster_database import SharedDatabase
from ..tasks import Tasks, cancel_all
from .http_proxy import HttpProxy
from .leader_requests import LeaderRequests, RemoteMatchmaker
from .leases import BEAT_S, TROUBLE, Held, Leases
from .match_lookup import MatchLookup
from .messages import (
    Expulsion,
    Fetch,
    Glance,
    Lease,
    PageNews,
    Presence,
    Subjects,
    Unwait,
    Wait,
    decode_question,
    decode_to_process,
    encode,
    pack,
    unpack,
)
from .nats_connection import NatsConnection
from .remote_clients import Hosting
from .remote_match import RemoteMatches
from .takeover import Takeover, lease_of

if TYPE_CHECKING:
    from ..context import ServerContext
    from ..matches.live_match import LiveMatch

log = logging.getLogger("roundhouse.server.cluster")

LOOK_AROUND_S = 0.2
STALL_S = 1.0  # if a beat is so late, this process was blocked, and others cannot be blamed


class Duties(Protocol):
    """What the leader does; see `leader_duties`."""

    async def begin(self) -> None: ...

    async def end(self) -> None: ...

    def waiting(self) -> dict[str, int]: ...


class Node(MatchLookup):
    """`duties` must be set before `start`."""

    duties: Duties

    def __init__(self, url: str, database: SharedDatabase, context: "ServerContext") -> None:
        super().__init__()
        host = "".join(one if one.isalnum() else "-" for one in socket.gethostname().lower())[:30]
        self.process = f"{host}-{os.getpid()}-{secrets.token_hex(3)}"
        self.leads = False
        self.context = context
        self.database = database
        self.subjects = Subjects(database.name)
        self.nats = NatsConnection(url, f"roundhouse {self.process}")
        self.leases = Leases(self.nats, self.subjects, self.process)
        self.remote_matches = RemoteMatches(self.nats, self.subjects, self.leases)
        self.far = RemoteMatchmaker(self.remote_matches, self.leases, context)
        self.hosting = Hosting(self.nats, self.subjects, context)
        self.leader_requests = LeaderRequests(
            self.nats, self.subjects, context, lease_of=self._lease_of, refuse=self.hosting.refuse, run=self._run
        )
        self.hosting.parted = self.leader_requests.parted
        self.forwarding = HttpProxy(self.nats, self.subjects, self.process, owner=self.owner_of, leader=self.leader_now)
        self.adopting = Takeover(
            self.leases, database, context.arena, self.process, address=lambda: context.settings.address
        )
        self._tasks = Tasks()
        self._living: asyncio.Task[None] | None = None
        self._changing: asyncio.Task[None] | None = None
        self._stopping = False
        self._shown = 0.0

    # From the start to the end

    async def start(self) -> None:
        """Join the cluster. Raises OSError if there is no NATS."""
        await self.nats.open()
        self.nats.lost, self.nats.back = self._cut, self._back
        self.leases.changed = self._lease_changed
        arena = self.context.arena
        self.database.lost = self._lost
        arena.matches.elsewhere = self._elsewhere
        arena.matches.started_hooks.append(self._began)
        arena.matches.over_hooks.append(self._over)
        self.context.news.pass_on = self._pass_on
        self.nats.follow(self.subjects.process(self.process), self._told)
        self.nats.follow(self.subjects.question(self.process), self._asked)
        self.nats.follow(self.subjects.news, self._news)
        self.nats.follow(self.subjects.away, self._away)
        self.remote_matches.open()
        await self.nats.flush()
        try:
            await self.leases.open()
            await self._beat()
        except TROUBLE as error:
            raise OSError(f"NATS does not keep leases; is JetStream on? {error!r}") from None
        self._living = asyncio.get_running_loop().create_task(self._live())
        if self._changing is not None:
            await self._changing

    async def stop(self) -> None:
        """Leave the cluster, after the matches are parked, so that others take them over at once."""
        self._stopping = True
        await cancel_all(task for task in (self._living, self._changing) if task is not None)
        if self.nats.connected:
            with contextlib.suppress(*TROUBLE):
                await self.leases.leave()
        if self.leads:
            self.leads = False
            await self.duties.end()
        await self._tasks.cancel()
        self.leases.stop()
        await self.nats.close()

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.run(self._quietly(work))

    async def _quietly(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except TROUBLE as error:
            log.warning("NATS does not answer: %r", error)
        except Exception:
            log.exception("a mistake among processes")

    # The heartbeat

    async def _live(self) -> None:
        last = time.monotonic()
        while True:
            await asyncio.sleep(LOOK_AROUND_S)
            now = time.monotonic()
            if now - last > LOOK_AROUND_S + STALL_S:
                log.warning("this process was not there for %.1f s", now - last)
                self.leases.excuse()
            last = now
            if not self.nats.connected:
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
        """Announce this process if it is time, and check the others."""
        if time.monotonic() - self._shown >= BEAT_S - LOOK_AROUND_S / 2:
            self._shown = time.monotonic()
            await self._show()
        for process in [one for one in self.leases.processes if not self.leases.alive(one)]:
            if await self.leases.is_gone(process):
                self._miss(process)
        self.adopting.look(leads=self.leads)

    async def _show(self) -> None:
        await self.leases.show(Presence(self.process, self.context.settings.address, self.duties.waiting()))
        leads = await self.leases.lead()
        if leads != self.leads and (self._changing is None or self._changing.done()):
            self.leads = leads
            self._changing = asyncio.get_running_loop().create_task(self._change(leads))
        if not self.leads:
            self.far.led_by(self.leader_now())
        self.remote_matches.overdue()

    async def _change(self, leads: bool) -> None:
        """Start or stop leading."""
        try:
            if leads:
                log.info("%s leads now", self.process)
                await self.adopting.take_seasons()
                await self.duties.begin()
            else:
                log.warning("%s does not lead any more", self.process)
                await self.duties.end()
                self.leader_requests.close()
        except Exception:
            log.exception("the lead could not be taken or given up")

    def _miss(self, process: str) -> None:
        if process in self.leases.left:
            log.info("%s has left", process)
        else:
            log.warning("%s is not there any more", process)
        self.leases.forget(process)
        self.remote_matches.gone(process)
        self.hosting.gone(process)
        self.leader_requests.gone(process)

    # The connection to NATS

    def _cut(self) -> None:
        """NATS is lost. Matches of this process go on; what needs NATS stops."""
        self.leases.stop()
        self.remote_matches.cut()
        self.hosting.cut()
        self.far.led_by("")

    def _back(self) -> None:
        """NATS is back; the next beat does the rest."""

    async def _come_back(self) -> None:
        """Read the leases again, and write the missing ones of our matches."""
        await self.leases.open()
        for key, live in list(self.context.arena.matches.running.items()):
            held = self.leases.matches.get(key)
            if held is None:
                await self.leases.take(key, self._lease_of(live), 0)
            elif held.lease.process != self.process:
                self._lease_changed(key, held)

    # Matches of this process

    def _lease_of(self, live: "LiveMatch") -> Lease:
        return lease_of(live, self.process, self.context.settings.address)

    def _began(self, live: "LiveMatch") -> None:
        if self.nats.connected and self.leases.ready.is_set():
            self._run(self._claim(live))

    async def _claim(self, live: "LiveMatch") -> None:
        await self.leases.take(live.key, self._lease_of(live), 0)

    def _over(self, live: "LiveMatch") -> None:
        held = self.leases.matches.get(live.key)
        self.database.owned.pop(live.id, None)
        if held is not None and held.lease.process == self.process and self.nats.connected:
            self._run(self.leases.drop(live.key))

    def _lease_changed(self, key: str, held: Held | None) -> None:
        """Another process has taken a match, or it is over."""
        live = self.context.arena.matches.running.get(key)
        if held is None:
            if live is None and self.leads:
                self.context.matchmaker.over_elsewhere(key)
            return
        self.remote_matches.moved(key, held.lease.process)
        if live is not None and held.lease.process != self.process and not self._stopping:
            self._drop(live)

    def _lost(self, match_id: int, epoch: int) -> None:
        """The database refused a write, because another process has raised the epoch of the match."""
        if self.database.owned.get(match_id, 0) == epoch:
            live = next((one for one in self.context.arena.matches.running.values() if one.id == match_id), None)
            if live is not None:
                self._drop(live)

    def _drop(self, live: "LiveMatch") -> None:
        log.warning("match %d of %s goes on in another process", live.number, live.game.key)
        self.context.arena.matches.drop(live)

    # Messages from other processes

    async def _told(self, message: Msg) -> None:
        try:
            said = decode_to_process(message.data)
            if isinstance(said, Wait):
                if self.leads:
                    self.leader_requests.wait(said)
            elif isinstance(said, Unwait):
                self.leader_requests.unwait(said)
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
        self.nats.send(self.subjects.news, encode(PageNews(self.process, list(topics), player_id)))

    async def _news(self, message: Msg) -> None:
        news = msgspec.msgpack.decode(message.data, type=PageNews)
        if news.process != self.process:
            self.context.news.hear(news.topics, player_id=news.player_id)

    def send_away(self, player_ids: list[int], code: str, sentence: str) -> None:
        """Close the connections of players at all other processes."""
        self.nats.send(self.subjects.away, encode(Expulsion(self.process, player_ids, code, sentence)))

    def sign_out(self, credential: bytes, sentence: str) -> None:
        """Close connections at all other processes that were opened with a token or session."""
        self.nats.send(self.subjects.away, encode(Expulsion(self.process, [], "signed_out", sentence, credential)))

    async def _away(self, message: Msg) -> None:
        away = msgspec.msgpack.decode(message.data, type=Expulsion)
        if away.process == self.process:
            return
        if away.credential:
            self.context.sign_out(away.credential, away.sentence)
        else:
            self.context.send_away(away.player_ids, away.code, away.sentence)

    # For metrics

    def health(self) -> dict[str, str | int]:
        return {
            "process": self.process,
            "role": "leader" if self.leads else "follower",
            "leader": self.leader_now(),
            "nats": "connected" if self.nats.connected else "lost",
            "processes": 1 + sum(one != self.process and self.leases.alive(one) for one in self.leases.processes),
            "matches": len(self.context.arena.matches.running),
            "leases": sum(held.lease.process == self.process for held in self.leases.matches.values()),
        }


WATCHED: tuple[tuple[str, str, Callable[[Node], float]], ...] = (
    ("cluster_leader", "Whether this process leads.", lambda node: float(node.leads)),
    ("cluster_nats", "Whether NATS is connected.", lambda node: float(node.nats.connected)),
    ("cluster_processes", "Processes that are there.", lambda node: float(node.health()["processes"])),
    ("cluster_leases", "Leases of matches that this process holds.", lambda node: float(node.health()["leases"])),
    ("cluster_taken", "Matches taken over from other processes.", lambda node: float(node.adopting.taken)),
    ("cluster_links", "Connections to matches of other processes.", lambda node: float(node.remote_matches.count)),
    ("cluster_far_seats", "Seats here whose players are connected elsewhere.", lambda node: float(node.hosting.count)),
)
