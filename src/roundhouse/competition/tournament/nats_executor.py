"""The director's side of NATS: gives matches to workers on any machine, and receives every result at least once.

Nothing here has to be saved: results are on disk with the director. After a restart it empties its own work queue,
receives all results that are still kept, and gives out again what is missing.
"""

import asyncio
import contextlib
import math
import secrets
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import nats.errors
import nats.js.errors

from ... import __version__
from . import nats_messages
from .executor import MatchInPlay
from .match_task import Done, void
from .nats_messages import FixtureBatch, Posted, Status, WorkerAnswer
from .plan import Plan
from .plan import packed as packed_files
from .results import Fixture

WORKERS_MAX = 4096  # workers that are remembered
BATCH_MS = 250  # the intended duration of a batch; with shorter ones most time would go into messages
BATCH_MAX = 50
AHEAD = 4  # batches in the queue for every process of a worker
SILENT_S = 4.0  # a worker that is silent for longer is not counted
LOST_S = 3 * nats_messages.ACK_WAIT_S  # the queue is empty and no worker has anything, and still no result
TRIES = 3
NEVER_CAME = f"given out {TRIES} times, and no worker came back with it."


class NatsExecutor:
    """Workers behind a NATS server."""

    def __init__(self, plan: Plan, url: str) -> None:
        self._plan = plan
        self._epoch = secrets.token_hex(4)
        self._given: dict[int, Fixture] = {}
        self._tries: dict[int, int] = {}
        self._began = self._moved = time.monotonic()  # when a message was last sent or received
        self._looked = 0.0
        self._mean_ms = 0.0
        self._workers: dict[str, tuple[float, Status]] = {}
        self._held: dict[int, list[Any]] = {}
        self._lost: list[Done] = []
        self._emptied = False  # whether the server was restarted and lost its data
        self._loop = asyncio.new_event_loop()
        try:
            self._loop.run_until_complete(self._open(url))
        except BaseException:
            self._loop.close()
            raise

    async def _open(self, url: str) -> None:
        key = self._plan.key
        self._client = await nats_messages.connected(url)
        try:
            self._js = self._client.jetstream()
            await nats_messages.streams(self._js)
            await self._js.purge_stream(nats_messages.WORK, subject=nats_messages.work_subject(key))
            with contextlib.suppress(nats.js.errors.NotFoundError):
                # A new consumer gets all results at once that an earlier run received but did not write to disk.
                await self._js.delete_consumer(nats_messages.RESULTS, key)
            await self._prepare()
            self._results = await self._js.pull_subscribe_bind(consumer=key, stream=nats_messages.RESULTS)
            await self._client.subscribe(nats_messages.status_subject(key), cb=self._hear)
        except BaseException:
            await self._client.close()
            raise

    async def _prepare(self) -> None:
        """Create what is missing on the server; the plan comes last, because workers begin when they see it."""
        key = self._plan.key
        await nats_messages.streams(self._js)
        await self._js.add_consumer(nats_messages.WORK, nats_messages.work_consumer(key))
        await self._js.add_consumer(nats_messages.RESULTS, nats_messages.result_consumer(key))
        await self._send_bots()
        plans = await self._js.key_value(nats_messages.PLANS)
        posted = Posted(version=__version__, plan=msgspec.Raw(nats_messages.packed(self._plan)))
        await plans.put(key, nats_messages.packed(posted))

    async def _restore(self) -> None:
        """The server has lost its data: send everything again."""
        await self._prepare()
        self._emptied = True

    async def _send_bots(self) -> None:
        """Store the bots' files on the server, for workers that do not have them."""
        store = await self._js.object_store(nats_messages.BOTS)
        for entry in self._plan.entrants:
            if entry.digest:
                with contextlib.suppress(nats.js.errors.NotFoundError):
                    await store.get_info(entry.digest)
                    continue
                await store.put(entry.digest, packed_files(_path_of(entry.text, entry.part, program=entry.program)))

    async def _hear(self, message: Any) -> None:
        with contextlib.suppress(msgspec.MsgspecError):
            status = msgspec.msgpack.decode(message.data, type=Status)
            if status.worker in self._workers or len(self._workers) < WORKERS_MAX:
                self._workers[status.worker] = (time.monotonic(), status)

    # What the director asks for

    @property
    def _present(self) -> list[Status]:
        return [status for heard, status in self._workers.values() if time.monotonic() - heard < SILENT_S]

    @property
    def room(self) -> int:
        hands = sum(status.jobs for status in self._present if not status.refusal)
        return max(0, AHEAD * max(1, hands) * self._batch - len(self._given))

    @property
    def playing(self) -> Sequence[MatchInPlay]:
        return [MatchInPlay(number, status.worker) for status in self._present for number in status.playing]

    @property
    def notes(self) -> Sequence[str]:
        refusing = [f"{status.worker} does not play: {status.refusal}" for status in self._present if status.refusal]
        if time.monotonic() - self._began > SILENT_S and all(status.refusal for status in self._present):
            refusing.append("No worker is there; start some with `roundhouse worker --nats URL`.")
        return refusing

    @property
    def _batch(self) -> int:
        return max(1, min(BATCH_MAX, math.ceil(BATCH_MS / self._mean_ms))) if self._mean_ms else 1

    def give(self, fixtures: Sequence[Fixture]) -> None:
        self._loop.run_until_complete(self._give(fixtures))

    async def _give(self, fixtures: Sequence[Fixture], *, alone: bool = False) -> None:
        size = 1 if alone else self._batch
        for first in range(0, len(fixtures), size):
            some = list(fixtures[first : first + size])
            digests = {who: self._plan.entrants[who].digest for one in some for who in one.entrants}
            batch = FixtureBatch(plan=self._plan.key, fixtures=some, digests=digests)
            number = some[0].number
            name = f"{self._plan.key}.{self._epoch}.{number}.{self._tries.get(number, 0)}"
            await self._publish(batch, name)
            self._given |= {fixture.number: fixture for fixture in some}
        self._moved = time.monotonic()

    async def _publish(self, batch: FixtureBatch, name: str) -> None:
        subject, content = nats_messages.work_subject(self._plan.key), nats_messages.packed(batch)
        publish = partial(self._js.publish, subject, content, headers={"Nats-Msg-Id": name})
        await nats_messages.again(publish, self._restore)

    def wait(self, seconds: float) -> Sequence[Done]:
        return self._loop.run_until_complete(self._wait(seconds))

    async def _wait(self, seconds: float) -> Sequence[Done]:
        done, self._lost = self._lost, []
        for message in await nats_messages.fetched(self._results, 256, 0.05 if done else seconds):
            try:
                answer = msgspec.msgpack.decode(message.data, type=WorkerAnswer)
            except msgspec.MsgspecError:
                await message.term()  # not sent by our workers
                continue
            number = answer.done.fact.fixture.number
            if self._given.get(number, answer.done.fact.fixture) != answer.done.fact.fixture:
                await message.term()
                continue
            self._held.setdefault(number, []).append(message)
            self._given.pop(number, None)
            took_ms = max(1, answer.done.took_ms)
            self._mean_ms = took_ms if not self._mean_ms else 0.9 * self._mean_ms + 0.1 * took_ms
            self._moved = time.monotonic()
            done.append(answer.done)
        if self._emptied:
            self._emptied, self._epoch = False, secrets.token_hex(4)
            await self._give(list(self._given.values()))
        elif time.monotonic() - self._moved > LOST_S and time.monotonic() - self._looked > LOST_S:
            await self._look_for_the_lost()
        return done

    async def _look_for_the_lost(self) -> None:
        """What is neither queued nor with a worker will never be answered: give it out again, after some tries as
        void."""
        self._looked = time.monotonic()
        try:
            info = await self._js.consumer_info(nats_messages.WORK, self._plan.key)
        except nats.js.errors.NotFoundError:
            with contextlib.suppress(nats.errors.Error, TimeoutError, ConnectionError):
                await self._restore()
            return
        except (nats.errors.Error, TimeoutError, ConnectionError):
            return
        if info.num_pending or info.num_ack_pending or not self._given:
            return
        missing = list(self._given.values())
        for fixture in missing:
            self._tries[fixture.number] = self._tries.get(fixture.number, 0) + 1
        hopeless = [fixture for fixture in missing if self._tries[fixture.number] >= TRIES]
        for fixture in hopeless:
            del self._given[fixture.number]
            self._lost.append(Done(fact=void(fixture, NEVER_CAME)))
        # One by one, so that a match that kills its worker does not affect others.
        await self._give([fixture for fixture in missing if fixture.number in self._given], alone=True)

    def settle(self, numbers: Sequence[int]) -> None:
        self._loop.run_until_complete(self._settle(numbers))

    async def _settle(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            for message in self._held.pop(number, []):
                # otherwise it is delivered again, and recognised then
                with contextlib.suppress(nats.errors.Error, ConnectionError):
                    await message.ack()

    def close(self, *, over: bool) -> None:
        try:
            with contextlib.suppress(nats.errors.Error, ConnectionError, asyncio.TimeoutError):
                self._loop.run_until_complete(self._close(over))
        finally:
            self._loop.close()

    async def _close(self, over: bool) -> None:
        key = self._plan.key
        try:
            if over:
                plans = await self._js.key_value(nats_messages.PLANS)
                await plans.delete(key)
                await self._js.delete_consumer(nats_messages.WORK, key)
                await self._js.delete_consumer(nats_messages.RESULTS, key)
                await self._js.purge_stream(nats_messages.WORK, subject=nats_messages.work_subject(key))
                await self._js.purge_stream(nats_messages.RESULTS, subject=nats_messages.result_subject(key))
        finally:
            await self._client.close()


def _path_of(text: str, part: str, *, program: bool) -> Path:
    """The path of a bot's file or folder, from its name on this machine."""
    if program:
        import shlex

        return Path(shlex.split(text.removeprefix("cmd:"))[0])
    return Path(text.removesuffix(part))
