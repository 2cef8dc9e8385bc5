"""One declaration, two forms: what may be declared, and that objects and records say the same."""

from typing import Annotated

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse.core import schema
from roundhouse.core.schema import (
    DERIVED,
    LARGE,
    SMALL,
    Count,
    Grid,
    SchemaError,
    Size,
    f8,
    i1,
    i2,
    i4,
    i8,
    slot,
    struct,
    u1,
    u2,
    u4,
    u8,
)  # fmt: skip


@struct
class Item:
    weight: i2
    parts: Annotated[list[u1], 2]


@struct
class Box:
    filled: u2
    lid: Item
    tag: i1
    total: i8
    hash_no: u8
    mass: f8
    link: slot
    items: Annotated[list[Item], Size(3, large=5), Count("filled")]
    table: Annotated[Grid[i4], 2, Size(3, large=4)]
    shelf: Annotated[Grid[Item], 2, 2]
    notes: Annotated[list[u4], 4, DERIVED]
    seen: Annotated[i2, DERIVED]


@st.composite
def boxes(draw):
    def draw_number(low, high):
        return draw(st.integers(low, high))

    made = schema.new(Box)
    made.filled = draw_number(0, 3)
    made.tag, made.total = draw_number(-128, 127), draw_number(-(2**63), 2**63 - 1)
    made.hash_no, made.mass, made.link = draw_number(0, 2**64 - 1), draw_number(-50, 50) / 8, draw_number(0, 255)
    for item in (made.lid, *made.items, *(item for row in made.shelf for item in row)):
        item.weight, item.parts = draw_number(-(2**15), 2**15 - 1), [draw_number(0, 255), draw_number(0, 255)]
    for row in range(2):
        for column in range(3):
            made.table[row, column] = draw_number(-(2**31), 2**31 - 1)
    made.notes = [draw_number(0, 2**32 - 1) for _ in range(4)]
    made.seen = draw_number(0, 99)
    return made


def plain(obj):
    """An object as nested lists."""
    if hasattr(type(obj), "__schema__"):
        return [plain(getattr(obj, field.name)) for field in schema.schema_of(type(obj)).fields]
    return [plain(item) for item in obj] if isinstance(obj, list) else obj


# What holds for every state


@given(boxes())
def test_packing_and_unpacking_gives_the_same_object(made):
    assert plain(schema.unpack(Box, schema.pack(made)[0])) == plain(made)


@given(boxes())
def test_a_record_and_its_object_have_the_same_canonical_bytes(made):
    assert schema.canonical_record(Box, schema.pack(made)[0]) == schema.canonical(made)


@given(boxes())
def test_a_clone_is_equal_and_shares_nothing(made):
    copy, before = schema.clone(made), plain(made)
    assert plain(copy) == before

    copy.items[0].parts[1] ^= 1
    copy.lid.weight ^= 1
    copy.table[1, 2] ^= 1
    copy.shelf[1, 1].weight ^= 1
    copy.notes[0] ^= 1

    assert plain(made) == before
    assert type(copy.table) is type(copy.shelf) is Grid


@given(boxes())
def test_what_is_derived_or_beyond_the_count_does_not_count(made):
    before = schema.canonical(made)

    made.notes[2] ^= 1
    made.seen ^= 1
    for item in made.items[made.filled :]:
        item.weight ^= 1

    assert schema.canonical(made) == before


@given(boxes(), st.sampled_from(["lid.weight", "tag", "total", "hash_no", "table", "shelf", "items", "link"]))
def test_everything_else_counts(made, what):
    before = schema.canonical(made)
    if what == "table":
        made.table[1, 0] ^= 1
    elif what == "shelf":
        made.shelf[0, 1].parts[0] ^= 1
    elif what == "items":
        made.filled = max(made.filled, 1)
        before = schema.canonical(made)
        made.items[0].parts[1] ^= 1
    elif what == "lid.weight":
        made.lid.weight ^= 1
    else:
        setattr(made, what, getattr(made, what) ^ 1)

    assert schema.canonical(made) != before


def test_new_objects_are_zero_and_independent():
    one, two = schema.new(Box), schema.new(Box)
    one.items[0].parts[0] = 1
    one.table[0, 0] = 1

    assert not any(schema.pack(two).tobytes())
    assert not any(schema.pack(schema.new(Box)).tobytes())


# Forms


def test_the_large_form_is_longer_and_wider_and_counts_the_same():
    small, large = (schema.schema_of(Box).dtype(form) for form in (SMALL, LARGE))
    made = schema.new(Box)
    made.filled, made.items[2].weight, made.table[1, 2], made.link = 3, 7, 9, 200

    assert [dtype["items"].shape for dtype in (small, large)] == [(3,), (5,)]
    assert [dtype["table"].shape for dtype in (small, large)] == [(2, 3), (2, 4)]
    assert [dtype["link"] for dtype in (small, large)] == [np.uint8, np.uint16]
    wide = schema.new(Box, LARGE)
    wide.link = 60_000
    assert schema.unpack(Box, schema.pack(wide, LARGE)[0]).link == 60_000
    assert len(wide.items) == 5


@struct
class Pool:
    filled: u1
    link: slot
    entries: Annotated[list[i4], Size(2, large=9), Count("filled")]


def test_canonical_bytes_do_not_depend_on_the_form():
    both = [schema.new(Pool, form) for form in (SMALL, LARGE)]
    for made in both:
        made.filled, made.link, made.entries[1] = 2, 3, -5

    texts = {schema.canonical(made) for made in both}
    texts |= {schema.canonical_record(Pool, schema.pack(m, f)[0]) for m, f in zip(both, (SMALL, LARGE), strict=True)}

    assert texts == {b"".join(n.to_bytes(8, "little", signed=True) for n in (2, 3, 0, -5))}


# Numbers that do not fit


@pytest.mark.parametrize(
    "spoil",
    [
        lambda made: setattr(made, "filled", 2**16),
        lambda made: setattr(made, "filled", -1),
        lambda made: setattr(made, "tag", 128),
        lambda made: setattr(made, "link", 256),
        lambda made: setattr(made, "total", 2**63),
        lambda made: setattr(made, "hash_no", -1),
        lambda made: setattr(made, "notes", [0, 0, 2**32, 0]),
        lambda made: setattr(made.lid, "weight", 2**15),
        lambda made: made.items[2].parts.__setitem__(1, 256),
        lambda made: made.table.__setitem__((1, 2), 2**31),
        lambda made: setattr(made.shelf[1, 1], "weight", -(2**15) - 1),
    ],
)
def test_a_number_that_does_not_fit_raises_instead_of_wrapping(spoil):
    made = schema.new(Box)
    spoil(made)

    with pytest.raises(OverflowError):
        schema.pack(made)


# Grids


def test_a_grid_is_read_and_written_by_two_places_like_an_array():
    grid = Grid([[1, 2, 3], [4, 5, 6]])
    grid[1, 0] = 9
    grid[0] = [7, 8, 9]

    assert (grid[1, 0], grid[0], grid[1][2]) == (9, [7, 8, 9], 6)
    with pytest.raises(IndexError):
        grid[2, 0]


# Declarations that cannot exist in both forms


@pytest.mark.parametrize("name", ["size", "shape", "data", "item", "copy", "view", "base", "T", "sort", "_own"])
def test_names_that_numpy_uses_itself_are_refused_with_a_better_one(name):
    with pytest.raises(SchemaError, match=rf"Bad\.{name}: .*choose another, such as '{name}_no'"):
        struct(type("Bad", (), {"__annotations__": {name: i4}}))


@pytest.mark.parametrize(
    ("hint", "sentence"),
    [
        (int, "neither a number of this module"),
        (str, "neither a number of this module"),
        (dict[str, int], "neither a number of this module"),
        (list[i4], "a list needs one length, a Grid two"),
        (Annotated[list[i4], 2, 3], "a list needs one length, a Grid two"),
        (Annotated[Grid[i4], 2], "a list needs one length, a Grid two"),
        (Annotated[list[int], 3], "neither a number of this module"),
        (Annotated[list[i4], 3, Count("amount")], "is counted by 'amount', which is not a field"),
    ],
)
def test_types_that_have_no_record_form_are_refused(hint, sentence):
    with pytest.raises(SchemaError, match=sentence):
        struct(type("Bad", (), {"__annotations__": {"thing": hint}}))


def test_a_class_that_is_not_marked_is_refused():
    with pytest.raises(SchemaError, match="int is not marked @struct"):
        schema.new(int)


def test_a_field_that_was_not_declared_cannot_be_set():
    with pytest.raises(AttributeError):
        schema.new(Item).size_no = 3
