"""Scripted agents that play by the tools alone, and ways to connect the official client."""

import contextlib
import os
import random
import sys

import httpx2
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from roundhouse.mcp.local_matches import LocalMatches
from roundhouse.mcp.server import build

# Matches that are soon over
SHORT = {
    "spacegoo": {"max_rounds": 5},
    "rally": {"max_rounds": 10},
    "dungeon": {"max_rounds": 3},
    "quest": {"rounds": 2, "units": 2},
    "boidvoid": {"turn_limit": 5},
}
TOOLS = [
    "list_games", "rules", "sit_down", "view", "schema", "legal_orders", "check", "hint", "act", "wait", "resign",
    "result",
]  # fmt: skip
CALLS_MAX = 2000


class Agent:
    """Calls tools and reads their structured answers, and knows nothing else."""

    def __init__(self, client):
        self.client = client
        self.seat = ""
        self.calls = 0
        self.answers = 0

    async def call(self, tool, **arguments):
        answer = await self.client.call_tool(tool, arguments)
        assert not answer.is_error, answer.content
        self.calls += "seat" in arguments and arguments["seat"] == self.seat
        return answer.structured_content

    async def ask(self, tool, **arguments):
        return await self.call(tool, seat=self.seat, **arguments)

    async def sit_down(self, **wish):
        told = await self.call("sit_down", **wish)
        assert "refused" not in told, told
        self.seat, self.calls = told["seat"], 1
        return told

    async def play(self, choose):
        """To the end of the match; `choose` decides on the orders of a turn. Returns the result."""
        for _ in range(CALLS_MAX):
            told = await self.ask("wait")
            if told["state"] == "over":
                return await self.ask("result")
            if told["state"] == "your_turn":
                orders = await choose(self)
                self.answers += 1
                answer = await self.ask("act", orders=orders, log="because")
                assert "refused" not in answer, answer
        raise AssertionError("the match does not end")


def by_legal_orders(seed=1):
    """Any legal order, and now and then the first one, which ends a turn where there are many orders."""
    draws = random.Random(seed)

    async def choose(agent):
        if draws.random() < 0.4:
            told = await agent.ask("legal_orders", limit=1)
        else:
            told = await agent.ask("legal_orders", sample=1)
        return told["orders"][0]

    return choose


def by_schema(game):
    """Orders made of the examples of `schema`, with names that `view` shows."""

    async def choose(agent):
        examples = {line["type"]: line["example"] for line in (await agent.ask("schema"))["actions"]}
        view = (await agent.ask("view", data=True))["data"]
        if game == "spacegoo":
            mine = [planet for planet in view["planets"] if planet["owner_id"] == view["player_id"]]
            if not mine:
                return examples["nop"]
            target = next(b for a, b in view["hyperlanes"] if a == mine[0]["id"])
            return examples["send"] | {"source": mine[0]["id"], "target": target, "ships": [1, 0, 0]}
        if game == "rally":
            locked = view["you"]["locked"]
            free = 5 - len(locked)
            return examples["program"] | {"slots": view["you"]["hand"][:free] + [None] * len(locked)}
        if game == "dungeon":
            robots = [examples["regeneration"] | {"robot": one["id"]} for one in view["you"]["robots"]]
            return [examples["buying"] | {"quantity": 1}, *robots, examples["done"]]
        if game == "quest":
            return [*(examples["dig"] | {"unit": one["id"]} for one in view["units"]), examples["end_turn"]]
        ships = view["you"]["players"]
        return [*(examples["battery"] | {"unit": ship, "attack": 60} for ship in ships), examples["done"]]

    return choose


# Connections


@contextlib.asynccontextmanager
async def here(**how):
    """An agent at a server in this process, without any transport."""
    server, tools = build(LocalMatches(**how))
    try:
        async with Client(server) as client:
            yield Agent(client)
    finally:
        await tools.close()


@contextlib.asynccontextmanager
async def over_stdio(*arguments):
    """The official client and `roundhouse mcp` as a process of its own."""
    environment = {"PATH": os.environ["PATH"], "ROUNDHOUSE_NATIVE": "0"}
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "roundhouse.cli.main", "mcp", *arguments], env=environment
    )
    async with Client(stdio_client(command)) as client:
        yield Agent(client)


@contextlib.asynccontextmanager
async def over_http(address, token=""):
    """The official client and `/mcp` of a server."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    http = httpx2.AsyncClient(headers=headers, timeout=30)
    async with http, Client(streamable_http_client(f"{address}/mcp", http_client=http)) as client:
        yield Agent(client)


def check_account(account, agent=None):
    """Every answer is of one kind, and what can be counted here was counted there."""
    assert account["answers"] >= account["unreadable"] + account["illegal"]
    assert account["end"] in (
        "won", "drawn", "lost", "forfeit_parse", "forfeit_illegal", "timeout", "resigned", "crashed"
    )  # fmt: skip
    if agent is not None:
        assert account["answers"] == agent.answers
        assert account["tool_calls"] >= agent.answers
