"""Fields of structs and elements of arrays, tables and tuples: read, or as places that can be stored to."""

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .kinds import (
    BOUNDS,
    DRAWN,
    FLAG,
    WHOLE,
    Inner,
    Item,
    Kind,
    Outer,
    Record,
    Tuple,
    field_item,
    field_of,
    in_words,
    number_of,
)
from .scope import LEAST, MISSING, MOST, Scope, Value

if TYPE_CHECKING:
    from .expressions import Expressions


@dataclass(frozen=True)
class Place:
    """Where a number is stored: the C expression that can be assigned to, and the number's code."""

    code: str
    item: str
    stable: bool


class Elements:
    def __init__(self, scope: Scope, expressions: "Expressions") -> None:
        self.scope = scope
        self.expressions = expressions

    def attribute(self, node: ast.Attribute) -> Value:
        value = self.expressions.known(node)
        if value is not MISSING:
            return self.expressions.literal(node, value)
        base = self.expressions.of(node.value)
        item, extent, code = self.field(node, base)
        if extent:
            return Value(code, Inner(item, extent), stable=base.stable)
        if isinstance(item, str):
            return read(code, item)
        return Value(f"(&{code})", Record(item), stable=base.stable)

    def field(self, node: ast.Attribute, base: Value) -> tuple[Item, tuple[int, ...], str]:
        if not isinstance(base.kind, Record):
            self.scope.refuse(node, f"{in_words(base.kind)} has no fields; '{node.attr}' is asked of it")
        found = field_of(base.kind.struct, node.attr)
        if found is None:
            name = base.kind.struct.__name__
            self.scope.refuse(node, f"{name} has no field '{node.attr}'; its @struct declares all there are")
        form = self.scope.translator.form
        return field_item(found, form), found.extent(form), f"{base.code}->f_{node.attr}"

    def element(self, node: ast.Subscript) -> Value:
        """Read an element of an array, a table or a tuple, or take a part of an array."""
        indexes = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if any(isinstance(index, ast.Slice) for index in indexes):
            self.scope.refuse(node, "rules have no slices; write a loop over the indexes")
        base, *given = self.expressions.in_order([node.value, *indexes])
        if isinstance(base.kind, Tuple):
            return self.tuple_element(node, base, base.kind.items, given)
        if isinstance(base.kind, Inner) and base.kind.constant:
            known = self.known_element(node, given)
            if known is not None:
                return known
        part = self.part(node, base, given)
        if isinstance(part, Value):
            return part
        steady = isinstance(base.kind, Inner) and base.kind.constant and part.stable
        return replace(read(part.code, part.item), stable=steady)

    def known_element(self, node: ast.Subscript, given: list[Value]) -> Value | None:
        """An element of a constant table at constant indexes."""
        value = self.expressions.known(node.value)
        for index in given:
            if not isinstance(value, tuple) or not isinstance(index.constant, int):
                return None
            self.constant_index(node, index.constant, len(value))
            value = value[index.constant]
        return self.expressions.literal(node, value) if not isinstance(value, tuple) else None

    def tuple_element(self, node: ast.Subscript, base: Value, items: tuple[Kind, ...], given: list[Value]) -> Value:
        if len(given) != 1 or not given[0].is_whole:
            self.scope.refuse(node, "a tuple is read by one whole number")
        (index,) = given
        base = self.scope.kept(base)
        if isinstance(index.constant, int):
            place = self.constant_index(node, index.constant, len(items))
            low, high = (0, 1) if items[place] == FLAG else (LEAST, MOST)
            return Value(f"{base.code}.i{place}", items[place], low, high, True)
        if len(set(items)) != 1:
            self.scope.refuse(node, "a tuple of different kinds can only be read by a constant")
        at = self.scope.kept(replace(index, code=self.index(node, index, str(len(items)), len(items)), stable=False))
        code = f"{base.code}.i{len(items) - 1}"
        for place in range(len(items) - 2, -1, -1):
            code = f"({at.code} == {place} ? {base.code}.i{place} : {code})"
        return Value(code, items[0], stable=True)

    def part(self, node: ast.Subscript, base: Value, given: list[Value]) -> "Place | Value":
        """A number that can be stored to; or a struct, or with fewer indexes than dimensions a part of the array."""
        scope, kind = self.scope, base.kind
        if not isinstance(kind, (Inner, Outer)):
            scope.refuse(node, f"{in_words(kind)} has no elements")
        dimensions = len(kind.extent) if isinstance(kind, Inner) else kind.dimensions
        if len(given) > dimensions:
            scope.refuse(node, f"{len(given)} indexes for an array of {dimensions}; it has no more dimensions")
        for index in given:
            if index.kind == DRAWN:
                scope.refuse(node, "an index is a drawn number; take below() of it, or make it whole by int()")
            if not index.is_whole:
                scope.refuse(node, f"an index must be a whole number, not {in_words(index.kind)}")
        if isinstance(kind, Outer):
            base = scope.kept(base)
        lengths = [str(n) for n in kind.extent] if isinstance(kind, Inner) else []
        known: list[int | None] = list(kind.extent) if isinstance(kind, Inner) else [None] * dimensions
        if isinstance(kind, Outer):
            lengths = [f"{base.code}.n[{n}]" for n in range(dimensions)]
        offset = ""
        for place, index in enumerate(given):
            code = self.index(node, index, lengths[place], known[place])
            offset = f"({offset} * {lengths[place]} + {code})" if offset else code
        for length in lengths[len(given) :]:
            offset = f"{offset} * {length}"
        data = base.code if isinstance(kind, Inner) else f"{base.code}.at"
        stable = base.stable and all(index.stable for index in given)
        if len(given) == dimensions:
            if not isinstance(kind.item, str):
                return Value(f"(&{data}[{offset}])", Record(kind.item), stable=stable)
            return Place(f"{data}[{offset}]", kind.item, stable)
        if isinstance(kind, Inner):
            return Value(
                f"({data} + {offset})", Inner(kind.item, kind.extent[len(given) :], kind.constant), stable=stable
            )
        rest = Outer(kind.item, dimensions - len(given))
        code = f"(({scope.translator.c(rest)}){{{data} + {offset}, {{{', '.join(lengths[len(given) :])}}}}})"
        return Value(code, rest, stable=stable)

    def index(self, node: ast.AST, index: Value, length: str, known: int | None) -> str:
        """An index that is within bounds: what cannot be shown here is checked when the rule runs."""
        if known is not None:
            if isinstance(index.constant, int):
                return str(self.constant_index(node, index.constant, known))
            if index.low >= 0 and index.high < known:
                return index.code
        return f"within({index.code}, {length}, {self.scope.place(node)})"

    def constant_index(self, node: ast.AST, index: int, length: int) -> int:
        if index < 0:
            self.scope.refuse(node, "an index counts from the beginning; the last one is len(...) - 1")
        if index >= length:
            self.scope.refuse(node, f"index {index} is out of range for a length of {length}")
        return index

    def place(self, node: ast.expr) -> Place:
        """A target of an assignment that is no variable."""
        if isinstance(node, ast.Attribute):
            base = self.expressions.of(node.value)
            item, extent, code = self.field(node, base)
            if extent or not isinstance(item, str):
                self.scope.refuse(
                    node, f"'{node.attr}' is not a number; set what is in it one by one, or use copy_into"
                )
            return Place(code, item, base.stable)
        if isinstance(node, ast.Subscript):
            indexes = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            if any(isinstance(index, ast.Slice) for index in indexes):
                self.scope.refuse(node, "rules have no slices; write a loop over the indexes")
            base, *given = self.expressions.in_order([node.value, *indexes])
            if isinstance(base.kind, Tuple) or (isinstance(base.kind, Inner) and base.kind.constant):
                self.scope.refuse(node, f"{in_words(base.kind)} cannot be changed")
            part = self.part(node, base, given)
            if isinstance(part, Place):
                return part
            self.scope.refuse(node, "this is not a number; set what is in it one by one, or use copy_into")
        raise self.scope.source.refusal(node, "only variables, fields and elements of arrays can be set")


def read(code: str, item: str) -> Value:
    """A number read from a field or an element."""
    kind = number_of(item)
    if kind != WHOLE:
        return Value(code, kind)
    low, high = BOUNDS[item]
    return Value(f"(int64_t){code}", WHOLE, low, high)
