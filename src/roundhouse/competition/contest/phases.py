"""The phases of an event, when each is due, and what may be done in it. Time is always an argument."""

from collections.abc import Mapping
from typing import Literal, get_args

from msgspec import Struct

Phase = Literal["registration", "warm_up", "ladder", "freeze", "finals", "closed"]
PHASES: tuple[Phase, ...] = get_args(Phase)
FIRST: Phase = "registration"


class Plan(Struct, frozen=True, omit_defaults=True):
    """When a phase begins: at a moment, or so long after the one before it. Neither: only by hand."""

    at_ms: int | None = None
    after_ms: int | None = None


class Course(Struct, frozen=True):
    """How far an event has come: its phase, when it was entered, and when each phase began last. What the organiser
    moved by hand counts from `moved_ms` on: a plan for an earlier moment is not made up for."""

    phase: Phase = FIRST
    moved_ms: int = 0
    began: Mapping[Phase, int] = {}


class Due(Struct, frozen=True):
    """The next phase that comes by itself."""

    phase: Phase
    at_ms: int


def order(phase: Phase) -> int:
    return PHASES.index(phase)


def moments(plans: Mapping[Phase, Plan], began: Mapping[Phase, int]) -> dict[Phase, int]:
    """When each phase begins, as far as it can be said. A length counts from when the phase before it really began,
    or is to begin while it has not."""
    made: dict[Phase, int] = {}
    before: int | None = None
    for phase in PHASES:
        plan = plans.get(phase, Plan())
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


def coming(plans: Mapping[Phase, Plan], course: Course) -> Due | None:
    """The next phase that begins by itself, due or not: the earliest of the later ones, of two at once the one that
    comes first in the day."""
    later = [
        Due(phase, at_ms)
        for phase, at_ms in moments(plans, course.began).items()
        if order(phase) > order(course.phase) and at_ms >= course.moved_ms
    ]
    return min(later, key=lambda due: (due.at_ms, order(due.phase)), default=None)


def due(plans: Mapping[Phase, Plan], course: Course, now_ms: int) -> Due | None:
    """The phase that should have begun by now, one at a time: nothing between is left out that has a plan."""
    found = coming(plans, course)
    return found if found is not None and found.at_ms <= now_ms else None


def entered(course: Course, phase: Phase, at_ms: int) -> Course:
    """The course once a phase has begun. Going back forgets when the later ones began."""
    kept = {one: ms for one, ms in course.began.items() if order(one) < order(phase)}
    return Course(phase, at_ms, kept | {phase: at_ms})


# What may be done


def joining(phase: Phase) -> bool:
    """Codes are taken, and new bots and tokens can be made."""
    return phase in ("registration", "warm_up", "ladder")


def pairing(phase: Phase) -> bool:
    """Those who wait for opponents are brought together."""
    return phase in ("warm_up", "ladder")


def deciding(phase: Phase) -> bool:
    """The finals are played or over; what came of them before somebody went back is not shown."""
    return order(phase) >= order("finals")


def counting(phase: Phase) -> bool:
    """Matches that begin now move the ladder."""
    return phase == "ladder"
