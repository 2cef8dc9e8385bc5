"""How the server learns that the database cannot be written any more."""

import asyncio
import logging
from collections.abc import Callable

from ..store.database import Database
from ..store.database.cluster_database import SharedDatabase
from ..store.database.engine import NotLeaderError, TakenOverError

log = logging.getLogger("roundhouse")


def failing(database: Database) -> asyncio.Future[None]:
    """A future that is done when nothing can be written any more. Callbacks of the database run on this loop from now
    on."""
    loop = asyncio.get_running_loop()
    failed: asyncio.Future[None] = loop.create_future()
    database.deliver(loop.call_soon_threadsafe, lambda error: fail(failed, error))
    return failed


def fail(failed: asyncio.Future[None], error: BaseException) -> None:
    log.error("the database cannot be written: %s", error)
    if not failed.done():
        failed.set_result(None)


def failure_of(database: Database, failed: asyncio.Future[None]) -> Callable[[BaseException], None]:
    """The callback for a failed write about a match. A match that another process took over is no failure."""

    def failure(error: BaseException) -> None:
        if isinstance(error, TakenOverError) and isinstance(database, SharedDatabase):
            database.lost(error.match_id, error.epoch)
        elif isinstance(error, NotLeaderError):
            log.warning("a match does not begin: %s", error)
        else:
            fail(failed, error)

    return failure
