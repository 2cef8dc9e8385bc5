"""RabbitMQ as the broker of the generations R1 and R2. DUN-226, DUN-227"""

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import aio_pika
import msgspec
from aio_pika.abc import DeliveryMode, ExchangeType
from aio_pika.connection import Connection, make_url
from aiormq.exceptions import AMQPError, ChannelNotFoundEntity

from .broker_message import NO_TRANSACTION, VERSION, BrokerMessage, moment
from .broker_queue import BrokerAwayError, Destination, QueuedMessage, confirmed

if TYPE_CHECKING:
    from aio_pika.abc import AbstractChannel, AbstractConnection, AbstractExchange

PATIENCE_S = 5.0  # for the broker to answer
PUBLIC = "public"
TROUBLE = (AMQPError, OSError, asyncio.TimeoutError, RuntimeError)  # RuntimeError: the connection was closed meanwhile

# The libraries tell of every attempt to connect; that the broker is away is said once, by the post.
for name in ("aio_pika", "aiormq"):
    logging.getLogger(name).setLevel(logging.CRITICAL)


class RabbitMQ:
    """One connection and one channel with publisher confirms, opened anew when something went wrong."""

    def __init__(self, url: str) -> None:
        self._url = url
        parts = urlsplit(url)
        self.where = f"RabbitMQ at {parts.hostname}:{parts.port or 5672}"  # without the password
        self._connection: AbstractConnection | None = None
        self._channel: AbstractChannel | None = None
        self._exchanges: dict[str, AbstractExchange] = {}
        self._opening = asyncio.Lock()

    async def declare(self, destination: Destination) -> None:
        try:
            await self._exchange(destination.queue)
        except TROUBLE as error:
            raise await self._failed(error) from None

    async def send(self, destination: Destination, messages: Sequence[QueuedMessage]) -> int:
        try:
            exchange = await self._exchange(destination.queue)
            sending = [
                exchange.publish(amqp_message(destination, one), routing_key=one.message.type, timeout=PATIENCE_S)
                for one in messages
            ]
            arrived = await confirmed(sending, TROUBLE)
        except TROUBLE as error:
            raise await self._failed(error) from None
        if arrived < len(messages):
            async with self._opening:
                await self.close()
        return arrived

    async def look(self, destination: Destination) -> tuple[int, int]:
        """On a channel of its own: one on which a queue is asked for that is not there is closed."""
        try:
            async with self._opening:
                await self._open()
                assert self._connection is not None  # noqa: S101
                async with await self._connection.channel(publisher_confirms=False) as channel:
                    queue = await channel.declare_queue(destination.queue, passive=True, timeout=PATIENCE_S)
                    told = queue.declaration_result
                    return int(told.message_count or 0), int(told.consumer_count or 0)
        except ChannelNotFoundEntity:
            return -1, -1
        except TROUBLE as error:
            raise await self._failed(error) from None

    async def remove(self, destination: Destination) -> None:
        try:
            async with self._opening:
                channel = await self._open()
                await channel.queue_delete(destination.queue, timeout=PATIENCE_S)
                await channel.exchange_delete(destination.queue, timeout=PATIENCE_S)
                self._exchanges.pop(destination.queue, None)
        except TROUBLE as error:
            raise await self._failed(error) from None

    async def close(self) -> None:
        connection, self._connection, self._channel = self._connection, None, None
        self._exchanges.clear()
        if connection is not None:
            with contextlib.suppress(*TROUBLE):
                async with asyncio.timeout(PATIENCE_S):
                    await connection.close()

    async def _exchange(self, name: str) -> "AbstractExchange":
        """A player's exchange with its queue, made if they are not there; asked for once per connection."""
        known = self._exchanges.get(name)
        if known is not None:
            return known
        async with self._opening:
            channel = await self._open()
            made = await channel.declare_exchange(name, ExchangeType.TOPIC, durable=True, timeout=PATIENCE_S)
            queue = await channel.declare_queue(name, durable=True, timeout=PATIENCE_S)
            await queue.bind(made, routing_key="#", timeout=PATIENCE_S)
            self._exchanges[name] = made
            return made

    async def _open(self) -> "AbstractChannel":
        if self._channel is None or self._channel.is_closed:
            await self.close()
            self._connection = await connected(self._url)
            self._channel = await self._connection.channel(publisher_confirms=True)
        return self._channel

    async def _failed(self, error: Exception) -> BrokerAwayError:
        """Whatever went wrong, the next attempt begins with a new connection."""
        async with self._opening:
            await self.close()
        why = str(error)
        return BrokerAwayError("the connection was lost" if not why or " object at 0x" in why else why)


async def connected(url: str) -> "AbstractConnection":
    """A connection, or none: one that failed half-way would be closed by the garbage collector, which cannot wait."""
    connection = Connection(make_url(url))
    try:
        await connection.connect(timeout=PATIENCE_S)
    except BaseException:
        await connection.close()
        raise
    return connection


def amqp_message(destination: Destination, queued: QueuedMessage) -> aio_pika.Message:
    told = headers(destination, queued.message, queued.wall_ms)
    return aio_pika.Message(
        msgspec.json.encode(queued.message.payload),
        content_type="application/json",
        delivery_mode=DeliveryMode.PERSISTENT,
        headers={name: bytearray(text.encode()) for name, text in told.items()},
    )


def headers(destination: Destination, message: BrokerMessage, wall_ms: float) -> dict[str, str]:
    """DUN-227"""
    return {
        "eventId": message.id,
        "transactionId": message.transaction or NO_TRANSACTION,
        "playerId": PUBLIC if message.public else destination.uuid,
        "type": message.type,
        "version": VERSION,
        "timestamp": moment(wall_ms),
        "kafka-topic": message.topic,
    }
