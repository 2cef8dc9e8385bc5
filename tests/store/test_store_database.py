"""Opening a database, and its one writer."""

import sqlite3
import threading

import pytest
from sqlalchemy import select

from roundhouse.core.entries import LEAVE, ORDER, TICK, Entry
from roundhouse.core.game import Setup
from roundhouse.store import matches, players, tables
from roundhouse.store.database import Database, StoreError

SETUP = Setup("spacegoo", "standard", {"max_rounds": 500}, (), 1)


@pytest.fixture
def database(tmp_path):
    database = Database(tmp_path / "roundhouse.db")
    yield database
    database.close()


def begin(database, *, names=("a", "b"), edition="standard"):
    def write(connection):
        ids = [players.create(connection, name, "hash", 1)[0].id for name in names]
        return matches.begin(connection, SETUP, ids, edition=edition, start_elo=1000.0, now_ms=5)

    return database.submit(write).result()


def test_a_new_file_gets_our_tables_and_their_version(database):
    with database.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA user_version").scalar_one() == tables.VERSION
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 1, "normal"


def test_a_database_of_a_newer_version_is_refused_in_clear_words(tmp_path):
    with sqlite3.connect(tmp_path / "roundhouse.db") as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match=r"newer Roundhouse \(tables 99, this one knows 1\)"):
        Database(tmp_path / "roundhouse.db")


def test_a_file_that_is_no_database_is_refused_in_clear_words(tmp_path):
    (tmp_path / "roundhouse.db").write_bytes(b"this is a letter to my aunt" * 100)
    with pytest.raises(StoreError, match="cannot be opened as a database"):
        Database(tmp_path / "roundhouse.db")


def test_all_constraints_have_names():
    for table in tables.metadata.tables.values():
        assert all(constraint.name for constraint in table.constraints), table.name
        assert all(index.name for index in table.indexes), table.name


def test_entries_are_on_disk_when_done_is_called(database):
    begun = begin(database)
    seen = []
    told = threading.Event()

    def done():
        with sqlite3.connect(database.path) as other:
            seen.append(other.execute("SELECT count(*) FROM entries").fetchone()[0])
        other.close()
        told.set()

    database.append(matches.row_of(begun.id, 1, Entry(ORDER, 1, (0, 0, 0, 0, 0, 0), 7)), done)
    assert told.wait(10)
    assert seen == [1]


def test_many_entries_share_commits_and_keep_their_order(database):
    begun = begin(database)
    order = []
    rows = [matches.row_of(begun.id, n, Entry(TICK, 0, (), n)) for n in range(1, 3001)]
    for n, row in enumerate(rows, 1):
        database.append(row, lambda n=n: order.append(n))
    database.submit(lambda connection: None).result()
    with database.engine.connect() as connection:
        steps = connection.execute(select(tables.entries.c.step).order_by(tables.entries.c.step)).scalars().all()
    assert steps == list(range(1, 3001))
    assert order == list(range(1, 3001))


def test_a_write_that_fails_takes_nothing_with_it(database):
    begun = begin(database)

    def half(connection):
        players.create(connection, "carl", "hash", 1)
        raise RuntimeError("after the first half")

    database.append(matches.row_of(begun.id, 1, Entry(TICK)))
    with pytest.raises(RuntimeError, match="after the first half"):
        database.submit(half).result()
    database.append(matches.row_of(begun.id, 2, Entry(TICK)))
    database.submit(lambda connection: None).result()
    with database.engine.connect() as connection:
        assert players.find(connection, "carl") is None
        assert len(matches.entries_of(connection, begun.id, lambda kind: 0)) == 2


def test_entries_that_cannot_be_written_are_reported_and_not_acknowledged(database):
    begun = begin(database)
    failures, acknowledged = [], []
    database.deliver(lambda call, *arguments: call(*arguments), failures.append)
    row = matches.row_of(begun.id, 1, Entry(TICK))
    database.append(row)
    database.submit(lambda connection: None).result()
    database.append(row, lambda: acknowledged.append(True))  # the same step again
    database.submit(lambda connection: None).result()
    assert acknowledged == []
    assert len(failures) == 1


def test_closing_writes_what_was_given_before(tmp_path):
    database = Database(tmp_path / "roundhouse.db")
    begun = begin(database)
    for n in range(1, 501):
        database.append(matches.row_of(begun.id, n, Entry(TICK)))
    database.close()
    with sqlite3.connect(tmp_path / "roundhouse.db") as connection:
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (500,)
    connection.close()


@pytest.mark.parametrize(
    "entry",
    [
        Entry(ORDER, 1, (0, 0, 0, 0, 0, 0), 12),
        Entry(ORDER, 2, (1, 0, 3, 0, 2_147_483_647, 0), 13),
        Entry(2, 2, (1, -7, 3, 0, 0, 9), 14),
        Entry(LEAVE, 1, (5,), 15),
        Entry(TICK, 0, (), 16),
    ],
)
def test_an_entry_comes_back_as_it_was(database, entry):
    begun = begin(database)
    database.append(matches.row_of(begun.id, 1, entry))
    database.submit(lambda connection: None).result()
    with database.engine.connect() as connection:
        found = matches.entries_of(connection, begun.id, lambda kind: {ORDER: 6, 2: 6, LEAVE: 1}.get(kind, 0))
    assert found == [entry]
