"""Databases for tests: SQLite in a file of the test's own, PostgreSQL in a schema of its own.

Making the tables costs more than most tests do. So a file is the copy of one that has them, and a schema is used by one
test after the other of the same process: whoever comes next finds the tables as they were made, and nothing in them.
"""

import atexit
import contextlib
import os
import secrets
import tempfile
import time
from functools import cache
from pathlib import Path

from sqlalchemy import create_engine, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

VARIABLE = "ROUNDHOUSE_TEST_POSTGRES"
USUAL = "postgresql+psycopg://postgres@127.0.0.1:5432/test"
KINDS = ("sqlite", "postgresql")
ABANDONED_S = 6 * 3600
SWOLLEN = 100_000  # bytes of a table without rows
NOT_REACHABLE = "PostgreSQL is not reachable"


def server():
    """The address of the PostgreSQL database in which tests make their schemas."""
    return make_url(os.environ.get(VARIABLE) or USUAL)


def admin():
    """An engine for what a test does behind the store's back."""
    options = {"connect_timeout": 3, "options": "-clock_timeout=20s"}
    return create_engine(server(), isolation_level="AUTOCOMMIT", connect_args=options)


def cut(application):
    """End all connections of a program from the side of PostgreSQL; returns how many there were."""
    engine = admin()
    try:
        with engine.connect() as connection:
            return connection.exec_driver_sql(
                "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE application_name = %s",
                (application,),
            ).scalar_one()
    finally:
        engine.dispose()


@cache
def missing():
    """Why tests on PostgreSQL cannot run; empty if they can."""
    try:
        engine = admin()
        try:
            with engine.connect() as connection:
                _sweep(connection)
            return ""
        finally:
            engine.dispose()
    except (DBAPIError, SQLAlchemyError, ImportError) as error:
        first = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        return f"{NOT_REACHABLE} at {server().render_as_string()} ({VARIABLE} names another address): {first}"


def _sweep(connection):
    """Drop what earlier runs left behind that did not get to their end."""
    for name in (
        connection.exec_driver_sql(r"SELECT nspname FROM pg_namespace WHERE nspname ~ '^test_\d+_'").scalars().all()
    ):
        if int(name.split("_")[1]) < time.time() - ABANDONED_S:
            connection.exec_driver_sql(f"DROP SCHEMA IF EXISTS {name} CASCADE")


@cache
def _sqlite_file():
    """An SQLite database with all tables and no rows, as it is on disk."""
    from roundhouse.store.database import Database

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "roundhouse.db"
        Database(path).close()
        assert not path.with_name(path.name + "-wal").exists()
        return path.read_bytes()


def sqlite(path):
    """Put an SQLite database with all tables and no rows there; returns where it is."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_sqlite_file())
    return path


class Schema:
    """A schema that nobody else uses; `url` is a database whose tables are all in it. With `tables` they are made
    already, and empty."""

    def __init__(self, *, tables=True):
        self._reused = tables
        made = _waiting.pop() if tables and _waiting else _make(tables)
        self.name, self._look = made
        query = {"application_name": self.name, "options": f"-csearch_path={self.name}"}
        self.url = server().update_query_dict(query).render_as_string(False)

    def drop(self):
        """The test is over: what is as it was made waits for the next one."""
        with _admin_connection() as connection:
            connection.exec_driver_sql(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = %s", (self.name,)
            )
            if self._reused and _emptied(connection, self.name) == self._look:
                _waiting.append((self.name, self._look))
            else:
                connection.exec_driver_sql(f"DROP SCHEMA {self.name} CASCADE")


_waiting = []  # names of schemas with empty tables, and what these look like

# Tables, columns and their defaults, indexes, constraints, functions, triggers, and the revision
_LOOK = """
SELECT md5(string_agg(what, E'\\n' ORDER BY what)) FROM (
    SELECT concat_ws(' ', c.relname, c.relkind, a.attname, a.atttypid, a.atttypmod, a.attnotnull,
                     pg_get_expr(d.adbin, d.adrelid)) AS what
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped AND a.attnum > 0
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = %(name)s::regnamespace
    UNION ALL SELECT conname || pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = %(name)s::regnamespace
    UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = %(name)s::regnamespace
    UNION ALL SELECT tgname FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
    WHERE NOT tgisinternal AND c.relnamespace = %(name)s::regnamespace
    UNION ALL SELECT version_num FROM {name}.alembic_version
) AS everything
"""


def _make(tables):
    name = f"test_{round(time.time())}_{secrets.token_hex(6)}"
    with _admin_connection() as connection:
        connection.exec_driver_sql(f"CREATE SCHEMA {name}")
        if not tables:
            return name, None
        from roundhouse.store.database import migrate

        connection.exec_driver_sql(f"SET search_path = {name}")
        migrate.make(connection)
        return name, _look_of(connection, name)


def _look_of(connection, name):
    return connection.exec_driver_sql(_LOOK.format(name=name), {"name": name}).scalar_one()


def _emptied(connection, name):
    """Delete all rows and let all numbers begin again; returns what the tables look like, or None if others hold on
    to them."""
    from roundhouse.store.schema import platform as tables

    connection.exec_driver_sql(f"SET search_path = {name}")
    held = connection.exec_driver_sql(
        "SELECT count(*) FROM pg_locks WHERE pid <> pg_backend_pid() AND (objid::bigint = hashtext(%s)::bigint & "
        "4294967295 OR relation IN (SELECT oid FROM pg_class WHERE relnamespace = to_regnamespace(%s)))",
        (name, name),
    ).scalar_one()
    if held:
        return None
    try:
        look = _look_of(connection, name)
        parts = [f"SELECT '{table}' WHERE EXISTS (SELECT FROM {table})" for table in tables.metadata.tables]
        filled = connection.exec_driver_sql(" UNION ALL ".join(parts)).scalars().all()
        if filled:
            statements = ["SET session_replication_role = replica", *(f"DELETE FROM {table}" for table in filled)]
            connection.exec_driver_sql("; ".join(statements))
        # Deleted rows and rolled back ones leave pages behind, and with those PostgreSQL plans otherwise.
        swollen = (
            connection.exec_driver_sql(
                f"SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace "
                f"AND pg_relation_size(oid) > {SWOLLEN}"
            )
            .scalars()
            .all()
        )
        if swollen:
            connection.exec_driver_sql(f"TRUNCATE {', '.join(swollen)} CASCADE")
        connection.exec_driver_sql(
            "SELECT setval(oid::regclass, 1, false) FROM pg_class "
            "WHERE relkind = 'S' AND relnamespace = current_schema()::regnamespace"
        )
    except DBAPIError:  # tables are gone, or somebody else's
        return None
    return look


@contextlib.contextmanager
def _admin_connection():
    engine = admin()
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


@atexit.register
def _drop_waiting():
    if _waiting:
        with contextlib.suppress(DBAPIError), _admin_connection() as connection:
            while _waiting:
                connection.exec_driver_sql(f"DROP SCHEMA {_waiting.pop()[0]} CASCADE")
