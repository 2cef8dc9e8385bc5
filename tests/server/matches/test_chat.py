"""What is said at a match."""

import json

import pytest

from roundhouse.server.errors import Refused
from roundhouse.server.matches.chat import LINES_KEPT, NAMES_MAX, Chat, plain


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("good luck", "good luck"),
        ("  a \n\t b\r\n", "a b"),
        ("\x1b[31mred\x00", "[31mred"),
        ("abc\u202edef\u2066", "abcdef"),
        ("\u00fc \U0001f600", "\u00fc \U0001f600"),
        ("\u200b\x07", ""),
        ("x" * 400, "x" * 300),
    ],
)
def test_nothing_that_garbles_a_page_is_kept(text, clean):
    assert plain(text) == clean


def test_nothing_is_not_said():
    with pytest.raises(Refused, match="nothing to say"):
        Chat().say(1, "ann", " \x07 ", 0.0)


def test_five_lines_in_ten_seconds_are_enough():
    chat = Chat()
    for second in range(5):
        chat.say(1, "ann", "hi", float(second))
    with pytest.raises(Refused) as refused:
        chat.say(1, "ann", "hi", 9.9)
    assert (refused.value.problem.code, refused.value.status) == ("slow_down", 429)
    chat.say(0, "bob", "hi", 9.9)
    chat.say(1, "ann", "hi", 10.1)
    with pytest.raises(Refused):
        chat.say(1, "ann", "hi", 10.2)


def test_only_the_last_lines_are_kept():
    chat = Chat()
    for n in range(LINES_KEPT + 10):
        chat.say(0, f"name {n}", str(n), 0.0)
    assert [json.loads(line)["text"] for line in chat.lines] == [str(n) for n in range(10, LINES_KEPT + 10)]


def test_the_pace_of_countless_names_is_not_remembered():
    chat = Chat()
    for n in range(NAMES_MAX * 2):
        chat.say(0, f"name {n}", "hi", float(n))
    assert len(chat._said) <= NAMES_MAX
