"""The in-game menu of Rally: saving, settings, sound, and the ways out. RAL-286 to RAL-299"""

import re

import pytest
from playwright.sync_api import expect
from tests.games.rally.web.match_page import EMPTY_SLOT, RallyPage, against_bot, against_person, match_pages
from tests.web.visitors import await_inside, wait_inside

pytestmark = pytest.mark.slow

# What a test evaluates counts as a touch for the browser, so the page is told of real ones only.
COUNT_SOUNDS = """
let touched = false;
addEventListener('pointerdown', () => { touched = true; }, true);
Object.defineProperty(navigator, 'userActivation', {value: {get hasBeenActive() { return touched; }}});
window.sounds = 0;
window.loud = [];
for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
    const start = kind.prototype.start;
    kind.prototype.start = function (...rest) { window.sounds += 1; return start.apply(this, rest); };
}
const target = AudioParam.prototype.setTargetAtTime;
AudioParam.prototype.setTargetAtTime = function (value, ...rest) {
    window.loud.push(value);
    return target.call(this, value, ...rest);
};
"""


@pytest.fixture
def match_page(visitor, member):
    return match_pages(visitor, member)


def menu(one):
    """The menu, opened."""
    one.page.keyboard.press("Escape")
    found = one.page.get_by_role("dialog", name="Game menu")
    expect(found).to_be_visible()
    return found


def settings(one):
    menu(one).get_by_role("button", name="Settings").click()
    return one.page.get_by_role("dialog", name="Settings")


@pytest.mark.rule("RAL-266", "RAL-286", "RAL-291")
def test_the_menu_opens_with_the_time_left_and_leads_back(match_page):
    one = match_page(timer_seconds=60)
    one.programming.get_by_role("button", name="Menu").click()
    found = one.page.get_by_role("dialog", name="Game menu")
    timer = found.get_by_role("timer")
    expect(timer).to_have_accessible_name(re.compile(r"\d+ seconds left"))
    shown = timer.get_attribute("aria-label")
    expect(timer).not_to_have_accessible_name(shown)  # time goes on
    found.get_by_role("button", name="Back to the game").click()
    expect(found).to_be_hidden()
    assert menu(one).is_visible()
    one.page.keyboard.press("Escape")
    expect(found).to_be_hidden()


REOPEN = """async button => {
    button.click();
    for (let turn = 0; turn < 10; turn++) await null;  // it is closed, and the browser has not told of it yet
    document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true, cancelable: true}));
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}"""


def test_a_menu_opened_at_the_moment_it_is_closed_stays_open(match_page):
    one = match_page()
    found = menu(one)
    found.get_by_role("button", name="Back to the game").evaluate(REOPEN)
    expect(found).to_be_visible()


@pytest.mark.rule("RAL-238", "RAL-239", "RAL-240", "RAL-287")
def test_the_host_saves_and_overwrites_after_a_confirmation(match_page):
    one = match_page()
    menu(one).get_by_role("button", name="Save game").click()
    dialog = one.page.get_by_role("dialog", name="Save game")
    expect(dialog).to_contain_text("Nothing is saved yet.")
    name = dialog.get_by_role("textbox", name="Name of the saved game")
    name.fill("bad/name")
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("This name cannot be used")
    name.fill("First try")
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog).to_be_hidden()
    assert [save["name"] for save in one.member.get("/api/saves")] == ["First try"]
    one.page.get_by_role("button", name="Save game").click()
    expect(dialog.get_by_role("button", name="Overwrite First try")).to_contain_text("Round 1")
    name.fill("first TRY")
    dialog.get_by_role("button", name="Save", exact=True).click()
    question = one.page.get_by_role("dialog", name=re.compile("Overwrite “"))
    question.get_by_role("button", name="Cancel").click()
    one.page.keyboard.press("Escape")  # back to the menu, although the question has left nothing in focus
    expect(dialog).to_be_hidden()
    one.page.get_by_role("button", name="Save game").click()
    before = one.member.get("/api/saves")
    dialog.get_by_role("button", name="Overwrite First try").click()
    question.get_by_role("button", name="Overwrite").click()
    expect(dialog).to_be_hidden()
    (after,) = one.member.get("/api/saves")
    assert after["at_ms"] > before[0]["at_ms"]
    one.page.get_by_role("button", name="Save game").click()
    dialog.get_by_role("button", name="Back to the menu").click()
    expect(one.page.get_by_role("dialog", name="Game menu")).to_be_visible()


@pytest.mark.rule("RAL-287")
def test_guests_cannot_save(visitor, member):
    host, guest = member("host"), member("rita")
    one = RallyPage(visitor, guest, against_person(host, guest))
    expect(one.programming).to_be_visible()
    save = menu(one).get_by_role("button", name="Save game")
    expect(save).to_be_disabled()
    save.click(force=True)
    expect(one.page.get_by_role("dialog", name="Save game")).to_be_hidden()


@pytest.mark.rule("RAL-289")
def test_the_main_menu_asks_and_resigns(visitor, member):
    host, guest = member("host"), member("rita")
    one = RallyPage(visitor, host, against_person(host, guest))
    expect(one.programming).to_be_visible()
    menu(one).get_by_role("button", name="Main menu").click()
    question = one.page.get_by_role("dialog", name="Really leave the game?")
    question.get_by_role("button", name="Cancel").click()
    expect(one.programming).to_be_visible()
    assert host.site.get(f"/api/matches/{one.key}")["state"] == "running"
    one.page.get_by_role("button", name="Main menu").click()
    question.get_by_role("button", name="Leave the game").click()
    expect(one.page).to_have_url(re.compile("/games/rally$"))
    match = host.site.finished(one.key)
    assert [seat["place"] for seat in match["seats"]] == [2, 1]


@pytest.mark.rule("RAL-290")
def test_quitting_asks_and_leads_to_the_home_page(match_page):
    one = match_page()
    menu(one).get_by_role("button", name="Quit RoboRally").click()
    question = one.page.get_by_role("dialog", name="Really quit RoboRally?")
    question.get_by_role("button", name="Cancel").click()
    expect(one.programming).to_be_visible()
    one.page.get_by_role("button", name="Quit RoboRally").click()
    question.get_by_role("button", name="Quit").click()
    expect(one.page).to_have_url(re.compile(r"//[^/]+/$"))
    assert one.member.site.get(f"/api/matches/{one.key}")["state"] == "running"


@pytest.mark.rule("RAL-288", "RAL-292", "RAL-293", "RAL-294", "RAL-295", "RAL-296", "RAL-297", "RAL-299")
def test_settings_take_effect_at_once_and_stay_in_this_browser(match_page):
    one = match_page()
    found = settings(one)
    expect(found.get_by_role("switch", name="Programming aid (ghost)")).to_be_checked()
    expect(found.get_by_role("switch", name="Sound", exact=True)).not_to_be_checked()
    found.get_by_role("switch", name="Sound", exact=True).check()
    found.get_by_role("switch", name="Programming aid (ghost)").uncheck()
    found.get_by_role("switch", name="Music").uncheck()
    for name, usual in (("Overall volume", "0.8"), ("Effects volume", "0.8")):
        slider = found.get_by_role("slider", name=name)
        expect(slider).to_have_value(usual)
        slider.fill("0.35")
    expect(found.get_by_role("slider", name="Music volume")).to_be_disabled()
    found.get_by_role("switch", name="Music").check()
    found.get_by_role("slider", name="Music volume").fill("0.25")
    one.page.keyboard.press("Escape")  # back to the menu, from where they were opened
    expect(one.page.get_by_role("dialog", name="Game menu")).to_be_visible()
    one.page.keyboard.press("Escape")
    expect(one.page.get_by_role("button", name="Sound on")).to_be_visible()
    one.page.reload()
    expect(one.programming).to_be_visible()
    found = settings(one)
    expect(found.get_by_role("switch", name="Sound", exact=True)).to_be_checked()
    expect(found.get_by_role("switch", name="Programming aid (ghost)")).not_to_be_checked()
    expect(found.get_by_role("slider", name="Overall volume")).to_have_value("0.35")
    expect(found.get_by_role("slider", name="Music volume")).to_have_value("0.25")


@pytest.mark.rule("RAL-298")
def test_the_board_gets_the_size_that_was_chosen_and_the_whole_screen(match_page):
    one = match_page()
    usual = one.board.bounding_box()["width"]
    found = settings(one)
    size = found.get_by_role("combobox", name="Screen resolution")
    size.select_option("640 px")
    assert one.board.bounding_box()["width"] == 640 != usual
    size.select_option("1280 px")
    assert one.board.bounding_box()["width"] == 1280
    size.select_option("Fit the window")
    assert one.board.bounding_box()["width"] == usual
    found.get_by_role("switch", name="Full screen").check()
    await_inside(one.page, "document.fullscreenElement !== null")
    found.get_by_role("switch", name="Full screen").uncheck()
    await_inside(one.page, "document.fullscreenElement === null")


@pytest.mark.rule("RAL-251", "RAL-293", "RAL-295")
def test_music_and_effects_are_heard_after_a_touch_and_only_if_wanted(visitor, member):
    host = member("robin")
    one = RallyPage(visitor, host, against_bot(host), kept={"sound": True}, pace=4, script=COUNT_SOUNDS, alone=True)
    expect(one.programming).to_be_visible()
    wait_inside(one.page, 500)
    assert one.page.evaluate("window.sounds") == 0  # nobody has touched the page
    one.page.mouse.click(5, 300)
    await_inside(one.page, "window.sounds > 3")  # music
    found = settings(one)
    found.get_by_role("switch", name="Music").uncheck()
    wait_inside(one.page, 700)
    before = one.page.evaluate("window.sounds")
    wait_inside(one.page, 700)
    assert one.page.evaluate("window.sounds") == before
    one.page.keyboard.press("Escape")
    one.page.keyboard.press("Escape")
    one.fill()
    filled = one.page.evaluate("window.sounds")
    assert filled > before  # a command was put into a slot
    one.confirm.click()
    expect(one.page.get_by_role("button", name=EMPTY_SLOT)).not_to_have_count(0)  # the next round
    assert one.page.evaluate("window.sounds") > filled + 3  # turns and lasers of the round
    found = settings(one)
    found.get_by_role("switch", name="Sound", exact=True).uncheck()
    wait_inside(one.page, 300)
    silent = one.page.evaluate("window.sounds")
    one.page.keyboard.press("Escape")
    one.page.keyboard.press("Escape")
    one.fill()
    assert one.page.evaluate("window.sounds") == silent


@pytest.mark.rule("RAL-294", "RAL-296", "RAL-297")
def test_volumes_are_what_is_heard(visitor, member):
    host = member("robin")
    one = RallyPage(visitor, host, against_bot(host), kept={"sound": True}, script=COUNT_SOUNDS, alone=True)
    expect(one.programming).to_be_visible()
    one.page.mouse.click(5, 300)
    await_inside(one.page, "window.sounds > 0")
    found = settings(one)
    for name, value in (("Overall volume", 0.5), ("Music volume", 0.2), ("Effects volume", 1)):
        found.get_by_role("slider", name=name).fill(str(value))
    wait_inside(one.page, 100)
    effects, music = one.page.evaluate("window.loud.slice(-2)")
    assert effects == pytest.approx(5 * music)
    found.get_by_role("slider", name="Overall volume").fill("1")
    wait_inside(one.page, 100)
    assert one.page.evaluate("window.loud.slice(-2)") == pytest.approx([2 * effects, 2 * music])


@pytest.mark.rule("RAL-252", "RAL-286", "RAL-290")
def test_the_menu_speaks_german(visitor, member):
    host = member("robin")
    one = RallyPage(visitor, host, against_bot(host), language="de")
    one.page.get_by_role("button", name="Menü").click()
    found = one.page.get_by_role("dialog", name="In-Game-Menü")
    names = ("Zurück zum Spiel", "Spiel speichern", "Einstellungen", "Hauptmenü", "RoboRallye beenden")
    for name in names:
        expect(found.get_by_role("button", name=name)).to_be_visible()
