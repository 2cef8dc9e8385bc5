"""The finals of a contest: who plays in them, which game, and what absence means. The format decides which matches are
due."""

import hashlib
from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from ..tournament.formats import Fixture, FixtureOutcome, Format, bracket, fixtures, meetings, table
from ..tournament.meeting import STRIDE
from .config import SEATS, ContestConfig, Ground

__all__ = ["Absence", "absence", "bracket", "dependent", "due", "finalists", "format_of", "ground_of", "meetings"]
__all__ += ["seed_of", "table"]

SEED_BITS = 53  # JSON numbers of this size are exact in every language
ABSENT = "absent"


class Absence(Struct, frozen=True):
    """What counts for a match that was not played, by seat."""

    places: tuple[int, ...]
    left: tuple[str, ...]
    void: str = ""


def format_of(event: ContestConfig) -> Format:
    """The finals as a format. Round robin and Swiss are played once per game; in elimination formats the games
    alternate within a meeting."""
    finals = event.finals
    several = len(event.games) > 1
    if several and finals.format in ("round-robin", "swiss"):
        keys = tuple(ground.game for ground in event.games)
        return Format(kind="pentathlon", inner=finals.format, games=finals.best_of, rounds=finals.rounds, keys=keys)
    return Format(kind=finals.format, games=finals.best_of, rounds=finals.rounds)


def finalists(ranked: Sequence[int], out: Collection[int], size: int) -> list[int]:
    """The best of the frozen ladder, without the entrants in `out`."""
    there = [one for one in ranked if one not in out]
    return there[:size] if size else there


def ground_of(event: ContestConfig, fixture: Fixture) -> Ground:
    """The game of a match: both matches of a mirrored pair have the same one."""
    named = event.ground(fixture.game)
    return named or event.games[fixture.number % STRIDE // SEATS % len(event.games)]


def seed_of(secret: bytes, stage: int, *numbers: int) -> int:
    """The seed of a match, made from the seed that the format gave it: the same for a mirrored pair, and not
    predictable. In games with secrets the caller passes further numbers, so that no other match has the same seed."""
    drawn = hashlib.blake2b(
        f"finals {stage} {' '.join(map(str, numbers))}".encode(), key=secret, digest_size=8
    ).digest()
    return int.from_bytes(drawn, "big") >> (64 - SEED_BITS)


def due(format: Format, entrants: int, results: Iterable[FixtureOutcome], begun: Collection[int]) -> list[Fixture]:
    """The matches that can begin now, in their order; `begun` are the numbers of those that run already."""
    return [fixture for fixture in fixtures(format, entrants, results) if fixture.number not in begun]


def absence(fixture: Fixture, missing: Collection[int]) -> Absence:
    """The result of a match with absent entrants: they lose; where both are absent, it counts for nobody."""
    left = tuple(ABSENT if one in missing else "" for one in fixture.entrants)
    if all(left):
        return Absence((1,) * len(left), left, "nobody was there")
    return Absence(tuple(2 if why else 1 for why in left), left)


def dependent(format: Format, entrants: int, results: Sequence[FixtureOutcome], number: int) -> list[int]:
    """The matches whose entrants may change if this one ends differently: those of later rounds of the same game. None
    in a round robin."""
    kind = format.inner if format.kind == "pentathlon" else format.kind
    known = [fixture for meeting in meetings(format, entrants, results) for fixture in meeting.fixtures]
    this = next((fixture for fixture in known if fixture.number == number), None)
    if this is None or kind == "round-robin":
        return []
    return [fixture.number for fixture in known if fixture.round > this.round and fixture.game == this.game]
