"""Expressions of rules as expressions of C.

Python evaluates from left to right, each part once. A call of another rule becomes a statement of its own, whose result
is kept in a variable; what was read before it is put aside if that rule could change it.
"""

import ast
from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

from . import arithmetic
from .kinds import (
    BOUNDS,
    C_NUMBERS,
    DRAWN,
    FLAG,
    NOTHING,
    REAL,
    WHOLE,
    Inner,
    Kind,
    Tuple,
    in_words,
)
from .scope import LEAST, MISSING, MOST, Scope, Value, constant

REFUSED_EXPRESSIONS: dict[type[ast.expr], str] = {
    ast.List: "rules have no lists; use an array of the state, or a tuple where the length never changes",
    ast.ListComp: "rules have no comprehensions; write a loop",
    ast.SetComp: "rules have no comprehensions; write a loop",
    ast.DictComp: "rules have no comprehensions; write a loop",
    ast.GeneratorExp: "rules have no comprehensions; write a loop",
    ast.Dict: "rules have no dictionaries; use a table (a tuple of numbers) and an index",
    ast.Set: "rules have no sets; use bits of a number, or an array of flags",
    ast.Lambda: "rules have no functions within functions; write a rule of its own",
    ast.JoinedStr: "rules have no strings; use a code, and a table outside the rules that gives its text",
    ast.NamedExpr: "rules have no :=; give the variable its value in a line of its own",
    ast.Await: "rules do not wait; await belongs outside of them",
    ast.Yield: "rules have no generators; fill an array instead",
    ast.YieldFrom: "rules have no generators; fill an array instead",
    ast.Starred: "rules have no * before arguments; write them one by one",
}


class Expressions:
    def __init__(self, scope: Scope) -> None:
        from .calls import Calls
        from .elements import Elements

        self.scope = scope
        self.calls = Calls(scope, self)
        self.elements = Elements(scope, self)

    def of(self, node: ast.expr) -> Value:
        """The value of an expression. Lines that must run before it are emitted."""
        scope = self.scope
        if isinstance(node, ast.Constant):
            return self.literal(node, node.value)
        if isinstance(node, ast.Name):
            return self.name(node)
        if isinstance(node, ast.Attribute):
            return self.elements.attribute(node)
        if isinstance(node, ast.Subscript):
            return self.elements.element(node)
        if isinstance(node, ast.BinOp):
            one, two = self.in_order([node.left, node.right])
            return arithmetic.binary(scope, node, node.op, one, two)
        if isinstance(node, ast.UnaryOp):
            return self.unary(node)
        if isinstance(node, ast.BoolOp):
            return self.bools(node)
        if isinstance(node, ast.Compare):
            return self.compare(node)
        if isinstance(node, ast.IfExp):
            return self.choice(node)
        if isinstance(node, ast.Tuple):
            values = self.in_order(node.elts)
            kind = Tuple(tuple(value.kind for value in values))
            for value in values:
                self.tuple_item(node, value.kind)
            code = f"({scope.translator.c(kind)}){{{', '.join(value.code for value in values)}}}"
            return Value(f"({code})", kind, stable=all(value.stable for value in values))
        if isinstance(node, ast.Call):
            return self.calls.of(node)
        if isinstance(node, ast.Slice):
            scope.refuse(node, "rules have no slices; write a loop over the indexes")
        raise scope.source.refusal(node, REFUSED_EXPRESSIONS.get(type(node), f"rules have no {type(node).__name__}"))

    def tuple_item(self, node: ast.expr, kind: Kind) -> None:
        if kind not in (WHOLE, FLAG, DRAWN, REAL) and not isinstance(kind, Tuple):
            self.scope.refuse(node, f"a tuple holds numbers and tuples of them, not {in_words(kind)}")

    def in_order(self, nodes: Sequence[ast.expr]) -> list[Value]:
        """Several values, evaluated from left to right."""
        values: list[Value] = []
        for node in nodes:
            with self.scope.aside() as lines:
                value = self.of(node)
            if lines:
                values = [one if one.stable else self.scope.kept(one) for one in values]
                self.scope.lines += lines
            values.append(value)
        return values

    def number(self, node: ast.expr, what: str) -> Value:
        value = self.of(node)
        if value.kind == DRAWN:
            self.scope.refuse(node, f"{what} is a drawn number; take below() of it, or make it whole by int()")
        if not value.is_whole:
            self.scope.refuse(node, f"{what} must be a whole number, not {in_words(value.kind)}")
        return value

    # Names and constants

    def literal(self, node: ast.expr, value: Any) -> Value:
        if isinstance(value, bool):
            return constant(int(value), FLAG)
        if isinstance(value, int):
            plain = int(value)
            if plain > MOST and plain < 1 << 64:
                return Value(f"{plain}ull", DRAWN, stable=True, constant=plain)
            if not LEAST <= plain <= MOST:
                self.scope.refuse(node, f"{plain} has more than 64 bits")
            return constant(plain, WHOLE)
        if isinstance(value, float):
            return constant(value, REAL)
        if isinstance(value, str):
            self.scope.refuse(node, REFUSED_EXPRESSIONS[ast.JoinedStr])
        if isinstance(value, tuple):
            return self.table(node, value)
        if value is None:
            self.scope.refuse(node, "rules have no None; use a number that stands for nothing, such as 0 or -1")
        if isinstance(value, (list, dict, set)):
            self.scope.refuse(node, f"a {type(value).__name__} cannot be read by rules; make it a tuple")
        if isinstance(value, type) or callable(value):
            self.scope.refuse(node, "a function or a class is no value; rules can only call functions by their names")
        raise self.scope.source.refusal(
            node, f"a {type(value).__name__} cannot be read by rules; only numbers and tuples of them"
        )

    def table(self, node: ast.expr, value: tuple[Any, ...]) -> Value:
        found = self.scope.translator.table(value)
        if found is None:
            self.scope.refuse(node, "a table is a tuple of numbers, or of tuples of the same length; this one is not")
        name, item, extent = found
        return Value(name, Inner(item, extent, True), stable=True)

    def known(self, node: ast.expr) -> Any:
        """What a name of the module, or of one that it imports, stands for; MISSING if it is not known before."""
        if isinstance(node, ast.Name) and node.id not in self.scope.kinds:
            return self.scope.source.globals.get(node.id, MISSING)
        if isinstance(node, ast.Attribute):
            home = self.known(node.value)
            return getattr(home, node.attr, MISSING) if isinstance(home, ModuleType) else MISSING
        return MISSING

    def name(self, node: ast.Name) -> Value:
        kind = self.scope.kinds.get(node.id)
        if kind is not None:
            low, high = self.scope.ranges.get(node.id, (LEAST, MOST))
            if kind == FLAG:
                low, high = 0, 1
            return Value(f"v_{node.id}", kind, low, high, True)
        value = self.known(node)
        if value is MISSING:
            self.scope.refuse(node, f"{node.id} is not defined; a variable needs a value before it is read")
        return self.literal(node, value)

    # Conditions

    def condition(self, node: ast.expr) -> Value:
        """A test: a bool, or a number that is not 0."""
        if isinstance(node, ast.BoolOp):
            return self.both(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.unary(node)
        return self.truth(node, self.of(node))

    def truth(self, node: ast.expr, value: Value) -> Value:
        if value.kind == FLAG:
            return value
        if value.kind in (WHOLE, DRAWN):
            return Value(f"({value.code} != 0)", FLAG, 0, 1, value.stable)
        if value.kind == REAL:
            return Value(f"({value.code} != 0.0)", FLAG, 0, 1, value.stable)
        raise self.scope.source.refusal(
            node, f"{in_words(value.kind)} is neither true nor false; compare a number of it"
        )

    def unary(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            inner = self.condition(node.operand)
            return Value(f"(!{inner.code})", FLAG, 0, 1, inner.stable)
        value = self.of(node.operand)
        if value.kind not in arithmetic.NUMBERS:
            self.scope.refuse(node, f"{in_words(value.kind)} has no sign; only numbers have")
        if isinstance(node.op, ast.USub):
            return arithmetic.negated(self.scope, node, value)
        if isinstance(node.op, ast.Invert):
            return arithmetic.inverted(self.scope, node, value)
        return replace(value, kind=WHOLE) if value.kind == FLAG else value

    def both(self, node: ast.BoolOp) -> Value:
        """`and`, `or`. What is on the right is only evaluated if it decides."""
        scope = self.scope
        word = "and" if isinstance(node.op, ast.And) else "or"
        result = self.condition(node.values[0])
        for operand in node.values[1:]:
            with scope.aside() as lines:
                scope.depth += 1
                value = self.condition(operand)
                scope.depth -= 1
            result = self.decided(word, result, lines, value)
        return result

    def decided(self, word: str, one: Value, lines: list[str], two: Value) -> Value:
        """One value, and another by lines that only run if it decides."""
        scope = self.scope
        if not lines:
            symbol = "&&" if word == "and" else "||"
            return Value(f"({one.code} {symbol} {two.code})", FLAG, 0, 1, one.stable and two.stable)
        name = scope.fresh()
        scope.emit(f"int64_t {name} = {one.code};")
        scope.emit(f"if ({name if word == 'and' else '!' + name}) {{")
        scope.lines += lines
        with scope.indented():
            scope.emit(f"{name} = {two.code};")
        scope.emit("}")
        return Value(name, FLAG, 0, 1, True)

    def bools(self, node: ast.BoolOp) -> Value:
        """`and`, `or` as a value: Python gives one of the operands, so they must be bools."""
        for operand in node.values:
            with self.scope.aside():
                kind = self.bools(operand).kind if isinstance(operand, ast.BoolOp) else self.of(operand).kind
            if kind != FLAG:
                word = "and" if isinstance(node.op, ast.And) else "or"
                self.scope.refuse(
                    operand,
                    f"`{word}` gives one of its operands, and this is {in_words(kind)}; compare it, as in x != 0",
                )
        return self.both(node)

    def compare(self, node: ast.Compare) -> Value:
        scope = self.scope
        if any(isinstance(operator, (ast.In, ast.NotIn)) for operator in node.ops):
            return self.member(node)
        one, two = self.in_order([node.left, node.comparators[0]])
        if len(node.ops) > 1:
            two = scope.kept(two)
        result = arithmetic.compared(scope, node, node.ops[0], one, two)
        for operator, right in zip(node.ops[1:], node.comparators[1:], strict=True):
            with scope.aside() as lines:
                scope.depth += 1
                one, two = two, self.of(right)
                if right is not node.comparators[-1]:
                    two = scope.kept(two)
                value = arithmetic.compared(scope, node, operator, one, two)
                scope.depth -= 1
            result = self.decided("and", result, lines, value)
        return result

    def member(self, node: ast.Compare) -> Value:
        """`in` and `not in` a tuple of numbers."""
        scope = self.scope
        if len(node.ops) != 1:
            scope.refuse(node, "`in` stands alone; join it to other comparisons by `and`")
        options = node.comparators[0]
        if isinstance(options, ast.Tuple):
            one, *others = self.in_order([node.left, *options.elts])
        else:
            known = self.known(options)
            if not isinstance(known, tuple):
                scope.refuse(node, "`in` looks into a tuple of numbers; write a loop to look into an array")
            one, others = self.of(node.left), [self.literal(options, option) for option in known]
        one = scope.kept(one)
        tests = [arithmetic.compared(scope, node, ast.Eq(), one, other).code for other in others]
        code = f"({' || '.join(tests) or '0'})"
        stable = all(value.stable for value in (one, *others))
        return Value(f"(!{code})" if isinstance(node.ops[0], ast.NotIn) else code, FLAG, 0, 1, stable)

    def choice(self, node: ast.IfExp) -> Value:
        """`a if test else b`."""
        scope = self.scope
        test = self.condition(node.test)
        parts: list[Value] = []
        collected: list[list[str]] = []
        for branch in (node.body, node.orelse):
            with scope.aside() as lines:
                scope.depth += 1
                parts.append(self.of(branch))
                scope.depth -= 1
            collected.append(lines)
        kind = scope.translator.joined(parts[0].kind, parts[1].kind)
        if kind is None and {parts[0].kind, parts[1].kind} <= {WHOLE, FLAG, REAL}:
            kind = REAL
        if kind is None or kind == NOTHING:
            kinds = " and ".join(in_words(part.kind) for part in parts)
            scope.refuse(node, f"both sides of `if ... else` must be of one kind, not {kinds}")
        one, two = (self.converted(node, part, kind) for part in parts)
        low, high = min(one.low, two.low), max(one.high, two.high)
        stable = test.stable and one.stable and two.stable
        if not any(collected):
            return Value(f"({test.code} ? {one.code} : {two.code})", kind, low, high, stable)
        name = scope.fresh()
        scope.emit(f"{scope.translator.c(kind)} {name};")
        scope.emit(f"if ({test.code}) {{")
        for part, lines, end in zip((one, two), collected, ("} else {", "}"), strict=True):
            scope.lines += lines
            with scope.indented():
                scope.emit(f"{name} = {part.code};")
            scope.emit(end)
        return Value(name, kind, low, high, True)

    # Conversions

    def converted(self, node: ast.AST, value: Value, kind: Kind) -> Value:
        """A value as one of a wider kind."""
        if value.kind == kind:
            return value
        if value.kind == FLAG and kind == WHOLE:
            return replace(value, kind=WHOLE)
        if value.kind in (FLAG, WHOLE) and kind == REAL:
            return Value(f"(double)({value.code})", REAL, stable=value.stable)
        if value.kind in (FLAG, WHOLE) and kind == DRAWN and value.low >= 0:
            return Value(f"(uint64_t)({value.code})", DRAWN, stable=value.stable)
        if isinstance(value.kind, Tuple) and isinstance(kind, Tuple) and len(value.kind.items) == len(kind.items):
            whole = self.scope.kept(value)
            items = [
                self.converted(node, Value(f"{whole.code}.i{n}", one, stable=True), two).code
                for n, (one, two) in enumerate(zip(value.kind.items, kind.items, strict=True))
            ]
            return Value(f"(({self.scope.translator.c(kind)}){{{', '.join(items)}}})", kind, stable=True)
        raise self.scope.source.refusal(node, f"{in_words(value.kind)} where {in_words(kind)} is needed")

    def fitted(self, node: ast.AST, value: Value, item: str) -> str:
        """A value as it is stored in a number of this code; one that does not fit is a fault."""
        if item == "f8":
            if value.kind == DRAWN:
                self.scope.refuse(node, "a drawn number is stored as a float; take below() of it first")
            return self.converted(node, value, REAL).code
        if value.kind == REAL:
            self.scope.refuse(node, "a float is stored as a whole number; make it whole by int()")
        if value.kind not in (WHOLE, FLAG, DRAWN):
            self.scope.refuse(node, f"{in_words(value.kind)} is stored as a number; set what is in it one by one")
        low, high = BOUNDS[item]
        c = C_NUMBERS[item]
        if value.kind == DRAWN:
            return value.code if item == "u8" else f"({c})fit_drawn({value.code}, {high}ull, {self.scope.place(node)})"
        if low <= value.low and value.high <= high:
            return f"({c})({value.code})"
        if isinstance(value.constant, int):
            self.scope.refuse(node, f"{value.constant} does not fit a number of this field, from {low} to {high}")
        return f"fit_{item}({value.code}, {self.scope.place(node)})"
