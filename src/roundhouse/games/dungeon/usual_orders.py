"""What an order's row usually looks like, so that records are small."""

from collections.abc import Sequence

from .rules import tables as t
from .rules.phases.lookup import find, neighbour
from .rules.phases.orders import next_robot
from .rules.state import State


def usual(g: State, seat: int, row: Sequence[int]) -> Sequence[int]:
    """The values that the next number of an order's row usually has, given those before it."""
    place = len(row)
    if place == t.TYPE:
        return range(t.BLOCK, t.DONE + 1)
    kind = row[t.TYPE]
    if place == t.ROBOT:
        if kind == t.DONE:
            return (t.UNUSED,)
        return _robots(g, seat, kind in (t.BUY, t.WITHDRAW))
    if place == t.TARGET:
        return _targets(g, seat, kind, row[t.ROBOT])
    if place == t.ARTICLE:
        return _articles(kind, row[t.ROBOT])
    return (1, 2, 3, 4, 5) if kind == t.BUY else (t.UNUSED,)


def _robots(g: State, seat: int, without: bool) -> Sequence[int]:
    """The player's robots, first the one whose turn it is when they are commanded one after the other."""
    own = [robot.serial for robot in g.robots[: g.robot_count] if robot.owner == seat]
    index = next_robot(g, seat)
    if index >= 0:
        turn = own.index(g.robots[index].serial)
        own = own[turn:] + own[:turn]
    return [*own, t.UNUSED] if without else own


def _targets(g: State, seat: int, kind: int, robot: int) -> Sequence[int]:
    index = find(g, robot)
    planet = g.robots[index].planet if index >= 0 else -1
    if kind == t.MOVE:
        return [near for way in range(4) if planet >= 0 and (near := neighbour(g, planet, way)) >= 0]
    if kind == t.BATTLE:
        return [other.serial for other in g.robots[: g.robot_count] if other.planet == planet]
    return () if kind == t.BATTLE_ITEM else (t.UNUSED,)


def _articles(kind: int, robot: int) -> Sequence[int]:
    if kind == t.BUY:
        return (t.ROBOT_ARTICLE,) if robot == t.UNUSED else range(t.ARTICLES)
    if kind == t.BATTLE_ITEM:
        return range(t.ITEMS)
    return {t.REPAIR_ITEM: (t.REPAIR_SWARM,), t.MOVE_ITEM: (t.WORMHOLE,)}.get(kind, (t.UNUSED,))
