"""What director and workers of a tournament have in common on NATS: streams, subjects, and messages.

Work and results go through streams that forget what was acknowledged: work when its results were sent, a result when
the director has it on disk. Every tournament has consumers of its own there, so a worker that cannot play it never
takes anything from it. Plans are in a key-value bucket, bots' files in an object store.
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

from .plan import PlanError
from .results import Fixture
from .match_task import Done

WORK, RESULTS, PLANS, BOTS = "ROUNDHOUSE_WORK", "ROUNDHOUSE_RESULTS", "roundhouse-plans", "roundhouse-bots"
ACK_WAIT_S = 5.0  # a worker that has been silent for so long is taken for dead
BEAT_S = ACK_WAIT_S / 4
DELIVERIES = 3  # of one batch; what takes a whole worker with it so often is given out match by match, at last void
TWIN_S = 3600.0  # so long the server knows a result that it has had before
KEPT_S = 30 * 86400.0  # what nobody comes back for is forgotten after so long
CONNECT_S = 5.0
AGAIN_S = 0.5
PAYLOAD_MAX = 900_000  # a server takes messages of a megabyte

T = TypeVar("T")


class Batch(Struct, frozen=True, kw_only=True):
    """Matches that are played one after the other by one worker, with the digests of the bots in them by entrant."""

    plan: str
    fixtures: list[Fixture]
    digests: dict[int, str]


class Posted(Struct, frozen=True, kw_only=True):
    """A plan, behind the version of who runs it: another one may play otherwise, or not even be able to read it."""

    version: str
    plan: msgspec.Raw


class Answer(Struct, frozen=True, kw_only=True):
    """One result, and who it is from."""

    done: Done
    worker: str


class Status(Struct, frozen=True, kw_only=True):
    """What a worker says of itself every second. A `refusal` says why it does not play this tournament."""

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
    """A connection that comes back by itself for as long as the program lives. Raises PlanError."""
    client = Client()
    heard: list[Exception] = []

    async def hear(error: Exception) -> None:
        """Later whoever uses the connection notices, and tries again."""
        heard[:] = [error]

    try:
        async with asyncio.timeout(CONNECT_S):  # for who tries for ever does so from the beginning
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
    """An address without what is secret in it."""
    parts = urlsplit(url)
    return url if "@" not in parts.netloc else url.replace(parts.netloc.rpartition("@")[0] + "@", "")


async def streams(js: JetStreamContext) -> None:
    """Make what is not there yet. Raises PlanError on a server without JetStream."""
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
    """Do something until the server was there for it. One that has come back without its streams is restored."""
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
