"""A bot in its own folder: `bot.toml` says what it is called, what it plays, and how it is built and run."""

import shlex
import subprocess
import tomllib
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from ..core.game import Game
from ..core.registry import GAMES
from ..core.schema import SMALL
from . import kits
from .bot_loader import LoadError
from .kit_guide import guide
from .simulator import folder as simulator

FILE = "bot.toml"
GUIDE = "AGENTS.md"
STAMP = ".built"  # its modification time is that of the newest build
BUILD_S = 300.0
SHOWN = 2000  # characters of a compiler's output that are shown

NAME_MAX = 40
Name = Annotated[str, Meta(min_length=1, max_length=NAME_MAX)]


class Project(Struct, frozen=True, forbid_unknown_fields=True):
    """`bot` is a Python file with a subclass of Bot (or file.py:Class), `run` the command of a program; exactly one of
    them is given. `build` is a command that runs before it."""

    name: Name
    game: str
    language: str = ""
    bot: str = ""
    run: str = ""
    build: str = ""


def read(folder: Path) -> Project:
    """Raises LoadError."""
    path = folder / FILE
    if not path.is_file():
        raise LoadError("no_such_bot", f"{folder} has no {FILE}; `roundhouse bot new` makes a folder that has one")
    try:
        project = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Project)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise LoadError("bad_bot", f"{path}: {error}") from None
    if bool(project.bot) == bool(project.run):
        raise LoadError("bad_bot", f"{path}: there must be either `bot` (a Python file) or `run` (a command)")
    return project


def command(project: Project, folder: Path) -> list[str]:
    """The command that runs the program from any working directory. Raises LoadError."""
    return words(project.run, folder)


def words(line: str, folder: Path) -> list[str]:
    """A command of bot.toml; its program is found in the folder or on this machine. Raises LoadError."""
    try:
        first, *rest = shlex.split(line)
    except ValueError as error:
        raise LoadError("bad_bot", f"{folder / FILE}: the command {line!r} cannot be read: {error}") from None
    if "/" in first:
        return [str((folder / first).resolve()), *rest]
    found = kits.program(first)
    if found is None:
        raise LoadError("no_tool", f"{first} is needed for the bot in {folder}, and it is not installed")
    return [found, *rest]


def stale(folder: Path) -> bool:
    """Whether a file is newer than the newest build."""
    stamp = folder / STAMP
    if not stamp.exists():
        return True
    built_ns = stamp.stat().st_mtime_ns
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    return any(path.stat().st_mtime_ns > built_ns for path in files)


def build(project: Project, folder: Path) -> bool:
    """Build the program if it is not up to date; returns whether it was built. Raises LoadError."""
    if not project.build or not stale(folder):
        return False
    line = words(project.build, folder)
    try:
        done = subprocess.run(
            line, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=BUILD_S, check=False
        )
    except OSError as error:
        raise LoadError("bad_bot", f"{folder}: {line[0]} cannot be run: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise LoadError("bad_bot", f"{folder}: building took more than {BUILD_S:.0f} seconds") from None
    if done.returncode:
        said = (done.stderr or done.stdout).decode("utf-8", "replace").strip()[-SHOWN:]
        raise LoadError("bad_bot", f"{folder}: `{project.build}` failed:\n{said}")
    (folder / STAMP).touch()
    return True


def create(folder: Path, language: str, game: str, name: str, *, plain: bool = False, search: bool = False) -> Project:
    """A new bot: a program that plays, and its bot.toml. In Python it is a class for the SDK, unless `plain`. With
    `search` it is a program that looks ahead, and the rules lie beside it. Raises LoadError, and KitError if there is
    no such kit."""
    chosen = kits.searched(language) if search else kits.language(language)
    need_empty(folder)
    if not 1 <= len(name) <= NAME_MAX or not name.isprintable():
        raise LoadError(
            "bad_name", f"a bot's name has 1 to {NAME_MAX} characters that can be seen, unlike {name[:60]!r}"
        )
    if search:
        text = kits.search_kit(game, language)
        project = Project(name, game, language, run=shlex.join(chosen.run), build=shlex.join(chosen.build))
    elif language == "python" and not plain:
        text = kits.sdk_bot(game)
        project = Project(name, game, language, bot=chosen.file)
    else:
        text = kits.kit(game, language)
        project = Project(name, game, language, run=shlex.join(chosen.run), build=shlex.join(chosen.build))
    folder.mkdir(parents=True, exist_ok=True)
    if search:
        put_rules(folder, GAMES[game], language)
    (folder / chosen.file).write_text(text, encoding="utf-8")
    lines = [f"{key} = {quoted(value)}" for key, value in msgspec.structs.asdict(project).items() if value]
    (folder / FILE).write_text("\n".join([*lines, ""]), encoding="utf-8")
    page = guide(
        name,
        game,
        chosen.file,
        list(GAMES[game].bots),
        program=bool(project.run),
        built=bool(project.build),
        search=search,
    )
    (folder / GUIDE).write_text(page, encoding="utf-8")
    return project


def need_empty(folder: Path) -> None:
    """Raises LoadError."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise LoadError("exists", f"{folder} is there already; name another folder, or remove it first")


def create_wire(folder: Path, language: str, game: str, wire: str) -> kits.Language:
    """A player that speaks the wire of an original: one file, which is run on its own. Raises LoadError and
    KitError."""
    text = kits.wire_kit(game, language, wire)
    need_empty(folder)
    folder.mkdir(parents=True, exist_ok=True)
    chosen = kits.WIRE_LANGUAGES[language]
    (folder / chosen.file).write_text(text, encoding="utf-8")
    return chosen


def put_rules(folder: Path, game: Game, language: str) -> None:
    """The rules of a game for a bot that looks ahead. Go wants its binding among the bot's own files. Raises LoadError
    where the library that the language needs is not there."""
    written = simulator.write(game, SMALL, folder / kits.SIM)
    needed = simulator.MODULE if language == "javascript" else simulator.LIBRARY
    if needed in written.missing:
        raise LoadError("no_library", f"the rules are not there as {needed}: {written.missing[needed]}")
    if language == "go":
        (folder / kits.SIM / "simulator.go").rename(folder / "sim.go")


def quoted(text: str) -> str:
    """A string of TOML; JSON strings are valid there."""
    return msgspec.json.encode(text).decode()
