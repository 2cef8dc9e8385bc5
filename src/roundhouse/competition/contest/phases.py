"""The phases of a contest, when each is due, and what is allowed in it. Time is always an argument."""

from collections.abc import Mapping
from typing import Literal, get_args

from msgspec import Struct

Phase = Literal["registration", "warm_up", "ladder", "freeze", "finals", "closed"]
PHASES: tuple[Phase, ...] = get_args(Phase)
FIRST: Phase = "registration"


class PhasePlan(Struct, frozen=True, omit_defaults=True):
    """When a phase begins: at a time, or so long after the previous one. Neither: only by hand."""

    at_ms: int | None = None
    after_ms: int | None = None


class Course(Struct, frozen=True):
    """The progress of a contest: its phase, when it was entered, and when each phase began last. After the organiser
    moved it by hand at `moved_ms`, plans for earlier times are ignored."""

    phase: Phase = FIRST
    moved_ms: int = 0
    began: Mapping[Phase, int] = {}


class Due(Struct, frozen=True):
    """The next phase that begins by itself."""

    phase: Phase
    at_ms: int


def order(phase: Phase) -> int:
    return PHASES.index(phase)


def moments(plans: Mapping[Phase, PhasePlan], began: Mapping[Phase, int]) -> dict[Phase, int]:
    """When each phase begins, as far as known. A length counts from when the previous phase really began, or from its
    planned time if it has not begun."""
    made: dict[Phase, int] = {}
    before: int | None = None
    for phase in PHASES:
        plan = plans.get(phase, PhasePlan())
        if plan.at_ms is not None:
            planned: int | None = plan.at_ms
        elif plan.after_ms is not None and before is not None:
            planned = before + plan.after_ms
        else:
            planned = None
        if planned is not None:
            made[phase] = planned
        before = began.get(phase, planned)
    return made


def coming(plans: Mapping[Phase, PhasePlan], course: Course) -> Due | None:
    """The next phase that begins by itself, due or not: the earliest of the later phases, and of two at the same time
    the one that comes first in the contest."""
    later = [
        Due(phase, at_ms)
        for phase, at_ms in moments(plans, course.began).items()
        if order(phase) > order(course.phase) and at_ms >= course.moved_ms
    ]
    return min(later, key=lambda due: (due.at_ms, order(due.phase)), default=None)


def due(plans: Mapping[Phase, PhasePlan], course: Course, now_ms: int) -> Due | None:
    """The phase that should have begun by now. Only one at a time, so that no planned phase is skipped."""
    found = coming(plans, course)
    return found if found is not None and found.at_ms <= now_ms else None


def entered(course: Course, phase: Phase, at_ms: int) -> Course:
    """The course once a phase has begun. Going back forgets when the later ones began."""
    kept = {one: ms for one, ms in course.began.items() if order(one) < order(phase)}
    return Course(phase, at_ms, kept | {phase: at_ms})


# What may be done


def joining(phase: Phase) -> bool:
    """Whether codes are accepted, and new bots and tokens can be made."""
    return phase in ("registration", "warm_up", "ladder")


def pairing(phase: Phase) -> bool:
    """Whether bots that wait for opponents are paired."""
    return phase in ("warm_up", "ladder")


def deciding(phase: Phase) -> bool:
    """Whether the finals are played or over; earlier results are hidden after going back to a phase before them."""
    return order(phase) >= order("finals")


def counting(phase: Phase) -> bool:
    """Whether matches that begin now count for the ladder."""
    return phase == "ladder"
