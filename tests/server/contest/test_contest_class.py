"""A whole class comes at the same moment, from one address."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.server.contest import contest_site
from tests.server.contest.contest_site import PIN, toml

from roundhouse.server import accounts
from roundhouse.server.accounts import hasher
from roundhouse.server.settings import checked

CLASS = 40


@pytest.mark.slow
def test_a_class_gets_in_as_guests_and_with_their_codes(tmp_path, monkeypatch):
    monkeypatch.setattr(accounts, "hasher", lambda **_: hasher(time_cost=1, memory_cost=8))
    usual = checked({}).sign_ins_per_minute
    with contest_site.ContestSite(tmp_path, toml(codes=CLASS), sign_ins_per_minute=usual) as site:
        browsers = [site.browser() for _ in range(CLASS)]
        given = list(zip(browsers, site.codes(), strict=True))

        def come(way):
            with ThreadPoolExecutor(CLASS) as threads:
                return list(threads.map(way, enumerate(given)))

        def as_guest(one):
            _, (browser, _) = one
            return browser.ask("POST", "/api/guest", headers={"x-csrf-token": browser.csrf}).status_code

        def with_code(one):
            number, (browser, code) = one
            wanted = {"code": code, "name": f"team-{number}", "pin": PIN}
            headers = {"x-csrf-token": browser.csrf}
            return browser.ask("POST", "/api/event/join", wanted, headers=headers).status_code

        assert come(as_guest) == [201] * CLASS
        assert come(with_code) == [200] * CLASS
