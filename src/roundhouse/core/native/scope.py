"""What the translation of one function works on: its variables, the lines written so far, and values of expressions."""

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NoReturn

from .errors import LINE_BITS
from .kinds import FLAG, WHOLE, Kind, Number
from .rule_source import RuleSource

if TYPE_CHECKING:
    from .translator import Translator

LEAST, MOST = -(1 << 63), (1 << 63) - 1
MISSING = object()  # what a name stands for that is not known before the rule runs


@dataclass(frozen=True)
class Value:
    """An expression in C. `low` and `high` bound a whole number; `stable` says that no rule that is called in between
    changes it, so that it need not be put aside."""

    code: str
    kind: Kind
    low: int = LEAST
    high: int = MOST
    stable: bool = False
    constant: int | float | None = None

    @property
    def is_whole(self) -> bool:
        return self.kind in (WHOLE, FLAG)


class Scope:
    """One function in one specialisation."""

    def __init__(self, translator: "Translator", source: RuleSource, arguments: dict[str, Kind]) -> None:
        self.translator = translator
        self.source = source
        self.arguments = arguments
        self.kinds: dict[str, Kind] = dict(arguments)
        self.result: Kind | None = None
        self.begin()

    def begin(self) -> None:
        """Another pass: only the kinds of variables are kept."""
        self.widened = False  # whether a variable's kind changed in this pass, so that another one is needed
        self.has_room = False  # whether it uses row or grid
        self.lines: list[str] = []
        self.depth = 1
        self.numbered = 0
        self.declared: list[str] = []
        self.ranges: dict[str, tuple[int, int]] = {}

    # Lines of C

    def emit(self, line: str) -> None:
        self.lines.append("  " * self.depth + line)

    @contextmanager
    def indented(self) -> Iterator[None]:
        self.depth += 1
        yield
        self.depth -= 1

    @contextmanager
    def aside(self) -> Iterator[list[str]]:
        """Collect lines instead of writing them; the caller decides where they go."""
        before, self.lines = self.lines, []
        collected = self.lines
        yield collected
        self.lines = before

    def fresh(self) -> str:
        self.numbered += 1
        return f"t{self.numbered}"

    def kept(self, value: Value) -> Value:
        """The value in a variable of its own, unless it can be repeated as it is."""
        if value.stable and value.code.replace("_", "").isalnum():
            return value
        name = self.fresh()
        self.emit(f"{self.translator.c(value.kind)} {name} = {value.code};")
        return replace(value, code=name, stable=True)

    # Variables

    def variable(self, name: str, kind: Kind, node: ast.AST) -> Kind:
        """Note that a variable gets a value of this kind; returns the kind it has."""
        before = self.kinds.get(name)
        if before == kind:
            return kind
        if before is None:
            self.kinds[name] = kind
            self.widened = True
            return kind
        both = self.translator.joined(before, kind)
        if both is None:
            raise self.mixed(name, before, kind, node)
        if both != before:
            self.kinds[name] = both
            self.widened = True
        return both

    def mixed(self, name: str, before: Kind, kind: Kind, node: ast.AST) -> Exception:
        from .kinds import DRAWN, REAL, in_words

        hint = "use another name for it"
        if {before, kind} <= {WHOLE, FLAG, REAL}:
            hint = f"give {name} a float from the start, as in 0.0, or make this one whole by int()"
        elif {before, kind} <= {WHOLE, FLAG, DRAWN}:
            hint = f"make it whole by below() or int(), or use another name than {name}"
        sentence = f"{name} is {in_words(before)} elsewhere and {in_words(kind)} here; {hint}"
        return self.source.refusal(node, sentence)

    def refuse(self, node: ast.AST, sentence: str) -> NoReturn:
        raise self.source.refusal(node, sentence)

    def place(self, node: ast.AST) -> str:
        """Where a fault at this node is, as a number: the file and the line."""
        line = min(getattr(node, "lineno", 0), (1 << LINE_BITS) - 1)
        return str(self.translator.file_number(self.source.file) << LINE_BITS | line)


def constant(value: float, kind: Number) -> Value:
    """A number that is known when the rule is translated."""
    if isinstance(value, float):
        return Value(float_text(value), kind, stable=True, constant=value)
    return Value(whole_text(value), kind, value, value, True, value)


def whole_text(value: int) -> str:
    """A whole number of 64 bits: C would count with 32."""
    if value > MOST:
        return f"{value}ull"
    if value == LEAST:
        return "INT64_MIN"
    return f"({value}ll)" if value < 0 else f"{value}ll"


def float_text(value: float) -> str:
    """Exactly this float."""
    if value != value or value in (float("inf"), float("-inf")):
        return "(0.0 / 0.0)" if value != value else "(1.0 / 0.0)" if value > 0 else "(-1.0 / 0.0)"
    return f"({value.hex()})"
