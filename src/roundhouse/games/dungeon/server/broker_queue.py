"""Messages on their way to a broker: kept in order for every player until the broker has confirmed them.

What is kept is in memory alone, because it can be computed anew: a game's messages follow from its record, and the
store knows how many of them each broker has confirmed. So a message arrives at least once, after an outage perhaps
twice, and always with the same event id.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from itertools import islice
from typing import Protocol

from msgspec import Struct

from ....server.tasks import cancel_all
from .broker_message import BrokerMessage

log = logging.getLogger("roundhouse.wire")

PAUSE_S, PAUSE_MAX_S = 0.2, 5.0  # before a broker that is away is tried again; longer each time
TOGETHER = 100  # messages of one player that are on their way at the same time

Confirmed = Callable[[str, int, int], None]  # game, player, how many


class BrokerAwayError(Exception):
    """The broker does not answer, or refuses; says why in words for an operator."""


class Destination(Struct, frozen=True):
    """Where a player's messages go: with RabbitMQ an exchange and a queue of its own, with Kafka a broker's address.
    Player 0 is everybody; `prefix` is that of the name space. DUN-260"""

    player_id: int
    name: str
    uuid: str
    address: str = ""
    prefix: str = ""

    @property
    def queue(self) -> str:
        """DUN-226"""
        return f"{self.prefix}player-{self.name}"


class QueuedMessage(Struct, frozen=True):
    """The `number`th message of a game for a player."""

    game: str
    number: int
    message: BrokerMessage
    wall_ms: float


class Broker(Protocol):
    """`send` comes back with how many of the first messages the broker has confirmed, one at least; both raise
    BrokerAwayError."""

    where: str

    async def declare(self, destination: Destination) -> None: ...

    async def send(self, destination: Destination, messages: Sequence[QueuedMessage]) -> int: ...

    async def look(self, destination: Destination) -> tuple[int, int]:
        """How many messages nobody has read yet, and how many read there; -1 where that cannot be known."""

    async def remove(self, destination: Destination) -> None:
        """Take away what was made for it."""

    async def close(self) -> None: ...


async def confirmed(sending: Sequence[Awaitable[object]], trouble: tuple[type[Exception], ...]) -> int:
    """How many of the first were confirmed, of messages that are on their way together; raises what went wrong with the
    very first."""
    results = await asyncio.gather(*sending, return_exceptions=True)
    for number, result in enumerate(results):
        if isinstance(result, BaseException):
            if number == 0 or not isinstance(result, trouble):
                raise result
            return number
    return len(results)


class DestinationQueue:
    """The messages of one destination, sent one after the other."""

    def __init__(self, broker_queue: "BrokerQueue", destination: Destination) -> None:
        self.destination = destination
        self.waiting: deque[QueuedMessage] = deque()
        self._broker_queue = broker_queue
        self._more = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def put(self, queued: QueuedMessage) -> None:
        self.waiting.append(queued)
        self._more.set()
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            await cancel_all([self._task])

    async def _run(self) -> None:
        pause_s = PAUSE_S
        while True:
            while self.waiting:
                first = list(islice(self.waiting, TOGETHER))
                try:
                    arrived = await self._broker_queue.broker.send(self.destination, first)
                except BrokerAwayError as away:
                    self._broker_queue.lost(str(away))
                    await asyncio.sleep(pause_s)
                    pause_s = min(pause_s * 2, PAUSE_MAX_S)
                    continue
                self._broker_queue.found()
                pause_s = PAUSE_S
                newest = {}
                for _ in range(arrived):
                    queued = self.waiting.popleft()
                    newest[queued.game] = queued.number
                for game, number in newest.items():
                    self._broker_queue.confirmed(game, self.destination.player_id, number)
            self._more.clear()
            await self._more.wait()


class BrokerQueue:
    """All destinations of a wire, in all its name spaces. Says once that the broker is away, and once that it is back.
    `listeners` are told what was confirmed."""

    def __init__(self, broker: Broker) -> None:
        self.broker = broker
        self.listeners: list[Confirmed] = []
        self.away = ""  # why nothing can be sent now
        self._queues: dict[tuple[str, int], DestinationQueue] = {}

    def send(self, destination: Destination, queued: QueuedMessage) -> None:
        key = (destination.prefix, destination.player_id)
        if key not in self._queues:
            self._queues[key] = DestinationQueue(self, destination)
        self._queues[key].put(queued)

    def confirmed(self, game: str, player_id: int, number: int) -> None:
        for listener in self.listeners:
            listener(game, player_id, number)

    def length(self, destination: Destination) -> int:
        """How many messages for a destination have not been confirmed."""
        queue = self._queues.get((destination.prefix, destination.player_id))
        return 0 if queue is None else len(queue.waiting)

    async def remove(self, destination: Destination) -> None:
        """Nobody reads there any more: what waits is not sent. Raises BrokerAwayError."""
        queue = self._queues.pop((destination.prefix, destination.player_id), None)
        if queue is not None:
            await queue.stop()
        await self.broker.remove(destination)

    def waiting(self, game: str) -> int:
        """How many messages of a game have not been confirmed."""
        return sum(queued.game == game for queue in self._queues.values() for queued in queue.waiting)

    async def declare(self, destination: Destination) -> None:
        """Make what a destination needs at the broker; raises BrokerAwayError."""
        try:
            await self.broker.declare(destination)
        except BrokerAwayError as away:
            self.lost(str(away))
            raise
        self.found()

    def lost(self, why: str) -> None:
        if not self.away:
            log.warning("%s is away (%s); events are kept and sent when it is back", self.broker.where, why)
        self.away = why

    def found(self) -> None:
        if self.away:
            waiting = sum(len(queue.waiting) for queue in self._queues.values())
            log.warning("%s is back; %d events are waiting for it", self.broker.where, waiting)
        self.away = ""

    async def close(self) -> None:
        for queue in self._queues.values():
            await queue.stop()
        await self.broker.close()
