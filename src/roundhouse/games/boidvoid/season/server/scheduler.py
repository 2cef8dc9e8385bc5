"""The five jobs of seasons, each run on time and exactly once: season end, season start, daily maintenance, turn end
and turn start. The clock is passed in; there is one timer, for whatever is due next. BOI-231 to BOI-240"""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import Connection

from .....server.errors import Refused
from .....server.matches.scheduled_match import Now
from .....server.tasks import cancel_all
from .....server.timers import Timers
from .. import calendar
from ..api import JobKey, JobRun
from ..job_times import Daily
from ..store import job_log
from ..store import seasons as store
from ..store.seasons import SeasonGame
from .season_games import TURN_END, TURN_START, Note, SeasonGames
from .times import moment_of, ms_of

log = logging.getLogger("roundhouse.seasons")

SEASON_END: JobKey = "season_end"
SEASON_START: JobKey = "season_start"
MAINTENANCE: JobKey = "maintenance"
JOBS: tuple[JobKey, ...] = (SEASON_END, SEASON_START, MAINTENANCE, "turn_end", "turn_start")

LONGEST_S = 600.0  # the timer fires at least this often, in case the machine's clock is set
RETRY_S = 30.0  # after an error
LOOK_BACK = timedelta(days=2)  # without a known run, the newest that was due in this time is made up for
MOMENT_S = 0.001


class Outcome:
    """The outcome of a run: nothing to do, everything done, or a part."""

    def __init__(self) -> None:
        self.detail: dict[str, Any] = {}
        self.failed: list[dict[str, Any]] = []
        self.writes: list[Note] = []  # done in the transaction that logs the run

    @property
    def word(self) -> str:
        return "partly" if self.failed else "done" if self.detail else "nothing"


class Scheduler:
    """`wake` checks what is due; anybody may call it."""

    def __init__(
        self, runner: SeasonGames, *, now: Now, timers: Timers, season_line: Daily, maintenance: Daily
    ) -> None:
        self.runner = runner
        self.now = now
        self.daily: dict[JobKey, Daily] = {
            SEASON_END: season_line,
            SEASON_START: season_line,
            MAINTENANCE: maintenance,
        }
        self._timers = timers
        self._timer: Any = None
        self._task: asyncio.Task[None] | None = None
        self._again = False
        self._stopped = False
        self._last: dict[JobKey, datetime] = {}
        runner.changed = self.wake

    # Start and stop

    async def start(self) -> None:
        """Called after the arena has restored its matches: make up for what was missed, once, in the background."""
        self._stopped = False  # a process that becomes leader again starts again
        async with self.runner.lock:
            await self.runner.restore()
        self.wake()

    async def stop(self) -> None:
        self._stopped = True
        self._cancel()
        if self._task is not None:
            await cancel_all([self._task])

    def wake(self) -> None:
        """Check whether something is due."""
        if self._stopped:
            return
        self._cancel()
        if self._task is not None and not self._task.done():
            self._again = True
            return
        self._task = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        wait_s = RETRY_S
        try:
            self._again = True
            while self._again:
                self._again = False
                await self.catch_up()
            wait_s = (await self.next_due() - self.now()).total_seconds()
        except Exception:
            log.exception("a job of the seasons failed; it is tried again")
        if not self._stopped:
            self._cancel()
            self._timer = self._timers.call_later(min(max(wait_s, MOMENT_S), LONGEST_S), self.wake)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # What is due

    async def catch_up(self) -> None:
        """Run everything that is due now: the daily jobs in their order, then the turns that are over."""
        async with self.runner.lock:
            now = self.now()
            for job, daily in self.daily.items():
                due = daily.newest(await self._last_run(job, now), now)
                if due is not None:
                    await self._run(job, due)
                    self._last[job] = due
            for known in await self._over_by(now):
                await self.runner.end_turn(known)

    async def _last_run(self, job: JobKey, now: datetime) -> datetime:
        if job not in self._last:
            last_ms = await self.runner.arena.store.read(lambda connection: job_log.last_due_ms(connection, job))
            self._last[job] = now - LOOK_BACK if last_ms is None else moment_of(last_ms)
        return self._last[job]

    async def _over_by(self, now: datetime) -> list[SeasonGame]:
        """Available games whose turn is over, the earliest first. BOI-236, BOI-237"""
        going = await self._going()
        over = [known for known in going if known.due_ms is not None and known.due_ms <= ms_of(now)]
        return sorted(over, key=lambda known: (known.due_ms, known.id))

    async def _going(self) -> list[SeasonGame]:
        running = await self.runner.arena.store.read(lambda connection: store.games(connection, states=[store.RUNNING]))
        return [known for known in running if known.available]

    async def next_due(self) -> datetime:
        """When something is to be done again."""
        now = self.now()
        moments = [daily.after(self._last.get(job, now)) for job, daily in self.daily.items()]
        moments += [moment_of(known.due_ms) for known in await self._going() if known.due_ms is not None]
        return min(moments)

    async def next_of(self, job: JobKey) -> datetime | None:
        """When a job is due next; None if no game needs it."""
        if job in self.daily:
            return self.daily[job].after(self._last.get(job, self.now()))
        return min((moment_of(known.due_ms) for known in await self._going() if known.due_ms is not None), default=None)

    # Jobs

    async def by_hand(self, job: JobKey, who: str, also: Note) -> JobRun:
        """An administrator runs a job now; it is logged like the others. BOI-240"""
        async with self.runner.lock:
            made = await self._run(job, self.now(), by=who, also=also)
        self.wake()
        return made

    async def _run(self, job: JobKey, due: datetime, *, by: str = "", also: Note | None = None) -> JobRun:
        """Run a job and log it. Its changes are either in the transaction of its log line, or recognised as done when
        it is run again: nothing happens twice, even after a crash in the middle."""
        work: Callable[[datetime, Outcome], Any] = {
            SEASON_END: self._season_end,
            SEASON_START: self._season_start,
            MAINTENANCE: self._maintenance,
            TURN_END: self._turn_end,
            TURN_START: self._turn_start,
        }[job]
        outcome = Outcome()
        await work(due, outcome)
        detail = outcome.detail | ({"failed": outcome.failed} if outcome.failed else {})
        ran_ms = ms_of(self.now())

        def note(connection: Connection) -> JobRun:
            for write in (*outcome.writes, *([also] if also else [])):
                write(connection)
            return job_log.note(
                connection, job, due_ms=ms_of(due), ran_ms=ran_ms, by=by, outcome=outcome.word, detail=detail
            )

        made = await self.runner.arena.store.write(note)
        log.info("job %s%s: %s %s", job, f", run by {by}" if by else "", outcome.word, detail)
        return made

    async def _season_end(self, due: datetime, outcome: Outcome) -> None:
        """Seasons whose last day is over end with all their games. BOI-232, BOI-257"""
        for season in calendar.to_end(await self._seasons(), self.now().date()):
            for known in await self._games(season.id):
                if known.state in (store.RUNNING, store.PAUSED):
                    await self.runner.end(known)
            outcome.detail.setdefault("seasons", []).append(season.id)
            outcome.writes.append(partial(store.set_season_state, season_id=season.id, state=store.SEASON_ENDED))

    async def _season_start(self, due: datetime, outcome: Outcome) -> None:
        """Start a season that is due, with its games, if no other one is active. Games that were made after the start
        of their season are started too. BOI-010, BOI-233"""
        seasons = await self._seasons()
        begun = calendar.to_start(seasons, self.now().date())
        active = next((season for season in seasons if season.state == store.ACTIVE), None)
        season = begun or active
        if season is None:
            return
        drafts = [known for known in await self._games(season.id) if known.state == store.DRAFT]
        for known in drafts:
            await self._start(known, due, outcome)
        if begun is not None:
            # All that run by now, including those that were started before a crash in the middle of this run.
            going = [known.id for known in await self._games(season.id) if known.state != store.DRAFT]
            outcome.detail = {"seasons": [begun.id], "games": going}
            outcome.writes.append(partial(store.set_season_state, season_id=begun.id, state=store.ACTIVE))

    async def _start(self, known: SeasonGame, due: datetime, outcome: Outcome) -> None:
        """Start a game; an error does not stop the others from starting."""
        try:
            await self.runner.start(known, due)
        except Refused as refused:
            problem = refused.problem
            outcome.failed.append({"game": known.id, "code": problem.code, "sentence": problem.sentence})
        else:
            outcome.detail.setdefault("games", []).append(known.id)

    async def _maintenance(self, due: datetime, outcome: Outcome) -> None:
        """Update every available game to the stakes of its power source. BOI-234, BOI-238"""
        since = await self._same_day(due)
        for known in await self._going():
            asked, unanswered = await self.runner.maintain(known, due, since=since)
            outcome.detail[str(known.id)] = {"players": asked, "unavailable": unanswered}
            if unanswered:
                outcome.failed.append({"game": known.id, "code": "power_unavailable", "players": unanswered})

    async def _same_day(self, due: datetime) -> datetime | None:
        """An earlier maintenance of the same day, if there was one."""
        runs = await self.runner.arena.store.read(lambda connection: job_log.lines(connection, MAINTENANCE, limit=1))
        earlier = next((moment_of(run.due_ms) for run in runs), None)
        return earlier if earlier is not None and earlier.date() == due.date() else None

    async def _turn_end(self, due: datetime, outcome: Outcome) -> None:
        for known in await self._over_by(self.now()):
            await self.runner.end_turn(known)
            outcome.detail.setdefault("games", []).append(known.id)

    async def _turn_start(self, due: datetime, outcome: Outcome) -> None:
        """The next turn always begins when the previous one ends, so there is never one to start. BOI-235"""

    async def _seasons(self) -> list[calendar.Season]:
        return await self.runner.arena.store.read(store.all_seasons)

    async def _games(self, season_id: int) -> list[SeasonGame]:
        return await self.runner.arena.store.read(lambda connection: store.games(connection, season_id=season_id))
