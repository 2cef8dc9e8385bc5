"""What is compiled is remembered: `roundhouse warm` and servers do nothing when nothing is missing."""

import json
import os
import shutil
import subprocess
import sys

import pytest
from tests.modes import needs_compiler

from roundhouse.core import compiled
from roundhouse.core import warm
from roundhouse.games import GAMES

pytestmark = needs_compiler


@pytest.fixture(autouse=True)
def empty_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ROUNDHOUSE_CACHE", str(tmp_path))


def test_a_stamp_holds_for_its_game_and_for_what_was_compiled():
    warm.note_warm("spacegoo", learning=False)

    assert warm.is_warm("spacegoo", learning=False)
    assert not warm.is_warm("spacegoo", learning=True)
    assert not warm.is_warm("rally", learning=False)


def test_who_compiles_for_learning_has_compiled_for_play():
    warm.note_warm("spacegoo", learning=True)

    assert warm.is_warm("spacegoo", learning=True)
    assert warm.is_warm("spacegoo", learning=False)


def test_a_stamp_goes_with_the_compiled_code_beside_it():
    warm.note_warm("spacegoo", learning=False)

    for stamp in compiled.cache_folder("spacegoo").iterdir():
        stamp.unlink()

    assert not warm.is_warm("spacegoo", learning=False)


def test_another_processor_compiles_anew(monkeypatch, tmp_path):
    warm.note_warm("spacegoo", learning=False)
    other = tmp_path / "cpuinfo"
    other.write_text("model name : another\nflags : none\n")
    monkeypatch.setattr(warm, "CPUINFO", other)
    warm._digest.cache_clear()

    assert not warm.is_warm("spacegoo", learning=False)
    monkeypatch.undo()
    warm._digest.cache_clear()


def test_a_copy_of_the_sources_in_another_folder_compiles_anew(monkeypatch, tmp_path):
    """Numba keeps compiled code apart by the folder of its source."""
    warm.note_warm("spacegoo", learning=True)
    monkeypatch.setattr(warm, "PACKAGE", tmp_path / "copy" / "roundhouse")
    shutil.copytree(compiled.PACKAGE, warm.PACKAGE, ignore=shutil.ignore_patterns("__pycache__", "web"))
    warm._digest.cache_clear()

    assert not warm.is_warm("spacegoo", learning=True)
    monkeypatch.undo()
    warm._digest.cache_clear()


def test_the_command_leaves_alone_what_is_there():
    for key in GAMES:
        warm.note_warm(key, learning=True)

    command = [sys.executable, "-m", "roundhouse.cli.main", "warm", "--json"]
    said = subprocess.run(command, env=os.environ, capture_output=True, check=True).stdout

    assert json.loads(said)["games"] == dict.fromkeys(GAMES, 0.0)
