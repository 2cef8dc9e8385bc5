"""Phases: when they are due, what moving by hand does to the plan, and what may be done in each. No clock but ours."""

from typing import get_args

import pytest

from roundhouse.competition.contest.phases import (
    PHASES,
    Course,
    Due,
    Phase,
    PhasePlan,
    coming,
    counting,
    due,
    entered,
    joining,
    moments,
    pairing,
)
from roundhouse.protocol.api.contest import EventFormat, EventPhase

MIN = 60_000
BEGUN = Course("registration", 0, {"registration": 0})
PLANS = {
    "warm_up": PhasePlan(at_ms=30 * MIN),
    "ladder": PhasePlan(at_ms=60 * MIN),
    "freeze": PhasePlan(after_ms=120 * MIN),
    "finals": PhasePlan(after_ms=15 * MIN),
}


def test_pages_and_rules_know_the_same_phases_and_formats():
    from roundhouse.competition.contest.config import Format

    assert get_args(EventPhase) == get_args(Phase)
    assert get_args(EventFormat) == get_args(Format)


def test_lengths_count_from_the_plan_until_a_phase_has_begun():
    planned = moments(PLANS, {"registration": 0})

    assert planned == {"warm_up": 30 * MIN, "ladder": 60 * MIN, "freeze": 180 * MIN, "finals": 195 * MIN}


def test_lengths_count_from_when_the_phase_before_really_began():
    began = entered(entered(BEGUN, "warm_up", 30 * MIN), "ladder", 70 * MIN).began

    assert moments(PLANS, began)["freeze"] == 190 * MIN


def test_a_length_after_a_phase_without_a_plan_waits_for_it():
    plans = {"ladder": PhasePlan(), "freeze": PhasePlan(after_ms=10)}

    assert coming(plans, BEGUN) is None
    assert coming(plans, entered(BEGUN, "ladder", 5)) == Due("freeze", 15)


def test_one_phase_after_the_other_is_due_after_a_long_sleep():
    course, seen = BEGUN, []
    while (found := due(PLANS, course, 1000 * MIN)) is not None:
        seen.append(found)
        course = entered(course, found.phase, found.at_ms)

    assert seen == [
        Due("warm_up", 30 * MIN), Due("ladder", 60 * MIN), Due("freeze", 180 * MIN), Due("finals", 195 * MIN),
    ]  # fmt: skip


@pytest.mark.parametrize(("now_ms", "phase"), [(30 * MIN - 1, None), (30 * MIN, "warm_up")])
def test_a_phase_is_due_at_its_moment_and_not_before(now_ms, phase):
    found = due(PLANS, BEGUN, now_ms)

    assert (found and found.phase) == phase


def test_who_starts_early_is_not_sent_back():
    course = entered(BEGUN, "ladder", 10 * MIN)

    assert due(PLANS, course, 60 * MIN) is None
    assert coming(PLANS, course) == Due("freeze", 130 * MIN)


def test_a_freeze_that_was_taken_back_does_not_come_again():
    frozen = entered(entered(BEGUN, "ladder", 60 * MIN), "freeze", 180 * MIN)
    plans = PLANS | {"freeze": PhasePlan(at_ms=180 * MIN), "finals": PhasePlan(at_ms=240 * MIN)}
    thawed = entered(frozen, "ladder", 181 * MIN)

    assert due(plans, thawed, 200 * MIN) is None
    assert coming(plans, thawed) == Due("finals", 240 * MIN)


def test_two_phases_of_the_same_moment_come_in_their_order():
    plans = {"freeze": PhasePlan(at_ms=5), "finals": PhasePlan(at_ms=5)}
    first = due(plans, BEGUN, 5)
    second = due(plans, entered(BEGUN, "freeze", 5), 5)

    assert (first, second) == (Due("freeze", 5), Due("finals", 5))


def test_going_back_forgets_when_later_phases_began():
    course = entered(entered(entered(BEGUN, "ladder", 1), "freeze", 2), "ladder", 3)

    assert course == Course("ladder", 3, {"registration": 0, "ladder": 3})


def test_what_may_be_done_in_which_phase():
    may = {phase: (joining(phase), pairing(phase), counting(phase)) for phase in PHASES}

    assert may == {
        "registration": (True, False, False),
        "warm_up": (True, True, False),
        "ladder": (True, True, True),
        "freeze": (False, False, False),
        "finals": (False, False, False),
        "closed": (False, False, False),
    }
