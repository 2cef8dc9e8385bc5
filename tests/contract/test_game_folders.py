"""Who knows the folder of one game finds everything in the others: the same thing has the same file name everywhere."""

import ast
from pathlib import Path

import pytest

import roundhouse
from roundhouse.games import GAMES

FOLDER = Path(roundhouse.__file__).parent / "games"
KEYS = [key for key in GAMES if GAMES[key].package == f"roundhouse.games.{key}"]  # those of this package

# Names of files without `.py`; a large file may be a folder of the same name. Folders end with a slash.
REQUIRED = {
    "README.md", "__init__", "settings", "setup", "actions", "events", "event_decoder", "reasons", "view", "chances",
    "state_from_view", "usual_orders", "notation", "terminal", "agent", "rules/", "bots/", "learning/", "kits/",
}  # fmt: skip
OPTIONAL = {
    "map_generator", "changes", "answers", "ids", "teams", "figures", "history", "forecast",
    "action_notation", "search/", "maps/", "server/", "arrays",
}  # fmt: skip
# What a game has and no other, because only its rules know such a thing
OWN = {
    "spacegoo": {
        "hyperlanes",
        "production_values",
    },  # which planets lanes join; the table that productions are drawn from
    "rally": {"cards"},  # commands by their names
    # a planet as it is told; where robots were when something happened; what planets and robots are called in a belief
    "dungeon": {"planets", "event_positions", "view_numbers"},
    "quest": {"cells"},  # a cell of the map as it is told
    # the two that go on from match to match, and what both raise when one of their rules is broken
    "boidvoid": {"season/", "collectibles/", "rule_error"},
}
WITHIN = {
    "rules/": ({"__init__", "contract", "tables", "state", "phases/"}, {"observation", "sample", "queries"}),
    "learning/": ({"__init__", "actions", "arrays", "fields", "picture"}, {"hidden", "sight"}),
    "kits/": (
        {"__init__", "bot", "bot.mjs", "Bot.java", "bot.go", "bot.rs", "bot.c", "sdk_bot"},
        {"search", "search.mjs", "search.rs", "search.c"},
    ),
}
OWN_WITHIN = {
    ("boidvoid", "rules/"): {"hexes"},
    ("dungeon", "kits/"): {"wire/"},  # players for the wires of the original
}

NATIVE = ("rules/", "search/", "learning/actions.py", "learning/sight.py")
MARKS = {"rules", "entry", "inlined", "struct"}


def names_in(folder):
    """What a folder holds, as the lists above spell it."""
    there = set()
    for path in folder.iterdir():
        if path.is_dir():
            if path.name != "__pycache__" and any(path.iterdir()):
                there.add(path.name + "/")
        else:
            there.add(path.name.removesuffix(".py"))
    return there


def spelled(there, known):
    """The same with a folder in the place of a large file."""
    return {name.rstrip("/") if name.endswith("/") and name not in known else name for name in there}


@pytest.mark.parametrize("key", KEYS)
def test_a_game_has_the_files_that_all_games_have(key):
    known = REQUIRED | OPTIONAL | OWN.get(key, set())
    there = spelled(names_in(FOLDER / key), known)

    assert REQUIRED - there == set(), "every game has these"
    assert there - known == set(), "other games call this by another name, or it is to be listed as the game's own"
    assert OWN.get(key, set()) - there == set(), "listed as the game's own, and gone"


@pytest.mark.parametrize("part", WITHIN)
@pytest.mark.parametrize("key", KEYS)
def test_its_folders_hold_the_same_files(key, part):
    required, optional = WITHIN[part]
    known = required | optional | OWN_WITHIN.get((key, part), set())
    there = spelled(names_in(FOLDER / key / part), known)

    assert required - there == set()
    assert there - known == set()


@pytest.mark.parametrize("key", [key for key in KEYS if (FOLDER / key / "maps").exists()])
def test_maps_are_parsed_and_shipped_in_the_same_files(key):
    assert {"__init__", "parser", "files/"} <= names_in(FOLDER / key / "maps")


@pytest.mark.parametrize("key", KEYS)
def test_quick_bots_stand_together(key):
    assert {"__init__", "simple"} <= names_in(FOLDER / key / "bots")


@pytest.mark.parametrize("key", KEYS)
def test_only_what_runs_natively_is_marked_as_rules(key):
    marked = [
        f"{path.relative_to(FOLDER / key)}:{node.lineno}"
        for path in sorted((FOLDER / key).rglob("*.py"))
        if not str(path.relative_to(FOLDER / key)).startswith(NATIVE)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and any(isinstance(mark, ast.Name) and mark.id in MARKS for mark in node.decorator_list)
    ]

    assert marked == []


def test_no_file_is_listed_twice():
    lists = [REQUIRED, OPTIONAL, *OWN.values()]

    assert sum(map(len, lists)) == len(set().union(*lists))
