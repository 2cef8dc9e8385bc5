"""NATS is away for a while: matches go on where they are, and everything is as before when it is back."""

import asyncio
import os
import subprocess
import sys

import pytest
from tests.cluster.clusters import QUIET, Traveller, accounts, cluster, health, matches, until
from tests.outage import check

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


class Long(Traveller):
    options = {"game": "spacegoo", "clock": "calm", "settings": {"max_rounds": 200, "deadline_s": 60.0}}  # noqa: RUF012


def test_owners_go_on_without_nats_and_nobody_takes_over_when_it_is_back(tmp_path, postgresql):
    known = accounts(postgresql, 6)

    async def play(made):
        first, second = made.start(), made.start()
        playing = await matches(first, known, 3, Long)
        here, there = [first.ports["json"]], [second.ports["json"]]
        # One match is played with one player at each process, two in the process they live in.
        tasks = [
            asyncio.create_task(player.travel(there if number == 1 else here)) for number, player in enumerate(playing)
        ]
        await until(lambda: all(player.turns >= 5 for player in playing), "the matches move")
        near = [player for number, player in enumerate(playing) if number > 1]
        made.nats.kill()
        await until(lambda: {health(first)["nats"], health(second)["nats"]} == {"lost"}, "both notice")
        before = [player.turns for player in near]
        await asyncio.sleep(3)  # longer than a lease
        assert all(player.turns > count for player, count in zip(near, before, strict=True))
        assert (health(first)["matches"], health(second)["matches"]) == (3, 0)
        made.nats.start()
        await until(lambda: {health(first)["nats"], health(second)["nats"]} == {"connected"}, "NATS is back")
        await until(lambda: health(first)["leases"] == health(first)["matches"], "the leases are written anew")
        await asyncio.wait_for(asyncio.gather(*tasks), 120)
        roles = {health(first)["role"], health(second)["role"]}
        assert roles == {"leader", "follower"}
        assert second.text("/metrics").count("roundhouse_cluster_taken 0.0") == 1
        for pair in zip(playing[::2], playing[1::2], strict=True):
            assert await asyncio.to_thread(check, second, pair)
        assert all(player.connections == 1 for player in near)

    with cluster(tmp_path, postgresql) as made:
        asyncio.run(play(made))


def test_a_server_without_its_nats_says_so_and_does_not_start(tmp_path, postgresql):
    command = [sys.executable, "-m", "roundhouse.cli.main", "serve", "--data", tmp_path / "data", "--port", "0"]
    chosen = ["--database", postgresql, "--nats", "nats://127.0.0.1:1"]
    free = {"ROUNDHOUSE_JSON_PORT": "0", "ROUNDHOUSE_TCP_PORT": "0", "ROUNDHOUSE_CLASSIC_PORT": "0"}
    ended = subprocess.run(
        [*command, *chosen], check=False, capture_output=True, text=True, timeout=60, env=os.environ | QUIET | free
    )
    assert ended.returncode != 0
    assert "NATS cannot be reached" in ended.stdout


def test_nats_needs_a_database_that_can_be_shared(tmp_path):
    command = [sys.executable, "-m", "roundhouse.cli.main", "serve", "--data", tmp_path / "data"]
    ended = subprocess.run(
        [*command, "--nats", "nats://127.0.0.1:1"], check=False, capture_output=True, text=True, timeout=60
    )
    assert ended.returncode == 2
    assert "share a PostgreSQL database" in ended.stdout


def test_who_has_no_nats_needs_no_package_for_it_and_who_wants_it_is_told_which(tmp_path, postgresql):
    missing = "import sys; sys.modules['nats'] = None; from roundhouse.cli.main import main; main()"
    command = [sys.executable, "-c", missing, "serve", "--data", tmp_path / "data", "--port", "0"]
    free = {"ROUNDHOUSE_JSON_PORT": "0", "ROUNDHOUSE_TCP_PORT": "0", "ROUNDHOUSE_CLASSIC_PORT": "0"}
    chosen = ["--database", postgresql, "--nats", "nats://127.0.0.1:1"]
    ended = subprocess.run(
        [*command, *chosen], check=False, capture_output=True, text=True, timeout=60, env=os.environ | QUIET | free
    )
    assert ended.returncode != 0
    assert "roundhouse-arena[cluster]" in " ".join(ended.stdout.split())
    alone = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | QUIET | free)
    try:
        assert "Roundhouse is running" in alone.stdout.readline()
    finally:
        alone.terminate()
        alone.wait(60)
        alone.stdout.close()
