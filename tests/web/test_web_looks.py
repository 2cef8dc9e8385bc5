"""How pages look and sound, for everybody: what axe-core finds, the Tab key, languages, themes, sizes from a phone to a
large screen, motion, and choices that stay."""

import re

import pytest
from playwright.sync_api import expect
from tests.scale import LONG
from tests.web.keyboard import tabbing_faults
from tests.web.number_text import TIMES
from tests.web.pages import NAMES, painted, settled, turn_light
from tests.web.site import COLOURS, violations

pytestmark = pytest.mark.slow

WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
WITHOUT_LANGUAGES = ("new table", "embed")  # what is shown covers the switch, or has none
# Nine parts in ten of these pages are a rulebook, made by what makes that of the page "game", where it is looked at.
MENUS = ("rally menu", "dungeon menu", "quest menu", "boidvoid menu")
TABBED = ("home", "play", "table", "match", "replay", "ladder", "bots signed in", "settings")
IN_WORDS = (
    "home", "play", "table", "match", "replay", "ladder", "line ladder", "player", "bots", "sign in", "settings",
    "game", "admin players", "rally menu", "rally table", "rally statistics", "boards", "board editor",
    "dungeon menu", "dungeon table", "prepared map", "market", "scoreboard", "commands", "leaderboards", "cabinet",
    "quest menu", "quest table", "quest table with map", "quest maps", "quest map editor", "quest statistics",
    "quest leaderboards", "boidvoid menu", "boidvoid table", "boidvoid statistics", "nowhere",
)  # fmt: skip


@pytest.mark.rule("GOO-118")
@pytest.mark.parametrize("name", NAMES)
def test_a_page_serves_everybody_in_both_themes_sizes_and_languages(visitor, world, name):
    """One visit: the page is looked at, then changed while it is open."""
    page = world.open(visitor, name, theme="dark", reduced_motion="reduce")
    without = "" if LONG or name not in MENUS else "#rulebook"
    faults = [f"dark: {fault}" for fault in violations(page, without=without)]
    if name in TABBED:
        faults += [f"dark, by Tab: {fault}" for fault in tabbing_faults(page)]
    english = texts(page) if name in IN_WORDS else set()
    turn_light(page)
    faults += [f"light: {fault}" for fault in violations(page, rules=COLOURS, without=without)]

    page.set_viewport_size(PHONE)
    painted(page)
    faults += too_wide(page, "phone, English")
    page.set_viewport_size(DESK)
    speak_german(page, name)
    if name in IN_WORDS:
        faults += [f"German: {text!r} is English" for text in english_words(english & texts(page))]
    page.set_viewport_size(PHONE)
    painted(page)
    faults += too_wide(page, "phone, German")
    assert faults == []


def too_wide(page, how):
    wider = page.evaluate(WIDER)
    return [f"{how}: {wider} pixels too wide"] if wider > 0 else []


def speak_german(page, name):
    if name in WITHOUT_LANGUAGES:
        load_in_german(page)
        return
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("navigation", name="Hauptmenü").get_by_role("link")).to_contain_text(
        ["Live", "Spielen", "Rangliste", "Bot-Baukasten"]
    )


def load_in_german(page):
    page.evaluate("localStorage.setItem('roundhouse', JSON.stringify({lang: 'de'}))")
    page.reload()
    settled(page)
    expect(page.locator("html")).to_have_attribute("lang", "de")


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_a_page_that_is_loaded_on_a_phone_does_not_scroll_sideways(visitor, world, name):
    page = world.open(visitor, name, **PHONE)
    assert too_wide(page, "English") == []
    load_in_german(page)
    assert too_wide(page, "German") == []


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing_wrong_with_a_page_that_is_loaded_in_light(visitor, world, name):
    page = world.open(visitor, name, theme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert violations(page) == []


@pytest.mark.long
@pytest.mark.parametrize("name", IN_WORDS)
def test_a_page_stays_german(visitor, world, name):
    page = world.open(visitor, name)
    speak_german(page, name)
    page.reload()
    settled(page)
    expect(page.get_by_role("button", name="English")).to_be_visible()


@pytest.mark.parametrize("name", ["home", "match", "replay"])
def test_a_large_screen_is_used_for_the_board(visitor, world, name):
    page = world.open(visitor, name, width=3840, height=2160)
    assert page.evaluate(WIDER) <= 0
    board = page.get_by_role("application").or_(page.get_by_role("main").get_by_role("img", name=re.compile("Round")))
    box = board.first.bounding_box()
    assert box["width"] > 700
    assert box["height"] > 500


TEXTS = """() => {
    const roles = ['link', 'button', 'heading', 'switch', 'radio', 'columnheader'];
    const found = document.querySelectorAll(
        ':is(header, main) :is(a[href], button, h1, h2, h3, h4, h5, h6, th:not([scope=row]), [role])');
    return [...found]
        .filter(e => !e.hasAttribute('role') || roles.includes(e.getAttribute('role')))
        .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest('main [lang=en]'))
        .map(e => e.innerText.trim());
}"""


def texts(page):
    """What everything to follow or to press and all headings say; but not what is meant to be in English."""
    said = set(page.evaluate(TEXTS))
    assert len(said) > 5, said  # the main menu alone has more
    return said


SAME_IN_BOTH = {
    "Roundhouse", "Live", "Rocket Paper Spacegoo", "Spacegoo", "Standard", "Deutsch", "English", "Chat", "Classic",
    "Random", "Python", "JavaScript", "Java", "Rust", "Token", "AsyncAPI", "OpenAPI", "greedy", "random", "master",
    "Bots", "Elo", "System", "Rating", "Status", "Name", "Version", "Blitz", "Animation (.gif)",
    "Robo Rally", "ROBO RALLY", "Rally", "Normal", "Achievements", "The Microservice Dungeon",
    "THE MICROSERVICE DUNGEON", "Dungeon", "miner", "warlord", "Crafting Quest 3", "CRAFTING QUEST 3", "Quest",
    "gatherer", "crafter", "Teams", "BoidVoid", "BOIDVOID", "Album",
}  # fmt: skip
NAMES_OF_THINGS = re.compile(
    r"\d|GOO-|github|spacegoo|bot\.|vs\b|-\d|^line|^(haskell|hackerton|vitalis|fdc|space-battles)"
)


def english_words(said):
    """What should not be said on a German page as on the English one."""
    return sorted(text for text in said - SAME_IN_BOTH if len(text) > 3 and not NAMES_OF_THINGS.search(text))


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
    page = visitor("", member=mine, alone=True)
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
    page.wait_for_function("() => window.sounds > 0")


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
    page = visitor(f"/replay/{match['key']}?round=8", reduced_motion=asked)  # far from the end
    expect(page.get_by_role("application")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-motion", "full" if glides else "reduced")
    page.get_by_role("button", name=f"0.5{TIMES}").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()  # it plays
    different = page.evaluate(GLIDES)
    assert different > 3 if glides else different <= 3  # a round lasts half a second
    duration = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--t-slow').trim()")
    assert (duration in ("0ms", "0s")) is not glides
