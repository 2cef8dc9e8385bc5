"""Finished matches become compressed records in the place of their entries, on a thread that is in no hurry."""

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from ..core.entries import LEAVE, ORDER, VOID, Entry
from ..core.game import Setup
from ..games.spacegoo import GAME
from ..match.match import Match
from ..match.record import Record, to_bytes
from ..match.recorder import Recorder
from ..store import matches
from ..store.database import Database

log = logging.getLogger("roundhouse.archive")


def width(kind: int) -> int:
    """How many numbers an entry of a kind has."""
    return GAME.width if kind in (ORDER, VOID) else 1 if kind == LEAVE else 0


def record_of(setup: Setup, entries: Sequence[Entry]) -> Record:
    """The record of a match, from what was logged while it ran; of a running one as far as it goes."""
    match = Match(GAME, setup)
    recorder = Recorder(match)
    match.restore(entries)
    return recorder.record()


class Archive:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._closed = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="archive")

    def keep(self, match_id: int) -> None:
        """Archive a match that is over; if the server stops before, the next start does it."""
        if not self._closed:
            self._thread.submit(self._keep, match_id)

    def keep_all(self) -> None:
        """What an earlier run left to do."""
        with self._database.engine.connect() as connection:
            left = matches.unarchived(connection, GAME.key)
        for stored in left:
            self.keep(stored.id)

    def close(self) -> None:
        self._closed = True
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _keep(self, match_id: int) -> None:
        try:
            with self._database.engine.connect() as connection:
                setup = matches.setup_of(connection, match_id)
                entries = matches.entries_of(connection, match_id, width)
            record = to_bytes(record_of(setup, entries))
            self._database.submit(lambda connection: matches.archive(connection, match_id, record)).result()
        except Exception:
            log.exception("the record of match %d could not be made; its entries are kept", match_id)
