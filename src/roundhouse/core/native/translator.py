"""Rules as C: from entry points to all functions they reach, one C function for each combination of argument kinds."""

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import prod
from typing import Any

from ..schema import schema_of
from . import kinds
from .c_source import PRELUDE, SUFFIX
from .errors import RefusedRuleError
from .kinds import (
    BOUNDS,
    C_NUMBERS,
    DRAWN,
    FLAG,
    NOTHING,
    REAL,
    WHOLE,
    Inner,
    Item,
    Kind,
    Number,
    Outer,
    Record,
    Tuple,
    declared,
    field_item,
    hints_of,
    in_words,
)
from .rule_source import RuleSource, source_of
from .scope import Scope, Value, float_text, whole_text
from .statements import Statements

Function = Callable[..., Any]
PASSES = 8  # over a function, until the kinds of its variables stay


@dataclass(frozen=True)
class Made:
    """A function of C."""

    name: str
    arguments: tuple[Kind, ...]
    result: Kind


@dataclass
class Translator:
    """All C of one library: one game's rules for one form of its state."""

    form: str
    files: list[str] = field(default_factory=list)
    _types: list[str] = field(default_factory=list)
    _bodies: list[str] = field(default_factory=list)
    _heads: list[str] = field(default_factory=list)
    _exports: list[str] = field(default_factory=list)
    _named: dict[Any, str] = field(default_factory=dict)
    _tables: dict[str, tuple[str, str, tuple[int, ...]] | None] = field(default_factory=dict)
    _made: dict[tuple[Function, tuple[Kind, ...]], Made] = field(default_factory=dict)
    _running: list[Function] = field(default_factory=list)
    _hints: dict[Function, dict[str, Kind | None]] = field(default_factory=dict)

    def entry(self, function: Function, exported: str) -> Made:
        """Translate an entry point and all it reaches, and export it under a name."""
        source = source_of(function)
        hints = self.hints(source)
        arguments: list[Kind] = []
        for name in source.arguments:
            kind = hints[name]
            if kind is None:
                raise source.refusal(source.node, f"{name} of an entry point needs its type in full, as in Table[i8]")
            arguments.append(kind)
        made = self.made(source, tuple(arguments))
        if made.result not in (NOTHING, FLAG, WHOLE):
            raise source.refusal(source.node, "an entry point returns a whole number, a bool or nothing")
        self._exports.append(self._export(made, exported))
        return made

    def source(self) -> str:
        """All of it as one C file."""
        return "\n".join([PRELUDE, *self._types, "", *self._heads, "", *self._bodies, SUFFIX, *self._exports, ""])

    # Functions

    def function(self, target: Function, scope: Scope, node: ast.Call, values: list[Value]) -> Made:
        """The C function for a call with these arguments."""
        try:
            source = source_of(target)
        except RefusedRuleError as error:
            scope.refuse(node, f"{ast.unparse(node.func)} is no rule ({error.sentence})")
        if len(values) != len(source.arguments):
            scope.refuse(node, f"{source.node.name} takes {len(source.arguments)} arguments, not {len(values)}")
        hints = self.hints(source)
        arguments = []
        for name, value in zip(source.arguments, values, strict=True):
            arguments.append(self.argument(scope, node, name, value.kind, hints[name], source))
        return self.made(source, tuple(arguments))

    def argument(
        self, scope: Scope, node: ast.Call, name: str, kind: Kind, hint: Kind | None, source: RuleSource
    ) -> Kind:
        """The kind an argument is taken as."""
        if kind == NOTHING:
            scope.refuse(node, f"{name} of {source.node.name} gets a call that gives nothing")
        if hint is None or hint == kind or (hint == WHOLE and kind == DRAWN):
            return WHOLE if kind == FLAG and hint is None else kind
        if isinstance(hint, Outer) and isinstance(kind, (Inner, Outer)):
            return kind
        if self.joined(hint, kind) == hint or (hint == REAL and kind in (WHOLE, FLAG)):
            return hint
        if isinstance(hint, Tuple) and isinstance(kind, Tuple) and len(hint.items) == len(kind.items):
            return hint
        sentence = f"{name} of {source.node.name} takes {in_words(hint)}, and this is {in_words(kind)}"
        raise scope.source.refusal(node, sentence)

    def made(self, source: RuleSource, arguments: tuple[Kind, ...]) -> Made:
        key = (source.function, arguments)
        if key in self._made:
            return self._made[key]
        if source.function in self._running:
            chain = " > ".join(
                one.__name__ for one in [*self._running[self._running.index(source.function) :], source.function]
            )
            raise source.refusal(source.node, f"{source.node.name} calls itself ({chain}); rules have no recursion")
        self._running.append(source.function)
        try:
            made = self._translated(source, arguments)
        finally:
            self._running.pop()
        self._made[key] = made
        return made

    def hints(self, source: RuleSource) -> dict[str, Kind | None]:
        """What a rule's annotations say, by argument and for `return`."""
        if source.function in self._hints:
            return self._hints[source.function]
        node = source.node
        spec = node.args
        if spec.vararg or spec.kwarg or spec.kwonlyargs or spec.posonlyargs or spec.defaults:
            raise source.refusal(node, "arguments of rules are plain: no *, no / and no defaults")
        found: dict[str, Kind | None] = {}
        try:
            hints = hints_of(source.function)
        except Exception as error:
            raise source.refusal(node, f"an annotation is not understood: {error}") from None
        for name in [*source.arguments, "return"]:
            if name not in hints:
                what = "what it returns" if name == "return" else name
                raise source.refusal(node, f"{node.name} needs an annotation for {what}; Any leaves it open")
            try:
                found[name] = declared(hints[name])
            except TypeError as error:
                raise source.refusal(node, f"the annotation of {name} says what rules cannot hold: {error}") from None
        self._hints[source.function] = found
        return found

    def _translated(self, source: RuleSource, arguments: tuple[Kind, ...]) -> Made:
        names = source.arguments
        scope = Scope(self, source, dict(zip(names, arguments, strict=True)))
        returns = self.hints(source)["return"]
        end: frozenset[str] | None = None
        for _ in range(PASSES):
            scope.begin()
            statements = Statements(scope)
            statements.returns = returns
            end = statements.body(source.node.body, frozenset(names))
            if not scope.widened:
                break
        result = scope.result or NOTHING
        if end is not None and result != NOTHING:
            raise source.refusal(source.node, f"{source.node.name} may end without a return")
        if result == NOTHING and returns not in (None, NOTHING):
            raise source.refusal(source.node, f"{source.node.name} returns nothing, and its annotation says otherwise")
        made = Made(f"r{len(self._made)}_{source.node.name}", arguments, result)
        given = ", ".join(f"{self.c(kind)} v_{name}" for name, kind in zip(names, arguments, strict=True)) or "void"
        how = "INLINED" if "inlined" in source.marks else "static"
        head = f"{how} {self.c(result)} {made.name}({given})"
        lines = [
            f"  {self.c(kind)} v_{name} = {self.blank(kind)};"
            for name, kind in scope.kinds.items()
            if name not in names
        ]
        lines += [f"  {line}" for line in scope.declared]
        self._heads.append(f"{head};")
        self._bodies.append("\n".join([f"{head} {{  // {source.file}", *lines, *scope.lines, "}", ""]))
        return made

    def _export(self, made: Made, exported: str) -> str:
        parameters, given = [], []
        for n, kind in enumerate(made.arguments):
            if isinstance(kind, Outer):
                lengths = [f"a{n}_{d}" for d in range(kind.dimensions)]
                parameters += [f"{self.c_item(kind.item)} *a{n}", *(f"int64_t {length}" for length in lengths)]
                given.append(f"({self.c(kind)}){{a{n}, {{{', '.join(lengths)}}}}}")
            else:
                parameters.append(f"{self.c(kind)} a{n}")
                given.append(f"a{n}")
        call = f"{made.name}({', '.join(given)})"
        body = f"{call}; result = 0;" if made.result == NOTHING else f"result = {call};"
        return f"ENTRY int64_t {exported}({', '.join(parameters)}) {{ GUARDED({body}) }}"

    # Names in C

    def c(self, kind: Kind) -> str:
        """The C type of a kind."""
        if isinstance(kind, Number):
            return kind.c
        if isinstance(kind, Record):
            return f"{self.struct(kind.struct)} *"
        if isinstance(kind, Inner):
            return f"{'const ' if kind.constant else ''}{self.c_item(kind.item)} *"
        if kind not in self._named:
            if isinstance(kind, Tuple):
                members = " ".join(f"{self.c(item)} i{n};" for n, item in enumerate(kind.items))
            elif isinstance(kind, Outer):
                members = f"{self.c_item(kind.item)} *at; int64_t n[{kind.dimensions}];"
            else:
                raise TypeError(f"{kind} has no type in C")
            name = f"{type(kind).__name__.lower()}_{len(self._named)}"
            self._types.append(f"typedef struct {{ {members} }} {name};")
            self._named[kind] = name
        return self._named[kind]

    def c_item(self, item: Item) -> str:
        return C_NUMBERS[item] if isinstance(item, str) else self.struct(item)

    def blank(self, kind: Kind) -> str:
        return "{0}" if isinstance(kind, (Tuple, Outer)) else "0"

    def struct(self, struct: type) -> str:
        """A struct with its fields in order: the layout of the record, which NumPy aligns as C does."""
        if struct not in self._named:
            lines = []
            for one in schema_of(struct).fields:
                extent = one.extent(self.form)
                length = f"[{prod(extent)}]" if extent else ""
                lines.append(f"  {self.c_item(field_item(one, self.form))} f_{one.name}{length};")
            name = f"{struct.__name__}_{len(self._named)}"
            size = schema_of(struct).dtype(self.form).itemsize
            self._types.append("\n".join(["typedef struct {", *lines, f"}} {name};"]))
            self._types.append(f'_Static_assert(sizeof({name}) == {size}, "the layout of {struct.__name__}");')
            self._named[struct] = name
        return self._named[struct]

    def table(self, value: tuple[Any, ...]) -> tuple[str, str, tuple[int, ...]] | None:
        """A constant table: its name, the code of its numbers and its extent. None if it is not rectangular."""
        key = repr(value)
        if key not in self._tables:
            self._tables[key] = self._table(value)
        return self._tables[key]

    def _table(self, value: tuple[Any, ...]) -> tuple[str, str, tuple[int, ...]] | None:
        extent: list[int] = []
        level: list[Any] = [value]
        while all(isinstance(one, tuple) for one in level):
            if len({len(one) for one in level}) != 1 or not level[0]:
                return None
            extent.append(len(level[0]))
            level = [item for one in level for item in one]
        if not all(isinstance(one, (int, float)) for one in level):
            return None
        if any(isinstance(one, float) for one in level):
            item, texts = "f8", [float_text(float(one)) for one in level]
        else:
            codes = ("u1", "i1", "u2", "i2", "i4", "i8", "u8")
            fits = [code for code in codes if all(BOUNDS[code][0] <= one <= BOUNDS[code][1] for one in level)]
            if not fits:
                return None
            item, texts = fits[0], [whole_text(int(one)) for one in level]
        name = f"table_{len(self._tables)}"
        self._types.append(f"static const {C_NUMBERS[item]} {name}[{len(texts)}] = {{{', '.join(texts)}}};")
        return name, item, tuple(extent)

    def file_number(self, file: str) -> int:
        if file not in self.files:
            self.files.append(file)
        return self.files.index(file)

    @staticmethod
    def joined(one: Kind, two: Kind) -> Kind | None:
        return kinds.joined(one, two)


def translated(functions: Iterable[tuple[str, Function]], form: str) -> Translator:
    """The C of entry points, each with the name it is exported under."""
    translator = Translator(form)
    for exported, function in functions:
        translator.entry(function, exported)
    return translator
