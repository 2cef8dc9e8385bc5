"""Two people in two browsers and an AI race to the end, although one goes away and the server stops in between."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from tests.games.rally.web.match_page import RallyPage, settings
from tests.scale import amount
from tests.web.site import serving

pytestmark = pytest.mark.slow

QUICK = {"pace": 20, "theme": "dark", "lang": "en"}  # rounds are shown quickly


def arrive(visitor, site, member, path):
    """A browser of somebody, where rounds are shown quickly."""
    return visitor(path, member=member, at=site.address, kept=QUICK)


def take_seats(visitor, site, host, guest, **others):
    """The host opens a table, the guest comes by its link and is ready; the pages of both."""
    table = host.table(game="rally", seats=3, clock="own", **others)["key"]
    pages = [arrive(visitor, site, member, f"/table/{table}") for member in (host, guest)]
    pages[1].get_by_role("button", name="Sit here").first.click()
    pages[1].get_by_role("button", name="I am ready").click()
    return pages


def key_of(*pages):
    """The key of the match that these pages have gone to; they are closed, because a seat has one page."""
    for page in pages:
        page.wait_for_url(re.compile("/match/"))
        key = page.url.rpartition("/")[2]
        page.close()
    return key


def play_round(*match_pages):
    for match_page in match_pages:
        expect(match_page.page.get_by_role("heading", name="Your turn")).to_be_visible()
        expect(match_page.programming).to_be_visible()
        match_page.fill()
        match_page.confirm.click()


def room_at(visitor, site, member, key):
    return RallyPage(visitor, member, key, at=site.address)


def round_of(site, key):
    return site.get(f"/api/matches/{key}")["round"]


def moved_on(before):
    return lambda match: match["round"] > before or match["state"] != "running"


def public(site, key):
    """The robots as everybody sees them."""
    return site.frames(key)[-1]["view"]["robots"]


@pytest.mark.rule("RAL-088", "RAL-221", "RAL-237", "RAL-241", "RAL-243", "RAL-244", "RAL-302")
def test_two_browsers_and_an_ai_race_over_an_absence_a_save_and_a_restart(visitor, tmp_path):
    data = tmp_path / "data"
    with serving(data) as site:
        host, guest = site.member("ada"), site.member("bob")
        board = settings("training-shop", checkpoints=amount(1, 2))
        hosting, playing = take_seats(visitor, site, host, guest, settings=board, bots={"3": "normal"}, seed=3)
        hosting.get_by_role("button", name="Start the match").click()
        key = key_of(hosting, playing)
        first, second = room_at(visitor, site, host, key), room_at(visitor, site, guest, key)
        play_round(first, second)

        for match_page in (first, second):  # not what was confirmed in the round before
            expect(match_page.programming).to_contain_text(re.compile(r"Round 2\b"))
        second.fill()
        expect(second.slots).to_have_count(5)
        draft = [slot.get_attribute("aria-label") for slot in second.slots.all()]
        second.await_draft(all)
        second.page.close()  # the guest goes away and comes back
        second = room_at(visitor, site, guest, key)
        expect(second.programming).to_be_visible()
        for n, label in enumerate(draft):
            expect(second.slots.nth(n)).to_have_attribute("aria-label", label)

        first.page.keyboard.press("Escape")
        first.page.get_by_role("button", name="Save game").click()
        dialog = first.page.get_by_role("dialog", name="Save game")
        dialog.get_by_role("textbox", name="Name of the saved game").fill("Half-time")
        dialog.get_by_role("button", name="Save", exact=True).click()
        expect(dialog).to_be_hidden()
        (saved,) = host.get("/api/saves")
        before = round_of(site, key)
        assert saved["round"] == before
        robots = public(site, key)
        first.page.close()
        second.page.close()

    with serving(data, port=urlsplit(site.address).port) as again:
        hosting, playing = take_seats(visitor, again, host, guest)
        hosting.get_by_role("button", name="Load game").click()
        dialog = hosting.get_by_role("dialog", name="Load a game")
        dialog.get_by_role("radio", name=re.compile("Half-time")).check()
        dialog.get_by_role("button", name="Load this game").click()
        loaded = key_of(hosting, playing)
        assert loaded != key
        assert round_of(again, loaded) == before
        seats = [seat["player"]["name"] for seat in again.get(f"/api/matches/{loaded}")["seats"]]
        assert seats == [host.name, guest.name, "normal"]
        now = public(again, loaded)
        assert [(one["cell"], one["damage"], one["ticked"]) for one in now] == [
            (one["cell"], one["damage"], one["ticked"]) for one in robots
        ]

        match_pages = [room_at(visitor, again, member, loaded) for member in (host, guest)]
        screens = [match_page.page.get_by_role("dialog", name="The match is over") for match_page in match_pages]
        while again.get(f"/api/matches/{loaded}")["state"] == "running":
            number, robots = round_of(again, loaded), public(again, loaded)
            play_round(
                *(match_page for match_page, robot in zip(match_pages, robots, strict=False) if not robot["eliminated"])
            )
            again.eventually(f"/api/matches/{loaded}", moved_on(number))
        for screen in screens:
            expect(screen).to_be_visible()
            expect(screen.get_by_role("region", name="Ranking").get_by_role("listitem")).to_have_count(3)
        assert again.get(f"/api/matches/{loaded}")["result"]
        for match_page in match_pages:
            match_page.page.close()
