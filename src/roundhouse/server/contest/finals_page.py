"""The page of the finals: bracket, cross table, and every meeting with its matches."""

from collections.abc import Mapping, Sequence

from ...competition.contest import finals as rules
from ...competition.tournament.formats import Fixture, FixtureOutcome, Meeting
from ...competition.tournament.formats import over as all_played
from ...competition.tournament.formats.elimination import NOBODY, OPEN, Cell
from ...competition.tournament.results import Fact, cross_table
from ...protocol.api.contest import EventCell, EventCross, EventFinals, EventLeg, EventMeeting, EventStanding
from ...store.contest.finals import RUNNING, VOID, Try
from .finals_runner import FinalsStage


def finals_page(stage: FinalsStage, names: Mapping[int, str], champion: str, *, begun: bool) -> EventFinals:
    """`names` are by bot. Before the finals have begun everything is empty."""
    finals = stage.event.finals
    if not stage.playable or not begun:
        return EventFinals(finals.format, finals.best_of, False, False, "", [], [], [], [], [])
    shown = [names.get(bot, "?") for bot in stage.bots]
    count, outcomes = len(stage.bots), stage.outcomes
    known = rules.meetings(stage.format, count, outcomes)
    drawn = rules.bracket(stage.format, count, outcomes)
    newest: dict[int, Try] = {one.fixture: one for one in stage.tries}
    running = {one.fixture for one in stage.tries if one.state == RUNNING}
    return EventFinals(
        finals.format,
        finals.best_of,
        True,
        all_played(stage.format, count, outcomes),
        champion,
        shown,
        [
            EventStanding(
                one.place, shown[one.entrant], one.entrant + 1, one.score, one.matches, one.wins, one.draws, one.losses,
                one.points, one.byes, one.note,
            )
            for one in rules.table(stage.format, count, outcomes)
        ],
        cross(count, known, outcomes),
        [] if drawn is None else [cell_of(one, shown, running) for one in drawn.cells],
        [meeting_of(stage, one, shown, newest) for one in known],
    )  # fmt: skip


def cross(entrants: int, known: Sequence[Meeting], outcomes: Sequence[FixtureOutcome]) -> list[EventCross]:
    """The scores of each pair; pairs that have not met are missing."""
    by_number = {one.number: one for one in outcomes}
    met = [fixture for meeting in known for fixture in meeting.fixtures if fixture.number in by_number]
    rows = cross_table(entrants, [fact_of(fixture, by_number[fixture.number]) for fixture in met])
    return [
        EventCross(row, column, *cell)
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if cell is not None
    ]


def fact_of(fixture: Fixture, outcome: FixtureOutcome) -> Fact:
    return Fact(
        fixture=fixture, places=outcome.places, points=outcome.points, figures=(), left=outcome.left, rounds=0,
        reason="", void=outcome.void,
    )  # fmt: skip


def cell_of(cell: Cell, names: Sequence[str], running: set[int]) -> EventCell:
    def name(who: int) -> str | None:
        return None if who == NOBODY else "" if who == OPEN else names[who]

    state = "running" if cell.state == "due" and running & set(cell.fixtures) else cell.state
    return EventCell(
        cell.node.side,
        cell.node.column,
        cell.node.index,
        cell.node.label,
        [name(who) for who in cell.entrants],
        [who + 1 if who >= 0 else None for who in cell.entrants],
        list(cell.scores),
        names[cell.winner] if cell.winner >= 0 else "",
        state,
        None if cell.meeting is None else cell.meeting.number,
    )


def meeting_of(stage: FinalsStage, meeting: Meeting, names: Sequence[str], newest: Mapping[int, Try]) -> EventMeeting:
    return EventMeeting(
        meeting.number,
        meeting.round,
        meeting.label,
        meeting.game,
        [names[who] for who in meeting.entrants],
        list(meeting.scores),
        meeting.done,
        "" if meeting.winner is None else names[meeting.winner],
        [leg_of(stage, fixture, names, newest.get(fixture.number)) for fixture in meeting.fixtures],
    )


def leg_of(stage: FinalsStage, fixture: Fixture, names: Sequence[str], one: Try | None) -> EventLeg:
    """A match with the state of its newest try; one to be repeated is due."""
    shown = [names[who] for who in fixture.entrants]
    game = rules.ground_of(stage.event, fixture).game
    if one is None:
        return EventLeg(fixture.number, "due", shown, [], [], "", game, 0)
    if one.state == VOID:
        return EventLeg(fixture.number, "due", shown, [], [], one.key, game, one.attempt, one.why)
    ended = one.ended
    return EventLeg(
        fixture.number, one.state, shown, list(ended.places), list(ended.left), one.key, game, one.attempt,  # type: ignore[arg-type]
    )  # fmt: skip
