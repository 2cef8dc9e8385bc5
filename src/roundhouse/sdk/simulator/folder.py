"""Writes the simulator of a game into a folder, which then needs neither Roundhouse nor Python: the library for this
machine, WebAssembly with its description, and a binding for each language, all of it made from the rules."""

import re
import shutil
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from ...core.game import Game
from ...core.native.compiler import BuildError, zig
from ...core.native.entry_modules import entry_points
from ...core.native.library import MissingLibraryError, library_file
from ...core.native.wasm import built_wasm
from ...core.native_build import wasm_file
from .description import Description, described
from .languages import parts

LIBRARY, MODULE, DESCRIPTION = "libsimulator.so", "simulator.wasm", "simulator.json"
BUILT = (LIBRARY, MODULE, DESCRIPTION)
_LINE = re.compile(r"[ \t]*(?://|#) sim: (\w+)")


@dataclass(frozen=True)
class Written:
    """The files of a folder, and why one that should be there is not, by its name."""

    files: tuple[str, ...]
    missing: dict[str, str]
    layout: str


def write(game: Game, form: str, folder: Path) -> Written:
    """Write all files; those that are there already are replaced. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    missing: dict[str, str] = {}
    try:
        # A program may have the old one open, so the name gets a new file
        shutil.copyfile(library_file(game.package, form), folder / f".{LIBRARY}")
        (folder / f".{LIBRARY}").replace(folder / LIBRARY)
    except MissingLibraryError as error:
        missing[LIBRARY] = str(error)
    try:
        _write_module(game, form, folder)
    except BuildError as error:
        missing[MODULE] = str(error)
    description = described(game, form)
    bindings = texts(description)
    for name, text in bindings.items():
        (folder / name).write_text(text, encoding="utf-8")
    there = sorted(name for name in (*bindings, *BUILT) if (folder / name).exists())
    return Written(tuple(there), missing, description.layout)


def foreign(folder: Path) -> str:
    """A file that a folder has and no simulator would; empty if there is none. Such a folder is somebody else's."""
    templates = {file.name for file in resources.files(__package__).joinpath("templates").iterdir()}
    if not folder.is_dir():
        return folder.name if folder.exists() else ""
    ours = {*templates, *BUILT, "__pycache__"}
    there = (path for path in sorted(folder.iterdir()) if path.suffix != ".class")
    return next((path.name for path in there if path.name not in ours), "")


def _write_module(game: Game, form: str, folder: Path) -> None:
    """The WebAssembly of the package, or one that is built now."""
    shipped = wasm_file(game.package, form)
    if not shipped.exists():
        if zig() is None:
            raise BuildError("this Roundhouse came without WebAssembly, and Zig, which builds it, is not here")
        built_wasm(entry_points(game.package), form, folder / MODULE, game.package)
        return
    shutil.copyfile(shipped, folder / MODULE)
    shutil.copyfile(shipped.with_suffix(".json"), folder / DESCRIPTION)


def texts(description: Description) -> dict[str, str]:
    """The bindings and the page about them, by their names."""
    made = {}
    by_ending = parts(description)
    for file in sorted(resources.files(__package__).joinpath("templates").iterdir(), key=lambda one: one.name):
        ending = file.name.rpartition(".")[2]
        made[file.name] = composed(file.read_text(encoding="utf-8"), by_ending.get(ending, {}), description)
    return made


def composed(template: str, own: dict[str, str], description: Description) -> str:
    """A template with what is the game's own in the places of its words and of its lines `sim: NAME`."""
    words = {
        "GAME_NAME": description.name,
        "GAME_KEY": description.game,
        "LAYOUT": description.layout,
        "FORM": description.form,
        "WIDTH_OF_ROW": str(description.width),
        "MOST_SEATS": str(description.seats_max),
        "NUMBERS_OBSERVED": str(_product(description.observed)),
        "OBSERVED_SHAPE": " x ".join(map(str, description.observed)) or "nothing",
        "LEGAL_ACTIONS": description.legal,
    }
    lines = []
    for line in template.splitlines():
        found = _LINE.fullmatch(line)
        if found:
            lines.append(own[found[1]])
        else:
            lines.append(re.sub(rf"\b({'|'.join(words)})\b", lambda word: words[word[0]], line))
    return "\n".join(lines) + "\n"


def _product(shape: tuple[int, ...]) -> int:
    count = 1 if shape else 0
    for n in shape:
        count *= n
    return count
