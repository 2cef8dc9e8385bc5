"""A worker: takes matches from a NATS server, plays them in separate processes, and sends back the results.

It may be killed at any moment. Its unfinished matches go to another worker as soon as its silence is noticed; a result
that was sent twice is recognised as the same and counts once.
"""

import asyncio
import contextlib
import os
import socket
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import nats.errors
import nats.js.errors

from ... import __version__
from . import nats_messages
from .bot_store import BotStore
from .match_pool import Pool
from .match_task import Done, MismatchError, Task, play_task, signature, void
from .meeting import Format
from .nats_messages import FixtureBatch, Posted, Status, WorkerAnswer
from .plan import Plan, PlanError
from .results import Fixture

LOOK_S = 1.0  # between two looks for new tournaments
REFUSED_S = 5.0  # before a refused tournament is tried again
POLL_S = 0.05


UNREAD = Plan(key="", title="A tournament", format=Format(), entrants=(), terms=())


@dataclass
class BatchInPlay:
    """A batch in play; it is acknowledged when all its results were sent."""

    message: Any
    offer: "Offer"
    left: set[int]


@dataclass
class Offer:
    """A tournament that needs workers. `texts` are its bots as named on this machine; empty while it is refused."""

    plan: Plan = UNREAD
    texts: list[str] = field(default_factory=list)
    queue: Any = None
    refusal: str = ""
    looked: float = 0.0


class Worker:
    def __init__(
        self,
        url: str,
        *,
        jobs: int,
        bots: Path | None = None,
        fetch: bool = False,
        sandbox: bool = False,
        name: str = "",
        idle_s: float | None = None,
        limit_s: float | None = None,
        note: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self._url = url
        self._jobs = jobs
        self._fetch = fetch
        self._sandbox = sandbox
        self._idle_s = idle_s
        self._note = note
        self.name = name or f"{socket.gethostname()}-{os.getpid()}"
        self._scratch = tempfile.TemporaryDirectory(prefix="roundhouse-worker-", ignore_cleanup_errors=True)
        self._bot_store = BotStore(bots, Path(self._scratch.name), trusting=fetch)
        self._pool: Pool[Task, Done] = Pool(play_task, jobs, limit_s=limit_s)
        self._thread = ThreadPoolExecutor(1)  # the pool is only used from this thread
        self._offers: dict[str, Offer] = {}
        self._in_play: dict[int, tuple[BatchInPlay, Fixture]] = {}  # by the key that the pool knows
        self._given = 0
        self._busy_at = time.monotonic()
        self.played = 0

    async def run(self) -> None:
        """Work until cancelled, or until there was no work for a while. Raises PlanError."""
        try:
            await self._run()
        finally:
            await self._in_thread(self._pool.close)
            self._thread.shutdown()
            self._scratch.cleanup()

    async def _run(self) -> None:
        self._client = await nats_messages.connected(self._url)
        warm = asyncio.create_task(self._in_thread(self._pool.warm))  # while we look for tournaments
        try:
            self._js = self._client.jetstream()
            await nats_messages.streams(self._js)
            self._plans = await self._js.key_value(nats_messages.PLANS)
            await warm
            async with asyncio.TaskGroup() as group:
                beats = group.create_task(self._beat())
                try:
                    await self._work()
                finally:
                    beats.cancel()
        finally:
            await self._hand_back()
            with contextlib.suppress(nats.errors.Error, ConnectionError, TimeoutError):
                await self._client.close()

    async def _work(self) -> None:
        looked = -LOOK_S
        while not self._idle():
            if time.monotonic() - looked > LOOK_S:
                await self._look_around()
                looked = time.monotonic()
            if len(self._in_play) < 2 * self._jobs:
                await self._take()
            if self._in_play:
                await self._finish()
            elif not any(offer.queue for offer in self._offers.values()):
                await asyncio.sleep(LOOK_S / 4)

    def _idle(self) -> bool:
        if self._in_play:
            self._busy_at = time.monotonic()
        return self._idle_s is not None and time.monotonic() - self._busy_at > self._idle_s

    # Tournaments

    async def _look_around(self) -> None:
        """Find the tournaments, and which of them can be played here."""
        try:
            keys = await self._plans.keys()
        except nats.js.errors.NoKeysError:
            keys = []
        except (nats.errors.Error, TimeoutError, ConnectionError):
            return
        for key in set(self._offers) - set(keys):
            del self._offers[key]
        for key in keys:
            offer = self._offers.get(key)
            if offer is None or (offer.refusal and time.monotonic() - offer.looked > REFUSED_S):
                with contextlib.suppress(nats.errors.Error, TimeoutError, ConnectionError):
                    await self._consider(key)

    async def _consider(self, key: str) -> None:
        entry = await self._plans.get(key)
        before = self._offers.get(key)
        offer = Offer(looked=time.monotonic())
        try:
            offer.plan = self._read(entry.value or b"")
            if self._fetch:
                await self._fetch_missing(offer.plan)
            offer.texts = await self._in_thread(self._bot_store.texts, offer.plan)  # slow where bots are built first
            offer.queue = await self._js.pull_subscribe_bind(consumer=key, stream=nats_messages.WORK)
        except MismatchError as error:
            self._refuse(offer, f"{error}", known=before.refusal if before else "")
        self._offers[key] = offer

    def _read(self, posted: bytes) -> Plan:
        """Raises MismatchError."""
        try:
            head = msgspec.msgpack.decode(posted, type=Posted)
            if head.version != __version__:
                raise MismatchError(f"it is run by Roundhouse {head.version}, and here is {__version__}.")
            plan = msgspec.msgpack.decode(head.plan, type=Plan)
        except msgspec.MsgspecError as error:
            raise MismatchError(f"its plan cannot be read: {error}") from None
        if not self._sandbox:
            return plan
        terms = tuple(msgspec.structs.replace(one, sandbox=True) for one in plan.terms)
        return msgspec.structs.replace(plan, terms=terms)

    async def _fetch_missing(self, plan: Plan) -> None:
        store = await self._js.object_store(nats_messages.BOTS)
        for entry in self._bot_store.missing(plan):
            try:
                found = await store.get(entry.digest)
            except nats.js.errors.NotFoundError:
                continue
            self._bot_store.keep(entry, found.data or b"")

    def _refuse(self, offer: Offer, sentence: str, *, known: str = "") -> None:
        offer.refusal, offer.queue, offer.looked = sentence, None, time.monotonic()
        if sentence != known:
            self._note(f"{offer.plan.title}: {sentence}")

    # Matches

    async def _take(self) -> None:
        """One batch of every tournament that has one."""
        able = [offer for offer in self._offers.values() if offer.queue is not None]
        for offer in able:
            patience = POLL_S if self._in_play or len(able) > 1 else LOOK_S / 2
            for message in await nats_messages.fetched(offer.queue, 1, patience):
                await self._begin(offer, message)

    async def _begin(self, offer: Offer, message: Any) -> None:
        try:
            batch = msgspec.msgpack.decode(message.data, type=FixtureBatch)
            entrants = [(offer.plan.entrants[who], offer.texts[who], batch.digests.get(who, ""))
                        for who in sorted({who for one in batch.fixtures for who in one.entrants})]  # fmt: skip
        except (msgspec.MsgspecError, IndexError):
            await message.term()  # not sent by our director
            return
        for entry, text, wanted in entrants:
            if not self._bot_store.still(entry, text, wanted):
                self._refuse(offer, f"{entry.file} of {entry.name} is another version here than in the tournament.")
                await message.nak(delay=1)
                return
        in_play = BatchInPlay(message, offer, {fixture.number for fixture in batch.fixtures})
        for fixture in batch.fixtures:
            self._given += 1
            self._in_play[self._given] = (in_play, fixture)
            await self._in_thread(self._pool.give, self._given, offer.plan.task(fixture, offer.texts))

    async def _finish(self) -> None:
        """Send finished results; a batch whose results are all sent is acknowledged."""
        for answer in await self._in_thread(self._pool.wait, POLL_S):
            in_play, fixture = self._in_play[answer.key]
            done = Done(fact=void(fixture, answer.lost)) if answer.lost else answer.value
            await self._send(in_play.offer.plan.key, done)
            del self._in_play[answer.key]
            self.played += 1
            in_play.left.discard(fixture.number)
            if not in_play.left:
                with contextlib.suppress(nats.errors.Error, ConnectionError, TimeoutError):
                    await in_play.message.ack()

    async def _send(self, key: str, done: Done) -> None:
        """Publish a result. Equal results of a match are one message; a different one is another message, so that the
        director notices."""
        content = nats_messages.packed(WorkerAnswer(done=done, worker=self.name))
        if len(content) > nats_messages.PAYLOAD_MAX:
            content = nats_messages.packed(
                WorkerAnswer(done=Done(fact=done.fact, took_ms=done.took_ms), worker=self.name)
            )
            self._note("a record is too large for a message; its result goes without it")
        name = f"{key}.{done.fact.fixture.number}.{signature(done.fact)}"
        subject = nats_messages.result_subject(key)
        await nats_messages.again(lambda: self._js.publish(subject, content, headers={"Nats-Msg-Id": name}))

    async def _in_thread(self, action: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, action, *arguments)

    # Status messages

    async def _beat(self) -> None:
        while True:
            messages = {id(in_play.message): in_play.message for in_play, _ in self._in_play.values()}
            with contextlib.suppress(nats.errors.Error, ConnectionError, TimeoutError):
                for message in messages.values():
                    await message.in_progress()
                for key, offer in list(self._offers.items()):
                    await self._client.publish(
                        nats_messages.status_subject(key), nats_messages.packed(self._status(offer))
                    )
            await asyncio.sleep(min(1.0, nats_messages.BEAT_S))

    def _status(self, offer: Offer) -> Status:
        now, key = set(self._pool.playing), offer.plan.key
        own = [
            fixture.number
            for name, (in_play, fixture) in self._in_play.items()
            if in_play.offer.plan.key == key and name in now
        ]
        return Status(worker=self.name, jobs=self._jobs, playing=own, refusal=offer.refusal)

    async def _hand_back(self) -> None:
        """A worker that leaves on purpose gives back its unplayed matches, so that nobody has to wait for a timeout."""
        for in_play in {id(in_play): in_play for in_play, _ in self._in_play.values()}.values():
            with contextlib.suppress(nats.errors.Error, ConnectionError, TimeoutError):
                await in_play.message.nak()


__all__ = ["PlanError", "Worker"]
