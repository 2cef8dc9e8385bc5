"""`roundhouse sim`: the rules of a game as a library for programs in any language."""

import sys
from pathlib import Path

from ..core.schema import FORMS
from .output import BAD_REQUEST, Problem, game_named, note, print_json


def write(key: str, form: str, folder: Path, json: bool) -> None:
    from ..sdk.simulator import folder as simulator

    game = game_named(key)
    if form not in FORMS:
        sentence = f"there is no form {form!r}; there are {' and '.join(FORMS)}."
        raise Problem("no_such_form", sentence, field="form", status=BAD_REQUEST)
    if foreign := simulator.foreign(folder):
        sentence = f"{folder} has {foreign}, which is not of a simulator; name a folder of its own with --out."
        raise Problem("exists", sentence, field="out", status=BAD_REQUEST)
    try:
        written = simulator.write(game, form, folder)
    except OSError as error:
        raise Problem("not_written", f"{folder} cannot be written: {error.strerror}.", field="out") from None
    if len(written.missing) > 1:
        raise Problem("no_library", f"{'; '.join(written.missing.values())}.")
    if json:
        print_json({"folder": str(folder), "game": game.key, "form": form, "layout": written.layout,
                    "files": list(written.files), "missing": written.missing})  # fmt: skip
        return
    for name, reason in written.missing.items():
        note(f"{name} is not there: {reason}.")
    sys.stdout.write(f"{folder} has the rules of {game.name} ({form} form): {', '.join(written.files)}.\n")
    sys.stdout.write(f"How a bot looks ahead with them: {folder / 'README.md'}\n")
