"""Settings of the whole test run, and what tests of several folders share. Being here also makes `tests` importable
by its name."""

import pytest
from hypothesis import settings

# The same examples in every run, however slow the machine is; no folder is left behind.
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")


@pytest.fixture
def postgresql():
    """The address of an empty PostgreSQL database of the test's own; without a server the test is left out."""
    from tests import stores

    if stores.missing():
        pytest.skip(stores.missing())
    schema = stores.Schema()
    yield schema.url
    schema.drop()


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request, tmp_path):
    """Where an empty database is, of each kind in turn: what `Database` takes, as a text."""
    if request.param == "sqlite":
        return str(tmp_path / "roundhouse.db")
    return request.getfixturevalue("postgresql")


@pytest.fixture
def database(where):
    """An open, empty database of each kind in turn."""
    from roundhouse.store.database import Database

    database = Database(where)
    yield database
    database.close()


def pytest_terminal_summary(terminalreporter):
    """What was left out for want of a PostgreSQL is said at the end, also when nobody asked for reasons."""
    from tests.stores import NOT_REACHABLE

    reasons = [report.longrepr[2] for report in terminalreporter.stats.get("skipped", []) if report.longrepr]
    missing = [reason for reason in reasons if NOT_REACHABLE in reason]
    if missing:
        terminalreporter.write_line(f"{len(missing)} tests left out: {missing[0].removeprefix('Skipped: ')}")
