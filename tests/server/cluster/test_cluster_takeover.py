"""A process is gone, and another goes on with its matches."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests import stores
from tests.scale import amount
from tests.server.cluster import clusters
from tests.server.cluster.bots import KINDS
from tests.server.cluster.clusters import Lasts, health, kill, lasting, matches, move, over, until
from tests.server.cluster.takeover import takeover

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

# Two seconds until a process is missed, and as much again for a machine that has other things to do.
SOON_S = 10


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with lasting(tmp_path_factory) as made:
        yield made


def test_matches_of_a_killed_process_go_on_in_the_other_and_nothing_acknowledged_is_lost(cluster):
    """Half of the players are connected to the process that stays, the others come to it at once. The same with 50
    matches: `python -m tests.server.cluster.takeover`."""
    count = amount(len(KINDS), 10)

    async def play(made, first, second):
        told = await takeover(made, first, second, count, through_both=True)
        assert len(told["back_s"]) == count
        assert told["rated_once"] == count // len(KINDS)
        assert max(told["back_s"]) < SOON_S, told

    cluster.play(play)


def test_a_process_that_stops_by_itself_leaves_its_matches_at_once(cluster):
    async def play(made, first, second):
        playing = await matches(first, made.accounts(4), 2, Lasts)
        ports = [first.ports["json"], second.ports["json"]]
        tasks = [asyncio.create_task(player.travel(ports)) for player in playing]
        await move(playing)
        first.process.terminate()
        assert await asyncio.to_thread(first.process.wait, 60) == 0
        await move(playing)
        await over(tasks, playing, second)
        assert health(second)["role"] == "leader"
        assert "has left" in made.log()
        assert "is not there any more" not in made.log()  # nobody had to miss it

    cluster.play(play)


def test_all_processes_are_killed_and_matches_go_on_when_one_is_back(cluster):
    async def play(made, first, second):
        playing = await matches(first, made.accounts(4), 2, Lasts)
        ports = [first.ports["json"], second.ports["json"]]
        tasks = [asyncio.create_task(player.travel(ports)) for player in playing]
        await move(playing)
        kill(first)
        kill(second)
        third, fourth = await asyncio.to_thread(made.start), await asyncio.to_thread(made.start)
        ports[:] = [fourth.ports["json"], third.ports["json"]]
        await move(playing)
        await over(tasks, playing, fourth)

    cluster.play(play)


def without_tables(schema):
    engine = stores.admin()
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql(f"DROP SCHEMA {schema.name} CASCADE")
            connection.exec_driver_sql(f"CREATE SCHEMA {schema.name}")
    finally:
        engine.dispose()


def test_processes_that_start_at_the_same_moment_agree_and_one_after_the_other_may_be_killed(tmp_path):
    """Not even tables are in the database when they start. Three processes, of which one is left in the end."""
    if stores.missing():
        pytest.skip(stores.missing())

    async def play(made):
        with ThreadPoolExecutor(3) as pool:
            sites = list(pool.map(lambda _: made.start(), range(3)))
        roles = [health(site)["role"] for site in sites]
        assert sorted(roles) == ["follower", "follower", "leader"]
        await until(lambda: all(health(site)["processes"] == 3 for site in sites), "they know each other")
        first = sites.pop(roles.index("leader"))
        await until(lambda: health(first)["matches"] == 2, "matches to be watched are played, and no more than two")
        playing = await matches(first, made.accounts(6), 3, Lasts)
        ports = [site.ports["json"] for site in (first, *sites)]
        tasks = [asyncio.create_task(player.travel(ports)) for player in playing]
        await move(playing)
        for victim in (first, None):
            gone = victim or next(site for site in sites if health(site)["role"] == "leader")
            sites = [site for site in sites if site is not gone]
            kill(gone)
            await until(lambda: "leader" in [health(one)["role"] for one in sites], "another leads")  # noqa: B023
            await move(playing)
            leased = [health(site) for site in sites]
            assert sum(one["matches"] for one in leased) <= 5, "two to be watched and three of ours"
        (last,) = sites
        await over(tasks, playing, last)
        await until(lambda: health(last)["matches"] == 2, "the matches to be watched are two again")
        assert "mistake" not in made.log()

    demo = {"ROUNDHOUSE_DEMO_MATCHES": "2", "ROUNDHOUSE_DEMO_PACE_MS": "300"}
    schema = stores.Schema()
    try:
        without_tables(schema)
        with clusters.cluster(tmp_path, schema.url, **demo) as made:
            asyncio.run(play(made))
    finally:
        schema.drop()
