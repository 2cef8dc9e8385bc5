"""The rules of a game as a page loads them: WebAssembly, and a description of all that a host must know to call it.

A module is what `core.native_build wasm` has put into the package. Where it has not, there is none, and pages ask the
server instead. The description is the module's own, with the game's tables that rules give only numbers of.
"""

import hashlib
from functools import cache

import msgspec
from msgspec import Struct

from .game import Game, Reason, Refusal
from .game_parts import module_of as module_of_package
from .layout import layout_version
from .native_build import wasm_file
from .order_rows import Column
from .schema import FORMS


class RulesModule(Struct, frozen=True):
    """`name` differs whenever code or description do; `layout` is the version of the state's bytes."""

    game: str
    form: str
    layout: str
    name: str
    code: bytes
    description: bytes


class ReasonLine(Struct, frozen=True):
    code: int
    name: str
    sentence: str


class Description(Struct, frozen=True):
    """What is added to the description that lies beside a module."""

    game: str
    rules: str
    layout: str
    width: int
    change_width: int
    seats_max: int
    changes: bool
    waits: bool  # whether a round ends only when nobody is waited for, or somebody has left
    turns: bool  # whether a tick is a turn of one seat
    refusals: list[Refusal]
    leave_reasons: list[ReasonLine]
    end_reasons: list[ReasonLine]
    actions: dict[str, list[int | Column]]  # the rows of actions by their types, as far as tables say them


def module_of(game: Game, form: str) -> RulesModule | None:
    """A game's module for a form of its state; None where this installation has none."""
    try:
        path = wasm_file(game.package, form)
        key = path.name, path.stat().st_mtime_ns
    except (ImportError, OSError):
        return None
    return _read(game.key, form, key)


def modules_of(game: Game) -> list[RulesModule]:
    """Those of all forms."""
    return [made for form in FORMS if (made := module_of(game, form)) is not None]


@cache
def _read(key: str, form: str, file: tuple[str, int]) -> RulesModule | None:
    """`file` is there so that another file is read anew."""
    from .registry import GAMES

    game = GAMES[key]
    path = wasm_file(game.package, form)
    try:
        code, own = path.read_bytes(), msgspec.json.decode(path.with_suffix(".json").read_bytes())
    except OSError:
        return None
    layout = layout_version(game.state, form)
    added = Description(
        game=game.key,
        rules=game.version,
        layout=layout,
        width=game.width,
        change_width=game.change_width,
        seats_max=game.seats_max,
        changes=game.changes is not None,
        waits=game.timeout_reason != 0,
        turns=game.ends_turn is not None,
        refusals=list(game.refusals),
        leave_reasons=_lines(game.leave_reasons),
        end_reasons=_lines(game.end_reasons),
        actions=_actions(game.package),
    )
    description = msgspec.json.encode({**own, **msgspec.to_builtins(added)})
    mark = hashlib.blake2b(code + description, digest_size=8).hexdigest()
    return RulesModule(game.key, form, layout, f"{game.key}-{form}-{mark}", code, description)


def _actions(package: str) -> dict[str, list[int | Column]]:
    rows = getattr(module_of_package(package, "actions"), "ROWS", None)
    return {} if rows is None else rows.described()


def _lines(reasons: tuple[Reason, ...]) -> list[ReasonLine]:
    return [ReasonLine(one.code, one.name, one.sentence) for one in reasons]
