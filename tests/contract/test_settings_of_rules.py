"""A number of the rulebook is computed with in one place, or in places that name its rule.

The setup copies settings into the state. Whatever computes with such a number names the id of a rule that it belongs
to, so that whoever changes the rule finds all of it by searching for the id. Settings, fields and ids are read from the
sources and the rulebooks; neither games nor rules are run.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from tests.coverage_of_rules import GAMES

KEYS = sorted(path.parents[1].name for path in GAMES.glob("*/rules/state.py"))
# How large a game is, which nearly everything asks, is no number of one rule
SIZES = {"seats", "teams", "player_count", "units_each", "width", "height"}
FOLDERS = ("rules", "learning", "search", "bots")  # what decides, foresees or plays; the others show and tell
STATE, SETTINGS = {"g", "state"}, {"options", "settings"}  # what a state and its settings are called
ID = re.compile(r"\b[A-Z]{3}-\d{3}\b")
RANGE = re.compile(r"\b([A-Z]{3})-(\d{3})\s+to\s+\1-(\d{3})\b")
BULLET = re.compile(r"\*\*([A-Z]{3}-\d{3})\*\*")
ARITHMETIC = {"min", "max", "abs", "int", "bool", "range", "sum", "sqrt"}


@dataclass
class Number:
    """A field of the state that is as the settings say, for the whole match."""

    name: str
    settings: set[str]
    rules: set[str] = field(default_factory=set)  # ids


@dataclass(frozen=True)
class Place:
    """A function that computes with a number."""

    file: str
    function: str
    line: int
    ids: frozenset[str]  # that the function names
    file_ids: frozenset[str]  # that the file of a phase is about, by its first lines

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.function}"


# Which numbers there are


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def fields_of(folder: Path, files: tuple[str, ...], name: str) -> set[str]:
    """The fields of a class, wherever in these files it stands."""
    trees = [parsed(folder / file) for file in files if (folder / file).exists()]
    (found,) = (node for tree in trees for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    return {one.target.id for one in found.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)}


class Setup:
    """Follows the settings through each function of a setup: which fields of the state they come into."""

    def __init__(self, folder: Path) -> None:
        self.tree = parsed(folder / "setup.py")
        self.settings = fields_of(folder, ("settings.py", "setup.py"), "Settings")
        self.state = fields_of(folder, ("rules/state.py",), "State")
        self.found: dict[str, set[str]] = {}
        self.words = {
            target.id: texts(node.value)
            for tree in (parsed(folder / "settings.py"), self.tree)
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef):
                self.follow(node.body, {}, {})

    def follow(self, body: list[ast.stmt], known: dict[str, set[str]], named: dict[str, set[str]]) -> None:
        """`known`: which settings are in a variable. `named`: which texts a variable can be."""
        for node in body:
            for call in calls(node):
                if getattr(call.func, "id", "") == "setattr":
                    for word in {word for name in names(call.args[1]) for word in named.get(name, ())} & self.state:
                        self.found.setdefault(word, set()).add(word)
            if isinstance(node, ast.For):
                words = texts(node.iter) | {word for name in names(node.iter) for word in self.words.get(name, ())}
                for name in names(node.target):
                    known[name] = self.sources(node.iter, known, named)
                    named[name] = words
            if isinstance(node, ast.Assign | ast.AugAssign):
                for target, value in pairs(node):
                    self.put(target, self.sources(value, known, named), known)
            for part in ("body", "orelse"):
                self.follow(getattr(node, part, []), known, named)

    def put(self, target: ast.expr, sources: set[str], known: dict[str, set[str]]) -> None:
        place = target
        while isinstance(place, ast.Subscript):
            place = place.value
        if isinstance(target, ast.Name):
            known[target.id] = sources
        elif isinstance(place, ast.Attribute) and last(place.value) == "g" and place.attr in self.state and sources:
            self.found.setdefault(place.attr, set()).update(sources)

    def sources(self, value: ast.expr, known: dict[str, set[str]], named: dict[str, set[str]]) -> set[str]:
        """The settings that a value is made of."""
        found: set[str] = set()
        for node in ast.walk(value):
            if isinstance(node, ast.Attribute) and last(node.value) == "options":
                found |= {node.attr} & self.settings
            elif isinstance(node, ast.Name):
                found |= known.get(node.id, set())
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "getattr":
                found |= {word for name in names(node.args[1]) for word in named.get(name, ())} & self.settings
        return found


def texts(node: ast.AST) -> set[str]:
    return {one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)}


def names(node: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


def calls(node: ast.stmt) -> Iterator[ast.Call]:
    """The calls of one statement, without those of statements in it."""
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, ast.stmt):
            yield from (one for one in ast.walk(part) if isinstance(one, ast.Call))


def pairs(node: ast.Assign | ast.AugAssign) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Targets with what is put into them."""
    for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from zip(target.elts, node.value.elts, strict=True)
        else:
            yield from ((one, node.value) for one in getattr(target, "elts", [target]))


def last(node: ast.expr) -> str:
    """What something is called, the `options` of `self.scene.options`."""
    return str(getattr(node, "id", getattr(node, "attr", "")))


def changed_by_rules(folder: Path) -> set[str]:
    """Fields of the state that change in a match. Queries change copies."""
    found = set()
    for path in set(folder.glob("rules/**/*.py")) - {folder / "rules" / "queries.py"}:
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store):
                place: ast.expr = node
                while isinstance(place, ast.Subscript):
                    place = place.value
                if isinstance(place, ast.Attribute) and last(place.value) == "g":
                    found.add(place.attr)
    return found


# Who computes with them


def named_in(text: str) -> set[str]:
    """All ids in a text, those between the ends of "DUN-071 to DUN-076" too."""
    found = set(ID.findall(text))
    for letters, first, end in RANGE.findall(re.sub(r"\s+", " ", text)):
        found |= {f"{letters}-{n:03}" for n in range(int(first), int(end) + 1)}
    return found


def is_computed(node: ast.AST, above: dict[ast.AST, ast.AST]) -> bool:
    """Whether a value that is read becomes a part of another: by arithmetic, a comparison, a condition, or by way of a
    variable. What is only handed to a function, shown or copied is not."""
    while True:
        outer = above[node]
        if isinstance(outer, ast.BinOp | ast.UnaryOp | ast.Compare | ast.BoolOp | ast.AugAssign | ast.Return):
            return True
        if isinstance(outer, ast.IfExp | ast.If | ast.While | ast.For | ast.comprehension):
            return True
        if isinstance(outer, ast.NamedExpr):
            return True
        if isinstance(outer, ast.Assign):
            return any(isinstance(target, ast.Name) for target, _ in pairs(outer))
        if isinstance(outer, ast.Call) and last(outer.func) not in ARITHMETIC:
            return False
        if isinstance(outer, ast.Subscript) and node is not outer.value:
            return True  # it says which one
        if not isinstance(outer, ast.expr):
            return False
        node = outer


def places(folder: Path, number: Number, *, computed: bool = True) -> Iterator[Place]:
    """Every function that computes with a number, or only reads it, as the state has it or as the settings have it."""
    for name in FOLDERS:
        for path in sorted(folder.glob(f"{name}/**/*.py")):
            if path != folder / "rules" / "state.py":
                yield from places_in(path, str(path.relative_to(folder)), number, computed)


def places_in(path: Path, file: str, number: Number, computed: bool) -> Iterator[Place]:
    above, functions = relations(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    about = (ast.get_docstring(parsed(path)) or "") if file.startswith("rules/phases/") else ""
    for node in above:
        if is_read(node, number) and (is_computed(node, above) or not computed):
            function = functions[node]
            first, end = (1, len(lines)) if function is None else (function.lineno, function.end_lineno or 0)
            ids = named_in("\n".join(lines[first - 1 : end]))
            name = getattr(function, "name", "")
            yield Place(file, name, node.lineno, frozenset(ids), frozenset(named_in(about)))


def is_read(node: ast.AST, number: Number) -> bool:
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        place = last(node.value)
        return (place in STATE and node.attr == number.name) or (place in SETTINGS and node.attr in number.settings)
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and isinstance(node.slice, ast.Constant):
        return node.slice.value in {number.name} | number.settings
    return False


@cache
def relations(path: Path) -> tuple[dict[ast.AST, ast.AST], dict[ast.AST, ast.FunctionDef | None]]:
    """What every node of a file stands in, and the function."""
    above: dict[ast.AST, ast.AST] = {}
    functions: dict[ast.AST, ast.FunctionDef | None] = {parsed(path): None}
    for node in ast.walk(parsed(path)):
        for inner in ast.iter_child_nodes(node):
            above[inner] = node
            functions[inner] = inner if isinstance(inner, ast.FunctionDef) else functions[node]
    return above, functions


# The test


@cache
def numbers_of(key: str) -> list[Number]:
    """The numbers of a game with their rules: those that name a setting in the rulebook, and those that all functions
    of the rules name which read the number."""
    folder = GAMES / key
    found = Setup(folder).found
    fixed = set(found) - changed_by_rules(folder) - SIZES
    book = (folder / "README.md").read_text(encoding="utf-8").splitlines()
    numbers = [Number(name, {one for one in found[name] if one == name or one not in fixed}) for name in sorted(fixed)]
    for number in numbers:
        if number.settings:
            words = re.compile("|".join(rf"`{name}\b" for name in number.settings))
            number.rules = {match[1] for line in book if (match := BULLET.search(line)) and words.search(line)}
        readers = [place for place in places(folder, number, computed=False) if place.file.startswith("rules/")]
        if readers:
            number.rules |= frozenset.intersection(*(place.ids for place in readers))
        if readers and not number.rules:
            number.rules |= frozenset.intersection(*(place.ids | place.file_ids for place in readers))
    return numbers


def silent(key: str) -> list[str]:
    """Places that compute with a number and do not name its rule."""
    return [
        f"{place} computes with {number.name}, which is of {', '.join(sorted(number.rules)) or 'no rule'}"
        for number in numbers_of(key)
        for place in places(GAMES / key, number)
        if not (place.ids | place.file_ids) & number.rules
    ]


@pytest.mark.parametrize("key", KEYS)
def test_who_computes_with_a_number_of_the_rulebook_names_its_rule(key):
    assert silent(key) == []


@pytest.mark.parametrize("key", KEYS)
def test_every_number_has_a_rule(key):
    numbers = numbers_of(key)
    assert len(numbers) >= 3
    assert [number.name for number in numbers if not number.rules] == []


def test_numbers_and_rules_are_found():
    numbers = {number.name: number for number in numbers_of("dungeon")}
    assert numbers["block_base"].rules == {"DUN-072"}
    assert numbers["recharge_multiplier"].settings == {"station_recharge_multiplier"}
    assert numbers["by_level"].settings >= {"storage", "energy_regen"}
    assert "round_ms" not in numbers  # it can be changed while a match runs


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("return robot.energy >= g.block_base + 1", True),
        ("return robot.energy >= g.block_base + 1  # DUN-072", False),
        ("return robot.energy >= g.block_base + 1  # DUN-073", True),
        ("cost = self.options.block_base", True),
        ("return min(g.block_base, 7)", True),
        ("if state.block_base: return 1", True),
        ("return g.players[1].block_base", False),
        ("show(g.block_base)", False),
        ("out.block_base = g.block_base", False),
        ("return block_cost(g, robot)", False),
    ],
)
def test_a_formula_that_is_written_again_must_name_its_rule(tmp_path, line, found):
    (number,) = (number for number in numbers_of("dungeon") if number.name == "block_base")
    path = tmp_path / "copy.py"
    path.write_text(f"def mask(g, robot):\n    {line}\n", encoding="utf-8")
    there = [place for place in places_in(path, "learning/copy.py", number, True) if not place.ids & number.rules]
    assert bool(there) == found
