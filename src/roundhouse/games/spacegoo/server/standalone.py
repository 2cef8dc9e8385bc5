"""A line server without the rest of a server, for measurements and tests."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator

from ....server.accounts import Guests, accounts_of
from ....server.failures import failing
from ....server.rendering.archive import Archive
from ....server.settings import ServerSettings
from ....store import ladder
from ....store.database import Database
from .line_log import MemoryLineLog
from .line_server import LineServer
from .plugin import restore_matches, stored_line_server


@contextlib.asynccontextmanager
async def line_server(
    settings: ServerSettings, database: Database | None = None, *, draws: random.Random | None = None
) -> AsyncIterator[LineServer]:
    """A listening line server; without a database nothing is kept and no order waits to be written.

    Interrupted matches of the database wait for their players. Ports given as 0 are found in `.ports`.
    """
    if database is None:
        memory = MemoryLineLog(start_elo=settings.start_elo, elo_k=settings.elo_k)
        guests = Guests(start_elo=settings.start_elo, rating=memory.rating)
        server = LineServer(settings, accounts=guests, line_log=memory, draws=draws)
        await server.listen()
        try:
            yield server
        finally:
            await server.stop()
        return
    failed = failing(database)
    elo = {"start_elo": settings.start_elo, "elo_k": settings.elo_k}
    await asyncio.wrap_future(database.submit(lambda connection: ladder.catch_up(connection, **elo)))
    accounts = accounts_of(settings, database)
    archive = Archive(database)
    server = stored_line_server(settings, database, accounts, failed, draws)
    for line_queue in server.line_queues.values():
        line_queue.over = lambda live: archive.keep(live.id)
    try:
        archive.keep_all()
        restore_matches(server, database)
        await server.listen()
        yield server
    finally:
        await server.stop()
        accounts.close()
        archive.close()
