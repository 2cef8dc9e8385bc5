"""The pages of Quest around a match: menu, help, settings and maps at tables, statistics and leaderboards."""

import re

import pytest
from playwright.sync_api import expect
from tests.web.number_text import NONE

from roundhouse.games import GAMES
from roundhouse.games.quest.rules import tables as t

pytestmark = pytest.mark.slow

GAME = GAMES["quest"]
PEOPLE = {"width": 50, "height": 50, "units": 4, "rounds": 40, "turn_ms": 60000}  # the edition for people


def test_the_menu_leads_to_a_match_at_once_with_time_for_a_person(visitor, site):
    page = visitor("/games/quest")
    expect(page.get_by_role("heading", level=1, name="Crafting Quest 3")).to_be_visible()
    page.get_by_role("button", name="Play against Random").click()
    page.wait_for_url(re.compile(r"/match/"))
    key = page.url.rsplit("/", 1)[1]
    match = site.get(f"/api/matches/{key}")
    assert (match["game"], match["preset"], match["rated"]) == ("quest", "skirmish", False)
    assert [seat["player"]["name"] for seat in match["seats"][1:]] == ["random"]


def test_the_menu_leads_everywhere(visitor):
    page = visitor("/games/quest")
    menu = page.get_by_role("navigation", name="Main menu of Quest")
    for name, heading in (
        ("Maps", "Maps"),
        ("Leaderboards", "Leaderboards"),
        ("Statistics & achievements", "Statistics & achievements"),
        ("Write a bot", "Bot kit"),
    ):
        menu.get_by_role("link", name=re.compile(f"^{name}")).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
        page.go_back()
        expect(menu).to_be_visible()
    menu.get_by_role("button", name=re.compile("^Host a match")).click()
    panel = page.get_by_role("dialog", name="New table")
    expect(panel.get_by_role("radio", name="Skirmish", exact=True)).to_be_checked()
    expect(panel.get_by_text("1 min per turn")).to_be_visible()


@pytest.mark.rule("QST-023")
def test_the_help_page_has_all_blueprints_with_their_features(visitor):
    """Everything a player is told before a match can be read up: what things are made of, weigh, do and cost."""
    page = visitor("/games/quest")
    rows = page.locator("#things").get_by_role("row")
    expect(rows).to_have_count(1 + t.BLUEPRINTS)
    for n, name in enumerate(t.BLUEPRINT_NAMES):
        kind, level = name[:-1], int(name[-1])
        cells = [cell.inner_text() for cell in rows.nth(n + 1).locator("th, td").all()]
        assert cells[0] == f"{kind.capitalize()} {level}"
        for way in (0, 1):
            wanted = {
                (t.RESOURCE_NAMES + t.ITEM_NAMES)[k].capitalize().replace("1", " 1").replace("2", " 2"): amount
                for k, amount in enumerate(t.USES[2 * n + way])
                if amount
            }
            found = dict(reversed(part.split(" ", 1)) for part in cells[1 + way].split(", "))
            assert {what: int(amount) for what, amount in found.items()} == wanted
        assert cells[3] == (str(t.ITEM_WEIGHTS[n]) if n < t.ITEMS else NONE)
        gold = t.RESEARCH_GOLD[t.KIND_NAMES.index(kind) * 2 + level - 2] if level > 1 else None
        assert cells[5] == (f"{gold} gold" if gold else NONE)
    effects = [row.locator("td").nth(3).inner_text() for row in rows.all()[1:]]
    assert effects[:6] == [f"attack +{n} %" for n in (25, 50, 75)] + [f"defence {n} %" for n in (25, 50, 75)]
    assert effects[6:9] == [
        "energy 312, reach 5, drains 125", "energy 375, reach 6, drains 150", "energy 437, reach 7, drains 175",
    ]  # fmt: skip
    assert effects[9:] == ["freezes 2 turns", "freezes 3 turns", "freezes 4 turns"]
    expect(page.locator("#points").get_by_role("listitem").first).to_contain_text("150 for every enemy unit")
    for section in ("turn", "energy", "builds", "points"):
        expect(page.locator(f"#{section}")).not_to_contain_text("{")  # all numbers are filled in
    for text in ("Grass", "Rock", "Fog", "Unit", "Frozen", "Shielded", "Tower", "Trap", "Heap", "Buried", "Start cell"):
        expect(page.locator("#legend").get_by_text(text, exact=True)).to_be_visible()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("#legend").get_by_text("Gefangen", exact=True)).to_be_visible()
    expect(rows.nth(4)).to_contain_text("20 Leder, 4 Stein, 4 Holz")


def test_every_setting_has_words_in_both_languages(visitor, site):
    """What the host of a table may change is asked for in the visitor's language, not in the server's words."""
    info = next(game for game in site.get("/api/games") if game["key"] == "quest")
    server = {one["key"]: one["sentence"] for one in info["settings"]}
    asked = set(server) - {"players", "drop_cost", "blueprints", "scenario"}
    page = visitor("/games/quest")
    panel = page.get_by_role("dialog")

    def fields(host, more):
        """All settings of the form, as they are written there."""
        page.get_by_role("button", name=re.compile(f"^{host}")).click()
        panel.locator("summary", has_text=more).click()
        shown = panel.locator(".settings .field, .settings label:has([role=switch])")
        expect(shown).to_have_count(len(asked) + 1)  # and the seed
        return shown.all_inner_texts()

    english = fields("Host a match", "More settings")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Deutsch").click()
    german = fields("Partie eröffnen", "Weitere Einstellungen")
    for texts in (english, german):
        assert [key for key in asked if "_" in key and any(key in text for text in texts)] == []
        assert [key for key in asked if any(server[key] in text for text in texts)] == []
    assert {text.split("\n")[0] for text in english} & {text.split("\n")[0] for text in german} == set()
    for text in ("Scharmützel", "Zu viert", "Wie das Original", "Mittlere Karte", "Große Karte"):
        expect(panel.get_by_text(text, exact=True)).to_be_attached()


def test_editions_and_maps_bring_their_number_of_seats(visitor, member, site):
    host = member("host")
    page = visitor("/games/quest", member=host)
    page.get_by_role("button", name=re.compile("^Host a match")).click()
    panel = page.get_by_role("dialog", name="New table")
    panel.locator("label", has_text="Four players").click()
    expect(panel.get_by_role("radio", name="4", exact=True)).to_be_checked()
    panel.locator("label", has_text="Skirmish at the Creek").click()
    expect(panel.get_by_role("radio", name="2", exact=True)).to_be_checked()
    expect(panel.get_by_role("spinbutton", name="Width of the map")).to_have_count(0)  # the map says it
    panel.locator("label", has_text="The Arena").click()
    panel.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile("/table/"))
    table = site.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}")
    assert (len(table["seats"]), table["options"]["settings"]) == (4, {"scenario": "arena"})
    options = page.get_by_role("region", name="Options")
    expect(options.get_by_role("img", name="Map: The Arena")).to_be_visible()
    expect(options).to_contain_text("for 4 players")


def test_a_table_of_people_shows_what_is_played(visitor, member):
    host = member("host")
    key = host.table(game="quest", preset="skirmish", settings={"gold": 900})["key"]
    page = visitor(f"/table/{key}", member=host)
    options = page.get_by_role("region", name="Options")
    expect(options.locator("dd").last).to_be_visible()
    facts = dict(zip(options.locator("dt").all_inner_texts(), options.locator("dd").all_inner_texts(), strict=True))
    assert facts.items() >= {
        "Width of the map": str(PEOPLE["width"]), "Rounds": str(PEOPLE["rounds"]), "Time of a turn": "1 min",
        "Units of every player": str(PEOPLE["units"]), "Gold at the start": "900",
    }.items()  # fmt: skip


@pytest.mark.rule("QST-135", "QST-136", "QST-137")
def test_statistics_achievements_and_leaderboards_have_words(visitor, member, site):
    ada = member("ada")
    options = {"clock": "own", "settings": {"scenario": "creek", "rounds": 1, "turn_ms": 100}}
    key = ada.table(game="quest", bots={"2": "random"}, start=True, **options)["match"]
    site.finished(key)
    page = visitor("/games/quest/feats", member=ada)
    table = page.get_by_role("region", name="Statistics")
    for text in ("Enemy units destroyed", "Iron gathered", "Titanium used up", "Made: Tower 2", "Points: gathering"):
        expect(table.get_by_text(text, exact=True)).to_be_visible()
    for one in GAME.achievements:
        expect(page.get_by_text(one.name, exact=True).first).to_be_visible()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_text("Eisen gesammelt", exact=True)).to_be_visible()
    expect(page.get_by_text("Fallensteller", exact=True)).to_be_visible()
    shown = page.get_by_role("main").inner_text()
    left = [figure.name for figure in GAME.figures if figure.name in shown]
    assert left == []
    page.goto("/games/quest/leaders")
    tabs = page.get_by_role("navigation", name="Bestenlisten").get_by_role("link")
    expect(tabs).to_have_count(len(GAME.leaderboards))
    expect(tabs.first).to_have_text("Punkte insgesamt")
