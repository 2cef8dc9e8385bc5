"""The parameters of a format, and its unit: a meeting of the same entrants on mirrored seeds, match by match."""

import math
from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from .results import Fixture, FixtureOutcome, scores

Kind = Literal["round-robin", "swiss", "single-elimination", "double-elimination", "pentathlon"]
ELIMINATIONS = ("single-elimination", "double-elimination")

STRIDE = 1_000  # match numbers reserved for each meeting
SHIFT = 1_000_000 * STRIDE  # match numbers reserved for each game of a pentathlon
GAMES_MAX = 500
ROUNDS_MAX = 10_000
ENTRANTS_MAX = 1_000


class FormatError(ValueError):
    """A format that cannot be played by so many entrants; the sentence says why."""

    def __init__(self, code: str, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.field = field
        self.sentence = sentence


class Format(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a competition is played. Entrants are ranked by their order: the first is the best seed."""

    kind: Kind = "round-robin"
    seats: int = 2  # of one match
    games: int = 0  # matches of a meeting; 0: every seed once from every seat, with one seed
    rounds: int = 0  # Swiss: how many, 0 as many as it takes; round robin: how often everybody meets, 0 is once
    seed: int = 1  # the first one
    further: int = 3  # elimination: seeds added while a meeting is level, before the better seed goes on
    keys: tuple[str, ...] = ()  # the keys of the games; several only in a pentathlon
    inner: Kind = "round-robin"  # pentathlon: how each game is played

    @property
    def best_of(self) -> int:
        return self.games or self.seats

    @property
    def seeds(self) -> int:
        """How many seeds a meeting is played on."""
        return math.ceil(self.best_of / self.seats)


class Meeting(Struct, frozen=True, kw_only=True):
    """The same entrants, one match or several. `fixtures` are those that were ever due; a bye has one entrant and none.
    `winner` is the entrant that scored most, None if it is not decided yet or level."""

    number: int
    round: int
    label: str
    entrants: tuple[int, ...]
    game: str = ""
    fixtures: tuple[Fixture, ...] = ()
    scores: tuple[int, ...] = ()  # by entrant, in the order of `entrants`
    done: bool = False
    winner: int | None = None

    @property
    def bye(self) -> bool:
        return len(self.entrants) == 1


def check(format: Format, entrants: int) -> None:
    """Raises FormatError."""
    inner = format.inner if format.kind == "pentathlon" else format.kind
    if not format.seats <= entrants <= ENTRANTS_MAX:
        least = f"at least {format.seats}" if entrants < format.seats else f"at most {ENTRANTS_MAX}"
        raise FormatError("entrants", "entrants", f"{entrants} entrants cannot play it; {least} can.")
    if format.seats != 2 and inner != "round-robin":
        raise FormatError(
            "seats", "seats", f"{inner} is for matches of two; with {format.seats} seats play round-robin."
        )
    if format.seats < 2:
        raise FormatError("seats", "seats", "a match needs two seats or more.")
    if inner == "pentathlon" or (format.kind == "pentathlon" and inner in ELIMINATIONS):
        raise FormatError("inner", "inner", "a game of a pentathlon is played as round-robin or swiss.")
    if not 0 <= format.games <= GAMES_MAX:
        raise FormatError("games", "games", f"a meeting has 1 to {GAMES_MAX} matches.")
    if not 0 <= format.rounds <= ROUNDS_MAX:
        raise FormatError("rounds", "rounds", f"there are 1 to {ROUNDS_MAX} rounds.")
    if not 0 <= format.further <= 100:
        raise FormatError("further", "further", "a level meeting is played on 0 to 100 further seeds.")
    if format.kind == "pentathlon" and not format.keys:
        raise FormatError("keys", "keys", "a pentathlon needs its games.")
    if format.kind != "pentathlon" and len(format.keys) > 1:
        raise FormatError("keys", "keys", f"several games are played as pentathlon, not as {format.kind}.")


class ResultsByMatch:
    """Results by match number, for one game of a competition."""

    def __init__(self, format: Format, results: Iterable[FixtureOutcome], *, game: int = 0) -> None:
        self.format = format
        self.game = format.keys[game] if format.keys else ""
        self._offset = game * SHIFT
        self._known: dict[int, FixtureOutcome] = {}
        for outcome in results:
            self._known.setdefault(outcome.number, outcome)  # the first result of a match counts

    def outcome(self, fixture: Fixture) -> FixtureOutcome | None:
        found = self._known.get(fixture.number)
        return found if found is not None and len(found.places) == len(fixture.entrants) else None

    def bye(self, number: int, round: int, who: int) -> Meeting:
        """A meeting without an opponent: counts like one in which everything was won."""
        number += self._offset // STRIDE
        given = (2 * self.format.best_of,)
        return Meeting(
            number=number, round=round, label=f"Round {round}", entrants=(who,), game=self.game, scores=given,
            done=True, winner=who,
        )  # fmt: skip

    def meeting(self, number: int, round: int, label: str, entrants: Sequence[int], *, cycle: int) -> Meeting:
        """All matches are due at once; the meeting is done when every one has a result. `cycle` counts earlier rounds
        on other seeds, from 0."""
        first = self.format.seed + cycle * self.format.seeds
        made = [self._fixture(number, k, round, label, entrants, first) for k in range(self.format.best_of)]
        return self._judged(number, round, label, entrants, made)

    def knockout(self, number: int, round: int, label: str, entrants: Sequence[int]) -> Meeting:
        """Seed by seed, until one leads by more than is left to win. If it is level at the end further seeds are added
        one by one, and finally the better seed wins, which is the entrant with the smaller number."""
        best_of, seats, seeds = self.format.best_of, self.format.seats, self.format.seeds
        first = self.format.seed + (round - 1) * (seeds + self.format.further)
        made: list[Fixture] = []
        for unit in range(seeds + self.format.further):
            count = min(seats, best_of - unit * seats) if unit < seeds else seats
            made += [self._fixture(number, unit * seats + k, round, label, entrants, first) for k in range(count)]
            meeting = self._judged(number, round, label, entrants, made)
            if not meeting.done:
                return meeting
            lead = abs(meeting.scores[0] - meeting.scores[1])
            if lead > 2 * max(0, best_of - len(made)):
                return meeting
        return Meeting(
            number=meeting.number, round=round, label=label, entrants=tuple(entrants), game=self.game,
            fixtures=tuple(made), scores=meeting.scores, done=True, winner=min(entrants),
        )  # fmt: skip

    def _fixture(self, meeting: int, k: int, round: int, label: str, entrants: Sequence[int], first: int) -> Fixture:
        shift = k % self.format.seats
        seated = (*entrants[shift:], *entrants[:shift])
        return Fixture(
            self._offset + meeting * STRIDE + k, "", seated, first + k // self.format.seats, round, label, self.game,
            self._offset // STRIDE + meeting, self.format.best_of,
        )  # fmt: skip

    def _judged(self, number: int, round: int, label: str, entrants: Sequence[int], made: Sequence[Fixture]) -> Meeting:
        won = dict.fromkeys(entrants, 0)
        done = True
        for fixture in made:
            outcome = self.outcome(fixture)
            done = done and outcome is not None
            if outcome is not None and not outcome.void:
                for who, score in zip(fixture.entrants, scores(outcome.places), strict=True):
                    won[who] += score
        first = [who for who in entrants if won[who] == max(won.values())]
        return Meeting(
            number=self._offset // STRIDE + number, round=round, label=label, entrants=tuple(entrants), game=self.game,
            fixtures=tuple(made), scores=tuple(won.values()), done=done,
            winner=first[0] if done and len(first) == 1 else None,
        )  # fmt: skip
