"""Positions as test cases: marks, files, and what a failing one says. Every case runs in a pytest of its own, the first
in a process of its own too."""

import subprocess
import sys
import textwrap

import pytest

from roundhouse.sdk import play

pytest_plugins = "pytester"
PLUGIN = "roundhouse.sdk.pytest_plugin"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "bot.py").write_text(
        "from roundhouse.sdk import Bot\n\n\nclass Passing(Bot):\n    def act(self, turn):\n"
        "        return {'type': 'nop'}\n"
    )
    play("spacegoo", ["greedy", "random"], seed=4, settings={"max_rounds": 12}, out=tmp_path / "a.rhr")
    return tmp_path


@pytest.fixture
def run(folder, pytester, monkeypatch):
    """A pytest that has our plug-in and no other."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.chdir(folder)

    def run_them(files, *options):
        write(folder, files)
        return pytester.runpytest_inprocess("-q", "-p", "no:cacheprovider", "-p", PLUGIN, *options, str(folder))

    return run_them


def write(folder, files):
    for name, text in files.items():
        (folder / name).write_text(textwrap.dedent(text))


@pytest.mark.slow
def test_a_mark_names_a_position_and_a_bot_is_asked(folder):
    """Our plug-in is found because it is installed."""
    write(folder, {"test_it.py": """
        import pytest


        @pytest.mark.position("a.rhr", round=3, seat=2)
        def test_what_is_there(position):
            assert position.view.round == 3 and position.view.player_id == 2
            assert position.recorded[0]["type"] in ("nop", "send")
            given = position.ask("bot.py")
            assert given.accepted and given.actions == [{"type": "nop"}]
            assert given.has(type="nop") and not given.has(type="send")


        @pytest.mark.position("a.rhr", round=3)
        def test_the_usual_bot(position):
            assert position.ask().has(type="nop")
    """})  # fmt: skip
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--bot", "bot.py", str(folder)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=240)
    assert (done.returncode, "2 passed" in done.stdout) == (0, True), done.stdout


CASES = """
    record = "a.rhr"
    bot = "bot.py"

    [[position]]
    name = "it waits"
    round = 2
    expect = [{type = "send", target = 99}, {type = "nop"}]
    forbid = [{type = "send"}]

    [[position]]
    round = 5
    seat = 2
    expect = [{type = "send"}]
"""


def test_a_file_of_positions_needs_no_python(run):
    done = run({"opening.positions.toml": CASES})
    assert done.ret == 1
    assert "1 failed, 1 passed" in done.stdout.str()
    assert "round 5 seat 2: expected one of [{'type': 'send'}]\nanswered [{'type': 'nop'}]" in done.stdout.str()


def test_another_bot_can_be_tried_with_the_same_positions(folder, run):
    (folder / "other.py").write_text((folder / "bot.py").read_text().replace("'nop'", "'send', 'source': -1"))
    done = run({"opening.positions.toml": CASES}, "--bot", "other.py")
    assert done.ret == 1
    assert "2 failed" in done.stdout.str()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[position]]\nround = 1", "needs `record` and `round`"),
        ('record = "a.rhr"\n[[position]]\nround = 1\nexpects = []', "unknown fields: expects"),
        ("record = ", "x.positions.toml"),
        ('record = "a.rhr"\nbot = "bot.py"\n[[position]]\nround = 99', "seat 1 has no turn in round 99 of a.rhr"),
        ('record = "a.rhr"\n[[position]]\nround = 1', "which bot?"),
        ('record = "b.rhr"\nbot = "bot.py"\n[[position]]\nround = 1', "b.rhr"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(run, text, sentence):
    done = run({"x.positions.toml": text})
    assert done.ret in (1, 2)
    assert sentence in done.stdout.str()


def test_a_test_without_a_position_is_told_what_it_needs(run):
    done = run({"test_it.py": "def test_it(position):\n    pass\n"})
    assert done.ret == 1
    assert "@pytest.mark.position" in done.stdout.str()
