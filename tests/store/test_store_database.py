"""Opening a database, and its one writer."""

import threading

import pytest
from sqlalchemy import event, select
from tests.store.players_and_matches import begin, player

from roundhouse.core.entries import LEAVE, ORDER, TICK, Entry
from roundhouse.store import matches, players
from roundhouse.store.database import Database, StoreError
from roundhouse.store.schema import platform


def entries_in(database, match_id):
    with database.engine.connect() as connection:
        return matches.entries_of(connection, match_id, lambda kind: 0)


# Opening


def test_an_sqlite_file_is_kept_with_a_log_ahead_that_survives_a_crash(tmp_path):
    database = Database(tmp_path / "folder" / "roundhouse.db")
    with database.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2, "full"
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar_one() == 1
    database.close()


def test_a_path_and_an_address_of_a_file_are_the_same_database(tmp_path):
    one = Database(tmp_path / "roundhouse.db")
    one.submit(player).result()
    two = Database(f"sqlite:///{tmp_path}/roundhouse.db")
    with two.engine.connect() as connection:
        assert players.find(connection, "a").name == "a"
    two.close()
    one.close()


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("mysql://root@localhost/arena", "mysql databases are not supported: choose SQLite or PostgreSQL"),
        ("sqlite://", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
        ("postgresql://:::/x", "cannot be read"),
    ],
)
def test_other_databases_are_refused_in_clear_words(where, said):
    with pytest.raises(StoreError, match=said):
        Database(where)


def test_a_server_that_is_not_there_is_named_without_its_password():
    with pytest.raises(StoreError, match=r"postgresql\+psycopg://arena:\*\*\*@127.0.0.1:1/x cannot be reached") as told:
        Database("postgresql://arena:geheim@127.0.0.1:1/x")
    assert "geheim" not in str(told.value)


def test_a_file_that_is_no_database_is_refused_in_clear_words(tmp_path):
    (tmp_path / "roundhouse.db").write_bytes(b"this is a letter to my aunt" * 100)
    with pytest.raises(StoreError, match="cannot be opened as a database"):
        Database(tmp_path / "roundhouse.db")


def test_a_database_says_what_it_is_and_how_large(database):
    assert database.version().startswith({"sqlite": "SQLite 3.", "postgresql": "PostgreSQL 1"}[database.kind])
    assert database.size() > 10_000


def test_all_constraints_have_names():
    for table in platform.metadata.tables.values():
        assert all(constraint.name for constraint in table.constraints), table.name
        assert all(index.name for index in table.indexes), table.name


# Writing


def test_entries_are_durable_when_done_is_called(database, where):
    begun = database.submit(begin).result()
    seen = []
    told = threading.Event()
    other = Database(where)

    def done():
        seen.append(len(entries_in(other, begun.id)))
        told.set()

    database.append(matches.row_of(begun.id, 1, Entry(ORDER, 1, (0, 0, 0, 0, 0, 0), 7)), done)
    assert told.wait(10)
    assert seen == [1]
    other.close()


def test_a_commit_of_postgresql_waits_for_the_disk_whatever_its_settings_say(postgresql):
    database = Database(postgresql + "%20-csynchronous_commit%3Doff")
    with database.engine.connect() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar_one() == "off", "for those who read"
    written = database.submit(lambda c: c.exec_driver_sql("SHOW synchronous_commit").scalar_one()).result()
    database.close()
    assert written == "on"


def test_many_entries_share_commits_and_keep_their_order(database):
    begun = database.submit(begin).result()
    order = []
    rows = [matches.row_of(begun.id, n, Entry(TICK, 0, (), n)) for n in range(1, 3001)]
    for n, row in enumerate(rows, 1):
        database.append(row, lambda n=n: order.append(n))
    database.flush()
    with database.engine.connect() as connection:
        steps = connection.execute(select(platform.entries.c.step).order_by(platform.entries.c.step)).scalars().all()
    assert steps == list(range(1, 3001))
    assert order == list(range(1, 3001))


def test_entries_and_writes_happen_in_the_order_they_were_given(database):
    begun = database.submit(begin).result()
    counts = []
    for n in range(1, 21):
        database.append(matches.row_of(begun.id, n, Entry(TICK)))
        counts.append(database.submit(lambda c: len(matches.entries_of(c, begun.id, lambda kind: 0))))
    assert [count.result() for count in counts] == list(range(1, 21))


def test_a_write_that_fails_takes_nothing_with_it(database):
    begun = database.submit(begin).result()

    def half(connection):
        player(connection, "carl")
        raise RuntimeError("after the first half")

    database.append(matches.row_of(begun.id, 1, Entry(TICK)))
    futures = [database.submit(lambda connection, name=name: player(connection, name)) for name in ("dora", "emil")]
    failing = database.submit(half)
    futures.append(database.submit(lambda connection: player(connection, "fritz")))
    with pytest.raises(RuntimeError, match="after the first half"):
        failing.result()
    database.append(matches.row_of(begun.id, 2, Entry(TICK)))
    database.flush()
    with database.engine.connect() as connection:
        assert players.find(connection, "carl") is None
        assert [players.find(connection, future.result().name) for future in futures].count(None) == 0
    assert len(entries_in(database, begun.id)) == 2


def test_a_refusal_of_the_database_is_told_to_the_one_who_asked(database):
    wrong = database.submit(lambda connection: connection.exec_driver_sql("SELECT nothing FROM nowhere"))
    right = database.submit(player)
    assert "nowhere" in str(wrong.exception())
    assert right.result().name == "a"


def test_writes_that_wait_together_share_a_commit(database):
    gate, commits = threading.Event(), []
    database.submit(lambda connection: gate.wait(10))
    futures = [database.submit(lambda c, n=n: player(c, f"p{n}")) for n in range(10)]
    event.listen(database.engine, "commit", lambda connection: commits.append(1))
    gate.set()
    assert len({future.result().id for future in futures}) == 10
    database.flush()
    assert len(commits) <= 2, "the one that held up the others, and theirs"


def test_a_write_nobody_waits_for_any_more_does_not_stop_the_writer(database):
    gate = threading.Event()
    database.submit(lambda connection: gate.wait(10))
    given_up = database.submit(player)
    assert given_up.cancel()
    gate.set()
    assert database.submit(lambda connection: players.find(connection, "a")).result() is None


def test_an_answer_that_finds_its_loop_closed_does_not_stop_the_writer(database):
    begun = database.submit(begin).result()

    def closed(function, *arguments):
        raise RuntimeError("Event loop is closed")

    database.deliver(closed, lambda error: None)
    database.append(matches.row_of(begun.id, 1, Entry(TICK)), lambda: None)
    database.flush()
    assert len(entries_in(database, begun.id)) == 1


def test_after_entries_that_could_not_be_written_nothing_is_acknowledged_any_more(database):
    begun = database.submit(begin).result()
    failures, acknowledged = [], []
    database.deliver(lambda call, *arguments: call(*arguments), failures.append)
    row = matches.row_of(begun.id, 1, Entry(TICK))
    database.append(row)
    database.flush()
    database.append(row, lambda: acknowledged.append(1))  # the same step again
    database.flush()
    database.append(matches.row_of(begun.id, 2, Entry(TICK)), lambda: acknowledged.append(2))
    refused = database.submit(player)
    database.flush()
    assert acknowledged == [], "a log without its middle is worth nothing"
    assert len(entries_in(database, begun.id)) == 1
    assert len(failures) == 1
    with pytest.raises(StoreError, match="entries could not be written"):
        refused.result()


def test_closing_writes_what_was_given_before(where):
    database = Database(where)
    begun = database.submit(begin).result()
    for n in range(1, 501):
        database.append(matches.row_of(begun.id, n, Entry(TICK)))
    database.close()
    again = Database(where)
    assert len(entries_in(again, begun.id)) == 500
    again.close()


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
    begun = database.submit(begin).result()
    database.append(matches.row_of(begun.id, 1, entry))
    database.flush()
    with database.engine.connect() as connection:
        found = matches.entries_of(connection, begun.id, lambda kind: {ORDER: 6, 2: 6, LEAVE: 1}.get(kind, 0))
    assert found == [entry]
