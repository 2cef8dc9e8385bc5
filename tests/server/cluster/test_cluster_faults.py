"""What can go wrong between processes, their database and their NATS while all of them live on."""

import asyncio

import pytest
from tests import stores
from tests.outage import open_table
from tests.server.cluster.clusters import PATIENCE_S, Lasts, Line, health, lasting, matches, move, over, stopped, until

from roundhouse.server.cluster.leases import BEAT_S, LEASE_S, MARGIN_S

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

TAKEN = "roundhouse_cluster_taken "


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with lasting(tmp_path_factory) as made:
        yield made


def taken(site) -> str:
    """How many matches a process has taken over, as it tells those who look after it."""
    (line,) = [line for line in site.text("/metrics").splitlines() if line.startswith(TAKEN)]
    return line.removeprefix(TAKEN)


def test_connections_to_the_database_are_cut_and_nobody_who_plays_notices(cluster):
    async def play(made, first, second):
        playing = await matches(first, made.accounts(4), 2, Lasts)
        tasks = [
            asyncio.create_task(player.travel([site.ports["json"]]))
            for player, site in zip(playing, (first, second) * 2, strict=True)
        ]
        await move(playing)
        for _ in range(3):
            assert await asyncio.to_thread(stores.cut, made.application)
            await move(playing)
        assert [(player.connections, player.errors) for player in playing] == [(1, [])] * 4, made.log()
        await over(tasks, playing, second)
        assert [player.connections for player in playing] == [1] * 4
        assert (health(first)["role"], health(second)["role"]) == ("leader", "follower")
        assert "the database is there again" in made.log()

    cluster.play(play)


def test_a_process_without_nats_loses_its_matches_to_the_others_and_follows_when_nats_is_back(cluster):
    """It still reaches the database, which refuses what it writes."""

    async def play(made, first, second):
        known = made.accounts(6)
        playing = await matches(first, known[:4], 2, Lasts)
        ports = [first.ports["json"], second.ports["json"]]
        tasks = [asyncio.create_task(player.travel(ports)) for player in playing]
        await move(playing)
        made.between(first).cut()
        await until(lambda: health(second)["matches"] == 2, "the other process takes over")
        await until(lambda: health(first)["matches"] == 0, "the first one is told by the database")
        assert health(first)["nats"] == "lost"
        await until(lambda: health(second)["role"] == "leader", "the other one leads")
        async with Line(ports[0], token=known[0], match=playing[0].match) as line:  # it cannot find the match any more
            assert (await line.first("error"))["code"] in ("moved", "unreachable")
            await asyncio.wait_for(line.ended, PATIENCE_S)  # so whoever comes again comes to the other one
        await move(playing)
        await over(tasks, playing, second)
        assert all([error["code"] for error in player.errors][:1] == ["moved"] for player in playing)
        made.between(first).mend()
        await until(lambda: health(first)["nats"] == "connected", "NATS is back")
        await until(lambda: health(first)["role"] == "follower", "it knows that it does not lead")
        # and everything is as it should be: a table of the one, a player at each
        last = [Lasts(token, "", player._draws) for token, player in zip(known[4:], playing, strict=False)]
        last[0].table = last[1].table = await asyncio.to_thread(open_table, first, known[4], Lasts.options)
        ends = [asyncio.create_task(p.travel([port])) for p, port in zip(last, ports, strict=True)]
        await move(last)
        await over(ends, last, first)

    cluster.play(play)


def test_owners_go_on_without_nats_and_nobody_takes_over_when_it_is_back(cluster):
    async def play(made, first, second):
        before = taken(first), taken(second)
        playing = await matches(first, made.accounts(6), 3, Lasts)
        here, there = [first.ports["json"]], [second.ports["json"]]
        # One match is played with one player at each process, two in the process they live in.
        tasks = [
            asyncio.create_task(player.travel(there if number == 1 else here)) for number, player in enumerate(playing)
        ]
        await move(playing)
        near = playing[2:]
        made.nats.kill()
        await until(lambda: {health(first)["nats"], health(second)["nats"]} == {"lost"}, "both notice")
        await asyncio.sleep(LEASE_S + MARGIN_S + BEAT_S)  # nobody's lease would last so long
        await move(near)
        assert (health(first)["matches"], health(second)["matches"]) == (3, 0)
        made.nats.start()
        await until(lambda: {health(first)["nats"], health(second)["nats"]} == {"connected"}, "NATS is back")
        await until(lambda: health(first)["leases"] == health(first)["matches"] == 3, "the leases are written anew")
        await move(playing)
        await over(tasks, playing, second)
        roles = {health(first)["role"], health(second)["role"]}
        assert roles == {"leader", "follower"}
        assert (taken(first), taken(second)) == before
        assert all(player.connections == 1 for player in near)

    cluster.play(play)


def test_a_process_that_was_stopped_drops_its_matches_and_its_players_go_on_in_the_other(cluster):
    """It was not killed, and comes back to find that its matches are somebody else's."""

    async def play(made, first, second):
        playing = await matches(first, made.accounts(6), 3, Lasts)
        ports = [first.ports["json"]]
        tasks = [asyncio.create_task(player.travel(ports)) for player in playing]
        await move(playing)
        with stopped(first):
            await until(lambda: health(second)["matches"] == 3, "the other process takes over")
            before = [len(player.acknowledged) for player in playing]
            await until(lambda: health(second)["role"] == "leader", "it leads, too")
            await asyncio.sleep(1)
            assert before == [len(player.acknowledged) for player in playing]  # whoever has no match takes no order
        # The players stay with the first process, which hands on what they say.
        await until(lambda: health(first)["role"] == "follower", "it learns that it does not lead")
        await until(lambda: health(first)["matches"] == 0, "it drops its matches")
        await until(lambda: all(player.connections > 1 for player in playing), "the players come back")
        await move(playing)
        await over(tasks, playing, first)
        for player in playing:
            assert [error["code"] for error in player.errors][:1] == ["moved"], player.errors
        assert health(first)["nats"] == "connected"
        assert "mistake" not in made.log()

    cluster.play(play)
