"""A process that was stopped, not killed, comes back to find that its matches are somebody else's."""

import asyncio

import pytest
from tests.cluster.clusters import Traveller, accounts, cluster, health, matches, stopped, until
from tests.outage import check

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


class Steady(Traveller):
    """Plays long enough to be interrupted."""

    options = {"game": "spacegoo", "clock": "calm", "settings": {"max_rounds": 120, "deadline_s": 60.0}}  # noqa: RUF012


def test_a_revived_process_drops_its_matches_and_its_players_go_on_in_the_other(tmp_path, postgresql):
    known = accounts(postgresql, 6)

    async def play(made):
        first, second = made.start(), made.start()
        playing = await matches(first, known, 3, Steady)
        ports = [first.ports["json"]]
        tasks = [asyncio.create_task(player.travel(ports)) for player in playing]
        await until(lambda: all(player.turns >= 5 for player in playing), "the matches move")
        with stopped(first):
            await until(lambda: health(second)["matches"] == 3, "the other process takes over")
            await until(lambda: health(second)["role"] == "leader", "it leads, too")
            before = [len(player.acknowledged) for player in playing]
            await asyncio.sleep(1)
            assert before == [len(player.acknowledged) for player in playing]  # whoever has no match takes no order
        # The players stay with the first process, which hands on what they say.
        await until(lambda: health(first)["role"] == "follower", "it learns that it does not lead")
        await until(lambda: health(first)["matches"] == 0, "it drops its matches")
        await asyncio.wait_for(asyncio.gather(*tasks), 90)
        for player in playing:
            assert player.connections > 1
            assert [error["code"] for error in player.errors][:1] == ["moved"], player.errors
        for pair in zip(playing[::2], playing[1::2], strict=True):
            assert await asyncio.to_thread(check, first, pair)
        assert health(first)["nats"] == "connected"
        assert "mistake" not in made.log()

    with cluster(tmp_path, postgresql) as made:
        asyncio.run(play(made))
