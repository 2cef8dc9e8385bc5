"""From the rows of the event ring to events, and what of an event a seat may know. QST-119, QST-138 to QST-142"""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from ...core.game import EVERYTHING
from .actions import things_of
from .events import (
    Crafted,
    Damage,
    Defeated,
    Died,
    Drain,
    Drained,
    Dropped,
    DugUp,
    Equipped,
    Event,
    GameOver,
    Moved,
    PickedUp,
    Points,
    Researched,
    Respawned,
    RetaliationSet,
    TowerDestroyed,
    TowerPlaced,
    TowerReport,
    TrapPlaced,
    TrapSprung,
    TurnEnd,
    TurnStart,
    UnitReport,
)
from .figures import figures_by_key, places_by, points_of
from .reasons import END_REASONS, LEAVE_REASONS
from .rules import tables as t
from .rules.state import Happening, State

ENDED = {reason.code: reason.name for reason in END_REASONS}
DEFEATED = {0: "no_units"} | {reason.code: reason.name for reason in LEAVE_REASONS}
TURN_ENDS = ("time", "end_turn", "max_actions", "resigned")
Row = Happening


def events_of(g: State) -> list[Event]:
    """The events of the newest entry, in the order of the rows."""
    rows = g.events[: g.event_count]
    told: list[Event] = []
    for at, row in enumerate(rows):
        make = MAKERS.get(row.kind)
        if make is not None and not (row.kind in TOGETHER and at and _same(rows[at - 1], row)):
            told.append(make(g, rows, at))
    return told


def _same(before: Row, row: Row) -> bool:
    """Whether two rows are pairs of one pickup or drop."""
    return before.kind == row.kind and before.unit == row.unit


def place(g: State, cell: int) -> dict[str, int]:
    return {"x": cell % g.width, "y": cell // g.width}


def seats(bits: int) -> list[int]:
    return [seat for seat in range(1, t.SEATS) if bits >> seat & 1]


def owner(unit: int) -> int:
    return unit // t.FIRST_ID


def _turn_end(g: State, rows: list[Row], at: int) -> TurnEnd:
    row = rows[at]
    lost = row.a == t.BY_LEAVING and not g.players[row.seat].defeated
    return TurnEnd(row.seat, "disconnected" if lost else TURN_ENDS[row.a])


def _turn_start(g: State, rows: list[Row], at: int) -> TurnStart:
    """QST-119"""
    seat, first = rows[at].seat, (rows[at].seat - 1) * g.units_each
    gained: dict[int, int] = {}
    drains: dict[int, list[Drain]] = {}
    for row in rows[at:]:
        if row.kind == t.REPLENISHED:
            gained[row.unit] = row.a
        elif row.kind == t.DRAINED:
            drains.setdefault(row.unit, []).append(Drain(row.other, row.a))
    reports = []
    for number in range(g.units_each):
        unit, id_ = g.units[first + number], seat * t.FIRST_ID + number
        if unit.alive:
            reports.append(
                UnitReport(
                    id=id_,
                    energy=unit.energy,
                    max_energy=unit.max_energy,
                    replenished=gained.get(id_, 0),
                    drained=drains.get(id_, []),
                )
            )
    return TurnStart(
        seat=seat,
        round=rows[at].a,
        rounds_left=g.max_rounds - rows[at].a,
        units=reports,
        towers=[TowerReport(tower.serial, tower.energy) for tower in g.towers[: g.tower_count] if tower.owner == seat],
    )


def _drained(g: State, rows: list[Row], at: int) -> Drained:
    row = rows[at]
    return Drained(
        seat=row.seat, unit=row.unit, tower=row.other, tower_seat=row.c, amount=row.a, tower_energy=row.b
    )  # fmt: skip


def _moved(g: State, rows: list[Row], at: int) -> Moved:
    row = rows[at]
    left = place(g, row.a)
    return Moved(
        seat=row.seat,
        unit=row.unit,
        **place(g, row.cell),
        from_x=left["x"],
        from_y=left["y"],
        seen=seats(row.seen),
        seen_from=seats(row.c),
    )


def _trap_sprung(g: State, rows: list[Row], at: int) -> TrapSprung:
    row = rows[at]
    return TrapSprung(
        seat=row.seat, unit=row.unit, trap_seat=row.b, **place(g, row.cell), level=row.a, frozen=row.c,
        seen=seats(row.seen),
    )  # fmt: skip


def _damage(g: State, rows: list[Row], at: int) -> Damage:
    row = rows[at]
    return Damage(
        seat=row.seat, attacker=row.unit, target=row.other, target_seat=owner(row.other), **place(g, row.cell),
        damage=row.a, retaliation=row.c != 0, seen=seats(row.seen),
    )  # fmt: skip


def _died(g: State, rows: list[Row], at: int) -> Died:
    row = rows[at]
    return Died(
        seat=row.seat, unit=row.unit, **place(g, row.cell), by=row.other, by_seat=owner(row.other),
        seen=seats(row.seen),
    )  # fmt: skip


def _dug(g: State, rows: list[Row], at: int) -> DugUp:
    row = rows[at]
    return DugUp(seat=row.seat, unit=row.unit, **place(g, row.cell), resources=newest_dig(g, row.seat))


def newest_dig(g: State, seat: int) -> dict[str, int]:
    """What the newest dig of a seat found. QST-080"""
    column = seat * t.DIGS_OWN + (g.players[seat].digs - 1) % t.DIGS_OWN
    return things_of([g.digs[2 + resource, column] for resource in range(t.RESOURCES)])


def _pairs(rows: list[Row], at: int) -> list[Row]:
    """The rows of one pickup or drop, from its first on."""
    end = at + 1
    while end < len(rows) and _same(rows[at], rows[end]):
        end += 1
    return rows[at:end]


def _took(g: State, rows: list[Row], at: int) -> PickedUp:
    """Others see only what was lying on the surface."""
    row, pairs = rows[at], _pairs(rows, at)
    surface = {t.THING_NAMES[one.a]: one.b - one.c for one in pairs if one.b > one.c}
    return PickedUp(
        seat=row.seat,
        unit=row.unit,
        **place(g, row.cell),
        what={t.THING_NAMES[one.a]: one.b for one in pairs},
        surface=surface,
        seen=seats(row.seen) if surface else [],
    )


def _dropped(g: State, rows: list[Row], at: int) -> Dropped:
    row = rows[at]
    what = {t.THING_NAMES[one.a]: one.b for one in _pairs(rows, at)}
    return Dropped(seat=row.seat, unit=row.unit, **place(g, row.cell), what=what, seen=seats(row.seen))


def _points(g: State, rows: list[Row], at: int) -> Points:
    """In origin's scoring they are those of now: several rows of one step then tell the same."""
    row = rows[at]
    points = points_of(g, row.seat) if g.origin_scoring else row.c
    return Points(seat=row.seat, source=t.SOURCE_NAMES[row.a], gained=row.b, points=points)


def _game_over(g: State, rows: list[Row], at: int) -> GameOver:
    """QST-142"""
    all_seats = range(1, g.seats + 1)
    return GameOver(
        reason=ENDED[rows[at].a],
        places=places_by(g)[1:],
        points=[points_of(g, seat) for seat in all_seats],
        stats=[figures_by_key(g, seat) for seat in all_seats],
        seed=g.seed,
    )


def _simple(make: Callable[[State, Row], Any]) -> Callable[[State, list[Row], int], Any]:
    """A maker that needs only its own row."""
    return lambda g, rows, at: make(g, rows[at])


TOGETHER = {t.TOOK, t.DROPPED}  # a row per pair, one event for all
MAKERS: dict[int, Callable[[State, list[Row], int], Any]] = {
    t.TURN_ENDED: _turn_end,
    t.TURN_STARTED: _turn_start,
    t.DRAINED: _drained,
    t.TOWER_DESTROYED: _simple(
        lambda g, row: TowerDestroyed(
            seat=row.seat, tower=row.other, **place(g, row.cell), level=row.a, seen=seats(row.seen)
        )
    ),
    t.MOVED: _moved,
    t.TRAP_SPRUNG: _trap_sprung,
    t.DAMAGED: _damage,
    t.DIED: _died,
    t.RESPAWNED_AT: _simple(
        lambda g, row: Respawned(seat=row.seat, unit=row.unit, **place(g, row.cell), seen=seats(row.seen))
    ),
    t.DUG: _dug,
    t.TOOK: _took,
    t.DROPPED: _dropped,
    t.CRAFTED: _simple(lambda g, row: Crafted(seat=row.seat, unit=row.unit, item=t.BLUEPRINT_NAMES[row.a])),
    t.EQUIPPED: _simple(
        lambda g, row: Equipped(seat=row.seat, unit=row.unit, item=t.BLUEPRINT_NAMES[row.a], seen=seats(row.seen))
    ),
    t.RESEARCHED: _simple(
        lambda g, row: Researched(seat=row.seat, unit=row.unit, kind=t.KIND_NAMES[row.a], level=row.b, gold=row.c)
    ),
    t.TOWER_PLACED: _simple(
        lambda g, row: TowerPlaced(
            seat=row.seat, tower=row.other, **place(g, row.cell), level=row.a, seen=seats(row.seen)
        )
    ),
    t.TRAP_PLACED: _simple(
        lambda g, row: TrapPlaced(seat=row.seat, **place(g, row.cell), level=row.a, seen=seats(row.seen))
    ),
    t.RETALIATION_SET: _simple(lambda g, row: RetaliationSet(seat=row.seat, unit=row.unit, energy=row.a, cutoff=row.b)),
    t.POINTS: _points,
    t.DEFEATED: _simple(lambda g, row: Defeated(row.seat, DEFEATED[row.a])),
    t.GAME_OVER: _game_over,
}


# An event as somebody may know it

PUBLIC = {TurnEnd, Points, Defeated, GameOver}
SEEN = {TowerPlaced, TowerDestroyed, TrapPlaced, TrapSprung, Damage, Died, Respawned, Dropped, Equipped}
OWNERS: dict[type, str] = {
    TrapSprung: "trap_seat",
    Damage: "target_seat",
    Died: "by_seat",
    Drained: "tower_seat",
}  # told as well


def of_event(g: State, event: Any, seat: int) -> Any:
    """An event as a seat may know it, or None. QST-138 to QST-142"""
    kind: type = type(event)
    if kind in PUBLIC:
        return event
    if kind is TurnStart:
        return event if seat in (event.seat, EVERYTHING) else replace(event, units=UNSET, towers=UNSET)
    if kind is Moved:
        return _of_move(event, seat)
    knows = seat == EVERYTHING or (seat > 0 and (event.seat == seat or getattr(event, OWNERS.get(kind, ""), 0) == seat))
    if kind is PickedUp:
        if knows:
            return replace(event, seen=UNSET)
        return replace(event, what=event.surface, seen=UNSET) if seat in event.seen else None
    if kind in SEEN:
        return replace(event, seen=UNSET) if knows or seat in event.seen else None
    return event if knows else None


def _of_move(event: Moved, seat: int) -> Moved | None:
    """Only the ends that the seat sees."""
    told = replace(event, seen=UNSET, seen_from=UNSET)
    if seat in (event.seat, EVERYTHING):
        return told
    if seat not in event.seen:  # type: ignore[operator]
        told = replace(told, x=UNSET, y=UNSET)
    if seat not in event.seen_from:  # type: ignore[operator]
        told = replace(told, from_x=UNSET, from_y=UNSET)
    return None if told.x is told.from_x is UNSET else told
