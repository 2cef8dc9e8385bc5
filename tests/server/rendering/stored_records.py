"""Recorded matches put into a database as a server would have left them."""

from collections.abc import Sequence

import msgspec

from roundhouse.core.entries import Entry
from roundhouse.core.game import Result, Setup
from roundhouse.match.record import Record
from roundhouse.protocol.api.platform import TableOptions
from roundhouse.store import matches, players
from roundhouse.store.database import Database
from roundhouse.store.matches import Stored


def put(
    database: Database,
    setup: Setup,
    entries: Sequence[Entry],
    result: Result | None = None,
    *,
    options: TableOptions | None = None,
) -> Stored:
    """A match with these entries in its log, over if there is a result."""
    packed = None if options is None else msgspec.msgpack.encode(options)

    def write(connection):
        ids = [players.create(connection, name=seat.name, now_ms=1)[0].id for seat in setup.seats]
        begun = matches.begin(
            connection, setup, ids, options=packed, line=False, rated=False, pool="bots", entries=entries, now_ms=5
        )
        if result is not None:
            matches.finish(connection, begun.id, result, reason="over", now_ms=9)
        return matches.by_id(connection, begun.id)

    return database.submit(write).result()


def put_record(database: Database, record: Record) -> Stored:
    return put(database, record.setup, record.entries, record.result)
