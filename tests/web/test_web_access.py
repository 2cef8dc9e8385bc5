"""Pages for everybody: axe-core finds nothing, the keyboard reaches everything, and one sees where it is."""

import pytest
from playwright.sync_api import expect
from tests.web.keys import Keys
from tests.web.pages import NAMES, settled
from tests.web.site import violations

pytestmark = pytest.mark.slow

# What Tab could stop at, told from what is hidden or off. A group of radio buttons is one stop.
STOPS = """() => {
    const all = [...document.querySelectorAll(
        'a[href], button, input, select, textarea, summary, [tabindex="0"]')];
    const groups = new Set();
    return all.filter(e => {
        if (e.disabled || e.tabIndex < 0 || !e.checkVisibility({visibilityProperty: true})) return false;
        if (e.type !== 'radio') return true;
        const seen = groups.has(e.name);
        groups.add(e.name);
        return !seen;
    }).length;
}"""
FOCUSED = """() => {
    const e = document.activeElement;
    if (!e || e === document.body) return null;
    window.numbers ??= new Map();
    if (!numbers.has(e)) numbers.set(e, numbers.size);
    const outlined = [e, e.closest('label'), e.parentElement].some(one => {
        const style = one && getComputedStyle(one);
        return style && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    });
    const box = e.getBoundingClientRect();
    return {n: numbers.get(e), outlined, html: e.outerHTML.slice(0, 100),
            seen: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth};
}"""


@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing_wrong_in_both_themes(visitor, world, name):
    page = world.open(visitor, name, theme="dark")
    assert violations(page) == []
    page.evaluate("localStorage.setItem('roundhouse', JSON.stringify({theme: 'light'}))")
    page.goto(page.url.replace("theme=dark", "theme=light"))
    settled(page)
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert violations(page) == []


@pytest.mark.parametrize("name", ["home", "play", "table", "match", "replay", "ladder", "bots signed in", "settings"])
def test_tab_reaches_everything_and_the_focus_is_seen(visitor, world, name):
    page = world.open(visitor, name, reduced_motion="reduce")  # it scrolls at once
    reached, hidden, dark = set(), [], []
    expected = page.evaluate(STOPS)
    for _ in range(expected + 12):  # a page that is alive may get a few more
        page.keyboard.press("Tab")
        here = page.evaluate(FOCUSED)
        if here is None:
            break  # round once: the browser's own controls come now
        reached.add(here["n"])
        if not here["seen"]:
            hidden.append(here["html"])
        if not here["outlined"]:
            dark.append(here["html"])
    assert hidden == []
    assert dark == []
    assert len(reached) >= page.evaluate(STOPS) - 2


def test_the_first_stop_skips_to_the_content(visitor):
    page = visitor("/ladder")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    keys = Keys(page).press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    expect(page.get_by_role("link", name="Skip to content")).to_be_in_viewport()
    keys.press("Enter", "Tab")
    assert page.evaluate("document.getElementById('main').contains(document.activeElement)")


def test_a_new_page_gets_the_focus_at_its_heading(visitor):
    page = visitor("/")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Bot kit").click()
    expect(page.get_by_role("heading", level=1, name="Bot kit")).to_be_focused()
    expect(page).to_have_title("Bot kit · Roundhouse")


def test_a_panel_keeps_the_focus_and_gives_it_back(visitor, member):
    page = visitor("/play", member=member())
    opener = page.get_by_role("button", name="+ New table")
    keys = Keys(page).to("button", "+ New table").press("Enter")
    expect(page.get_by_role("dialog", name="New table")).to_be_visible()
    for _ in range(30):
        keys.press("Tab")
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(opener).to_be_focused()


def test_the_keys_of_the_board_are_explained(visitor, world):
    page = world.open(visitor, "match")
    page.keyboard.press("?")
    panel = page.get_by_role("dialog", name="Keys")
    expect(panel).to_contain_text("move the cursor from planet to planet")
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
