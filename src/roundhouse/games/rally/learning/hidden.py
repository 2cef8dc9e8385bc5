"""Rally: the others' hands, what they have drafted, and the order of the pile."""

from typing import Any

from ....rl.hidden_information import Dice
from ..rules import tables


def draw_hidden(g: Any, seat: int, key: int) -> None:
    """A seat knows its own hand and what is burned in. All cards are shuffled every round, so that each other card is
    as likely in another hand as in the pile; what others have drafted is drawn from their new hands."""
    others = [n for n in range(1, g.seats + 1) if n != seat]
    # A redealt hand lies on the discard pile; whose it was knows its cards, which then are not in anybody's hand.
    pool = [card for n in others for card in g.robots[n].hand[: g.robots[n].hand_count]]
    pool += g.pile[: g.pile_count]
    dice = Dice(key)
    dice.shuffle(pool)
    for n in others:
        robot = g.robots[n]
        drafted = [slot for slot in range(tables.SLOTS) if robot.draft[slot] not in (0, tables.PAUSE)]
        for k in range(robot.hand_count):
            robot.hand[k] = pool.pop()
        cards = robot.hand[: robot.hand_count]
        dice.shuffle(cards)
        for slot in drafted:
            robot.draft[slot] = cards.pop()
    for k in range(g.pile_count):
        g.pile[k] = pool.pop()
