"""The arena: tables, matches and saves, each a part that others call by its name (`arena.tables`)."""

import random
from collections.abc import Callable

from ..store.database import Database
from .builtin_bots.supervisor import BotSupervisor
from .matches.match_host import MatchHost
from .matches.match_log import MatchLog
from .notices.page_updates import PageUpdates
from .notices.player_notices import PlayerNotices
from .settings import ServerSettings
from .store_access import StoreAccess
from .tables.forks import Forks
from .tables.open_tables import OpenTables
from .tables.option_checks import OptionChecks
from .tables.preparation import Preparation
from .tables.rematches import Rematches
from .tables.saved_matches import SavedMatches
from .tables.seating import Seating
from .tasks import Tasks
from .timers import Timers, wall_ms


class Arena:
    """One per server. Makes its parts, restores what was running before, and stops them all."""

    def __init__(
        self,
        settings: ServerSettings,
        *,
        match_log: MatchLog,
        timers: Timers,
        news: PageUpdates,
        database: Database | None = None,
        bots: BotSupervisor | None = None,
        draws: random.Random | None = None,
        wall: Callable[[], int] = wall_ms,
    ) -> None:
        self.settings = settings
        self.news = news
        self.tasks = tasks = Tasks()
        self.store = store = StoreAccess(database)
        self.notices = notices = PlayerNotices(settings, store=store, news=news, tasks=tasks, wall=wall)
        self.matches = matches = MatchHost(
            settings, store=store, match_log=match_log, timers=timers, news=news, bots=bots, draws=draws
        )
        forks = Forks(store)
        self.options = options = OptionChecks(store)
        self.tables = tables = OpenTables(store=store, forks=forks, timers=timers, news=news, wall=wall)
        self.preparation = Preparation(tables, options, matches)
        self.seating = seating = Seating(
            tables, self.preparation, options, forks, matches, store=store, notices=notices, tasks=tasks, wall=wall
        )
        self.rematches = Rematches(tables, seating, options, forks, store=store, notices=notices)
        self.saves = SavedMatches(tables, seating, forks, matches, store=store, wall=wall)

    async def restore(self) -> None:
        """Restore the tables and matches that existed when the server stopped."""
        await self.matches.restore()
        await self.tables.restore()

    async def drain(self) -> None:
        """Stop: start nothing, stop all ticks, and wait until all entries are on disk."""
        self.tables.stop()
        self.matches.stop()
        await self.tasks.cancel()
        self.news.stop()
        if self.matches.remarks is not None:
            self.matches.remarks.flush()
        await self.store.flush()
