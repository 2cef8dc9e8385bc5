"""Libraries are built when they are missing, by one process at a time, and only for the game whose rules changed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.core.native.small_library import needs_compiler

import roundhouse
from roundhouse.core.native import library
from roundhouse.games import GAMES

PACKAGE = Path(roundhouse.__file__).parent
HASHES = f"""
from roundhouse.core.native.entry_modules import source_hash
for key in {tuple(GAMES)}: print(source_hash(f"roundhouse.games.{{key}}"))
"""
# Rally is the one that is built fastest.
PLAY = """
import numpy as np
from roundhouse.core import native, schema
from roundhouse.games import GAMES
game = GAMES["rally"]
print(native.available(game.package), native.why_not(game.package))
if native.available(game.package):
    state = schema.pack(game.start(game.setup(["a", "b"])))
    kernels = native.kernels(game.package)
    kernels.enter_tick(state, 0)
    print(kernels.finished(state, 0, np.zeros((game.seats_max + 1, 2), np.int64)))
"""


def started(code, folder, **environment):
    """A Python of its own, with the sources of a folder."""
    names = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    names = {name: value for name, value in names.items() if value is not None}
    return subprocess.Popen(
        [sys.executable, "-c", code], env=names, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def run(code, folder, **environment):
    process = started(code, folder, **environment)
    out, errors = process.communicate(timeout=250)
    assert process.returncode == 0, errors
    return out.splitlines(), errors


@pytest.fixture
def sources(tmp_path):
    """A copy of the package that may be changed, without ready libraries."""
    ignore = shutil.ignore_patterns("__pycache__", "web", "native_libraries")
    shutil.copytree(PACKAGE, tmp_path / "src" / "roundhouse", ignore=ignore)
    return tmp_path / "src"


def change(sources, name):
    with (sources / "roundhouse" / name).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rules/tables.py", "rules/phases/__init__.py", "learning/actions.py"])
def test_a_changed_rule_means_another_library_of_this_game_alone(sources, name):
    before, _ = run(HASHES, sources)
    change(sources, f"games/quest/{name}")
    after, _ = run(HASHES, sources)

    assert [key for key, one, two in zip(GAMES, before, after, strict=True) if one != two] == ["quest"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["core/rules.py", "core/kernels.py", "core/native/translator.py", "match/match.py"])
def test_a_change_of_what_all_games_build_on_means_other_libraries(sources, name):
    before, _ = run(HASHES, sources)
    change(sources, name)
    after, _ = run(HASHES, sources)

    assert set(before).isdisjoint(after) is (name != "match/match.py")
    assert (before == after) is (name == "match/match.py")


@pytest.mark.slow
@needs_compiler
def test_processes_that_start_at_once_build_a_library_once(sources, tmp_path):
    cache = tmp_path / "cache"
    processes = [started(PLAY, sources, ROUNDHOUSE_CACHE=str(cache), ROUNDHOUSE_NATIVE="1") for _ in range(3)]
    for process in processes:
        out, errors = process.communicate(timeout=250)
        assert (process.returncode, out.splitlines()) == (0, ["True ", "0"]), errors
    (library,) = cache.rglob("*.so")
    built = library.stat().st_mtime_ns
    assert not list(cache.rglob(".building-*"))

    assert run(PLAY, sources, ROUNDHOUSE_CACHE=str(cache), ROUNDHOUSE_NATIVE="1")[0] == ["True ", "0"]
    assert library.stat().st_mtime_ns == built


def test_it_can_be_switched_off(sources):
    out, errors = run(PLAY, sources, ROUNDHOUSE_NATIVE="0")

    assert out == ["False ROUNDHOUSE_NATIVE=0 asks for interpreted rules"]
    assert errors == ""


def test_without_a_compiler_that_is_said_once_with_what_to_install(sources, tmp_path):
    out, errors = run(
        PLAY, sources, ROUNDHOUSE_NATIVE="1", PATH=str(tmp_path), CC=None, ROUNDHOUSE_ZIG=str(tmp_path / "zig"),
        ROUNDHOUSE_CACHE=str(tmp_path / "cache"),
    )  # fmt: skip

    sentence = "no C compiler was found; install gcc or clang, or the package ziglang by pip"
    assert out == [f"False {sentence}"]
    assert errors == f"roundhouse: rules run interpreted, which is slower: {sentence}\n"


@pytest.mark.skipif(os.name == "nt", reason="a compiler that fails is written as a script of the shell")
def test_a_compiler_that_fails_leaves_rules_interpreted_with_what_it_said(sources, tmp_path):
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\necho it has a bad day >&2\nexit 1\n", encoding="utf-8")
    broken.chmod(0o755)
    out, errors = run(PLAY, sources, ROUNDHOUSE_NATIVE="1", CC=str(broken), ROUNDHOUSE_CACHE=str(tmp_path / "cache"))

    assert out[0].startswith("False the C compiler failed: ")
    assert errors.count("rules run interpreted") == 1
    assert "it has a bad day" in errors


@pytest.mark.skipif(os.name == "nt", reason="folders have no such rights there")
@pytest.mark.parametrize(("rights", "private"), [(0o700, True), (0o755, True), (0o775, False), (0o777, False)])
def test_a_folder_that_others_can_write_to_is_not_trusted(tmp_path, rights, private):
    tmp_path.chmod(rights)

    assert library.is_private(tmp_path) is private
