"""`roundhouse sandbox check`."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = str(Path(sys.executable).parent / "roundhouse")

pytestmark = pytest.mark.slow


def run(*arguments, **environment):
    return subprocess.run(
        [PROGRAM, "sandbox", "check", *arguments], capture_output=True, text=True, env=os.environ | environment,
        timeout=200, check=False,
    )  # fmt: skip


def test_the_check_holds_every_attack(box):
    done = run("--json")
    told = json.loads(done.stdout)

    assert [attack for attack in told["attacks"] if not attack["fine"]] == []
    assert len(told["attacks"]) == 15
    assert told["fine"]
    assert done.returncode == 0


def test_the_check_speaks_to_people(box):
    done = run("--quick")

    assert done.returncode == 0
    assert done.stdout.startswith("Protections\n  ok  bubblewrap")
    assert done.stdout.endswith("Programs are held on this machine.\n")


def test_without_bubblewrap_the_check_says_so():
    done = run("--json", PATH="/nowhere")
    told = json.loads(done.stdout)

    assert done.returncode == 5
    assert not told["fine"]
    assert "install the package bubblewrap" in told["protections"][0]["detail"]
    assert "install the package bubblewrap" in told["attacks"][0]["detail"]


def test_play_refuses_instead_of_running_unprotected(folder):
    (folder / "bot.py").write_text("print('I ran')")
    done = subprocess.run(
        [PROGRAM, "play", "spacegoo", f"box:{folder / 'bot.py'}", "random", "--json"], capture_output=True, text=True,
        env=os.environ | {"PATH": "/nowhere"}, timeout=200, check=False,
    )  # fmt: skip

    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] == "no_sandbox"
    assert "I ran" not in done.stdout + done.stderr
