"""The connection to NATS: sends in order, and calls back when the connection is lost."""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError
from nats.errors import MaxPayloadError
from nats.js import JetStreamContext

from ..tasks import cancel_all

log = logging.getLogger("roundhouse.server.cluster")

CONNECT_S = 5  # for the first connection and for every new one
AGAIN_S = 0.25  # between two tries to reconnect
PING_S = 2  # a server that does not answer two pings counts as lost
WAITING_MAX = 100_000  # messages that may wait to be sent
STORE_S = 1.5  # for a response of a bucket

Hear = Callable[[Msg], Awaitable[None]]


class NatsConnection:
    """`lost` and `back` are called on the loop when the connection is lost, and when it is restored."""

    def __init__(self, url: str, name: str) -> None:
        self.lost: Callable[[], None] = lambda: None
        self.back: Callable[[], None] = lambda: None
        self.client = Client()
        self._url = url
        self._name = name
        self._waiting: deque[tuple[Callable[..., Awaitable[Any]], tuple[Any, ...]]] = deque()
        self._news = asyncio.Event()
        self._followed: dict[str, Subscription] = {}
        self._pump: asyncio.Task[None] | None = None
        self._closing = False

    @property
    def connected(self) -> bool:
        return self.client.is_connected

    async def open(self) -> None:
        """Connect. Raises OSError if there is no NATS. Later losses are repaired without end."""
        try:
            async with asyncio.timeout(CONNECT_S):  # the library would try without end
                await self.client.connect(
                    servers=[one.strip() for one in self._url.split(",")],
                    name=self._name,
                    connect_timeout=CONNECT_S,
                    reconnect_time_wait=AGAIN_S,  # type: ignore[arg-type]  # seconds, and parts of them
                    max_reconnect_attempts=-1,
                    ping_interval=PING_S,
                    allow_reconnect=True,
                    disconnected_cb=self._disconnected,
                    reconnected_cb=self._reconnected,
                    error_cb=self._erred,
                )
        except (NatsError, TimeoutError, OSError, ValueError) as error:
            with contextlib.suppress(Exception):
                await self.client.close()
            raise OSError(f"NATS cannot be reached: {str(error) or type(error).__name__}") from None
        self._pump = asyncio.get_running_loop().create_task(self._work())

    async def close(self) -> None:
        self._closing = True
        if self._pump is not None:
            await cancel_all([self._pump])
        with contextlib.suppress(Exception):
            await self.client.close()

    def store(self) -> JetStreamContext:
        return self.client.jetstream(timeout=STORE_S)

    # Sending and receiving

    def send(self, subject: str, body: bytes) -> None:
        """Send a message; never blocks and never raises. While there is no connection nothing is kept."""
        if self.connected:
            self._put(self._publish, subject, body)

    def follow(self, subject: str, hear: Hear) -> None:
        """Subscribe to a subject. Messages sent after this call are sent after NATS knows of the subscription."""
        self._put(self._subscribe, subject, hear)

    def unfollow(self, subject: str) -> None:
        self._put(self._unsubscribe, subject)

    async def ask(self, subject: str, body: bytes, *, timeout_s: float) -> bytes:
        """Send a request and return the response. Raises OSError if nobody answers."""
        try:
            return bytes((await self.client.request(subject, body, timeout=timeout_s)).data)
        except (NatsError, TimeoutError) as error:
            raise OSError(f"no answer: {str(error) or type(error).__name__}") from None

    async def flush(self) -> None:
        """Wait until everything queued so far is sent, as long as there is a connection."""
        left = asyncio.Event()
        self._put(self._mark, left)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1):
                await left.wait()
        with contextlib.suppress(NatsError, TimeoutError):
            await self.client.flush(timeout=1)

    def _put(self, work: Callable[..., Awaitable[Any]], *arguments: Any) -> None:
        if len(self._waiting) < WAITING_MAX:
            self._waiting.append((work, arguments))
            self._news.set()

    async def _work(self) -> None:
        while True:
            while self._waiting:
                work, arguments = self._waiting.popleft()
                try:
                    await work(*arguments)
                except MaxPayloadError:
                    log.error("a message of %d bytes is larger than NATS takes", len(arguments[1]))
                except NatsError as error:
                    log.warning("something could not be sent by NATS: %r", error)
            self._news.clear()
            await self._news.wait()

    async def _publish(self, subject: str, body: bytes) -> None:
        await self.client.publish(subject, body)

    async def _mark(self, left: asyncio.Event) -> None:
        left.set()

    async def _subscribe(self, subject: str, hear: Hear) -> None:
        if subject not in self._followed:
            self._followed[subject] = await self.client.subscribe(subject, cb=hear)

    async def _unsubscribe(self, subject: str) -> None:
        followed = self._followed.pop(subject, None)
        if followed is not None:
            await followed.unsubscribe()

    # Callbacks of the connection

    async def _disconnected(self) -> None:
        if not self._closing:
            log.warning("the connection to NATS is lost; matches of this process go on")
            self._waiting.clear()
            self.lost()

    async def _reconnected(self) -> None:
        log.info("NATS is there again")
        self.back()

    async def _erred(self, error: Exception) -> None:
        log.debug("NATS: %r", error)
