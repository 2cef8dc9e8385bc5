"""The text of a rule: its syntax tree, its file as messages name it, and how it is marked."""

import ast
import linecache
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .errors import RefusedRuleError

MARKS = frozenset({"rules", "inlined", "entry"})


@dataclass(frozen=True)
class RuleSource:
    function: Callable[..., Any]
    node: ast.FunctionDef
    file: str
    marks: frozenset[str]

    @property
    def globals(self) -> dict[str, Any]:
        names: dict[str, Any] = self.function.__globals__
        return names

    @property
    def arguments(self) -> list[str]:
        return [argument.arg for argument in self.node.args.args]

    def refusal(self, node: ast.AST, sentence: str) -> RefusedRuleError:
        return RefusedRuleError(self.file, getattr(node, "lineno", self.node.lineno), sentence)


@cache
def source_of(function: Callable[..., Any]) -> RuleSource:
    """The text of a function. Raises RefusedRuleError if it is not written in a file, or not marked as a rule."""
    code = getattr(function, "__code__", None)
    if code is None:
        raise RefusedRuleError("?", 0, f"{function!r} is not a function of the rules")
    file = named(code.co_filename, getattr(function, "__module__", ""))
    found = _functions(code.co_filename).get((code.co_name, code.co_firstlineno))
    if found is None:
        raise RefusedRuleError(
            file, code.co_firstlineno, f"{code.co_name} is not a function of a module; write it there"
        )
    marks = frozenset(mark.id for mark in found.decorator_list if isinstance(mark, ast.Name))
    source = RuleSource(function, found, file, marks)
    if not marks & MARKS:
        raise source.refusal(found, f"{code.co_name} is called by a rule and must be marked @rules as well")
    return source


def named(file: str, module: str) -> str:
    """A file as messages name it: from its top package on, the same on every machine."""
    parts = Path(file).parts
    top = module.partition(".")[0]
    if top in parts[:-1]:
        first = len(parts) - 1 - parts[::-1].index(top)
        return "/".join(parts[first:])
    return parts[-1]


@cache
def _functions(file: str) -> dict[tuple[str, int], ast.FunctionDef]:
    """The functions of a file's top level, by name and first line, decorators included."""
    try:
        text = "".join(linecache.getlines(file))
        tree = ast.parse(text)
    except SyntaxError:
        return {}
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            found[node.name, first] = node
    return found
