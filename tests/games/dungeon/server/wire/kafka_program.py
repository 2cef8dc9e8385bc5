"""A player program for the first generation, written against its documentation alone: REST, and Kafka topics that it
reads directly."""

import asyncio
import json

import httpx
from aiokafka import AIOKafkaConsumer
from tests.games.dungeon.server.wire.message_shapes import K1, K_HEADERS, fits, fits_k

PATIENCE_S = 60


class Program:
    def __init__(self, name, rest, kafka):
        self.name = name
        self.rest = httpx.AsyncClient(base_url=rest, timeout=30)
        self.kafka = kafka
        self.records = []  # (topic, headers, payload)
        self._news = asyncio.Event()
        self._reading = None

    async def register(self):
        answer = await self.rest.post("/players", json={"name": self.name, "email": f"{self.name}@example.org"})
        assert answer.status_code == 201, answer.text
        account = answer.json()
        fits(account, dict.fromkeys(("playerId", "bearerToken", "name", "email"), str))
        self.id, self.token = account["playerId"], account["bearerToken"]

    async def listen(self):
        self.consumer = AIOKafkaConsumer(
            *K1, "trades", bootstrap_servers=self.kafka, auto_offset_reset="earliest", group_id=None
        )
        await self.consumer.start()
        self._reading = asyncio.create_task(self._read())

    async def _read(self):
        async for record in self.consumer:
            headers = {name: value.decode() for name, value in record.headers}
            fits(headers, K_HEADERS, "headers")
            payload = json.loads(record.value)
            fits_k(record.topic, headers["type"], payload)
            assert record.partition == 0
            self.records.append((record.topic, headers, payload))
            self._news.set()

    async def join(self, game):
        self.game = game
        answer = await self.rest.put(f"/games/{game}/players/{self.token}")
        assert answer.status_code == 200, answer.text
        return answer.json()["transactionId"]

    async def command(self, kind, robot=None, status=201, **fields):
        body = {
            "gameId": self.game,
            "playerToken": self.token,
            "robotId": robot,
            "commandType": kind,
            "commandObject": {"commandType": kind, "planetId": "", **fields},
        }
        answer = await self.rest.post("/commands", json=body)
        assert answer.status_code == status, answer.text
        return answer.json().get("transactionId")

    async def get(self, path, status=200, **query):
        answer = await self.rest.get(path, params=query, headers={"Authorization": f"Bearer {self.token}"})
        assert answer.status_code == status, (path, answer.text)
        return answer.json()

    def of(self, topic):
        return [(headers, payload) for name, headers, payload in self.records if name == topic]

    def answers(self, transaction, topic):
        return [payload for headers, payload in self.of(topic) if headers["transactionId"] == transaction]

    async def until(self, found):
        """Wait until something is true of what was read; a mistake in reading ends it too."""
        async with asyncio.timeout(PATIENCE_S):
            while not found():
                self._news.clear()
                news = asyncio.create_task(self._news.wait())
                await asyncio.wait({news, self._reading}, return_when=asyncio.FIRST_COMPLETED)
                if self._reading.done():
                    self._reading.result()

    async def until_round(self, number, status="started"):
        """Topics are read side by side, so all of a round is there when the topic that ends it is."""

        def there():
            rounds = (payload for _, payload in self.of("roundStatus"))
            return any((one["roundNumber"], one["roundStatus"]) == (number, status) for one in rounds)

        await self.until(there)

    async def close(self):
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
            await self.consumer.stop()
        await self.rest.aclose()
