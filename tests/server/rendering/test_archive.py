"""The archive: the log of a finished match becomes its record, of any game, whoever makes it."""

import logging

from tests.match.recorded_matches import duel, random_match
from tests.server.rendering.stored_records import put, put_record

from roundhouse.core.entries import LEAVE, ORDER, TICK, VOID
from roundhouse.games import GAMES
from roundhouse.games.spacegoo.server.plugin import width
from roundhouse.match.record import from_bytes
from roundhouse.match.verification import verify
from roundhouse.server.rendering.archive import Archive, log_of, widths
from roundhouse.store import matches


def kept(database, stored):
    with database.engine.connect() as connection:
        entries = matches.entries_of(connection, stored.id, width)
        return matches.record_of(connection, stored.id), entries


def test_a_finished_match_is_kept_as_its_record(database):
    record = random_match(4, timed=True).record()
    stored = put_record(database, record)
    told = []
    archive = Archive(database, kept=told.append)
    archive.keep(stored.id)
    archive.close()

    content, entries = kept(database, stored)
    assert from_bytes(content) == record
    assert verify(from_bytes(content)).ok
    assert entries == []
    assert told == [stored.id]


def test_what_an_earlier_run_left_is_kept_now(database):
    over = [put_record(database, duel()) for _ in range(3)]
    running = put(database, duel().setup, duel().entries[:4])
    archive = Archive(database)
    archive.keep_all()
    archive._thread.submit(lambda: None).result()  # all before it are done
    archive.close()

    assert all(kept(database, stored)[0] is not None for stored in over)
    assert kept(database, running) == (None, list(duel().entries[:4]))


def test_a_match_that_is_kept_twice_is_not_lost(database):
    stored = put_record(database, duel())
    archive = Archive(database)
    archive.keep(stored.id)
    archive.keep(stored.id)
    archive._thread.submit(lambda: None).result()
    archive.close()

    assert len(from_bytes(kept(database, stored)[0]).entries) == len(duel().entries)


def test_if_a_record_cannot_be_made_the_entries_stay(database, caplog):
    def make(log):
        raise RuntimeError("no room")

    stored = put_record(database, duel())
    told = []
    archive = Archive(database, make, kept=told.append)
    with caplog.at_level(logging.ERROR):
        archive.keep(stored.id)
        archive._thread.submit(lambda: None).result()
    archive.close()

    assert kept(database, stored) == (None, list(duel().entries))
    assert told == []
    assert "its entries are kept" in caplog.text


def test_a_closed_archive_leaves_matches_for_the_next_start(database):
    stored = put_record(database, duel())
    archive = Archive(database)
    archive.close()
    archive.keep(stored.id)

    assert kept(database, stored)[0] is None


def test_every_game_says_how_wide_its_entries_are(database):
    for game in GAMES.values():
        widest = widths(game)
        assert [widest(kind) for kind in (ORDER, VOID, LEAVE, TICK)] == [game.width, game.width, 1, 0]
    stored = put_record(database, duel())
    with database.engine.connect() as connection:
        assert log_of(connection, stored.id).entries == list(duel().entries)
