"""What there is once although there are two processes: sessions, news, bots that are called, seats of agents."""

import asyncio
import json
import time

import httpx
import pytest
from sqlalchemy import create_engine, func, select
from tests.outage import open_table
from tests.sdk.listening_bots import nop, web_bot
from tests.server.cluster.clusters import Line, health, kill, lasting, returned, until

from roundhouse.store import players, tokens
from roundhouse.store.database import Database
from roundhouse.store.schema.platform import results

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

PAIRING = {"ROUNDHOUSE_MATCH_INTERVAL_S": "0.2", "ROUNDHOUSE_HOUSE_AFTER_S": "600", "ROUNDHOUSE_WEBHOOKS": "local"}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with lasting(tmp_path_factory, **PAIRING) as made:
        yield made


def ask(site, token, method, path, body=None):
    headers = {"authorization": f"Bearer {token}", "accept": "application/json, text/event-stream"}
    answer = httpx.request(method, site.address + path, json=body, headers=headers, timeout=60)
    assert answer.is_success, answer.text
    return answer.json() if answer.content else None


def counted(where):
    """How many results there are."""
    engine = create_engine(where)
    try:
        with engine.connect() as connection:
            return connection.execute(select(func.count(results.c.id))).scalar_one()
    finally:
        engine.dispose()


async def answering(line):
    """Pass in every turn."""
    answered = 0
    while not line.of("over"):
        for message in line.of("turn")[answered:]:
            answered += 1
            line.say({"type": "act", "step": message["step"], "actions": [{"type": "nop"}]})
        await asyncio.sleep(0.05)


def test_a_bot_that_is_called_is_called_by_whoever_leads_and_its_match_counts_once(cluster):
    calls = []

    def answer(path, message, headers):
        calls.append(path)
        time.sleep(0.05)
        return nop(message) if path.endswith("/turn") else 200

    async def play(made, first, second):
        known, before = made.accounts(2), counted(made.database)
        hook = {"url": url, "game": "spacegoo"}
        await asyncio.to_thread(ask, second, known[0], "PUT", "/api/me/webhook", hook)  # the leader is the other one
        for site in (first, second):
            told = await asyncio.to_thread(ask, site, known[0], "GET", "/api/me/webhook")
            assert (told["connected"], told["problem"]) == (True, "")
        async with Line(second.ports["json"], token=known[1], game="spacegoo") as line:
            match = (await line.first("start"))["match"]
            task = asyncio.create_task(answering(line))
            await until(lambda: len(line.of("verdicts")) > 5, "the match moves")
            task.cancel()
            kill(first)
            assert (await line.first("error"))["code"] == "moved"
        heard = len(calls)
        async with returned(second.ports["json"], token=known[1], match=match) as line:
            task = asyncio.create_task(answering(line))
            await until(lambda: len(calls) > heard + 5, "the new leader calls it")
            line.say({"type": "leave"})
            await line.first("over")
            await task
        await until(lambda: "/bot/over" in calls, "it hears of the end")
        assert counted(made.database) == before + 1
        await asyncio.to_thread(ask, second, known[0], "DELETE", "/api/me/webhook")

    with web_bot(answer) as url:
        cluster.play(play)


def agent(where):
    """The token of an agent's account."""
    database = Database(where)

    def make(connection):
        player, _ = players.create(connection, name="an-agent", kind="agent", now_ms=1)
        return tokens.make(connection, player.id, "test", 1)[0]

    try:
        return database.submit(make).result()
    finally:
        database.close()


def tool(site, token, name, **arguments):
    """Use a tool over MCP."""
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    answer = ask(site, token, "POST", "/mcp", call)["result"]
    assert not answer.get("isError"), answer
    return answer.get("structuredContent") or json.loads(answer["content"][0]["text"])


def test_sessions_news_and_seats_of_agents_are_the_same_at_both(cluster):
    async def play(made, first, second):
        known, mind = made.accounts(1), agent(made.database)
        ann = await asyncio.to_thread(second.member, "ann")
        jar = {one["name"]: one["value"] for one in ann.cookies}
        there = await asyncio.to_thread(httpx.get, first.address + "/api/me", cookies=jar, timeout=60)
        assert there.json()["player"]["name"] == ann.name
        ann.close()
        async with Line(first.ports["json"]) as near, Line(second.ports["json"]) as far:
            await near.first("welcome")
            await far.first("welcome")
            await asyncio.to_thread(open_table, second, known[0], {"game": "spacegoo"})
            for line in (near, far):
                assert "tables" in (await line.first("news"))["topics"]
        sat = await asyncio.to_thread(tool, second, mind, "sit_down", game="spacegoo", opponents=["random"])
        assert health(first)["matches"] == 1
        for site in (second, first, second):
            seen = await asyncio.to_thread(tool, site, mind, "view", seat=sat["seat"])
            assert seen["state"] == "your_turn", seen
        await asyncio.to_thread(tool, second, mind, "resign", seat=sat["seat"])
        await until(lambda: health(first)["matches"] == 0, "the match is over")

    cluster.play(play)
