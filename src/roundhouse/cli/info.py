"""`roundhouse games`, `roundhouse rules`, and `roundhouse sim`, which gives the rules as a library."""

import re
import sys
from pathlib import Path
from typing import Any

from ..core.schema import FORMS
from ..core.settings import describe
from .output import BAD_REQUEST, Problem, game_named, note, print_json


def show_games(json: bool) -> None:
    from ..core.registry import GAMES

    if json:
        print_json({"games": [summary(game) for game in GAMES.values()]})
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("game", "name", "seats", "bots", ""):
        table.add_column(head)
    for game in GAMES.values():
        table.add_row(game.key, game.name, game.seats_in_words, ", ".join(game.bots), game.sentence)
    Console().print(table)


def summary(game: Any) -> dict[str, Any]:
    return {
        "key": game.key,
        "name": game.name,
        "sentence": game.sentence,
        "rules_version": game.version,
        "seats": list(game.seat_counts),
        "bots": list(game.bots),
        "presets": {name: dict(values) for name, values in game.presets.items()},
    }


def show_game(key: str, json: bool) -> None:
    game = game_named(key)
    rows = describe(game.settings)
    if json:
        print_json(summary(game) | {"settings": rows})
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console()
    console.print(f"[bold]{escape(game.name)}[/] ({game.key}, rules version {game.version})\n{escape(game.sentence)}\n")
    for name, values in game.presets.items():
        changed = ", ".join(f"{setting} {value}" for setting, value in values.items())
        console.print(f"preset [bold]{name}[/]: {escape(changed)}", highlight=False)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("setting", "default", "allowed", ""):
        table.add_column(head)
    for row in rows:
        table.add_row(row["key"], escape(str(row["default"])), escape(row["allowed"]), escape(row["sentence"]))
    console.print()
    console.print(table)


def show_rules(key: str, rule: str, json: bool) -> None:
    game = game_named(key)
    book = game.rulebook
    if not rule:
        if json:
            print_json({"game": game.key, "rules_version": game.version, "rules": rules_in(book)})
        else:
            sys.stdout.write(book)
        return
    wanted = rule.upper()
    if wanted.isdigit():
        wanted = f"{game.rules_prefix}-{int(wanted):03}"
    known = rules_in(book)
    if wanted not in known:
        raise Problem("no_such_rule", f"there is no rule {rule!r}; near are {', '.join(near(wanted, list(known)))}.")
    if json:
        print_json({"game": game.key, "id": wanted, "text": known[wanted]})
    else:
        sys.stdout.write(f"{wanted}  {known[wanted]}\n")


def rules_in(book: str) -> dict[str, str]:
    """Every rule of a rulebook by its id."""
    return dict(re.findall(r"^- \*\*([A-Z]+-\d+)\*\* (.*(?:\n  .*)*)", book, re.MULTILINE))


def near(wanted: str, known: list[str]) -> list[str]:
    """The ids next to a number, or those that look alike."""
    import difflib

    number = re.search(r"(\d+)$", wanted)
    if number is None:
        return difflib.get_close_matches(wanted, known, n=3) or [known[0], known[-1]]
    return sorted(sorted(known, key=lambda one: (abs(int(one.split("-")[1]) - int(number[1])), one))[:3])


def write_simulator(key: str, form: str, folder: Path, json: bool) -> None:
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
