"""What a database refuses to a process that has lost a match, and how it is shared at all."""

import secrets
import threading

import pytest
from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError
from tests import stores
from tests.server.cluster.relay import relay
from tests.store.players_and_matches import WON, begin

from roundhouse.core.entries import ORDER, Entry
from roundhouse.store import matches
from roundhouse.store.database import Database, StoreError, cluster_writer
from roundhouse.store.database.cluster_database import SharedDatabase
from roundhouse.store.database.engine import NotLeaderError, TakenOverError

WIDTH = 6


@pytest.fixture
def two(postgresql):
    """The same database, as two processes have it open."""
    one = SharedDatabase(postgresql)
    other = SharedDatabase(postgresql)
    yield one, other
    one.close()
    other.close()


def begun(database):
    """A new match of two players nobody else plays with."""
    names = [secrets.token_hex(6) for _ in range(2)]
    return database.submit(lambda connection: begin(connection, *names, line=False, rated=False)).result()


def append(database, match_id, step):
    """Whether an entry was written, or refused."""
    told, answer = threading.Event(), []

    def say(word):
        answer.append(word)
        told.set()

    database.lost = lambda lost_id, epoch: say("refused") if lost_id == match_id else None
    entry = Entry(ORDER, 1, (1, 2, 3, 0, 0, 0), 5)
    database.append(matches.row_of(match_id, step, entry), lambda: say("written"))
    assert told.wait(30)
    return answer[0]


def steps(database, match_id):
    with database.engine.connect() as connection:
        return len(matches.entries_of(connection, match_id, lambda kind: WIDTH))


def test_what_is_written_with_an_old_epoch_is_refused_in_the_statement_that_would_have_written_it(two):
    one, other = two
    match = begun(one)
    assert append(one, match.id, 1) == "written"
    other.owned |= other.submit(lambda connection: other.take(connection, [match.id])).result()
    assert other.owned == {match.id: 1}
    assert append(one, match.id, 2) == "refused"
    assert steps(one, match.id) == 1
    assert append(other, match.id, 2) == "written"
    assert steps(one, match.id) == 2


def test_a_refused_match_does_not_keep_others_of_the_same_process_from_being_written(two):
    one, other = two
    lost, kept = begun(one), begun(one)
    other.submit(lambda connection: other.take(connection, [lost.id])).result()
    assert append(one, lost.id, 1) == "refused"
    assert append(one, kept.id, 1) == "written"


def test_the_end_of_a_match_is_refused_too(two):
    one, other = two
    match = begun(one)
    check = one.holding(match.id)
    other.submit(lambda connection: other.take(connection, [match.id])).result()

    def finish(connection):
        check(connection)
        matches.finish(connection, match.id, WON, reason="", now_ms=2)

    with pytest.raises(TakenOverError):
        one.submit(finish).result()
    with one.engine.connect() as connection:
        assert matches.by_id(connection, match.id).state == "running"


def test_a_match_that_is_over_cannot_be_taken(two):
    one, other = two
    match = begun(one)
    one.submit(lambda connection: matches.finish(connection, match.id, WON, reason="", now_ms=2)).result()
    assert other.submit(lambda connection: other.take(connection, [match.id])).result() == {}


def test_only_the_newest_leader_begins_anything(two):
    one, other = two
    one.leader_epoch = one.submit(one.lead).result()
    check = one.leading()
    one.submit(check).result()
    other.leader_epoch = other.submit(other.lead).result()
    with pytest.raises(NotLeaderError):
        one.submit(check).result()
    other.submit(other.leading()).result()


def test_matches_begun_by_two_processes_at_once_have_numbers_of_their_own(two):
    one, other = two
    numbers = []

    def begin_some(database):
        numbers.extend(begun(database).number for _ in range(10))

    threads = [threading.Thread(target=begin_some, args=[database]) for database in two]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(numbers) == list(range(1, 21))
    assert one.name == other.name


def test_a_server_that_wants_the_database_alone_is_refused_and_so_is_the_other_way_round(postgresql, tmp_path):
    shared = SharedDatabase(postgresql)
    try:
        with pytest.raises(StoreError, match="in use by another"):
            Database(postgresql, alone=True)
    finally:
        shared.close()
    alone = Database(postgresql, alone=True)
    try:
        with pytest.raises(StoreError, match="in use by another"):
            SharedDatabase(postgresql)
    finally:
        alone.close()
    with pytest.raises(StoreError, match="PostgreSQL"):
        SharedDatabase(tmp_path / "roundhouse.db")


# Connections that are cut


@pytest.fixture
def named(postgresql):
    """A database whose connections can be told from all others, and what ends them."""
    name = f"test-{secrets.token_hex(6)}"
    database = SharedDatabase(
        make_url(postgresql).update_query_dict({"application_name": name}).render_as_string(False)
    )
    yield database, lambda: stores.cut(name)
    database.close()


def finished(database, match_id):
    with database.engine.connect() as connection:
        return matches.by_id(connection, match_id).state


def test_what_was_given_before_its_connections_were_cut_is_written_once_after_it(named):
    database, cut = named
    match = begun(database)
    assert append(database, match.id, 1) == "written"
    assert cut() >= 2
    assert append(database, match.id, 2) == "written"
    assert cut() >= 2
    other = begun(database)
    assert other.number == match.number + 1
    assert steps(database, match.id) == 2


def test_a_transaction_whose_connection_is_cut_in_the_middle_is_done_again(named):
    database, cut = named
    match, tries = begun(database), []

    def finish(connection):
        tries.append(len(tries))
        matches.finish(connection, match.id, WON, reason="", now_ms=2)
        if len(tries) == 1:
            cut()

    database.submit(finish).result()
    assert tries == [0, 1]
    assert finished(database, match.id) == "finished"


def test_what_was_committed_although_nobody_could_be_told_is_not_done_twice(postgresql):
    """The connection ends after PostgreSQL has committed and before its answer is here."""
    url = make_url(postgresql)
    with relay(url.host, url.port) as between:
        database = SharedDatabase(between.of(url))
        try:
            match, tries = begun(database), []

            def begin_another(connection):
                tries.append(len(tries))
                made = begin(connection, secrets.token_hex(6), secrets.token_hex(6), line=False, rated=False)
                between.deafen(b"COMMIT")
                return made

            another = database.submit(begin_another).result()
            assert tries == [0]
            assert another.number == match.number + 1
            assert begun(database).number == another.number + 1
            assert append(database, match.id, 1) == "written"
            between.deafen(b"")  # whatever is said next
            assert append(database, match.id, 2) == "written"
            assert steps(database, match.id) == 2
        finally:
            database.close()


def test_a_match_that_was_taken_over_while_the_connection_was_cut_is_lost(named, postgresql):
    database, cut = named
    match, other = begun(database), SharedDatabase(postgresql)
    try:
        assert append(database, match.id, 1) == "written"
        cut()
        other.owned |= other.submit(lambda connection: other.take(connection, [match.id])).result()
        assert append(database, match.id, 2) == "refused"
        assert append(other, match.id, 2) == "written"
    finally:
        other.close()


def test_a_database_that_does_not_come_back_is_given_up(postgresql, monkeypatch):
    monkeypatch.setattr(cluster_writer, "AWAY_MAX_S", 0.0)
    failures, told = [], threading.Event()
    url = make_url(postgresql)
    with relay(url.host, url.port) as between:
        database = SharedDatabase(between.of(url))
        database.deliver(lambda call, *arguments: call(*arguments), lambda error: (failures.append(error), told.set()))
    with pytest.raises(DBAPIError):
        database.submit(lambda connection: None).result()
    with pytest.raises(StoreError, match="the connection is lost"):
        database.submit(lambda connection: None).result()
    assert told.wait(30)
    assert len(failures) == 1
    database.close()
