"""Fixtures for tests in a real browser, wherever they are: one server and one browser for all tests of a process, a
fresh visitor for each.

The root's conftest loads this for every run, because a second browser beside the first cannot be had. So nothing dear
is imported before somebody wants a fixture.
"""

import pytest

NO_BROWSER = "no Chromium on this machine; name one with ROUNDHOUSE_CHROMIUM"


def pytest_terminal_summary(terminalreporter):
    """Why no page was looked at is said at the end, also when nobody asked for reasons."""
    reports = [report for report in terminalreporter.stats.get("skipped", []) if report.longrepr]
    left_out = [report for report in reports if NO_BROWSER in report.longrepr[2]]
    if left_out:
        terminalreporter.write_line(f"{len(left_out)} browser tests left out: {NO_BROWSER}")


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    from tests.web.site import CLIENT, FLAGS, PATIENCE_S, chromium, modest

    path = chromium()
    if path is None:
        pytest.skip(NO_BROWSER)
    if not CLIENT.exists():
        pytest.fail("the web client is not built: run `make setup`")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE_S * 1000)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=modest(path, tmp_path_factory.mktemp("browser")), args=FLAGS
        )
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def site(browser, tmp_path_factory):
    """A server on which nothing happens but what tests begin."""
    from tests.web.site import QUICK_MATCHES, serving

    with serving(tmp_path_factory.mktemp("site") / "data", environment=QUICK_MATCHES) as running:
        yield running


@pytest.fixture(scope="session")
def film(site):
    """A finished rated match between bots of some length, and its frames."""
    host = site.member("host")
    key = host.match("greedy", "random", clock="bot", rated=True, listed=True)
    match = site.finished(key)
    host.close()
    assert match["rated"]
    return match, site.frames(key)


@pytest.fixture(scope="session")
def world(site, film):
    """Something to see on every page."""
    from tests.web import pages

    return pages.build(site, film[0]["key"])


@pytest.fixture
def member(site):
    """Makes players of the common server."""
    made = []

    def make(name="ada", role="player"):
        made.append(site.member(name, role))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture(scope="session")
def visitors(browser, site):
    from tests.web.visitors import Visitors

    made = Visitors(browser, site.address)
    yield made
    made.close()


@pytest.fixture
def visitor(visitors):
    """Makes pages of new visitors."""
    with visitors.visitor() as visit:
        yield visit
