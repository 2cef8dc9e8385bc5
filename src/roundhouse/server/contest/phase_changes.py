"""The course of an event in the store: begun, moved from phase to phase, planned, undone. The server and the command
line do it in the same way; a server that runs notices within a second."""

import secrets
from collections.abc import Mapping

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

from ...competition.contest import config, join_codes, phases
from ...competition.contest.config import ContestConfig
from ...competition.contest.phases import PHASES, Course, Due, Phase, PhasePlan
from ...store import audit, contest
from ..errors import Refused

TRIES = 20  # to draw a code that nobody has


class ContestState(Struct, frozen=True):
    """An event as it is in the store. `changed` are the plans that are others than those of the file."""

    event: ContestConfig
    course: Course
    changed: Mapping[Phase, PhasePlan]
    stage: int
    settled: bool
    revision: int
    secret: bytes
    made_ms: int

    @property
    def phase(self) -> Phase:
        return self.course.phase

    @property
    def plans(self) -> dict[Phase, PhasePlan]:
        return dict(self.event.plans) | dict(self.changed)

    @property
    def frozen(self) -> bool:
        """Whether the ladder stands still."""
        return stands(self.phase)

    @property
    def next(self) -> Due | None:
        return phases.coming(self.plans, self.course)


def stands(phase: Phase) -> bool:
    return phases.order(phase) >= phases.order("freeze")


def state_of(connection: Connection) -> ContestState | None:
    """The event of this store, if there is one."""
    kept = contest.kept(connection)
    if kept is None:
        return None
    course = msgspec.msgpack.decode(kept.course, type=Course)
    return ContestState(
        config.read(kept.toml),
        course,
        msgspec.msgpack.decode(kept.plans, type=dict[Phase, PhasePlan]),
        kept.stage,
        kept.settled and stands(course.phase),  # one that was taken back is settled no more
        kept.revision,
        kept.secret,
        kept.made_ms,
    )


def needed(connection: Connection) -> ContestState:
    state = state_of(connection)
    if state is None:
        raise no_event()
    return state


def no_event() -> Refused:
    return Refused("no_event", "There is no event here.", status=404)


# Beginning


def found(connection: Connection, toml: str, now_ms: int) -> ContestState:
    """Begin an event, or read its file anew: plans that were changed by hand hold unless the file's have changed."""
    prepare(connection, toml, now_ms)
    state = needed(connection)
    if not state.course.began:
        course = Course(phases.FIRST, now_ms, {phases.FIRST: now_ms})
        contest.change(connection, course=msgspec.msgpack.encode(course))
    return needed(connection)


def prepare(connection: Connection, toml: str, now_ms: int) -> ContestState:
    """An event that has not begun: it has codes, and its clock does not run."""
    event = config.read(toml)
    course = Course(phases.FIRST, now_ms, {})
    encode = msgspec.msgpack.encode
    if contest.found(connection, toml, encode(course), encode({}), now_ms):
        add_codes(connection, event.codes, event.teams, now_ms)
        return needed(connection)
    before = needed(connection)
    if contest.kept(connection).toml != toml:  # type: ignore[union-attr]  # it was there a line above
        plans = before.changed if event.plans == before.event.plans else {}
        contest.change(connection, toml=toml, plans=encode(plans))
        add_codes(connection, 0, event.teams, now_ms)
    return needed(connection)


def add_codes(connection: Connection, count: int, teams: tuple[str, ...] | list[str], now_ms: int) -> int:
    """So many more codes, and one for every team that has none; returns how many there are more."""
    made = 0
    for team in (*teams, *[""] * count):
        for _ in range(TRIES):
            if contest.add_codes(connection, [(join_codes.new(secrets.randbelow), team)], now_ms):
                made += 1
                break
            if team:  # it has a code already
                break
    return made


# Moving


def move(connection: Connection, to: Phase, by: str, now_ms: int, *, planned_ms: int | None = None) -> ContestState:
    """Enter a phase now, by hand or because it was planned for a moment (then that counts as its beginning). Whoever
    goes on to the finals passes the freeze. Raises Refused."""
    state = needed(connection)
    if to == state.phase:
        raise Refused("same_phase", f"The event is in the phase {to!r} already.", field="to", status=409)
    if phases.order(to) > phases.order("freeze") and not state.frozen:
        state = enter(connection, state, "freeze", by, now_ms, now_ms if planned_ms is None else planned_ms)
    if to == "finals" and sum(not one.out for one in contest.entrants(connection)) < config.SEATS:
        raise Refused("few_entrants", "Finals need two entrants or more.", field="to", status=409)
    if to != state.phase:
        state = enter(connection, state, to, by, now_ms, now_ms if planned_ms is None else planned_ms)
    return state


def enter(connection: Connection, state: ContestState, to: Phase, by: str, now_ms: int, at_ms: int) -> ContestState:
    course = phases.entered(state.course, to, at_ms)
    write(connection, state, course, by, now_ms)
    if to == "freeze" and not state.frozen:
        contest.change(connection, stage=state.stage + 1, settled=False)
    return needed(connection)


def write(connection: Connection, state: ContestState, course: Course, by: str, now_ms: int) -> None:
    encode = msgspec.msgpack.encode
    was = encode(state.course)
    done = contest.moved(
        connection, was=was, course=encode(course), phase=course.phase, by=by, now_ms=now_ms, expected=was
    )
    if not done:
        raise Refused("moved", "The event was moved by somebody else at the same moment.", status=409)
    if by:
        audit.note(connection, by, "event_moved", course.phase, {"was": state.phase}, now_ms)


def undoable(connection: Connection) -> Phase | None:
    """The phase that undoing leads back to."""
    last = last_move(connection)
    return None if last is None else msgspec.msgpack.decode(last.was, type=Course).phase


def last_move(connection: Connection) -> contest.Move | None:
    return next((one for one in contest.moves(connection) if not one.undone), None)


def undo(connection: Connection, by: str, now_ms: int) -> ContestState:
    """Take the last move back. What was planned for an earlier moment does not come again by itself."""
    state, last = needed(connection), last_move(connection)
    if last is None:
        raise Refused("nothing_to_undo", "The event has not been moved yet.", status=409)
    was = msgspec.msgpack.decode(last.was, type=Course)
    course = Course(was.phase, now_ms, was.began)
    contest.change(connection, course=msgspec.msgpack.encode(course))
    if stands(was.phase) and not state.frozen:
        contest.change(connection, stage=state.stage + 1, settled=False)  # what was played since counts
    contest.undone(connection, last.id)
    audit.note(connection, by, "event_undone", state.phase, {"to": was.phase}, now_ms)
    return needed(connection)


def plan(connection: Connection, phase: Phase, at_ms: int | None, by: str, now_ms: int) -> ContestState:
    """Let a phase begin by itself at a moment, or only by hand."""
    state = needed(connection)
    if phase == phases.FIRST or phases.order(phase) <= phases.order(state.phase):
        raise Refused("begun", "This phase has begun already.", field="phase", status=409)
    if at_ms is not None and at_ms < now_ms:
        raise Refused("past", "This moment is over; to begin a phase now, move to it.", field="at_ms", status=409)
    changed = dict(state.changed) | {phase: PhasePlan(at_ms=at_ms)}
    known = phases.moments(dict(state.event.plans) | changed, state.course.began)
    planned = [known[one] for one in PHASES[phases.order(state.phase) + 1 :] if one in known]
    if planned != sorted(planned):
        raise Refused("order", "A phase cannot begin before the one before it.", field="at_ms", status=409)
    contest.change(connection, plans=msgspec.msgpack.encode(changed))
    audit.note(connection, by, "event_planned", phase, {"at_ms": at_ms}, now_ms)
    return needed(connection)
