"""An olympiad: all entrants meet on every ground, in every order of seats, and places give points. QST-134"""

from collections.abc import Sequence
from itertools import combinations

from msgspec import Struct

from ..results import Fact, Fixture, TournamentStanding, cross_table, scores, standings, sums

__all__ = [
    "Fact",
    "Fixture",
    "OlympiadGround",
    "TournamentStanding",
    "cross_table",
    "fixtures",
    "scores",
    "standings",
    "sums",
]


class OlympiadGround(Struct, frozen=True):
    """Where matches are played: a scenario, or a map that is drawn from the seed of the match plus an offset of its
    own."""

    key: str
    name: str
    seats: int
    shift: int = 0


def fixtures(grounds: Sequence[OlympiadGround], entrants: int, *, rounds: int = 1, seed: int = 0) -> list[Fixture]:
    """Every group of entrants that fits a ground meets there once per seat, each time one seat further. `rounds`
    repeats everything with other seeds."""
    made: list[Fixture] = []
    for turn in range(rounds):
        for ground in grounds:
            for group in combinations(range(entrants), ground.seats):
                for shift in range(ground.seats):
                    seated = group[shift:] + group[:shift]
                    made.append(Fixture(len(made), ground.key, seated, seed + ground.shift + turn))
    return made
