"""Which rules have a test, which wait for a later part, and which lack one: `python -m tests.coverage_of_rules`.

Reads the rulebooks and the sources of the tests; runs and imports neither games nor tests.
"""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

TESTS = Path(__file__).resolve().parent
GAMES = TESTS.parent / "src" / "roundhouse" / "games"
WAITING = TESTS / "rules_waiting.txt"
RULE = re.compile(r"\*\*([A-Z]{3}-\d{3})\*\*")
LONG = "pytest.mark.long"


@dataclass
class Coverage:
    """What was found out about one game. Ids are sorted."""

    game: str
    rules: list[str]
    tested: list[str] = field(default_factory=list)
    waiting: dict[str, str] = field(default_factory=dict)
    lacking: list[str] = field(default_factory=list)

    def line(self) -> str:
        waits = f", {len(self.waiting)} waiting" if self.waiting else ""
        return f"{self.game} {len(self.tested)} of {len(self.rules)} rules tested{waits}"


def main() -> int:
    games, mistakes = survey()
    for game in games:
        _say(game.line())
    for game in games:
        for rule in game.lacking:
            _say(f"  lacks a test: {rule}")
        for rule, reason in game.waiting.items():
            _say(f"  waits: {rule} ({reason})")
    for mistake in mistakes:
        _say(f"  wrong: {mistake}")
    return 1 if mistakes or any(game.lacking for game in games) else 0


def survey(games: Path = GAMES, tests: Path = TESTS, waiting: Path = WAITING) -> tuple[list[Coverage], list[str]]:
    """The coverage of every game, and sentences about ids that cannot be right."""
    marked = dict(marks(tests))
    reasons, mistakes = _reasons(waiting)
    found = [_coverage(book, marked, reasons) for book in sorted(games.glob("*/README.md"))]
    known = {rule for game in found for rule in game.rules}
    for rule, place in sorted(marked.items()):
        if rule not in known:
            mistakes.append(f"{place} names {rule}, which is no rule")
    for rule in reasons:
        if rule not in known:
            mistakes.append(f"{waiting.name} names {rule}, which is no rule")
        elif rule in marked:
            mistakes.append(f"{rule} waits in {waiting.name}, but {marked[rule]} tests it")
    for book in sorted(games.glob("*/README.md")):
        rules = RULE.findall(book.read_text(encoding="utf-8"))
        mistakes += [
            f"{book.parent.name} has {rule} twice" for rule in sorted({r for r in rules if rules.count(r) > 1})
        ]
    return found, mistakes


def _coverage(book: Path, marked: dict[str, str], reasons: dict[str, str]) -> Coverage:
    rules = sorted(set(RULE.findall(book.read_text(encoding="utf-8"))))
    return Coverage(
        game=book.parent.name,
        rules=rules,
        tested=[rule for rule in rules if rule in marked],
        waiting={rule: reasons[rule] for rule in rules if rule in reasons},
        lacking=[rule for rule in rules if rule not in marked and rule not in reasons],
    )


def marks(tests: Path = TESTS) -> Iterator[tuple[str, str]]:
    """Every id in a `@pytest.mark.rule(...)`, with the place where it stands. Tests of the long run do not count."""
    for path in sorted(tests.rglob("test_*.py"), reverse=True):
        for rule, name in _marks_of(path.read_text(encoding="utf-8"), str(path)):
            yield rule, f"{path.relative_to(tests.parent)}::{name}"


@cache  # reading a source takes much longer than looking whether it has changed
def _marks_of(source: str, path: str) -> tuple[tuple[str, str], ...]:
    return tuple(_marks_in(ast.parse(source, path)))


def _marks_in(node: ast.AST) -> Iterator[tuple[str, str]]:
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.Assign) and ast.unparse(inner.targets[0]) == "pytestmark":
            if LONG in ast.unparse(inner.value):
                return  # all that follows in this file or class
        elif isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if any(ast.unparse(decorator) == LONG for decorator in inner.decorator_list):
                continue
            for decorator in inner.decorator_list:
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
                    for argument in decorator.args:
                        yield str(ast.literal_eval(argument)), inner.name
        yield from _marks_in(inner)


def _reasons(path: Path) -> tuple[dict[str, str], list[str]]:
    reasons, mistakes = {}, []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            rule, _, reason = line.partition(" ")
            if not reason.strip():
                mistakes.append(f"{path.name} gives no reason for {rule}")
            if rule in reasons:
                mistakes.append(f"{path.name} names {rule} twice")
            reasons[rule] = reason.strip()
    return reasons, mistakes


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
