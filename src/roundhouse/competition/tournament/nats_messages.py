"""What director and workers of a tournament share on NATS: streams, subjects, and messages.

Work and results go through streams that drop acknowledged messages: work is acknowledged when its results were sent, a
result when the director has it on disk. Every tournament has its own consumers, so a worker that cannot play it never
takes work from it. Plans are in a key-value bucket, bots' files in an object store.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
import nats
import nats.errors
from msgspec import Struct
from nats.aio.client import Client
from nats.js.api import AckPolicy, ConsumerConfig, RetentionPolicy, StreamConfig
from nats.js.client import JetStreamContext

from .match_task import Done
from .plan import PlanError
from .results import Fixture

WORK, RESULTS, PLANS, BOTS = "ROUNDHOUSE_WORK", "ROUNDHOUSE_RESULTS", "roundhouse-plans", "roundhouse-bots"
ACK_WAIT_S = 5.0  # a worker that is silent for longer counts as dead
BEAT_S = ACK_WAIT_S / 4
# deliveries of one batch; if its workers die that often its matches are given out singly, finally as void
DELIVERIES = 3
TWIN_S = 3600.0  # how long the server recognises duplicates of a result
KEPT_S = 30 * 86400.0  # how long the server keeps what nobody collects
CONNECT_S = 5.0
AGAIN_S = 0.5
PAYLOAD_MAX = 900_000  # the server's limit is one megabyte

T = TypeVar("T")


class FixtureBatch(Struct, frozen=True, kw_only=True):
    """Matches that one worker plays one after the other, with the digests of their bots by entrant."""

    plan: str
    fixtures: list[Fixture]
    digests: dict[int, str]


class Posted(Struct, frozen=True, kw_only=True):
    """A plan, with the version of the program that runs it: other versions may play differently, or not be able to read
    it."""

    version: str
    plan: msgspec.Raw


class WorkerAnswer(Struct, frozen=True, kw_only=True):
    """One result, and the worker it is from."""

    done: Done
    worker: str


class Status(Struct, frozen=True, kw_only=True):
    """What a worker reports every second. A `refusal` says why it does not play this tournament."""

    worker: str
    jobs: int = 0
    playing: list[int] = []
    refusal: str = ""


def work_subject(key: str) -> str:
    return f"roundhouse.work.{key}"


def result_subject(key: str) -> str:
    return f"roundhouse.results.{key}"


def status_subject(key: str) -> str:
    return f"roundhouse.status.{key}"


def packed(message: Struct) -> bytes:
    return msgspec.msgpack.encode(message)


async def connected(url: str) -> Client:
    """A connection that reconnects for as long as the program lives. Raises PlanError."""
    client = Client()
    heard: list[Exception] = []

    async def hear(error: Exception) -> None:
        """Ignored here: the next use of the connection fails and is tried again."""
        heard[:] = [error]

    try:
        # because a client that reconnects for ever also does so for the first connection
        async with asyncio.timeout(CONNECT_S):
            await client.connect(
                url, connect_timeout=int(CONNECT_S), max_reconnect_attempts=-1, reconnect_time_wait=1,
                allow_reconnect=True, error_cb=hear, max_outstanding_pings=4, ping_interval=10,
            )  # fmt: skip
    except (TimeoutError, nats.errors.Error, OSError, ValueError) as error:
        await client.close()
        why = heard[0] if heard else f"{error}" or "it did not answer"
        raise PlanError("no_nats", f"there is no NATS server at {shown(url)}: {why}") from None
    return client


def shown(url: str) -> str:
    """An address without its password."""
    parts = urlsplit(url)
    return url if "@" not in parts.netloc else url.replace(parts.netloc.rpartition("@")[0] + "@", "")


async def streams(js: JetStreamContext) -> None:
    """Create the streams that do not exist. Raises PlanError on a server without JetStream."""
    try:
        await js.add_stream(
            StreamConfig(
                name=WORK, subjects=["roundhouse.work.>"], retention=RetentionPolicy.WORK_QUEUE, max_age=KEPT_S
            )
        )
        await js.add_stream(
            StreamConfig(
                name=RESULTS, subjects=["roundhouse.results.>"], retention=RetentionPolicy.WORK_QUEUE,
                duplicate_window=TWIN_S, max_age=KEPT_S,
            )
        )  # fmt: skip
        await js.create_key_value(bucket=PLANS, ttl=KEPT_S)
        await js.create_object_store(BOTS, ttl=KEPT_S)
    except (nats.errors.NoRespondersError, nats.js.errors.ServiceUnavailableError):
        raise PlanError("no_jetstream", "the NATS server has no JetStream; start it with -js.") from None
    except nats.js.errors.BadRequestError as error:
        sentence = f"the NATS server has streams of Roundhouse that this version cannot use: {error.description}."
        raise PlanError("other_streams", sentence) from None


def work_consumer(key: str) -> ConsumerConfig:
    return ConsumerConfig(
        durable_name=key, filter_subject=work_subject(key), ack_policy=AckPolicy.EXPLICIT, ack_wait=ACK_WAIT_S,
        max_deliver=DELIVERIES, max_ack_pending=4096,
    )  # fmt: skip


def result_consumer(key: str) -> ConsumerConfig:
    return ConsumerConfig(
        durable_name=key, filter_subject=result_subject(key), ack_policy=AckPolicy.EXPLICIT, ack_wait=4 * ACK_WAIT_S,
        max_ack_pending=4096,
    )  # fmt: skip


async def again(action: Callable[[], Awaitable[T]], restore: Callable[[], Awaitable[None]] | None = None) -> T:
    """Repeat something until the server was reachable. `restore` is called if the server has lost its streams."""
    while True:
        try:
            return await action()
        except nats.js.errors.NoStreamResponseError:
            if restore is not None:
                with contextlib.suppress(nats.errors.Error, TimeoutError, ConnectionError):
                    await restore()
            await asyncio.sleep(AGAIN_S)
        except (nats.errors.TimeoutError, nats.errors.NoRespondersError, nats.errors.ConnectionReconnectingError,
                nats.js.errors.ServiceUnavailableError, nats.errors.OutboundBufferLimitError,
                ConnectionError):  # fmt: skip
            await asyncio.sleep(AGAIN_S)


async def fetched(subscription: Any, batch: int, seconds: float) -> list[Any]:
    """Messages that are there now, or come soon; none while the server is away."""
    try:
        return list(await subscription.fetch(batch, timeout=max(0.05, seconds)))
    except (TimeoutError, nats.errors.TimeoutError):
        return []
    except (nats.errors.Error, ConnectionError):
        await asyncio.sleep(min(seconds, AGAIN_S))
        return []
