"""What a server says that is to be one of a cluster and cannot."""

import os
import subprocess
import sys

import pytest
from tests.server.cluster.clusters import QUIET

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


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
