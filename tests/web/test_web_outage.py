"""The server goes away in the middle of a match and comes back: the same page plays on."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from tests.games.spacegoo.web.maps import ALONE
from tests.web.site import serving

pytestmark = pytest.mark.slow

AWAY = "The server does not answer."


def test_after_an_outage_the_match_goes_on_in_the_same_page(visitor, tmp_path):
    data = tmp_path / "data"
    with serving(data) as site:
        mine = site.member("survivor")
        key = mine.match("greedy", settings={"map": ALONE, "max_rounds": 50}, clock="calm")
        page = visitor(f"/match/{key}", member=mine, at=site.address)
        home = visitor("/", at=site.address)
        turn, board = page.get_by_role("heading", name="Your turn"), page.get_by_role("application")
        expect(turn).to_be_visible()
        page.get_by_role("button", name="Pass", exact=True).click()
        expect(board).to_have_accessible_name(re.compile("^Round 1 of"))
        expect(turn).to_be_visible()
        expect(home.get_by_role("heading", level=1)).to_be_visible()

        site.process.kill()
        site.process.wait()
        expect(page.get_by_text("The connection is lost. Trying again …")).to_be_visible()
        expect(turn).to_have_count(0)
        expect(page.get_by_role("button", name="Pass", exact=True)).to_be_disabled()
        expect(home.get_by_text(AWAY)).to_be_visible()

    with serving(data, port=urlsplit(site.address).port) as again:
        assert again.address == site.address
        expect(home.get_by_text(AWAY)).to_have_count(0)
        expect(turn).to_be_visible()
        expect(board).to_have_accessible_name(re.compile("^Round 1 of"))
        page.get_by_role("button", name="Pass", exact=True).click()
        expect(board).to_have_accessible_name(re.compile("^Round 2 of"))
        expect(page.get_by_text("The connection is lost")).to_have_count(0)
        page.close()  # before the server goes away for good
        home.close()
    lost = ("WebSocket connection to", "Failed to load resource")
    visitor.troubles[:] = [trouble for trouble in visitor.troubles if not trouble.startswith(lost)]
