"""What rules mean is the same interpreted, native by two compilers, and in WebAssembly; faults too."""

from pathlib import Path

import numpy as np
import pytest
from tests.core.native import sample_rules
from tests.core.native.small_library import Wasm, by_name, native, needs_compiler, needs_zig, node

from roundhouse.core import schema
from roundhouse.core.native.compiler import zig
from roundhouse.core.native.entry_modules import entries_of
from roundhouse.core.native.errors import (
    RuleDivisionError,
    RuleIndexError,
    RuleOverflowError,
    RuleValueError,
)
from roundhouse.core.native.rule_source import source_of

FUNCTIONS = entries_of(sample_rules)
FILE = "tests/core/native/sample_rules.py"
MODES = ["native", pytest.param("zig", marks=needs_zig), pytest.param("wasm", marks=needs_zig)]
pytestmark = needs_compiler


@pytest.fixture(scope="module", params=MODES)
def mode(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param)
    if request.param == "wasm":
        if node() is None:
            pytest.skip("Node is not here")
        with Wasm(by_name(FUNCTIONS), folder) as module:
            yield module.functions()
        return
    yield native(FUNCTIONS, folder, used=zig() if request.param == "zig" else None)


NUMBERS = (
    0,
    1,
    -1,
    2,
    -2,
    3,
    7,
    -7,
    10,
    -10,
    100,
    2**31,
    -(2**31),
    2**40 + 3,
    -(2**40) - 3,
    2**62,
    -(2**63),
    2**63 - 1,
)
SMALL = (0, 1, 2, 3, -1, -3, 7, 100, -100)


def wrapped(number):
    """What 64 bits hold of a number."""
    return (number + 2**63) % 2**64 - 2**63


def same(mode, name, *arguments):
    expected = getattr(sample_rules, name)(*arguments)
    assert getattr(mode, name)(*arguments) == wrapped(expected), (name, arguments)


@pytest.mark.parametrize("name", ["quotient", "remainder"])
def test_division_rounds_down(mode, name):
    for a in NUMBERS[::3]:
        for b in NUMBERS[1::4]:
            same(mode, name, a, b)
    same(mode, name, -(2**63), -1)


def test_small_operations(mode):
    for a in SMALL:
        same(mode, "by_seven", a)
        same(mode, "member", a)
        same(mode, "odd", a)
    for a, b in zip(NUMBERS, reversed(NUMBERS), strict=True):
        same(mode, "bits", a % 2**40, b % 2**40)
        same(mode, "extremes", a % 99, b % 99, 50)
    same(mode, "summed", 5, -7, 11)


def test_sums_and_products_keep_the_lowest_64_bits(mode):
    same(mode, "summed", 2**62, 3, 2**62)
    same(mode, "summed", -(2**63), -(2**63), -1)


def test_shifts(mode):
    for n in (0, 1, 31, 32, 62, 63, 64, 65, 1000):
        same(mode, "left", 5, n)
        same(mode, "left", -3, n)
        same(mode, "right", 2**62 + 12345, n)
        same(mode, "right", -(2**62) - 12345, n)


def test_floats_are_equal_to_the_last_bit(mode):
    for a, b in ((1, 3), (-7, 10), (2**53, 3), (12345678901, 7)):
        expected, got = [0.0, 0.0], np.zeros(2)
        sample_rules.shared(a, b, expected)
        mode.shared(a, b, got)
        assert got.tolist() == expected
    for number in (0.0, 0.9, -0.9, 2.0**62, -(2.0**63), 1e18 + 0.5):
        assert mode.cut(np.array([number])) == int(number)


def test_records_and_floats_in_them(mode):
    box = schema.new(sample_rules.Box)
    for n, item in enumerate(box.items):
        item.weight, item.owner = 0.3 * n, n % 3
    record = schema.pack(box)

    assert mode.mean(record) == sample_rules.mean([box])
    assert record.tobytes() == schema.pack(box).tobytes()


def test_arrays(mode):
    numbers = np.arange(12).reshape(3, 4)
    listed = schema.Grid(numbers.tolist())

    assert [mode.part(numbers, i, 2) for i in range(3)] == [sample_rules.part(listed, i, 2) for i in range(3)]
    assert [mode.square(i) for i in range(5)] == [sample_rules.square(i) for i in range(5)]
    assert [mode.of_pair(3, 8, i) for i in (0, 1)] == [sample_rules.of_pair(3, 8, i) for i in (0, 1)]
    assert mode.room(7) == sample_rules.room(7)


def test_calls_happen_once_and_in_order(mode):
    numbers, listed = np.zeros(32, np.int64), [0] * 32

    assert mode.order_of_calls(numbers) == sample_rules.order_of_calls(listed)
    assert numbers.tolist() == listed


@pytest.mark.parametrize("step", [1, -1, 3, -4, 2**62])
def test_loops(mode, step):
    for first, end in ((0, 10), (10, 0), (-5, 5), (5, -5), (0, 0), (3, 4), (4, 3)):
        same(mode, "loops", first, end, step)


def test_draws(mode):
    for key in (0, 1, 2**63, 2**64 - 1):
        for n in (0, 1, 12345):
            expected, got = [0] * 4, np.zeros(4, np.uint64)
            assert mode.luck(np.uint64(key), n, got) == sample_rules.luck(key, n, expected)
            assert got.tolist() == expected


def test_copies_share_nothing(mode):
    boxes = [schema.new(sample_rules.Box) for _ in range(2)]
    boxes[1].cells[2, 4], boxes[1].items[0].amount = 77, 5
    records = schema.records(sample_rules.Box, 2)
    for i, one in enumerate(boxes):
        records[i] = schema.pack(one)[0]

    mode.copied(records, 0, 1)
    mode.copied(records, 0, 0)

    assert records[0].tobytes() == records[1].tobytes() == schema.pack(boxes[1]).tobytes()


# Faults


def line_of(name, text):
    """The number of a line of a sample rule."""
    node = source_of(getattr(sample_rules, name)).node
    lines = Path(sample_rules.__file__).read_text(encoding="utf-8").splitlines()
    return next(n for n in range(node.lineno, node.end_lineno + 1) if text in lines[n - 1])


def box():
    return schema.pack(schema.new(sample_rules.Box))


FLOATS = np.array([float("nan"), float("inf"), 1e19])
FAULTS = [
    ("quotient", (1, 0), RuleDivisionError, "a // b", "division by zero"),
    ("remainder", (1, 0), RuleDivisionError, "a % b", "division by zero"),
    ("shared", (1, 0, np.zeros(2)), RuleDivisionError, "a / b", "division by zero"),
    ("real_quotient", (np.zeros(3),), RuleDivisionError, "out[0] / out[1]", "division by zero"),
    ("left", (1, -1), RuleValueError, "a << n", "a shift by -1"),
    ("right", (1, -3), RuleValueError, "a >> n", "a shift by -3"),
    ("element", (np.zeros(5, np.int64), 5), RuleIndexError, "numbers[i]", "index 5 is out of range for a length of 5"),
    ("element", (np.zeros(5, np.int64), -1), RuleIndexError, "numbers[i]", "index -1 is out of range"),
    ("element", (np.zeros(0, np.int64), 0), RuleIndexError, "numbers[i]", "a length of 0"),
    ("element", (np.zeros(5, np.int64), 2**62), RuleIndexError, "numbers[i]", f"index {2**62}"),
    ("part", (np.zeros((2, 2), np.int64), 2, 0), RuleIndexError, "numbers[i]", "index 2"),
    ("part", (np.zeros((2, 3), np.int64), 1, 3), RuleIndexError, "line[k]", "index 3"),
    ("square", (5,), RuleIndexError, "SQUARES[i]", "index 5 is out of range for a length of 5"),
    ("of_pair", (1, 2, 2), RuleIndexError, "pair[i]", "index 2 is out of range for a length of 2"),
    ("loops", (0, 1, 0), RuleValueError, "range(", "a range with the step 0"),
    ("cut", (FLOATS[:1].copy(),), RuleOverflowError, "int(out[0])", "no whole number of 64 bits"),
    ("cut", (FLOATS[1:2].copy(),), RuleOverflowError, "int(out[0])", "no whole number of 64 bits"),
    ("cut", (FLOATS[2:].copy(),), RuleOverflowError, "int(out[0])", "no whole number of 64 bits"),
    ("shared", (2**53 + 1, 3, np.zeros(2)), RuleOverflowError, "a / b", "only numbers up to 2**53"),
]


@pytest.mark.parametrize(("name", "arguments", "error", "text", "sentence"), FAULTS)
def test_a_fault_names_the_line_of_the_rule_and_the_next_call_works(mode, name, arguments, error, text, sentence):
    with pytest.raises(error) as raised:
        getattr(mode, name)(*arguments)

    assert str(raised.value).startswith(f"{FILE}:{line_of(name, text)}: ")
    assert sentence in str(raised.value)
    assert mode.quotient(7, 2) == 3


INDEXES = [(3, 0), (0, 5), (-1, 0), (0, -1), (2**40, 0)]


@pytest.mark.parametrize(("a", "b"), INDEXES)
def test_an_index_of_a_grid_is_checked_in_both_dimensions(mode, a, b):
    with pytest.raises(RuleIndexError, match=f"{FILE}:{line_of('cell', 'cells[a, b]')}"):
        mode.cell(box(), a, b)


FIELDS = ["count", "level", "big", "half", "word", "small", "cells", "amount"]
BITS = {"count": 31, "level": 7, "big": 63, "half": 16, "word": 32, "small": 8, "cells": 15, "amount": 15}
SIGNED = {"count", "level", "big", "cells", "amount"}


@pytest.mark.parametrize("field", FIELDS)
def test_a_number_that_does_not_fit_its_field_is_an_overflow_in_every_mode(mode, field):
    most, least = 2 ** BITS[field] - 1, -(2 ** BITS[field]) if field in SIGNED else 0
    for number in (most, least):
        record, held = box(), schema.new(sample_rules.Box)
        mode.store(record, FIELDS.index(field), number)
        sample_rules.store([held], FIELDS.index(field), number)
        assert record.tobytes() == schema.pack(held).tobytes()
    for number in {most + 1, least - 1} - {2**63, -(2**63) - 1}:
        with pytest.raises(RuleOverflowError, match=f"{FILE}:.*{number} does not fit a field of"):
            mode.store(box(), FIELDS.index(field), number)
        held = schema.new(sample_rules.Box)
        sample_rules.store([held], FIELDS.index(field), number)
        with pytest.raises(OverflowError):
            schema.pack(held)


def test_a_field_that_grows_too_large_is_an_overflow(mode):
    record = box()
    mode.grow(record, 32767)
    with pytest.raises(RuleOverflowError, match="32768 does not fit a field of 16 bits"):
        mode.grow(record, 1)
