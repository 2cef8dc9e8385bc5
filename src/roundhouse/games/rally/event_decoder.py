"""The events of a state's ring as messages, and who may know of them."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from ...core.game import EVERYTHING
from ...core.rules import Event as Row
from .cards import name_of, names_of, slots_of
from .events import (
    BackedUp,
    Beam,
    Blocked,
    BurnedIn,
    Confirmed,
    Damaged,
    Dealt,
    Died,
    DraftSaved,
    Eliminated,
    Event,
    Executing,
    Filled,
    GameOver,
    HandSize,
    Moved,
    MovePhaseStarted,
    PhaseStarted,
    PoweredDown,
    PoweredUp,
    ProgrammingStarted,
    Redealt,
    Repaired,
    Resigned,
    Respawned,
    Revealed,
    RoundStarted,
    Ticked,
    Turned,
    When,
)
from .figures import FIGURES, figures_of
from .reasons import END_REASONS
from .rules import tables as t
from .rules.phases.damage import place
from .rules.state import State
from .view import at

ENDED = {reason.code: reason.name for reason in END_REASONS}
TURN_CAUSES: tuple[Any, ...] = ("command", "curve", "gear")
MOVE_CAUSES: tuple[Any, ...] = ("step", "push", "slide", "slow", "fast")
BLOCK_CAUSES: tuple[Any, ...] = ("wall", "robot", "conflict")
DEATH_CAUSES: tuple[Any, ...] = ("hole", "edge", "damage")
REPAIR_CAUSES: tuple[Any, ...] = ("field", "regeneration", "power_down")
PLACES: tuple[Any, ...] = ("backup", "start", "near")


def events_of(g: State) -> list[Event]:
    """The events of the newest entry. The ring holds rows; a row `REVEALED_REST` belongs to the row before it."""
    rows = g.events[: g.event_count]
    begun = [row.b for row in rows if row.kind == t.ROUND_STARTED]
    now = [begun[0] - 1 if begun else g.round_no, 0, 0]  # round, program step, phase
    told: list[Event] = []
    for at_row, row in enumerate(rows):
        if row.kind == t.REVEALED_REST:
            continue
        if row.kind == t.ROUND_STARTED:
            now = [row.b, 0, 0]
        elif row.kind == t.REVEALED:
            now[1:] = row.a, 0
        elif row.kind == t.PHASE_STARTED:
            now[2] = row.b
        elif row.kind == t.ROUND_ENDED:
            now[1:] = 0, 0
            continue
        when = {"round": now[0], "step": now[1], "phase": now[2], "n": len(told) + 1}
        if row.kind == t.REVEALED:
            told.append(_revealed(g, row.b, rows[at_row + 1 : at_row + 2], when))
        else:
            told.append(MAKERS[row.kind](g, row.who, row.a, row.b, when))
    return told


def _revealed(g: State, first: int, after: list[Row], when: When) -> Revealed:
    rest = sum(row.b for row in after if row.kind == t.REVEALED_REST)
    cards = _cards(first, 4) + _cards(rest, 4)
    return Revealed(commands={str(seat): name_of(cards[seat - 1]) for seat in range(1, g.seats + 1)}, **when)


def _cards(packed: int, count: int) -> list[int]:
    return [packed >> t.CARD_BITS * k & 127 for k in range(count)]


def _cell(packed: int) -> int:
    return packed & 1023


def _seats(bits: int) -> list[int]:
    return [seat for seat in range(1, t.SEATS) if bits >> seat & 1]


def _slots(a: int, b: int) -> dict[str, str]:
    """Slots 1 to 4 are in b, slot 5 is a."""
    return slots_of([*_cards(b, 4), a])


def _hand(g: State, seat: int) -> list[str]:
    robot = g.robots[seat]
    return names_of(robot.hand[: robot.hand_count])


def _draft_saved(g: State, seat: int, a: int, b: int, when: When) -> DraftSaved:
    robot = g.robots[seat]
    free = t.SLOTS - robot.locked
    slots = [name_of(card) for card in robot.draft[:free] + robot.slots[free:]]
    return DraftSaved(seat=seat, slots=slots, power_down=bool(robot.announced), **when)


def _respawned(g: State, seat: int, a: int, b: int, when: When) -> Respawned:
    return Respawned(
        seat=seat, cell=at(a), facing=t.FACINGS[b & 3], lives=b >> 4 & 15, damage=b >> 8 & 15, where=PLACES[b >> 12],
        **when,
    )  # fmt: skip


def _moved(g: State, seat: int, a: int, b: int, when: When) -> Moved:
    to = _cell(b)
    return Moved(
        seat=seat,
        origin=at(a),
        to=at(to) if g.kinds[to] != t.OFF else None,
        direction=t.FACINGS[b >> 10 & 3],
        cause=MOVE_CAUSES[b >> 12 & 7],
        by=b >> 15 & 15,
        beat=b >> 19,
        **when,
    )


def _beam(g: State, seat: int, a: int, b: int, when: When) -> Beam:
    way, hits = t.FACINGS[b >> 10 & 3], _seats(b >> 13)
    return Beam(
        origin=at(a), to=at(_cell(b)), direction=way, source=seat, hits=hits, reflected=bool(b >> 12 & 1), **when
    )


def _game_over(g: State, seat: int, a: int, b: int, when: When) -> GameOver:
    seats = range(1, g.seats + 1)
    keys = [figure.key for figure in FIGURES]
    return GameOver(
        winner=seat or None,
        reason=ENDED[b],
        places=[place(g, n) for n in seats],
        figures=[dict(zip(keys, figures_of(g, n), strict=True)) for n in seats],
        **when,
    )


MAKERS: dict[int, Callable[[State, int, int, int, When], Any]] = {
    t.ROUND_STARTED: lambda g, seat, a, b, when: RoundStarted(**when),
    t.RESPAWNED: _respawned,
    t.DEALT: lambda g, seat, a, b, when: Dealt(seat=seat, hand=_hand(g, seat), **when),
    t.HAND_SIZE: lambda g, seat, a, b, when: HandSize(seat=seat, count=b, **when),
    t.PROGRAMMING_STARTED: lambda g, seat, a, b, when: ProgrammingStarted(**when),
    t.DRAFT_SAVED: _draft_saved,
    t.REDEALT: lambda g, seat, a, b, when: Redealt(seat=seat, hand=_hand(g, seat), **when),
    t.CONFIRMED: lambda g, seat, a, b, when: Confirmed(seat=seat, **when),
    t.FILLED: lambda g, seat, a, b, when: Filled(seat=seat, slots=_slots(a, b), **when),
    t.MOVE_PHASE_STARTED: lambda g, seat, a, b, when: MovePhaseStarted(power_down=_seats(b), **when),
    t.PHASE_STARTED: lambda g, seat, a, b, when: PhaseStarted(**when),
    t.EXECUTING: lambda g, seat, a, b, when: Executing(seat=seat, command=str(name_of(b)), **when),
    t.TURNED: lambda g, seat, a, b, when: Turned(seat=seat, facing=t.FACINGS[a], cause=TURN_CAUSES[b], **when),
    t.MOVED: _moved,
    t.BLOCKED: lambda g, seat, a, b, when: Blocked(
        seat=seat, direction=t.FACINGS[a], cause=BLOCK_CAUSES[b], **when
    ),
    t.BEAM: _beam,
    t.DAMAGED: lambda g, seat, a, b, when: Damaged(seat=seat, amount=a, total=b & 255, by=b >> 8, **when),
    t.DIED: lambda g, seat, a, b, when: Died(
        seat=seat, cell=at(a), cause=DEATH_CAUSES[b & 15], by=_seats(b >> 4), **when
    ),
    t.ELIMINATED: lambda g, seat, a, b, when: Eliminated(seat=seat, **when),
    t.RESIGNED: lambda g, seat, a, b, when: Resigned(seat=seat, **when),
    t.BACKED_UP: lambda g, seat, a, b, when: BackedUp(seat=seat, cell=at(a), facing=t.FACINGS[b], **when),
    t.TICKED: lambda g, seat, a, b, when: Ticked(seat=seat, checkpoint=b, **when),
    t.REPAIRED: lambda g, seat, a, b, when: Repaired(
        seat=seat, amount=a, total=b & 255, cause=REPAIR_CAUSES[b >> 8], **when
    ),
    t.BURNED_IN: lambda g, seat, a, b, when: BurnedIn(seat=seat, slots=_slots(a, b), **when),
    t.POWERED_DOWN: lambda g, seat, a, b, when: PoweredDown(seat=seat, **when),
    t.POWERED_UP: lambda g, seat, a, b, when: PoweredUp(seat=seat, **when),
    t.GAME_OVER: _game_over,
}  # fmt: skip


def of_event(g: State, event: Any, seat: int) -> Any:
    """An event as a seat may know it, or None. RAL-044, RAL-045, RAL-050"""
    if seat == EVERYTHING or event.__struct_config__.tag not in SECRET or event.seat == seat:
        return event
    secret = SECRET[event.__struct_config__.tag]
    return replace(event, **{secret: UNSET}) if secret else None


# The events that only their own seat hears whole: what others do not learn, or nothing for all of it
SECRET = {"dealt": "", "draft_saved": "", "redealt": "hand", "filled": "slots"}
