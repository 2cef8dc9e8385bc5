"""Limits written behind a bot, and by Python."""

import pytest

from roundhouse.sdk.sandbox.limits import Limits, LimitsError, limits_of, split_options


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("bots/anna", ("bots/anna", {})),
        ("bots/anna?memory_mb=512", ("bots/anna", {"memory_mb": "512"})),
        ("./bot --ask?x", ("./bot --ask?x", {})),
        ("./bot a=b?cpu_s=1.5&processes=4", ("./bot a=b", {"cpu_s": "1.5", "processes": "4"})),
        ("what?now?lines=3", ("what?now", {"lines": "3"})),
        ("bot?memory_mb=", ("bot", {"memory_mb": ""})),
    ],
)
def test_options_are_what_stands_behind_the_last_question_mark(text, parts):
    assert split_options(text) == parts


def test_limits_are_read_as_numbers():
    assert limits_of({"memory_mb": "512", "cpu_s": "1.5"}) == Limits(memory_mb=512, cpu_s=1.5)
    assert limits_of({"processes": "3"}, Limits(memory_mb=64)) == Limits(memory_mb=64, processes=3)


@pytest.mark.parametrize(
    ("name", "value"),
    [("memory_mb", "much"), ("memory_mb", "0"), ("memory_mb", "-1"), ("cpu_s", "nan"), ("cpu_s", "0"), ("cpu_s", ""),
     ("processes", "1.5"), ("processes", "99999999"), ("memory", "5"), ("line_kb", "1025")],
)  # fmt: skip
def test_a_limit_that_makes_no_sense_is_refused_by_its_name(name, value):
    with pytest.raises(LimitsError) as told:
        limits_of({name: value})

    assert told.value.field == name
    assert name in told.value.sentence
