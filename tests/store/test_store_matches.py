"""Matches and ratings in the store."""

import pytest
from sqlalchemy import func, select

from roundhouse.core.entries import TICK, Entry
from roundhouse.core.game import Place, Result, Setup
from roundhouse.store import matches, players, standings, tables
from roundhouse.store.database import Database

SETUP = Setup("spacegoo", "standard", {"max_rounds": 500}, (), 1)
WON = Result("won", "The last player alive won.", (Place(1, 1, 2), Place(2, 2, 0)))


@pytest.fixture
def database(tmp_path):
    database = Database(tmp_path / "roundhouse.db")
    yield database
    database.close()


def begin(connection, *names, edition="standard"):
    ids = [players.create(connection, name, "hash", 1)[0].id for name in names]
    return matches.begin(connection, SETUP, ids, edition=edition, start_elo=1000.0, now_ms=5)


def finish(connection, begun, changes=(5.0, -5.0)):
    return matches.finish(connection, begun.id, WON, reason="player 1 won", rate=lambda before: list(changes), now_ms=9)


def ratings(connection, edition="standard"):
    return {line.name: line.elo for line in standings.ranking(connection, "spacegoo", edition, first=0, count=40)}


@pytest.mark.rule("GOO-102")
def test_matches_are_numbered_from_1_in_the_order_of_their_start(database):
    with database.engine.begin() as connection:
        assert [begin(connection, "a", "b").number for _ in range(3)] == [1, 2, 3]


def test_the_second_account_of_a_name_is_the_first(database):
    with database.engine.begin() as connection:
        one, made = players.create(connection, "a", "first", 1)
        two, again = players.create(connection, "a", "second", 2)
    assert (made, again) == (True, False)
    assert two == one


@pytest.mark.rule("GOO-066", "GOO-068")
def test_a_finished_match_moves_the_ratings_unrounded(database):
    with database.engine.begin() as connection:
        begun = begin(connection, "a", "b")
        assert finish(connection, begun, (4.123456789, -4.123456789)) == [4.123456789, -4.123456789]
        assert ratings(connection) == {"a": 1004.123456789, "b": 995.876543211}


def test_ratings_are_kept_per_edition(database):
    with database.engine.begin() as connection:
        finish(connection, begin(connection, "a", "b"))
        finish(connection, begin(connection, "a", "b", edition="classic"), (7.0, -7.0))
        assert ratings(connection) == {"a": 1005.0, "b": 995.0}
        assert ratings(connection, "classic") == {"a": 1007.0, "b": 993.0}


def test_a_match_is_rated_once_however_often_it_is_finished(database):
    with database.engine.begin() as connection:
        begun = begin(connection, "a", "b")
        finish(connection, begun)
        assert finish(connection, begun, (9.0, -9.0)) == [5.0, -5.0]
        assert ratings(connection) == {"a": 1005.0, "b": 995.0}


def test_result_and_ratings_are_one_transaction(database):
    begun = database.submit(lambda connection: begin(connection, "a", "b")).result()

    def half(connection):
        finish(connection, begun)
        raise RuntimeError("power cut")

    with pytest.raises(RuntimeError):
        database.submit(half).result()
    with database.engine.connect() as connection:
        assert ratings(connection) == {"a": 1000.0, "b": 1000.0}
        assert [stored.number for stored in matches.running(connection, "spacegoo")] == [1]


def test_an_abandoned_match_does_not_count(database):
    with database.engine.begin() as connection:
        begun = begin(connection, "a", "b")
        matches.abandon(connection, begun.id, reason="outage", now_ms=9)
        assert ratings(connection) == {"a": 1000.0, "b": 1000.0}
        assert matches.running(connection, "spacegoo") == []
        assert standings.newest(connection, "spacegoo", "standard", count=1)[0].changes == (None, None)


def test_the_record_takes_the_place_of_the_entries(database):
    with database.engine.begin() as connection:
        one, two = begin(connection, "a", "b"), begin(connection, "a", "b")
        for begun in (one, two):
            names = [column.name for column in tables.entries.columns]
            rows = [matches.row_of(begun.id, n, Entry(TICK)) for n in (1, 2, 3)]
            connection.execute(tables.entries.insert(), [dict(zip(names, row, strict=True)) for row in rows])
        finish(connection, one)
        assert [stored.number for stored in matches.unarchived(connection, "spacegoo")] == [1]
        matches.archive(connection, one.id, b"record")
        assert matches.unarchived(connection, "spacegoo") == []
        assert matches.by_number(connection, "spacegoo", 1).record == b"record"
        kept = connection.execute(select(tables.entries.c.match_id, func.count()).group_by(tables.entries.c.match_id))
        assert kept.all() == [(two.id, 3)]


def test_a_running_match_comes_back_with_its_setup_and_its_players(database):
    with database.engine.begin() as connection:
        begun = begin(connection, "a", "b")
        (stored,) = matches.running(connection, "spacegoo")
        assert (stored.id, stored.number, stored.setup, stored.edition) == (begun.id, 1, SETUP, "standard")
        assert stored.player_ids == (players.find(connection, "a").id, players.find(connection, "b").id)


def test_places_in_the_ranking(database):
    with database.engine.begin() as connection:
        finish(connection, begin(connection, "a", "b"))
        begin(connection, "c", "d")
        assert list(ratings(connection)) == ["a", "c", "d", "b"]
        places = [standings.place(connection, "spacegoo", "standard", name) for name in "abcde"]
        assert places == [1, 4, 2, 3, None]
        assert standings.match_count(connection, "spacegoo", "standard") == 2
        assert standings.match_count(connection, "spacegoo", "standard", "a") == 1
