"""`--sandbox` in the commands of an organiser: bots of several kinds are held, and what ended one is told."""

import json
import shutil
import subprocess

import pytest
from tests.sdk.sandbox.hostile import C
from typer.testing import CliRunner

from roundhouse.cli.main import app

pytestmark = pytest.mark.slow

NOP = """
from roundhouse.sdk import Bot

class Mine(Bot):
    def act(self, turn):
        {}
        return {{"type": "nop"}}
"""
WHERE = 'import os; print("SEEN", sorted(os.listdir("/bot")), os.getuid() != 0)'
HOG = 'self.held = bytearray(b"x" * 200_000_000)'
LATE = "import time; time.sleep(60)"
BROKEN = "raise ValueError('no idea')"
# Answers whenever a line ends; that is right for the first turn and all others
WASM = r"""(module
  (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 2)
  (data (i32.const 0) "\08\10\00\00\00\10\00\00")
  (data (i32.const 16) "\00\01\00\00\2a\00\00\00")
  (data (i32.const 256) "{\"type\":\"act\",\"actions\":[{\"type\":\"nop\"}]}\0a")
  (func (export "_start") (local $end i32)
    (loop $on
      (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
      (local.set $end (i32.load (i32.const 8)))
      (if (i32.eqz (local.get $end)) (then (return)))
      (if (i32.eq (i32.load8_u (i32.add (i32.const 4103) (local.get $end))) (i32.const 10))
        (then (drop (call $write (i32.const 1) (i32.const 16) (i32.const 1) (i32.const 8)))))
      (br $on))))"""
MEADOW = {
    "key": "meadow",
    "name": "The Meadow",
    "settings": {"rounds": 2, "turn_ms": 60_000},
    "scenario": {
        "terrain": ["........"] * 5,
        "start": {"1": [1, 1], "2": [6, 3]},
        "units": [{"id": 100, "player": 1, "x": 1, "y": 1}, {"id": 200, "player": 2, "x": 6, "y": 3}],
    },
}
SHORT = ("--sandbox", "--seed", "1", "--set", "max_rounds=3", "--set", "deadline_s=60")


@pytest.fixture
def bots(box, folder):
    """A folder of bots as an organiser has it: files beside each other, a team with a folder, programs."""
    for name, line in {"seen": WHERE, "hog": HOG, "late": LATE, "broken": BROKEN}.items():
        (folder / f"{name}.py").write_text(NOP.format(line))
    (folder / "team").mkdir(mode=0o755)
    (folder / "team" / "bot.py").write_text(NOP.format("import beside"))
    (folder / "team" / "beside.py").write_text("")
    return folder


def run(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_play_holds_a_class_and_shows_it_no_neighbours(bots, capfd):
    done = run("play", "spacegoo", bots / "seen.py", "random", *SHORT, "--json")

    assert json.loads(done.stdout)["left"] == []
    assert capfd.readouterr().err.splitlines()[-1] == "SEEN ['seen.py'] True"


@pytest.mark.parametrize(
    ("bot", "reason", "words", "status"),
    [
        ("hog.py?memory_mb=64", "over_memory", "crashed in round 0: the program used more than 64 MB of memory", 4),
        ("broken.py", "connection_lost", "crashed in round 0: the program ended with status 1", 4),
        ("late.py?cpu_s=5", "no_command", "forfeited in round 0: no command sent", 3),
    ],
)
def test_play_tells_what_ended_a_bot(bot, reason, words, status, bots, monkeypatch):
    monkeypatch.setattr("roundhouse.sdk.sandbox.boxed_player.BoxPlayer.start_ms", 3000)
    deadline = ("--set", "deadline_s=0.5") if reason == "no_command" else ()
    done = run("play", "spacegoo", bots / bot, "random", *SHORT, *deadline, "--json")
    said = run("play", "spacegoo", bots / bot, "random", *SHORT, *deadline)

    assert [one["reason"] for one in json.loads(done.stdout)["left"]] == [reason]
    assert words in said.stdout
    assert done.exit_code == said.exit_code == status


def test_play_refuses_what_would_be_run_in_our_own_process(bots):
    done = run("play", "spacegoo", "some.module:Class", "random", *SHORT)

    assert done.exit_code == 2
    assert "not_boxed: some.module:Class cannot be put into a box" in done.stderr


def test_a_duel_of_a_module_and_a_compiled_program(bots):
    wasmtime = pytest.importorskip("wasmtime", reason="wasmtime is not installed")
    if shutil.which("gcc") is None:
        pytest.skip("there is no gcc")
    (bots / "small.wasm").write_bytes(wasmtime.wat2wasm(WASM))
    (bots / "source.c").write_text(C.replace("{attack}", ""))
    subprocess.run(["gcc", "-O1", "-w", "-o", bots / "fast", bots / "source.c"], check=True)
    done = run("duel", "spacegoo", bots / "small.wasm", bots / "fast", *SHORT, "--games", "2", "--jobs", "1", "--json")
    told = json.loads(done.stdout)

    assert told["bots"] == ["small.wasm", "fast"]
    assert (told["games"], told["draws"], told["failures"]) == (2, 2, [[], []])


def test_a_duel_names_what_ended_a_bot_and_how_often(bots):
    done = run("duel", "spacegoo", "random", bots / "hog.py?memory_mb=64", *SHORT, "--games", "2", "--jobs", "1")

    assert "hog crashed 2 times: the program used more than 64 MB of memory" in done.stdout.splitlines()


def test_an_olympiad_and_a_tournament_hold_the_bots_of_a_folder(bots, tmp_path):
    """The file beside the others is alone; the team's sees its own folder."""
    for name in ("hog.py", "late.py", "broken.py"):
        (bots / name).unlink()
    done = run("tournament", "spacegoo", "--bots", bots, *SHORT, "--report", tmp_path / "one", "--json")
    assert [line["failures"] for line in json.loads(done.stdout)["standings"]] == [0, 0], done.stderr

    for path in (bots / "seen.py", bots / "team" / "bot.py"):
        path.write_text(path.read_text().replace('{"type": "nop"}', "[]"))
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "meadow.json").write_text(json.dumps(MEADOW))
    done = run("olympiad", tmp_path / "maps", bots, "--sandbox", "--report", tmp_path / "two", "--json")
    assert [line["failures"] for line in json.loads(done.stdout)["standings"]] == [0, 0], done.stderr
