"""Fixtures for tests in a real browser: one server and one browser for all of them, a fresh visitor for each."""

import pytest
from tests.web import pages
from tests.web.guests import Guests
from tests.web.site import CLIENT, FLAGS, PATIENCE_S, chromium, modest, serving

# Rounds of people's matches follow each other quickly, games of the line server are short and soon old. No built-in bot
# comes by itself: the strongest of them thinks for long.
SETTINGS = {
    "ROUNDHOUSE_PACE_MS": "40",
    "ROUNDHOUSE_SPACEGOO": '{"max_rounds": 30}',
    "ROUNDHOUSE_INACTIVE_GAMES": "4",
    "ROUNDHOUSE_MATCH_INTERVAL_S": "0.1",
    "ROUNDHOUSE_CLOSE_DELAY_S": "0",
    "ROUNDHOUSE_HOUSE_AFTER_S": "3600",
    "ROUNDHOUSE_SIGN_INS_PER_MINUTE": "0",
}


NO_BROWSER = "no Chromium on this machine; name one with ROUNDHOUSE_CHROMIUM"


def pytest_terminal_summary(terminalreporter):
    """Why no page was looked at is said at the end, also when nobody asked for reasons."""
    reports = [report for report in terminalreporter.stats.get("skipped", []) if report.longrepr]
    left_out = [report for report in reports if NO_BROWSER in report.longrepr[2]]
    if left_out:
        terminalreporter.write_line(f"{len(left_out)} browser tests left out: {NO_BROWSER}")


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
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
    with serving(tmp_path_factory.mktemp("site") / "data", environment=SETTINGS) as running:
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
def guests(browser, site):
    made = Guests(browser, site.address)
    yield made
    made.close()


@pytest.fixture
def visitor(guests):
    """Makes pages of new visitors."""
    with guests.visitor() as visit:
        yield visit
