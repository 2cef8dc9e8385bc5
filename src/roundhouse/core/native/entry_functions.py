"""Entry points as Python calls them: they take NumPy arrays and numbers, and run without Python's lock.

Which library runs is decided by the type of the records given: each form of a state is a type of its own. A call costs
about as much as looking at its arrays, so the functions are generated, and records that were given before are known
by their identity; they are not kept alive for that.
"""

import threading
import weakref
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from _cffi_backend import from_buffer  # what `FFI.from_buffer` calls, and much quicker

from ..schema import FORMS, SMALL, schema_of
from .entry_modules import entries_of, entry_points
from .kinds import C_NUMBERS, FLAG, NOTHING, WHOLE, Kind, Outer, declared, hints_of
from .library import UNFINISHED, Library, library_file

Function = Callable[..., Any]
Choice = Callable[[str], tuple[Library, str]]  # the library of a form, and the name under which it exports a function
_loading = threading.Lock()


class EntryFunctions:
    """The native functions of a module, by their names; its other names are the module's own."""

    def __init__(self, package: str, module: ModuleType) -> None:
        self._module = module
        names = {function: name for name, function in entry_points(package).items()}
        for function in entries_of(module):
            setattr(self, function.__name__, entry_function(package, names[function], function))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._module, name)


def entry_function(package: str, exported: str, function: Function) -> Function:
    """A function that calls the library for whatever form of records it is given."""
    return _Call(function, lambda form: (library(package, form), exported)).generated()


def bound(used: Library, form: str, exported: str, function: Function) -> Function:
    """The function of one library, which takes records of one form."""

    def only(asked: str) -> tuple[Library, str]:
        if asked != form:
            raise TypeError(f"{function.__name__}: this library has the {form} form only")
        return used, exported

    return _Call(function, only).generated()


def signature(function: Function) -> tuple[list[tuple[str, Kind]], Kind]:
    """The arguments of an entry point and what it returns; the translator has checked that they are said in full."""
    hints = hints_of(function)
    returned = declared(hints.pop("return", None)) or NOTHING
    arguments = [(name, declared(hint) or WHOLE) for name, hint in hints.items()]
    return arguments, returned


@cache
def _library(package: str, form: str) -> Library:
    return Library(library_file(package, form), declarations(entry_points(package)))


def library(package: str, form: str) -> Library:
    """A game's library, loaded once."""
    with _loading:
        return _library(package, form)


def declarations(entries: dict[str, Function]) -> str:
    """The functions of a library, as C declares them."""
    return " ".join(f"int64_t {name}({parameters(function)});" for name, function in entries.items())


def parameters(function: Function) -> str:
    """What an exported function takes, as C says it: an array is a pointer and its lengths."""
    parts: list[str] = []
    for _, kind in signature(function)[0]:
        if isinstance(kind, Outer):
            parts += ["void *", *["int64_t"] * kind.dimensions]
        else:
            parts.append(kind.c)  # type: ignore[attr-defined]
    return ", ".join(parts) or "void"


class _Form:
    """What a call needs of one form."""

    def __init__(self, form: str, arguments: list[tuple[str, Kind]], chosen: tuple[Library, str]) -> None:
        library, exported = chosen
        self.function = getattr(library.code, exported)
        self.check = library.check
        self.cast = library.ffi.cast
        self.types = [_type(kind, form) for _, kind in arguments]


class _Call:
    """Makes the function that Python calls for an entry point."""

    def __init__(self, function: Function, choose: Choice) -> None:
        self.function = function
        self.name = function.__name__
        self.arguments, self.result = signature(function)
        self.choose = choose
        self.forms: dict[str, _Form] = {}
        self.records = [
            n
            for n, (_, kind) in enumerate(self.arguments)
            if isinstance(kind, Outer) and not isinstance(kind.item, str)
        ]
        # Of each argument of records the last array: a weak reference, its address, its length and its form
        self.held: list[Any] = [(lambda: None, None, 0, None)] * len(self.arguments)

    def generated(self) -> Function:
        names: dict[str, Any] = {
            "held": self.held, "first": self.first, "other": self.other, "memory": from_buffer, "same": _same,
            "bytes_of": _bytes_type(), "explained": self.explained, "form_of": self.form_of,
        }  # fmt: skip
        listed = ", ".join(f"a{n}" for n in range(len(self.arguments)))
        lines, passed = [] if self.records else [f"form = form_of({SMALL!r})"], []
        for n, (_, kind) in enumerate(self.arguments):
            if not isinstance(kind, Outer):
                passed.append(f"a{n}")
                continue
            lengths = [f"n{n}_{d}" for d in range(kind.dimensions)]
            if n in self.records:
                known, form = ("", "form") if n == self.records[0] else (f" and h{n}[3] is form", "_")
                seek = f"first({n}, a{n})" if n == self.records[0] else f"other({n}, a{n}, form)"
                lines.append(f"h{n} = held[{n}]")
                lines.append(f"_, p{n}, {lengths[0]}, {form} = h{n} if h{n}[0]() is a{n}{known} else {seek}")
                passed += [f"p{n}", *lengths]
                continue
            names[f"type{n}"] = np.dtype(kind.item)
            lines.append(f"if a{n}.dtype is not type{n} and not same(a{n}.dtype, type{n}): raise TypeError")
            lines.append(f"{', '.join(lengths)}, = a{n}.shape")
            passed += [f"memory(bytes_of, a{n}, True)", *lengths]
        back = "return None" if self.result == NOTHING else "return done != 0" if self.result == FLAG else "return done"
        text = "\n".join(
            [
                f"def call({listed}):",
                "    try:",
                *(f"        {line}" for line in lines),
                f"        done = form.function({', '.join(passed)})",
                "    except (TypeError, ValueError, AttributeError, OverflowError, BufferError) as error:",
                f"        raise explained(({listed},), error) from None",
                f"    if done == {UNFINISHED}: form.check()",
                f"    {back}",
            ]
        )
        exec(text, names)  # noqa: S102  made of numbers alone
        call: Function = names["call"]
        call.__name__ = call.__qualname__ = self.name
        call.__doc__ = self.function.__doc__
        return call

    def form_of(self, form: str) -> _Form:
        if form not in self.forms:
            self.forms[form] = _Form(form, self.arguments, self.choose(form))
        return self.forms[form]

    def first(self, n: int, array: Any) -> Any:
        """The first records of a call decide the form."""
        kind = self.arguments[n][1]
        for form in FORMS:
            if isinstance(array, np.ndarray) and array.dtype == _type(kind, form):
                return self.take(n, array, self.form_of(form))
        raise TypeError

    def other(self, n: int, array: Any, form: _Form) -> Any:
        if array.dtype is not form.types[n] and not _same(array.dtype, form.types[n]):
            raise TypeError
        return self.take(n, array, form)

    def take(self, n: int, array: Any, form: _Form) -> Any:
        (length,) = array.shape
        taken = (weakref.ref(array), form.cast("void *", from_buffer(_bytes_type(), array, True)), length, form)
        self.held[n] = taken
        return taken

    def explained(self, given: tuple[Any, ...], error: Exception) -> Exception:
        """What is wrong with the arguments of a call, in words."""
        for (word, kind), value in zip(self.arguments, given, strict=True):
            if not isinstance(kind, Outer):
                continue
            wanted = [_type(kind, form) for form in FORMS]
            what = f"{self.name}: {word} must be an array of {kind.dimensions} dimensions of {_short(kind, wanted)}"
            if not isinstance(value, np.ndarray):
                return TypeError(f"{what}, not {type(value).__name__}")
            if not any(_same(value.dtype, one) for one in wanted):
                return TypeError(f"{what}, not of {value.dtype.name}")
            if value.ndim != kind.dimensions:
                return ValueError(f"{what}, not of {value.ndim}")
            if not value.flags.c_contiguous or not value.flags.writeable:
                return ValueError(f"{what}, in one piece of memory that can be written")
        if not str(error):
            return TypeError(f"{self.name}: the records are of different forms")
        return type(error)(f"{self.name}: {error}")


@cache
def _bytes_type() -> Any:
    from cffi import FFI

    return FFI().typeof("char[]")


def _same(given: Any, wanted: Any) -> bool:
    """Whether an array of one type can be taken for another: the same bytes; a flag is a number of one byte."""
    if given == wanted:
        return True
    return bool(wanted.names is None and given.names is None and given.kind == "b" and wanted.str == "|u1")


def _type(kind: Kind, form: str) -> Any:
    if not isinstance(kind, Outer):
        return None
    return np.dtype(kind.item) if isinstance(kind.item, str) else schema_of(kind.item).dtype(form)


def _short(kind: Outer, wanted: list[Any]) -> str:
    if isinstance(kind.item, str):
        return C_NUMBERS[kind.item]
    sizes = " or ".join(dict.fromkeys(str(one.itemsize) for one in wanted))
    return f"{kind.item.__name__} ({sizes} bytes)"
