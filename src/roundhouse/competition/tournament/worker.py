"""A worker: takes matches from a NATS server, plays them in processes of its own, and sends back what came of them.

It may be killed at any moment. What it had in hand goes to another worker as soon as its silence is noticed; a result
that was sent twice is the same one twice, and counts once.
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
from .nats_messages import Answer, Batch, Posted, Status
from .meeting import Format
from .plan import Plan, PlanError
from .match_pool import Pool
from .results import Fixture
from .bot_store import Shelf
from .match_task import Done, MismatchError, Task, play_task, signature, void

LOOK_S = 1.0  # between two looks at what tournaments there are
REFUSED_S = 5.0  # before a refused one is looked at again
POLL_S = 0.05


UNREAD = Plan(key="", title="A tournament", format=Format(), entrants=(), terms=())


@dataclass
class Hand:
    """A batch that is being played; it is acknowledged when all of it was sent."""

    message: Any
    offer: "Offer"
    left: set[int]


@dataclass
class Offer:
    """A tournament that wants workers. `texts` are the bots as they are called here; empty while it is refused."""

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
        self._shelf = Shelf(bots, Path(self._scratch.name), trusting=fetch)
        self._pool: Pool[Task, Done] = Pool(play_task, jobs, limit_s=limit_s)
        self._thread = ThreadPoolExecutor(1)  # all that is done with the pool is done here, one after the other
        self._offers: dict[str, Offer] = {}
        self._hands: dict[int, tuple[Hand, Fixture]] = {}  # by the key that the pool knows
        self._given = 0
        self._busy_at = time.monotonic()
        self.played = 0

    async def run(self) -> None:
        """Work until somebody cancels it, or nothing was to do for a while. Raises PlanError."""
        try:
            await self._run()
        finally:
            await self._in_thread(self._pool.close)
            self._thread.shutdown()
            self._scratch.cleanup()

    async def _run(self) -> None:
        self._client = await nats_messages.connected(self._url)
        warm = asyncio.create_task(self._in_thread(self._pool.warm))  # while we look around
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
            if len(self._hands) < 2 * self._jobs:
                await self._take()
            if self._hands:
                await self._finish()
            elif not any(offer.queue for offer in self._offers.values()):
                await asyncio.sleep(LOOK_S / 4)

    def _idle(self) -> bool:
        if self._hands:
            self._busy_at = time.monotonic()
        return self._idle_s is not None and time.monotonic() - self._busy_at > self._idle_s

    # Tournaments

    async def _look_around(self) -> None:
        """Which tournaments there are, and which of them can be played here."""
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
            offer.texts = await self._in_thread(self._shelf.texts, offer.plan)  # some bots are built first
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
        for entry in self._shelf.missing(plan):
            try:
                found = await store.get(entry.digest)
            except nats.js.errors.NotFoundError:
                continue
            self._shelf.keep(entry, found.data or b"")

    def _refuse(self, offer: Offer, sentence: str, *, known: str = "") -> None:
        offer.refusal, offer.queue, offer.looked = sentence, None, time.monotonic()
        if sentence != known:
            self._note(f"{offer.plan.title}: {sentence}")

    # Matches

    async def _take(self) -> None:
        """One batch of every tournament that has one."""
        able = [offer for offer in self._offers.values() if offer.queue is not None]
        for offer in able:
            patience = POLL_S if self._hands or len(able) > 1 else LOOK_S / 2
            for message in await nats_messages.fetched(offer.queue, 1, patience):
                await self._begin(offer, message)

    async def _begin(self, offer: Offer, message: Any) -> None:
        try:
            batch = msgspec.msgpack.decode(message.data, type=Batch)
            entrants = [(offer.plan.entrants[who], offer.texts[who], batch.digests.get(who, ""))
                        for who in sorted({who for one in batch.fixtures for who in one.entrants})]  # fmt: skip
        except (msgspec.MsgspecError, IndexError):
            await message.term()  # nobody of ours has sent it
            return
        for entry, text, wanted in entrants:
            if not self._shelf.still(entry, text, wanted):
                self._refuse(offer, f"{entry.file} of {entry.name} is another version here than in the tournament.")
                await message.nak(delay=1)
                return
        hand = Hand(message, offer, {fixture.number for fixture in batch.fixtures})
        for fixture in batch.fixtures:
            self._given += 1
            self._hands[self._given] = (hand, fixture)
            await self._in_thread(self._pool.give, self._given, offer.plan.task(fixture, offer.texts))

    async def _finish(self) -> None:
        """Send what is finished; a batch that was sent whole is acknowledged."""
        for answer in await self._in_thread(self._pool.wait, POLL_S):
            hand, fixture = self._hands[answer.key]
            done = Done(fact=void(fixture, answer.lost)) if answer.lost else answer.value
            await self._send(hand.offer.plan.key, done)
            del self._hands[answer.key]
            self.played += 1
            hand.left.discard(fixture.number)
            if not hand.left:
                with contextlib.suppress(nats.errors.Error, ConnectionError, TimeoutError):
                    await hand.message.ack()

    async def _send(self, key: str, done: Done) -> None:
        """Publish a result. Equal results of a match are one message; one that differs is another, so that it shows."""
        content = nats_messages.packed(Answer(done=done, worker=self.name))
        if len(content) > nats_messages.PAYLOAD_MAX:
            content = nats_messages.packed(Answer(done=Done(fact=done.fact, took_ms=done.took_ms), worker=self.name))
            self._note("a record is too large for a message; its result goes without it")
        name = f"{key}.{done.fact.fixture.number}.{signature(done.fact)}"
        subject = nats_messages.result_subject(key)
        await nats_messages.again(lambda: self._js.publish(subject, content, headers={"Nats-Msg-Id": name}))

    async def _in_thread(self, action: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, action, *arguments)

    # Signs of life

    async def _beat(self) -> None:
        while True:
            messages = {id(hand.message): hand.message for hand, _ in self._hands.values()}
            with contextlib.suppress(nats.errors.Error, ConnectionError, TimeoutError):
                for message in messages.values():
                    await message.in_progress()
                for key, offer in list(self._offers.items()):
                    await self._client.publish(nats_messages.status_subject(key), nats_messages.packed(self._status(offer)))
            await asyncio.sleep(min(1.0, nats_messages.BEAT_S))

    def _status(self, offer: Offer) -> Status:
        own = [fixture.number for key, (hand, fixture) in self._hands.items() if hand.offer.plan.key == offer.plan.key
               and key in set(self._pool.playing)]  # fmt: skip
        return Status(worker=self.name, jobs=self._jobs, playing=own, refusal=offer.refusal)

    async def _hand_back(self) -> None:
        """Who leaves on purpose gives back what it has not played, so that nobody has to wait for it."""
        for hand in {id(hand): hand for hand, _ in self._hands.values()}.values():
            with contextlib.suppress(nats.errors.Error, ConnectionError, TimeoutError):
                await hand.message.nak()


__all__ = ["PlanError", "Worker"]
