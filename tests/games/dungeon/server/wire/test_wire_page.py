"""The organiser's page: its commands and its program run as they are written, on free ports."""

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tests.games.dungeon.server.wire.wire_site import names, needs_rabbitmq

ROOT = Path(__file__).resolve().parents[5]
PAGE = (ROOT / "docs" / "dungeon-wire.md").read_text(encoding="utf-8")
PATIENCE_S = 120


@needs_rabbitmq
@pytest.mark.slow
@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
@pytest.mark.rule("DUN-203")
def test_the_page_runs_as_it_is_written(tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    with names("anna") as (anna,):
        changed = PAGE.replace("8080", port).replace("player.py anna", f"player.py {anna}")
        changed = changed.replace("grep -q anna", f"grep -q {anna}").replace("localhost:5672", "127.0.0.1:5672")
        program = re.search(r"<!-- file: player.py -->\n```python\n(.*?)```", changed, re.DOTALL)[1]
        (tmp_path / "player.py").write_text(program, encoding="utf-8")
        script = "\n".join(re.findall(r"<!-- run -->\n```sh\n(.*?)```", changed, re.DOTALL))
        free = dict.fromkeys(("PORT", "JSON_PORT", "TCP_PORT", "CLASSIC_PORT"), "0")
        environment = os.environ | {f"ROUNDHOUSE_{key}": value for key, value in free.items()}
        environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        done = subprocess.run(
            ["bash", "-c", f"set -m\n{script}\necho\nkill %1\nwait"],
            cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
        )  # fmt: skip
    for kind in ("BankAccountInitialized", "GameStatus", "TradablePrices", "RoundStatus", "RobotSpawned"):
        assert kind in done.stdout, done.stdout + done.stderr
    assert "Traceback" not in done.stderr, done.stderr
