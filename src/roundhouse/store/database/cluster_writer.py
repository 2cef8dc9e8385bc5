"""Writes to a database that several servers share, and comes back to it when its connections are cut.

A connection that is lost tells nothing about what was sent over it last. So before anything is written again the
database is asked whether it was written; nobody is answered in between.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DBAPIError

from . import process_lock
from . import lasting
from .sql_dialect import SHARING
from .engine import WRITING, StoreError
from ..schema.platform import entries, matches
from .writer import Done, Group, Made, Writer, run_all

log = logging.getLogger("roundhouse.store")

DEADLOCK = "40P01"
TRIES = 5  # of a statement that met another one crosswise
IDLE_S = 5  # a process that is stopped in the middle of a transaction holds its locks no longer than this
AWAY_MAX_S = 30.0  # a database that is away for longer is given up, and with it this process
AGAIN_S = 0.25  # between two tries to reach it

OwnedRow = tuple[int, int, int, int, bytes, int, int]  # an entry and the epoch it is written with

_names = ", ".join(entries.c.keys())
# The lock makes a process that takes the match over wait for this statement, and this statement for that process: then
# it finds the new epoch. One statement in no transaction of ours, so that we hold no lock while we are stopped.
_OWNED = f"""
WITH given AS (
    SELECT * FROM unnest(%b::int[], %b::int[], %b::int[], %b::int[], %b::bytea[], %b::bigint[], %b::int[])
    AS given ({_names}, epoch)
), held AS (
    SELECT id, epoch FROM {matches.name} WHERE id = ANY(%b::int[]) ORDER BY id FOR SHARE
), made AS (
    INSERT INTO {entries.name} ({_names})
    SELECT {", ".join(f"given.{column.name}" for column in entries.c)}
    FROM given JOIN held ON held.id = given.match_id AND held.epoch = given.epoch
    {{once}}
)
SELECT id, epoch FROM held
"""
_FIRST = _OWNED.format(once="")
# As long as the epoch is ours, nobody but us can have written a step that is there already.
_ONCE_MORE = _OWNED.format(once="ON CONFLICT DO NOTHING")


def prepare(connection: Connection) -> None:
    """Make a connection one that writes for a server. Raises StoreError where another server has the database alone."""
    process_lock.share(connection)
    with connection.begin():
        lasting(connection)
        connection.exec_driver_sql(f"SET SESSION idle_in_transaction_session_timeout = '{IDLE_S}s'")


class SharedWriter(Writer):
    """Entries go over a connection of their own, each group in one statement; all other writes of all processes come
    one transaction after another, as if there were one process."""

    gives_way = False  # it mostly waits for the database, and other processes wait for it

    def __init__(self, connection: Connection) -> None:
        self.lost: Callable[[int, int], None] = lambda match_id, epoch: None  # such entries are refused
        self._engine = connection.engine
        self._closing = threading.Event()
        self._transaction = 0  # the number of the one that is going on
        self._entries = self._open_entries()
        super().__init__(connection)

    def close(self) -> None:
        self._closing.set()
        super().close()
        self._entries.close()
        self._connection.close()

    def _open_entries(self) -> Connection:
        opened = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        try:
            lasting(opened)
        except BaseException:
            opened.close()
            raise
        return opened

    # Entries

    def _log(self, group: list[tuple[Any, Done | None]]) -> None:
        try:
            held = self._write([row for row, _ in group])
        except Exception as error:
            self._break(error)
            return
        done, lost = [], {}
        for row, then in group:
            if held.get(row[0]) != row[6]:
                lost[row[0]] = row[6]
            elif then is not None:
                done.append(then)
        if done:
            self._tell(run_all, done)
        for match_id, epoch in lost.items():
            self._tell(self.lost, match_id, epoch)

    def _write(self, rows: list[OwnedRow]) -> dict[int, int]:
        """Write those entries that may be written; returns the epochs of their matches."""
        columns = [list(column) for column in zip(*rows, strict=True)]
        arguments = (*columns, sorted(set(columns[0])))
        statement, left = _FIRST, TRIES
        while True:
            try:
                return {row[0]: row[1] for row in self._entries.exec_driver_sql(statement, arguments)}
            except DBAPIError as error:
                left -= 1
                if self._entries.invalidated:
                    self._come_back(error)
                    statement = _ONCE_MORE
                elif not left or getattr(error.orig, "sqlstate", None) != DEADLOCK:
                    raise

    # Everything else

    def _begun(self, connection: Connection) -> None:
        lock = func.pg_advisory_xact_lock(SHARING, func.hashtext(func.current_schema()))
        self._transaction = connection.execute(select(func.txid_current(), lock)).one()[0]

    def _transact(self, group: Group, made: Made) -> None:
        while True:
            self._transaction = 0
            try:
                return super()._transact(group, made)
            except BaseException as error:
                if not self._connection.invalidated:
                    raise
                transaction = self._transaction
                self._come_back(error)
                if transaction and self._is_written(transaction):
                    return None  # only nobody could tell us
                made.clear()

    def _is_written(self, transaction: int) -> bool:
        """Whether a transaction was committed that we have heard no more of."""
        query, end = select(func.txid_status(transaction)), time.monotonic() + IDLE_S
        while (status := self._entries.execute(query).scalar_one()) == "in progress" and time.monotonic() < end:
            time.sleep(AGAIN_S)
        if status == "in progress":
            raise StoreError("a transaction of a lost connection does not end")
        return bool(status == "committed")

    # Connections

    def _come_back(self, error: BaseException) -> None:
        """Connect anew; raises the error if that does not succeed in time, or we are to end."""
        log.warning("the connection to the database is lost: %s", str(getattr(error, "orig", None) or error).strip())
        end = time.monotonic() + AWAY_MAX_S
        while True:
            self._entries.close()
            self._connection.close()
            try:
                self._connection = self._engine.connect().execution_options(**{WRITING: True})
                prepare(self._connection)
                self._entries = self._open_entries()
            except (DBAPIError, StoreError):
                if time.monotonic() > end or self._closing.wait(AGAIN_S):
                    raise error from None
            else:
                log.info("the database is there again")
                return
