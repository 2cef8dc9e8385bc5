"""The chance of every seat to win from a position, judged by what it has and what that will bring.

Random play says little here: it hardly gathers, and a rollout would be thousands of actions. So a seat's points at the
end are estimated, and the seats share the chances by a power of them that grows towards the end. How good that is was
measured on 19 matches of two between the built-in bots, by most of which the numbers below were chosen, as the mean
squared error of seat 1's chance (Brier's score, smaller is better) after 25, 50 and 75 % of a match:

    these chances                                  0.096   0.078   0.057
    who leads wins, with the share that fits       0.094   0.094   0.050
    always one half                                0.250   0.250   0.250

So few matches tell no difference between the first two; these chances also heed units that are hurt or gone.
`python -m tests.games.quest.judge_chances` measures it again. The judgement knows positions, not players.
"""

from collections.abc import Sequence

from ...core.game import Setup
from .figures import points_of
from .rules import tables as t
from .rules.state import State

UNIT_POINTS = 4.0  # what a unit with all its energy surely adds in a round, whoever leads it
CARRIED_POINTS = 1.0  # what a carried resource will be worth
ORIGIN_POINTS = 0.02  # the same for the scoring of the original, in which only kills count
SHARPNESS = 8.0  # the power in the beginning


def chances(states: Sequence[State], setup: Setup, rollouts: int, seed: int) -> tuple[list[list[float]], int]:
    """For each state the chances by seat. Nothing is drawn: rollouts and seed do not matter."""
    return [of(g) for g in states], rollouts


def of(g: State) -> list[float]:
    """Whoever is defeated comes after all others. QST-149"""
    stays = [g.players[seat].defeated == 0 for seat in range(1, g.seats + 1)]
    marks = outlooks(g)
    most = max(marks)
    left = max(0, g.max_rounds - g.round_no + 1) / max(1, g.max_rounds)
    power = SHARPNESS / max(left, 0.02) ** 0.5
    shares = [
        (mark / most) ** power if stay or not any(stays) else 0.0 for mark, stay in zip(marks, stays, strict=True)
    ]
    return [share / sum(shares) for share in shares]


def outlooks(g: State) -> list[float]:
    """The points that each seat is likely to have at the end."""
    worth, goods = (ORIGIN_POINTS, 0.0) if g.origin_scoring else (UNIT_POINTS, CARRIED_POINTS)
    found = [0.0] * (g.seats + 1)
    left = max(0, g.max_rounds - g.round_no + 1)
    for unit in g.units[: g.unit_count]:
        if unit.alive:
            able = unit.max_energy / g.unit_energy
            found[unit.owner] += worth * left * able + goods * sum(unit.carried[: t.RESOURCES])
    return [max(1.0, points_of(g, seat) + found[seat]) for seat in range(1, g.seats + 1)]
