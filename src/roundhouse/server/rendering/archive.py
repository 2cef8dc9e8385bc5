"""Turns finished matches into compressed records, which replace their entries, on a background thread."""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec
from sqlalchemy import Connection

from ...core.entries import LEAVE, ORDER, VOID
from ...core.game import Game
from ...core.registry import GAMES
from ...store import matches, remarks
from ...store.database import Database
from ...store.schema.platform import FINISHED
from .render_jobs import Log, make_record, record_of

log = logging.getLogger("roundhouse.archive")

__all__ = ["Archive", "log_of", "record_of", "widths"]

Make = Callable[[Log], bytes]


def widths(game: Game) -> Callable[[int], int]:
    """How many numbers an entry of a kind has in a game."""
    return lambda kind: game.width if kind in (ORDER, VOID) else 1 if kind == LEAVE else 0


def log_of(connection: Connection, match_id: int) -> Log:
    """The log of a match that is not archived."""
    setup = matches.setup_of(connection, match_id)
    return Log(setup, matches.entries_of(connection, match_id, widths(GAMES[setup.game])))


def whole_log_of(connection: Connection, match_id: int) -> Log:
    """The same of a finished match, with remarks and seat accounts."""
    entered = log_of(connection, match_id)
    accounts = [seat.account for seat in matches.seats_of(connection, [match_id])[match_id]]
    return msgspec.structs.replace(entered, remarks=remarks.of_match(connection, match_id), accounts=accounts)


def put_away(connection: Connection, match_id: int, record: bytes) -> None:
    """Store a record; it includes the remarks if the match has a result, else they stay in their table."""
    matches.archive(connection, match_id, record)
    stored = matches.by_id(connection, match_id)
    if stored is not None and stored.state == FINISHED:
        remarks.drop(connection, match_id)


class Archive:
    """`make` turns a log into a record, here or in a rendering process. `kept` is called for every new record, on the
    archive's thread."""

    def __init__(
        self, database: Database, make: Make = make_record, *, kept: Callable[[int], None] = lambda match_id: None
    ) -> None:
        self._database = database
        self._make = make
        self._kept = kept
        self._closed = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="archive")

    def keep(self, match_id: int) -> None:
        """Archive a finished match; if the server stops before, the next start does it."""
        if not self._closed:
            self._thread.submit(self._keep, match_id)

    def keep_all(self) -> None:
        """Archive what an earlier run left, of all games."""
        with self._database.engine.connect() as connection:
            left = matches.unarchived(connection)
        for stored in left:
            if stored.game in GAMES:
                self.keep(stored.id)

    def close(self) -> None:
        """Finish the match at hand and leave the others for the next start."""
        self._closed = True
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _keep(self, match_id: int) -> None:
        try:
            with self._database.engine.connect() as connection:
                if matches.record_of(connection, match_id) is not None:
                    return  # requested twice; its entries are gone
                entered = whole_log_of(connection, match_id)
            record = self._make(entered)
            self._database.submit(lambda connection: put_away(connection, match_id, record)).result()
        except Exception:
            if not self._closed:
                log.exception("the record of match %d could not be made; its entries are kept", match_id)
        else:
            self._kept(match_id)
