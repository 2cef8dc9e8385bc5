"""A whole database in one compressed file: made while a server runs, and restored to either kind of database.

The file holds rows; it names the revision of their tables. Restoring makes the tables of that revision, fills them,
compares them with the file and only then upgrades them: all of it, or nothing.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, MetaData, Table, func, select, update
from sqlalchemy.exc import DBAPIError

from ..schema import platform
from . import migrate, process_lock
from .backup_format import BackupHeader, BackupReport, Digest, End, Reader, Rows, writing
from .engine import WRITING, StoreError, make_engine, told, url_of
from .sql_dialect import POSTGRESQL, SQLITE

__all__ = ["BackupReport", "Progress", "backup", "check", "restore"]

CHUNK = 200  # rows at a time

Progress = Callable[[str, int, int], None]  # what is being done, rows so far, rows in all


def _quiet(what: str, done: int, total: int) -> None:
    pass


# From a store to a file


def backup(where: Path | str, file: Path | str, *, progress: Progress = _quiet) -> BackupReport:
    """Write a snapshot of a database to a new file, and read the file again to check it. Raises StoreError."""
    url, file = url_of(where), Path(file)
    if file.exists():
        raise StoreError(f"{file} is there already: choose another name for the backup")
    if url.drivername == SQLITE and not Path(str(url.database)).exists():
        raise StoreError(f"there is no database at {told(url)}")
    engine = make_engine(url)
    try:
        with engine.connect() as connection, _snapshot(connection):
            _write(connection, file, progress)
    except DBAPIError as error:
        raise StoreError(f"{told(url)} cannot be read: {_said(error)}") from None
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror or error}") from None
    finally:
        engine.dispose()
    return check(file, progress=progress)


def _write(connection: Connection, file: Path, progress: Progress) -> None:
    revision = migrate.revision_of(connection)
    if revision is None:
        raise StoreError(f"{told(connection.engine.url)} is empty: there is nothing to back up")
    found = {str(table.name): table for table in _tables(connection)}
    counts = {name: _count(connection, table) for name, table in found.items()}
    digests = {name: Digest() for name in found}
    done, total = 0, sum(counts.values())
    with writing(file) as put:
        put(BackupHeader(revision, counts))
        for name, table in found.items():
            columns = [str(column.name) for column in _columns(table)]
            for rows in _rows(connection, table):
                put(Rows(name, columns, rows))
                digests[name].add(rows)
                done += len(rows)
                progress("writing", done, total)
        put(End({name: digest.value for name, digest in digests.items()}))


def check(file: Path | str, *, progress: Progress = _quiet) -> BackupReport:
    """Read a whole backup. Raises StoreError unless it is complete and unchanged."""
    done = 0
    with Reader(Path(file)) as reader:
        for piece in reader.pieces():
            done += len(piece.rows)
            progress("checking", done, reader.report.total)
        return reader.report


# From a file to a store


def restore(file: Path | str, where: Path | str, *, progress: Progress = _quiet) -> BackupReport:
    """Fill an empty database from a file. If anything goes wrong it stays empty. Raises StoreError."""
    url = url_of(where)
    check(file, progress=progress)  # only a file that is known to be good is restored
    with Reader(Path(file)) as reader:
        revision = reader.header.revision
        if migrate.number(revision) > migrate.number(platform.REVISION):
            raise StoreError(
                f"{file} was made by a newer Roundhouse (tables {migrate.number(revision)}, this one knows "
                f"{migrate.number(platform.REVISION)}). Restore it with that version."
            )
        if url.drivername == SQLITE:
            Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as closing:
            engine = make_engine(url)
            closing.callback(engine.dispose)
            try:
                connection = closing.enter_context(engine.connect()).execution_options(**{WRITING: True})
                closing.callback(process_lock.hold(connection))
                with migrate.unchecked(connection), connection.begin():
                    _empty(connection)
                    _fill(connection, reader, progress)
                    migrate.upgrade(connection)
            except DBAPIError as error:
                raise StoreError(f"{told(url)} cannot be filled and stays empty: {_said(error)}") from None
        return reader.report


def _empty(connection: Connection) -> None:
    """Remove the tables of an empty database, to make room for those of the backup."""
    migrate.revision_of(connection)  # raises if there are tables that are not ours
    found = _tables(connection)
    for table in found:
        count = _count(connection, table)
        if count:
            raise StoreError(
                f"{told(connection.engine.url)} is not empty: {count} rows in {table.name}. Restore into an empty one."
            )
    for table in reversed(found):
        table.drop(connection)
    migrate.forget(connection)


def _fill(connection: Connection, reader: Reader, progress: Progress) -> None:
    migrate.upgrade(connection, reader.header.revision)
    made = {table.name: table for table in _tables(connection)}
    if set(made) != set(reader.header.rows):
        raise StoreError(f"{reader.file} does not hold the tables of the version it names")
    done, total = 0, reader.report.total
    later: list[tuple[Table, str, int, int]] = []
    for piece in reader.pieces():
        table = made[piece.table]
        rows = [dict(zip(piece.columns, row, strict=True)) for row in piece.rows]
        for name in _own_references(table):
            for row in rows:
                if row[name] is not None and row[name] > row["id"]:  # the row it refers to comes later
                    later.append((table, name, row["id"], row[name]))
                    row[name] = None
        connection.execute(table.insert(), rows)
        done += len(rows)
        progress("restoring", done, total)
    for table, name, number, value in later:
        connection.execute(update(table).where(table.c.id == number).values({name: value}))
    for table in made.values():
        digest = Digest()
        for read in _rows(connection, table):
            digest.add(read)
        if digest.value != reader.digests[table.name]:
            raise StoreError(f"{told(connection.engine.url)} did not keep {table.name} as it is in {reader.file}")
        _count_on(connection, table)


def _own_references(table: Table) -> list[str]:
    """Columns that refer to a row of the same table."""
    return [column.name for column in table.c if any(key.column.table is table for key in column.foreign_keys)]


def _count_on(connection: Connection, table: Table) -> None:
    """PostgreSQL numbers new rows with a sequence, which does not know of rows that were inserted with their ids."""
    if connection.dialect.name == POSTGRESQL and "id" in table.c:
        newest = func.max(table.c.id)
        counter = func.pg_get_serial_sequence(table.name, "id")
        connection.execute(select(func.setval(counter, func.coalesce(newest, 1), newest.is_not(None))))


# Both ways


@contextmanager
def _snapshot(connection: Connection) -> Iterator[None]:
    """All tables as they are at one moment, while other processes go on writing."""
    if connection.dialect.name == POSTGRESQL:
        connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    with connection.begin():
        yield


def _tables(connection: Connection) -> list[Table]:
    """Our tables as they are in this database, which may have an older revision; a table comes after those it refers
    to."""
    metadata = MetaData()
    metadata.reflect(connection, only=lambda name, _: name in platform.metadata.tables)
    return metadata.sorted_tables


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def _columns(table: Table) -> list[Column[Any]]:
    """Sorted by name: the order in the database depends on its history."""
    return sorted(table.c, key=lambda column: column.name)


def _rows(connection: Connection, table: Table) -> Iterator[list[list[Any]]]:
    query = select(*_columns(table)).order_by(*table.primary_key).execution_options(yield_per=CHUNK)
    for rows in connection.execute(query).partitions():
        yield [list(row) for row in rows]


def _said(error: DBAPIError) -> str:
    return str(error.orig).strip()
