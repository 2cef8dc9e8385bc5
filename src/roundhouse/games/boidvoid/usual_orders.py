"""What an order's row usually looks like, so that records are small. BOI-306"""

from collections.abc import Sequence

from .rules import tables as t
from .rules.state import State

ZERO = (0,)
NEAR = 3


def usual(g: State, seat: int, row: Sequence[int]) -> Sequence[int]:
    """The values that the next number of an order's row usually has, given those before it."""
    column = len(row)
    if column == t.ACTION:
        return range(t.RESTART + 1)
    action = row[t.ACTION]
    if action in (t.DONE, t.RESTART):
        return ZERO
    if column == t.UNIT:
        return _units(g, seat)
    if column == t.A:
        return _first(g, row)
    if column == t.B:
        if action in (t.MOVE, t.SPAWN, t.SWARM_LEAVE):
            return _near(g, row[t.UNIT], 1, g.side) if action != t.SPAWN else range(g.side)
        return range(2) if action == t.BOOST else ZERO
    if column == t.C and action == t.BOOST:
        return [0, row[t.UNIT]]
    return range(4) if column == t.D and action == t.MOVE else ZERO


def _units(g: State, seat: int) -> list[int]:
    """What a seat commands: ships, the mothership, swarms."""
    team = g.seat_team[seat]
    own = [n + 1 for n, player in enumerate(g.players[: g.player_count]) if player.seat == seat]
    return [
        0,
        *own,
        g.player_count + team,
        *(swarm.serial for swarm in g.swarms[: g.swarm_count] if swarm.team == team),
    ]


def _near(g: State, unit: int, which: int, side: int) -> Sequence[int]:
    """Columns or lines around a unit."""
    if not 1 <= unit <= g.unit_count or g.units[unit - 1].tile < 0:
        return range(side)
    tile = g.units[unit - 1].tile
    middle = (tile % side, tile // side)[which]
    return range(max(0, middle - NEAR), min(side - 1, middle + NEAR) + 1)


def _first(g: State, row: Sequence[int]) -> Sequence[int]:
    action = row[t.ACTION]
    if action in (t.MOVE, t.SWARM_LEAVE):
        return _near(g, row[t.UNIT], 0, g.side)
    if action == t.SPAWN:
        return range(g.side)
    if action == t.BATTERY:
        return range(g.ratio_min, g.ratio_max + 1)
    if action == t.ATTACK:
        return range(1, g.unit_count + 1)
    if action == t.SWARM_JOIN:
        return [swarm.serial for swarm in g.swarms[: g.swarm_count]]
    if action == t.AUTOMODE:
        return range(2)
    return range(t.ITEMS) if action in (t.BUILD, t.BOOST, t.UNSTAKE, t.EQUIP) else ZERO
