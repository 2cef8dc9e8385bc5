"""Skills by OpenSkill: what a match changes, and how a skill is shown."""

import math
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from openskill.models import PlackettLuce

ORIGIN = 1500.0  # shown for a newcomer
POINTS = 30.0  # points shown per unit of OpenSkill: 400 points then mean about the same as in Elo
WIDTH = 2.0  # standard deviations to either side: the true skill lies within 19 times in 20

PLACEMENT = 10  # matches before a rating stops being provisional
WIDE = 350.0  # an uncertainty above this is provisional, however many matches it took
SIGMA_WIDE = WIDE / (WIDTH * POINTS)


class Skill(Struct, frozen=True):
    """What is believed about a player: probably `mu`, give or take `sigma`. Never rounded."""

    mu: float
    sigma: float


START = Skill(25.0, 25.0 / 3.0)
BETA = 25.0 / 6.0  # how much a performance varies from match to match


def _whole(*_: Any) -> float:
    """Every match counts as full evidence; OpenSkill's own choice keeps the uncertainty too large for long."""
    return 1.0


_model = PlackettLuce(mu=START.mu, sigma=START.sigma, beta=BETA, tau=25.0 / 300.0, gamma=_whole)


def rate(before: Sequence[Skill | None], places: Sequence[int]) -> list[Skill]:
    """The skills after a match, seat by seat, from those before it (None: a newcomer) and the places. 1 is best.

    The same numbers in the same order give the same skills to the bit.
    """
    if len(before) != len(places) or len(before) < 2:
        raise ValueError(f"{len(before)} skills and {len(places)} places do not make a match")
    known = [skill or START for skill in before]
    teams = [[_model.rating(mu=skill.mu, sigma=skill.sigma)] for skill in known]
    after = _model.rate(teams, ranks=[float(place) for place in places])
    return [Skill(team[0].mu, team[0].sigma) for team in after]


def shown(skill: Skill) -> float:
    """The rating people see: the most likely skill, not a lower bound, so that playing much does not raise it by
    itself."""
    return ORIGIN + POINTS * (skill.mu - START.mu)


def uncertainty(skill: Skill) -> float:
    """How far the shown rating may be off."""
    return WIDTH * POINTS * skill.sigma


def provisional(skill: Skill, matches: int, *, placement: int = PLACEMENT) -> bool:
    """Whether too little is known to rank this player among the others."""
    return matches < placement or skill.sigma > SIGMA_WIDE


def chance(one: Skill, other: Skill) -> float:
    """How likely the first beats the second, draws aside."""
    return 1.0 / (1.0 + math.exp((other.mu - one.mu) / math.sqrt(_variance(one, other))))


def information(one: Skill, other: Skill) -> float:
    """How much a match of these two would tell: large if little is known of them and either may win."""
    even = chance(one, other)
    evidence = even * (1.0 - even) / _variance(one, other)
    return -0.5 * (math.log1p(-evidence * one.sigma**2) + math.log1p(-evidence * other.sigma**2))


def _variance(one: Skill, other: Skill) -> float:
    return one.sigma**2 + other.sigma**2 + 2.0 * BETA**2
