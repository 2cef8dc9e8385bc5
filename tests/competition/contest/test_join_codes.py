"""Join codes: read however they are typed, and on a sheet without a way to break out of it."""

import random
import secrets

import pytest

from roundhouse.competition.contest.join_codes import ALPHABET, LENGTH, Slip, html_sheet, new, read, shown, text_sheet


def test_a_code_is_read_as_it_is_shown_and_otherwise_typed():
    code = new(random.Random(1).randrange)

    assert len(code) == LENGTH
    assert read(code) == read(shown(code)) == read(f" {shown(code).lower()} ") == code


@pytest.mark.parametrize("typed", ["", "ABCD", "ABCD-EFG0", "ABCDEFGHJ", "ÄBCDEFGH", "ABCD\0FGH", "A" * 10_000])
def test_what_cannot_be_a_code_is_none(typed):
    assert read(typed) == ""


def test_codes_are_drawn_from_all_letters():
    drawn = {letter for _ in range(400) for letter in new(secrets.randbelow)}

    assert drawn == set(ALPHABET)


def test_the_text_sheet_has_everything_on_every_slip():
    text = text_sheet("Day", "http://10.0.0.1:8000", [Slip("ABCDEFGH"), Slip("JKLMNPQR", "ada", used=True)])

    assert text.count("http://10.0.0.1:8000/event/join") == 2
    assert "Code: ABCD-EFGH" in text
    assert "Team: ada\n(in use)" in text


def test_the_page_to_print_says_names_as_text():
    page = html_sheet("<script>alert(1)</script>", "http://x", [Slip("ABCDEFGH", "<b>")])

    assert "<script" not in page
    assert "&lt;b&gt;" in page
    assert "ABCD-EFGH" in page
