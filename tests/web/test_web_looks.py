"""How pages look and sound: languages, themes, sizes from a phone to a large screen, motion, and choices that stay."""

import re

import pytest
from playwright.sync_api import expect
from tests.web.pages import NAMES, settled
from tests.web.words import TIMES

pytestmark = pytest.mark.slow

WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("name", NAMES)
def test_no_page_scrolls_sideways_on_a_phone(visitor, world, name):
    page = world.open(visitor, name, width=390, height=844)
    assert page.evaluate(WIDER) <= 0
    page.evaluate("localStorage.setItem('roundhouse', JSON.stringify({lang: 'de'}))")
    page.reload()
    settled(page)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.evaluate(WIDER) <= 0


@pytest.mark.parametrize("name", ["home", "match", "replay"])
def test_a_large_screen_is_used_for_the_board(visitor, world, name):
    page = world.open(visitor, name, width=3840, height=2160)
    assert page.evaluate(WIDER) <= 0
    board = page.get_by_role("application").or_(page.get_by_role("main").get_by_role("img", name=re.compile("Round")))
    box = board.first.bounding_box()
    assert box["width"] > 700
    assert box["height"] > 500


def texts(page):
    """What everything to follow or to press and all headings say; but not what is meant to be in English."""
    places = (page.get_by_role("banner"), page.get_by_role("main"))
    roles = ("link", "button", "heading", "switch", "radio", "columnheader")
    said = "all => all.filter(e => !e.closest('main [lang=en]')).map(e => e.innerText.trim())"
    return {text for place in places for role in roles for text in place.get_by_role(role).evaluate_all(said)}


SAME_IN_BOTH = {
    "Roundhouse", "Live", "Rocket Paper Spacegoo", "Spacegoo", "Standard", "Deutsch", "English", "Chat", "Classic",
    "Random", "Python", "JavaScript", "Java", "Rust", "Token", "AsyncAPI", "OpenAPI", "greedy", "random", "master",
    "Bots", "Elo", "System", "Rating", "Status", "Name", "Version", "Blitz", "Animation (.gif)",
    "Robo Rally", "ROBO RALLY", "Rally", "Normal", "Achievements", "The Microservice Dungeon",
    "THE MICROSERVICE DUNGEON", "Dungeon", "miner", "warlord", "Crafting Quest 3", "CRAFTING QUEST 3", "Quest",
    "gatherer", "crafter", "Teams", "BoidVoid", "BOIDVOID", "Album",
}  # fmt: skip


@pytest.mark.rule("GOO-118")
@pytest.mark.parametrize(
    "name",
    [
        "home", "play", "table", "match", "replay", "ladder", "line ladder", "player", "bots", "sign in", "settings",
        "game", "admin players", "rally menu", "rally table", "rally statistics", "boards", "board editor",
        "dungeon menu", "dungeon table", "prepared map", "market", "scoreboard", "commands", "leaderboards", "cabinet",
        "quest menu", "quest table", "quest table with map", "quest maps", "quest map editor", "quest statistics",
        "quest leaderboards", "boidvoid menu", "boidvoid table", "boidvoid statistics", "nowhere",
    ],
)  # fmt: skip
def test_the_german_page_has_no_english_words_left(visitor, world, name):
    page = world.open(visitor, name)
    english = texts(page)
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("navigation", name="Hauptmenü").get_by_role("link")).to_contain_text(
        ["Live", "Spielen", "Rangliste", "Bot-Baukasten"]
    )
    left = english & texts(page) - SAME_IN_BOTH
    names = re.compile(r"\d|GOO-|github|spacegoo|bot\.|vs\b|-\d|^line|^(haskell|hackerton|vitalis|fdc|space-battles)")
    assert {text for text in left if len(text) > 3 and not names.search(text)} == set()
    page.reload()
    settled(page)
    expect(page.get_by_role("button", name="English")).to_be_visible()


def test_choices_stay(visitor):
    page = visitor("/settings")
    page.get_by_role("radio", name="Drafting paper (light)").check(force=True)
    page.get_by_role("radio", name="Reduced").check(force=True)
    for name in ("Sounds of the board", "Numbers", "Spoiler-free lists"):
        page.get_by_role("switch", name=name).click()
    page.get_by_role("slider", name="Volume").fill("0.25")
    page.get_by_role("radio", name="Deutsch").check(force=True)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.goto("/settings")
    expect(page.get_by_role("radio", name="Zeichenpapier (hell)")).to_be_checked()
    expect(page.get_by_role("radio", name="Reduziert")).to_be_checked()
    expect(page.get_by_role("radio", name="Deutsch")).to_be_checked()
    expect(page.get_by_role("switch", name="Geräusche des Bretts")).to_be_checked()
    expect(page.get_by_role("switch", name="Nummern")).to_be_checked()
    expect(page.get_by_role("switch", name="Listen ohne Ergebnisse")).not_to_be_checked()
    expect(page.get_by_role("slider", name="Lautstärke")).to_have_value("0.25")


def test_lists_hide_who_won_until_asked(visitor, world):
    page = world.open(visitor, "player")
    lists = page.get_by_role("region", name="Recent matches")
    outcome = lists.get_by_text(re.compile("^(won|lost|drawn)$"))
    expect(lists.get_by_role("button", name="Show result").first).to_be_visible()
    expect(outcome).to_have_count(0)
    lists.get_by_role("button", name="Show results").click()
    expect(outcome.first).to_be_visible()
    page.evaluate("localStorage.setItem('roundhouse', JSON.stringify({spoilerFree: false}))")
    page.reload()
    expect(outcome.first).to_be_visible()


COUNT_SOUNDS = """
window.sounds = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...rest) { window.sounds += 1; return start.apply(this, rest); };
const Context = window.AudioContext;
window.contexts = 0;
window.AudioContext = class extends Context { constructor(...rest) { super(...rest); window.contexts += 1; } };
"""


def test_no_sound_is_made_until_it_is_asked_for(visitor, member):
    mine = member("listener")
    key = mine.match("random", clock="day")
    page = visitor("", member=mine)
    page.add_init_script(COUNT_SOUNDS)
    page.goto(f"/match/{key}")
    turn = page.get_by_role("heading", name="Your turn")
    expect(turn).to_be_visible()
    page.get_by_role("button", name="Pass", exact=True).click()
    expect(page.get_by_role("application", name=re.compile("^Round 1 of"))).to_be_visible()
    expect(turn).to_be_visible()
    assert page.evaluate("[window.sounds, window.contexts]") == [0, 0]
    page.get_by_role("button", name="Sound off").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.get_by_role("heading", name="You lost")).to_be_visible()
    page.wait_for_function("window.sounds > 0")


GLIDES = """async () => {
    // pictures of the board in the frames after a step
    const canvas = document.querySelector('[role=application] canvas');
    const pictures = new Set();
    for (let n = 0; n < 12; n++) {
        await new Promise(done => requestAnimationFrame(done));
        pictures.add(canvas.toDataURL());
    }
    return pictures.size;
}"""


@pytest.mark.parametrize(("asked", "glides"), [("reduce", False), ("no-preference", True)])
def test_pieces_cut_instead_of_gliding_where_less_motion_is_asked_for(visitor, film, asked, glides):
    match, _ = film
    page = visitor(f"/replay/{match['key']}?round=30", reduced_motion=asked)
    expect(page.get_by_role("application")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-motion", "full" if glides else "reduced")
    page.get_by_role("button", name=f"0.5{TIMES}").click()
    page.get_by_role("button", name="Play", exact=True).click()
    different = page.evaluate(GLIDES)
    assert different > 3 if glides else different <= 3  # a round lasts half a second
    page.get_by_role("button", name="Pause").click()
    duration = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--t-slow').trim()")
    assert (duration in ("0ms", "0s")) is not glides
