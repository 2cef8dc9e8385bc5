"""A box shows what a bot needs wherever it lies on the machine, also where the box itself has an empty folder."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import pytest

import roundhouse
from roundhouse.games import GAMES
from roundhouse.sdk.bot_loader import LoadError, load
from roundhouse.sdk.sandbox import box as boxes
from roundhouse.sdk.sandbox import bubblewrap
from roundhouse.sdk.sandbox.box import run
from roundhouse.sdk.sandbox.bubblewrap import BoxError, Program, call
from roundhouse.sdk.sandbox.limits import Limits

BOT = """
from roundhouse.sdk import Bot

class Passer(Bot):
    def act(self, turn):
        return {"type": "nop"}
"""
PLAY = """
import sys
from roundhouse import play
outcome = play("spacegoo", [f"box:{sys.argv[1]}", "random"], seed=1, settings={"max_rounds": 3, "deadline_s": 60})
print(outcome.rounds, [left.sentence for left in outcome.left])
"""
NEEDED = """
import sys, sysconfig
import roundhouse.sdk.seat_client, roundhouse.sdk.local_match, roundhouse.sdk.sandbox.boxed_player
import roundhouse.games.spacegoo.bots.simple
place = sysconfig.get_path("purelib")
files = {getattr(module, "__file__", None) or "" for module in sys.modules.values()}
print(*sorted({file[len(place) + 1 :].split("/")[0] for file in files if file.startswith(place)}), sep="\\n")
"""


@pytest.mark.parametrize("place", ["/tmp", "/var/tmp", "/dev/shm", "/run", "/home", "/opt"])  # noqa: S108
def test_a_shared_folder_is_seen_wherever_it_lies(box, place):
    if not os.access(place, os.W_OK):
        pytest.skip(f"nothing can be written to {place} here")
    with tempfile.TemporaryDirectory(dir=place) as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "said").write_text("seen")
        said = bytearray()
        program = Program("reader", ("/bin/cat", str(folder / "said")), None, (folder,))
        code, breach, errors = run(program, Limits(), 60, output=said.extend)
    assert (code, breach, bytes(said)) == (0, None, b"seen"), errors


@pytest.mark.parametrize("place", ["/bot/venv", "/source", "/proc/venv", "/dev/venv"])
def test_what_a_box_cannot_show_is_named(place):
    with pytest.raises(BoxError, match=f"{place} is needed in the box"):
        call(Program("reader", ("/bin/cat",), None, (Path(place),)), Limits())


def linked(source, target):
    """A second name for a file where that is possible, because an installation is large."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


@pytest.fixture
def installation():
    """A Python of its own below /tmp, with Roundhouse and what it needs copied into it."""
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="roundhouse-installed-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        subprocess.run([sys.executable, "-m", "venv", "--copies", "--without-pip", folder / "venv"], check=True)
        ours, theirs = (
            Path(sysconfig.get_path("purelib")),
            next((folder / "venv" / "lib").glob("python*/site-packages")),
        )
        needed = subprocess.run(
            [sys.executable, "-c", NEEDED], capture_output=True, text=True, check=True
        ).stdout.split()
        for part in {*needed, *(f"{part}.libs" for part in needed)} - {"roundhouse"}:
            if (ours / part).is_dir():
                shutil.copytree(ours / part, theirs / part, copy_function=linked)
            elif (ours / part).is_file():
                linked(ours / part, theirs / part)
        package = Path(roundhouse.__file__).parent
        shutil.copytree(package, theirs / "roundhouse", ignore=shutil.ignore_patterns("web", "__pycache__"))
        yield folder


@pytest.mark.slow
def test_an_installation_below_tmp_boxes_its_bots(box, installation):
    (installation / "bot.py").write_text(BOT)
    python = installation / "venv" / "bin" / "python"
    done = subprocess.run(
        [python, "-c", PLAY, installation / "bot.py"], capture_output=True, text=True, check=False, cwd="/",
        env=os.environ | {"ROUNDHOUSE_NATIVE": "0"},
    )  # fmt: skip
    assert (done.returncode, done.stdout.strip()) == (0, "3 []"), done.stderr


def test_a_machine_that_cannot_run_python_in_a_box_is_named_before_the_match(box, folder, monkeypatch):
    (folder / "bot.py").write_text(BOT)
    monkeypatch.setattr(boxes, "python_folders", tuple)  # as if this interpreter could not be seen
    boxes.ready_for_python.cache_clear()
    try:
        with pytest.raises(
            LoadError, match=r"this machine \(.*\) cannot run Python in a sandbox, so nothing is run: "
        ) as error:
            load(f"box:{folder / 'bot.py'}", GAMES["spacegoo"])
    finally:
        boxes.ready_for_python.cache_clear()
    assert error.value.code == "no_sandbox"


@pytest.mark.parametrize("there", [True, False])
def test_rules_are_native_in_a_box_only_where_nothing_has_to_be_built(there, tmp_path, monkeypatch):
    monkeypatch.setattr(bubblewrap, "SHIPPED", tmp_path if there else tmp_path / "nothing")

    assert bubblewrap._environment(Program("a", ("true",)), Limits())["ROUNDHOUSE_NATIVE"] == str(int(there))
