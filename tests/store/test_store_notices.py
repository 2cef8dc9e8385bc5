"""Notices for players, the audit log, and tables that are still open."""

import pytest
from tests.store.players_and_matches import player

from roundhouse.protocol.api.platform import AuditLine, Notice
from roundhouse.store import audit, notices, open_tables
from roundhouse.store.open_tables import OpenTable

NOW = 1_700_000_000_000


@pytest.fixture
def connection(database):
    with database.engine.begin() as connection:
        yield connection


def test_a_player_is_told_and_has_read_it(connection):
    anna, bob = player(connection, "anna"), player(connection, "bob")
    first = notices.tell(connection, anna.id, "bot_rested", {"bot": "goo", "failures": 3}, NOW)
    second = notices.tell(connection, anna.id, "challenged", {"by": "bob"}, NOW + 1)
    notices.tell(connection, bob.id, "match_started", {}, NOW + 2)
    told = [
        Notice(second, NOW + 1, "challenged", {"by": "bob"}, False),
        Notice(first, NOW, "bot_rested", {"bot": "goo", "failures": 3}, False),
    ]
    assert notices.of(connection, anna.id) == notices.unread(connection, anna.id) == told
    assert notices.of(connection, anna.id, limit=1) == told[:1]
    notices.read_all(connection, anna.id)
    assert notices.unread(connection, anna.id) == []
    assert [notice.read for notice in notices.of(connection, anna.id)] == [True, True]
    assert len(notices.unread(connection, bob.id)) == 1


def test_old_notices_of_a_player_are_forgotten(connection):
    anna, bob = player(connection, "anna"), player(connection, "bob")
    notices.tell(connection, bob.id, "hello", {}, NOW)
    for n in range(notices.KEPT + 3):
        notices.tell(connection, anna.id, "challenged", {"n": n}, NOW + n)
    kept = [notice.data["n"] for notice in notices.of(connection, anna.id, limit=1000)]
    assert kept == list(range(notices.KEPT + 2, 2, -1))
    assert len(notices.of(connection, bob.id)) == 1


def test_what_administrators_do_is_written_down(connection):
    audit.note(connection, "anna", "block", "bob", {"why": "spam"}, NOW)
    audit.note(connection, "anna", "role", "carl", {"to": "organiser"}, NOW + 1)
    audit.note(connection, "carl", "abort", "kQ3x", {}, NOW + 2)
    newest = audit.lines(connection)
    assert newest[2] == AuditLine(newest[2].id, NOW, "anna", "block", "bob", {"why": "spam"})
    assert [line.action for line in newest] == ["abort", "role", "block"]
    assert audit.lines(connection, limit=1) == newest[:1]
    assert audit.lines(connection, before=newest[0].id) == newest[1:]
    assert audit.lines(connection, before=2**70) == newest
    assert audit.lines(connection, before=newest[2].id) == []


def test_a_target_that_is_too_long_or_strange_does_not_keep_an_act_from_being_noted(connection):
    audit.note(connection, "anna", "block", "x" * 300 + "\0", {}, NOW)
    audit.note(connection, "anna", "block", "a\0b\ud800", {}, NOW)
    assert [line.target for line in audit.lines(connection)] == ["ab?", "x" * 100]


def test_open_tables_are_there_until_they_are_dropped(connection):
    open_tables.keep(connection, "b", b"second", NOW + 1)
    open_tables.keep(connection, "a", b"first", NOW)
    open_tables.keep(connection, "b", b"second, changed", NOW + 1)
    assert open_tables.all(connection) == [OpenTable("a", b"first", NOW), OpenTable("b", b"second, changed", NOW + 1)]
    open_tables.drop(connection, "a")
    open_tables.drop(connection, "nothing")
    assert [table.key for table in open_tables.all(connection)] == ["b"]
