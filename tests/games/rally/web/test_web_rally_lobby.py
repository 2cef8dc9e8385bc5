"""The lobby of Rally in a browser: host and guests, robots, boards, settings, AIs, starting and loading."""

import re

import pytest
from playwright.sync_api import expect
from tests.web.number_text import OF
from tests.web.site import violations

pytestmark = pytest.mark.slow


def seat(page, number):
    return page.get_by_role("region", name="Seats").get_by_role("listitem").nth(number - 1)


def begin(page):
    return page.get_by_role("button", name="Start the match")


def state(page, text):
    expect(page.get_by_text(text)).to_be_visible()


def open_table(host, seats=4, bots=None, **options):
    """A table of Rally that its host sits at."""
    return host.table(game="rally", clock="own", seats=seats, bots=bots, **options)["key"]


def guest_at(visitor, table, name):
    """Somebody who came by the link and sat down, and the page."""
    page = visitor(f"/table/{table}", member=name)
    seat(page, 2).get_by_role("button", name="Sit here").click()
    expect(seat(page, 2)).to_contain_text(name.name)
    return page


@pytest.mark.rule("RAL-216", "RAL-217", "RAL-221", "RAL-231", "RAL-233")
def test_a_guest_comes_by_the_link_and_everybody_sees_all_robots(visitor, member):
    ada, bob = member("ada"), member("bob")
    table = open_table(ada)
    hers = visitor(f"/table/{table}", member=ada)
    his = guest_at(visitor, table, bob)

    his.get_by_role("region", name="Your robot").locator("label", has_text="Peach").click()
    for page in (hers, his):
        expect(seat(page, 2).locator(".choice")).to_contain_text("Peach")
    expect(his.get_by_text("Mirror, Mirror on the wall...")).to_be_visible()
    hers.get_by_role("combobox", name=f"Robot of {ada.name}").select_option("albot")
    expect(seat(his, 1)).to_contain_text("Albot")
    # each chooses only for itself
    expect(his.get_by_role("combobox", name=f"Robot of {ada.name}")).to_have_count(0)
    expect(hers.get_by_role("combobox", name=f"Robot of {bob.name}")).to_have_count(0)


@pytest.mark.rule("RAL-223", "RAL-224", "RAL-227", "RAL-232", "RAL-234", "RAL-235")
def test_the_host_sets_the_game_up_and_everybody_sees_it(visitor, member):
    ada, bob = member("ada"), member("bob")
    table = open_table(ada)
    hers = visitor(f"/table/{table}", member=ada)
    his = guest_at(visitor, table, bob)
    options = his.get_by_role("region", name="Options")
    expect(options).to_contain_text("Training Shop")
    expect(options.get_by_role("button")).to_have_count(0)
    ready = his.get_by_role("button", name="I am ready")

    def reports_ready():
        ready.click()
        expect(seat(hers, 2).get_by_text("ready", exact=True)).to_be_visible()

    def is_reset(shown):
        expect(options).to_contain_text(shown)
        expect(seat(his, 2)).to_contain_text("not ready yet")

    reports_ready()
    his.get_by_role("button", name="Not ready after all").click()
    expect(seat(hers, 2)).to_contain_text("not ready yet")
    reports_ready()

    hers.get_by_role("button", name="Choose a board").click()
    panel = hers.get_by_role("dialog", name="Choose a board")
    for name in ("Training Shop", "Assembly Line", "Oil Cellar", "Scrap Press"):
        expect(panel.get_by_role("radio", name=name)).to_be_visible()
    panel.locator("label", has_text="Oil Cellar").click()
    panel.get_by_role("button", name="Take this board").click()
    is_reset("Oil Cellar")

    reports_ready()
    checkpoints = hers.get_by_role("group", name="Checkpoints")
    expect(checkpoints.get_by_role("radio")).to_have_count(6)  # all, or one to five of this board
    checkpoints.get_by_role("radio", name="2").check()
    is_reset(re.compile(r"Checkpoints\s*2"))

    reports_ready()
    hers.get_by_role("group", name="Programming timer").get_by_role("radio", name="no limit").check()
    is_reset(re.compile(r"Programming timer\s*no limit"))
    settings = bob.get(f"/api/tables/{table}")["options"]["settings"]
    assert settings == {"board": "oil-cellar", "checkpoints": 2, "timer_seconds": "off"}


@pytest.mark.rule("RAL-218", "RAL-225", "RAL-226")
def test_the_host_adds_ais_with_level_and_robot_and_removes_who_sits_there(visitor, member):
    ada, bob = member("ada"), member("bob")
    table = open_table(ada)
    hers = visitor(f"/table/{table}", member=ada)
    his = guest_at(visitor, table, bob)

    hers.get_by_role("combobox", name="Bot for this seat: Seat 3").select_option("hard")
    expect(seat(hers, 3).get_by_text("ready", exact=True)).to_be_visible()
    hers.get_by_role("combobox", name="Robot of hard").select_option("lazy")
    expect(seat(his, 3)).to_contain_text("LazyBot")
    hers.get_by_role("combobox", name="Bot for this seat: Seat 3").select_option("easy")
    expect(seat(his, 3)).to_contain_text("easy")

    hers.get_by_role("button", name="Free the seat of easy").click()
    expect(seat(his, 3)).to_contain_text("Open seat")
    hers.get_by_role("button", name=f"Free the seat of {bob.name}").click()
    expect(seat(his, 2)).to_contain_text("Open seat")
    expect(his.get_by_role("button", name=re.compile("^Free the seat"))).to_have_count(0)


@pytest.mark.rule("RAL-228", "RAL-230")
def test_the_host_starts_when_enough_are_there_and_ready(visitor, member):
    ada, bob = member("ada"), member("bob")
    table = open_table(ada)
    hers = visitor(f"/table/{table}", member=ada)
    state(hers, re.compile("At least 2 must play"))
    expect(begin(hers)).to_be_disabled()
    his = guest_at(visitor, table, bob)
    state(hers, re.compile(f"Waiting for {bob.name}"))
    expect(begin(hers)).to_be_disabled()
    expect(begin(his)).to_have_count(0)
    his.get_by_role("button", name="I am ready").click()
    expect(begin(hers)).to_be_enabled()
    begin(hers).click()  # two seats stay open
    for page in (hers, his):
        page.wait_for_url(re.compile("/match/"))
    match = ada.get(f"/api/matches/{hers.url.rpartition('/')[2]}")
    assert [one["player"]["name"] for one in match["seats"]] == [ada.name, bob.name]


@pytest.mark.rule("RAL-220")
def test_one_person_plays_against_one_ai(visitor, member):
    ada = member("ada")
    page = visitor(f"/table/{open_table(ada)}", member=ada)
    page.get_by_role("combobox", name="Bot for this seat: Seat 2").select_option("easy")
    begin(page).click()
    page.wait_for_url(re.compile("/match/"))
    match = ada.get(f"/api/matches/{page.url.rpartition('/')[2]}")
    assert (match["host"], len(match["seats"])) == (ada.name, 2)


@pytest.mark.rule("RAL-222")
def test_a_host_who_leaves_passes_the_lobby_on(visitor, member):
    ada, bob = member("ada"), member("bob")
    table = open_table(ada, bots={"3": "easy"})
    hers = visitor(f"/table/{table}", member=ada)
    his = guest_at(visitor, table, bob)
    hers.get_by_role("button", name="Stand up").click()
    expect(his.get_by_role("heading", level=1, name=f"{bob.name}{OF} table")).to_be_visible()
    expect(begin(his)).to_be_enabled()


def test_seats_are_added_and_removed_up_to_eight(visitor, member):
    ada = member("ada")
    page = visitor(f"/table/{open_table(ada, seats=7)}", member=ada)
    page.get_by_role("button", name="Add a seat").click()
    expect(page.get_by_text("8 of up to 8 seats")).to_be_visible()
    expect(page.get_by_role("button", name="Add a seat")).to_be_disabled()
    page.get_by_role("button", name="Remove a seat").click()
    expect(page.get_by_text("7 of up to 8 seats")).to_be_visible()


@pytest.mark.rule("RAL-236")
@pytest.mark.parametrize(
    ("language", "start", "words"),
    [
        ("en", "Start the match", ("Not everybody is ready yet.", "So many cannot play", "Only the host of the table")),
        ("de", "Partie beginnen", ("Noch sind nicht alle bereit.", "So viele können nicht", "Das kann nur der Gast")),
    ],
)
def test_what_the_server_refuses_is_said_in_words(visitor, member, language, start, words):
    ada, bob = member("ada"), member("bob")
    table = open_table(ada)
    bob.post(f"/api/tables/{table}/sit", {"seat": 2})
    bob.post(f"/api/tables/{table}/ready", {"ready": True})
    page, now = visitor("", member=ada, language=language), ada.get(f"/api/tables/{table}")
    page.route(f"**/api/tables/{table}", lambda route: route.fulfill(json=now))  # it does not hear of what changes
    page.goto(f"/table/{table}")
    button = page.get_by_role("button", name=start)
    expect(button).to_be_enabled()
    not_ready, bad_seat_count, not_host = words

    bob.post(f"/api/tables/{table}/ready", {"ready": False})
    button.click()
    state(page, not_ready)
    bob.post(f"/api/tables/{table}/stand")
    button.click()
    state(page, re.compile(bad_seat_count))
    bob.post(f"/api/tables/{table}/sit", {"seat": 2})
    ada.post(f"/api/tables/{table}/stand")
    button.click()
    state(page, re.compile(not_host))


@pytest.mark.rule("RAL-229", "RAL-242", "RAL-243")
def test_the_host_loads_a_saved_game_that_fits(visitor, member):
    ada, bob = member("ada"), member("bob")
    played = open_table(ada, seats=2, bots={"2": "easy"}, settings={"board": "oil-cellar"})
    match = ada.post(f"/api/tables/{played}/start")["match"]
    ada.post(f"/api/matches/{match}/save", {"name": "Before the oil"})

    table = open_table(ada)
    bob.post(f"/api/tables/{table}/sit", {"seat": 2})
    page = visitor(f"/table/{table}", member=ada)
    load = page.get_by_role("button", name="Load game")
    state(page, re.compile(f"Waiting for {bob.name}"))
    expect(load).to_be_disabled()
    bob.post(f"/api/tables/{table}/ready", {"ready": True})
    load.click()
    dialog = page.get_by_role("dialog", name="Load a game")
    expect(dialog.get_by_text("No saved game fits who sits here now.")).to_be_visible()
    dialog.get_by_role("button", name="Back to the lobby").click()
    expect(dialog).to_be_hidden()

    bob.post(f"/api/tables/{table}/stand")
    expect(seat(page, 2)).to_contain_text("Open seat")
    load.click()
    expect(dialog.get_by_role("button", name="Load this game")).to_be_disabled()
    dialog.get_by_role("radio", name=re.compile("Before the oil")).check()
    assert violations(page) == []
    dialog.get_by_role("button", name="Load this game").click()
    page.wait_for_url(re.compile("/match/"))
    loaded = ada.get(f"/api/matches/{page.url.rpartition('/')[2]}")
    assert [one["player"]["name"] for one in loaded["seats"]] == [ada.name, "easy"]


@pytest.mark.rule("RAL-252")
def test_the_lobby_speaks_german_with_the_names_of_the_seed(visitor, member):
    ada = member("ada")
    page = visitor(f"/table/{open_table(ada, bots={'2': 'normal'})}", member=ada, language="de")
    for ability in ("Regenerierung", "Doppellaser", "Pause", "Bewegungsbefehle erneuern", "Spiegel"):
        expect(page.get_by_text(ability, exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Spiel laden")).to_be_visible()
    expect(page.get_by_role("group", name="Timer der Programmierphase")).to_be_visible()
    expect(page.get_by_role("region", name="Optionen")).to_contain_text("Lehrwerkstatt")


def test_one_click_starts_a_match_against_three_ais(visitor, site):
    page = visitor("/play?game=rally")
    page.get_by_role("button", name="Play against Easy").click()
    page.wait_for_url(re.compile("/match/"))
    match = site.get(f"/api/matches/{page.url.rpartition('/')[2]}")
    assert [one["player"]["builtin"] for one in match["seats"]] == [False, True, True, True]
    assert len({one["choice"] for one in match["seats"]}) == 4
    assert not match["rated"]
