"""A game in the browser is one folder: nothing outside `web/src/games` knows one by its name."""

import re
from pathlib import Path

import pytest
from tests.web.node import ROOT

from roundhouse.games import GAMES

SOURCES = ROOT / "web" / "src"
KEYS = "|".join(GAMES)
# The types of all games stand in one file, which is written by a tool
GENERATED = {SOURCES / "net" / "types.ts"}

IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]""")
NAMED = re.compile(rf"""(['"`])(?:{KEYS})\1|\b(?:{KEYS}):""")


def shared() -> list[Path]:
    """Everything that is not a game's own."""
    found = [path for path in SOURCES.rglob("*") if path.suffix in {".ts", ".svelte"}]
    return [path for path in found if not path.is_relative_to(SOURCES / "games") and path not in GENERATED]


def without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/|(?<![:'\"])//[^\n]*|<!--.*?-->", "", text, flags=re.DOTALL)


def games_named(text: str) -> list[str]:
    return [found.group() for found in NAMED.finditer(without_comments(text))]


def games_imported(path: Path, text: str) -> list[str]:
    reached = {name: (path.parent / name).resolve() for name in IMPORT.findall(text) if name.startswith(".")}
    return [name for name, target in reached.items() if target.is_relative_to(SOURCES / "games")]


def test_no_shared_file_names_a_game():
    files = shared()
    assert len(files) > 150
    assert {str(path): found for path in files if (found := games_named(path.read_text(encoding="utf-8")))} == {}


def test_no_shared_file_imports_from_a_game():
    found = {path: games_imported(path, path.read_text(encoding="utf-8")) for path in shared()}
    assert {str(path): names for path, names in found.items() if names} == {}


@pytest.mark.parametrize("key", GAMES)
def test_every_game_defines_itself_in_its_folder(key):
    text = (SOURCES / "games" / key / "index.ts").read_text(encoding="utf-8")
    assert re.search(r"^export default defineGame<\w+, \w+>\(\{", text, re.MULTILINE)
    assert f"key: '{key}'" in text
    assert list(GAMES).index(key) + 1 == int(re.search(r"position: (\d+)", text)[1])


def test_these_checks_find_what_they_look_for():
    assert games_named("if (game === 'rally') draw();")
    assert games_named("const names = { quest: 'Quest' };")
    assert not games_named("/** As in 'rally'. */ // and 'quest'")
    page = SOURCES / "pages" / "Home.svelte"
    assert games_imported(page, "import { board } from '../games/rally/board';")
    assert games_imported(page, "const page = () => import('../games/quest/help/Help.svelte');")
    assert not games_imported(page, "import { gameOf } from '../game/registry';")
