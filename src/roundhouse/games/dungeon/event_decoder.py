"""From the rows of the event ring to events. DUN-082, DUN-195 to DUN-202"""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from ...core.game import EVERYTHING
from .event_positions import Whereabouts
from .events import (
    Achieved,
    Arrival,
    CargoShared,
    Event,
    Fight,
    GameOver,
    ItemFight,
    ItemMovement,
    ItemRepair,
    Mined,
    Moved,
    Neighbour,
    Neighbours,
    PlanetBlocked,
    Prices,
    Regenerated,
    ResourceAppeared,
    ResourceMined,
    RobotDestroyed,
    RobotSpawned,
    RoundStatus,
    Trade,
    Trophy,
)
from .figures import places_by
from .ids import event_id, order_id, robot_id
from .planets import chart_of
from .reasons import END_REASONS
from .rules import tables as t
from .rules.state import Happening, State
from .view import entered, market

NEIGHBOURS, ARRIVAL = 25, 26  # kinds without a row of their own, for ids
ENDED = {reason.code: reason.name for reason in END_REASONS}
Row = Happening


def events_of(g: State) -> list[Event]:
    """The events of the newest entry, in the order of the rows."""
    return Telling(g).told if g.event_count else []


class Telling:
    """Makes events of the rows of one entry."""

    def __init__(self, g: State) -> None:
        self.g = g
        self.rows = g.events[: g.event_count]
        self.where = Whereabouts(g, self.rows)
        self.chart = chart_of(g)
        self.told: list[Event] = []
        self.round_no = next((row.a for row in self.rows if row.kind == t.ROUND_STATUS), g.round_no)
        self.caused: dict[tuple[int, int, int], list[Row]] = {}  # by kind, seat and order
        for row in self.rows:
            self.caused.setdefault((row.kind, row.seat, row.order_no), []).append(row)
        for at, row in enumerate(self.rows):
            if row.kind == t.ROUND_STATUS:
                self.round_no = row.a
            if row.kind in MAKERS:
                self.told.append(MAKERS[row.kind](self, row, at))
            if row.kind == t.SPAWNED or (row.kind == t.MOVED and row.reason == 0):
                self._entered(row)

    def id(self, kind: int, about: int, number: int = 0) -> str:
        return event_id(self.g, self.round_no, kind, about, number)

    def when(self, row: Row, about: int, number: int = 0, kind: int = 0) -> dict[str, Any]:
        """The fields that every event has. The same thing never happens twice in a round to what it is `about`."""
        return {
            "id": self.id(kind or row.kind, about, number),
            "round": self.round_no,
            "phase": row.phase,
            "transaction": order_id(self.g, row.seat, row.order_no) if row.order_no else None,
        }

    def attempt(self, row: Row, number: int = 0) -> dict[str, Any]:
        """The fields of the result of a command."""
        return {
            **self.when(row, row.robot, number),
            "seat": row.seat,
            "robot": robot_id(self.g, row.robot),
            "success": row.reason == 0,
            "reason": t.FAILURES[row.reason],
        }

    def after(self, at: int, kind: int) -> list[Row]:
        """The rows of a kind that follow a row and belong to it."""
        found = []
        while at + 1 < len(self.rows) and self.rows[at + 1].kind == kind:
            at += 1
            found.append(self.rows[at])
        return found

    def planet(self, index: int) -> str:
        return self.chart.ids[index]

    def _entered(self, row: Row) -> None:
        """What follows when a robot comes to a planet. DUN-047, DUN-197"""
        about: dict[str, Any] = {"seat": row.seat, "robot": robot_id(self.g, row.robot), "planet": self.planet(row.a)}
        around = [
            Neighbour(self.chart.ids[other], self.g.planets[other].gravity, t.DIRECTIONS[way])
            for way, other in self.chart.neighbours[row.a]
        ]
        self.told.append(Neighbours(**self.when(row, row.robot, kind=NEIGHBOURS), **about, neighbours=around))
        others = self.where.present(row.a, row.phase, without=row.seat)
        if others:
            self.told.append(Arrival(**self.when(row, row.robot, kind=ARRIVAL), **about, to=others))


def _prices(to: Telling, row: Row, at: int) -> Prices:
    now = market(to.g)
    return Prices(**to.when(row, 0), articles=now.articles, resources=now.resources)


def _traded(to: Telling, row: Row, at: int) -> Trade:
    """A robot trades once in a round, and a seat buys robots once. DUN-198"""
    sold = to.after(at, t.SOLD)
    bought = to.caused.get((t.SPAWNED, row.seat, row.order_no), []) if row.robot == 0 else []
    return Trade(
        **to.when(row, row.robot or row.seat, int(row.robot == 0)),
        seat=row.seat,
        kind="sell" if row.a == t.UNUSED else "buy",
        robot=robot_id(to.g, row.robot) if row.robot else None,
        success=row.reason == 0,
        reason=t.FAILURES[row.reason],
        article=t.ARTICLE_NAMES[row.a] if row.a >= 0 else None,
        quantity=row.c,
        money=row.b,
        robots=[robot_id(to.g, spawned.robot) for spawned in bought],
        sold={t.KIND_NAMES[part.a]: part.b for part in sold},
        prices={t.KIND_NAMES[part.a]: part.c for part in sold},
    )


def _spawned(to: Telling, row: Row, at: int) -> RobotSpawned:
    own = robot_id(to.g, row.robot)
    return RobotSpawned(
        **to.when(row, row.robot),
        seat=row.seat,
        robot=own,
        planet=entered(to.g, to.chart, row.a, to.where.kind_before(row.a), to.round_no),
        robots={name: seat for name, seat in to.where.names(row.a, row.phase).items() if name != own},
    )


def _moved(to: Telling, row: Row, at: int) -> Moved:
    """DUN-046, DUN-082, DUN-202"""
    moved = row.reason == 0
    return Moved(
        **to.attempt(row),
        energy=row.b,
        origin=to.planet(row.c if moved else row.a),
        planet=entered(to.g, to.chart, row.a, to.where.kind_before(row.a), to.round_no) if moved else None,
        robots=to.where.names(row.a, row.phase) if moved else {},
    )


def _wormholed(to: Telling, row: Row, at: int) -> ItemMovement:
    return ItemMovement(**to.attempt(row), left=row.a, movement=None if row.reason else to.id(t.MOVED, row.robot))


def _blocked(to: Telling, row: Row, at: int) -> PlanetBlocked:
    others = [] if row.reason else to.where.present(row.a, row.phase, without=row.seat)
    return PlanetBlocked(**to.attempt(row), planet=to.planet(row.a), energy=row.b, to=others)


TARGET_FOUND = (0, t.TARGET_OUT_OF_REACH, t.NOT_ENOUGH_ENERGY)  # otherwise its owner or its end might be news


def _hit(to: Telling, row: Row, at: int) -> Fight:
    """DUN-049, DUN-199, DUN-200"""
    item = to.caused.get((t.ITEM_FIGHT, row.seat, row.order_no)) if row.phase == ITEM_PHASE else None
    found = row.a > 0 and row.reason in TARGET_FOUND
    return Fight(
        **to.attempt(row, max(row.a, 0)),
        target=robot_id(to.g, row.a) if found else "",
        target_seat=to.where.owner.get(row.a, 0) if found else 0,
        item=t.ITEM_NAMES[item[0].a] if item else "",
        health=None if row.reason or row.b < 0 else row.b,
        energy=row.c,
    )


ITEM_PHASE = 6


def _item_fight(to: Telling, row: Row, at: int) -> ItemFight:
    hits = [] if row.reason else to.caused.get((t.HIT, row.seat, row.order_no), [])
    fights = [to.id(t.HIT, hit.robot, max(hit.a, 0)) for hit in hits]
    return ItemFight(**to.attempt(row), item=t.ITEM_NAMES[row.a], left=row.b, fights=fights)


def _item_repair(to: Telling, row: Row, at: int) -> ItemRepair:
    healed = {}
    if row.reason == 0:
        rows = (other for other in to.rows if other.kind == t.HEALED and (other.seat, other.b) == (row.seat, row.b))
        healed = {robot_id(to.g, one.robot): one.a for one in rows}
    return ItemRepair(**to.attempt(row), left=row.a, robots=healed)


def _destroyed(to: Telling, row: Row, at: int) -> RobotDestroyed:
    """Its owner is present. DUN-196"""
    credited = [one.seat for one in to.after(at, t.CREDITED)]
    return RobotDestroyed(
        **to.when(row, row.robot),
        robot=robot_id(to.g, row.robot),
        seat=row.seat,
        planet=to.planet(row.a),
        credited=credited,
        to=sorted({row.seat, *credited, *to.where.present(row.a, row.phase)}),
    )


def _shared(to: Telling, row: Row, at: int) -> CargoShared:
    rest = to.after(at, t.SHARED_REST)
    cargo = [row.a, row.b, row.c, *((rest[0].a, rest[0].b) if rest else (0, 0))]
    return CargoShared(
        **to.when(row, row.robot, row.phase),
        seat=row.seat,
        robot=robot_id(to.g, row.robot),
        cargo=dict(zip(t.KIND_NAMES, cargo, strict=True)),
    )


def _mined(to: Telling, row: Row, at: int) -> Mined:
    units = sum(part.b for part in to.after(at, t.YIELD))
    kind = t.KIND_NAMES[row.a] if row.a != t.NOTHING else None
    return Mined(**to.attempt(row), resource=kind, amount=row.b, units=units, energy=row.c)


def _patch_mined(to: Telling, row: Row, at: int) -> ResourceMined:
    """DUN-201"""
    miners = {
        before.seat
        for before, part in zip(to.rows, to.rows[1:], strict=False)
        if before.kind == t.MINED and part.kind == t.YIELD and part.a == row.a
    }
    kind = t.KIND_NAMES[row.reason]
    return ResourceMined(
        **to.when(row, row.a), planet=to.planet(row.a), resource=kind, mined=row.b, left=row.c, to=sorted(miners)
    )


def _appeared(to: Telling, row: Row, at: int) -> ResourceAppeared:
    here = to.where.present(row.a, row.phase)
    kind = t.KIND_NAMES[row.b]
    return ResourceAppeared(**to.when(row, row.a, row.phase), planet=to.planet(row.a), resource=kind, to=here)


def _trophy(to: Telling, row: Row, at: int) -> Trophy:
    category = "game" if row.a < 0 else t.CATEGORY_NAMES[row.a]
    return Trophy(**to.when(row, row.seat, row.a + 1), seat=row.seat, category=category, place=row.b)


MAKERS: dict[int, Callable[[Telling, Row, int], Any]] = {
    t.ROUND_STATUS: lambda to, row, at: RoundStatus(**to.when(row, 0, row.b), status=t.ROUND_STATUSES[row.b]),
    t.PRICES: _prices,
    t.TRADED: _traded,
    t.SPAWNED: _spawned,
    t.MOVED: _moved,
    t.WORMHOLED: _wormholed,
    t.BLOCKED: _blocked,
    t.HIT: _hit,
    t.ITEM_FIGHT: _item_fight,
    t.ITEM_REPAIR: _item_repair,
    t.DESTROYED: _destroyed,
    t.SHARED: _shared,
    t.MINED: _mined,
    t.PATCH_MINED: _patch_mined,
    t.APPEARED: _appeared,
    t.REGENERATED: lambda to, row, at: Regenerated(**to.attempt(row), energy=row.a),
    t.ACHIEVED: lambda to, row, at: Achieved(
        **to.when(row, row.seat, row.a), seat=row.seat, name=t.ACHIEVEMENT_NAMES[row.a]
    ),
    t.TROPHY: _trophy,
    t.GAME_OVER: lambda to, row, at: GameOver(**to.when(row, 0), reason=ENDED[row.a], places=places_by(to.g)[1:]),
}


# An event as somebody may know it (section "Events" of the rules)

PUBLIC = {"round_status", "prices", "achievement", "trophy", "game_over"}
TOLD = {"arrival", "planet_blocked", "robot_destroyed", "resource_mined", "resource_appeared"}  # with a field `to`


def of_event(g: State, event: Any, seat: int) -> Any:
    """An event as a seat may know it, or None. DUN-038, DUN-045 to DUN-054"""
    tag = event.__struct_config__.tag
    if seat == EVERYTHING or tag in PUBLIC:
        return event
    if seat <= 0:
        return None
    if g.open:
        return replace(event, to=UNSET) if tag in TOLD else event
    if tag in TOLD:
        return _told(event, tag, seat)
    if event.seat == seat:
        return event
    if tag == "fight" and event.success and event.target_seat == seat:
        return replace(event, energy=UNSET, transaction=None)  # the attacker's own affair
    return None


def _told(event: Any, tag: str, seat: int) -> Any:
    if tag == "planet_blocked" and event.seat == seat:
        return replace(event, to=UNSET)
    if seat not in event.to:
        return None
    if tag == "planet_blocked":
        return replace(event, to=UNSET, energy=UNSET, transaction=None)
    return replace(event, to=UNSET, transaction=None)
