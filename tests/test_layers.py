"""Who may import whom: the floors of the package and two rules, kept true by reading the sources."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import roundhouse
from roundhouse.core.native.entry_modules import source_files
from roundhouse.core.registry import GAMES

PACKAGE = Path(roundhouse.__file__).parent

# From the ground up. A part imports only parts below it, and nobody imports a game.
FLOORS = ("core", "match", "protocol", "sdk", "competition", "rl", "mcp", "store", "server", "cli")
SIDE_BY_SIDE = {"rl", "mcp"}  # neither is below the other

# A game plugs into any floor: what a part of its folder may import, that floor and all below; the rest builds on core.
PLUGS_INTO = {
    "agent": "mcp",
    "bots": "sdk",
    "collectibles": "server",
    "learning": "rl",
    "season": "server",
    "server": "server",
    "terminal": "cli",
}
MEASURES = "cli.bench"  # a benchmark names what it measures

# Packages from elsewhere that only some parts may use: a bot author installs no server.
ONLY_IN: dict[str, set[str]] = {
    "sqlalchemy": {"store", "server"},
    "httpx": {"server"},
    "argon2": {"store", "server"},
    "uvloop": {"server", "cli"},
    "cffi": {"core"},
    "_cffi_backend": {"core"},
    "typer": {"cli"},
    "jinja2": {"competition"},
    "rich": {"cli", "rl"},
    "asyncio": {"match", "protocol", "sdk", "competition", "mcp", "store", "server", "cli"},
    "time": {
        "match",
        "protocol",
        "sdk",
        "competition",
        "rl",
        "mcp",
        "store",
        "server",
        "cli",
        "bots",
        "chances",
        "core.native_build",
    },  # says how long it took
    "random": {"server", "cli"},  # rules and bots draw from named streams
}

# The programs of the kits are text to the package, and import what their readers would.
TEXTS = {"kits", "kit_templates"}
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if not TEXTS & {*path.parts[:-1]} or path.name == "__init__.py")


def name_of(path: Path) -> str:
    """A module's name within the package."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def floor_of(name: str) -> str:
    """The floor a module is on; of a game, the floor it plugs into."""
    pieces = name.split(".")
    if pieces[0] != "games":
        return pieces[0]
    return PLUGS_INTO.get(pieces[2], "core") if len(pieces) > 2 else "core"


def reachable(floor: str) -> set[str]:
    """The floors that a module of a floor may import."""
    below = set(FLOORS[: FLOORS.index(floor) + 1])
    return below - SIDE_BY_SIDE | {floor} if floor in SIDE_BY_SIDE else below


def imported(source: str, name: str, *, package: bool) -> Iterator[str]:
    """The full names of what a module imports, wherever in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level == 0:
                yield from (f"{node.module}.{alias.name}" for alias in node.names)
                continue
            own = ["roundhouse", *name.split(".")] if name else ["roundhouse"]
            base = own[: len(own) - node.level + (1 if package else 0)]
            yield from (".".join([*base, *(node.module or "").split("."), alias.name]) for alias in node.names)


def faults(source: str, name: str, *, package: bool = False) -> list[str]:
    """Imports that a module may not have."""
    floor, of_game = floor_of(name), name.split(".")[1:2] if name.startswith("games.") else []
    users = {floor, *name.split(".")[2:3]} if of_game else {floor, name}
    found = []
    for full in imported(source, name, package=package):
        pieces = [piece for piece in full.split(".") if piece]
        if pieces[0] != "roundhouse":
            if pieces[0] in ONLY_IN and not users & ONLY_IN[pieces[0]]:
                found.append(pieces[0])
        elif not name or len(pieces) == 1 or pieces[1] not in (*FLOORS, "games"):
            continue
        elif pieces[1] == "games":
            its_own = pieces[2:3] == of_game or not pieces[2:3] or pieces[2] not in GAMES
            if not (of_game and its_own) and name != "games" and not name.startswith(MEASURES):
                found.append(".".join(pieces[:3]))
        elif pieces[1] not in reachable(floor):
            found.append(".".join(pieces[:3]))
    return sorted(set(found))


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_imports_only_what_is_below_it_and_no_game(path):
    assert faults(path.read_text(encoding="utf-8"), name_of(path), package=path.name == "__init__.py") == []


def test_every_part_is_a_floor():
    assert {name_of(path).split(".")[0] for path in MODULES} - {""} == {*FLOORS, "games"}


def test_no_folder_has_more_than_twenty_five_modules():
    for folder in {path.parent for path in MODULES}:
        if folder.name != "versions":  # migrations, which only grow
            modules = [file for file in folder.glob("*.py") if file.name != "__init__.py"]
            assert len(modules) <= 25, folder


@pytest.mark.parametrize("key", GAMES)
def test_rules_import_only_what_decides_which_library_they_have(key):
    """A file that is not listed could change, and the library that was built before would still be used."""
    path = PACKAGE / "games" / key
    listed = [file for _, file in source_files(GAMES[key].package) if file.is_relative_to(path)]
    names = {file: ".".join(file.relative_to(path).with_suffix("").parts) for file in listed if file.stem != "__init__"}
    known = {"core.entry_types", "core.rules", "core.schema", *(f"games.{key}.{name}" for name in names.values())}
    known.add("core.game")  # the form of a refusal, whose words the simulator has
    assert len(names) > 5
    for file, name in names.items():
        for full in imported(file.read_text(encoding="utf-8"), f"games.{key}.{name}", package=False):
            if full.startswith("roundhouse."):
                inside = full.removeprefix("roundhouse.")
                assert inside in known or inside.rpartition(".")[0] in known, f"{file.name} imports {full}"


@pytest.mark.parametrize(
    ("name", "source", "found"),
    [
        ("core.batch", "from ..match import clock", ["roundhouse.match.clock"]),
        ("core.batch", "from . import schema", []),
        ("server.app", "from ..games.spacegoo import GAME", ["roundhouse.games.spacegoo"]),
        ("games.rally.view", "from ..quest import GAME", ["roundhouse.games.quest"]),
        ("games.spacegoo.view", "from ...match.match import Match", ["roundhouse.match.match"]),
        ("games.spacegoo.bots.simple", "from ....sdk.bot import Bot", []),
        ("games.spacegoo.bots.simple", "from ....server.app import Server", ["roundhouse.server.app"]),
        ("games.spacegoo.server.http", "from ....store import matches", []),
        ("games.spacegoo.rules.phases.round", "import random", ["random"]),
        ("core.game", "def f():\n    import roundhouse.match.clock", ["roundhouse.match.clock"]),
        ("competition.ladder.elo", "from ...core.game import Result\nimport sqlalchemy", ["sqlalchemy"]),
        ("sdk.bot", "from ..server import app", ["roundhouse.server.app"]),
        ("mcp.tools", "from ..rl import options", ["roundhouse.rl.options"]),
        ("store.players", "from ..server.timers import wall_ms", ["roundhouse.server.timers"]),
        ("core.clock", "import time", ["time"]),
    ],
)
def test_a_wrong_import_is_found_wherever_it_stands(name, source, found):
    assert faults(source, name) == found
