"""What else can go wrong between processes, their database and their NATS."""

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import make_url
from tests import stores
from tests.cluster.clusters import Traveller, accounts, cluster, health, kill, matches, until
from tests.cluster.relay import relay
from tests.outage import check, open_table

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


class Long(Traveller):
    options = {"game": "spacegoo", "clock": "calm", "settings": {"max_rounds": 150, "deadline_s": 60.0}}  # noqa: RUF012


async def played(tasks, playing, site):
    """All matches are over, and nothing acknowledged was lost."""
    await asyncio.wait_for(asyncio.gather(*tasks), 120)
    for pair in zip(playing[::2], playing[1::2], strict=True):
        assert await asyncio.to_thread(check, site, pair)


def test_connections_to_the_database_are_cut_and_nobody_who_plays_notices(tmp_path, postgresql):
    known, name = accounts(postgresql, 4), f"test-{secrets.token_hex(6)}"
    url = make_url(postgresql).update_query_dict({"application_name": name})

    async def play(made):
        first, second = made.start(), made.start()
        playing = await matches(first, known, 2, Long)
        tasks = [
            asyncio.create_task(player.travel([site.ports["json"]]))
            for player, site in zip(playing, (first, second) * 2, strict=True)
        ]
        await until(lambda: all(player.turns >= 5 for player in playing), "the matches move")
        for _ in range(3):
            assert await asyncio.to_thread(stores.cut, name)
            before = [player.turns for player in playing]
            await until(
                lambda: all(now.turns > was + 5 for now, was in zip(playing, before, strict=True)),  # noqa: B023
                "the matches go on",
            )
        await played(tasks, playing, second)
        assert all((player.connections, player.errors) == (1, []) for player in playing)
        assert (health(first)["role"], health(second)["role"]) == ("leader", "follower")
        assert "the database is there again" in made.log()

    with cluster(tmp_path, url.render_as_string(False)) as made:
        asyncio.run(play(made))


def test_a_process_without_nats_loses_its_matches_to_the_others_and_follows_when_nats_is_back(tmp_path, postgresql):
    """It still reaches the database, which refuses what it writes."""
    known = accounts(postgresql, 6)

    async def play(made, between):
        first, second = made.start(ROUNDHOUSE_NATS=f"nats://127.0.0.1:{between.port}"), made.start()
        playing = await matches(first, known[:4], 2, Long)
        ports = [first.ports["json"], second.ports["json"]]
        tasks = [asyncio.create_task(player.travel(ports)) for player in playing]
        await until(lambda: all(player.turns >= 5 for player in playing), "the matches move")
        between.cut()
        await until(lambda: health(second)["matches"] == 2, "the other process takes over")
        await until(lambda: health(first)["matches"] == 0, "the first one is told by the database")
        assert health(first)["nats"] == "lost"
        await until(lambda: health(second)["role"] == "leader", "the other one leads")
        await played(tasks, playing, second)
        assert all([error["code"] for error in player.errors][:1] == ["moved"] for player in playing)
        between.mend()
        await until(lambda: health(first)["nats"] == "connected", "NATS is back")
        await until(lambda: health(first)["role"] == "follower", "it knows that it does not lead")
        # and everything is as it should be: a table of the one, a player at each
        last = [Traveller(token, "", player._draws) for token, player in zip(known[4:], playing, strict=False)]
        last[0].table = last[1].table = await asyncio.to_thread(open_table, first, known[4], Traveller.options)
        ends = [asyncio.create_task(p.travel([port])) for p, port in zip(last, ports, strict=True)]
        await played(ends, last, first)

    with cluster(tmp_path, postgresql) as made, relay("127.0.0.1", made.nats.port) as between:
        asyncio.run(play(made, between))


def test_processes_that_start_at_the_same_moment_agree_and_one_after_the_other_may_be_killed(tmp_path, postgresql):
    """The database is empty when they start. Three processes, of which one is left in the end."""

    async def play(made):
        demo = {"ROUNDHOUSE_DEMO_MATCHES": "2", "ROUNDHOUSE_DEMO_PACE_MS": "50"}
        with ThreadPoolExecutor(3) as pool:
            sites = list(pool.map(lambda _: made.start(**demo), range(3)))
        roles = [health(site)["role"] for site in sites]
        assert sorted(roles) == ["follower", "follower", "leader"]
        await until(lambda: all(health(site)["processes"] == 3 for site in sites), "they know each other")
        first = sites.pop(roles.index("leader"))
        await until(lambda: health(first)["matches"] == 2, "matches to be watched are played, and no more than two")
        known = accounts(postgresql, 6)
        playing = await matches(first, known, 3, Long)
        ports = [site.ports["json"] for site in (first, *sites)]
        tasks = [asyncio.create_task(player.travel(ports)) for player in playing]
        await until(lambda: all(player.turns >= 5 for player in playing), "the matches move")
        for victim in (first, None):
            gone = victim or next(site for site in sites if health(site)["role"] == "leader")
            left = [site for site in sites if site is not gone]
            before = {player: player.turns for player in playing}
            kill(gone)
            sites = left
            await until(lambda: "leader" in [health(one)["role"] for one in sites], "another leads")  # noqa: B023
            await until(
                lambda: all(player.turns > was + 5 or player.over for player, was in before.items()),  # noqa: B023
                "all matches go on",
            )
            leased = [health(site) for site in sites]
            assert sum(one["matches"] for one in leased) <= 5, "two to be watched and three of ours"
        (last,) = sites
        await played(tasks, playing, last)
        await until(lambda: health(last)["matches"] == 2, "the matches to be watched are two again")
        assert "mistake" not in made.log()

    with cluster(tmp_path, postgresql) as made:
        asyncio.run(play(made))
