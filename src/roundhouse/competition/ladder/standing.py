"""What a ladder knows of a player, and the one function by which every match that counts changes it."""

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from .rating import START, Skill, rate

Pool = Literal["people", "bots", "agents", "mixed"]

LAST = 10  # results of the newest matches that are kept one by one
POINTS_FOR = {"w": 1.0, "d": 0.5, "l": 0.0}

_POOLS: dict[str, Pool] = {"person": "people", "bot": "bots", "agent": "agents"}


class Standing(Struct, frozen=True):
    """A player's place in one ladder. `last` are the newest ten, oldest first, a letter each: w, d, l."""

    skill: Skill = START
    wins: int = 0
    draws: int = 0
    losses: int = 0
    last: str = ""
    last_ms: int = 0

    @property
    def matches(self) -> int:
        return self.wins + self.draws + self.losses


NEWCOMER = Standing()


def fold(before: Sequence[Standing | None], places: Sequence[int], at_ms: int) -> list[Standing]:
    """The standings after a match, seat by seat. Whole ladders are computed with this alone, match after match."""
    known = [standing or NEWCOMER for standing in before]
    skills = rate([standing.skill for standing in known], places)
    outcomes = [outcome(place, places) for place in places]
    return [
        Standing(
            skill,
            standing.wins + (letter == "w"),
            standing.draws + (letter == "d"),
            standing.losses + (letter == "l"),
            (standing.last + letter)[-LAST:],
            at_ms,
        )
        for standing, skill, letter in zip(known, skills, outcomes, strict=True)
    ]


def outcome(place: int, places: Sequence[int]) -> str:
    """The first place alone is a win (w), shared a draw (d), any other a loss (l)."""
    if place != 1:
        return "l"
    return "w" if places.count(1) == 1 else "d"


def pool_of(kinds: Iterable[str]) -> Pool:
    """The pool a match counts in, from the kinds of its players."""
    first, *others = kinds
    return _POOLS[first] if all(kind == first for kind in others) else "mixed"
