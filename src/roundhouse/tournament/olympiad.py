"""An olympiad: all entrants meet on every ground, in every order of seats, and places give points. QST-134"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from msgspec import Struct


class Ground(Struct, frozen=True):
    """Where matches are played: a scenario, or a map that is drawn from seeds of its own, so many further."""

    key: str
    name: str
    seats: int
    shift: int = 0


class Fixture(Struct, frozen=True):
    """A match to play: the entrants by seat, counted from 0."""

    number: int
    ground: str
    entrants: tuple[int, ...]
    seed: int


class Fact(Struct, frozen=True, kw_only=True):
    """What came of a fixture, by seat. `left` says why a seat did not play to the end, empty if it did."""

    fixture: Fixture
    places: tuple[int, ...]
    points: tuple[int, ...]
    figures: tuple[dict[str, int], ...]
    left: tuple[str, ...]
    rounds: int
    reason: str
    record: str = ""


class Standing(Struct, frozen=True, kw_only=True):
    """A line of the table; `score` is what places gave, `points` what the game itself counted."""

    entrant: int
    place: int
    score: int
    matches: int
    wins: int
    draws: int
    losses: int
    points: int
    failures: int


def fixtures(grounds: Sequence[Ground], entrants: int, *, rounds: int = 1, seed: int = 0) -> list[Fixture]:
    """Every group of entrants that fits a ground meets there as often as it has seats, each time one seat further.
    `rounds` repeats everything with other seeds."""
    made: list[Fixture] = []
    for turn in range(rounds):
        for ground in grounds:
            for group in combinations(range(entrants), ground.seats):
                for shift in range(ground.seats):
                    seated = group[shift:] + group[:shift]
                    made.append(Fixture(len(made), ground.key, seated, seed + ground.shift + turn))
    return made


def scores(places: Sequence[int]) -> list[int]:
    """Two players 2, 1, 0 for win, draw, loss; more players so many as are behind the place. QST-134"""
    if len(places) == 2:
        return [1 if places[0] == places[1] else 2 * (place == 1) for place in places]
    return [len(places) - place for place in places]


def standings(entrants: int, facts: Iterable[Fact]) -> list[Standing]:
    """The table, best first. Equal scores are parted by the game's own points; who is equal in both shares a place."""
    score, points, matches, failures = ([0] * entrants for _ in range(4))
    wins, draws, losses = ([0] * entrants for _ in range(3))
    for fact in facts:
        first = fact.places.count(1)
        for seat, who in enumerate(fact.fixture.entrants):
            score[who] += scores(fact.places)[seat]
            points[who] += fact.points[seat]
            matches[who] += 1
            failures[who] += bool(fact.left[seat])
            won = fact.places[seat] == 1
            wins[who] += won and first == 1
            draws[who] += won and first > 1
            losses[who] += not won
    order = sorted(range(entrants), key=lambda who: (-score[who], -points[who], who))
    lines: list[Standing] = []
    for index, who in enumerate(order):
        before = lines[-1] if lines else None
        equal = before is not None and (before.score, before.points) == (score[who], points[who])
        place = before.place if before is not None and equal else index + 1
        lines.append(
            Standing(
                entrant=who, place=place, score=score[who], matches=matches[who], wins=wins[who], draws=draws[who],
                losses=losses[who], points=points[who], failures=failures[who],
            )
        )  # fmt: skip
    return lines


def cross_table(entrants: int, facts: Iterable[Fact]) -> list[list[tuple[int, int] | None]]:
    """What every entrant scored in its matches with every other, and what could be scored there; None: never met."""
    got: dict[tuple[int, int], tuple[int, int]] = {}
    for fact in facts:
        for seat, who in enumerate(fact.fixture.entrants):
            for other_seat, other in enumerate(fact.fixture.entrants):
                if seat != other_seat:
                    mine, best = got.get((who, other), (0, 0))
                    pair = scores(_among(fact.places[seat], fact.places[other_seat]))
                    got[who, other] = (mine + pair[0], best + 2)
    return [[got.get((who, other)) for other in range(entrants)] for who in range(entrants)]


def _among(mine: int, other: int) -> tuple[int, int]:
    """The places of two as if they had played alone."""
    return (1, 1) if mine == other else (1, 2) if mine < other else (2, 1)


def sums(who: int, facts: Iterable[Fact]) -> Mapping[str, int]:
    """Every figure of an entrant over its matches."""
    total: dict[str, int] = {}
    for fact in facts:
        for seat, entrant in enumerate(fact.fixture.entrants):
            if entrant == who and seat < len(fact.figures):
                for key, number in fact.figures[seat].items():
                    total[key] = total.get(key, 0) + number
    return total
