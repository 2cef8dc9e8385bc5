"""Wire games in a browser: name spaces, what a team needs, games, programs and their events."""

import os
import re

import httpx
import pytest
from playwright.sync_api import expect
from tests.games.dungeon.server.wire.wire_site import AMQP, no_rabbitmq
from tests.web.site import QUICK_MATCHES, serving, violations

pytestmark = pytest.mark.slow

WIRE = {
    "ROUNDHOUSE_DUNGEON_WIRE": "r2",
    "ROUNDHOUSE_DUNGEON_WIRE_PORTS": "0",
    "ROUNDHOUSE_DUNGEON_WIRE_BROKER": AMQP,
    "ROUNDHOUSE_DUNGEON_WIRE_SETTINGS": '{"round_ms": 600000}',
}
PICTURES = os.environ.get("ROUNDHOUSE_TEST_PICTURES", "")


@pytest.fixture(scope="module")
def wired(browser, tmp_path_factory):
    if no_rabbitmq():
        pytest.skip(no_rabbitmq())
    with serving(tmp_path_factory.mktemp("wired") / "data", environment=QUICK_MATCHES | WIRE) as running:
        yield running


@pytest.mark.rule("DUN-260", "DUN-265")
def test_an_organiser_leads_a_wire_game_from_the_name_space_to_its_end(visitor, wired):
    boss = wired.member("boss", "organiser")
    page = visitor("/admin/wire", member=boss, at=wired.address, height=1100)
    page.get_by_label("New name space").fill("red")
    page.get_by_role("button", name="Make it").click()
    red = page.get_by_role("region", name="red", exact=True)
    expect(red.get_by_text("No program has registered here yet.")).to_be_visible()
    (space,) = [one for one in boss.get("/api/dungeon/wire")["spaces"] if one["name"] == "red"]
    needs = re.compile(rf"DUNGEON_REST=http://\S+{space['path']}\s+DUNGEON_BROKER=amqp://")
    expect(red.locator("pre")).to_have_text(needs)
    expect(red.get_by_role("button", name="Copy what red needs")).to_be_visible()

    (port,) = boss.get("/api/dungeon/wire")["ports"]
    with httpx.Client(base_url=f"http://127.0.0.1:{port}{space['path']}") as program:
        me = program.post("/players", json={"name": "anna", "email": "anna@example.org"}).json()["playerId"]
        form = red.get_by_role("form", name="Create a game: red")
        form.get_by_label("Rounds", exact=True).fill("33")
        form.get_by_label("Start money").fill("800")
        form.get_by_role("button", name="Create a game").click()
        expect(red.get_by_text("waits for its start")).to_be_visible()
        expect(red.get_by_role("button", name="Start the game of red")).to_be_disabled()
        game = program.get("/games").json()[0]
        assert (game["maxRounds"], game["roundLengthInMillis"]) == (33, 600_000)
        program.put(f"/games/{game['gameId']}/players/{me}")
        row = red.get_by_role("row", name="anna")
        expect(row.get_by_text("plays")).to_be_visible()
        red.get_by_role("button", name="Start the game of red").click()
        expect(red.get_by_text("round 1 of 33")).to_be_visible()
        program.post("/commands", json={"playerId": me, "type": "dancing", "data": {}})
        program.post("/commands", json={"playerId": me, "type": "mining", "data": {"robotId": game["gameId"]}})
    expect(row.get_by_text("1 refused")).to_be_visible()
    expect(row.get_by_text("not connected")).to_be_visible()
    expect(row.get_by_text("mining")).to_be_visible()
    row.get_by_role("button", name="Newest events of anna").click()
    events = page.get_by_role("dialog", name="Newest events of anna")
    expect(events.get_by_text("TradablePrices")).to_be_visible()
    events.get_by_text("BankAccountInitialized").click()
    expect(events.get_by_text('"balance": 800')).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    shoot(visitor, boss, wired)
    red.get_by_role("button", name="End the game of red").click()
    page.get_by_role("dialog", name="End the game?").get_by_role("button", name="End").click()
    expect(red.get_by_text("No game is active.")).to_be_visible()
    red.get_by_role("button", name="Remove the name space red").click()
    page.get_by_role("dialog", name="Remove red?").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("red is removed.")).to_be_visible()
    expect(red).to_have_count(0)


def shoot(visitor, boss, wired):
    """Pictures to look at, where a folder for them is named."""
    if not PICTURES:
        return
    for theme, language in (("dark", "en"), ("light", "de")):
        for width, height in ((1280, 1000), (390, 844)):
            page = visitor(
                "/admin/wire", member=boss, at=wired.address, width=width, height=height, theme=theme, language=language
            )
            expect(page.get_by_role("row", name="anna")).to_be_visible()
            page.screenshot(path=f"{PICTURES}/wire-{theme}-{width}.png", full_page=True)


def test_a_server_without_a_wire_says_what_to_set(visitor, member):
    page = visitor("/admin/wire", member=member("boss", "organiser"))
    expect(page.get_by_text("The setting dungeon_wire turns it on.")).to_be_visible()
