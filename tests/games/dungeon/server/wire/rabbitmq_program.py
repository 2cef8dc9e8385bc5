"""A player program for the generations with RabbitMQ, written against their documentation alone: it knows addresses,
REST paths and messages, and nothing of the server behind them."""

import asyncio
import json

import aio_pika
import httpx
from tests.games.dungeon.server.wire.message_shapes import R1, R2, R_HEADERS, fits

PATIENCE_S = 60


class Program:
    """Keeps what it is sent. `generation` is r1 or r2."""

    def __init__(self, name, rest, amqp, generation="r2"):
        self.name = name
        self.generation = generation
        self.rest = httpx.AsyncClient(base_url=rest, timeout=30)
        self.amqp = amqp
        self.messages = []  # (type, headers, payload)
        self.robots = {}
        self.planets = {}
        self.revealed = []
        self.prices = {}
        self.balance = 0
        self.connection = None
        self._news = asyncio.Event()

    # Joining

    async def register(self):
        answer = await self.rest.post("/players", json={"name": self.name, "email": f"{self.name}@example.org"})
        assert answer.status_code == 201, answer.text
        self.account = answer.json()
        self.id = self.account["playerId"]
        self.connection = await aio_pika.connect(self.amqp)
        channel = await self.connection.channel()
        queue = await channel.get_queue(self.account["playerQueue"])
        await queue.consume(self._receive, no_ack=True)

    async def join(self, game):
        self.game = game
        answer = await self.rest.put(f"/games/{game}/players/{self.id}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def command(self, kind, robot=None, status=201, **fields):
        """A command in the words of the generation; returns its transaction id."""
        if self.generation == "r2":
            body = {"playerId": self.id, "type": kind, "data": {"robotId": robot, **fields}}
        else:
            names = ("planetId", "targetId", "itemName", "itemQuantity")
            inner = {"commandType": kind, **dict.fromkeys(names), **fields}
            body = {"gameId": self.game, "playerId": self.id, "robotId": robot, "commandType": kind,
                    "commandObject": inner}  # fmt: skip
        answer = await self.rest.post("/commands", json=body)
        assert answer.status_code == status, answer.text
        return answer.json().get("transactionId")

    # What it is told

    async def _receive(self, message):
        headers = {name: bytes(value).decode() for name, value in message.headers.items()}
        assert all(isinstance(value, bytes | bytearray) for value in message.headers.values())
        fits(headers, R_HEADERS, "headers")
        kind, payload = headers["type"], json.loads(message.body)
        assert message.routing_key == kind
        fits(payload, (R2 if self.generation == "r2" else R1)[kind], kind)
        self.messages.append((kind, headers, payload))
        self._learn(kind.removesuffix("IntegrationEvent"), payload)
        self._news.set()

    def _learn(self, kind, payload):
        if kind == "RobotSpawned":
            self.robots[payload["robot"]["id"]] = payload["robot"]
        elif kind == "RobotUpgraded":
            self.robots[payload["robotId"]] = payload["robot"]
        elif kind == "RobotMoved":
            self.robots[payload["robotId"]]["planet"]["planetId"] = payload["toPlanet"]["id"]
        elif kind == "PlanetDiscovered":
            self.planets[payload["planet"]] = payload
        elif kind == "RobotsRevealed":
            self.revealed = payload["robots"]
        elif kind == "TradablePrices":
            self.prices = {line["name"]: line["price"] for line in payload}
        elif kind.startswith("BankAccount"):
            self.balance = payload["balance"]

    def of(self, kind):
        """All messages of an event type, by its name in R2."""
        wanted = (
            kind,
            kind + "IntegrationEvent",
            {"GameStatus": "game-status", "RoundStatus": "round-status"}.get(kind),
        )
        return [(headers, payload) for name, headers, payload in self.messages if name in wanted]

    async def until(self, found):
        """Wait until something is true of what was told."""
        async with asyncio.timeout(PATIENCE_S):
            while not found():
                self._news.clear()
                await self._news.wait()

    async def until_round(self, number, status="started"):
        def there():
            rounds = (payload for _, payload in self.of("RoundStatus"))
            return any((one["roundNumber"], one["roundStatus"]) == (number, status) for one in rounds)

        await self.until(there)

    def answer_to(self, transaction, kind):
        """The message of a type that a command led to."""
        found = [payload for headers, payload in self.of(kind) if headers["transactionId"] == transaction]
        assert len(found) == 1, (kind, found)
        return found[0]

    async def close(self):
        await self.rest.aclose()
        if self.connection is not None:
            await self.connection.close()
