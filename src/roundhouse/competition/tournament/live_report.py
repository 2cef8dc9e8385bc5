"""Pages that follow a running tournament: rewritten when something happened, but never so often that it slows play."""

import time
from pathlib import Path

from ...games import GAMES
from . import formats
from .executor import Crew
from .director import REPLAYS, Director
from .formats.olympiad import Ground
from .report import Event, Report, replay_of

EVERY_S = 1.0
ENTRANTS_EVERY_S = 5.0
SHARE = 20  # writing pages takes at most one part in so many of the time


class Pages:
    """Writes the pages of a tournament into its folder."""

    def __init__(self, director: Director, crew: Crew | None = None) -> None:
        self._director = director
        self._crew = crew
        self._next = 0.0
        self._next_entrants = 0.0
        self._state: tuple[object, ...] = ()
        self._shown = 0  # matches that the entrants' pages know

    def refresh(self) -> None:
        """Write what has changed, if it is time."""
        now = time.monotonic()
        if now < self._next:
            return
        playing = tuple(one.number for one in self._crew.playing) if self._crew else ()
        state = (len(self._director.facts), playing, tuple(self._crew.notes) if self._crew else ())
        if state == self._state:
            return
        self._state = state
        report = Report(self.event(running=True), self._director.folder)
        report.index()
        report.screen()
        spent = time.monotonic() - now
        self._next = now + max(EVERY_S, SHARE * spent)
        if now >= self._next_entrants:
            self._entrants(report)
            self._next_entrants = now + max(ENTRANTS_EVERY_S, SHARE * (time.monotonic() - now))

    def write(self, *, running: bool) -> list[Path]:
        """All pages; index.html is the first."""
        report = Report(self.event(running=running), self._director.folder)
        entrants = range(len(self._director.plan.entrants))
        return [report.index(), report.screen(), *(report.entrant(who) for who in entrants)]

    def _entrants(self, report: Report) -> None:
        """Those who have played since, and in the beginning everybody, so that no link leads nowhere."""
        new = list(self._director.facts.values())[self._shown :]
        played = {who for fact in new for who in fact.fixture.entrants}
        everybody = range(len(self._director.plan.entrants))
        for who in everybody if not self._next_entrants else sorted(played):
            report.entrant(who)
        self._shown = len(self._director.facts)

    def event(self, *, running: bool) -> Event:
        director = self._director
        plan, results = director.plan, director.outcomes
        count = len(plan.entrants)
        games = [GAMES[terms.game] for terms in plan.terms]
        now = [] if self._crew is None else self._crew.playing
        known = director.in_hand
        return Event(
            plan.title,
            ", ".join(game.name for game in games),
            [entry.name for entry in plan.entrants],
            [Ground(game.key, game.name, plan.format.seats) for game in games],
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
        notes = list(self._crew.notes) if self._crew and running else []
        if self._director.deviations:
            notes.append(f"{len(self._director.deviations)} matches were played twice with different results.")
        return notes


def missing_replays(director: Director) -> list[tuple[str, str]]:
    """Records that have no page yet, with the paths that those should have."""
    kept = [fact for fact in director.facts.values() if fact.record]
    pairs = [(director.folder / fact.record, director.folder / replay_of(fact)) for fact in kept]
    return [(str(record), str(page)) for record, page in pairs if record.is_file() and not page.exists()]
