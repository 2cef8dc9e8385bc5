"""A process is gone, and another goes on with its matches."""

import asyncio

import pytest
from tests.cluster.clusters import accounts, cluster, health, kill, matches, until
from tests.cluster.takeover import takeover
from tests.outage import check

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

# Two seconds until a process is missed, and as much again for a machine that has other things to do.
SOON_S = 10


def test_matches_of_a_killed_process_go_on_in_the_other_and_nothing_acknowledged_is_lost(tmp_path, postgresql):
    """Half of the players are connected to the process that stays, the others come to it at once. The same with 50
    matches: `python -m tests.cluster.takeover`."""
    with cluster(tmp_path, postgresql) as made:
        told = asyncio.run(takeover(made, 10, through_both=True))
    assert len(told["back_s"]) == 10
    assert max(told["back_s"]) < SOON_S, told
    assert told["rated_once"] == 2


def test_a_process_that_stops_by_itself_leaves_its_matches_at_once(tmp_path, postgresql):
    known = accounts(postgresql, 4)

    async def play(made):
        first, second = made.start(), made.start()
        playing = await matches(first, known, 2)
        ports = [first.ports["json"], second.ports["json"]]
        tasks = [asyncio.create_task(player.travel(ports)) for player in playing]
        await until(lambda: all(player.turns >= 5 for player in playing), "the matches move")
        first.process.terminate()
        assert await asyncio.to_thread(first.process.wait, 30) == 0
        await asyncio.wait_for(asyncio.gather(*tasks), 60)
        assert health(second)["role"] == "leader"
        for pair in zip(playing[::2], playing[1::2], strict=True):
            assert await asyncio.to_thread(check, second, pair)
        assert "has left" in made.log()
        assert "is not there any more" not in made.log()  # nobody had to miss it

    with cluster(tmp_path, postgresql) as made:
        asyncio.run(play(made))


def test_all_processes_are_killed_and_matches_go_on_when_one_is_back(tmp_path, postgresql):
    known = accounts(postgresql, 4)

    async def play(made):
        first, second = made.start(), made.start()
        playing = await matches(first, known, 2)
        ports = [first.ports["json"], second.ports["json"]]
        tasks = [asyncio.create_task(player.travel(ports)) for player in playing]
        await until(lambda: all(player.turns >= 5 for player in playing), "the matches move")
        kill(first)
        kill(second)
        third, fourth = made.start(), made.start()
        ports[:] = [fourth.ports["json"], third.ports["json"]]
        await asyncio.wait_for(asyncio.gather(*tasks), 60)
        for pair in zip(playing[::2], playing[1::2], strict=True):
            assert await asyncio.to_thread(check, fourth, pair)

    with cluster(tmp_path, postgresql) as made:
        asyncio.run(play(made))
