"""Whoever waits for the compiler is told so, once, and nobody else is."""

import io
import os
import subprocess
import sys

import pytest
from tests.modes import needs_compiler
from typer.testing import CliRunner

from roundhouse import play
from roundhouse.cli.compile_progress import CompileProgress
from roundhouse.cli.main import app
from roundhouse.core import compile_events, compile_note
from roundhouse.core.compile_note import SENTENCE, CompileNote
from roundhouse.sdk.players.output_capture import Ear, listening
from roundhouse.sdk.process_pool import share_out

COMPILES = """
import sys
from roundhouse.core.compile_note import announce
announce()
import roundhouse.core.compiled.core.rules  # the first compiled module; the compiler is there from now on
sys.path.insert(0, sys.argv[1])
import small
print(small.twice(21))
"""
SMALL = "import numba\n@numba.njit(cache=True)\ndef twice(n):\n    return 2 * n\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@needs_compiler
def test_what_is_compiled_is_told_and_what_is_in_the_cache_is_not(tmp_path):
    (tmp_path / "small.py").write_text(SMALL)
    command = [sys.executable, "-c", COMPILES, str(tmp_path)]
    environment = os.environ | {"ROUNDHOUSE_CACHE": str(tmp_path), "ROUNDHOUSE_JIT": "1"}
    told = [subprocess.run(command, env=environment, capture_output=True, text=True, check=True) for _ in range(2)]
    assert [(one.stdout, one.stderr) for one in told] == [("42\n", SENTENCE + "\n"), ("42\n", "")]


@pytest.mark.parametrize("kind", [CompileNote, CompileProgress])
def test_it_is_told_once_and_is_no_remark_of_the_bot_that_waits(kind, capsys):
    ear, note = Ear(), kind()
    with listening(ear):
        for _ in range(3):
            note.begins()
            note.ends()
    assert capsys.readouterr() == ("", SENTENCE + "\n")
    assert ear.take() == ""


def test_on_a_terminal_the_time_is_shown_while_it_lasts(monkeypatch):
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    note = CompileProgress()
    note.begins()
    assert SENTENCE[:30] in screen.getvalue()
    note.ends()
    before = screen.getvalue()
    note.begins()
    note.ends()
    assert len(screen.getvalue()) > len(before)


@pytest.mark.parametrize(("command", "told"), [("games", True), ("warm", False)])
def test_every_command_but_those_that_tell_it_themselves_tells_it(command, told, monkeypatch):
    heard = []
    monkeypatch.setenv("ROUNDHOUSE_JIT", "0")
    monkeypatch.setattr(compile_note, "watch", lambda begins, ends: heard.append(begins))
    assert CliRunner().invoke(app, [command]).exit_code == 0
    assert bool(heard) is told


def test_a_program_that_plays_a_match_tells_it_unless_it_was_decided_already(monkeypatch):
    heard = []
    monkeypatch.setattr(compile_note, "watch", lambda begins, ends: heard.append(begins))
    for watched in (True, False):
        monkeypatch.setattr(compile_events._watch, "watched", watched)
        play("spacegoo", ["random", "random"], seed=1, settings={"max_rounds": 1})
        assert bool(heard) is not watched


def begin(number: int) -> int:
    """As if the compiler had begun in this process."""
    compile_events._watch.begins()
    return number


def test_of_several_processes_one_tells_it(capfd):
    assert list(share_out(begin, range(4), 2)) == [0, 1, 2, 3]
    assert capfd.readouterr().err.count(SENTENCE) == 1


@needs_compiler
@pytest.mark.long
def test_the_first_match_with_a_searching_bot_tells_it(tmp_path):
    words = ["play", "spacegoo", "greedy", "master", "--seed", "1", "--set", "max_rounds=2", "--json"]
    command = [sys.executable, "-m", "roundhouse.cli.main", *words]
    environment = os.environ | {"ROUNDHOUSE_CACHE": str(tmp_path), "ROUNDHOUSE_JIT": "1"}
    told = [subprocess.run(command, env=environment, capture_output=True, text=True, check=False) for _ in range(2)]
    assert [one.stderr for one in told] == [SENTENCE + "\n", ""]
    assert told[0].stdout == told[1].stdout
