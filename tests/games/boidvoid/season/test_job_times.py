"""When jobs are due, over clock changes and downtimes. Time is injected."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from roundhouse.games.boidvoid.season.job_times import Daily, Every, ScheduleError

NIGHT = Daily("30 2 * * *", "Europe/Berlin")


def utc(*parts):
    return datetime(*parts, tzinfo=UTC)


def test_a_time_that_the_clock_skips_is_made_up_for():
    """On 2026-03-29 there is no 02:30 in Berlin."""
    assert NIGHT.after(utc(2026, 3, 28, 12)) == utc(2026, 3, 29, 1, 0)
    assert NIGHT.after(utc(2026, 3, 29, 2)) == utc(2026, 3, 30, 0, 30)


def test_a_time_that_comes_twice_counts_once():
    """On 2026-10-25 there are two 02:30 in Berlin."""
    first = NIGHT.after(utc(2026, 10, 24, 12))
    assert NIGHT.after(first) == utc(2026, 10, 26, 1, 30)


@pytest.mark.rule("BOI-238")
def test_of_missed_days_only_the_newest_is_made_up_for():
    daily = Daily()
    seen = utc(2026, 11, 1, 0, 0)
    assert daily.newest(seen, utc(2026, 11, 1, 23, 59)) is None
    assert daily.newest(seen, utc(2026, 11, 4, 7, 0)) == utc(2026, 11, 4, 0, 0)
    assert daily.newest(utc(2026, 11, 4, 0, 0), utc(2026, 11, 4, 7, 0)) is None  # a second look has no effect


@pytest.mark.rule("BOI-238")
def test_an_overdue_turn_ends_once_and_the_next_is_counted_from_then():
    turns = Every(3600)
    began = utc(2026, 11, 1, 8, 0)
    assert turns.newest(began, utc(2026, 11, 1, 8, 59, 59)) is None
    assert turns.newest(began, utc(2026, 11, 1, 9, 0)) == utc(2026, 11, 1, 9, 0)
    assert turns.newest(began, utc(2026, 11, 1, 9, 0, 20)) == utc(2026, 11, 1, 9, 0)  # a little late does not add up
    back = utc(2026, 11, 1, 14, 30)
    assert turns.newest(began, back) == back
    assert turns.newest(back, back + timedelta(minutes=59)) is None


def test_every_quarter_hour_exactly_once_over_days_with_a_clock_change():
    quarter = Daily("*/15 * * * *", "Europe/Berlin")
    moment, seen = utc(2026, 3, 28, 0, 0), []
    end = utc(2026, 3, 30, 12, 0)
    while (moment := quarter.after(moment)) <= end:
        seen.append(moment)
    assert len(seen) == len(set(seen)) == 60 * 4
    assert all(later - sooner == timedelta(minutes=15) for sooner, later in pairwise(seen))


@pytest.mark.parametrize("line", ["", "99 0 * * *", "0 0 * *", "nonsense"])
def test_what_is_no_time_table_is_said(line):
    with pytest.raises(ScheduleError):
        Daily(line).check()
    Daily("0 0 * * *").check()
    with pytest.raises(ScheduleError):
        Daily("0 0 * * *", "Europe/Nowhere").check()
