"""Tables and what follows from them: links, seats, readiness, chat, rematches, challenges, guests, several windows."""

import re

import pytest
from playwright.sync_api import expect
from tests.games.spacegoo.web.maps import ALONE
from tests.web.number_text import OF

pytestmark = pytest.mark.slow


def heading(page, text):
    expect(page.get_by_role("heading", level=1, name=text)).to_be_visible()


def seat(page, number):
    return page.get_by_role("region", name="Seats").get_by_role("listitem").nth(number - 1)


def test_a_private_table_from_its_link_to_the_rematch(visitor, member):
    ada, bob = member("ada"), member("bob")
    hers = visitor("/play?new", member=ada)
    panel = hers.get_by_role("dialog", name="New table")
    panel.get_by_role("switch", name="Listed here").click()
    panel.get_by_role("button", name="Open the table").click()
    hers.wait_for_url(re.compile("/table/"))
    link = hers.get_by_role("textbox", name="Link to this table").input_value()
    expect(hers.get_by_text("By link only")).to_be_visible()

    his = visitor("/play", member=bob)
    expect(his.get_by_role("button", name="+ New table")).to_be_visible()
    expect(his.get_by_text(f"Host: {ada.name}")).to_have_count(0)
    his.goto(link)
    heading(his, f"{ada.name}{OF} table")
    seat(his, 2).get_by_role("button", name="Sit here").click()
    expect(seat(his, 2)).to_contain_text("not ready yet")

    # the host does not want him
    hers.get_by_role("button", name=f"Free the seat of {bob.name}").click()
    expect(seat(hers, 2)).to_contain_text("Open seat")
    told = his.get_by_role("alert")
    expect(told).to_contain_text("The host has taken your seat at this table.")
    expect(told.get_by_role("link", name="To the open tables")).to_have_attribute("href", "/play?game=spacegoo")
    expect(his.get_by_role("button", name="Sit here")).to_have_count(0)

    # somebody without an account takes the seat with one click
    guest = visitor(link)
    seat(guest, 2).get_by_role("button", name="Sit here").click()
    expect(guest.get_by_role("button", name="I am ready")).to_be_visible()
    name = guest.get_by_role("button", name=re.compile("^Account:")).get_attribute("aria-label").split(": ")[1]
    expect(seat(hers, 2)).to_contain_text(name)
    expect(hers.get_by_role("button", name="Start the match")).to_be_visible()
    guest.get_by_role("button", name="I am ready").click()
    expect(seat(hers, 2).get_by_text("ready", exact=True)).to_be_visible()
    hers.get_by_role("button", name="I am ready").click()
    for page in (hers, guest):
        page.wait_for_url(re.compile("/match/"))
        heading(page, "Your turn")

    # a third watches, and everybody reads what is said
    watcher = visitor(hers.url, member=bob)
    heading(watcher, "Watching")
    expect(watcher.get_by_role("region", name="Your order")).to_have_count(0)
    say(hers, "Good luck!")
    say(watcher, "I would have won.")
    for page in (hers, guest, watcher):
        expect(page.get_by_role("listitem").filter(has_text="Good luck!")).to_contain_text(ada.name)
        expect(page.get_by_role("listitem").filter(has_text="I would have won.")).to_contain_text("spectator")
    hers.get_by_role("button", name="Pass", exact=True).click()
    heading(hers, f"Waiting for {name}")
    guest.get_by_role("button", name="Pass", exact=True).click()
    expect(watcher.get_by_role("application", name=re.compile("^Round 1 of"))).to_be_visible()

    guest.get_by_role("button", name="Resign").click()
    guest.get_by_role("dialog").get_by_role("button", name="Resign").click()
    heading(hers, "You won")
    heading(guest, "You lost")
    heading(watcher, f"{ada.name} won.")
    expect(hers.get_by_text(f"{name} resigned.")).to_be_visible()

    hers.get_by_role("button", name="Rematch").click()
    hers.wait_for_url(re.compile("/table/"))
    guest.get_by_role("button", name=re.compile(r"Notices, \d new")).click()
    guest.get_by_role("link", name=re.compile(f"{ada.name} would like a rematch")).click()
    guest.wait_for_url(re.compile("/table/"))
    sit_if_needed(guest)
    guest.get_by_role("button", name="I am ready").click()  # who asks for it is
    for page in (hers, guest):
        page.wait_for_url(re.compile("/match/"))
        heading(page, "Your turn")
    hers.get_by_role("button", name="Resign").click()
    hers.get_by_role("dialog").get_by_role("button", name="Resign").click()
    heading(guest, "You won")


def sit_if_needed(page):
    ready = page.get_by_role("button", name="I am ready")
    here = page.get_by_role("button", name="Sit here")
    expect(ready.or_(here).first).to_be_visible()
    if not ready.is_visible():
        here.click()


def say(page, text):
    page.get_by_role("textbox", name="Say something to everybody at the match").fill(text)
    page.get_by_role("button", name="Say", exact=True).click()


def test_the_host_puts_a_bot_in_and_starts(visitor, member):
    host = member("host")
    page = visitor(f"/table/{host.table()['key']}", member=host)
    expect(page.get_by_role("button", name="Start the match")).to_be_disabled()
    page.get_by_role("combobox", name="Bot for this seat: Seat 2").select_option("random")
    expect(seat(page, 2)).to_contain_text("built-in bot")
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_url(re.compile("/match/"))
    heading(page, "Your turn")


def test_a_listed_table_is_found_and_taken_in_the_lobby(visitor, member):
    host, other = member("host"), member("other")
    page = visitor("/play", member=other)
    expect(page.get_by_role("button", name="+ New table")).to_be_visible()
    host.table(listed=True)  # appears without a reload
    card = page.get_by_role("article").filter(has_text=f"Host: {host.name}")
    card.get_by_role("button", name="Take a seat").click()
    page.wait_for_url(re.compile("/table/"))
    expect(seat(page, 2)).to_contain_text(other.name)


def test_a_challenge_reaches_the_other_as_a_notice(visitor, member):
    ada, bob = member("ada"), member("bob")
    his = visitor("/ladder", member=bob)
    hers = visitor(f"/player/{bob.name}", member=ada)
    hers.get_by_role("link", name="Challenge").click()
    expect(hers.get_by_role("textbox", name="Name of the player")).to_have_value(bob.name)
    hers.get_by_role("button", name="Challenge", exact=True).click()
    expect(hers.get_by_text(f"{bob.name} has been told.")).to_be_visible()
    his.get_by_role("button", name="Notices, 1 new").click()
    his.get_by_role("link", name=re.compile(f"{ada.name} challenges you")).click()
    his.wait_for_url(re.compile("/table/"))
    expect(his.get_by_role("button", name="Notices", exact=True)).to_be_visible()  # it counts as read
    expect(seat(his, 2)).to_contain_text(f"Reserved for {bob.name}")
    seat(his, 2).get_by_role("button", name="Sit here").click()
    his.get_by_role("button", name="I am ready").click()  # who challenges is
    for page in (his, hers):
        page.wait_for_url(re.compile("/match/"))
        heading(page, "Your turn")
    expect(hers.get_by_text("Spacegoo · Casual")).to_be_visible()


def test_a_guest_plays_with_one_click(visitor, site):
    page = visitor("/play")
    page.get_by_role("button", name="Play against Random").first.click()  # Spacegoo comes first
    page.wait_for_url(re.compile("/match/"))
    heading(page, "Your turn")
    page.get_by_role("button", name=re.compile("^Account: ")).click()
    expect(page.get_by_role("link", name="Make an account")).to_be_visible()
    match = site.get(f"/api/matches/{page.url.rpartition('/')[2]}")
    assert match["seats"][0]["player"]["guest"]
    assert not match["rated"]


def test_a_second_window_takes_the_match_over_and_can_give_it_back(visitor, site, member):
    mine = member("two-windows")
    key = mine.match("random", settings={"map": ALONE, "max_rounds": 60}, clock="day")
    first = visitor(f"/match/{key}", member=mine, alone=True)
    heading(first, "Your turn")
    second = first.context.new_page()
    second.goto(f"/match/{key}")
    heading(second, "Your turn")
    alert = first.get_by_role("alert").filter(has_text="This match is open in another window")
    expect(alert).to_be_visible()
    second.get_by_role("button", name="Pass", exact=True).click()
    expect(second.get_by_role("application", name=re.compile("^Round 1 of"))).to_be_visible()
    alert.get_by_role("button", name="Play here").click()
    heading(first, "Your turn")
    expect(first.get_by_role("application", name=re.compile("^Round 1 of"))).to_be_visible()
    expect(second.get_by_role("alert")).to_contain_text("This match is open in another window")
    first.get_by_role("button", name="Pass", exact=True).click()
    expect(first.get_by_role("application", name=re.compile("^Round 2 of"))).to_be_visible()


def test_with_an_account_one_click_starts_a_rated_match(visitor, site, member):
    page = visitor("/play", member=member("clicker"))
    expect(page.get_by_text("The match is rated.").first).to_be_visible()
    page.get_by_role("button", name="Play against Greedy").click()
    page.wait_for_url(re.compile("/match/"))
    heading(page, "Your turn")
    match = site.get(f"/api/matches/{page.url.rpartition('/')[2]}")
    assert (match["rated"], match["pool"]) == (True, "mixed")


def test_an_older_answer_does_not_undo_what_an_action_brought_back(visitor, member):
    """The page asks for its table while an action is under way, and hears the answer to that only afterwards."""
    host = member("host")
    table = host.table(game="dungeon", bots={"2": "miner"}, seats=3, seed=3)["key"]
    before = host.get(f"/api/tables/{table}")
    page = visitor(f"/table/{table}", member=host)
    expect(page.get_by_role("button", name="Prepare the map")).to_be_visible()
    held = []
    page.route(f"**/api/tables/{table}", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request(f"**/api/tables/{table}"):
        host.post(f"/api/tables/{table}/ready", {"ready": True})  # a change that the page hears of
    page.get_by_role("button", name="Prepare the map").click()
    page.get_by_role("dialog", name="Prepare the map now?").get_by_role("button", name="Prepare the map").click()
    prepared = page.get_by_role("heading", name="The map of this match")
    expect(prepared).to_be_visible()
    page.evaluate("document.querySelector('#map').dataset.seen = 'yes'")
    (question,) = held
    if not question.request.failure:  # the page still waits for it
        question.fulfill(json=before)
    host.post(f"/api/tables/{table}/ready", {"ready": False})
    expect(page.get_by_role("button", name="I am ready")).to_be_visible()
    expect(prepared).to_have_attribute("data-seen", "yes")  # the same panel all the time, with what was said in it
