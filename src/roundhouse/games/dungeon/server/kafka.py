"""Kafka as the broker of the generation K1: one for all, or one for each player. DUN-218, DUN-219"""

import asyncio
import contextlib
import logging
from collections.abc import Sequence

import msgspec
from aiokafka import AIOKafkaProducer
from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from aiokafka.errors import KafkaError

from .broker_message import VERSION, BrokerMessage, moment
from .broker_queue import BrokerAwayError, Destination, QueuedMessage, confirmed
from .kafka_events import TOPICS

PATIENCE_MS = 5000
TROUBLE = (KafkaError, OSError, asyncio.TimeoutError)

# The library tells of every attempt to connect; that the broker is away is said once, by the post.
logging.getLogger("aiokafka").setLevel(logging.CRITICAL)


class Kafka:
    """A producer for every address."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.where = f"Kafka at {address}" if address else "Kafka"
        self._producers: dict[str, AIOKafkaProducer] = {}
        self._made: set[tuple[str, str]] = set()  # addresses and name spaces whose topics are there
        self._opening = asyncio.Lock()

    async def declare(self, destination: Destination) -> None:
        try:
            await self._producer(destination.address or self._address, destination.prefix)
        except TROUBLE as error:
            raise BrokerAwayError(str(error) or type(error).__name__) from None

    async def send(self, destination: Destination, messages: Sequence[QueuedMessage]) -> int:
        address = destination.address or self._address
        try:
            producer = await self._producer(address, destination.prefix)
            sending = []
            for one in messages:
                value = msgspec.json.encode(one.message.payload)
                told = [(name, text.encode()) for name, text in headers(one.message, one.wall_ms).items()]
                topic = destination.prefix + one.message.topic
                sending.append(await producer.send(topic, value, partition=0, headers=told))
            arrived = await confirmed(sending, TROUBLE)
        except TROUBLE as error:
            await self._drop(address)
            raise BrokerAwayError(str(error) or type(error).__name__) from None
        if arrived < len(messages):
            await self._drop(address)
        return arrived

    async def look(self, destination: Destination) -> tuple[int, int]:
        return -1, -1  # readers count for themselves how far they are

    async def remove(self, destination: Destination) -> None:
        address = destination.address or self._address
        admin = AIOKafkaAdminClient(bootstrap_servers=address, request_timeout_ms=PATIENCE_MS)
        try:
            await admin.start()
            await admin.delete_topics([destination.prefix + topic for topic in TOPICS])
        except (*TROUBLE, ValueError, AttributeError) as error:
            raise BrokerAwayError(str(error) or type(error).__name__) from None
        finally:
            self._made.discard((address, destination.prefix))
            await admin.close()

    async def close(self) -> None:
        for address in list(self._producers):
            await self._drop(address)

    async def _producer(self, address: str, prefix: str) -> AIOKafkaProducer:
        async with self._opening:
            known = self._producers.get(address)
            if known is None:
                known = AIOKafkaProducer(bootstrap_servers=address, acks="all", request_timeout_ms=PATIENCE_MS)
                try:
                    await known.start()
                except BaseException:
                    await known.stop()
                    raise
                self._producers[address] = known
            if (address, prefix) not in self._made:
                await make_topics(address, prefix)
                self._made.add((address, prefix))
            return known

    async def _drop(self, address: str) -> None:
        producer = self._producers.pop(address, None)
        self._made = {one for one in self._made if one[0] != address}
        if producer is not None:
            with contextlib.suppress(*TROUBLE):
                async with asyncio.timeout(PATIENCE_MS / 1000):
                    await producer.stop()


async def make_topics(address: str, prefix: str = "") -> None:
    """One partition each. A broker that lets nobody make topics may make them itself when they are first used."""
    admin = AIOKafkaAdminClient(bootstrap_servers=address, request_timeout_ms=PATIENCE_MS)
    try:
        await admin.start()
        await admin.create_topics(
            [NewTopic(prefix + topic, num_partitions=1, replication_factor=1) for topic in TOPICS]
        )
    except (*TROUBLE, ValueError, AttributeError) as error:  # the last: the library found no controller
        logging.getLogger("roundhouse.wire").info("topics at %s are left to the broker: %s", address, error)
    finally:
        await admin.close()


def headers(message: BrokerMessage, wall_ms: float) -> dict[str, str]:
    """DUN-218"""
    return {
        "eventId": message.id,
        "transactionId": message.transaction,
        "version": VERSION,
        "timestamp": moment(wall_ms),
        "type": message.type,
    }
