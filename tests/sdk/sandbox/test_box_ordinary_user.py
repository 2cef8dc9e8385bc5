"""The same as an ordinary user, because organisers are not root: another way to be nobody, and no control groups."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.sdk.sandbox.hostile import Attacker, reports
from tests.sdk.sandbox.test_box_denies import ATTEMPTS
from tests.sdk.sandbox.test_box_ends_hostile import BOMBS, C_BOMBS, DAEMON, TALK

import roundhouse

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can become an ordinary user; others are one in all tests"),
]

ROOT = Path(__file__).resolve().parents[3]
SYSTEM_PYTHON = "/usr/bin/python3"
# An ordinary user is not told that there is such a user, and has no limits of users to ask
DIFFERENT = {"becoming somebody else": ["EINVAL", "EINVAL", "EPERM", 127]}


def as_nobody(command, environment):
    return subprocess.run(
        command, env=environment, cwd="/", capture_output=True, text=True, timeout=200, check=False,
        user=65534, group=65534, extra_groups=[],
    )  # fmt: skip


def interpreter():
    """Our Python, if everybody may run it, or the machine's, with our packages."""
    packages = [path for path in sys.path if path.endswith("site-packages")]
    for python in (sys.executable, SYSTEM_PYTHON):
        environment = {
            "PATH": os.defpath,
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(Path(roundhouse.__file__).parent.parent), *packages]),
            "ROUNDHOUSE_NATIVE": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        with contextlib.suppress(OSError):
            if as_nobody([python, "-c", "import roundhouse.sdk.local_match"], environment).returncode == 0:
                return python, environment
    return None


@pytest.fixture(scope="module")
def nobody():
    """Plays matches with hostile programs, one after the other, and tells what came of each."""
    found = interpreter()
    if found is None:
        pytest.skip("no Python here can be run by an ordinary user with these packages")
    python, environment = found

    def play(*bots):
        done = as_nobody([python, str(ROOT / "tests" / "sdk" / "sandbox" / "as_nobody.py"), *bots], environment)
        assert done.returncode == 0, done.stderr
        told = [json.loads(line) for line in done.stdout.splitlines()]
        assert [one["uid"] for one in told] == [65534] * len(bots)
        return [one["left"] for one in told], done.stderr

    return play


def test_what_uses_too_much_is_ended(box, nobody, folder):
    attackers = {name: Attacker(folder) for name in BOMBS}
    left, _ = nobody(*(attacker.python(BOMBS[name][0]) + BOMBS[name][1] for name, attacker in attackers.items()))

    assert dict(zip(BOMBS, left, strict=True)) == {
        name: [[1, True, reason, sentence]] for name, (_, _, reason, sentence) in BOMBS.items()
    }
    assert [attacker.left_running() for attacker in attackers.values()] == [[]] * len(attackers)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
def test_what_uses_too_much_is_ended_in_c(box, nobody, folder):
    attackers = {name: Attacker(folder) for name in C_BOMBS}
    left, _ = nobody(*(attacker.c(C_BOMBS[name][0]) + C_BOMBS[name][1] for name, attacker in attackers.items()))

    assert [one[0][2] for one in left] == [reason for _, _, reason in C_BOMBS.values()]
    assert [attacker.left_running() for attacker in attackers.values()] == [[]] * len(attackers)


def test_who_talks_too_much_is_ended(box, nobody, folder):
    attackers = {name: Attacker(folder) for name in TALK}
    left, _ = nobody(*(attacker.python(TALK[name][0]) + TALK[name][1] for name, attacker in attackers.items()))

    assert [one[0][2] for one in left] == [reason for _, _, reason in TALK.values()]
    assert [attacker.left_running() for attacker in attackers.values()] == [[]] * len(attackers)


def test_a_daemon_ends_with_its_program(box, nobody, folder):
    attacker = Attacker(folder)
    left, _ = nobody(attacker.python(DAEMON.format(ending="_exit(7)", closing="os.closerange(0, 3)")))

    assert left == [[[1, True, "connection_lost", "the program ended with status 7"]]]
    assert attacker.left_running() == []


def test_what_is_not_given_cannot_be_taken(box, nobody, folder):
    attackers = {name: Attacker(folder) for name in ATTEMPTS}
    left, err = nobody(*(attacker.python(ATTEMPTS[name][0]) for name, attacker in attackers.items()))

    assert left == [[]] * len(attackers)
    expected = {name: expected for name, (_, expected) in ATTEMPTS.items()} | DIFFERENT
    assert dict(zip(ATTEMPTS, reports(err), strict=True)) == expected
    assert [attacker.left_running() for attacker in attackers.values()] == [[]] * len(attackers)


def test_where_no_box_can_be_made_nothing_is_run(box, nobody, folder):
    """bubblewrap is there, but here, in a box of its own kind, new namespaces are forbidden: as on machines whose
    settings forbid them to ordinary users."""
    python, environment = interpreter()
    (folder / "bot.py").write_text("print('I ran')")
    outer = ["bwrap", "--dev-bind", "/", "/", "--unshare-user", "--disable-userns", "--"]
    code = f"from roundhouse.sdk.local_match import play; play('spacegoo', ['box:{folder}/bot.py', 'random'], seed=1)"
    done = as_nobody([*outer, python, "-c", code], environment)

    assert done.returncode == 1
    assert re.search(r"BoxError: this machine \(.+\) could not start the sandbox: bwrap:", done.stderr)
    assert "I ran" not in done.stdout + done.stderr
