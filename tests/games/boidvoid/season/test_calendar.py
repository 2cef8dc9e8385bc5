"""Dates of seasons and their table."""

from datetime import date

import pytest

from roundhouse.games.boidvoid.season.calendar import (
    Season,
    SeasonError,
    check,
    overlap,
    points,
    table,
    to_end,
    to_start,
)

A = Season(id=1, name="A", start=date(2025, 3, 1), end=date(2025, 3, 8))
B = Season(id=2, name="B", start=date(2025, 3, 8), end=date(2025, 3, 20))
C = Season(id=3, name="C", start=date(2025, 3, 7), end=date(2025, 3, 9))


def state(season, value):
    return Season(id=season.id, name=season.name, start=season.start, end=season.end, state=value)


@pytest.mark.rule("BOI-010", "BOI-011")
def test_t3_seasons_may_touch_but_not_overlap():
    check(B, [A])
    with pytest.raises(SeasonError) as refused:
        check(C, [A])
    assert refused.value.code == "season_overlap"
    assert overlap(C, B)
    assert not overlap(A, B)
    check(A, [A])  # itself, when it is edited


@pytest.mark.rule("BOI-009")
@pytest.mark.parametrize("end", [date(2025, 3, 1), date(2025, 2, 1)])
def test_a_season_ends_after_it_starts(end):
    with pytest.raises(SeasonError) as refused:
        check(Season(id=1, name="A", start=date(2025, 3, 1), end=end), [])
    assert (refused.value.code, refused.value.field) == ("bad_dates", "end")


@pytest.mark.rule("BOI-296")
def test_an_ended_season_stays_as_it_was():
    with pytest.raises(SeasonError) as refused:
        check(state(A, "ended"), [])
    assert refused.value.code == "season_ended"


@pytest.mark.rule("BOI-232", "BOI-233")
def test_t3_the_daily_jobs_end_one_season_and_start_the_next():
    running, waiting = state(A, "active"), B
    day_before, day = date(2025, 3, 7), date(2025, 3, 8)
    assert to_end([running, waiting], day_before) == []
    assert to_end([running, waiting], day) == [running]
    assert to_start([running, waiting], day) is None  # one at a time
    assert to_start([state(A, "ended"), waiting], day) == waiting
    assert to_start([state(A, "ended"), waiting], day_before) is None
    assert to_start([waiting], date(2025, 3, 20)) is None  # it would be over


@pytest.mark.rule("BOI-265")
def test_t4_points_by_rank():
    assert points([1, 2, 3]) == [2, 1, 0]
    assert points([1, 1, 3]) == [1.5, 1.5, 0]
    assert points([2, 1]) == [0, 1]


@pytest.mark.rule("BOI-265")
def test_the_table_adds_up_and_parts_ties_by_tiles():
    lines = table([(7, 2, 40), (8, 1, 30), (9, 1.5, 10), (8, 1, 30), (5, 2, 40)])
    assert [(line.player, line.place, line.points, line.tiles, line.games) for line in lines] == [
        (8, 1, 2, 60, 2),
        (5, 2, 2, 40, 1),
        (7, 2, 2, 40, 1),
        (9, 4, 1.5, 10, 1),
    ]
