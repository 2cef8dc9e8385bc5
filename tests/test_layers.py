"""Who may import whom: the layers of the package, kept true by reading the sources."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import roundhouse
from roundhouse.core import compiled
from roundhouse.games import GAMES

PACKAGE = Path(roundhouse.__file__).parent

# What the modules of a part may import besides their own part. A part is the longest name here that fits.
MAY_IMPORT: dict[str, set[str]] = {
    "core": {"compiled"},  # a batch and a game look for the compiled twin
    "compiled": set(),
    "games": {"core", "compiled"},
    "games.*.admiral": {"core", "compiled", "sdk", "protocol"},
    "games.*.bots": {"core", "compiled", "sdk", "protocol"},
    "games.*.crafter": {"core", "compiled", "sdk", "protocol"},
    "games.*.gatherer": {"core", "compiled", "sdk", "protocol"},
    "games.*.hard": {"core", "compiled", "sdk", "protocol"},
    "games.*.master": {"core", "compiled", "sdk", "protocol"},
    "games.*.miner": {"core", "compiled", "sdk", "protocol"},
    "games.*.raider": {"core", "compiled", "sdk", "protocol"},
    "games.*.warlord": {"core", "compiled", "sdk", "protocol"},
    "match": {"core", "games"},
    "ledger": {"core", "games"},  # what exists from the start is what the rules know
    "protocol": {"core", "games", "match", "ledger"},
    "kits": set(),
    # loading a bot may mean to box it, and a new bot begins as a copy of a kit
    "sdk": {"core", "games", "match", "protocol", "kits", "sandbox"},
    "sandbox": {"core", "games", "match", "protocol", "sdk"},
    "rl": {"core", "games", "compiled", "match", "sdk", "protocol", "cli"},  # environments show the terminal's boards
    # standings are folded by the ladder, items checked by the ledger; pages get the protocol's values
    "store": {"core", "ladder", "ledger", "protocol"},
    "ladder": {"core"},
    "tournament": {"core", "games", "ladder", "match", "protocol", "sdk", "sandbox"},
    "event": {"core", "games", "ladder", "tournament"},
    "cluster": {"core", "games", "match", "protocol", "server", "store"},  # a server among others
    "mcp": {"core", "games", "match", "protocol", "sdk"},
    "season": {"core", "games", "ledger", "store"},  # the bridge carries what games did with items to the ledger
    "server": {
        "core",
        "games",
        "match",
        "protocol",
        "sdk",
        "store",
        "ladder",
        "ledger",
        "tournament",
        "season",
        "compiled",
        "cluster",
        "event",
        "mcp",
        "kits",
    },
    "bench": {"core", "games", "match", "protocol", "sdk", "server", "store", "ladder", "compiled", "rl"},
    "cli": {
        "core",
        "games",
        "match",
        "protocol",
        "sdk",
        "server",
        "store",
        "ladder",
        "compiled",
        "bench",
        "rl",
        "tournament",
        "kits",
        "sandbox",
        "mcp",
        "event",
        "cluster",
    },
}

# Packages from elsewhere that only some parts may use: a bot author installs no server and no compiler.
ONLY_IN: dict[str, set[str]] = {
    "sqlalchemy": {"server", "store", "season", "cluster"},
    "httpx": {"season", "server"},
    "argon2": {"server", "store"},
    "uvloop": {"server", "bench"},
    "numba": {"core", "compiled", "bench", "cli"},
    "typer": {"cli"},
    "jinja2": {"tournament", "event"},
    "rich": {"cli", "bench", "rl"},
    "asyncio": {
        "server",
        "sdk",
        "match",
        "protocol",
        "bench",
        "cli",
        "store",
        "season",
        "tournament",
        "cluster",
        "mcp",
    },
    "time": {
        "server",
        "sdk",
        "match",
        "protocol",
        "bench",
        "cli",
        "games",
        "store",
        "tournament",
        "sandbox",
        "cluster",
        "mcp",
        "rl",
    },
    "random": {"server", "bench", "cluster"},  # rules and bots draw from named streams
}

PARTS = {part.split(".")[0] for part in MAY_IMPORT}
# The programs of the kits are text to the package, and import what their readers would.
KITS = PACKAGE / "kits"
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if KITS not in path.parents or path.name == "__init__.py")


def name_of(path: Path) -> str:
    """A module's name within the package."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def part_of(name: str) -> str:
    """The line of MAY_IMPORT that a module falls under, or its first name."""
    pieces = name.split(".")
    if len(pieces) >= 3 and f"games.*.{pieces[2]}" in MAY_IMPORT and pieces[0] == "games":
        return f"games.*.{pieces[2]}"
    return pieces[0]


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
    part = part_of(name)
    own = part.split(".")[0]
    found = []
    for full in imported(source, name, package=package):
        pieces = [piece for piece in full.split(".") if piece]
        if pieces[0] != "roundhouse":
            if pieces[0] in ONLY_IN and own not in ONLY_IN[pieces[0]]:
                found.append(pieces[0])
        elif name and len(pieces) > 1 and pieces[1] in PARTS - {own} - MAY_IMPORT[part]:
            found.append(".".join(pieces[:3]))
    return sorted(set(found))


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_imports_only_what_its_layer_may(path):
    assert faults(path.read_text(encoding="utf-8"), name_of(path), package=path.name == "__init__.py") == []


def test_every_part_has_its_line():
    assert {name_of(path).split(".")[0] for path in MODULES} - {""} <= set(MAY_IMPORT)


def test_games_do_not_know_each_other():
    for path in (PACKAGE / "games").rglob("*.py"):
        own = name_of(path).split(".")[1] if "." in name_of(path) else ""
        for full in imported(path.read_text(encoding="utf-8"), name_of(path), package=path.name == "__init__.py"):
            other = full.split(".")[2] if full.startswith("roundhouse.games.") else own
            assert not own or other not in GAMES or other == own


@pytest.mark.parametrize("key", GAMES)
def test_rules_that_compile_import_relatively_and_only_what_compiles(key):
    """The twin finds its own modules by relative imports; an absolute one would mix both ways of running. A file
    that is not listed could change without the compiled code being made anew."""
    path = PACKAGE / "games" / key
    files = [file for file in compiled.rule_sources(key) if file.is_relative_to(path) and file.name != "__init__.py"]
    names = {file: ".".join(file.relative_to(path).with_suffix("").parts) for file in files}
    compiling = {"core.rules", "core.schema", *(f"games.{key}.{name}" for name in names.values())}
    for file, name in names.items():
        source = file.read_text(encoding="utf-8")
        absolute = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.ImportFrom) and n.level == 0]
        assert all(not (node.module or "").startswith("roundhouse") for node in absolute), file
        for full in imported(source, f"games.{key}.{name}", package=False):
            if full.startswith("roundhouse."):
                assert ".".join(full.split(".")[1:-1]) in compiling, f"{file.name} imports {full}"


@pytest.mark.parametrize(
    ("name", "source", "found"),
    [
        ("core.batch", "from ..games import GAMES", ["roundhouse.games.GAMES"]),
        ("core.batch", "from . import schema", []),
        ("games.spacegoo.view", "from ...match.match import Match", ["roundhouse.match.match"]),
        ("games.spacegoo.bots", "from ...sdk.bot import Bot", []),
        ("games.spacegoo.bots", "from ...server.tcp import Server", ["roundhouse.games.spacegoo.server.line_server"]),
        ("games.spacegoo.rules", "import random", ["random"]),
        ("core.game", "def f():\n    import roundhouse.match.clock", ["roundhouse.match.clock"]),
        ("ladder.elo", "from ..core.game import Result\nimport sqlalchemy", ["sqlalchemy"]),
        ("sdk.bot", "from ..server import app", ["roundhouse.server.app"]),
        ("core.clock", "import time", ["time"]),
    ],
)
def test_a_wrong_import_is_found_wherever_it_stands(name, source, found):
    assert faults(source, name) == found
