"""`@struct`: a state is declared once and exists in two forms, as slots objects and as NumPy records.

Objects are what interpreted rules, views and debuggers work on; records are what native rules work on. `pack` and
`unpack` go between them, and `canonical` writes either as the same bytes.
"""

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from keyword import iskeyword
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

i1 = Annotated[int, "i1"]
i2 = Annotated[int, "i2"]
i4 = Annotated[int, "i4"]
i8 = Annotated[int, "i8"]
u1 = Annotated[int, "u1"]
u2 = Annotated[int, "u2"]
u4 = Annotated[int, "u4"]
u8 = Annotated[int, "u8"]
f8 = Annotated[float, "f8"]
slot = Annotated[int, "u1", "u2"]  # an index into a pool: one byte in the small form, two in the large one

T = TypeVar("T")
Records = NDArray[np.void]

SMALL = "small"
LARGE = "large"
FORMS = (SMALL, LARGE)

# Reading such a field of a record from Python would give NumPy's attribute instead of the field.
FORBIDDEN_NAMES = frozenset(name for kind in (np.ndarray, np.recarray, np.void, np.record) for name in dir(kind))


class SchemaError(TypeError):
    """A state was declared in a way that cannot exist in both forms."""


class Size(int):
    """The length of an array: one number for the small form, a larger one for the large form."""

    large: int

    def __new__(cls, small: int, *, large: int) -> "Size":
        size = super().__new__(cls, small)
        size.large = large
        return size


@dataclass(frozen=True)
class Count:
    """Names the field that says how many entries of an array are in use; the others do not count in `canonical`."""

    field: str


class _Derived:
    """Marks a field that follows from the others, so that it does not count in `canonical`."""


DERIVED = _Derived()


class Grid(list[list[T]]):
    """Rows of equal length, read and written as `grid[a, b]` like an array of two dimensions."""

    __slots__ = ()

    def __getitem__(self, place: Any) -> Any:
        if type(place) is tuple:
            return list.__getitem__(self, place[0])[place[1]]
        return list.__getitem__(self, place)

    def __setitem__(self, place: Any, value: Any) -> None:
        if type(place) is tuple:
            list.__getitem__(self, place[0])[place[1]] = value
        else:
            list.__setitem__(self, place, value)


@dataclass(frozen=True)
class Field:
    name: str
    codes: tuple[str, str] | None  # the number's type in the small and in the large form
    item: type | None  # or the struct it holds
    shape: tuple[int, ...]
    count: str | None
    derived: bool

    @property
    def is_float(self) -> bool:
        return self.codes is not None and self.codes[0] == "f8"

    def extent(self, form: str) -> tuple[int, ...]:
        return tuple(n.large if form == LARGE and isinstance(n, Size) else int(n) for n in self.shape)


@dataclass(frozen=True)
class Schema:
    owner: type
    fields: tuple[Field, ...]

    def dtype(self, form: str = SMALL) -> np.dtype[np.void]:
        return _dtype(self.owner, form)


def struct(cls: type[T]) -> type[T]:
    """Make a class of annotated fields into a state: a slots class that knows its record type."""
    hints = get_type_hints(cls, include_extras=True)
    fields = tuple(_field(cls, name, hint) for name, hint in hints.items())
    names = [field.name for field in fields]
    for field in fields:
        if field.count is not None and field.count not in names:
            raise SchemaError(f"{cls.__name__}.{field.name} is counted by '{field.count}', which is not a field")
    body = {k: v for k, v in vars(cls).items() if k not in ("__dict__", "__weakref__", *names)}
    made = type(cls.__name__, (), body | {"__slots__": tuple(names)})
    schema = Schema(made, fields)
    made.__schema__ = schema  # type: ignore[attr-defined]
    return made


def schema_of(cls: type) -> Schema:
    schema: Schema | None = getattr(cls, "__schema__", None)
    if schema is None:
        raise SchemaError(f"{cls.__name__} is not marked @struct")
    return schema


def new(cls: type[T], form: str = SMALL) -> T:
    """A zeroed object of a struct."""
    blank: T = _blank(cls, form)  # type: ignore[arg-type]
    return clone(blank)


def clone(obj: T) -> T:
    """A copy that shares nothing with the original."""
    copied: T = _copier(obj.__class__)(obj)  # type: ignore[arg-type]
    return copied


def records(cls: type, count: int, form: str = SMALL) -> Records:
    """An array of zeroed records of a struct."""
    return np.zeros(count, schema_of(cls).dtype(form))


def pack(obj: Any, form: str = SMALL, *, used_only: bool = False) -> Records:
    """An object as an array of one record. A number that does not fit its field raises OverflowError. With `used_only`
    what is not in use is left 0: what arrays have beyond their count, and the rest of the ring of events."""
    out = records(obj.__class__, 1, form)
    _pack_into(obj, out[0], used_only)
    return out


def form_of(obj: Any) -> str:
    """The form that an object has. Where both are alike it is the small one."""
    for field in schema_of(obj.__class__).fields:
        if field.shape and field.extent(SMALL) != field.extent(LARGE):
            return SMALL if len(getattr(obj, field.name)) == field.extent(SMALL)[0] else LARGE
    return SMALL


def unpack(cls: type[T], record: Any) -> T:
    """A record as an object."""
    made = cls.__new__(cls)
    for field in schema_of(cls).fields:
        setattr(made, field.name, _unpacked(field, record[field.name], len(field.shape)))
    return made


def canonical(obj: Any) -> bytes:
    """All that counts of an object, the same bytes whatever the form: numbers as 8 bytes, little end first."""
    out: list[bytes] = []
    for field, values in _counted_of_object(obj):
        out.append(array("d" if field.is_float else _signs(field), values).tobytes())
    return b"".join(out)


def canonical_record(cls: type, record: Any) -> bytes:
    """`canonical` of a record, without making an object of it."""
    return b"".join(
        np.ascontiguousarray(values).astype("<f8" if field.is_float else "<u8" if _signs(field) == "Q" else "<i8")
        .tobytes()
        for field, values in _counted_of_record(cls, record)
    )  # fmt: skip


def check_fit(obj: Any, form: str = SMALL) -> None:
    """Raises OverflowError if a whole number of an object that is in use does not fit its field."""
    _checker(obj.__class__, form)(obj)


def _signs(field: Field) -> str:
    return "Q" if field.codes == ("u8", "u8") else "q"


def _counted_of_object(obj: Any) -> Iterator[tuple[Field, list[Any]]]:
    for field in schema_of(obj.__class__).fields:
        if field.derived:
            continue
        value = getattr(obj, field.name)
        if len(field.shape) == 2 and field.item is None:
            for row in value:  # row by row gives the same bytes without copying everything
                yield field, row
            continue
        if len(field.shape) == 2:
            value = [item for row in value for item in row]
        elif not field.shape:
            value = [value]
        elif field.count is not None:
            value = value[: getattr(obj, field.count)]
        if field.item is None:
            yield field, value
        else:
            yield from _columns(field.item, value)


def _columns(cls: type, items: list[Any]) -> Iterator[tuple[Field, list[Any]]]:
    for field in schema_of(cls).fields:
        if field.derived:
            continue
        values = [getattr(item, field.name) for item in items]
        for _ in field.shape:
            values = [item for row in values for item in row]
        if field.item is None:
            yield field, values
        else:
            yield from _columns(field.item, values)


def _counted_of_record(cls: type, record: Any) -> Iterator[tuple[Field, Any]]:
    for field in schema_of(cls).fields:
        if field.derived:
            continue
        value = record[field.name]
        if field.count is not None:
            value = value[: int(record[field.count])]
        if field.item is None:
            yield field, value
        else:
            yield from _record_columns(field.item, value)


def _record_columns(cls: type, items: Any) -> Iterator[tuple[Field, Any]]:
    for field in schema_of(cls).fields:
        if field.derived:
            continue
        if field.item is None:
            yield field, items[field.name]
        else:
            yield from _record_columns(field.item, items[field.name])


def _field(cls: type, name: str, hint: Any) -> Field:
    where = f"{cls.__name__}.{name}"
    if name in FORBIDDEN_NAMES or name.startswith("_") or iskeyword(name):
        raise SchemaError(f"{where}: '{name}' is a name NumPy uses itself; choose another, such as '{name}_no'")
    extras: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *rest = get_args(hint)
        extras = tuple(rest)
    derived = any(extra is DERIVED for extra in extras)
    if get_origin(hint) in (list, Grid):
        item = get_args(hint)[0]
        shape = tuple(extra for extra in extras if isinstance(extra, int))
        if len(shape) != (2 if get_origin(hint) is Grid else 1):
            raise SchemaError(f"{where}: a list needs one length, a Grid two, given after the type in Annotated")
        counts = [extra.field for extra in extras if isinstance(extra, Count)]
        codes, struct_type = _item(where, item)
        return Field(name, codes, struct_type, shape, counts[0] if counts else None, derived)
    codes, struct_type = _item(where, Annotated[hint, *extras] if extras else hint)
    return Field(name, codes, struct_type, (), None, derived)


def _item(where: str, hint: Any) -> tuple[tuple[str, str] | None, type | None]:
    if get_origin(hint) is Annotated:
        codes = [extra for extra in get_args(hint)[1:] if isinstance(extra, str)]
        if codes:
            return (codes[0], codes[-1]), None
        hint = get_args(hint)[0]
    if isinstance(hint, type) and hasattr(hint, "__schema__"):
        return None, hint
    raise SchemaError(f"{where}: {hint!r} is neither a number of this module (i4, u1, f8 ...) nor a @struct")


@cache
def _dtype(cls: type, form: str) -> np.dtype[np.void]:
    parts = []
    for field in schema_of(cls).fields:
        kind: Any = field.codes[FORMS.index(form)] if field.codes else _dtype(field.item, form)
        parts.append((field.name, kind, field.extent(form)) if field.shape else (field.name, kind))
    return np.dtype(parts, align=True)


@cache
def _copier(cls: type) -> Callable[[Any], Any]:
    """Generate the function that copies an object of a struct: one line per field, twice as fast as a loop over
    them."""
    names: dict[str, Any] = {"cls": cls, "make": object.__new__, "Grid": Grid}
    lines = ["def copy(obj):", "    made = make(cls)"]
    for number, field in enumerate(schema_of(cls).fields):
        value = f"obj.{field.name}"
        if field.item is None:
            copied = (value, f"{value}[:]", f"Grid([row[:] for row in {value}])")[len(field.shape)]
        else:
            item = f"item_{number}"
            names[item] = _copier(field.item)
            inner = (f"{item}({value})", f"[{item}(one) for one in {value}]",
                     f"Grid([[{item}(one) for one in row] for row in {value}])")  # fmt: skip
            copied = inner[len(field.shape)]
        lines.append(f"    made.{field.name} = {copied}")
    lines.append("    return made")
    exec("\n".join(lines), names)  # noqa: S102  the names of fields are checked, and nothing else comes from outside
    made: Callable[[Any], Any] = names["copy"]
    return made


@cache
def _checker(cls: type, form: str) -> Callable[[Any], None]:
    """Generate the function that looks at all whole numbers of an object, one line per field."""
    names: dict[str, Any] = {"array": array, "refused": _refused, "chain": chain.from_iterable}
    lines = ["def check(obj):", "    pass"]
    counts = _counts(cls)
    for number, field in enumerate(schema_of(cls).fields):
        value = f"obj.{field.name}" + (f"[:obj.{counts[field.name]}]" if field.name in counts else "")
        if field.item is not None:
            names[f"item_{number}"] = _checker(field.item, form)
            all_of = (f"({value},)", value, f"chain({value})")[len(field.shape)]
            lines.append(f"    for one in {all_of}: item_{number}(one)")
        elif not field.is_float:
            kind: np.dtype[Any] = np.dtype(field.codes[FORMS.index(form)] if field.codes else "")
            names[f"field_{number}"] = f"{cls.__name__}.{field.name}", kind
            least, most = int(np.iinfo(kind).min), int(np.iinfo(kind).max)
            if not field.shape:
                lines.append(f"    if not {least} <= {value} <= {most}: refused([{value}], *field_{number})")
                continue
            lines.append(f"    for row in {value if len(field.shape) == 2 else f'({value},)'}:")
            lines.append(f"        try: array({kind.char!r}, row)")
            lines.append(f"        except OverflowError: refused(row, *field_{number})")
    exec("\n".join(lines), names)  # noqa: S102  the names of fields are checked, and nothing else comes from outside
    made: Callable[[Any], None] = names["check"]
    return made


def _refused(numbers: list[int], field: str, kind: np.dtype[Any]) -> None:
    bounds = np.iinfo(kind)
    number = next(number for number in numbers if not bounds.min <= number <= bounds.max)
    raise OverflowError(f"{number} does not fit {field}, which has {8 * kind.itemsize} bits")


@cache
def _blank(cls: type, form: str) -> Any:
    fields = schema_of(cls).fields
    made: Any = object.__new__(cls)
    for field in fields:
        setattr(made, field.name, _zero(field, form))
    return made


def _zero(field: Field, form: str) -> Any:
    def one() -> Any:
        if field.item is not None:
            return new(field.item, form)
        return 0.0 if field.is_float else 0

    extent = field.extent(form)
    if not extent:
        return one()
    if len(extent) == 1:
        return [one() for _ in range(extent[0])]
    return Grid([[one() for _ in range(extent[1])] for _ in range(extent[0])])


def _pack_into(obj: Any, record: Any, used_only: bool) -> None:
    counts = _counts(obj.__class__) if used_only else {}
    for field in schema_of(obj.__class__).fields:
        value, places = getattr(obj, field.name), record[field.name]
        if field.name in counts:
            used = getattr(obj, counts[field.name])
            value, places = value[:used], places[:used]
            if field.item is None:
                places[:] = value
        elif field.item is None:
            record[field.name] = value
        if field.item is None:
            continue
        if not field.shape:
            _pack_into(value, places, used_only)
        else:
            flat = value if len(field.shape) == 1 else [item for row in value for item in row]
            for item, place in zip(flat, places.reshape(-1), strict=True):
                _pack_into(item, place, used_only)


@cache
def _counts(cls: type) -> dict[str, str]:
    """By array the field that says how many of its entries are in use, with the ring of `core.rules`."""
    fields = schema_of(cls).fields
    counts = {field.name: field.count for field in fields if field.count}
    if {"events", "event_count"} <= {field.name for field in fields}:
        counts["events"] = "event_count"
    return counts


def _unpacked(field: Field, value: Any, depth: int) -> Any:
    if field.item is None:
        listed = value.tolist()
        return Grid(listed) if depth == 2 else listed
    if depth == 0:
        return unpack(field.item, value)
    rows = [_unpacked(field, item, depth - 1) for item in value]
    return Grid(rows) if depth == 2 else rows
