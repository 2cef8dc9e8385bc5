"""The formats of tournaments, as functions without side effects: what is due next, the table, the bracket.

Everything follows from a `Format`, the number of entrants and the results so far, in any order. The same results give
the same answers on every machine, so a tournament can be continued anywhere.
"""

from collections.abc import Iterable, Sequence

from ..meeting import ELIMINATIONS, Format, FormatError, Kind, Meeting, ResultsByMatch, check
from ..results import Fixture, FixtureOutcome, Sums, TournamentStanding, among, ranked, scores
from . import elimination, round_robin, swiss
from .elimination import Bracket, Cell

__all__ = [
    "Bracket",
    "Cell",
    "Fixture",
    "FixtureOutcome",
    "Format",
    "FormatError",
    "Kind",
    "Meeting",
    "TournamentStanding",
    "bracket",
    "check",
    "fixtures",
    "meetings",
    "over",
    "rounds",
    "table",
]


def meetings(format: Format, entrants: int, results: Iterable[FixtureOutcome]) -> list[Meeting]:
    """All meetings whose entrants are known by now, including finished ones, in the order of play. Raises
    FormatError."""
    check(format, entrants)
    known = list(results)
    if format.kind == "pentathlon":
        return [meeting for game in range(len(format.keys)) for meeting in _of_game(format, entrants, known, game)]
    return _of_game(format, entrants, known, 0)


def fixtures(format: Format, entrants: int, results: Iterable[FixtureOutcome]) -> list[Fixture]:
    """All matches that are due and not played yet, in the order they should be begun. Raises FormatError."""
    known = list(results)
    made = meetings(format, entrants, known)
    played = {outcome.number for outcome in known}
    due = [fixture for meeting in made if not meeting.done for fixture in meeting.fixtures]
    return sorted((fixture for fixture in due if fixture.number not in played), key=lambda one: (one.round, one.number))


def over(format: Format, entrants: int, results: Iterable[FixtureOutcome]) -> bool:
    """Whether everything was played."""
    return not fixtures(format, entrants, results)


def table(format: Format, entrants: int, results: Iterable[FixtureOutcome]) -> list[TournamentStanding]:
    """The table, best first; entrants that are equal in everything that counts share a place. Raises FormatError."""
    known = list(results)
    made = meetings(format, entrants, known)
    if format.kind == "pentathlon":
        return _pentathlon(format, entrants, made, known)
    return _table(format, entrants, made, known)


def bracket(format: Format, entrants: int, results: Iterable[FixtureOutcome]) -> Bracket | None:
    """The bracket of an elimination, None for other formats. Raises FormatError."""
    check(format, entrants)
    return (
        None
        if format.kind not in ELIMINATIONS
        else elimination.bracket(format, entrants, ResultsByMatch(format, results))
    )


def rounds(made: Sequence[Meeting]) -> list[list[Meeting]]:
    """Meetings by their rounds."""
    last = max((meeting.round for meeting in made), default=0)
    by_round: list[list[Meeting]] = [[] for _ in range(last)]
    for meeting in made:
        by_round[meeting.round - 1].append(meeting)
    return [one for one in by_round if one]


def _of_game(format: Format, entrants: int, results: Sequence[FixtureOutcome], game: int) -> list[Meeting]:
    book = ResultsByMatch(format, results, game=game)
    kind = format.inner if format.kind == "pentathlon" else format.kind
    if kind == "swiss":
        return swiss.meetings(format, entrants, book)
    if kind == "round-robin":
        return round_robin.meetings(format, entrants, book)
    cells = elimination.bracket(format, entrants, book).cells
    made = [cell.meeting for cell in cells if cell.meeting is not None]
    return sorted(made, key=lambda meeting: (meeting.round, meeting.number))


def _table(
    format: Format, entrants: int, made: Sequence[Meeting], results: Sequence[FixtureOutcome]
) -> list[TournamentStanding]:
    sums = Sums(entrants)
    byes, buchholz, sonneborn = ([0] * entrants for _ in range(3))
    known = {outcome.number: outcome for outcome in reversed(results)}
    against: list[tuple[int, int, int]] = []  # an entrant, its opponent, and its score
    for meeting in made:
        if meeting.bye:
            byes[meeting.entrants[0]] += 1
            sums.score[meeting.entrants[0]] += meeting.scores[0]
        for fixture in meeting.fixtures:
            outcome = known.get(fixture.number)
            if outcome is not None and len(outcome.places) == len(fixture.entrants):
                sums.add(fixture.entrants, outcome)
                against += [] if outcome.void else _scored(fixture, outcome)
    for who, other, got in against:
        sonneborn[who] += got * sums.score[other]
    for meeting in made:
        if meeting.done:
            for who in meeting.entrants:
                buchholz[who] += sum(sums.score[other] for other in meeting.entrants if other != who)
    notes = [""] * entrants
    keys: list[tuple[int, ...]]
    if format.kind in ELIMINATIONS:
        drawn = elimination.bracket(format, entrants, ResultsByMatch(format, results))
        far = [elimination.reached(drawn, who) for who in range(entrants)]
        keys, notes = [key for key, _ in far], [note for _, note in far]
    elif (format.inner if format.kind == "pentathlon" else format.kind) == "swiss":
        keys = [(sums.score[n], buchholz[n], sonneborn[n], sums.points[n]) for n in range(entrants)]
    else:
        keys = [(sums.score[n], sonneborn[n], sums.points[n]) for n in range(entrants)]
    lines = []
    for who, place in ranked(keys):
        line = sums.line(who, place)
        lines.append(
            TournamentStanding(
                entrant=who, place=place, score=line.score, matches=line.matches, wins=line.wins, draws=line.draws,
                losses=line.losses, points=line.points, failures=line.failures, byes=byes[who], buchholz=buchholz[who],
                sonneborn=sonneborn[who], note=notes[who],
            )
        )  # fmt: skip
    return lines


def _scored(fixture: Fixture, outcome: FixtureOutcome) -> list[tuple[int, int, int]]:
    """What each entrant of a match scored against each other one, as if those two had played alone."""
    seated = list(zip(fixture.entrants, outcome.places, strict=True))
    return [
        (who, other, scores(among(mine, theirs))[0]) for who, mine in seated for other, theirs in seated if who != other
    ]


def _pentathlon(
    format: Format, entrants: int, made: Sequence[Meeting], results: Sequence[FixtureOutcome]
) -> list[TournamentStanding]:
    """Each game gives from 100 for the first to 0 for the last; entrants who share places get the mean of those. Equal
    sums are decided by games won, then by the better second game, and so on."""
    tables = []
    for key in format.keys:
        tables.append(_table(format, entrants, [meeting for meeting in made if meeting.game == key], results))
    given = [[0] * len(format.keys) for _ in range(entrants)]
    for game, lines in enumerate(tables):
        for line in lines:
            ties = sum(other.place == line.place for other in lines)
            place = line.place + (ties - 1) / 2
            given[line.entrant][game] = round(100 * (entrants - place) / (entrants - 1))
    keys = [(sum(got), *sorted(got, reverse=True)) for got in given]
    by_entrant = [{line.entrant: line for line in lines} for lines in tables]
    made_lines = []
    for who, place in ranked(keys):
        own = [lines[who] for lines in by_entrant]
        made_lines.append(
            TournamentStanding(
                entrant=who, place=place, score=sum(given[who]), by_game=tuple(given[who]),
                matches=sum(line.matches for line in own), wins=sum(line.wins for line in own),
                draws=sum(line.draws for line in own), losses=sum(line.losses for line in own),
                points=sum(line.points for line in own), failures=sum(line.failures for line in own),
                byes=sum(line.byes for line in own),
            )
        )  # fmt: skip
    return made_lines
