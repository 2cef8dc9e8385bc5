"""Finds the process of a match and its state, for connections and pages of this process."""

import asyncio
import time
from typing import TYPE_CHECKING

import msgspec

from ...store import matches
from ...store.schema.platform import RUNNING
from ..errors import Refused
from .leases import Leases
from .messages import Free, Glance, GlanceAnswer, Lease, Subjects, encode, unpack
from .nats_connection import NatsConnection
from .remote_match import RemoteMatch, RemoteMatches
from .takeover import stored_lease

if TYPE_CHECKING:
    from ...store.players import Player
    from ..context import ServerContext

FIND_S = 8.0  # how long a connection waits for a match that is being taken over
LOOK_S = 1.0  # between two queries to the database for it
PING_S = 1.0
GLANCE_S = 2.0
PAUSE_S = 0.1


class MatchLookup:
    """A part of a `Node`."""

    process: str
    leads: bool
    context: "ServerContext"
    nats: NatsConnection
    subjects: Subjects
    leases: Leases
    remote_matches: RemoteMatches

    def __init__(self) -> None:
        self._silent: dict[str, float] = {}  # when a process did not answer

    def _elsewhere(self, player_id: int) -> list[str]:
        """The keys of a player's matches in other processes."""
        here = self.context.arena.matches.running
        return [key for key, held in self.leases.matches.items() if player_id in held.lease.players and key not in here]

    def owner_of(self, key: str) -> str:
        """The process of a match, if it is another live one."""
        held = self.leases.matches.get(key)
        if held is None or key in self.context.arena.matches.running or not self.leases.alive(held.lease.process):
            return ""
        return held.lease.process

    def leader_now(self) -> str:
        if self.leads:
            return self.process
        leader = self.leases.leader
        return leader if leader != self.process and self.leases.alive(leader) else ""

    async def find(self, key: str) -> RemoteMatch | None:
        """A match of another process. One that is being taken over is waited for. None if it is here or does not run.
        Raises Refused."""
        end, looked = time.monotonic() + FIND_S, 0.0
        while key not in self.context.arena.matches.running:
            lease: Lease | None = None
            held, now = self.leases.matches.get(key), time.monotonic()
            if held is not None:
                lease = held.lease if self.owner_of(key) else None
            elif now - looked > LOOK_S:  # of the line server, without a lease now, or over
                looked = now
                stored = await self.context.arena.store.read(lambda connection: matches.by_key(connection, key))
                if stored is None or stored.state != RUNNING or (stored.line and self.leads):
                    return None
                leader = self.leader_now() if stored.line else ""
                lease = stored_lease(stored, leader, "") if leader else None
            if lease is not None and await self._answers(lease.process):
                return self.remote_matches.match(key, lease)
            if now > end:
                sentence = "The match is on its way to another process; try again."
                raise Refused("unreachable", sentence, field="match", status=503)
            await asyncio.sleep(PAUSE_S)
        return None

    async def _answers(self, process: str) -> bool:
        """Whether a process answers; one that just did not is not asked again at once."""
        if time.monotonic() - self._silent.get(process, 0.0) < PAUSE_S * 5:
            return False
        try:
            await self.nats.ask(self.subjects.question(process), encode(Free("", 0)), timeout_s=PING_S)
        except OSError:
            self._silent[process] = time.monotonic()
            return False
        return True

    async def seat_for(self, player: "Player", game: str, preset: str) -> tuple[RemoteMatch, int] | None:
        """A match of a game in another process in which the player's seat is free to resume."""
        for key, held in list(self.leases.matches.items()):
            lease = held.lease
            wanted = (
                lease.game == game and player.id in lease.players and (not lease.calendar or lease.preset == preset)
            )
            process = self.owner_of(key) if wanted else ""
            if not process:
                continue
            if seat := await self._free_seat(process, key, player.id):
                return self.remote_matches.match(key, lease), seat
        return None

    async def is_free(self, key: str, player_id: int) -> bool:
        """Whether a player's seat in a match of another process is free to resume."""
        process = self.owner_of(key)
        return bool(process and await self._free_seat(process, key, player_id))

    async def _free_seat(self, process: str, key: str, player_id: int) -> int:
        """The seat, or 0 if it is not free or the process does not answer."""
        try:
            question = encode(Free(key, player_id))
            answer = await self.nats.ask(self.subjects.question(process), question, timeout_s=PING_S)
        except OSError:
            return 0
        return msgspec.msgpack.decode(answer, type=int)

    async def glance(self, keys: list[str], *, view: bool) -> dict[str, GlanceAnswer]:
        """The state of matches in other processes, as far as those answer."""
        asked: dict[str, list[str]] = {}
        for key in keys:
            process = self.owner_of(key)
            if process:
                asked.setdefault(process, []).append(key)

        async def ask(process: str, theirs: list[str]) -> dict[str, GlanceAnswer]:
            try:
                question = encode(Glance(theirs, view))
                answer = await self.nats.ask(self.subjects.question(process), question, timeout_s=GLANCE_S)
            except OSError:
                return {}
            return msgspec.msgpack.decode(unpack(answer), type=dict[str, GlanceAnswer])

        found: dict[str, GlanceAnswer] = {}
        for part in await asyncio.gather(*(ask(process, theirs) for process, theirs in asked.items())):
            found |= part
        return found
