"""What a match counts for its players: figures of every seat, and the achievements that are made of them."""

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct


class Figure(Struct, frozen=True):
    """A number that is counted for every seat. Players see the sum over their matches and their best single one."""

    key: str
    name: str
    rule: str


class Achievement(Struct, frozen=True):
    """Unlocked once, at the end of a match. `figures` are added up: over all matches of a player until they reach
    `least`, or in a single match, where they must be `exactly` this."""

    key: str
    name: str
    rule: str
    sentence: str
    figures: tuple[str, ...]
    least: int = 0
    exactly: int | None = None

    @property
    def over(self) -> Literal["matches", "match"]:
        return "matches" if self.exactly is None else "match"

    def progress(self, totals: Mapping[str, int]) -> int:
        """The sum of its figures over all matches of a player, compared with `least`."""
        return sum(totals.get(figure, 0) for figure in self.figures)

    def reached(self, totals: Mapping[str, int], match: Mapping[str, int]) -> bool:
        """Whether it is unlocked by a match, given the sums that include it."""
        if self.exactly is None:
            return self.progress(totals) >= self.least
        return self.progress(match) == self.exactly


class Sum(Struct, frozen=True, array_like=True):
    """One figure over all matches of a player: the sum, the highest of a single seat, and the number of that match."""

    total: int
    best: int
    match: int


class Unlocking(Struct, frozen=True):
    """By which match an achievement was unlocked, and when."""

    match: int
    at_ms: int


class Tally(Struct, frozen=True):
    """What a player has counted and unlocked in one game. Figures that were never more than 0 are missing."""

    matches: int = 0
    figures: dict[str, Sum] = {}
    unlocked: dict[str, Unlocking] = {}

    @property
    def totals(self) -> dict[str, int]:
        return {key: one.total for key, one in self.figures.items()}


class Counted(Struct, frozen=True):
    """What a match counted for one seat of a player. `stayed`: the seat did not leave before the end."""

    seat: int
    stayed: bool
    figures: Mapping[str, int]


def fold(
    tally: Tally, counted: Iterable[Counted], achievements: Iterable[Achievement], match: int, at_ms: int
) -> tuple[Tally, list[tuple[int, str]]]:
    """A player's tally after one more match, and what the match unlocked: seat and key. Where a player has several
    seats they are counted one after the other. RAL-165 RAL-166 RAL-179 RAL-180 RAL-181"""
    figures, unlocked = dict(tally.figures), dict(tally.unlocked)
    new: list[tuple[int, str]] = []
    for one in counted:
        for key, number in one.figures.items():
            if number:
                figures[key] = _add(figures.get(key), number, match)
        totals = {key: known.total for key, known in figures.items()}
        for achievement in achievements:
            if achievement.over == "match" and not one.stayed:
                continue
            if achievement.key not in unlocked and achievement.reached(totals, one.figures):
                unlocked[achievement.key] = Unlocking(match, at_ms)
                new.append((one.seat, achievement.key))
    return Tally(tally.matches + 1, figures, unlocked), new


def _add(known: Sum | None, number: int, match: int) -> Sum:
    if known is None:
        return Sum(number, number, match)
    if number > known.best:
        return Sum(known.total + number, number, match)
    return Sum(known.total + number, known.best, known.match)
