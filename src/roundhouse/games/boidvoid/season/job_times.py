"""When jobs are due: daily ones by a cron line in a time zone, turns by their length. Time is always an argument.

Of several runs that were missed while the server was down only the newest is made up for, once. BOI-231, BOI-238
"""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError
from msgspec import Struct

LONGEST = timedelta(days=366)  # runs that are further apart are not found


class ScheduleError(ValueError):
    """Not a valid cron line."""


class Daily(Struct, frozen=True):
    """A cron line in a time zone; a time that a clock change skips is made up for, one that occurs twice counts
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
        """The newest run in (after, until], in UTC; earlier ones are not made up for."""
        due = None
        moment = max(after, until - LONGEST)
        while (moment := self.after(moment)) <= until:
            due = moment
        return due


class Every(Struct, frozen=True):
    """Repeats after so many seconds, counted from the previous run."""

    seconds: int

    def after(self, moment: datetime) -> datetime:
        return moment + timedelta(seconds=self.seconds)

    def newest(self, after: datetime, until: datetime) -> datetime | None:
        """Due at the planned time; if more than one run was missed, there is only one, now. BOI-238"""
        first = self.after(after)
        if first > until:
            return None
        return first if self.after(first) > until else until
