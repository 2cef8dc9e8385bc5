"""Where the own robot would stand if nobody interferes. RAL-270, RAL-271"""

from typing import Any

import msgspec
from msgspec import Struct

from ...core.game import Setup, Verdict
from ...core.schema import new
from .actions import Action, Draft, Program, row_of
from .reasons import REFUSALS
from .rules import tables as t
from .rules.queries import NOWHERE, Way, ghost
from .state_from_view import seen, state_from_view
from .view import Cell


class GhostStop(Struct, frozen=True):
    """The ghost after something that moved or turned it: the program step, the phase in it (1 to 7), where it is and
    how much damage it has. `cell` is null once it is dead."""

    step: int
    phase: int
    cell: Cell | None
    facing: str
    damage: int


class Ghost(Struct, frozen=True):
    """`cell` and `facing` at the end of the round; `died` is the cell of its death, or null; `ticked` as then."""

    cell: Cell | None
    facing: str
    damage: int
    ticked: int
    died: Cell | None
    path: list[GhostStop]


class Refused(Struct, frozen=True):
    """The slots would not be accepted; the refusal says why."""

    refusal: Verdict


def forecast(view: Any, setup: Setup, seat: int, action: Any) -> Ghost | Refused | None:
    """What a draft or a program leads to, by the real rules with the own robot alone on the board; None for other
    actions and for a robot that is not on the board. Whether the seat has confirmed does not matter. RAL-270,
    RAL-271"""
    shown = seen(view)
    wanted: Any = action if isinstance(action, Action) else msgspec.convert(action, Action)
    robot = shown.robots[seat - 1]
    if not isinstance(wanted, Draft | Program) or robot.cell is None:
        return None
    way = new(Way)
    code = ghost([state_from_view(shown, setup)], 0, seat, row_of(wanted), [way])  # type: ignore[arg-type]
    if code:
        line = next(line for line in REFUSALS if line.code == code)
        return Refused(Verdict(line.verdict, line.name, line.field, line.rule, line.sentence))
    path = [
        GhostStop(stop.step, stop.phase, _cell(stop.x, stop.y), t.FACINGS[stop.facing], stop.damage)
        for stop in way.stops[: way.count]
    ]
    end, died = way.end, _cell(way.died_x, way.died_y)
    return Ghost(_cell(end.x, end.y), t.FACINGS[end.facing], end.damage, way.ticked, died, path)


def _cell(x: int, y: int) -> Cell | None:
    return None if x == NOWHERE else (x, y)
