"""Finds the program for a box that an organiser names: `box:FOLDER`, `box:FILE`, `box:COMMAND ARGS`."""

import ast
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from ...core.game import Game
from .. import bot_folder
from ..bot_loader import Entrant, LoadError
from .box import ready, ready_for_python
from .bubblewrap import BOT, SYSTEM, Program, python_folders, readable
from .limits import Limits, LimitsError, limits_of, split_options

HOST = "roundhouse.sdk.seat_client"  # runs a bot class as a program
SHARE, ALONE = "share", "alone"  # options beside the limits
YES_OR_NO = {"yes": True, "no": False}
TEAMS = (
    "bot",
    "run",
)  # files of these names are the start of a bot with its own folder; others may lie beside unrelated files
ELSEWHERE = ("http://", "https://", "ws://", "wss://", "tcp://")  # runs on another machine
# Interpreters for files that cannot be executed directly
RUNNERS: dict[str, tuple[str, ...]] = {
    ".js": ("node",),
    ".mjs": ("node",),
    ".cjs": ("node",),
    ".jar": ("java", "-jar"),
    ".java": ("java",),
    ".rb": ("ruby",),
    ".pl": ("perl",),
    ".lua": ("lua",),
    ".sh": ("sh",),
}


def entrant(text: str, game: Game, limits: Limits | None = None) -> Entrant:
    """The bot behind `box:`, with limits from Python or written behind a question mark. Raises LoadError: also if no
    box can be made here, because nothing is ever run without one."""
    from .boxed_player import BoxPlayer
    from .build import built

    named, options = split_options(text)
    share = [Path(path) for path in options.pop(SHARE, "").split(":") if path]
    alone = options.pop(ALONE, "")
    if alone not in ("", *YES_OR_NO):
        raise LoadError("bad_option", f"{ALONE}={alone} is not possible: yes or no")
    chosen = _limits(options, limits)
    ready()
    program = program_of(named, game, alone=YES_OR_NO.get(alone))
    if program.command[0] == sys.executable:
        ready_for_python(HOST if HOST in program.command else "")
    program = replace(program, share=(*program.share, *_shared(share)))
    whole = built(program, chosen) if program.build else program
    return Entrant(whole.label, lambda seed: BoxPlayer(whole, chosen))


def boxed(text: str, limits: Limits | None = None) -> str:
    """The same bot in a box: commands, files and folders become `box:` or `wasm:` entrants. Built-in bots and bots
    behind an address stay as they are. Raises LoadError for `module:Class`, which would be imported into our own
    process."""
    if text.startswith(("box:", "wasm:", *ELSEWHERE)):
        return text
    named, options = split_options(text)
    suffix = _options(limits, options)
    if named.startswith("cmd:"):
        return f"box:{named.removeprefix('cmd:')}{suffix}"
    path = named.partition(":")[0] if ".py:" in named else named
    if Path(path).exists():
        return f"wasm:{named}{suffix}" if path.endswith(".wasm") else f"box:{named}{suffix}"
    if ":" in named or path.endswith(".py"):
        raise LoadError("not_boxed", f"{named} cannot be put into a box: give its file, its folder or its command")
    return text


def _options(limits: Limits | None, own: dict[str, str]) -> str:
    """Limits as options behind a bot, only those that differ from the defaults. Options that are there already win."""
    usual = msgspec.structs.asdict(Limits())
    given = {} if limits is None else msgspec.structs.asdict(limits)
    changed = {name: value for name, value in given.items() if value != usual[name]} | own
    return "?" + "&".join(f"{name}={value}" for name, value in changed.items()) if changed else ""


def _limits(options: dict[str, str], base: Limits | None) -> Limits:
    try:
        return limits_of(options, base)
    except LimitsError as error:
        raise LoadError("bad_option", error.sentence) from None


def _shared(paths: Sequence[Path]) -> tuple[Path, ...]:
    for path in paths:
        if not path.is_absolute() or not path.exists():
            raise LoadError("bad_option", f"{SHARE}={path}: that is no whole path of something that is there")
    return tuple(paths)


def program_of(text: str, game: Game, *, alone: bool | None = None) -> Program:
    """The program to run; nothing of it is run here. `alone` says whether the files beside a single file are hidden.
    Raises LoadError."""
    path = Path(text)
    if not text.strip():
        raise LoadError("bad_command", "a folder, a file or a command must follow box:")
    if path.is_dir():
        return _of_folder(_own(path), game)
    if path.is_file():
        return _of_file(_own(path), "", alone)
    file, _, name = text.rpartition(":")
    if file.endswith(".py") and Path(file).is_file() and name.isidentifier():
        return _of_file(_own(Path(file)), name, alone)
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise LoadError("bad_command", f"the command {text!r} cannot be read: {error}") from None
    if len(words) == 1 and "/" in text and Path(words[0]).is_file() and not _of_system(Path(words[0]).absolute()):
        return _of_file(_own(Path(words[0])), "", alone)
    return _of_command(text, words)


def _own(path: Path) -> Path:
    """A path without symbolic links: a submitted link could show the box any of our files."""
    if path.is_symlink():
        raise LoadError("bad_bot", f"{path} is a symbolic link; name what it stands for")
    return path


def _of_folder(folder: Path, game: Game) -> Program:
    _own(folder / bot_folder.FILE)
    made = bot_folder.read(folder)
    if made.game != game.key:
        raise LoadError("other_game", f"the bot in {folder} plays {made.game}, not {game.key}")
    inside = _seen(folder, [bot_folder.FILE])
    if made.bot:
        return Program(made.name, _hosted(f"{BOT}/{made.bot}"), inside, python_folders(), build=made.build)
    command, share = _words(made.run, folder)
    if made.build:
        building, more = _words(made.build, folder)
        return Program(made.name, command, inside, (*share, *more), build=shlex.join(building))
    return Program(made.name, command, inside, share)


def _words(line: str, folder: Path) -> tuple[tuple[str, ...], tuple[Path, ...]]:
    """A command of bot.toml as it is run in /bot, and the paths of ours that it needs."""
    first, *rest = bot_folder.words(line, Path("/")) if "/" not in line.split(" ")[0] else shlex.split(line)
    if "/" not in line.split(" ")[0]:
        first, share = _tool(first)
        return (first, *rest), share
    return (first, *rest), python_folders()


def _of_file(path: Path, name: str, alone: bool | None) -> Program:
    seen_alone = path.stem not in TEAMS if alone is None else alone
    folder, file = _seen(path.parent, [path.name]), path.name if seen_alone else ""
    inside = f"{BOT}/{path.name}"
    if path.suffix == ".py":
        if name or _has_bot(path):
            command = _hosted(f"{inside}:{name}" if name else inside)
            return Program(name or path.stem, command, folder, python_folders(), file)
        return Program(path.name, (sys.executable, inside), folder, python_folders(), file)
    if path.suffix in RUNNERS:
        runner, *options = RUNNERS[path.suffix]
        found = shutil.which(runner)
        if found is None:
            raise LoadError("no_tool", f"{runner} is needed for {path}, and it is not installed")
        first, share = _tool(found)
        return Program(path.name, (first, *options, inside), folder, share, file)
    if path.stat().st_mode & 0o111:
        return Program(path.name, (inside,), folder, python_folders(), file)
    raise LoadError("bad_bot", f"{path} is no program that can be run; give the command that runs it")


def _of_command(text: str, words: Sequence[str]) -> Program:
    """A command line. The first word that is a file or folder of ours decides which folder is at /bot."""
    found = shutil.which("python3" if not words else words[0])
    if found is None or not words:
        raise LoadError("bad_command", f"there is no file, folder or program {text!r} that can be run")
    label = Path(next((word for word in reversed(words) if not word.startswith("-")), words[0])).name
    ours = {word: Path(word) for word in words[1:] if Path(word).exists() and not _of_system(Path(word).absolute())}
    if "/" in words[0] and not _of_system(Path(words[0])) and (not ours or not Path(words[0]).is_absolute()):
        # the program itself is theirs; an absolute path followed by files is a tool
        ours = {words[0]: Path(words[0])} | ours
    if not ours:
        first, share = _tool(found)
        return Program(label, (first, *words[1:]), None, share)
    place = _own(next(iter(ours.values())))
    folder = _seen(place if place.is_dir() else place.parent, [] if place.is_dir() else [place.name])
    first, share = (words[0], python_folders()) if words[0] in ours else _tool(found)
    inside = [_inside(word, folder) if word in ours else word for word in (first, *words[1:])]
    return Program(label, tuple(inside), folder, share)


def _inside(word: str, folder: Path) -> str:
    """A path of ours as it is named in the box."""
    if Path(word).resolve() == folder:
        return BOT
    path = Path(word).parent.resolve() / Path(word).name
    if not path.is_relative_to(folder):
        raise LoadError("bad_command", f"{word} lies outside of {folder}, which is all that the box would show")
    return f"{BOT}/{path.relative_to(folder)}"


def _seen(folder: Path, names: Sequence[str]) -> Path:
    """A folder that may be shown to a box."""
    if not readable(folder, names):
        raise LoadError(
            "unreadable", f"{folder} can only be read by its owner, and the program runs as nobody: chmod -R o+rX it"
        )
    return folder.resolve()


def _hosted(bot: str) -> tuple[str, ...]:
    """The command that runs a bot class as a program."""
    return (sys.executable, "-m", HOST, bot)


def _has_bot(path: Path) -> bool:
    """Whether a Python file defines a bot class, found by parsing it; a program that speaks JSON lines does not."""
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    bases = (base for node in tree.body if isinstance(node, ast.ClassDef) for base in node.bases)
    return any(ast.unparse(base).rpartition(".")[2].endswith("Bot") for base in bases)


def _tool(found: str) -> tuple[str, tuple[Path, ...]]:
    """A program of this machine as it is named in the box, and the paths it needs."""
    path = Path(found)
    if (path.name.startswith("python") and shutil.which(path.name) == found) or found == sys.executable:
        return sys.executable, python_folders()
    if _of_system(path.absolute()):
        return str(path.absolute()), python_folders()
    if path.name in ("rustc", "cargo"):  # usually a wrapper that looks for the real one in the user's home
        root = subprocess.run([found, "--print", "sysroot"], capture_output=True, text=True, check=False).stdout.strip()
        if root and (Path(root) / "bin" / path.name).exists():
            return str(Path(root) / "bin" / path.name), (Path(root), *python_folders())
    if any(path.resolve().is_relative_to(folder) for folder in python_folders()):
        return str(path.resolve()), python_folders()
    return str(path.resolve()), (path.resolve(), *python_folders())


def _of_system(path: Path) -> bool:
    return any(path.is_relative_to(name) for name in SYSTEM)
