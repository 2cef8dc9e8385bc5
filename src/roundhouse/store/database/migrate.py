"""Brings the tables of a database to this version: creates new ones, upgrades older ones revision by revision."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, String, Table, insert, inspect, select

from ..schema import platform
from .engine import StoreError, told
from .process_lock import borrow
from .sql_dialect import MIGRATING, SQLITE, wait_for_lock

log = logging.getLogger("roundhouse.store")

SCRIPTS = Path(__file__).parents[1] / "migrations"
UNMARKED = "0001"  # the tables of the first release, which did not store revisions

# Where Alembic notes the revision of a database
_version = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))


def up_to_date(connection: Connection, *, alone: bool) -> None:
    """Make the tables in an empty database or upgrade older ones. `alone`: we hold the server's lock already."""
    with connection.begin():
        if revision_of(connection) == platform.REVISION:
            return
    with unchecked(connection), connection.begin():
        # another process that opens it at the same time waits, and finds everything done
        wait_for_lock(connection, MIGRATING)
        found = revision_of(connection)
        where = told(connection.engine.url)
        if found is None:
            make(connection)
            log.info("%s is new: tables of version %s", where, number(platform.REVISION))
        elif number(found) > number(platform.REVISION):
            raise StoreError(
                f"{where} was written by a newer Roundhouse (tables {number(found)}, this one knows "
                f"{number(platform.REVISION)}). Start that version, or choose another {_place(connection)}."
            )
        elif found != platform.REVISION:
            # not while a server runs, which expects the old tables
            with nullcontext() if alone else borrow(connection):
                log.info("%s: upgrading the tables from version %s ...", where, number(found))
                try:
                    upgrade(connection)
                except Exception as error:
                    raise StoreError(f"{where} could not be upgraded and is left as it was: {error!r}") from error
                log.info("%s: the tables are of version %s now", where, number(platform.REVISION))


def number(revision: str) -> int:
    return int(revision) if revision.isdecimal() else 0


def _place(connection: Connection) -> str:
    return "data folder" if connection.dialect.name == SQLITE else "database"


def revision_of(connection: Connection) -> str | None:
    """The revision of the tables; None for an empty database."""
    names = set(inspect(connection).get_table_names())
    if _version.name in names:
        return connection.execute(select(_version.c.version_num)).scalar()
    if connection.dialect.name == SQLITE:
        version = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
        if version:
            return f"{version:04}"
    strange = sorted(names & set(platform.metadata.tables))
    if strange:
        raise StoreError(
            f"{told(connection.engine.url)} has a table called {strange[0]} that is not of Roundhouse. "
            f"Choose another {_place(connection)}."
        )
    return None


def make(connection: Connection) -> None:
    """Make the newest tables in an empty database; a test checks that all revisions together make the same."""
    platform.metadata.create_all(connection)
    stamp(connection, platform.REVISION)


def stamp(connection: Connection, revision: str) -> None:
    _version.create(connection, checkfirst=True)
    connection.execute(_version.delete())
    connection.execute(insert(_version).values(version_num=revision))
    mark(connection, revision)


def forget(connection: Connection) -> None:
    """Forget the revision after the tables were removed."""
    _version.drop(connection, checkfirst=True)
    mark(connection, "0000")


def mark(connection: Connection, revision: str) -> None:
    """Store the revision also where the first release looks, so that it refuses tables it does not know."""
    if connection.dialect.name == SQLITE:
        connection.exec_driver_sql(f"PRAGMA user_version = {number(revision)}")


def upgrade(connection: Connection, revision: str = platform.REVISION) -> None:
    """Run the revisions up to one, inside the caller's transaction; on an empty database from the first."""
    from alembic import command  # slow to import, and seldom needed
    from alembic.config import Config

    if revision_of(connection) == UNMARKED:
        stamp(connection, UNMARKED)
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
    mark(connection, revision)
    if connection.dialect.name == SQLITE:
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if broken is not None:
            raise StoreError(f"{told(connection.engine.url)} is damaged: a row of {broken[0]} refers to nothing.")


@contextmanager
def unchecked(connection: Connection) -> Iterator[None]:
    """Switch off foreign keys: SQLite changes a table by making it anew, while other tables refer to it."""
    if connection.dialect.name != SQLITE:
        yield
        return
    raw = connection.connection.driver_connection
    assert raw is not None  # noqa: S101
    raw.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        raw.execute("PRAGMA foreign_keys = ON")
