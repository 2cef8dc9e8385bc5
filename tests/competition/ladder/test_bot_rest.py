"""When a bot is rested."""

import pytest

from roundhouse.competition.ladder.bot_rest import failures, should_rest

LATE, LOST, OFF = "no_command", "connection_lost", "off_lane"


@pytest.mark.parametrize(
    ("newest_first", "rests"),
    [
        ([], False),
        ([LATE], False),
        ([LATE, LATE], False),
        ([LATE, LOST, OFF], True),
        ([LATE, "", LATE, "", LATE], True),
        (["", LATE, LATE, LATE, LATE], False),
        ([LATE, "", "", LATE, "", LATE, LATE], False),
        (["resigned", "resigned", "resigned"], False),
        ([LATE, "resigned", "kicked", LATE, LATE], True),
    ],
)
def test_three_failures_in_five_matches_the_newest_among_them(newest_first, rests):
    assert should_rest(newest_first, rest_after=3) is rests


def test_how_many_failures_are_too_many_can_be_set():
    assert should_rest([LATE], rest_after=1)
    assert not should_rest([LATE] * 4, rest_after=5)


def test_what_is_no_failure():
    assert failures(["", "resigned", LATE, "kicked", LOST]) == [LATE, LOST]
