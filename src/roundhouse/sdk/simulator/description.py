"""What bindings say of a game: its records with every place in them, its constants, and what a row of an action means.

All of it is read from where the rules have it: the schema of the state, `rules/tables.py` with its comments, and the
rule of the rulebook that `row_of` names.
"""

import ast
import importlib
import inspect
import io
import re
import textwrap
import tokenize
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from ...core.game import Game
from ...core.game_parts import module_of
from ...core.layout import layout_version
from ...core.native.simulator_source import observed_shape
from ...core.schema import LARGE, Size, schema_of

RULE = re.compile(r"[A-Z]{3}-\d{3}")
LEFT_OUT = ("DRAW_",)  # constants that say nothing outside of the rules
LARGEST = 2**63 - 1


@dataclass(frozen=True)
class RecordField:
    """A place in a record: a number of a code such as "i4", or a record of its own; `extent` is () for a single one."""

    name: str
    code: str
    record: str
    extent: tuple[int, ...]
    offset: int
    size: int  # of one element
    comment: str

    @property
    def end(self) -> int:
        count = 1
        for n in self.extent:
            count *= n
        return self.offset + self.size * count


@dataclass(frozen=True)
class RecordType:
    name: str
    comment: str
    size: int
    fields: tuple[RecordField, ...]


@dataclass(frozen=True)
class Constants:
    """Constants that stand together, under the comment above them."""

    comment: str
    values: tuple[tuple[str, int, str], ...]  # name, value, comment


@dataclass(frozen=True)
class Description:
    game: str
    name: str
    form: str
    layout: str
    seats_max: int
    width: int
    row: str  # what the columns of an action's row are
    refusals: tuple[tuple[int, str, str], ...]  # code, name, sentence
    observed: tuple[int, ...]
    legal: str  # which actions `legal` lists
    records: tuple[RecordType, ...]  # those inside of others come first; the state is the last
    constants: tuple[Constants, ...]

    @property
    def state(self) -> RecordType:
        return self.records[-1]


def described(game: Game, form: str) -> Description:
    tables = importlib.import_module(f"{game.package}.rules.tables")
    found: dict[str, RecordType] = {}
    _collect(game.state, form, found)
    rule = RULE.search(game.row_of.__doc__ or "")
    return Description(
        game=game.key,
        name=game.name,
        form=form,
        layout=layout_version(game.state, form),
        seats_max=game.seats_max,
        width=game.width,
        row=rule_text(game.rulebook, rule[0]) if rule else "",
        refusals=tuple((one.code, one.name, one.sentence) for one in game.refusals),
        observed=observed_shape(game, form),
        legal=legal_actions(game),
        records=tuple(found.values()),
        constants=tuple(_constants(tables, form)),
    )


def legal_actions(game: Game) -> str:
    """Which actions the simulator lists as legal."""
    actions = module_of(game.package, "learning.actions")
    if actions is None:
        return f"Legal actions of {game.name}: different ones of those that `random` draws, not all."
    text = " ".join((actions.__doc__ or "").split())
    return (
        f"All actions that the game numbers for learners and that are accepted now. {text} `random` draws others too."
    )


def rule_text(book: str, rule: str) -> str:
    """A rule of a rulebook as plain text, without the note about where it is from."""
    found = re.search(rf"^- \*\*{rule}\*\* (.*(?:\n  .*)*)", book, re.MULTILINE)
    text = " ".join(found[1].split()) if found else ""
    return f"{rule}: " + re.sub(r" \[(decided|origin|seed)[^\]]*\]$", "", text).replace("`", "")


def _collect(cls: type, form: str, found: dict[str, RecordType]) -> None:
    kind = schema_of(cls).dtype(form)
    places: Any = kind.fields
    comments = _comments_of_fields(cls)
    fields = []
    for one in schema_of(cls).fields:
        if one.item is not None:
            _collect(one.item, form, found)
        base = schema_of(one.item).dtype(form).itemsize if one.item else 0
        code = "" if one.codes is None else one.codes[form == LARGE]
        said = [text for text in (comments.get(one.name, ""), "follows from the others" if one.derived else "") if text]
        if one.count:
            said.append(f"{one.count} of them are in use")
        fields.append(
            RecordField(
                one.name, code, one.item.__name__ if one.item else "", one.extent(form),
                places[one.name][1], base or int(code[1:]), "; ".join(said),
            )
        )  # fmt: skip
    found.setdefault(cls.__name__, RecordType(cls.__name__, _first_line(cls.__doc__), kind.itemsize, tuple(fields)))


def _first_line(text: str | None) -> str:
    return " ".join((text or "").split())


def _constants(tables: ModuleType, form: str) -> list[Constants]:
    """The whole numbers of a module of tables, by the comments above them."""
    parts: list[Constants] = []
    heading = ""
    values: list[tuple[str, int, str]] = []
    comments = _comments(tables)
    for node in _tree(tables).body:
        if not isinstance(node, ast.Assign):
            continue
        above = _above(comments, node)
        if above and values:
            parts.append(Constants(heading, tuple(values)))
            values = []
        heading = above or heading
        names = [one.id for target in node.targets for one in ast.walk(target) if isinstance(one, ast.Name)]
        said = comments.get(node.end_lineno or 0, "") if len(names) == 1 else ""
        for name in names:
            value = getattr(tables, name)
            whole = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST
            if name.isupper() and whole and not name.startswith(LEFT_OUT):
                number = value.large if form == LARGE and isinstance(value, Size) else int(value)
                values.append((name, number, said))
    if values:
        parts.append(Constants(heading, tuple(values)))
    return parts


def _above(comments: dict[int, str], node: ast.stmt) -> str:
    """The comment on the lines right above a statement."""
    lines: list[str] = []
    line = node.lineno - 1
    while -line in comments:
        lines.insert(0, comments[-line])
        line -= 1
    return " ".join(lines)


def _comments_of_fields(cls: type) -> dict[str, str]:
    module = importlib.import_module(cls.__module__)
    comments = _comments(module)
    for node in _tree(module).body:
        if isinstance(node, ast.ClassDef) and node.name == cls.__name__:
            return {
                one.target.id: comments.get(one.end_lineno or 0, "")
                for one in node.body
                if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
            }
    return {}


@cache
def _tree(module: ModuleType) -> ast.Module:
    return ast.parse(inspect.getsource(module))


@cache
def _comments(module: ModuleType) -> dict[int, str]:
    """Comments by their lines; one that has its line for itself by the negative number of it."""
    found = {}
    for token in tokenize.generate_tokens(io.StringIO(inspect.getsource(module)).readline):
        if token.type == tokenize.COMMENT and "fmt:" not in token.string:
            alone = not token.line[: token.start[1]].strip()
            found[-token.start[0] if alone else token.start[0]] = token.string.lstrip("# ")
    return found


def wrapped(text: str, width: int = 110) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
