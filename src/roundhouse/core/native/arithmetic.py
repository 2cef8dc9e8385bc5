"""Operators: what two numbers give in C so that it is what Python gives, wherever the numbers stay within 64 bits.

Sums and products of 64 bits wrap around. Divisions round down and a division by zero is a fault; so is a shift by less
than 0. Where the bounds of the operands show that nothing can go wrong, the plain operator of C is written.
"""

import ast

from .kinds import DRAWN, FLAG, REAL, WHOLE, Kind, in_words
from .scope import LEAST, MOST, Scope, Value, constant

SYMBOLS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.Pow: "**",
    ast.MatMult: "@",
}
WRAPPED = {"+": "plus", "-": "minus", "*": "times"}
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
NUMBERS: tuple[Kind, ...] = (WHOLE, FLAG, DRAWN, REAL)


def binary(scope: Scope, node: ast.AST, operator: ast.operator, one: Value, two: Value) -> Value:
    symbol = SYMBOLS[type(operator)]
    for value in (one, two):
        if value.kind not in NUMBERS:
            scope.refuse(node, f"{in_words(value.kind)} has no {symbol}; only numbers have")
    if symbol == "**":
        scope.refuse(node, "** differs between machines in the last bit; multiply instead")
    if symbol == "@":
        scope.refuse(node, "@ is not for numbers; write the sums of products")
    stable = one.stable and two.stable
    if symbol == "/":
        return _true_division(scope, node, one, two, stable)
    if REAL in (one.kind, two.kind):
        if symbol not in WRAPPED:
            scope.refuse(node, f"{symbol} is only for whole numbers; make this one whole by int() first")
        return Value(f"({as_real(one)} {symbol} {as_real(two)})", REAL, stable=stable)
    if symbol in ("<<", ">>"):
        return _shift(scope, node, symbol, one, two, stable)
    if DRAWN in (one.kind, two.kind):
        return _drawn(scope, node, symbol, one, two, stable)
    if symbol in ("//", "%"):
        return _floor_division(scope, node, symbol, one, two, stable)
    return _whole(symbol, one, two, stable)


def as_real(value: Value) -> str:
    return value.code if value.kind == REAL else f"(double)({value.code})"


def _whole(symbol: str, one: Value, two: Value, stable: bool) -> Value:
    if isinstance(one.constant, int) and isinstance(two.constant, int):
        known = _known(symbol, one.constant, two.constant)
        if LEAST <= known <= MOST:
            return constant(known, WHOLE)
    low, high = _bounds(symbol, one, two)
    if symbol in WRAPPED:
        if low < LEAST or high > MOST:
            return Value(f"{WRAPPED[symbol]}({one.code}, {two.code})", WHOLE, stable=stable)
        return Value(f"({one.code} {symbol} {two.code})", WHOLE, low, high, stable)
    kind = FLAG if one.kind == two.kind == FLAG else WHOLE
    return Value(f"({one.code} {symbol} {two.code})", kind, low, high, stable)


def _known(symbol: str, one: int, two: int) -> int:
    return {"+": one + two, "-": one - two, "*": one * two, "&": one & two, "|": one | two, "^": one ^ two}[symbol]


def _bounds(symbol: str, one: Value, two: Value) -> tuple[int, int]:
    if symbol == "+":
        return one.low + two.low, one.high + two.high
    if symbol == "-":
        return one.low - two.high, one.high - two.low
    if symbol == "*":
        corners = [a * b for a in (one.low, one.high) for b in (two.low, two.high)]
        return min(corners), max(corners)
    if symbol == "&" and max(one.low, two.low) >= 0:
        return 0, min(value.high for value in (one, two) if value.low >= 0)
    if symbol == "&" and (one.low >= 0 or two.low >= 0):
        return 0, one.high if one.low >= 0 else two.high
    if symbol in ("|", "^") and min(one.low, two.low) >= 0:
        return 0, (1 << max(one.high, two.high).bit_length()) - 1
    return LEAST, MOST


def _floor_division(scope: Scope, node: ast.AST, symbol: str, one: Value, two: Value, stable: bool) -> Value:
    if two.constant == 0:
        scope.refuse(node, "this divides by zero, always")
    natural = one.low >= 0 and two.low >= 0
    low, high = LEAST, MOST
    if two.low > 0:
        low, high = (0, two.high - 1) if symbol == "%" else (min(one.low, 0), max(one.high, 0))
        if natural and symbol == "%":
            high = min(high, one.high)
    if isinstance(two.constant, int) and two.constant > 0:
        if natural:
            c = "/" if symbol == "//" else "%"
            return Value(f"({one.code} {c} {two.code})", WHOLE, low, high, stable)
        name = "floor_quotient" if symbol == "//" else "floor_remainder"
        return Value(f"{name}({one.code}, {two.code})", WHOLE, low, high, stable)
    name = "quotient" if symbol == "//" else "remainder"
    return Value(f"{name}_({one.code}, {two.code}, {scope.place(node)})", WHOLE, low, high, stable)


def _true_division(scope: Scope, node: ast.AST, one: Value, two: Value, stable: bool) -> Value:
    if two.constant == 0:
        scope.refuse(node, "this divides by zero, always")
    if DRAWN in (one.kind, two.kind):
        scope.refuse(node, "a drawn number cannot be divided by /; take below() of it first")
    if REAL not in (one.kind, two.kind):
        return Value(f"share_of({one.code}, {two.code}, {scope.place(node)})", REAL, stable=stable)
    if two.constant is not None:
        return Value(f"({as_real(one)} / {as_real(two)})", REAL, stable=stable)
    return Value(f"divided({as_real(one)}, {as_real(two)}, {scope.place(node)})", REAL, stable=stable)


def _shift(scope: Scope, node: ast.AST, symbol: str, one: Value, two: Value, stable: bool) -> Value:
    if two.kind == DRAWN:
        scope.refuse(node, "a shift by a drawn number; take below() of it first")
    if isinstance(two.constant, int) and two.constant < 0:
        scope.refuse(node, "a shift by less than 0")
    kind = DRAWN if one.kind == DRAWN else WHOLE
    if isinstance(one.constant, int) and isinstance(two.constant, int) and kind == WHOLE and two.constant < 64:
        known = one.constant << two.constant if symbol == "<<" else one.constant >> two.constant
        if LEAST <= known <= MOST:
            return constant(known, WHOLE)
    safe = two.low >= 0 and two.high <= 63
    low, high = LEAST, MOST
    if symbol == ">>" and kind == WHOLE:
        low, high = min(one.low, 0), max(one.high, 0)
        if two.low >= 0:
            low, high = one.low >> min(two.low, 63) if one.low < 0 else 0, max(one.high, 0) >> min(two.low, 63)
        if safe:
            return Value(f"((int64_t){one.code} >> {two.code})", WHOLE, low, high, stable)
    elif symbol == "<<" and kind == WHOLE and safe and one.low >= 0 and one.high << two.high <= MOST:
        return Value(f"((int64_t){one.code} << {two.code})", WHOLE, one.low << two.low, one.high << two.high, stable)
    elif safe:
        code = f"({one.code} >> {two.code})" if symbol == ">>" else f"((uint64_t)({one.code}) << {two.code})"
        return Value(code if kind == DRAWN else f"(int64_t){code}", kind, stable=stable)
    name = ("drawn_" if kind == DRAWN else "") + ("shift_right" if symbol == ">>" else "shift_left")
    return Value(f"{name}({one.code}, {two.code}, {scope.place(node)})", kind, low, high, stable)


def _drawn(scope: Scope, node: ast.AST, symbol: str, one: Value, two: Value, stable: bool) -> Value:
    """Numbers without a sign. Mixed with whole ones the result is one without a sign, too."""
    a, b = (f"(uint64_t)({value.code})" for value in (one, two))
    if symbol in ("//", "%"):
        if one.kind != DRAWN and one.low < 0:
            scope.refuse(
                node, "a whole number that may be less than 0 is divided by a drawn one; make that whole by int()"
            )
        if isinstance(two.constant, int) and two.constant > 0:
            c = "/" if symbol == "//" else "%"
            kind = WHOLE if symbol == "%" and two.constant <= MOST else DRAWN
            code = f"({a} {c} {b})"
            if kind == WHOLE:
                return Value(f"(int64_t){code}", WHOLE, 0, two.constant - 1, stable)
            return Value(code, DRAWN, stable=stable)
        name = "drawn_quotient" if symbol == "//" else "drawn_remainder"
        signed = f", {two.code} < 0" if two.kind != DRAWN and two.low < 0 else ", 0"
        return Value(f"{name}({a}, {b}{signed}, {scope.place(node)})", DRAWN, stable=stable)
    if symbol == "&":
        for value in (one, two):
            if value.kind != DRAWN and value.low >= 0:
                return Value(f"(int64_t)({a} & {b})", WHOLE, 0, value.high, stable)
    return Value(f"({a} {symbol} {b})", DRAWN, stable=stable)


def compared(scope: Scope, node: ast.AST, operator: ast.cmpop, one: Value, two: Value) -> Value:
    if isinstance(operator, (ast.Is, ast.IsNot)):
        scope.refuse(node, "`is` asks for the same object; compare numbers by == and !=")
    symbol = COMPARISONS[type(operator)]
    for value in (one, two):
        if value.kind not in NUMBERS:
            scope.refuse(node, f"{in_words(value.kind)} cannot be compared; compare its numbers one by one")
    stable = one.stable and two.stable
    if REAL in (one.kind, two.kind):
        return Value(f"({as_real(one)} {symbol} {as_real(two)})", FLAG, 0, 1, stable)
    if (one.kind == DRAWN) != (two.kind == DRAWN):
        whole = two if one.kind == DRAWN else one
        if whole.low < 0:
            scope.refuse(
                node, "a drawn number is compared with one that may be less than 0; make it whole by below() or int()"
            )
        return Value(f"((uint64_t)({one.code}) {symbol} (uint64_t)({two.code}))", FLAG, 0, 1, stable)
    return Value(f"({one.code} {symbol} {two.code})", FLAG, 0, 1, stable)


def negated(scope: Scope, node: ast.AST, value: Value) -> Value:
    if value.kind == REAL:
        return Value(f"(-{value.code})", REAL, stable=value.stable)
    if value.kind == DRAWN:
        scope.refuse(node, "a drawn number has no sign; make it whole by below() or int()")
    if isinstance(value.constant, int) and -value.constant <= MOST:
        return constant(-value.constant, WHOLE)
    if value.low > LEAST:
        return Value(f"(-{value.code})", WHOLE, -value.high, -value.low, value.stable)
    return Value(f"minus(0, {value.code})", WHOLE, stable=value.stable)


def inverted(scope: Scope, node: ast.AST, value: Value) -> Value:
    if value.kind not in (WHOLE, FLAG):
        scope.refuse(node, f"{in_words(value.kind)} has no ~; only whole numbers have")
    return Value(f"(~{value.code})", WHOLE, ~value.high, ~value.low, value.stable)
