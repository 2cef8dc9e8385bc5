"""When jobs are due: daily ones by a cron line in a time zone, turns by their length. Time is always an argument.

A job that was missed while nobody was there is not repeated: of several missed runs the newest is made up for, once.
BOI-231, BOI-238
"""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError
from msgspec import Struct

LONGEST = timedelta(days=366)  # nothing that is due less often is looked for


class ScheduleError(ValueError):
    """A line that is no time table."""


class Daily(Struct, frozen=True):
    """A cron line, read in a time zone; a time that a clock change skips is made up for, one that comes twice counts
    once."""

    line: str = "0 0 * * *"
    zone: str = "UTC"

    def check(self) -> None:
        try:
            CronSim(self.line, datetime.now(ZoneInfo(self.zone)))
        except (CronSimError, KeyError, ValueError) as error:
            raise ScheduleError(f"{self.line!r} in {self.zone} is no time table: {error}.") from None

    def after(self, moment: datetime) -> datetime:
        """The first run after a moment, in UTC."""
        found: datetime = next(CronSim(self.line, moment.astimezone(ZoneInfo(self.zone))))
        return found.astimezone(UTC)

    def newest(self, after: datetime, until: datetime) -> datetime | None:
        """The newest run in (after, until], in UTC; what came before it is not made up for."""
        due = None
        moment = max(after, until - LONGEST)
        while (moment := self.after(moment)) <= until:
            due = moment
        return due


class Every(Struct, frozen=True):
    """Again and again after so many seconds, counted from the run before."""

    seconds: int

    def after(self, moment: datetime) -> datetime:
        return moment + timedelta(seconds=self.seconds)

    def newest(self, after: datetime, until: datetime) -> datetime | None:
        """Due at the time it was planned for; should more than one be missed, there is one, now. BOI-238"""
        first = self.after(after)
        if first > until:
            return None
        return first if self.after(first) > until else until
