"""Spacegoo, with something that is counted: for tests of figures that need a whole match of few rounds."""

import dataclasses

from roundhouse.core.figures import Achievement, Figure
from roundhouse.games.spacegoo import GAME

ACHIEVEMENTS = (
    Achievement("patient", "Patient", "RAL-179", "Five rounds in all.", ("rounds",), least=5),
    Achievement("modest", "Modest", "RAL-180", "No planet at the end.", ("planets",), exactly=0),
    Achievement("rich", "Rich", "RAL-180", "One planet at the end.", ("planets",), exactly=1),
)


def counted(state, seat):
    owned = sum(state.planets[number].owner == seat for number in range(state.planet_count))
    return [int(state.round_no), owned, 0]


COUNTING = dataclasses.replace(
    GAME,
    figures=(
        Figure("rounds", "Rounds", "RAL-164"),
        Figure("planets", "Planets", "RAL-164"),
        Figure("never", "Never", "RAL-164"),
    ),
    figures_of=counted,
    achievements=ACHIEVEMENTS,
)
