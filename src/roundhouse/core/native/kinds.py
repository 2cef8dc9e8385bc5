"""What a value of a rule can be, and what it is called in C.

Whole numbers have 64 bits in rules, whatever field they come from. Drawn numbers and seeds need all 64 of them without
a sign, so these are a kind of their own.
"""

import typing
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin

from ..entry_types import DIMENSIONS
from ..schema import FORMS, Field, schema_of

C_NUMBERS = {
    "i1": "int8_t",
    "i2": "int16_t",
    "i4": "int32_t",
    "i8": "int64_t",
    "u1": "uint8_t",
    "u2": "uint16_t",
    "u4": "uint32_t",
    "u8": "uint64_t",
    "f8": "double",
}
BOUNDS = {
    f"{sign}{size}": (-(1 << 8 * size - 1), (1 << 8 * size - 1) - 1) if sign == "i" else (0, (1 << 8 * size) - 1)
    for sign in "iu"
    for size in (1, 2, 4, 8)
}
Item = str | type  # the elements of an array: a number's code, or a struct


@dataclass(frozen=True)
class Kind:
    """The base of all kinds."""


@dataclass(frozen=True)
class Number(Kind):
    name: str
    c: str


NOTHING = Number("nothing", "void")
FLAG = Number("bool", "int64_t")
WHOLE = Number("whole number", "int64_t")
DRAWN = Number("drawn number", "uint64_t")
REAL = Number("float", "double")


@dataclass(frozen=True)
class Tuple(Kind):
    items: tuple[Kind, ...]


@dataclass(frozen=True)
class Record(Kind):
    """A reference to a struct."""

    struct: type


@dataclass(frozen=True)
class Inner(Kind):
    """A reference to an array whose extent is known: a field of a struct, or a constant table, which is read only."""

    item: Item
    extent: tuple[int, ...]
    constant: bool = False


@dataclass(frozen=True)
class Outer(Kind):
    """A reference to an array from outside, which brings its extent along."""

    item: Item
    dimensions: int


def number_of(code: str) -> Number:
    """What reading a field of this code gives."""
    return REAL if code == "f8" else DRAWN if code == "u8" else WHOLE


def field_item(field: Field, form: str) -> Item:
    return field.item or (field.codes or ("", ""))[FORMS.index(form)]


def field_of(struct: type, name: str) -> Field | None:
    return next((field for field in schema_of(struct).fields if field.name == name), None)


def joined(one: Kind, two: Kind) -> Kind | None:
    """The kind of a variable that holds both, or None."""
    if one == two:
        return one
    if {one, two} == {FLAG, WHOLE}:
        return WHOLE
    if isinstance(one, Tuple) and isinstance(two, Tuple) and len(one.items) == len(two.items):
        items = [joined(a, b) for a, b in zip(one.items, two.items, strict=True)]
        return None if None in items else Tuple(tuple(item for item in items if item is not None))
    return None


def in_words(kind: Kind) -> str:
    """What a message calls it."""
    if isinstance(kind, Number):
        return {"nothing": "nothing", "float": "a float", "bool": "a bool"}.get(kind.name, f"a {kind.name}")
    if isinstance(kind, Record):
        return f"a {kind.struct.__name__}"
    if isinstance(kind, Tuple):
        return f"a tuple of {len(kind.items)}"
    return "a constant table" if isinstance(kind, Inner) and kind.constant else "an array"


def declared(hint: Any) -> Kind | None:
    """The kind that an annotation says, or None where it leaves that open (`Any`). Raises TypeError for what rules
    cannot hold."""
    if hint is Any or hint is None:
        return None
    if hint is type(None):
        return NOTHING
    plain = {int: WHOLE, bool: FLAG, float: REAL}.get(hint)
    if plain is not None:
        return plain
    if isinstance(hint, type) and hasattr(hint, "__schema__"):
        return Record(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return number_of(_code(hint))
    if origin is tuple and arguments and Ellipsis not in arguments:
        items = [declared(argument) for argument in arguments]
        return None if None in items else Tuple(tuple(item for item in items if item is not None))
    if origin in DIMENSIONS:
        (item,) = arguments
        known = item if isinstance(item, type) and hasattr(item, "__schema__") else _code(item)
        return Outer(known, DIMENSIONS[origin])
    if origin is list or hint is list:
        return None
    raise TypeError(f"{hint!r} is no type of the rules")


def _code(hint: Any) -> str:
    codes = [extra for extra in get_args(hint)[1:] if isinstance(extra, str)]
    if not codes or codes[0] not in C_NUMBERS or len(set(codes)) != 1:
        raise TypeError(f"{hint!r} is neither a @struct nor a number of fixed length (i8, u1, f8 ...)")
    return codes[0]


def hints_of(function: Any) -> dict[str, Any]:
    """The annotations of a function, evaluated."""
    return typing.get_type_hints(function, include_extras=True)
