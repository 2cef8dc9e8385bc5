"""Calls: of other rules, of what `core.rules` brings, and of the few functions of Python that rules may use."""

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import rules as core
from .kinds import DRAWN, FLAG, NOTHING, REAL, WHOLE, Inner, Kind, Outer, Tuple, in_words
from .scope import LEAST, MISSING, MOST, Scope, Value, constant

if TYPE_CHECKING:
    from .expressions import Expressions

DRAWS: dict[Any, tuple[str, tuple[Kind, ...], Kind]] = {
    core.mix64: ("mix64", (DRAWN,), DRAWN),
    core.draw: ("draw", (DRAWN, WHOLE), DRAWN),
    core.stream: ("stream", (DRAWN, DRAWN), DRAWN),
    core.below: ("below", (DRAWN, WHOLE), WHOLE),
}
REFUSED_CALLS = {
    "print": "rules print nothing; emit() an event instead",
    "range": "range() stands after `for ... in` only",
    "sum": "rules have no sum(); add up in a loop",
    "sorted": "rules have no sorted(); put things in order in a loop",
    "enumerate": "rules have no enumerate(); loop over range(len(...))",
    "zip": "rules have no zip(); loop over range(len(...))",
    "any": "rules have no any(); write a loop",
    "all": "rules have no all(); write a loop",
    "pow": "** differs between machines in the last bit; multiply instead",
    "round": "round() is not in the subset; use int(x + 0.5) for numbers that are not negative",
    "divmod": "rules have no divmod(); use // and %",
    "isinstance": "rules do not ask for types; every value has one that is known",
    "str": "rules have no strings; use a code",
    "list": "rules have no lists; use an array of the state",
    "dict": "rules have no dictionaries; use a table and an index",
    "set": "rules have no sets; use bits of a number",
    "tuple": "write a tuple with its items: (a, b)",
}


class Calls:
    def __init__(self, scope: Scope, expressions: "Expressions") -> None:
        self.scope = scope
        self.expressions = expressions
        self.of_python: dict[str, Callable[[ast.Call], Value]] = {
            "int": self.whole,
            "float": self.real,
            "bool": self.flag,
            "abs": self.absolute,
            "min": self.extreme,
            "max": self.extreme,
            "len": self.length,
        }

    def of(self, node: ast.Call) -> Value:
        scope = self.scope
        if node.keywords:
            scope.refuse(node, "arguments are given in order, without their names")
        target = self.expressions.known(node.func)
        if target is MISSING and isinstance(node.func, ast.Name) and node.func.id not in scope.kinds:
            name = node.func.id
            if name in self.of_python:
                return self.of_python[name](node)
            if name in REFUSED_CALLS:
                scope.refuse(node, REFUSED_CALLS[name])
            scope.refuse(
                node, f"{name} is not defined; rules call other rules and int, float, bool, abs, min, max, len"
            )
        if target is MISSING:
            what = f"'.{node.func.attr}()'" if isinstance(node.func, ast.Attribute) else "this"
            scope.refuse(node, f"{what} is a call of something that is not a rule; rules have no methods")
        if target in DRAWS:
            return self.drawn(node, *DRAWS[target])
        if target is core.copy_into:
            return self.copy(node)
        if target in (core.row, core.grid):
            return self.room(node)
        if target in (core.ones, core.nth_one):
            return self.flags(node, target.__name__)
        if not callable(target) or isinstance(target, type):
            scope.refuse(node, f"{ast.unparse(node.func)} is no function; rules call other rules")
        return self.rule(node, target)

    def rule(self, node: ast.Call, target: Callable[..., Any]) -> Value:
        """A call of another rule, as a statement of its own."""
        scope = self.scope
        values = self.expressions.in_order(node.args)
        made = scope.translator.function(target, scope, node, values)
        given = [
            self.expressions.converted(node, value, kind).code
            for value, kind in zip(values, made.arguments, strict=True)
        ]
        call = f"{made.name}({', '.join(given)})"
        if made.result == NOTHING:
            scope.emit(f"{call};")
            return Value("0", NOTHING, stable=True)
        name = scope.fresh()
        scope.emit(f"{scope.translator.c(made.result)} {name} = {call};")
        low, high = (0, 1) if made.result == FLAG else (LEAST, MOST)
        return Value(name, made.result, low, high, True)

    # What core.rules brings

    def arguments(self, node: ast.Call, count: int) -> list[Value]:
        if len(node.args) != count:
            self.scope.refuse(node, f"{ast.unparse(node.func)} takes {count} arguments, not {len(node.args)}")
        return self.expressions.in_order(node.args)

    def drawn(self, node: ast.Call, name: str, kinds: tuple[Kind, ...], result: Kind) -> Value:
        values = self.arguments(node, len(kinds))
        given = []
        for value, kind in zip(values, kinds, strict=True):
            if value.kind not in (WHOLE, FLAG, DRAWN):
                self.scope.refuse(node, f"{name} takes whole numbers, not {in_words(value.kind)}")
            if kind == WHOLE and value.kind == DRAWN:
                self.scope.refuse(node, f"{name} counts with its last number; make it whole by below() or int()")
            given.append(value.code if kind == WHOLE else f"(uint64_t)({value.code})")
        low, high = LEAST, MOST
        if name == "below" and values[1].low >= -(1 << 31) and values[1].high <= 1 << 31:
            name, low, high = "below_narrow", min(values[1].low, 0), max(values[1].high - 1, 0)
        return Value(f"{name}({', '.join(given)})", result, low, high, all(value.stable for value in values))

    def copy(self, node: ast.Call) -> Value:
        """copy_into(s, i, t, j): a whole struct."""
        scope = self.scope
        to, i, source, j = self.arguments(node, 4)
        places = []
        for array, index in ((to, i), (source, j)):
            if not isinstance(array.kind, (Inner, Outer)) or isinstance(array.kind.item, str):
                scope.refuse(node, f"copy_into copies structs of an array, not {in_words(array.kind)}")
            if not index.is_whole:
                scope.refuse(node, "copy_into takes an array, an index, an array, an index")
            kept = scope.kept(array)
            if isinstance(array.kind, Inner):
                known, length, data = array.kind.extent[0], str(array.kind.extent[0]), kept.code
            else:
                known, length, data = None, f"{kept.code}.n[0]", f"{kept.code}.at"
            places.append((array.kind.item, f"{data}[{self.expressions.elements.index(node, index, length, known)}]"))
        if places[0][0] != places[1][0]:
            scope.refuse(node, "copy_into copies a struct over one of the same kind")
        # All bytes, also those between the fields, so that equal states are equal in memory; a state may be copied
        # over itself.
        scope.emit(
            f"__builtin_memmove(&{places[0][1]}, &{places[1][1]}, sizeof({scope.translator.c_item(places[0][0])}));"
        )
        return Value("0", NOTHING, stable=True)

    def room(self, node: ast.Call) -> Value:
        """row(length), grid(height, width): numbers to fill, all 0, as long as the rule runs."""
        extent = []
        for value in self.expressions.in_order(node.args):
            if not isinstance(value.constant, int) or value.constant < 1:
                self.scope.refuse(node, "row and grid take lengths that are constants and at least 1")
            extent.append(value.constant)
        if len(extent) != (1 if self.expressions.known(node.func) is core.row else 2):
            self.scope.refuse(node, "row takes one length, grid two")
        size = extent[0] * (extent[1] if len(extent) > 1 else 1)
        name = self.scope.fresh()
        self.scope.declared.append(f"int64_t {name}[{size}];")
        self.scope.has_room = True
        self.scope.emit(f"for (int64_t k = 0; k < {size}; k++) {name}[k] = 0;")
        return Value(name, Inner("i8", tuple(extent)), stable=True)

    def flags(self, node: ast.Call, name: str) -> Value:
        """ones(flags), nth_one(flags, n): eight flags at a time."""
        first, *others = self.arguments(node, 1 if name == "ones" else 2)
        kind = first.kind
        extent = kind.extent[0] if isinstance(kind, Inner) and len(kind.extent) == 1 else None
        one_row = extent is not None or (isinstance(kind, Outer) and kind.dimensions == 1)
        if not one_row or kind.item not in ("u1", "i1"):  # type: ignore[attr-defined]
            self.scope.refuse(node, f"{name} counts in a row of bytes, not in {in_words(kind)}")
        for other in others:
            if not other.is_whole:
                self.scope.refuse(node, f"{name} takes a whole number, not {in_words(other.kind)}")
        kept = self.scope.kept(first).code
        data, length = (f"{kept}.at", f"{kept}.n[0]") if extent is None else (kept, str(extent))
        given = ", ".join([f"(const uint8_t *){data}", length, *(other.code for other in others)])
        high = MOST if extent is None else extent
        return Value(f"{name}({given})", WHOLE, 0, high, all(value.stable for value in others))

    # What Python brings

    def one(self, node: ast.Call) -> Value:
        (value,) = self.arguments(node, 1)
        return value

    def whole(self, node: ast.Call) -> Value:
        value = self.one(node)
        if value.is_whole:
            return Value(value.code, WHOLE, value.low, value.high, value.stable, value.constant)
        if value.kind == DRAWN:
            return Value(f"fit_drawn({value.code}, INT64_MAX, {self.scope.place(node)})", WHOLE, 0, MOST, value.stable)
        if value.kind == REAL:
            return Value(f"truncated({value.code}, {self.scope.place(node)})", WHOLE, stable=value.stable)
        raise self.scope.source.refusal(node, f"int() of {in_words(value.kind)}")

    def real(self, node: ast.Call) -> Value:
        value = self.one(node)
        if value.kind == DRAWN:
            self.scope.refuse(node, "a drawn number has more digits than a float; take below() of it first")
        if value.kind == REAL:
            return value
        if not value.is_whole:
            self.scope.refuse(node, f"float() of {in_words(value.kind)}")
        return Value(f"(double)({value.code})", REAL, stable=value.stable)

    def flag(self, node: ast.Call) -> Value:
        if len(node.args) != 1:
            self.scope.refuse(node, "bool() takes one argument")
        return self.expressions.condition(node.args[0])

    def absolute(self, node: ast.Call) -> Value:
        value = self.one(node)
        if value.kind == REAL:
            return Value(f"__builtin_fabs({value.code})", REAL, stable=value.stable)
        if not value.is_whole:
            self.scope.refuse(node, f"abs() of {in_words(value.kind)}")
        if value.low >= 0:
            return value
        bound = max(-value.low, value.high)
        low, high = (0, bound) if bound <= MOST else (LEAST, MOST)
        return Value(f"absolute({value.code})", WHOLE, low, high, value.stable)

    def extreme(self, node: ast.Call) -> Value:
        """min and max: of equal ones the first."""
        name = ast.unparse(node.func)
        if len(node.args) < 2:
            self.scope.refuse(node, f"{name}() takes two numbers or more; write a loop over an array")
        values = self.expressions.in_order(node.args)
        kinds = {value.kind for value in values}
        if not kinds <= {WHOLE, FLAG, REAL} and kinds != {DRAWN}:
            words = " and ".join(sorted(in_words(kind) for kind in kinds))
            self.scope.refuse(node, f"{name}() takes whole numbers or floats, not {words}")
        stable = all(value.stable for value in values)
        prefix = "real" if REAL in kinds else "drawn" if DRAWN in kinds else "whole"
        kind = REAL if REAL in kinds else DRAWN if DRAWN in kinds else WHOLE
        codes = [self.expressions.converted(node, value, kind).code for value in values]
        code = codes[0]
        for other in codes[1:]:
            code = f"{prefix}_{name}({code}, {other})"
        pick = min if name == "min" else max
        low, high = pick(value.low for value in values), pick(value.high for value in values)
        return Value(code, kind, low if kind == WHOLE else LEAST, high if kind == WHOLE else MOST, stable)

    def length(self, node: ast.Call) -> Value:
        value = self.one(node)
        if isinstance(value.kind, Inner):
            return constant(value.kind.extent[0], WHOLE)
        if isinstance(value.kind, Tuple):
            return constant(len(value.kind.items), WHOLE)
        if isinstance(value.kind, Outer):
            return Value(f"{self.scope.kept(value).code}.n[0]", WHOLE, 0, MOST, True)
        raise self.scope.source.refusal(node, f"len() of {in_words(value.kind)}")
