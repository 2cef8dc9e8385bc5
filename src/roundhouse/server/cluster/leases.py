"""Who is there and where every match lives: two buckets of NATS, and what this process knows of them.

A process shows itself every `BEAT_S`; a key that is not written anew is forgotten by NATS after `LEASE_S`. The lease of
a match names a process and holds as long as that process is there, so that a thousand matches cost no more to keep than
one. To take a lease is to write it on condition that it is still the revision one has seen.
"""

import asyncio
import logging
import time
from collections.abc import Callable

import msgspec
from msgspec import Struct
from nats.errors import Error as NatsError
from nats.js.api import KeyValueConfig, StorageType
from nats.js.errors import Error as StoreError
from nats.js.errors import KeyNotFoundError, KeyWrongLastSequenceError
from nats.js.kv import KeyValue

from .messages import Lease, Presence, Subjects, encode
from .nats_connection import NatsConnection

log = logging.getLogger("roundhouse.server.cluster")

LEASE_S = 2.0
BEAT_S = 0.6
MARGIN_S = 0.3  # a process counts as gone so much later than NATS forgets it
FORGET_S = 60.0  # how long NATS remembers a deleted lease
LEADER = "leader"

TROUBLE = (NatsError, StoreError, TimeoutError, OSError)


class Held(Struct, frozen=True):
    lease: Lease
    revision: int


class Leases:
    """`changed` is called for every lease that is added, changed or deleted; `None` means deleted."""

    def __init__(self, nats: NatsConnection, subjects: Subjects, process: str) -> None:
        self.process = process
        self.matches: dict[str, Held] = {}
        self.processes: dict[str, Presence] = {}
        self.leader = ""
        self.leader_seen = 0.0
        self.changed: Callable[[str, Held | None], None] = lambda key, held: None
        self.ready = asyncio.Event()  # set when the contents of the buckets are known
        self.ready_since = 0.0
        self._nats = nats
        self._subjects = subjects
        self.left: set[str] = set()  # processes that have left on purpose
        self._seen: dict[str, float] = {}
        self._leading = 0  # the revision of our lease as leader
        self._alive: KeyValue
        self._matches: KeyValue
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Make missing buckets, and start to watch them. Called again after every lost connection."""
        self.stop()
        store = self._nats.store()
        self._alive = await store.create_key_value(
            KeyValueConfig(bucket=self._subjects.alive, ttl=LEASE_S, storage=StorageType.MEMORY)
        )
        self._matches = await store.create_key_value(
            KeyValueConfig(bucket=self._subjects.matches, storage=StorageType.MEMORY)
        )
        self.processes.clear()
        self._seen.clear()
        self.matches.clear()
        self.leader = ""
        self.leader_seen = time.monotonic()
        begun = [asyncio.Event(), asyncio.Event()]
        loop = asyncio.get_running_loop()
        self._tasks = [
            loop.create_task(self._look(self._alive, self._somebody, begun[0])),
            loop.create_task(self._look(self._matches, self._lease, begun[1])),
        ]
        async with asyncio.timeout(10):
            for one in begun:
                await one.wait()
        self.ready_since = time.monotonic()
        self.ready.set()

    def stop(self) -> None:
        self.ready.clear()
        for task in self._tasks:
            task.cancel()
        self._tasks = []

    # Who is there

    def alive(self, process: str) -> bool:
        if process == self.process:
            return True
        return process in self._seen and time.monotonic() - self._seen[process] < LEASE_S + MARGIN_S

    def known_for_s(self) -> float:
        """How long this process has been watching without a break."""
        return time.monotonic() - self.ready_since if self.ready.is_set() else 0.0

    def excuse(self) -> None:
        """This process was late itself: treat all others as just seen, and start watching afresh."""
        now = time.monotonic()
        self._seen = dict.fromkeys(self._seen, now)
        self.leader_seen = self.ready_since = now

    async def show(self, presence: Presence) -> None:
        await self._alive.put(f"process.{self.process}", encode(presence))

    async def is_gone(self, process: str) -> bool:
        """Whether a process is gone, also according to NATS."""
        try:
            await self._alive.get(f"process.{process}")
        except KeyNotFoundError:
            return True
        return False

    def forget(self, process: str) -> None:
        self._seen.pop(process, None)
        self.processes.pop(process, None)
        self.left.discard(process)

    # The leader

    async def lead(self) -> bool:
        """Take or renew the leader's lease; returns whether we have it."""
        value = self.process.encode()
        try:
            if self._leading:
                self._leading = await self._alive.update(LEADER, value, last=self._leading)
            elif self.leader in ("", self.process) or time.monotonic() - self.leader_seen > LEASE_S + MARGIN_S:
                self._leading = await self._alive.create(LEADER, value)
        except KeyWrongLastSequenceError:
            self._leading = await self._mine()
        return bool(self._leading)

    async def _mine(self) -> int:
        """The revision of the leader's lease if it is ours after all, or free."""
        try:
            found = await self._alive.get(LEADER)
        except KeyNotFoundError:
            return await self._create()
        return (found.revision or 0) if found.value == self.process.encode() else 0

    async def _create(self) -> int:
        try:
            return await self._alive.create(LEADER, self.process.encode())
        except KeyWrongLastSequenceError:
            return 0

    # Leases of matches

    async def take(self, key: str, lease: Lease, revision: int) -> bool:
        """Write a lease, unless another process was quicker; returns whether it worked."""
        try:
            if revision:
                made = await self._matches.update(key, encode(lease), last=revision)
            else:
                made = await self._matches.create(key, encode(lease))
        except KeyWrongLastSequenceError:
            return False
        self._note(key, Held(lease, made))
        return True

    async def drop(self, key: str) -> None:
        """Delete the lease of a finished match."""
        self._note(key, None)
        await self._matches.purge(key, msg_ttl=FORGET_S)

    def _note(self, key: str, held: Held | None) -> None:
        if held is None:
            self.matches.pop(key, None)
        else:
            self.matches[key] = held

    # Leaving

    async def leave(self) -> None:
        """Give up all leases now, so that others need not wait until they expire."""
        for key, held in list(self.matches.items()):
            if held.lease.process == self.process:
                await self.take(key, msgspec.structs.replace(held.lease, process="", address=""), held.revision)
        if self._leading:
            self._leading = 0
            await self._alive.purge(LEADER)
        await self._alive.purge(f"process.{self.process}")

    # Watching

    async def _look(self, bucket: KeyValue, note: Callable[[KeyValue.Entry], None], begun: asyncio.Event) -> None:
        watcher = await bucket.watchall()
        try:
            async for entry in watcher:
                if entry is None:
                    begun.set()
                else:
                    note(entry)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("the leases cannot be followed any more")

    def _somebody(self, entry: KeyValue.Entry) -> None:
        now = time.monotonic()
        if entry.key == LEADER:
            gone = entry.operation is not None
            self.leader = "" if gone or entry.value is None else entry.value.decode()
            self.leader_seen = now
            return
        process = entry.key.removeprefix("process.")
        if entry.operation is not None or entry.value is None:
            self._seen.pop(process, None)
            self.left.add(process)
            return
        self.left.discard(process)
        self._seen[process] = now
        self.processes[process] = msgspec.msgpack.decode(entry.value, type=Presence)

    def _lease(self, entry: KeyValue.Entry) -> None:
        revision = entry.revision or 0
        if entry.operation is not None or not entry.value:
            held = None
        else:
            held = Held(msgspec.msgpack.decode(entry.value, type=Lease), revision)
        known = self.matches.get(entry.key)
        if known is not None and known.revision > revision:
            return  # we have written it in the meantime
        self._note(entry.key, held)
        self.changed(entry.key, held)
