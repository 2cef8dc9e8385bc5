"""How the parts of the arena read from the store and write to it."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from sqlalchemy import Connection

from ..store.database import Database
from .errors import Refused

log = logging.getLogger("roundhouse.tables")

T = TypeVar("T")


class StoreAccess:
    """One per arena. Without a database nothing is kept, and `read` and `write` raise Refused."""

    def __init__(self, database: Database | None) -> None:
        self.database = database

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Query the database on a thread, so that the loop goes on."""

        def ask() -> T:
            return self.look(query)

        return await asyncio.get_running_loop().run_in_executor(None, ask)

    def look(self, query: Callable[[Connection], T]) -> T:
        """Query on the loop's thread; only for a single row."""
        with self._there().engine.connect() as connection:
            return query(connection)

    async def write(self, change: Callable[[Connection], T]) -> T:
        return await asyncio.wrap_future(self._there().submit(change))

    def note(self, change: Callable[[Connection], object]) -> None:
        """Write without waiting; a failure is logged."""
        if self.database is not None:
            self.database.submit(change).add_done_callback(noticed)

    async def flush(self) -> None:
        """Wait until everything submitted so far is written."""
        if self.database is not None:
            await asyncio.get_running_loop().run_in_executor(None, self.database.flush)

    def _there(self) -> Database:
        if self.database is None:
            raise Refused("no_store", "This server keeps nothing.", status=404)
        return self.database


def noticed(future: Any) -> None:
    """Log the failure of a write that nobody waits for."""
    if not future.cancelled() and future.exception() is not None:
        log.error("something about a table could not be written", exc_info=future.exception())


def answer(
    loop: asyncio.AbstractEventLoop,
    future: Future[T],
    then: Callable[[T], None],
    failed: Callable[[BaseException], None],
) -> None:
    """Call `then` with the result of a write, or `failed` with its error, on the loop's thread; a closed loop gets
    neither."""

    def tell() -> None:
        error = future.exception()
        if error is not None:
            failed(error)
        else:
            then(future.result())

    def on_done(_: Future[T]) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(tell)

    future.add_done_callback(on_done)
