"""Connections to one process and matches, tables and queues in another: nobody can tell the difference."""

import asyncio
import random

import httpx
import msgspec
import pytest
from tests.outage import check
from tests.outage_players import Commander
from tests.server.cluster.clusters import Lasts, Line, Traveller, health, lasting, matches, until

from roundhouse.core.belief import Belief, decoded
from roundhouse.games import GAMES

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

ROUNDS = 12
BEFORE = 3  # turns that are answered before anybody looks
SHORT = {"game": "spacegoo", "clock": "calm", "settings": {"max_rounds": ROUNDS, "deadline_s": 60.0}}


class Waiting(Traveller):
    """Answers some turns, and the others when it may go on."""

    def __init__(self, *words):
        super().__init__(*words)
        self.may_go_on = asyncio.Event()

    async def _meet(self, message):
        if message["type"] == "turn" and self.turns >= BEFORE:
            await self.may_go_on.wait()
        return await super()._meet(message)


class Short(Waiting):
    options = SHORT


class Fogged(Waiting, Commander):
    """What spectators see is ten rounds old, and only a part of it."""

    options = Commander.options | {"settings": Commander.options["settings"] | {"max_rounds": ROUNDS + 8}}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with lasting(tmp_path_factory, ROUNDHOUSE_MATCH_INTERVAL_S="0.2", ROUNDHOUSE_HOUSE_AFTER_S="600") as made:
        yield made


def asking(site, token):
    return httpx.Client(base_url=site.address, headers={"authorization": f"Bearer {token}"}, timeout=60)


@pytest.mark.parametrize("kind", [Short, Fogged])
def test_seats_and_spectators_of_the_other_process_are_told_the_same_as_those_of_the_match(kind, cluster):
    async def play(made, first, second):
        known = made.accounts(2)
        playing = await matches(first, known, 1, kind)
        here, there = playing
        tasks = [
            asyncio.create_task(here.travel([first.ports["json"]])),
            asyncio.create_task(there.travel([second.ports["json"]])),
        ]
        await until(lambda: here.match and there.turns >= 2, "the match moves")
        watch = {"match": here.match, "role": "spectator"}
        async with (
            Line(first.ports["json"], **watch) as near,
            Line(second.ports["json"], **watch) as far,
            Line(second.ports["json"], **watch) as further,
        ):
            await far.first("step")
            await further.first("step")
            await until(lambda: first.get(f"/api/matches/{here.match}")["watching"] == 3, "all three are counted")
            assert health(first)["matches"] == 1
            assert health(second)["matches"] == 0
            for player in playing:
                player.may_go_on.set()
            await asyncio.wait_for(asyncio.gather(*tasks), 60)
            for line in (near, far, further):
                assert (await line.first("over"))["result"] == here.over["result"]
                assert len(line.of("start")) == 1
            newest = {message["step"]: message for message in near.of("step")[1:]}
            for line in (far, further):
                told = [message for message in line.of("step")[1:] if message["step"] in newest]
                assert told
                assert told == [newest[message["step"]] for message in told]
                numbers = [message["step"] for message in line.of("step")]
                assert numbers == sorted(numbers)
        for player in playing:
            assert (player.connections, player.errors) == (1, [])
        if kind is Short:
            assert len(here.acknowledged) == len(there.acknowledged) == ROUNDS
        assert await asyncio.to_thread(check, second, (here, there))

    cluster.play(play)


def test_tables_and_pages_are_the_same_in_both_processes(cluster):
    async def play(made, first, second):
        known = made.accounts(2)
        with asking(first, known[0]) as one, asking(second, known[1]) as two:
            opened = two.post("/api/tables", json={"options": SHORT, "seat": 0})
            assert opened.status_code == 201, opened.text
            key = opened.json()["key"]
            assert [table["key"] for table in one.get("/api/tables").json()] == [key]
            assert [table["key"] for table in two.get("/api/tables").json()] == [key]
            assert two.get("/api/tables/nothing").json()["code"] == "no_table"
            players = [
                Lasts(known[0], key, random.Random(1)),
                Lasts(known[1], key, random.Random(2)),
            ]
            tasks = [
                asyncio.create_task(players[0].travel([second.ports["json"]])),
                asyncio.create_task(players[1].travel([first.ports["json"]])),
            ]
            await until(lambda: all(player.turns >= 2 for player in players), "the match begins and moves")
            pages = [
                (await asyncio.to_thread(client.get, "/api/matches?live=true&view=true")).json()
                for client in (one, two)
            ]
            for page in pages:
                (match,) = page["matches"]
                assert match["key"] == players[0].match
                assert match["round"] > 0
                assert match["view"]["planets"]
            mine = (await asyncio.to_thread(two.get, "/api/me")).json()
            assert mine["playing"] == [players[0].match]
            left = await asyncio.to_thread(
                two.post, f"/api/play/{players[0].match}/leave"
            )  # its process is the other one
            assert left.status_code == 204, left.text
            await asyncio.wait_for(asyncio.gather(*tasks), 60)
            assert players[0].over["result"] == players[1].over["result"]

    cluster.play(play)


def test_bots_that_wait_in_different_processes_are_brought_together(cluster):
    async def play(made, first, second):
        known = made.accounts(3)
        port = second.ports["json"]
        async with Line(port, token=known[0], game="quest", preset="nothing") as wrong:
            assert (await wrong.first("error"))["code"] == "no_preset"
            wrong.say({"type": "hello", "version": 1, "token": known[0], "game": "nothing"})
            await until(lambda: len(wrong.of("error")) == 2, "another hello may come")
        async with Line(port, token=known[0], game="spacegoo") as one:
            await one.first("welcome")
            await until(lambda: first.get("/api/matches?live=true")["waiting"] == 1, "the leader knows who waits")
            await until(lambda: second.get("/api/matches?live=true")["waiting"] == 1, "so does the other")
            async with Line(first.ports["json"], token=known[1], game="spacegoo", want=["belief"]) as two:
                start = await one.first("start")
                assert start["match"] == (await two.first("start"))["match"]
                turn = await one.first("turn")
                assert "belief" not in turn
                believed = msgspec.convert((await two.first("turn"))["belief"], Belief)
                assert decoded(GAMES["spacegoo"].state, believed).round_no == turn["view"]["round"]
                one.say({"type": "seen", "step": turn["step"]})
                one.say({"type": "act", "seq": 7, "step": turn["step"], "actions": [{"type": "nop"}]})
                assert (await one.first("verdicts"))["seq"] == 7
                one.say({"type": "leave"})
                await one.first("over")
                await two.first("over")
        async with Line(port, token=known[2], game="spacegoo") as gone:
            await gone.first("welcome")
            await until(lambda: first.get("/api/matches?live=true")["waiting"] == 1, "it waits")
        await until(lambda: first.get("/api/matches?live=true")["waiting"] == 0, "and is gone")

    cluster.play(play)
