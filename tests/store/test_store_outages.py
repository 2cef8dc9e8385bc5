"""What happens when a database goes away, and when two servers want the same one."""

import signal
import subprocess
import sys
import threading

import pytest
from sqlalchemy import create_engine
from tests.store.players_and_matches import begin, player

from roundhouse.core.entries import TICK, Entry
from roundhouse.store import matches, players
from roundhouse.store.database import Database, StoreError

HOLD = """
import sys
from roundhouse.store.database import Database
database = Database(sys.argv[1], alone=True)
print("open", flush=True)
sys.stdin.read()
"""

APPEND = """
import os, sys
from roundhouse.core.entries import TICK, Entry
from roundhouse.store import matches
from roundhouse.store.database import Database
database = Database(sys.argv[1], alone=True)
for step in range(1, 1_000_000):
    row = matches.row_of(int(sys.argv[2]), step, Entry(TICK, 0, (), step))
    database.append(row, lambda: os.write(1, b"acknowledged\\n"))
    if step % 40 == 0:
        database.flush()
"""


def hang_up(database):
    """End the connection of the writer from the side of the server."""
    pid = database.submit(
        lambda connection: connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
    ).result()
    other = create_engine(database.url, isolation_level="AUTOCOMMIT")
    with other.connect() as connection:
        connection.exec_driver_sql(f"SELECT pg_terminate_backend({pid}, 5000)")
    other.dispose()


# A connection that is lost


def test_entries_after_a_lost_connection_are_reported_and_not_acknowledged(postgresql):
    database = Database(postgresql)
    failures, acknowledged = [], []
    database.deliver(lambda call, *arguments: call(*arguments), failures.append)
    begun = database.submit(begin).result()
    database.append(matches.row_of(begun.id, 1, Entry(TICK)), lambda: acknowledged.append(1))
    hang_up(database)
    for step in (2, 3):
        database.append(matches.row_of(begun.id, step, Entry(TICK)), lambda step=step: acknowledged.append(step))
        database.flush()
    refused = database.submit(player)
    with pytest.raises(StoreError, match="the connection is lost"):
        refused.result()
    with database.engine.connect() as connection:
        assert len(matches.entries_of(connection, begun.id, lambda kind: 0)) == 1
    database.close()
    assert acknowledged == [1]
    assert [str(error).count("the connection is lost") for error in failures] == [1]


def test_a_write_on_a_lost_connection_fails_and_ends_all_writing(postgresql):
    database = Database(postgresql)
    failures = []
    database.deliver(lambda call, *arguments: call(*arguments), failures.append)
    hang_up(database)
    gate = threading.Event()
    together = [
        database.submit(write)
        for write in (lambda c: gate.wait(10), player, lambda c: player(c, "b"), lambda c: player(c, "c"))
    ]
    gate.set()
    assert None not in [future.exception() for future in together[1:]]
    database.flush()
    assert len(failures) == 1
    with pytest.raises(StoreError, match="the connection is lost"):
        database.submit(player).result()
    database.close()


def test_who_reads_is_back_when_the_server_is(postgresql):
    database = Database(postgresql)
    database.submit(player).result()
    with database.engine.connect() as connection:
        pid = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
    other = create_engine(postgresql, isolation_level="AUTOCOMMIT")
    with other.connect() as connection:
        connection.exec_driver_sql(f"SELECT pg_terminate_backend({pid}, 5000)")
    other.dispose()
    with database.engine.connect() as connection:
        assert players.find(connection, "a").name == "a"
    database.close()


# One server per database


def test_a_second_server_is_refused_until_the_first_has_stopped(where):
    first = Database(where, alone=True)
    with pytest.raises(StoreError, match="is in use by another Roundhouse server"):
        Database(where, alone=True)
    first.submit(player).result()
    first.close()
    second = Database(where, alone=True)
    with second.engine.connect() as connection:
        assert players.find(connection, "a").name == "a"
    second.close()


def test_commands_of_an_administrator_come_in_beside_a_server(where):
    server, command = Database(where, alone=True), Database(where)
    command.submit(player).result()
    assert server.submit(lambda connection: players.find(connection, "a")).result().name == "a"
    server.submit(lambda connection: player(connection, "b")).result()
    command.submit(lambda connection: player(connection, "c")).result()
    command.close()
    server.close()


@pytest.mark.slow
def test_a_server_killed_without_warning_does_not_lock_out_the_next(where):
    with subprocess.Popen([sys.executable, "-c", HOLD, where], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"open\n"
        said = "" if where.startswith("postgresql") else rf" \(process {holder.pid}\)"
        with pytest.raises(StoreError, match=f"is in use by another Roundhouse server{said}. Stop it, or choose"):
            Database(where, alone=True)
        holder.send_signal(signal.SIGKILL)
        holder.wait(10)
    eventually_alone(where).close()


@pytest.mark.slow
def test_a_process_killed_without_warning_has_lost_nothing_it_had_acknowledged(where):
    database = Database(where)
    begun = database.submit(begin).result()
    with subprocess.Popen([sys.executable, "-c", APPEND, where, str(begun.id)], stdout=subprocess.PIPE) as writer:
        for _ in range(300):
            assert writer.stdout.readline()
        writer.send_signal(signal.SIGKILL)
        acknowledged = 300 + writer.stdout.read().count(b"\n")
        writer.wait(10)
    with database.engine.connect() as connection:
        kept = [entry.at_ms for entry in matches.entries_of(connection, begun.id, lambda kind: 0)]
    database.close()
    assert len(kept) >= acknowledged
    assert kept == list(range(1, len(kept) + 1)), "without a hole"


def eventually_alone(where):
    """PostgreSQL notices within a moment that the other end is gone."""
    for _ in range(200):
        try:
            return Database(where, alone=True)
        except StoreError:
            continue
    raise AssertionError("the lock of a dead process is still held")
