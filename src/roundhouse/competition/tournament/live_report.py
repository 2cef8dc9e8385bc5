"""The pages of a running tournament: rewritten when something has changed, but not so often that it slows play."""

import time
from pathlib import Path

from ...core.registry import GAMES
from . import formats
from .director import REPLAYS, Director
from .executor import Executor
from .formats.olympiad import OlympiadGround
from .report import ReportEvent, TournamentReport, replay_of

EVERY_S = 1.0
ENTRANTS_EVERY_S = 5.0
SHARE = 20  # writing pages takes at most 1/20 of the time


class ReportPages:
    """Writes the pages of a tournament into its folder."""

    def __init__(self, director: Director, executor: Executor | None = None) -> None:
        self._director = director
        self._executor = executor
        self._next = 0.0
        self._next_entrants = 0.0
        self._state: tuple[object, ...] = ()
        self._shown = 0  # matches that are on the entrants' pages already

    def refresh(self) -> None:
        """Write what has changed, if it is time."""
        now = time.monotonic()
        if now < self._next:
            return
        playing = tuple(one.number for one in self._executor.playing) if self._executor else ()
        state = (len(self._director.facts), playing, tuple(self._executor.notes) if self._executor else ())
        if state == self._state:
            return
        self._state = state
        report = TournamentReport(self.event(running=True), self._director.folder)
        report.index()
        report.screen()
        spent = time.monotonic() - now
        self._next = now + max(EVERY_S, SHARE * spent)
        if now >= self._next_entrants:
            self._entrants(report)
            self._next_entrants = now + max(ENTRANTS_EVERY_S, SHARE * (time.monotonic() - now))

    def write(self, *, running: bool) -> list[Path]:
        """All pages; index.html is the first."""
        report = TournamentReport(self.event(running=running), self._director.folder)
        entrants = range(len(self._director.plan.entrants))
        return [report.index(), report.screen(), *(report.entrant(who) for who in entrants)]

    def _entrants(self, report: TournamentReport) -> None:
        """Pages of the entrants who have played since; the first time of all entrants, so that no link is broken."""
        new = list(self._director.facts.values())[self._shown :]
        played = {who for fact in new for who in fact.fixture.entrants}
        everybody = range(len(self._director.plan.entrants))
        for who in everybody if not self._next_entrants else sorted(played):
            report.entrant(who)
        self._shown = len(self._director.facts)

    def event(self, *, running: bool) -> ReportEvent:
        director = self._director
        plan, results = director.plan, director.outcomes
        count = len(plan.entrants)
        games = [GAMES[terms.game] for terms in plan.terms]
        now = [] if self._executor is None else self._executor.playing
        known = director.in_hand
        return ReportEvent(
            plan.title,
            ", ".join(game.name for game in games),
            [entry.name for entry in plan.entrants],
            [OlympiadGround(game.key, game.name, plan.format.seats) for game in games],
            list(director.facts.values()),
            games[0].figures if len(games) == 1 else [],
            table=director.table(),
            kind=plan.format.kind,
            meetings=formats.meetings(plan.format, count, results),
            bracket=formats.bracket(plan.format, count, results),
            playing=[(known[one.number], one.where) for one in now if one.number in known] if running else [],
            waiting=director.waiting if running else 0,
            running=running,
            notes=self._notes(running=running),
            replays=(director.folder / REPLAYS).is_dir(),
            updated=time.strftime("%H:%M:%S"),
        )

    def _notes(self, *, running: bool) -> list[str]:
        notes = list(self._executor.notes) if self._executor and running else []
        if self._director.deviations:
            notes.append(f"{len(self._director.deviations)} matches were played twice with different results.")
        return notes


def missing_replays(director: Director) -> list[tuple[str, str]]:
    """Records that have no page yet, with the paths of the pages."""
    kept = [fact for fact in director.facts.values() if fact.record]
    pairs = [(director.folder / fact.record, director.folder / replay_of(fact)) for fact in kept]
    return [(str(record), str(page)) for record, page in pairs if record.is_file() and not page.exists()]
