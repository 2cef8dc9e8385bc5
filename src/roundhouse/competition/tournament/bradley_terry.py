"""How strong entrants are, estimated from their matches: a Bradley-Terry estimate on the Elo scale, with intervals.

The chance that one beats another depends on the difference of their ratings alone; a draw is half a win, and a match of
more than two counts as one of everybody against everybody, with less weight. Everybody also has two draws with an
imaginary player of the mean rating, so that the rating of somebody who has won everything stays finite.
"""

from collections.abc import Iterable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from .results import Fact, among, scores

Array = NDArray[np.float64]

ELO = 400 / np.log(10)
WITH_THE_MEAN = 2.0  # draws that everybody has from the start
SURE = 1.96  # standard deviations: 19 of 20 intervals contain the truth
STEPS = 100


class Rating(Struct, frozen=True):
    """Above or below the mean of the field, and how far the estimate may be off."""

    elo: float
    margin: float


def ratings(entrants: int, facts: Iterable[Fact]) -> list[Rating]:
    won, met = np.zeros((entrants, entrants)), np.zeros((entrants, entrants))
    for fact in facts:
        if not fact.void:
            _count(won, met, fact)
    skill = np.zeros(entrants)
    for _ in range(STEPS):
        slope, curve = _slopes(skill, won, met)
        change = np.linalg.solve(curve, slope)
        skill += np.clip(change, -1, 1)  # a larger step might not converge
        if np.abs(change).max() < 1e-9:
            break
    _, curve = _slopes(skill, won, met)
    # We want the distance to the field's mean. An error of that mean moves everybody alike, so it is taken out.
    centred = np.eye(entrants) - 1 / entrants
    spread = np.sqrt(np.diag(centred @ np.linalg.inv(curve) @ centred))
    middle = skill.mean()
    return [
        Rating(float(ELO * (one - middle)), float(SURE * ELO * off)) for one, off in zip(skill, spread, strict=True)
    ]


def _count(won: Array, met: Array, fact: Fact) -> None:
    seated = fact.fixture.entrants
    weight = 1 / (len(seated) - 1)
    for seat, who in enumerate(seated):
        for other_seat, other in enumerate(seated):
            if who != other:
                won[who, other] += weight * scores(among(fact.places[seat], fact.places[other_seat]))[0] / 2
                met[who, other] += weight


def _slopes(skill: Array, won: Array, met: Array) -> tuple[Array, Array]:
    """The first two derivatives of the likelihood, including the draws with the imaginary player."""
    chance = 1 / (1 + np.exp(skill[None, :] - skill[:, None]))
    alone = 1 / (1 + np.exp(-skill))
    slope = (won - met * chance).sum(axis=1) + WITH_THE_MEAN * (0.5 - alone)
    doubt = met * chance * (1 - chance)
    curve = np.diag(doubt.sum(axis=1) + WITH_THE_MEAN * alone * (1 - alone)) - doubt
    return slope, curve
