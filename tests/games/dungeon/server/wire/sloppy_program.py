"""A player like those that students published: it fires and forgets, comes late, believes whatever it was told first,
and shoots at every robot that is not its own."""

import asyncio
import json

import aio_pika
import httpx


class Sloppy:
    """`attacks` are the targets it has shot at."""

    def __init__(self, name, rest, amqp, generation):
        self.name = name
        self.amqp = amqp
        self.generation = generation
        self.rest = httpx.AsyncClient(base_url=rest, timeout=30)
        self.robots = {}
        self.attacks = []
        self.sent = set()
        self.connection = None

    async def begin(self):
        body = {"name": self.name, "email": f"{self.name}@example.org"}
        self.id = (await self.rest.post("/players", json=body)).json()["playerId"]
        self.game = (await self.rest.get("/games")).json()[0]["gameId"]
        self.send("PUT", f"/games/{self.game}/players/{self.id}")
        self.send("PUT", f"/games/{self.game}/players/{self.id}")  # it is not sure whether it did
        self.connection = await aio_pika.connect_robust(self.amqp, reconnect_interval=0.2)
        channel = await self.connection.channel()
        queue = await channel.get_queue(f"player-{self.name}")
        await queue.consume(self.hear, no_ack=True)

    def send(self, method, path, body=None):
        """Nobody waits for the answer."""
        task = asyncio.ensure_future(self.rest.request(method, path, json=body))
        self.sent.add(task)
        task.add_done_callback(self.sent.discard)

    def command(self, kind, robot=None, **fields):
        inner = {"robotId": robot, "planetId": "", "targetId": "", "itemName": "", "itemQuantity": "", **fields}
        body = {"playerId": self.id, "type": kind, "data": inner}
        if self.generation == "r1":
            body = {"gameId": self.game, "playerId": self.id, "robotId": robot or "", "commandType": kind,
                    "commandObject": {"commandType": kind, **inner}}  # fmt: skip
        self.send("POST", "/commands", body)

    async def hear(self, message):
        kind, told = message.routing_key.removesuffix("IntegrationEvent"), json.loads(message.body)
        if kind == "RobotSpawned":
            self.robots[told["robot"]["id"]] = told["robot"]["planet"]["planetId"]
        elif kind == "RobotsRevealed":
            self.shoot(told["robots"])
        elif kind in ("RoundStatus", "round-status"):
            self.round(told)
        elif kind == "TradablePrices":
            self.command("buying", itemName="ROBOT", itemQuantity=99)  # it will see how far the money goes
            self.command("buying", itemName="ROBOT", itemQuantity=1)

    def round(self, told):
        """Every robot that it ever had is told to dig and to sell at once, in whatever part of the round this is."""
        for robot in self.robots:
            self.command("mining", robot)
            if told["roundNumber"] % 4 == 0:
                self.command("selling", robot, itemName="COAL", itemQuantity=10_000)
            self.command("dancing", robot)

    def shoot(self, seen):
        """Some see themselves by the notion, in the middle of the pause."""
        others = [one for one in seen if one["playerNotion"] != self.id[:8]]
        mine = {one["planetId"]: one["robotId"] for one in seen if one["playerNotion"] == self.id[:8]}
        for one in others:
            if one["planetId"] in mine:
                self.attacks.append(one["robotId"])
                self.command("battle", mine[one["planetId"]], targetId=one["robotId"])

    async def close(self):
        await asyncio.gather(*self.sent, return_exceptions=True)
        await self.rest.aclose()
        if self.connection is not None:
            await self.connection.close()
