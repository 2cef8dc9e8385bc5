"""What is outside the subset is refused, with the line and what to write instead."""

import pytest
from tests.core.native.small_library import module_of

from roundhouse.core.native.check import refusals
from roundhouse.core.native.errors import RefusedRuleError
from roundhouse.core.native.translator import translated
from roundhouse.core.schema import SMALL

HEAD = """
from typing import Annotated, Any
from roundhouse.core.entry_types import Records, Row, Table
from roundhouse.core.rules import below, copy_into, draw, entry, grid, row, rules
from roundhouse.core.schema import Grid, f8, i2, i8, struct, u1, u8

SQUARES = (0, 1, 4)
RAGGED = ((1, 2), (3,))
MIXED = (1, "two")
LISTED = [1, 2]
NAME = "name"
HUGE = 1 << 70

@struct
class Item:
    amount: i2

@struct
class Box:
    count: i2
    share: f8
    seed: u8
    items: Annotated[list[Item], 4]
    cells: Annotated[Grid[i2], 3, 5]

@rules
def helper(a: int, b: int) -> int:
    return a + b

@rules
def nothing(a: int) -> None:
    pass

def unmarked(a: int) -> int:
    return a

@rules
def of_box(g: Box) -> int:
    return g.count

"""
BODY = (
    HEAD
    + """
@entry
def run(s: Records[Box], n: int, x: float, key: u8, numbers: Row[i8]) -> int:
    g = s[0]
{body}
    return 0
"""
)


def body(*lines):
    return BODY.format(body="\n".join(f"    {line}" for line in lines))


# The lines of a rule, of which one is marked, and what is said about it
REFUSED = [
    (["text = 'hello'  # here"], "rules have no strings"),
    (["text = f'{n}'  # here"], "rules have no strings"),
    (["n = NAME  # here"], "rules have no strings"),
    (["a = [1, 2]  # here"], "rules have no lists"),
    (["a = LISTED[0]  # here"], "a list cannot be read by rules; make it a tuple"),
    (["a = {1: 2}  # here"], "rules have no dictionaries; use a table"),
    (["a = {1, 2}  # here"], "rules have no sets"),
    (["a = [k for k in range(3)]  # here"], "rules have no comprehensions; write a loop"),
    (["a = sum(k for k in range(3))  # here"], "rules have no sum()"),
    (["f = lambda a: a  # here"], "rules have no functions within functions"),
    (["def f(a): return a  # here"], "rules have no functions within functions"),
    (["class A: pass  # here"], "rules have no classes"),
    (["try:  # here", "    n = 1", "except ValueError:", "    pass"], "rules have no exceptions; return a code"),
    (["raise ValueError  # here"], "rules have no exceptions; return a code"),
    (["assert n > 0  # here"], "rules have no assertions"),
    (["with open(n): pass  # here"], "rules have no `with`"),
    (["global NAME  # here"], "put it into the state"),
    (["import os  # here"], "imports stand at the top of the file"),
    (["del n  # here"], "rules have nothing to delete"),
    (["match n:  # here", "    case 1: pass"], "write if and elif"),
    (["a = n ** 2  # here"], "** differs between machines in the last bit; multiply instead"),
    (["a = x // 2.0  # here"], "// is only for whole numbers"),
    (["a = x % 2.0  # here"], "% is only for whole numbers"),
    (["a = x << 1  # here"], "<< is only for whole numbers"),
    (["a = n // 0  # here"], "divides by zero, always"),
    (["a = n << -1  # here"], "a shift by less than 0"),
    (["a = numbers[1:3]  # here"], "rules have no slices"),
    (["numbers[:] = numbers  # here"], "rules have no slices"),
    (["a = numbers[-1]"], None),
    (["a = g.items[-1].amount  # here"], "the last one is len(...) - 1"),
    (["a = g.items[4].amount  # here"], "index 4 is out of range for a length of 4"),
    (["a = g.cells[0, 1, 2]  # here"], "3 indexes for an array of 2"),
    (["a = g.cells[x, 1]  # here"], "an index must be a whole number, not a float"),
    (["a = g.cells[draw(key, 1), 1]  # here"], "an index is a drawn number; take below() of it"),
    (["a = g.size  # here"], "Box has no field 'size'"),
    (["g.size = 1  # here"], "Box has no field 'size'"),
    (["a = n.amount  # here"], "a whole number has no fields"),
    (["a = n[0]  # here"], "a whole number has no elements"),
    (["g.items[0] = g.items[1]  # here"], "use copy_into"),
    (["g.cells = g.cells  # here"], "use copy_into"),
    (["g.count = 40000  # here"], "40000 does not fit a number of this field, from -32768 to 32767"),
    (["g.count = x  # here"], "a float is stored as a whole number; make it whole by int()"),
    (["g.share = draw(key, 1)  # here"], "a drawn number is stored as a float"),
    (["SQUARES[0] = 1  # here"], "a constant table cannot be changed"),
    (["b = RAGGED[n][0]  # here"], "a table is a tuple of numbers, or of tuples of the same length"),
    (["a = MIXED[n]  # here"], "a table is a tuple of numbers"),
    (["a = HUGE  # here"], "has more than 64 bits"),
    (["a = None  # here"], "rules have no None"),
    (["a = g is g  # here"], "compare numbers by == and !="),
    (["a = g == g  # here"], "a Box cannot be compared"),
    (["a = n or 5  # here"], "`or` gives one of its operands"),
    (["if g:  # here", "    n = 1"], "a Box is neither true nor false"),
    (["a = 0", "a = 0.5  # here"], "give a a float from the start, as in 0.0"),
    (["a = 0", "a = draw(key, 1)  # here"], "a is a whole number elsewhere and a drawn number here"),
    (["if n > 0:", "    a = 1", "b = a  # here"], "a may have no value here; give it one before"),
    (["a = b + 1  # here", "b = 1"], "b may have no value here"),
    (["a = missing + 1  # here"], "missing is not defined"),
    (["for k in numbers:  # here", "    n += k"], "loops count by range()"),
    (["for k in range(x):  # here", "    n += k"], "range() takes whole numbers, not a float"),
    (["for a, b in range(3):  # here", "    n += 1"], "a loop counts with one variable"),
    (["while n > 0:  # here", "    n -= 1", "else:", "    n = 1"], "rules have no else after a loop"),
    (["a = b = 0  # here"], "one assignment a line"),
    (["a, b = n  # here"], "only tuples can be taken apart"),
    (["a, b = (1, 2, 3)  # here"], "3 values for 2 targets"),
    (["a: int  # here"], "a variable gets its value where it is declared"),
    (["n + 1  # here"], "this value is not used"),
    (["return 1", "n = 2  # here"], "this is never reached"),
    (["a = helper(1)  # here"], "helper takes 2 arguments, not 1"),
    (["a = helper(a=1, b=2)  # here"], "arguments are given in order, without their names"),
    (["a = helper(g, 2)  # here"], "a of helper takes a whole number, and this is a Box"),
    (["a = of_box(n)  # here"], "g of of_box takes a Box, and this is a whole number"),
    (["a = nothing(1)  # here"], "this call gives nothing that could be stored"),
    (["a = unmarked(1)  # here"], "must be marked @rules as well"),
    (["a = abs(1, 2)  # here"], "abs takes 1 arguments, not 2"),
    (["a = max(n)  # here"], "max() takes two numbers or more"),
    (["a = max(n, draw(key, 1))  # here"], "max() takes whole numbers or floats"),
    (["print(n)  # here"], "rules print nothing"),
    (["a = sorted(numbers)  # here"], "rules have no sorted()"),
    (["a = round(x)  # here"], "round() is not in the subset"),
    (["a = numbers.sum()  # here"], "rules have no methods"),
    (["a = NAME()  # here"], "NAME is no function"),
    (["a = row(n)  # here"], "lengths that are constants"),
    (["copy_into(s, 0, numbers, 0)  # here"], "copy_into copies structs of an array"),
    (["a = n if n > 0 else g  # here"], "both sides of `if ... else` must be of one kind"),
    (["a = draw(key, 1) / 2  # here"], "a drawn number cannot be divided by /"),
    (["a = draw(key, 1) > n  # here"], "compared with one that may be less than 0"),
    (["a = n in numbers  # here"], "`in` looks into a tuple of numbers"),
    (["a = (g, 1)  # here"], "a tuple holds numbers and tuples of them"),
    (["a = (n := 3)  # here"], "rules have no :="),
]  # fmt: skip
NAMES = [lines[0].partition("  #")[0] for lines, _ in REFUSED]


@pytest.mark.parametrize(("lines", "sentence"), REFUSED, ids=NAMES)
def test_what_is_outside_the_subset_is_refused_with_its_line(tmp_path, lines, sentence):
    text = body(*lines)
    module = module_of(text, tmp_path)
    if sentence is None:  # an index that is not known is only checked when the rule runs
        translated([("run", module.run)], SMALL)
        return
    with pytest.raises(RefusedRuleError) as refused:
        translated([("run", module.run)], SMALL)

    marked = next(n for n, line in enumerate(text.splitlines(), 1) if "# here" in line)
    assert (refused.value.file, refused.value.line) == (f"{module.__name__}.py", marked), refused.value
    assert sentence in refused.value.sentence


# Whole functions
TWO = "@rules\ndef two(n: int) -> int:\n    return one(n)\n"
FUNCTIONS = {
    "recursion": (
        "@rules\ndef again(n: int) -> int:  # here\n    return again(n - 1)\n",
        "again(n)",
        "calls itself (again > again)",
    ),
    "recursion of two": (
        "@rules\ndef one(n: int) -> int:  # here\n    return two(n)\n" + TWO,
        "one(n)",
        "calls itself (one > two > one)",
    ),
    "defaults": ("@rules\ndef f(n: int = 1) -> int:  # here\n    return n\n", "f(n)", "no defaults"),
    "stars": ("@rules\ndef f(*n: int) -> int:  # here\n    return 1\n", "f()", "arguments of rules are plain"),
    "no annotation": ("@rules\ndef f(n) -> int:  # here\n    return 1\n", "f(n)", "f needs an annotation for n"),
    "no result": ("@rules\ndef f(n: int):  # here\n    return 1\n", "f(n)", "an annotation for what it returns"),
    "a strange type": ("@rules\ndef f(n: str) -> int:  # here\n    return 1\n", "f(n)", "says what rules cannot hold"),
    "no return": (
        "@rules\ndef f(n: int) -> int:  # here\n    if n > 0:\n        return 1\n",
        "f(n)",
        "may end without a return",
    ),
    "nothing returned": (
        "@rules\ndef f(n: int) -> int:  # here\n    n += 1\n",
        "f(n)",
        "its annotation says otherwise",
    ),
    "a value returned": ("@rules\ndef f(n: int) -> None:\n    return n  # here\n", "f(n)", "the annotation says None"),
    "no bool": (
        "@rules\ndef f(n: int) -> bool:\n    return n  # here\n",
        "f(n)",
        "the annotation says bool; compare it",
    ),
    "two kinds": (
        "@rules\ndef f(n: int) -> Any:\n    if n > 0:\n        return 1\n    return 0.5  # here\n",
        "f(n)",
        "this returns a float, another return a whole number",
    ),
    "gone room": (
        "@rules\ndef f(n: int) -> Any:\n    a = row(3)\n    return a  # here\n",
        "len(f(n))",
        "is gone when the rule",
    ),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_that_cannot_become_c_is_refused_with_its_line(tmp_path, name):
    function, call, sentence = FUNCTIONS[name]
    text = HEAD + function + f"@entry\ndef run(n: int) -> int:\n    return {call}\n"
    module = module_of(text, tmp_path)
    with pytest.raises(RefusedRuleError) as refused:
        translated([("run", module.run)], SMALL)

    marked = next(n for n, line in enumerate(text.splitlines(), 1) if "# here" in line)
    assert refused.value.line == marked, refused.value
    assert sentence in refused.value.sentence


ENTRIES = {
    "def run(s: Any) -> int:\n    return 0": "s of an entry point needs its type in full",
    "def run(n: int) -> float:\n    return 0.5": "an entry point returns a whole number, a bool or nothing",
    "def run(n: Row[int]) -> int:\n    return 0": "says what rules cannot hold",
}


@pytest.mark.parametrize("text", ENTRIES)
def test_an_entry_point_says_its_types_in_full(tmp_path, text):
    module = module_of(f"{HEAD}@entry\n{text}\n", tmp_path)
    with pytest.raises(RefusedRuleError, match=ENTRIES[text]):
        translated([("run", module.run)], SMALL)


def test_the_checker_tells_all_that_is_wrong_and_each_only_once(tmp_path):
    text = HEAD + (
        "@rules\ndef wrong(n: int) -> int:\n    return n ** 2\n"
        "@entry\ndef one(n: int) -> int:\n    return wrong(n)\n"
        "@entry\ndef two(n: int) -> int:\n    return wrong(n)\n"
        "@entry\ndef three(n: int) -> int:\n    return len(n)\n"
        "@entry\ndef four(n: int) -> int:\n    return n\n"
    )
    module = module_of(text, tmp_path)
    found = refusals({name: getattr(module, name) for name in ("one", "two", "three", "four")})

    assert [error.sentence for error in found] == [
        "** differs between machines in the last bit; multiply instead",
        "len() of a whole number",
    ]
