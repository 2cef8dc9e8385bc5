"""What tournaments of all formats share: matches to play, their results, and tables made of them."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct


class Fixture(Struct, frozen=True, omit_defaults=True):
    """One match to play: the entrants by seat, counted from 0. Several make a meeting: the same entrants on mirrored
    seeds. `number` identifies the match, whenever and wherever it is played."""

    number: int
    ground: str  # the map or scenario, where an olympiad has several; else empty
    entrants: tuple[int, ...]
    seed: int
    round: int = 1
    label: str = ""  # what the meeting is called: "Round 2", "Semi-final 1"
    game: str = ""  # its key, where a competition has several games
    meeting: int = 0
    best_of: int = 1  # matches of the meeting, unless it is decided earlier or level at its end


class FixtureOutcome(Struct, frozen=True):
    """What a format needs to know of a finished match, by seat. A `void` match was played, but counts for nobody; the
    sentence says why."""

    number: int
    places: tuple[int, ...]
    points: tuple[int, ...] = ()
    left: tuple[str, ...] = ()  # why a seat did not play to the end, empty if it did
    void: str = ""


class Fact(Struct, frozen=True, kw_only=True):
    """The result of a fixture, by seat. `left` says why a seat did not play to the end, empty if it did."""

    fixture: Fixture
    places: tuple[int, ...]
    points: tuple[int, ...]
    figures: tuple[dict[str, int], ...]
    left: tuple[str, ...]
    rounds: int
    reason: str
    record: str = ""
    void: str = ""  # why it counts for nobody, empty if it counts
    used_ms: tuple[int, ...] = ()  # the time that every seat thought
    slowest_ms: tuple[int, ...] = ()  # and its longest turn

    @property
    def whole(self) -> bool:
        """Whether it has a value for every seat; a message from the network may not."""
        seats = len(self.fixture.entrants)
        told = (self.places, self.points, self.left)
        measured = (self.figures, self.used_ms, self.slowest_ms)
        return (
            all(len(one) == seats for one in told)
            and all(len(one) in (0, seats) for one in measured)
            and all(1 <= place <= seats for place in self.places)
        )

    @property
    def outcome(self) -> FixtureOutcome:
        return FixtureOutcome(self.fixture.number, self.places, self.points, self.left, self.void)


class TournamentStanding(Struct, frozen=True, kw_only=True):
    """A line of the table; `score` is what places gave, `points` what the game itself counted."""

    entrant: int
    place: int
    score: int
    matches: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: int = 0
    failures: int = 0
    byes: int = 0
    buchholz: int = 0  # the scores of all opponents
    sonneborn: int = 0  # the scores of opponents, times what was scored against them
    by_game: tuple[int, ...] = ()  # pentathlon: what each game gave, of 100
    note: str = ""  # elimination: how far it came


class Sums:
    """What an entrant has gathered, match by match."""

    def __init__(self, entrants: int) -> None:
        self.score, self.points, self.matches, self.failures = ([0] * entrants for _ in range(4))
        self.wins, self.draws, self.losses = ([0] * entrants for _ in range(3))

    def add(self, seated: Sequence[int], outcome: FixtureOutcome) -> None:
        """Count a match; a void one does not count at all."""
        if outcome.void:
            return
        first = outcome.places.count(1)
        given = scores(outcome.places)
        for seat, who in enumerate(seated):
            self.score[who] += given[seat]
            self.points[who] += outcome.points[seat] if outcome.points else 0
            self.matches[who] += 1
            self.failures[who] += bool(outcome.left and outcome.left[seat])
            won = outcome.places[seat] == 1
            self.wins[who] += won and first == 1
            self.draws[who] += won and first > 1
            self.losses[who] += not won

    def line(self, who: int, place: int) -> TournamentStanding:
        return TournamentStanding(
            entrant=who, place=place, score=self.score[who], matches=self.matches[who], wins=self.wins[who],
            draws=self.draws[who], losses=self.losses[who], points=self.points[who], failures=self.failures[who],
        )  # fmt: skip


def scores(places: Sequence[int]) -> list[int]:
    """Two players 2, 1, 0 for win, draw, loss; more players the number of those placed behind. QST-134"""
    if len(places) == 2:
        return [1 if places[0] == places[1] else 2 * (place == 1) for place in places]
    return [len(places) - place for place in places]


def ranked(keys: Sequence[tuple[int, ...]]) -> list[tuple[int, int]]:
    """Entrants with their places, best first: the larger key is the better one, equal keys share a place."""
    order = sorted(range(len(keys)), key=lambda who: ([-number for number in keys[who]], who))
    made: list[tuple[int, int]] = []
    for index, who in enumerate(order):
        equal = bool(made) and keys[made[-1][0]] == keys[who]
        made.append((who, made[-1][1] if equal else index + 1))
    return made


def standings(entrants: int, facts: Iterable[Fact]) -> list[TournamentStanding]:
    """The table, best first. Equal scores are ordered by the game's own points; if these are equal too, the place is
    shared."""
    sums = Sums(entrants)
    for fact in facts:
        sums.add(fact.fixture.entrants, fact.outcome)
    keys = [(sums.score[who], sums.points[who]) for who in range(entrants)]
    return [sums.line(who, place) for who, place in ranked(keys)]


def cross_table(entrants: int, facts: Iterable[Fact]) -> list[list[tuple[int, int] | None]]:
    """What every entrant scored in its matches with every other, and what could be scored there; None: never met."""
    got: dict[tuple[int, int], tuple[int, int]] = {}
    for fact in facts:
        if fact.void:
            continue
        for seat, who in enumerate(fact.fixture.entrants):
            for other_seat, other in enumerate(fact.fixture.entrants):
                if seat != other_seat:
                    mine, best = got.get((who, other), (0, 0))
                    pair = scores(among(fact.places[seat], fact.places[other_seat]))
                    got[who, other] = (mine + pair[0], best + 2)
    return [[got.get((who, other)) for other in range(entrants)] for who in range(entrants)]


def among(mine: int, other: int) -> tuple[int, int]:
    """The places of two entrants as if they had played alone."""
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
