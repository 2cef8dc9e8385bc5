"""What a request is answered with at once, read right after it was entered. QST-050, QST-080, QST-085, QST-091"""

from typing import Any

from msgspec import UNSET

from .actions import Action, Attack, Dig, EndTurn, Pickup, Research, Resign
from .cells import cells, square
from .event_decoder import newest_dig
from .rules import tables as t
from .rules.state import State
from .view import Answer, own_unit


def answer(g: State, seat: int, action: Action, accepted: bool) -> Answer:
    """The unit as it is now, the cells that it sees, and what the action itself tells. A refused one tells no more."""
    if isinstance(action, EndTurn | Resign):
        return Answer()
    k = place_of(g, seat, action.unit)
    told = _told(g, seat, action) if accepted else {}
    if k < 0:
        return Answer(**told)
    unit = g.units[k]
    around = cells(g, square(g, unit.x, unit.y, g.view_radius), seat) if action.view else UNSET
    return Answer(unit=own_unit(g, k), cells=around, **told)


def place_of(g: State, seat: int, unit: int) -> int:
    """Where a seat's unit stands in the state's list, -1 for one that it does not have."""
    number = unit - seat * t.FIRST_ID
    k = (seat - 1) * g.units_each + number
    return k if 0 <= number < g.units_each and g.units[k].alive else -1


def _told(g: State, seat: int, action: Any) -> dict[str, Any]:
    rows = g.events[: g.event_count]
    if isinstance(action, Dig):
        return {"found": newest_dig(g, seat)}
    if isinstance(action, Pickup):
        took = {t.THING_NAMES[row.a]: row.b for row in rows if row.kind == t.TOOK}
        return {"taken": {name: took.get(name, 0) for name in action.what}, "gold": g.players[seat].gold}
    if isinstance(action, Research):
        return {"gold": g.players[seat].gold}
    if isinstance(action, Attack):
        hits = {row.c: row.a for row in rows if row.kind == t.DAMAGED}
        return {"damage": hits.get(0, 0)} | ({"struck_back": hits[1]} if 1 in hits else {})
    return {}
