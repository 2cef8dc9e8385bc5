"""A player program that begins its own games as those of the original do while they are developed: it ends what runs,
creates a game, sets the duration, joins and starts, and waits for hardly any answer. Its queue is bound last."""

import asyncio
import json

import aio_pika
import httpx

PATIENCE_S = 60


class Starter:
    """`seen` is what its own queue was sent since it was bound: type and payload."""

    def __init__(self, name, rest, amqp):
        self.name = name
        self.rest = httpx.AsyncClient(base_url=rest, timeout=30)
        self.amqp = amqp
        self.seen = []
        self._queue = None
        self._news = asyncio.Event()

    async def register(self):
        answer = await self.rest.post("/players", json={"name": self.name, "email": f"{self.name}@example.org"})
        self.account = answer.json()
        self.id = self.account["playerId"]
        self.connection = await aio_pika.connect(self.amqp)
        self.channel = await self.connection.channel()

    async def start(self, order, *, create_first):
        """Begin a game; `order` is in which the last three requests are sent. Returns its id and all answers."""
        running = [game["gameId"] for game in (await self.rest.get("/games")).json()]
        body = {"maxRounds": 20, "maxPlayers": 2}
        first = [("POST", f"/games/{game}/gameCommands/end", None) for game in running]
        first.insert(0 if create_first else len(first), ("POST", "/games", body))
        sent = [self._send(*request) for request in first]
        created = await sent[0 if create_first else -1]
        if created.status_code != 201:
            return "", [created]
        self.game = created.json()["gameId"]
        last = {
            "duration": ("PATCH", f"/games/{self.game}/duration", {"duration": 1_800_000}),
            "join": ("PUT", f"/games/{self.game}/players/{self.id}", None),
            "start": ("POST", f"/games/{self.game}/gameCommands/start", None),
        }
        sent += [self._send(*last[name]) for name in order]
        return self.game, await asyncio.gather(*sent)

    def _send(self, method, path, body):
        return asyncio.ensure_future(self.rest.request(method, path, json=body))

    async def bind(self):
        """A queue of its own, for everything from now on."""
        if self._queue is not None:
            await self._queue.delete(if_unused=False, if_empty=False)
        self.seen = []
        self._queue = await self.channel.declare_queue(exclusive=True)
        await self._queue.bind(self.account["playerExchange"], routing_key="#")
        await self._queue.consume(self._receive, no_ack=True)

    async def _receive(self, message):
        self.seen.append((bytes(message.headers["type"]).decode(), json.loads(message.body)))
        self._news.set()

    def of(self, kind):
        return [payload for name, payload in self.seen if name == kind]

    async def until(self, kind):
        async with asyncio.timeout(PATIENCE_S):
            while not self.of(kind):
                self._news.clear()
                await self._news.wait()
        return self.of(kind)

    def mine(self, robots):
        """Its own of the robots that were revealed; all others are to be attacked."""
        return [one["robotId"] for one in robots if one["playerNotion"] == self.id[:8]]

    async def close(self):
        await self.rest.aclose()
        await self.connection.close()
