"""The simulator's part of a library: what is particular to a game, in C, and the texts that are the same for all games.

`library` and `wasm` put it behind the rules. It needs the sentences of refusals, so a library of a package that is no
registered game has none.
"""

import json
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from ..layout import layout_version
from ..schema import new, schema_of
from . import entry_modules
from .errors import FAULTS, LINE_BITS
from .kinds import C_NUMBERS, Outer, declared, hints_of

FOLDER = Path(__file__).parent
TEXTS = ("belief_text.c", "simulator.c")


def simulator_text(package: str, form: str, files: list[str]) -> str:
    """The C of a game's simulator; `files` are the rules' files, by the numbers that faults name them with."""
    game = game_of(package)
    if game is None:
        return ""
    defined = "\n".join(f"#define {name} {value}" for name, value in particulars(game, form).items())
    tables = [
        _table("sim_files", "SIM_FILES", files),
        _table("sim_faults", "SIM_FAULTS", ["", *(fault.sentence for fault in FAULTS.values())]),
        _words("sim_refusals", "SIM_REFUSALS",
               [(one.code, _verdict(one), one.name, one.field, one.rule, one.sentence) for one in game.refusals]),
        _words("sim_endings", "SIM_ENDINGS", [(one.code, 0, one.name, one.sentence) for one in game.end_reasons]),
    ]  # fmt: skip
    return "\n".join([defined, *tables, *(FOLDER.joinpath(name).read_text(encoding="utf-8") for name in TEXTS)])


def game_of(package: str) -> Any:
    """The game of a package, None if it is not registered."""
    from ..registry import GAMES

    return next((game for game in GAMES.values() if game.package == package), None)


def particulars(game: Any, form: str) -> dict[str, Any]:
    """What the text of the simulator is told of a game."""
    kind = schema_of(game.state).dtype(form)
    kernels = entry_modules.kernels(game.package)
    seats = schema_of(kernels.Scratch).dtype(form)["owing"].shape[0]
    shape = observed_shape(game, form)
    return {
        "SIM_GAME": _quoted(game.key),
        "SIM_FORM": _quoted(form),
        "SIM_LAYOUT": _quoted(layout_version(game.state, form)),
        "SIM_SIZE": kind.itemsize,
        "SIM_ALIGN": kind.alignment,
        "SIM_WIDTH": game.width,
        "SIM_SEATS": seats,
        "SIM_SEATS_MAX": min(game.seats_max, seats - 1),
        "SIM_SCRATCH": schema_of(kernels.Scratch).dtype(form).itemsize,
        "SIM_NUMBERED": int(has_numbers(game)),
        "SIM_OBSERVED": prod(shape) if shape else 0,
        "SIM_OBSERVED_SHAPE": ", ".join(map(str, (1, *shape))),
        "SIM_LINE_BITS": LINE_BITS,
        "SIM_SEATS_OF(state)": _field(kind, "seats"),
        "SIM_ROUND_OF(state)": _field(kind, "round_no"),
        "SIM_EVENT_COUNT_OF(state)": _field(kind, "event_count"),
        "SIM_EVENTS_LOST_OF(state)": _field(kind, "events_lost"),
    }


def has_numbers(game: Any) -> bool:
    """Whether a game has numbered its actions."""
    return entry_modules.steps(game.package) is not None


def observed_shape(game: Any, form: str) -> tuple[int, ...]:
    """The shape of what a seat observes, in 4-byte numbers; () where a game has no such observation."""
    from ..game_parts import module_of

    learning = module_of(game.package, "learning")
    kernels = entry_modules.kernels(game.package)
    kind = declared(hints_of(kernels.observed)["out"])
    if learning is None or not isinstance(kind, Outer) or kind.item != "i4":
        return ()
    shape: tuple[int, ...] = learning.shape(new(game.state, form))
    return shape if len(shape) == kind.dimensions - 1 else ()


def _field(kind: np.dtype[Any], name: str) -> str:
    fields: Any = kind.fields
    code = fields[name][0].str[1:]
    return f"(*({C_NUMBERS[code]} *)((char *)(state) + {fields[name][1]}))"


def _table(name: str, count: str, texts: list[str]) -> str:
    listed = ", ".join(map(_quoted, texts))
    return f"#define {count} {len(texts)}\nstatic const char *const {name}[] = {{{listed}}};"


def _words(name: str, count: str, rows: list[tuple[Any, ...]]) -> str:
    listed = ",\n  ".join(
        f"{{{code}, {verdict}, {{{', '.join(map(_quoted, words))}}}}}" for code, verdict, *words in rows
    )
    return (
        f"#define {count} {len(rows)}\n"
        f"static const struct {{ int32_t code, verdict; const char *words[4]; }} {name}[] = {{\n  {listed}}};"
    )


def _verdict(refusal: Any) -> int:
    """What becomes of a refused action, as `verdict_of` in `simulator.c` says."""
    return int({"void": -1, "forfeit": refusal.leaves}.get(refusal.verdict, 0))


def _quoted(text: str) -> str:
    """A string of C in UTF-8."""
    quoted = json.dumps(text, ensure_ascii=False)
    return quoted.replace("?", "\\?")  # no trigraphs
