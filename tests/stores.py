"""Databases for tests: SQLite in a folder of the test's own, PostgreSQL in a schema of its own."""

import os
import secrets
import time
from functools import cache

from sqlalchemy import create_engine, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

VARIABLE = "ROUNDHOUSE_TEST_POSTGRES"
USUAL = "postgresql+psycopg://postgres@127.0.0.1:5432/test"
KINDS = ("sqlite", "postgresql")
ABANDONED_S = 6 * 3600
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


class Schema:
    """A schema with a name nobody else has; `url` is a database whose tables are all in it."""

    def __init__(self):
        self.name = f"test_{round(time.time())}_{secrets.token_hex(6)}"
        self.url = server().update_query_dict({"options": f"-csearch_path={self.name}"}).render_as_string(False)
        self._do(f"CREATE SCHEMA {self.name}")

    def drop(self):
        self._do(f"DROP SCHEMA {self.name} CASCADE")

    @staticmethod
    def _do(statement):
        engine = admin()
        try:
            with engine.connect() as connection:
                connection.exec_driver_sql(statement)
        finally:
            engine.dispose()
