"""What an order's row usually looks like, so that records are small."""

from collections.abc import Sequence

from .rules import tables as t
from .rules.state import State


def usual(g: State, seat: int, row: Sequence[int]) -> Sequence[int]:
    """The values that the next number of an order's row usually has, given those before it."""
    place = len(row)
    robot = g.robots[seat]
    if place == t.TYPE:
        return (t.PROGRAM, t.DRAFT, t.CONFIRM, t.REDEAL, t.RESIGN)
    if row[t.TYPE] not in (t.PROGRAM, t.DRAFT):
        return (0,)
    if place == t.POWER_DOWN:
        return (0, 1)
    if place > t.SLOTS - robot.locked:
        return (0, robot.slots[place - t.SLOT])
    left = [card for card in robot.hand[: robot.hand_count] if card not in row[t.SLOT :]]
    return (*left, t.PAUSE) if robot.model == t.LAZY else left
