"""Writes to a database that several servers share, and reconnects when its connections are cut.

After a lost connection it is not known whether the last statement was executed. So before it is repeated the database
is asked; nothing is acknowledged in between.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DBAPIError

from ..schema.platform import entries, matches
from . import lasting, process_lock
from .engine import WRITING, StoreError
from .sql_dialect import SHARING
from .writer import Done, Group, Made, Writer, run_all

log = logging.getLogger("roundhouse.store")

DEADLOCK = "40P01"
TRIES = 5  # for a statement that deadlocked or conflicted
IDLE_S = 5  # a process that is stopped in the middle of a transaction holds its locks no longer than this
AWAY_MAX_S = 30.0  # if the database is away for longer, this process gives up and ends
AGAIN_S = 0.25  # between two tries to reconnect

OwnedRow = tuple[int, int, int, int, bytes, int, int]  # an entry and the epoch it is written with

_names = ", ".join(entries.c.keys())
# The lock makes a process that takes the match over wait for this statement, and this statement wait for that process:
# then it finds the new epoch. It is a single statement outside a transaction, so that we hold no lock while stopped.
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
# As long as the epoch is ours, a step that exists already was written by this process.
_ONCE_MORE = _OWNED.format(once="ON CONFLICT DO NOTHING")


def prepare(connection: Connection) -> None:
    """Prepare a connection for a server's writes. Raises StoreError if another server uses the database alone."""
    process_lock.share(connection)
    with connection.begin():
        lasting(connection)
        connection.exec_driver_sql(f"SET SESSION idle_in_transaction_session_timeout = '{IDLE_S}s'")


class SharedWriter(Writer):
    """Entries have their own connection, each group in one statement; all other writes of all processes run one
    transaction after another, as if there were one process."""

    gives_way = False  # no low priority: the thread mostly waits for the database, and other processes wait for it

    def __init__(self, connection: Connection) -> None:
        # called with the match when its entries are refused
        self.lost: Callable[[int, int], None] = lambda match_id, epoch: None
        self._engine = connection.engine
        self._closing = threading.Event()
        self._transaction = 0  # the number of the transaction in progress
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
        """Write those entries that may be written; returns the current epochs of their matches."""
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
                    return None  # it was committed, only the reply was lost
                made.clear()

    def _is_written(self, transaction: int) -> bool:
        """Whether a transaction was committed whose reply was lost."""
        query, end = select(func.txid_status(transaction)), time.monotonic() + IDLE_S
        while (status := self._entries.execute(query).scalar_one()) == "in progress" and time.monotonic() < end:
            time.sleep(AGAIN_S)
        if status == "in progress":
            raise StoreError("a transaction of a lost connection does not end")
        return bool(status == "committed")

    # Connections

    def _come_back(self, error: BaseException) -> None:
        """Reconnect; raises the error if that does not succeed in time, or if we are closing."""
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
