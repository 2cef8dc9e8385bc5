"""Backups: one file, made while a server writes, restored to either kind of database."""

import os
import random
import sqlite3
import stat
import threading

import msgspec
import pytest
from sqlalchemy import select, update
from tests import stores
from tests.store.players_and_matches import begin, finish, player

from roundhouse.core.entries import TICK, Entry
from roundhouse.games.dungeon.server import store
from roundhouse.store import audit, matches, notices, open_tables, players, sessions, tokens
from roundhouse.store.database import Database, StoreError, backup_format
from roundhouse.store.database import backup as module
from roundhouse.store.database.backup import backup, check, restore
from roundhouse.store.database.engine import make_engine, url_of
from roundhouse.store.database.migrate import number
from roundhouse.store.schema import platform


@pytest.fixture(params=stores.KINDS)
def elsewhere(request, tmp_path):
    """Another database with empty tables, of each kind in turn."""
    if request.param == "sqlite":
        yield str(stores.sqlite(tmp_path / "other" / "roundhouse.db"))
        return
    if stores.missing():
        pytest.skip(stores.missing())
    schema = stores.Schema()
    yield schema.url
    schema.drop()


def fill(connection):
    """Something in every table."""
    anna, bot = player(connection, "Ännä \U0001f680", kind="person"), player(connection, "goo")
    late = player(connection, "late")
    players.change(connection, bot.id, owner_id=late.id)  # refers to a row that comes after it
    over, running = begin(connection, entries=[Entry(TICK)]), begin(connection, "c", "d", line=False, options=b"\0\xff")
    finish(connection, over)
    matches.archive(connection, over.id, bytes(range(256)) * 40)
    begin(connection, fork_of=over.id, fork_step=1)
    matches.log(connection, [matches.row_of(running.id, n, Entry(TICK, at_ms=40 * 86_400_000)) for n in range(1, 451)])
    sessions.open(connection, anna.id, 1_700_000_000_000)
    tokens.make(connection, bot.id, "first", 5)
    notices.tell(connection, anna.id, "challenged", {"by": "goo"}, 5)
    audit.note(connection, "anna", "block", "goo", {}, 5)
    open_tables.keep(connection, "key", b"table", 5)
    ladder = {"game": "spacegoo", "preset": "standard", "pool": "bots", "player_id": bot.id, "mu": 25.1, "sigma": 1 / 3}
    connection.execute(platform.standings.insert().values(**ladder, wins=1, draws=0, losses=0, last="w", last_ms=9))
    connection.execute(platform.standing_days.insert().values(**ladder, day=19_000, match_id=over.id, at_ms=9))
    connection.execute(
        platform.results.insert().values(
            match_id=over.id, game="spacegoo", preset="standard", pool="bots", line=True, at_ms=9, seats=b"\x90"
        )
    )

    log = {"match_id": over.id, "origin_id": over.id, "game": "rally", "counts": True, "at_ms": 9, "seats": b"\x90"}
    connection.execute(platform.figures.insert().values(**log))
    connection.execute(platform.feats.insert().values(player_id=bot.id, game="rally", matches=1, figures=b"\x80"))
    opened = {"player_id": bot.id, "game": "rally", "achievement": "zombie", "match_id": over.id, "at_ms": 9}
    connection.execute(platform.unlocked.insert().values(**opened))
    shown = {"game": "rally", "key": "yard", "name": "Höfchen", "text": "board: yard\n", "seats": 8, "facts": b"\x80"}
    connection.execute(platform.maps.insert().values(**shown, author_id=anna.id, at_ms=9))
    saved = {"player_id": anna.id, "name": "Eins", "folded": "eins", "game": "rally", "match_id": over.id, "round": 3}
    packed = dict.fromkeys(("players", "setup", "options", "record"), b"\x90\0\xff")
    connection.execute(platform.saves.insert().values(**saved, **packed, at_ms=9))
    store.register(connection, store.SHARED, name="wired", email="wired@example.org", uuid="0" * 36, now_ms=9)
    store.keep_game(connection, "1" * 36, b"\0\xff", 9)
    store.confirm(connection, "1" * 36, bot.id, 3)
    fill_rest(connection)


def fill_rest(connection):
    """A row in every table that has none yet, whatever its columns are."""
    some = {int: 2**31 - 1, str: "\N{EURO SIGN}", bytes: b"\0\xff", bool: True, float: 1 / 3}
    for table in platform.metadata.sorted_tables:
        if connection.execute(select(table).limit(1)).first() is None:
            row = {}
            for column in table.c:
                target = next((key.column for key in column.foreign_keys), None)
                known = None if target is None else connection.execute(select(target).limit(1)).scalar()
                row[column.name] = some[column.type.python_type] if known is None else known
            connection.execute(table.insert().values(row))


def contents(where):
    engine = make_engine(url_of(where))
    with engine.connect() as connection:
        found = {
            name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
            for name, table in platform.metadata.tables.items()
        }
    engine.dispose()
    return found


@pytest.fixture
def filled(database):
    database.submit(fill).result()
    return database


@pytest.fixture
def file(filled, where, tmp_path):
    backup(where, tmp_path / "arena.backup")
    return tmp_path / "arena.backup"


def test_a_store_comes_back_in_either_kind_of_database(filled, where, bare, tmp_path):
    told = []
    report = backup(where, tmp_path / "arena.backup", progress=lambda *step: told.append(step))
    assert restore(tmp_path / "arena.backup", bare, progress=lambda *step: told.append(step)) == report
    before = contents(where)
    assert contents(bare) == before
    assert report.rows == {name: len(rows) for name, rows in before.items()}
    assert min(report.rows.values()) > 0, "every table is tried"
    last = {what: (done, total) for what, done, total in told}
    assert last == dict.fromkeys(["writing", "checking", "restoring"], (report.total, report.total))


def test_a_restored_store_goes_on(file, elsewhere):
    restore(file, elsewhere)
    database = Database(elsewhere, alone=True)

    def go_on(connection):
        newest = begin(connection, "anna", "e", line=False)
        notices.tell(connection, player(connection, "f").id, "hello", {}, 9)
        tokens.make(connection, player(connection, "g").id, "new", 9)
        audit.note(connection, "anna", "unblock", "goo", {}, 9)
        return newest.number

    assert database.submit(go_on).result() == 4
    database.close()


def test_a_backup_shows_one_moment_although_a_server_goes_on_writing(filled, where, tmp_path):
    """Every write makes a player and a notice; a backup with one but not the other would show two moments."""
    stop = threading.Event()

    def write(connection, n):
        notices.tell(connection, player(connection, f"p{n}").id, "hello", {}, 9)

    def play():
        n = 0
        while not stop.is_set():
            n += 1
            filled.submit(lambda connection, n=n: write(connection, n)).result()

    thread = threading.Thread(target=play)
    thread.start()
    try:
        reports = [backup(where, tmp_path / f"{n}.backup") for n in range(5)]
    finally:
        stop.set()
        thread.join()
    counts = [(report.rows["players"], report.rows["notices"]) for report in reports]
    assert {players - notices for players, notices in counts} == {counts[0][0] - counts[0][1]}
    assert counts[-1] > counts[0], "the server was not kept waiting"


def test_a_backup_is_small_and_for_its_owner_only(file):
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
    assert file.stat().st_size < 12_000
    assert os.listdir(file.parent).count("arena.backup.part") == 0


def test_a_backup_of_the_first_release_is_restored_and_upgraded(tmp_path, bare):
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(
            """
            CREATE TABLE players (id INTEGER NOT NULL, name VARCHAR(100) NOT NULL, line_secret VARCHAR(200),
                created_ms INTEGER NOT NULL, CONSTRAINT pk_players PRIMARY KEY (id));
            CREATE TABLE matches (id INTEGER NOT NULL, game VARCHAR(40), number INTEGER, edition VARCHAR(40),
                setup BLOB, state VARCHAR(10), result BLOB, reason VARCHAR(200), started_ms INTEGER, ended_ms INTEGER,
                record BLOB, CONSTRAINT pk_matches PRIMARY KEY (id));
            CREATE TABLE seats (match_id INTEGER NOT NULL, seat INTEGER NOT NULL, player_id INTEGER, place INTEGER,
                elo_before FLOAT, elo_change FLOAT, CONSTRAINT pk_seats PRIMARY KEY (match_id, seat));
            CREATE TABLE ratings (player_id INTEGER NOT NULL, game VARCHAR(40), edition VARCHAR(40), elo FLOAT,
                games INTEGER, last_number INTEGER, CONSTRAINT pk_ratings PRIMARY KEY (player_id, game, edition));
            CREATE TABLE entries (match_id INTEGER NOT NULL, step INTEGER NOT NULL, kind INTEGER, seat INTEGER,
                numbers BLOB, at_ms INTEGER, CONSTRAINT pk_entries PRIMARY KEY (match_id, step)) WITHOUT ROWID;
            INSERT INTO players VALUES (7, 'Bob', 'hash', 1700000000000);
            PRAGMA user_version = 1;
            """
        )
    connection.close()
    report = backup(path, tmp_path / "old.backup")
    assert (number(report.revision), report.rows["players"]) == (1, 1)
    restore(tmp_path / "old.backup", bare)
    database = Database(bare)
    with database.engine.connect() as connection:
        bob = players.find(connection, "BOB")
    database.close()
    assert (bob.id, bob.name, bob.line_secret, bob.created_ms) == (7, "Bob", "hash", 1_700_000_000_000)


# What is refused


def test_a_backup_does_not_take_the_place_of_another_file(filled, where, file):
    before = file.read_bytes()
    with pytest.raises(StoreError, match=r"arena\.backup is there already"):
        backup(where, file)
    assert file.read_bytes() == before


def test_there_is_no_backup_of_nothing(bare, tmp_path):
    said = "is empty" if bare.startswith("postgresql") else "there is no database at"
    with pytest.raises(StoreError, match=said):
        backup(bare, tmp_path / "arena.backup")
    assert os.listdir(tmp_path) == []


def test_a_backup_that_cannot_be_written_says_so(filled, where, tmp_path):
    with pytest.raises(StoreError, match="cannot be written: No such file or directory"):
        backup(where, tmp_path / "no" / "such" / "folder" / "arena.backup")


def test_a_store_that_is_not_empty_is_left_alone(file, elsewhere):
    database = Database(elsewhere)
    database.submit(lambda connection: player(connection, "precious")).result()
    database.close()
    before = contents(elsewhere)
    with pytest.raises(StoreError, match=r"is not empty: 1 rows in players\. Restore into an empty one"):
        restore(file, elsewhere)
    assert contents(elsewhere) == before


def test_a_store_with_empty_tables_is_empty(file, elsewhere, where):
    restore(file, elsewhere)
    assert contents(elsewhere) == contents(where)


def test_a_store_in_use_by_a_server_is_not_restored_into(file, elsewhere):
    server = Database(elsewhere, alone=True)
    with pytest.raises(StoreError, match="is in use by another Roundhouse server"):
        restore(file, elsewhere)
    server.close()


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
def test_a_damaged_file_is_recognised_wherever_the_damage_is(file, tmp_path):
    whole, damaged = file.read_bytes(), tmp_path / "damaged"
    draws = random.Random(1)
    cuts = [whole[:end] for end in draws.sample(range(len(whole)), 60)]
    flips = []
    places = draws.sample(range(len(whole)), 200)
    for place, bit in [(place, draws.randrange(8)) for place in places] + [
        (place, bit) for place in range(48) for bit in range(8)
    ]:
        flips.append(bytearray(whole))
        flips[-1][place] ^= 1 << bit
    for data in [*cuts, *flips, whole + b"x", whole[:-1], whole * 2, b""]:
        damaged.write_bytes(data)
        with pytest.raises(StoreError, match=r"is damaged or not whole|is no backup of Roundhouse"):
            check(damaged)
    damaged.write_bytes(whole)
    assert check(damaged).total > 0


def test_nothing_of_a_damaged_file_is_kept(file, bare, tmp_path, where):
    whole = file.read_bytes()
    (tmp_path / "damaged").write_bytes(whole[: len(whole) * 2 // 3])
    with pytest.raises(StoreError, match="is damaged or not whole"):
        restore(tmp_path / "damaged", bare)
    restore(file, bare)
    assert contents(bare) == contents(where)


def forged(file, tmp_path, change):
    """The same backup with other pieces."""
    with backup_format.Reader(file) as reader:
        pieces = [reader.header, *reader.pieces()]
        pieces.append(backup_format.End(reader.digests))
    with backup_format.writing(tmp_path / "forged") as put:
        for piece in change(pieces):
            put(piece)
    return tmp_path / "forged"


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
def test_rows_that_do_not_fit_their_checksum_are_recognised(file, tmp_path):
    def other_name(pieces):
        for piece in pieces:
            if isinstance(piece, backup_format.Rows) and piece.table == "players":
                piece.rows[0][piece.columns.index("name")] = "mallory"
        return pieces

    with pytest.raises(StoreError, match="is damaged"):
        check(forged(file, tmp_path, other_name))
    for left_out in range(16):  # a header, fourteen tables and the end, at least
        with pytest.raises(StoreError, match="is damaged"):
            check(forged(file, tmp_path, lambda pieces, n=left_out: pieces[:n] + pieces[n + 1 :]))


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
def test_a_backup_of_a_newer_release_is_refused_in_clear_words(file, tmp_path, elsewhere):
    def newer(pieces):
        return [msgspec.structs.replace(pieces[0], revision="0099"), *pieces[1:]]

    with pytest.raises(StoreError, match=r"made by a newer Roundhouse \(tables 99, this one knows"):
        restore(forged(file, tmp_path, newer), elsewhere)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 a zip file", b"roundhouse backup 2\n later"])
def test_other_files_are_no_backups(tmp_path, content):
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(StoreError, match="is no backup of Roundhouse"):
        check(tmp_path / "file")


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(StoreError, match=r"nothing\.backup cannot be read: No such file"):
        check(tmp_path / "nothing.backup")


def test_a_store_that_changes_what_it_is_given_is_recognised(file, elsewhere, monkeypatch):
    """As a database with a fault would: the rows are read back before anything is said to be restored."""
    rows_of = module._rows

    def read(connection, table):
        if table.name == "audit":
            connection.execute(update(table).values(actor="mallory"))
        return rows_of(connection, table)

    monkeypatch.setattr(module, "_rows", read)
    with pytest.raises(StoreError, match="did not keep audit as it is in"):
        restore(file, elsewhere)
