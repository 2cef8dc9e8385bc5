"""Where a match lives and how it stands, for connections and pages of this process."""

import asyncio
import time
from typing import TYPE_CHECKING

import msgspec

from ..errors import Refused
from ...store import matches
from ...store.schema.platform import RUNNING
from .takeover import stored_lease
from .leases import Leases
from .nats_connection import Post
from .remote_match import FarMatch, Ways
from .messages import Free, Glance, Lease, Seen, Subjects, encode, unpack

if TYPE_CHECKING:
    from ..context import Hall
    from ...store.players import Player

FIND_S = 8.0  # so long a connection waits for a match that is on its way to another process
LOOK_S = 1.0  # between two looks into the database for it
PING_S = 1.0
GLANCE_S = 2.0
PAUSE_S = 0.1


class Finding:
    """A part of a `Node`."""

    process: str
    leads: bool
    hall: "Hall"
    post: Post
    subjects: Subjects
    leases: Leases
    ways: Ways

    def __init__(self) -> None:
        self._silent: dict[str, float] = {}  # when a process was found not to answer

    def _elsewhere(self, player_id: int) -> list[str]:
        """The keys of a player's matches that live in other processes."""
        here = self.hall.arena.playing
        return [key for key, held in self.leases.matches.items() if player_id in held.lease.players and key not in here]

    def owner_of(self, key: str) -> str:
        """The process of a match, if it is another one that is there."""
        held = self.leases.matches.get(key)
        if held is None or key in self.hall.arena.playing or not self.leases.alive(held.lease.process):
            return ""
        return held.lease.process

    def leader_now(self) -> str:
        if self.leads:
            return self.process
        leader = self.leases.leader
        return leader if leader != self.process and self.leases.alive(leader) else ""

    async def find(self, key: str) -> FarMatch | None:
        """A match that lives elsewhere. One that is on its way from a process to another is waited for; None, if it is
        here or does not run. Raises Refused."""
        end, looked = time.monotonic() + FIND_S, 0.0
        while key not in self.hall.arena.playing:
            lease: Lease | None = None
            held, now = self.leases.matches.get(key), time.monotonic()
            if held is not None:
                lease = held.lease if self.owner_of(key) else None
            elif now - looked > LOOK_S:  # of the line server, or between two leases, or over
                looked = now
                stored = await self.hall.arena.read(lambda connection: matches.by_key(connection, key))
                if stored is None or stored.state != RUNNING or (stored.line and self.leads):
                    return None
                leader = self.leader_now() if stored.line else ""
                lease = stored_lease(stored, leader, "") if leader else None
            if lease is not None and await self._answers(lease.process):
                return self.ways.match(key, lease)
            if now > end:
                sentence = "The match is on its way to another process; try again."
                raise Refused("unreachable", sentence, field="match", status=503)
            await asyncio.sleep(PAUSE_S)
        return None

    async def _answers(self, process: str) -> bool:
        """Whether a process is there, for whoever waits to be sent to it; one that was just found silent is let be."""
        if time.monotonic() - self._silent.get(process, 0.0) < PAUSE_S * 5:
            return False
        try:
            await self.post.ask(self.subjects.question(process), encode(Free("", 0)), timeout_s=PING_S)
        except OSError:
            self._silent[process] = time.monotonic()
            return False
        return True

    async def seat_for(self, player: "Player", game: str, preset: str) -> tuple[FarMatch, int] | None:
        """A match of a game elsewhere in which the player's seat is free to come back to."""
        for key, held in list(self.leases.matches.items()):
            lease = held.lease
            wanted = (
                lease.game == game and player.id in lease.players and (not lease.calendar or lease.preset == preset)
            )
            process = self.owner_of(key) if wanted else ""
            if not process:
                continue
            if seat := await self._free_seat(process, key, player.id):
                return self.ways.match(key, lease), seat
        return None

    async def is_free(self, key: str, player_id: int) -> bool:
        """Whether a player's seat in a match elsewhere is free to come back to."""
        process = self.owner_of(key)
        return bool(process and await self._free_seat(process, key, player_id))

    async def _free_seat(self, process: str, key: str, player_id: int) -> int:
        """0, if it is not free or nobody answers."""
        try:
            question = encode(Free(key, player_id))
            answer = await self.post.ask(self.subjects.question(process), question, timeout_s=PING_S)
        except OSError:
            return 0
        return msgspec.msgpack.decode(answer, type=int)

    async def glance(self, keys: list[str], *, view: bool) -> dict[str, Seen]:
        """How matches of other processes stand, as far as they answer."""
        asked: dict[str, list[str]] = {}
        for key in keys:
            process = self.owner_of(key)
            if process:
                asked.setdefault(process, []).append(key)

        async def ask(process: str, theirs: list[str]) -> dict[str, Seen]:
            try:
                question = encode(Glance(theirs, view))
                answer = await self.post.ask(self.subjects.question(process), question, timeout_s=GLANCE_S)
            except OSError:
                return {}
            return msgspec.msgpack.decode(unpack(answer), type=dict[str, Seen])

        found: dict[str, Seen] = {}
        for part in await asyncio.gather(*(ask(process, theirs) for process, theirs in asked.items())):
            found |= part
        return found
