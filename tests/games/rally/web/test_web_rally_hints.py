"""Rally with keys and in German, and what hovering and focus tell of every object. RAL-247 to RAL-252"""

import re

import pytest
from playwright.sync_api import expect
from tests.games.rally.web.match_page import CELLS, KINDS, RallyPage, against_person, match_pages
from tests.web.site import violations

pytestmark = pytest.mark.slow


@pytest.fixture
def match_page(visitor, member):
    return match_pages(visitor, member)


@pytest.mark.rule("RAL-247", "RAL-250")
def test_keys_choose_confirm_clear_and_open_the_menu(visitor, member):
    host, guest = member("host"), member("rita")
    one = RallyPage(visitor, host, against_person(host, guest, model="lazy"))
    expect(one.programming).to_be_visible()
    keys = one.page.keyboard
    keys.press("Enter")  # nothing while a slot is empty
    expect(one.programming).to_contain_text("Choose a command for every slot.")
    kind = one.usual()
    listed, digit = one.priorities(kind), "123BLRU".index(kind) + 1
    keys.press(f"Digit{digit}")
    expect(one.slot(1)).to_have_accessible_name(f"Slot 1: {KINDS[kind]}, priority {listed[0]}")
    keys.press(f"Shift+Digit{digit}")
    expect(one.slot(2)).to_have_accessible_name(f"Slot 2: {KINDS[kind]}, priority {listed[-1]}")
    keys.press("8")
    expect(one.slot(3)).to_have_accessible_name("Slot 3: Pause")
    keys.press("9")
    expect(one.page.get_by_role("button", name="Power-Down")).to_have_attribute("aria-pressed", "true")
    keys.press("Delete")
    expect(one.slot(1)).to_have_accessible_name("Slot 1: empty")
    keys.press("Escape")
    menu = one.page.get_by_role("dialog", name="Game menu")
    expect(menu).to_be_visible()
    keys.press("Escape")
    expect(menu).to_be_hidden()
    one.fill()
    keys.press("Enter")
    expect(one.programming).to_contain_text("Confirmed. Waiting for the others.")


@pytest.mark.rule("RAL-248", "RAL-249")
def test_hovering_and_focus_describe_every_object_of_the_panel(match_page):
    one = match_page(CELLS, model="lazy", timer_seconds=60)
    one.run()
    tooltip = one.page.get_by_role("tooltip")
    one.kind(one.usual()).click()
    button = one.page.get_by_role
    described = {
        one.kind(one.usual()): r"(field|Turns).*left\. Priorities: \d+",
        one.hand.get_by_role("button", name=re.compile("^Ability")): r"pause.*It can still be used this round",
        one.slot(1): r"A click takes it out",
        one.slot(2): r"Program step 2 has no command yet",
        one.slot(5): r"Burned in by damage",
        button("button", name="Damage point 1:"): r"Taken\.",
        button("button", name="Damage point 6:"): r"Not taken\..*Burns in slot 4",
        button("button", name="Damage point 9:"): r"The ninth destroys the robot",
        button("button", name="3 life points"): r"Each life point is one respawn",
        one.confirm: r"as soon as every slot is filled.*Enter",
        button("button", name="Clear"): r"not burned in.*Delete",
        button("button", name="Power-Down"): r"rests for one round",
        button("button", name="Menu", exact=True): r"in-game menu.*Escape",
        button("button", name="About easy"): r"of 9 damage points.*3 life points.*of 1 checkpoints",
        one.programming.get_by_role("group", name="Time left"): r"At 0 the programs run; empty slots are filled",
    }
    for thing, words in described.items():
        thing.hover()
        expect(tooltip).to_have_text(re.compile(words))
        expect(thing).to_have_accessible_description(re.compile(words))
    one.page.mouse.move(5, 5)
    expect(tooltip).to_be_hidden()
    one.page.keyboard.press("Tab")
    one.slot(5).focus()
    one.page.keyboard.press("ArrowLeft")
    one.page.keyboard.press("ArrowRight")
    expect(tooltip).to_have_text(re.compile("Burned in by damage"))


@pytest.mark.rule("RAL-252")
def test_the_panel_speaks_german(match_page):
    one = match_page(language="de")
    panel = one.page.get_by_role("region", name="Programmierphase")
    for name in ("Bestätigen", "Löschen", "Power-Down", "Menü"):
        expect(panel.get_by_role("button", name=name, exact=True)).to_be_visible()
    for words in ("Schadenspunkte", "Lebenspunkte", "Wähle für jeden Slot einen Bewegungsbefehl."):
        expect(panel).to_contain_text(words)


def test_both_panels_are_accessible(match_page):
    one = match_page(pace=0.5)
    one.kind(one.usual()).click()
    assert violations(one.page) == []
    one.fill()
    one.confirm.click()
    expect(one.moving).to_be_visible()
    assert violations(one.page) == []
