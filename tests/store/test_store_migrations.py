"""Tables of older releases become those of this one, with everything that is in them."""

import logging
import sqlite3

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, inspect, select
from tests.store.players_and_matches import SETUP, WON

from roundhouse.core.entries import ORDER, Entry
from roundhouse.games.spacegoo.server import ranking_store
from roundhouse.store import matches, players
from roundhouse.store.database import Database, StoreError, migrate
from roundhouse.store.database.engine import WRITING, make_engine, url_of
from roundhouse.store.database.process_lock import hold
from roundhouse.store.schema import platform

# What the first release made of its tables, word for word.
FIRST_RELEASE = """
CREATE TABLE players (
	id INTEGER NOT NULL,
	name VARCHAR(100) NOT NULL,
	line_secret VARCHAR(200),
	created_ms INTEGER NOT NULL,
	CONSTRAINT pk_players PRIMARY KEY (id),
	CONSTRAINT uq_players_name UNIQUE (name)
);
CREATE TABLE matches (
	id INTEGER NOT NULL,
	game VARCHAR(40) NOT NULL,
	number INTEGER NOT NULL,
	edition VARCHAR(40) NOT NULL,
	setup BLOB NOT NULL,
	state VARCHAR(10) NOT NULL,
	result BLOB,
	reason VARCHAR(200),
	started_ms INTEGER NOT NULL,
	ended_ms INTEGER,
	record BLOB,
	CONSTRAINT pk_matches PRIMARY KEY (id),
	CONSTRAINT uq_matches_game_number UNIQUE (game, number)
);
CREATE INDEX ix_matches_state ON matches (state);
CREATE TABLE ratings (
	player_id INTEGER NOT NULL,
	game VARCHAR(40) NOT NULL,
	edition VARCHAR(40) NOT NULL,
	elo FLOAT NOT NULL,
	games INTEGER NOT NULL,
	last_number INTEGER,
	CONSTRAINT pk_ratings PRIMARY KEY (player_id, game, edition),
	CONSTRAINT fk_ratings_player_id_players FOREIGN KEY(player_id) REFERENCES players (id)
);
CREATE INDEX ix_ratings_game_edition_elo ON ratings (game, edition, elo);
CREATE TABLE seats (
	match_id INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	player_id INTEGER NOT NULL,
	place INTEGER,
	elo_before FLOAT,
	elo_change FLOAT,
	CONSTRAINT pk_seats PRIMARY KEY (match_id, seat),
	CONSTRAINT fk_seats_match_id_matches FOREIGN KEY(match_id) REFERENCES matches (id),
	CONSTRAINT fk_seats_player_id_players FOREIGN KEY(player_id) REFERENCES players (id)
);
CREATE INDEX ix_seats_player_id_match_id ON seats (player_id, match_id);
CREATE TABLE entries (
	match_id INTEGER NOT NULL,
	step INTEGER NOT NULL,
	kind INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	numbers BLOB NOT NULL,
	at_ms INTEGER NOT NULL,
	CONSTRAINT pk_entries PRIMARY KEY (match_id, step),
	CONSTRAINT fk_entries_match_id_matches FOREIGN KEY(match_id) REFERENCES matches (id)
) WITHOUT ROWID;
PRAGMA user_version = 1;
"""


# Some rows for the tables of any release; columns that a release does not have are left out.
ROWS = {
    "players": [
        {"id": 1, "name": "bob", "folded": "bob", "created_ms": 1_700_000_000_001},
        {"id": 2, "name": "Straße", "folded": "strasse", "created_ms": 2},
    ],
    "matches": [
        {
            "id": 1,
            "key": "abcdefghijkl",
            "game": "spacegoo",
            "number": 1,
            "edition": "standard",
            "setup": msgspec.msgpack.encode(SETUP),
            "state": "finished",
            "result": msgspec.msgpack.encode(WON),
            "started_ms": 5,
            "ended_ms": 9,
        }
    ],
    "seats": [
        {"match_id": 1, "seat": 1, "player_id": 1, "place": 1, "elo_before": 1000.0, "elo_change": 5.0},
        {"match_id": 1, "seat": 2, "player_id": 2, "place": 2, "elo_before": 1000.0, "elo_change": -5.0},
    ],
    "results": [
        {
            "id": 1,
            "match_id": 1,
            "game": "spacegoo",
            "preset": "standard",
            "pool": "bots",
            "line": True,
            "at_ms": 9,
            "seats": msgspec.msgpack.encode([[1, 1, ""], [2, 2, ""]]),
        }
    ],
    "entries": [{"match_id": 1, "step": 1, "kind": 3, "seat": 0, "numbers": b"", "at_ms": 7}],
    "figures": [
        {"id": 1, "match_id": 1, "origin_id": 1, "game": "rally", "counts": True, "at_ms": 9, "seats": b"\x90"}
    ],
    "feats": [{"player_id": 1, "game": "rally", "matches": 1, "figures": b"\x80"}],
    "unlocked": [{"player_id": 1, "game": "rally", "achievement": "zombie", "match_id": 1, "at_ms": 9}],
    "maps": [
        {"game": "rally", "key": "yard", "name": "Yard", "text": "grid:", "seats": 2, "facts": b"\x80", "at_ms": 9}
    ],
}


@pytest.fixture
def old(tmp_path):
    """A file of the first release: a match that is over and archived, an abandoned one and one that runs."""
    path = tmp_path / "roundhouse.db"
    connection = sqlite3.connect(path)
    connection.executescript("PRAGMA journal_mode = WAL;" + FIRST_RELEASE)
    setup, result = msgspec.msgpack.encode(SETUP), msgspec.msgpack.encode(WON)
    people = [(1, "bob", "h1", 1_700_000_000_001), (2, "Bob", "h2", 2), (3, "Straße", None, 3)]
    connection.executemany("INSERT INTO players VALUES (?, ?, ?, ?)", people)
    known = "INSERT INTO matches VALUES (?, 'spacegoo', ?, 'standard', ?, ?, ?, ?, ?, ?, ?)"
    connection.execute(known, (1, 1, setup, "finished", result, "player 1 won", 1_700_000_000_005, 90, b"record"))
    connection.execute(known, (2, 2, setup, "finished", result, "player 1 won", 6, 80, None))
    connection.execute(known, (3, 3, setup, "abandoned", None, "outage", 7, 85, None))
    connection.execute(known, (4, 4, setup, "running", None, None, 8, None, None))
    connection.executemany(
        "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?)",
        [
            (1, 1, 1, 1, 1000.0, 5.0),
            (1, 2, 2, 2, 1000.0, -5.0),
            (2, 1, 2, 1, 995.0, 4.1),
            (2, 2, 3, 2, 1000.0, -4.1),
            (3, 1, 1, None, None, None),
            (3, 2, 3, None, None, None),
            (4, 1, 3, None, None, None),
            (4, 2, 1, None, None, None),
        ],
    )
    connection.executemany(
        "INSERT INTO ratings VALUES (?, 'spacegoo', 'standard', ?, ?, ?)",
        [(1, 1005.0, 1, 4), (2, 999.1, 2, 2), (3, 995.9, 1, 4)],
    )
    packed = msgspec.msgpack.encode([1, 0, 7])
    connection.executemany("INSERT INTO entries VALUES (4, ?, 1, ?, ?, 9)", [(1, 1, packed), (2, 2, b"")])
    connection.commit()
    connection.close()
    return path


def differences(connection):
    """What Alembic would change to make the tables of this database ours."""
    options = {"compare_type": True, "compare_server_default": other_default}
    return compare_metadata(MigrationContext.configure(connection, opts=options), platform.metadata)


def other_default(_context, _found_column, _column, found, _default, wanted):
    """Alembic does not recognise an empty text as SQLite tells it; everything else is left to it."""
    return False if found == "('')" and wanted == "" else None


@pytest.fixture
def migrated(bare):
    """A database that has gone through every revision, as it would be after many years."""
    engine = make_engine(url_of(bare))
    connection = engine.connect().execution_options(**{WRITING: True})
    with migrate.unchecked(connection), connection.begin():
        migrate.upgrade(connection)
    yield connection
    connection.close()
    engine.dispose()


def test_all_revisions_together_make_the_tables_of_this_version(migrated):
    assert differences(migrated) == []
    assert migrate.revision_of(migrated) == platform.REVISION


def test_a_difference_between_revisions_and_tables_would_be_found(migrated):
    with migrated.begin():
        migrated.exec_driver_sql("ALTER TABLE players DROP COLUMN language")
        migrated.exec_driver_sql("DROP INDEX ix_players_folded")
    assert sorted(change[0] for change in differences(migrated)) == ["add_column", "add_index"]


def test_a_new_database_has_the_tables_of_this_version(bare):
    database = Database(bare)
    with database.engine.connect() as connection:
        assert differences(connection) == []
        assert migrate.revision_of(connection) == platform.REVISION
        assert set(inspect(connection).get_table_names()) == {*platform.metadata.tables, "alembic_version"}
    database.close()


def test_the_first_revision_makes_the_tables_of_the_first_release(tmp_path):
    engine = make_engine(url_of(tmp_path / "made.db"))
    with engine.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
        migrate.upgrade(connection, "0001")
    engine.dispose()
    with sqlite3.connect(tmp_path / "written.db") as connection:
        connection.executescript(FIRST_RELEASE)
    connection.close()
    made, written = (tables_of(tmp_path / name) for name in ("made.db", "written.db"))
    assert {name: made[name] for name in written} == written
    assert set(made) - set(written) == {"alembic_version"}


def tables_of(path):
    connection = sqlite3.connect(path)
    found = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    connection.close()
    return {name: sorted(part.strip() for part in " ".join(sql.split()).split(",")) for name, sql in found}


def test_the_newest_revision_is_the_one_the_tables_name():
    config = Config()
    config.set_main_option("script_location", str(migrate.SCRIPTS))
    assert ScriptDirectory.from_config(config).get_heads() == [platform.REVISION]


def test_a_database_of_the_first_release_comes_through_with_everything(old, caplog):
    caplog.set_level(logging.INFO, "roundhouse.store")
    database = Database(old)
    with database.engine.connect() as connection:
        assert differences(connection) == []
        bob, other, street = (players.by_id(connection, number) for number in (1, 2, 3))
        assert [(one.name, one.line_secret, one.kind, one.role) for one in (bob, other, street)] == [
            ("bob", "h1", "bot", "player"),
            ("Bob", "h2", "bot", "player"),
            ("Straße", None, "bot", "player"),
        ]
        assert bob.created_ms == 1_700_000_000_001
        assert (players.find(connection, "Bob").id, players.find(connection, "BOB").id) == (2, 1)
        assert players.find(connection, "STRASSE").id == 3

        found = [matches.by_number(connection, "spacegoo", number) for number in (1, 2, 3, 4)]
        assert [one.state for one in found] == ["finished", "finished", "abandoned", "running"]
        assert all(one.setup == SETUP and one.line and one.rated and one.listed for one in found)
        assert [one.player_ids for one in found] == [(1, 2), (2, 3), (1, 3), (3, 1)]
        assert len({one.key for one in found}) == 4
        assert min(len(one.key) for one in found) >= 8
        assert matches.record_of(connection, 1) == b"record"
        assert (found[0].started_ms, found[0].ended_ms, found[0].result) == (1_700_000_000_005, 90, WON)
        assert [(seat.place, seat.points, seat.elo_change) for seat in matches.seats_of(connection, [2])[2]] == [
            (1, 2, 4.1),
            (2, 0, -4.1),
        ]
        assert matches.entries_of(connection, 4, lambda kind: 3) == [
            Entry(ORDER, 1, (1, 0, 7), 9),
            Entry(ORDER, 2, (0, 0, 0), 9),
        ]
        ranking = ranking_store.ranking(connection, "spacegoo", "standard", first=0, count=9)
        assert [(line.name, line.elo, line.last_number) for line in ranking] == [
            ("bob", 1005.0, 4),
            ("Bob", 999.1, 2),
            ("Straße", 995.9, 4),
        ]
        counted = connection.execute(select(platform.results).order_by(platform.results.c.id)).all()
        assert [(row.match_id, row.line, row.pool, msgspec.msgpack.decode(row.seats)) for row in counted] == [
            (2, True, "bots", [[2, 1, ""], [3, 2, ""]]),
            (1, True, "bots", [[1, 1, ""], [2, 2, ""]]),
        ], "in the order they ended"
    database.close()
    assert "upgrading the tables from version 1" in caplog.text
    assert f"the tables are of version {int(platform.REVISION)} now" in caplog.text


@pytest.mark.parametrize("revision", ["0001", "0002", "0003"])
def test_a_database_of_every_release_comes_through_with_its_rows(bare, revision):
    """On both kinds of database: what was in the tables is in them afterwards, whatever was added around it."""
    engine = make_engine(url_of(bare))
    connection = engine.connect().execution_options(**{WRITING: True})
    with migrate.unchecked(connection), connection.begin():
        migrate.upgrade(connection, revision)
        found = MetaData()
        found.reflect(connection)
        for name, rows in ROWS.items():
            if name in found.tables:
                table = found.tables[name]
                connection.execute(table.insert(), [{key: row[key] for key in row if key in table.c} for row in rows])
        older = {name: table for name, table in found.tables.items() if name != "alembic_version"}
        before = {name: rows_of(connection, table) for name, table in older.items()}
    connection.close()
    engine.dispose()

    database = Database(bare)
    with database.engine.connect() as connection:
        assert differences(connection) == []
        assert migrate.revision_of(connection) == platform.REVISION
        after = {name: rows_of(connection, table) for name, table in older.items()}
    database.close()
    assert sum(map(len, before.values())) >= 6
    assert after == before


def rows_of(connection, table):
    return [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]


def test_an_upgraded_database_goes_on_and_its_references_are_checked_again(old):
    database = Database(old)
    made = database.submit(
        lambda connection: matches.begin(connection, SETUP, [1, 2], line=True, rated=True, pool="bots", now_ms=9)
    ).result()
    assert made.number == 5
    orphan = database.submit(
        lambda connection: matches.begin(connection, SETUP, [1, 77], line=True, rated=True, pool="bots", now_ms=9)
    )
    assert "FOREIGN KEY" in str(orphan.exception())
    database.close()
    Database(old).close()


def test_an_upgrade_that_fails_leaves_the_database_as_it_was(old):
    before = contents(old)
    with sqlite3.connect(old) as connection:
        connection.execute("UPDATE matches SET result = x'ff' WHERE id = 2")  # the last thing that is looked at
    connection.close()
    broken = contents(old)
    assert broken != before
    with pytest.raises(StoreError, match="could not be upgraded and is left as it was"):
        Database(old)
    assert contents(old) == broken


def contents(path):
    connection = sqlite3.connect(path)
    try:
        return list(connection.iterdump()), connection.execute("PRAGMA user_version").fetchone()
    finally:
        connection.close()


def test_the_first_release_would_refuse_what_this_one_has_written(old):
    """It looks at nothing but this number."""
    Database(old).close()
    assert contents(old)[1] == (int(platform.REVISION),)


def test_an_upgrade_under_a_running_server_is_refused(old):
    engine = make_engine(url_of(old))
    connection = engine.connect()
    give_back = hold(connection)
    with pytest.raises(StoreError, match="is in use by another Roundhouse server"):
        Database(old)
    connection.close()
    engine.dispose()
    give_back()
    Database(old).close()


def test_a_file_of_a_newer_release_is_refused_in_clear_words(tmp_path):
    with sqlite3.connect(tmp_path / "roundhouse.db") as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match=rf"newer Roundhouse \(tables 99, this one knows {int(platform.REVISION)}\)"):
        Database(tmp_path / "roundhouse.db")


def test_a_database_of_a_newer_release_is_refused_in_clear_words(where):
    database = Database(where)
    database.submit(lambda c: c.exec_driver_sql("UPDATE alembic_version SET version_num = '0099'")).result()
    database.close()
    with pytest.raises(StoreError, match=rf"newer Roundhouse \(tables 99, this one knows {int(platform.REVISION)}\)"):
        Database(where)


def test_tables_of_somebody_else_are_left_alone(bare):
    engine = make_engine(url_of(bare))
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE players (shirt_number INTEGER)")
    engine.dispose()
    with pytest.raises(StoreError, match="a table called players that is not of Roundhouse"):
        Database(bare)
