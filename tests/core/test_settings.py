"""Settings: defaults, then the preset, then what was asked for; what is not allowed is named with what is."""

from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from roundhouse.core.settings import SetupError, allowed, describe, resolve


class Board(Struct):
    width: int


class Options(Struct, frozen=True, kw_only=True):
    speed: Annotated[int, Meta(ge=1, le=9, description="how fast")] = 3
    share: Annotated[float, Meta(ge=0, le=1)] = 0.5
    walls: bool = True
    mode: Literal["calm", "wild"] = "calm"
    map: Annotated[Board | None, Meta(description="a board")] = None


KEYS = "speed, share, walls, mode, map."
PRESETS = {"plain": {}, "quick": {"speed": 9, "mode": "wild"}}


def test_explicit_values_come_before_the_preset_and_that_before_the_defaults():
    assert resolve(Options, PRESETS, "plain", {}) == {
        "speed": 3, "share": 0.5, "walls": True, "mode": "calm", "map": None,
    }  # fmt: skip
    assert resolve(Options, PRESETS, "quick", {"speed": 5}) == {
        "speed": 5, "share": 0.5, "walls": True, "mode": "wild", "map": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("preset", "explicit", "sentence"),
    [
        ("slow", {}, "bad_settings: preset: 'slow' is not allowed; allowed is one of plain, quick."),
        ("plain", {"spede": 1}, "bad_settings: spede: there is no such setting; there are " + KEYS),
        ("plain", {"speed": 0}, "bad_settings: speed: 0 is not allowed; allowed is a whole number from 1 to 9."),
        ("plain", {"speed": 10}, "bad_settings: speed: 10 is not allowed; allowed is a whole number from 1 to 9."),
        ("plain", {"speed": 2.5}, "bad_settings: speed: 2.5 is not allowed; allowed is a whole number from 1 to 9."),
        ("plain", {"speed": "5"}, "bad_settings: speed: '5' is not allowed; allowed is a whole number from 1 to 9."),
        ("plain", {"speed": True}, "bad_settings: speed: True is not allowed; allowed is a whole number from 1 to 9."),
        ("plain", {"speed": None}, "bad_settings: speed: None is not allowed; allowed is a whole number from 1 to 9."),
        ("plain", {"share": 1.5}, "bad_settings: share: 1.5 is not allowed; allowed is a number from 0 to 1."),
        ("plain", {"share": float("nan")}, "bad_settings: share: nan is not allowed; allowed is a number from 0 to 1."),
        ("plain", {"walls": 1}, "bad_settings: walls: 1 is not allowed; allowed is true or false."),
        ("plain", {"mode": "odd"}, "bad_settings: mode: 'odd' is not allowed; allowed is one of calm, wild."),
        ("plain", {"map": 3}, "bad_settings: map: 3 is not allowed; allowed is an object."),
    ],
)  # fmt: skip
def test_what_is_not_allowed_is_named_with_what_is(preset, explicit, sentence):
    with pytest.raises(SetupError) as refused:
        resolve(Options, PRESETS, preset, explicit)

    assert str(refused.value) == sentence
    assert refused.value.code == "bad_settings"


def test_a_map_that_is_wrong_inside_is_a_bad_map():
    with pytest.raises(SetupError) as refused:
        resolve(Options, PRESETS, "plain", {"map": {"width": "wide"}})

    assert (refused.value.code, refused.value.field) == ("bad_map", "map")


def test_every_setting_is_described():
    assert describe(Options)[0] == {
        "key": "speed", "default": 3, "allowed": "a whole number from 1 to 9", "sentence": "how fast",
    }  # fmt: skip
    assert [row["key"] for row in describe(Options)] == ["speed", "share", "walls", "mode", "map"]
    assert (allowed(int), allowed(float), allowed(str)) == ("a whole number", "a number", "a text")


def test_a_number_or_a_word_is_described_as_both():
    timer = Annotated[Annotated[int, Meta(ge=15, le=300)] | Literal["off"], Meta(description="time")]

    assert allowed(timer) == "a whole number from 15 to 300 or off"


def test_several_values_are_described_by_one_of_them():
    level = Annotated[int, Meta(ge=0, le=30)]

    assert allowed(Annotated[tuple[level, ...], Meta(min_length=6, max_length=6)]) == (
        "6 values, each a whole number from 0 to 30"
    )
    assert allowed(tuple[level, ...]) == "values, each a whole number from 0 to 30"


def test_a_sentence_does_not_hide_the_range_it_is_added_to():
    level = Annotated[int, Meta(ge=0, le=30)]
    levels = Annotated[tuple[level, ...], Meta(min_length=6, max_length=6)]

    assert allowed(Annotated[level, Meta(description="one")]) == "a whole number from 0 to 30"
    assert allowed(Annotated[levels, Meta(description="six")]) == "6 values, each a whole number from 0 to 30"


def test_a_setting_that_is_an_object_is_described_with_what_it_is_at_first():
    class Recipes(Struct, frozen=True, kw_only=True):
        ways: Annotated[dict[Literal["sword", "trap"], int], Meta(description="what things are made of")] = {}

    assert describe(Recipes) == [
        {"key": "ways", "default": {}, "allowed": "an object", "sentence": "what things are made of"}
    ]
