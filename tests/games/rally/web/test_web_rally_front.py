"""The main menu of Rally, its story and help, and the statistics and achievements behind it."""

import re

import pytest
from playwright.sync_api import expect
from tests.games.rally.web.match_page import OPEN, Rival, settings
from tests.web.number_text import OF
from tests.web.site import violations

pytestmark = pytest.mark.slow


def menu(page, name="Main menu of Robo Rally"):
    return page.get_by_role("navigation", name=name)


def heading(page, text):
    expect(page.get_by_role("heading", level=1, name=text)).to_be_visible()


@pytest.mark.rule("RAL-281")
def test_start_game_hosts_a_new_game_and_enters_its_lobby(visitor, member):
    ada = member("ada")
    page = visitor("/games/rally", member=ada)
    menu(page).get_by_role("button", name="Start game").click()
    page.wait_for_url(re.compile("/table/"))
    heading(page, f"{ada.name}{OF} table")
    expect(page.get_by_role("button", name="Start the match")).to_be_visible()
    table = ada.get(f"/api/tables/{page.url.rpartition('/')[2]}")
    assert (table["mine"], table["my_seat"], table["options"]["game"]) == (True, 1, "rally")


@pytest.mark.rule("RAL-282")
def test_join_game_takes_a_seat_or_says_that_there_is_no_such_game(visitor, member):
    ada, bob = member("ada"), member("bob")
    table = ada.table(game="rally", clock="own", seats=3)["key"]
    page = visitor("/games/rally", member=bob)
    menu(page).get_by_role("button", name="Join game").click()
    dialog = page.get_by_role("dialog", name="Join a game")
    code = dialog.get_by_role("textbox", name="Link or code of the game")
    for text, message in (("nosuchtable1", "There is no such game."), ("?!", "That is no link or code of a game.")):
        code.fill(text)
        dialog.get_by_role("button", name="Join", exact=True).click()
        expect(dialog.get_by_role("alert")).to_contain_text(message)
    code.fill(table)
    dialog.get_by_role("button", name="Join", exact=True).click()
    page.wait_for_url(f"**/table/{table}")
    expect(page.get_by_role("region", name="Seats").get_by_role("listitem").nth(1)).to_contain_text(bob.name)


def test_open_games_are_offered_to_join(visitor, member):
    ada, bob = member("ada"), member("bob")
    ada.table(game="rally", clock="own", seats=2, listed=True)
    page = visitor("/games/rally", member=bob)
    menu(page).get_by_role("button", name="Join game").click()
    page.get_by_role("button", name=f"Join: {ada.name}{OF} table").click()
    page.wait_for_url(re.compile("/table/"))
    expect(page.get_by_role("region", name="Seats")).to_contain_text(bob.name)


@pytest.mark.rule("RAL-283", "RAL-285", "RAL-300")
def test_settings_return_to_the_menu_and_escape_quits(visitor):
    page = visitor("/games/rally")
    menu(page).get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    expect(dialog.get_by_role("switch", name=re.compile("Programming aid"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    heading(page, "Robo Rally")
    assert page.url.endswith("/games/rally")
    page.keyboard.press("Escape")
    page.wait_for_url(re.compile(r":\d+/$"))
    page.go_back()
    menu(page).get_by_role("link", name="Quit").click()
    page.wait_for_url(re.compile(r":\d+/$"))


@pytest.mark.rule("RAL-284", "RAL-300")
def test_statistics_and_the_lobby_lead_back_to_the_menu(visitor, member):
    ada = member("ada")
    page = visitor("/games/rally", member=ada)
    menu(page).get_by_role("link", name="Statistics & achievements").click()
    heading(page, "Statistics & achievements")
    expect(page.get_by_text("0 of 34 unlocked")).to_be_visible()
    page.get_by_role("link", name="Main menu").click()
    menu(page).get_by_role("button", name="Start game").click()
    page.wait_for_url(re.compile("/table/"))
    page.get_by_role("link", name="Main menu").click()
    heading(page, "Robo Rally")


@pytest.mark.rule("RAL-252", "RAL-253")
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("XF435-C7 rolls in", "live competition test", "small jobs at the checkpoints", "scrapped")),
        ("de", ("XF435-C7 rollt hinein", "Live-Konkurrenz-Test", "kleine Arbeiten an den Checkpoints", "verschrottet")),
    ],
)
def test_the_menu_tells_the_story(visitor, language, words):
    page = visitor("/games/rally", language=language)
    story = page.locator("#story")
    for text in words:
        expect(story.get_by_text(re.compile(text))).to_be_visible()
    for name in ("Tanky", "James Bot", "LazyBot", "Albot", "Peach"):
        expect(story.get_by_text(name, exact=True)).to_be_visible()


@pytest.mark.rule("RAL-252")
def test_the_menu_has_the_german_names_of_the_seed(visitor):
    page = visitor("/games/rally", language="de")
    for name in ("Spiel starten", "Spiel beitreten", "Einstellungen"):
        expect(menu(page, "Hauptmenü von Robo Rally").get_by_role("button", name=name)).to_be_visible()
    for name in ("Statistiken & Achievements", "Beenden"):
        expect(menu(page, "Hauptmenü von Robo Rally").get_by_role("link", name=name)).to_be_visible()


def test_the_help_shows_phases_commands_fields_and_robots(visitor):
    page = visitor("/games/rally")
    for section, text in {
        "#round": "Field lasers fire",
        "#commands": "Three steps forward",
        "#fields": "Gear, counter-clockwise",
        "#robots": "New commands.",
        "#damage": "burned in: 5, 4",
    }.items():
        expect(page.locator(section).get_by_text(text).first).to_be_visible()
    expect(page.locator("#RAL-253")).to_be_attached()


@pytest.fixture(scope="module")
def counted(site):
    """The name of somebody who has played two listed matches of a few rounds each, and won them."""
    host, guest = site.member("walker"), site.member("rita")
    options = {"game": "rally", "seats": 2, "clock": "own", "listed": True, "settings": settings(OPEN)}
    for seed in (7, 8):
        table = host.table(seed=seed, **options)["key"]
        guest.post(f"/api/tables/{table}/sit", {"seat": 2})
        guest.post(f"/api/tables/{table}/ready", {"ready": True})
        key = host.post(f"/api/tables/{table}/start")["match"]
        rivals = Rival(host, key), Rival(guest, key)
        for _ in range(seed - 4):  # not the same number of rounds, so that one match is better
            number = site.get(f"/api/matches/{key}")["round"]
            for rival in rivals:
                rival.program()
            site.eventually(f"/api/matches/{key}", lambda match, number=number: match["round"] > number)
        rivals[1].leave()
        site.finished(key)
    for member in (host, guest):
        member.close()
    return host.name


@pytest.mark.rule("RAL-165", "RAL-166")
def test_sums_and_bests_are_shown_with_the_match_of_the_best(visitor, site, counted):
    page = visitor(f"/player/{counted}")
    region = page.get_by_role("region", name="Statistics", exact=True)
    expect(region).to_be_visible()
    now = site.get(f"/api/players/{counted}/feats")[0]
    walked = next(one for one in now["figures"] if one["figure"] == "walked_forwards")
    assert walked["total"] > walked["best"] > 0
    row = region.get_by_role("row").filter(has_text="Fields walked forwards")
    expect(row.get_by_role("cell").nth(0)).to_have_text(f"{walked['total']:,}")
    best = row.get_by_role("link", name=re.compile("^Fields walked forwards"))
    expect(best).to_have_text(f"{walked['best']:,}")
    assert best.get_attribute("href") == f"/replay/{walked['best_match']}"
    assert region.get_by_role("row").count() == 1 + len(now["figures"])
    assert violations(page) == []


@pytest.mark.rule("RAL-181")
def test_achievements_are_unlocked_with_a_date_or_locked_with_their_progress(visitor, site, counted):
    page = visitor(f"/games/rally/feats?player={counted}")
    now = {one["key"]: one for one in site.get(f"/api/players/{counted}/feats")[0]["achievements"]}
    assert now["one_step"]["unlocked_ms"]
    done = page.get_by_role("listitem").filter(has_text="One Step at a Time")
    expect(done.get_by_role("link", name=re.compile(r"^Unlocked on \d"))).to_be_visible()
    locked = next(one for one in now.values() if one["unlocked_ms"] is None and one["least"] > one["progress"])
    bar = page.locator(f'[role=progressbar][aria-valuemax="{locked["least"]}"]').first
    expect(bar).to_be_visible()
    expect(page.get_by_text(f"{locked['progress']} of {locked['least']}").first).to_be_visible()
    unlocked = sum(one["unlocked_ms"] is not None for one in now.values())
    expect(page.get_by_text(f"{unlocked} of 34 unlocked")).to_be_visible()


@pytest.mark.rule("RAL-252")
def test_achievements_have_the_german_names_of_the_seed(visitor, counted):
    page = visitor(f"/games/rally/feats?player={counted}", language="de")
    for name in ("Erstes Öl", "Bundeskanzlerin", "Aua.", "Wer braucht schon Backups?", "Pazifist"):
        expect(page.get_by_text(name, exact=True)).to_be_visible()
    for name in ("Felder gelaufen (vorwärts)", "Kehrtwenden", "Gegner geschoben"):
        expect(page.get_by_role("rowheader", name=name)).to_be_visible()
