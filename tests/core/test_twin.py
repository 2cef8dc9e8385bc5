"""The compiled twin: found next to the rules it was made from, cached by a hash of them, written from a template."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.modes import needs_compiler

import roundhouse
from roundhouse.core import compiled
from roundhouse.games import GAMES

PACKAGE = Path(roundhouse.__file__).parent
TEMPLATE = PACKAGE / "core" / "kernels.txt"


@pytest.mark.parametrize("key", GAMES)
def test_the_entry_points_of_a_game_are_written_from_the_template(key):
    written = (PACKAGE / "games" / key / "kernels.py").read_text(encoding="utf-8")

    assert written == TEMPLATE.read_text(encoding="utf-8"), "run `make golden`"


@needs_compiler
def test_both_ways_of_running_one_source_are_there_at_once():
    from roundhouse.games.spacegoo.rules import tables

    twin = compiled.module("games.spacegoo.tables")

    assert twin is not tables
    assert twin.__file__ == tables.__file__
    assert twin.__name__ == "roundhouse.core.compiled.games.spacegoo.tables"
    assert compiled.module("core.rules").COMPILED
    assert not sys.modules["roundhouse.core.rules"].COMPILED


@needs_compiler
def test_a_rule_is_compiled_once_for_whole_numbers_of_all_lengths():
    import numpy as np

    below = compiled.module("core.rules").below

    assert [below(kind(7) << 32, 5) for kind in (int, np.int64)] == [0, 0]
    below(np.int8(7), np.uint8(5))
    below(np.int32(7), np.int16(5))
    assert {str(kind) for line in below.signatures for kind in line} <= {"int64", "uint64"}


def run(code, folder, **environment):
    """A Python of its own, with the sources of a folder; returns what it prints."""
    names = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    done = subprocess.run([sys.executable, "-c", code], env=names, capture_output=True, text=True, timeout=250)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def sources(tmp_path):
    """A copy of the package that may be changed."""
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, tmp_path / "src" / "roundhouse", ignore=ignore)
    return tmp_path / "src"


HASH = f"""
from roundhouse import compiled
print(compiled.__file__)
for key in ("", *{tuple(GAMES)}): print(compiled.source_hash(key))
"""


@pytest.mark.parametrize("name", ["core/rules.py", "core/schema.py", "compiled/__init__.py"])
def test_a_change_of_what_all_games_build_on_gives_other_cache_folders(sources, name):
    place, *before = run(HASH, sources).splitlines()
    assert place == str(sources / "roundhouse" / "compiled" / "__init__.py")
    with (sources / "roundhouse" / name).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")

    assert set(run(HASH, sources).splitlines()[1:]).isdisjoint(before)


@pytest.mark.parametrize(
    ("key", "part"),
    [(key, part) for key in GAMES for part in ("tables", "state", "phases", "rules", "kernels")],
)
def test_a_change_of_a_game_s_rules_gives_another_cache_folder_for_this_game_alone(sources, key, part):
    _, core, *before = run(HASH, sources).splitlines()
    with (sources / "roundhouse" / "games" / key / f"{part}.py").open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")

    _, core_now, *now = run(HASH, sources).splitlines()
    assert core_now == core
    assert [one for one, old, new in zip(GAMES, before, now, strict=True) if old != new] == [key]


def test_a_change_of_another_file_keeps_the_cache_folder(sources):
    before = run(HASH, sources)
    with (sources / "roundhouse" / "match" / "match.py").open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")

    assert run(HASH, sources) == before


FOLDER = "from roundhouse import compiled; print(compiled.cache_folder())"


def test_the_cache_folder_can_be_chosen(tmp_path, sources):
    chosen = run(FOLDER, sources, ROUNDHOUSE_CACHE=str(tmp_path / "own"))
    usual = run(FOLDER, sources, ROUNDHOUSE_CACHE="", XDG_CACHE_HOME=str(tmp_path / "xdg"))

    assert Path(chosen).parent == tmp_path / "own" / "roundhouse"
    assert Path(usual).parent == tmp_path / "xdg" / "roundhouse"
    assert Path(chosen).name == Path(usual).name == f"core-{run(HASH, sources).splitlines()[1]}"


# A small kernel of its own: compiling a whole game would take half a minute.
COMPILE = """
from roundhouse import compiled
import numpy as np
draw = compiled.module("core.rules").draw
print(int(draw(np.uint64(0), 0)), sum(draw.stats.cache_hits.values()), sum(draw.stats.cache_misses.values()))
"""


@pytest.mark.slow
@needs_compiler
def test_a_second_process_finds_the_compiled_code_of_the_first(tmp_path, sources):
    first = run(COMPILE, sources, ROUNDHOUSE_CACHE=str(tmp_path))
    second = run(COMPILE, sources, ROUNDHOUSE_CACHE=str(tmp_path))

    number = 0xE220A8397B1DCDAF
    assert (first, second) == (f"{number} 0 1", f"{number} 1 0")


WITHOUT = """
from roundhouse import compiled
from roundhouse.games import GAMES
print(compiled.available(), compiled.why_not())
try:
    GAMES["spacegoo"].compiled
except RuntimeError as error:
    print(error)
"""


def test_without_the_compiler_the_reason_is_said(sources):
    assert run(WITHOUT, sources, ROUNDHOUSE_JIT="0").splitlines() == [
        "False ROUNDHOUSE_JIT=0 asks for interpreted rules",
        "compiled rules are not available: ROUNDHOUSE_JIT=0 asks for interpreted rules",
    ]


HIDDEN = "import sys; sys.modules['numba'] = None; import importlib.util as u; real = u.find_spec\n"
HIDDEN += "u.find_spec = lambda name, *rest: None if name == 'numba' else real(name, *rest)\n"


def test_without_numba_games_play_interpreted(sources):
    code = HIDDEN + WITHOUT + (
        "from roundhouse.core.batch import Batch\n"
        "game = GAMES['spacegoo']\n"
        "batch = Batch.of(game, [game.setup(seed=1)])\n"
        "print(batch.jit, batch.rollout(20), batch.state(0).round_no)\n"
    )  # fmt: skip

    lines = run(code, sources, ROUNDHOUSE_JIT="1").splitlines()

    assert lines[0] == "False Numba is not installed (pip install 'roundhouse-arena[fast]')"
    assert lines[-1] == "False 0 20"


# A process compiles one rule for one kind of record, after others that take up the same numbers in every process.
ONE_KIND = """
import sys
import numpy as np
from roundhouse import compiled
emit = compiled.module("core.rules").emit
EVENT = [("kind", "u1"), ("who", "u1"), ("a", "i2"), ("b", "i4")]
def record(room):
    fields = [("room", "u1", 10 * room), ("event_count", "i4"), ("events_lost", "i4"), ("events", EVENT, room)]
    return np.zeros(1, np.dtype(fields))
def noted(room):
    state = record(room)
    emit(state[0], 7, 1, 2, 3)
    return int(state["event_count"][0]), int(state["events"][0, 0]["kind"]), int(state["room"].max())
"""


@pytest.mark.slow
@needs_compiler
def test_code_that_two_processes_compiled_for_two_kinds_of_record_is_not_mixed_up(tmp_path, sources):
    """Numba would give both the same name, and a process that loads both would run one in place of the other."""
    for room in (3, 30):
        assert run(ONE_KIND + f"print(noted({room}))", sources, ROUNDHOUSE_CACHE=str(tmp_path)) == "(1, 7, 0)"

    both = run(ONE_KIND + "print(noted(3), noted(30), sum(emit.stats.cache_hits.values()))", sources,
               ROUNDHOUSE_CACHE=str(tmp_path))  # fmt: skip

    assert both == "(1, 7, 0) (1, 7, 0) 2"


# The first process has written its index and not yet its code when the second, which looked before that, writes both.
OVERTAKEN = """
import subprocess
from numba.core.caching import IndexDataCacheFile
save = IndexDataCacheFile._save_data
def overtaken(self, name, data):
    subprocess.run([sys.executable, "-c", sys.argv[1]], check=True)
    save(self, name, data)
IndexDataCacheFile._save_data = overtaken
print(noted(3))
"""
OVERTAKING = """
from numba.core.caching import IndexDataCacheFile
IndexDataCacheFile._load_index = lambda self: {}
print(noted(30))
"""


@pytest.mark.slow
@needs_compiler
def test_two_processes_that_compile_at_once_do_not_write_into_one_file(tmp_path, sources):
    names = {"ROUNDHOUSE_CACHE": str(tmp_path)}
    code = ONE_KIND + OVERTAKEN.replace("sys.argv[1]", repr(ONE_KIND + OVERTAKING))

    assert run(code, sources, **names).splitlines() == ["(1, 7, 0)", "(1, 7, 0)"]
    assert run(ONE_KIND + "print(noted(30), noted(3))", sources, **names) == "(1, 7, 0) (1, 7, 0)"
