"""Settings of the whole test run, and what tests of several folders share. Being here also makes `tests` importable
by its name."""

import gc

import pytest
from hypothesis import settings

from tests import scale

pytest_plugins = ("tests.costs", "tests.order", "tests.rule_option", "tests.web.fixtures")

# The same examples in every run, however slow the machine is; no folder is left behind.
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")

# A third of the time of three files that were measured went into looking for garbage, among all that collecting the
# tests has made, and a large state of a game is fifty thousand objects. So it is looked for less often.
gc.set_threshold(10_000, 20, 20)


@pytest.fixture
def postgresql():
    """The address of a PostgreSQL database of the test's own, its tables empty; without one, no test."""
    from tests import stores

    if stores.missing():
        pytest.skip(stores.missing())
    schema = stores.Schema()
    yield schema.url
    schema.drop()


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request, tmp_path):
    """Where a database with empty tables is, of each kind in turn: what `Database` takes, as a text."""
    from tests import stores

    if request.param == "sqlite":
        return str(stores.sqlite(tmp_path / "roundhouse.db"))
    return request.getfixturevalue("postgresql")


@pytest.fixture
def database(where):
    """An open, empty database of each kind in turn."""
    from roundhouse.store.database import Database

    database = Database(where)
    yield database
    database.close()


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    scale.run_seed()  # so that all processes of the run find the same one
    if not hasattr(config, "workerinput") and config.pluginmanager.hasplugin("terminalreporter"):
        config.pluginmanager.register(FailuresAtOnce(config))


class FailuresAtOnce:
    """Names a test as soon as it has failed: a long run may never come to its summary."""

    def __init__(self, config):
        self.say = config.pluginmanager.getplugin("terminalreporter").write_line

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.say(f" {report.nodeid}")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish():
    gc.freeze()


def pytest_terminal_summary(terminalreporter):
    """What was drawn, so that it can be drawn again; and what was left out for want of a PostgreSQL, also when nobody
    asked for reasons."""
    from tests.stores import NOT_REACHABLE

    reasons = [report.longrepr[2] for report in terminalreporter.stats.get("skipped", []) if report.longrepr]
    missing = [reason for reason in reasons if NOT_REACHABLE in reason]
    if missing:
        terminalreporter.write_line(f"{len(missing)} tests left out: {missing[0].removeprefix('Skipped: ')}")
    order = terminalreporter.config.getoption("randomly_seed", None)
    drawn = f"Random games were drawn from {scale.VARIABLE}={scale.run_seed()}"
    terminalreporter.write_line(drawn if order is None else f"{drawn}, the order from --randomly-seed={order}")
