"""The chance of every seat to win from a position, judged by what it has and what that will bring.

Random play says little here: it does not invest, and a rollout would be hundreds of rounds of hundreds of robots. So a
seat's score at the end is estimated, and the seats share the chances by a power of it that grows towards the end. How
good that is was measured on 30 matches of two between the built-in bots, as the mean squared error of seat 1's chance
(Brier's score, smaller is better) after 25, 50 and 75 % of a match:

    these chances                                  0.130   0.120   0.057
    who leads wins, with the share that fits       0.121   0.139   0.090
    always one half                                0.250   0.250   0.250

`python -m tests.games.dungeon.judge_chances` measures it again. The judgement knows positions, not players.
"""

from collections.abc import Sequence

from ...core.game import Setup
from .rules.state import State
from .rules.tables import STATS

ROBOT_POINTS = 3.0  # what a robot adds in a round by mining, moving and trading, besides its levels
MONEY_POINTS = 0.5  # what a moneten becomes at least
GROWTH = 0.012  # by which a swarm's points of a round grow in a round
SHARPNESS = 2.2  # the power in the beginning


def chances(states: Sequence[State], setup: Setup, rollouts: int, seed: int) -> tuple[list[list[float]], int]:
    """For each state the chances by seat. Nothing is drawn: rollouts and seed do not matter."""
    return [of(g) for g in states], rollouts


def of(g: State) -> list[float]:
    """Whoever has left comes after all that stayed. DUN-256"""
    seats = range(1, g.seats + 1)
    stayed = [g.players[seat].left == 0 for seat in seats]
    marks = outlooks(g)
    most = max(marks)
    left = max(0, g.max_rounds - g.round_no + 1) / max(1, g.max_rounds)
    power = SHARPNESS / max(left, 0.02) ** 0.5
    shares = [
        (mark / most) ** power if stays or not any(stayed) else 0.0 for mark, stays in zip(marks, stayed, strict=True)
    ]
    return [share / sum(shares) for share in shares]


def outlooks(g: State) -> list[float]:
    """The score that each seat is likely to have at the end."""
    levels, robots = [0] * (g.seats + 1), [0] * (g.seats + 1)
    for n in range(g.robot_count):
        robot = g.robots[n]
        robots[robot.owner] += 1
        levels[robot.owner] += sum(robot.levels[stat] for stat in range(STATS))
    left = max(0, g.max_rounds - g.round_no + 1)
    grown = ((1 + GROWTH) ** left - 1) / GROWTH  # rounds, each counted by how much the swarm has grown until then
    found = []
    for seat in range(1, g.seats + 1):
        player = g.players[seat]
        worth = levels[seat] + ROBOT_POINTS * robots[seat] + MONEY_POINTS * player.money / max(1, left)
        found.append(max(1.0, sum(player.scores) + worth * grown))
    return found
